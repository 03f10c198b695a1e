// What people give adapters by mistake is refused when they give it: with the field, what came, and what to give.

import { test } from 'node:test';
import { Agent } from '@openai/agents';
import { Autopilot, Critic, ReflectEngine } from 'reflect-engine';
import { agentlibReasoning } from 'reflect-engine/agentlib';
import { aiModel, reflected } from 'reflect-engine/ai-sdk';
import { gated } from 'reflect-engine/ai-sdk/gate';
import { stopHook } from 'reflect-engine/claude-agent';
import { reflectMiddleware as genkitMiddleware } from 'reflect-engine/genkit';
import { langchainModel } from 'reflect-engine/langchain';
import { reflectMiddleware } from 'reflect-engine/langchain/middleware';
import { onLangGraph, reflectGraph } from 'reflect-engine/langgraph';
import { reflectGate, reflectGoal, reflectScorer, reflectStep } from 'reflect-engine/mastra';
import { reflectedModel, reflectGuardrail } from 'reflect-engine/openai-agents';
import { gated as gatedAgent } from 'reflect-engine/openai-agents/gate';
import { traced } from 'reflect-engine/otel';
import { onRestate } from 'reflect-engine/restate';
import { refusals } from '../support.mjs';
import { languageModel } from './language-model.mjs';
import { MODELS, WRONG } from './models.ts';

const apiKey = 'sk-secret';
const named = Object.entries(MODELS).filter(([, { make }]) => make);
const engine = new ReflectEngine();
const says = () => 'a';
const task = { model: says };
/** For a run and for a gate. */
const JUDGED = { critic: says };

test('a client that is none is named, and never shown', async () => {
  const ai = "`openai(name)` of '@ai-sdk/openai'";
  const responses = '`new OpenAIResponsesModel(client, name)` of @openai/agents 0.20';
  const rows = [
    ...named.map(([name, { make, takes }]) => [name.split(': ')[1], 'client', ...takes, (given) => make(given, 'm')]),
    ['langchainModel', 'chat', 'stream', '`new ChatOpenAI()`, of @langchain/core 1', (given) => langchainModel(given)],
    ['reflected', 'model', 'doGenerate', ai, (given) => reflected(given, { engine })],
    ['gated', 'agent', 'generate', 'a `ToolLoopAgent` of ai 6 or 7', (given) => gated(given, { engine })],
    [
      'gated',
      'agent',
      'getSystemPrompt',
      '`new Agent({ name })` of @openai/agents 0.20',
      (given) => gatedAgent(given, { engine }),
    ],
    ['reflectedModel', 'model', 'getResponse', responses, (given) => reflectedModel(given, { engine })],
  ];
  for (const [of, key, method, made, act] of rows) {
    for (const [given, kind] of [
      [undefined, 'nothing'],
      [apiKey, 'a string'],
      [{ client: {}, model: 'm' }, 'an object'],
      [new Map(), 'an instance of Map'],
    ])
      await refusals('invalid_settings', [
        [() => act(given), `\`${key}\` of ${of} must have \`${method}\`, got ${kind}: give ${made}`],
      ]);
  }
  await refusals('invalid_settings', [[() => aiModel(42), /^`model` of aiModel must have `doStream`, got a number: give/]]);
  aiModel('openai/gpt-4.1-mini');
  for (const act of WRONG) await refusals('invalid_settings', [[act, /: give /]]);
});

test('a name that is none, and parameters that each request has of its own, are refused', async () => {
  for (const [, { make: makeOf, client }] of named) {
    const make = (...rest) => makeOf(client, ...rest);
    await refusals('invalid_settings', [
      [() => make(), /^`name` of \w+ must be the name of a model, got nothing: give it after the client$/],
      [() => make(''), /got an empty text: give/],
      [() => make({ model: 'm' }), /got an object: give/],
      [() => make('m', 'low'), /^the options of \w+ must be an object, got a string: write `\{ … \}`$/],
      [
        () => make('m', { abortSignal: new AbortController().signal }),
        /^`abortSignal` is not an option of \w+: each request has its own$/,
      ],
      [() => make('m', { stream: true }), /^`stream` is not an option of \w+/],
    ]);
    make('m', { temperature: 0, stream: undefined });
  }
  await refusals('invalid_settings', [
    [() => aiModel(languageModel([]), { messages: [] }), '`messages` is not an option of aiModel: each request has its own'],
    [
      () => langchainModel(MODELS['langchain: langchainModel'].client, { model: 'm' }),
      /^`model` is not an option of langchainModel; there are name/,
    ],
  ]);
});

