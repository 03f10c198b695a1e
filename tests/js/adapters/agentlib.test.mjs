// `agentlibReasoning` in a context as agentlib makes it (its packages are not on npm).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presets, ReflectEngine } from 'reflect-engine';
import { agentlibReasoning } from 'reflect-engine/agentlib';
import { accept, column, jointly, kinds, reject, rejection } from '../support.mjs';

const USAGE = { promptTokens: 10, completionTokens: 5, totalTokens: 15 };
const ADD = {
  schema: { name: 'add', description: 'Adds two numbers', parameters: { type: 'object', properties: { a: { type: 'number' } } } },
  execute: async ({ a, b }) => a + b,
};
const DOWN = {
  schema: { name: 'down', description: 'Fails', parameters: {} },
  execute: async () => Promise.reject(new Error('out of order')),
};
const SECRET = { schema: { name: 'secret', description: 'None of your business', parameters: {} }, execute: async () => 1 };

/** As agentlib's registry: what it holds is private to the instance, so that a method that is taken off it fails. */
class Registry {
  #tools = new Map([ADD, DOWN, SECRET].map((tool) => [tool.schema.name, tool]));
  get = (name) => this.#tools.get(name);
  getSchemas() {
    return [...this.#tools.values()].map(({ schema }) => schema);
  }
  isAllowed(name, allowed) {
    return this.#tools.has(name) && (allowed === undefined || allowed.includes(name));
  }
}

/** As agentlib's provider: a model that says what the script says, a function of the request where it is one. */
class Provider {
  name = 'scripted';
  requests = [];
  #script;
  constructor(script) {
    this.#script = script;
  }
  async complete(request) {
    this.requests.push(structuredClone(request));
    const next = this.#script.shift();
    const said = typeof next === 'function' ? next(request) : next;
    if (said instanceof Error) throw said;
    const { content = '', toolCalls } = typeof said === 'string' ? { content: said } : said;
    return { message: { role: 'assistant', content, toolCalls }, toolCalls, usage: USAGE };
  }
}

/**
 * As agentlib's context of a run, of which an engine gets no more than this: `callTool` records the call and its result itself, by its own
 * `pushStep`, and throws what the tool throws.
 */
class Context {
  tools = new Registry();
  events = [];
  #shown = [];

  constructor(script, { policy = { allowedTools: ['add', 'down'] }, messages = [{ role: 'user', content: '17 + 26?' }] } = {}) {
    this.policy = policy;
    this.model = new Provider(script);
    const usage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 };
    const state = { messages, steps: [], toolCalls: [], usage };
    this.ctx = { input: messages.at(-1).content, state, emit: (name, payload) => this.events.push([name, payload]) };
  }
  get requests() {
    return this.model.requests;
  }
  pushStep(step) {
    this.ctx.state.steps.push(step);
    this.#shown.push(step.type);
  }
  async callTool(name, args, callId) {
    const { state } = this.ctx;
    const recorded = (result, more) => {
      this.pushStep({ type: 'tool_result', toolName: name, callId, result, ...more, engine: 'runtime' });
      state.toolCalls.push({ call: { id: callId, name, arguments: args }, result });
      state.messages.push({ role: 'tool', content: JSON.stringify(more ?? result), toolCallId: callId });
    };
    this.pushStep({ type: 'tool_call', toolName: name, args, callId, engine: 'runtime' });
    const result = await this.tools
      .get(name)
      .execute(args)
      .catch((thrown) => {
        recorded(null, { error: thrown.message });
        throw thrown;
      });
    recorded(result);
    return result;
  }
}

const contextOf = (script, more) => new Context(script, more);
/** Answers, looks, and revises once: nothing is written beside the revision. */
const revising = new ReflectEngine({ maxReflections: 1 });

test('an agent calls its tools, its answer is revised, and steps, usage and messages stand where agentlib looks', async () => {
  const call = { toolCalls: [{ id: 'c1', name: 'add', arguments: { a: 17, b: 26 } }] };
  const context = contextOf([call, 'It is 44.', reject(), 'It is 43.', accept()]);
  const engine = new ReflectEngine(presets.agentlib);
  assert.equal(await agentlibReasoning(engine).execute(context), 'It is 43.');
  const { state } = context.ctx;
  assert.deepEqual(kinds(state.steps).join(' '), 'tool_call tool_result thought reflection thought reflection response');
  assert.deepEqual(state.usage, { promptTokens: 50, completionTokens: 25, totalTokens: 75 });
  assert.deepEqual(column(state.messages, 'role'), ['user', 'assistant', 'tool', 'assistant']);
  assert.equal(state.messages[2].toolCallId, state.messages[1].toolCalls[0].id);
  const [first, second, critique] = context.requests;
  assert.deepEqual([first.tools, critique.tools], [[ADD.schema, DOWN.schema], []]);
  assert.deepEqual(second.messages[2], { role: 'tool', content: '43', toolCallId: 'c1' });
  const [[event, result]] = context.events;
  assert.deepEqual([event, result.status, result.acceptedBy], ['reflect:result', 'ok', 'critic']);
});