test('an engine that is none, and options that are none, are refused by all that hold an engine', async () => {
  const inner = languageModel([]);
  const rows = [
    ['drafts', (given) => reflected(inner, given)],
    ['', (given) => reflectedModel({ getResponse: says }, given)],
    ['name', (given) => reflectGuardrail(given && { task: { input: 'q', critic: says }, ...given })],
    ['review', (given) => reflectGraph(given && { task, ...given })],
    ['id', (given) => reflectStep(given && { task, ...given })],
    ['id', (given) => reflectScorer(given && { task, ...given })],
    ['', (given) => gated({ generate: says }, given)],
    ['', (given) => gatedAgent(new Agent({ name: 'a' }), given)],
    ['name', reflectMiddleware],
    ['block', reflectGate],
    ['id', reflectGate],
    ['id', reflectGoal],
    ['name', genkitMiddleware],
    ['', stopHook],
  ];
  for (const [option, act] of rows) {
    act({ engine, task: JUDGED });
    act({ engine: traced(engine), task: JUDGED });
    const none = (kind) =>
      new RegExp(`^\`engine\` of \\w+ must be a ReflectEngine, got ${kind}: give \`new ReflectEngine\\(\\)\`$`);
    await refusals('invalid_settings', [
      [() => act(), none('nothing')],
      [() => act({}), none('nothing')],
      [() => act({ engine: ReflectEngine }), none('a function')],
      [
        () => act({ engine: new Autopilot({ agent: says, goal: { objective: 'o', successCriteria: ['c'] } }) }),
        none('an instance of \\w+'),
      ],
      [
        () => act({ engine, verifiers: {} }),
        /^`verifiers` is not an option of \w+; there are engine, .*\. What a run is to hold goes into `task`$/,
      ],
      [() => act({ engine, task: 'q' }), '`task` must be an object, got a string'],
      ...(option ? [[() => act({ engine, [option]: 7 }), new RegExp(`^\`${option}\` must be a `)]] : []),
      [() => act({ engine, task: { settings: { maxReflection: 1 } } }), /unknown setting `maxReflection`, did you mean/],
    ]);
    await refusals('invalid_task', [
      [() => act({ engine, task: { verifers: {} } }), 'unknown task key `verifers`, did you mean `verifiers`?'],
      [() => act({ engine, task: { verifiers: { v: true } } }), /^`verifiers\.v` must be a function/],
    ]);
  }
  await refusals('invalid_settings', [
    [() => traced(ReflectEngine), /^`engine` of traced must be a ReflectEngine, got a function/],
    [() => agentlibReasoning(ReflectEngine), /^`engine` of agentlibReasoning must be a ReflectEngine, got a function/],
    [() => gatedAgent(new Agent({ name: 'a' }), { engine, task: JUDGED, runner: {} }), /^`runner` of gated must have `run`/],
    [
      () => stopHook({ engine, task: JUDGED, gate: 1 }),
      /^`gate` is not an option of stopHook; there are engine, gates, onResult, task/,
    ],
    [
      () => onRestate({}, { maxbytes: 1 }),
      /^`maxbytes` is not an option of onRestate; there are retry, maxBytes, callTimeoutMs$/,
    ],
    [() => onLangGraph({}, { callTimeoutMs: '1' }), '`callTimeoutMs` must be a number, got a string'],
  ]);
});

test('what each run has of its own is no option', async () => {
  const { signal } = new AbortController();
  for (const [name, key, value, act] of [
    ['agentlibReasoning', 'model', says, (task) => agentlibReasoning(engine, task)],
    ['reflected', 'tools', [], (task) => reflected(languageModel([]), { engine, task })],
    ['reflectGraph', 'input', 'q', (task) => reflectGraph({ engine, task: { model: says, ...task } })],
    ['gated', 'input', 'q', (task) => gated({ generate: says }, { engine, task })],
    ['gated', 'input', 'q', (task) => gatedAgent(new Agent({ name: 'a' }), { engine, task })],
    ['reflectMiddleware', 'input', 'q', (task) => reflectMiddleware({ engine, task })],
    ['reflectMiddleware', 'tools', [], (task) => genkitMiddleware({ engine, task })],
    ['reflectGate', 'model', says, (task) => reflectGate({ engine, task })],
    ['reflectGoal', 'model', says, (task) => reflectGoal({ engine, task })],
    ['stopHook', 'input', 'q', (task) => stopHook({ engine, task })],
    ['stopHook', 'signal', signal, (task) => stopHook({ engine, task })],
  ])
    await refusals('invalid_settings', [
      [() => act({ ...JUDGED, [key]: value }), `\`task.${key}\` is not an option of ${name}: each run has its own`],
    ]);
});

test('a gate without a judge, or with several drafts at once, is refused by all that make one', async () => {
  const rows = [
    (given) => gated({ generate: says }, given),
    (given) => gatedAgent(new Agent({ name: 'a' }), given),
    reflectMiddleware,
    reflectGate,
    reflectGoal,
    genkitMiddleware,
    stopHook,
  ];
  const none = 'a gate needs `critic`, `verifiers` or `outputSchema`, or nobody could accept';
  const strategy = "`strategy` of a gate must not be 'best-of-n': whoever submits has one draft at a time";
  for (const act of rows) {
    await refusals(
      'invalid_task',
      [undefined, {}, { criteria: ['Short.'] }, { critic: false, verifiers: {} }].map((task) => [
        () => act({ engine, task }),
        none,
      ]),
    );
    await refusals('invalid_settings', [
      [() => act({ engine, task: { critic: says, settings: { strategy: 'best-of-n' } } }), strategy],
      [() => act({ engine: new ReflectEngine({ strategy: 'best-of-n' }), task: { critic: says } }), strategy],
    ]);
    for (const task of [{ critic: says }, { verifiers: { is: () => true } }, { outputSchema: { type: 'object' } }])
      act({ engine, task });
  }
});

test('a client in the place of a model is told by which adapter it is one', async () => {
  for (const [name, { client: given, call }] of Object.entries(MODELS).filter(([, { client }]) => client)) {
    const [subpath, maker] = name.split(': ');
    const how = `${call ?? `${maker}(client, name)`}\` of 'reflect-engine/${subpath}'`;
    const ends = new RegExp(`got an instance of \\w+: give \`${how.replace(/[()]/g, '\\$&')}$`);
    await refusals('invalid_task', [
      [() => engine.run({ input: 'q', model: given }), ends],
      [() => engine.run({ input: 'q', model: says, critic: given }), ends],
    ]);
    await refusals('invalid_settings', [[() => new Critic({ model: given }), ends]]);
  }
  // What only has the name of such a class is none.
  const other = new (class OpenAI {})();
  await refusals('invalid_task', [[() => engine.run({ input: 'q', model: other }), /got an instance of OpenAI: wrap it, as in/]]);
});