test('each call is shown once: by agentlib where it ran the tool, also one that threw, and by us where it never reached it', async () => {
  const call = (id, name, given = {}) => ({ id, name, arguments: given });
  const calls = [call('c1', 'add', { a: 1, b: 2 }), call('c2', 'secret'), call('c3', 'down')];
  const context = contextOf([{ toolCalls: calls }, 'It is 3.', accept()]);
  assert.equal(await agentlibReasoning(new ReflectEngine(presets.agentlib)).execute(context), 'It is 3.');
  const { steps, messages, toolCalls } = context.ctx.state;
  const shown = (type) => steps.filter((step) => step.type === type).map(({ callId, engine }) => `${callId} ${engine}`);
  for (const type of ['tool_call', 'tool_result'])
    assert.deepEqual(shown(type).sort(), ['c1 runtime', 'c2 reflect', 'c3 runtime'], type);
  assert.deepEqual(toolCalls.map(({ call }) => call.id).sort(), ['c1', 'c3']);
  // A memory that holds a call without its result is refused by providers in the next run.
  const answered = messages.filter(({ role }) => role === 'tool');
  assert.deepEqual(column(answered, 'toolCallId').sort(), ['c1', 'c2', 'c3']);
  assert.match(answered.find(({ toolCallId }) => toolCallId === 'c2').content, /secret/);
});

test('drafts that are written at once leave each result behind the turn that asked for it: providers refuse another memory', async () => {
  const call = (id) => ({ toolCalls: [{ id, name: 'add', arguments: { a: 17, b: 26 } }] });
  const look = ({ messages }) => jointly(JSON.stringify(messages), { 'It is 44.': 4, 'It is 43.': 9 });
  const context = contextOf([call('c1'), call('c2'), 'It is 44.', 'It is 43.', look, accept()]);
  const engine = new ReflectEngine({ strategy: 'best-of-n', drafts: 2 });
  assert.equal(await agentlibReasoning(engine).execute(context), 'It is 43.');
  const { messages, usage } = context.ctx.state;
  assert.deepEqual(
    messages.map(({ role, toolCallId, toolCalls }) => toolCallId ?? toolCalls?.[0].id ?? role),
    ['user', 'c1', 'c1', 'c2', 'c2', 'assistant'],
  );
  assert.equal(usage.totalTokens, 6 * USAGE.totalTokens);
});

test('the system prompt and the memory of the agent reach the model', async () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hi.', reasoning: 'They greet.' },
    { role: 'user', content: 'Why is the sky blue?' },
  ];
  const context = contextOf(['Light scatters.', accept()], { messages });
  await agentlibReasoning(new ReflectEngine()).execute(context);
  assert.deepEqual(column(context.requests[0].messages, 'content'), ['Be brief.', 'Hello', 'Hi.', 'Why is the sky blue?']);
});

test('the token budget of the policy ends the run with its draft, and settings of the task outrank it', async () => {
  const context = contextOf(['Blue.', reject(), 'Bluer.', accept()], { policy: { tokenBudget: 30 } });
  assert.equal(await agentlibReasoning(revising).execute(context), 'Blue.');
  assert.deepEqual(context.events[0][1].stopReason, 'max_tokens');
  const other = contextOf(['Blue.', reject(), 'Bluer.', accept()], { policy: { tokenBudget: 30 } });
  const task = { settings: { budget: { maxTokens: 1_000 } } };
  assert.equal(await agentlibReasoning(revising, task).execute(other), 'Bluer.');
});

test('an error of the model before the first draft is the cause of what the agent gets', async () => {
  const broken = new Error('out of order');
  const error = await rejection(agentlibReasoning(new ReflectEngine()).execute(contextOf([broken])));
  assert.deepEqual([error.code, error.cause], ['model_error', broken]);
});
