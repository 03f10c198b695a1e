// What a verifier sees of the tools that a host called itself: the same in each host. One call answers, one fails.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ChatOpenAI } from '@langchain/openai';
import { Agent as MastraAgent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { Agent, tool as agentsTool, OpenAIResponsesModel, setTracingDisabled } from '@openai/agents';
import { tool as aiTool, generateText, stepCountIs, ToolLoopAgent } from 'ai';
import { createDeepAgent } from 'deepagents';
import { genkit, z as genkitZ } from 'genkit/beta';
import { AIMessage, tool as chainTool, createAgent, fakeModel } from 'langchain';
import OpenAI from 'openai';
import { ReflectEngine, tool } from 'reflect-engine';
import { agentlibReasoning } from 'reflect-engine/agentlib';
import { reflected } from 'reflect-engine/ai-sdk';
import { gated } from 'reflect-engine/ai-sdk/gate';
import { stopHook } from 'reflect-engine/claude-agent';
import { reflectMiddleware as genkitGate } from 'reflect-engine/genkit';
import { reflectMiddleware as chainGate } from 'reflect-engine/langchain/middleware';
import { reflectGraph } from 'reflect-engine/langgraph';
import { reflectGate } from 'reflect-engine/mastra';
import { gated as gatedAgent } from 'reflect-engine/openai-agents/gate';
import { scriptedModel } from 'reflect-engine/testing';
import { calledTool, numbersFromTools } from 'reflect-engine/verifiers';
import { z } from 'zod';
import { languageModel } from './language-model.mjs';
import { provider } from './provider.mjs';
import { priceOf } from './shop.mjs';

setTracingDisabled(true);
const engine = new ReflectEngine();
const broken = () => Promise.reject(new Error('out of order'));
const item = z.object({ item: z.string() });
const [CALLS, END] = [
  [
    ['c1', 'price', { item: 'coffee' }],
    ['c2', 'broken', {}],
  ],
  'It costs 7 euros.',
];
const parts = CALLS.map(([toolCallId, toolName, input]) => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input: JSON.stringify(input),
}));
const aiTools = {
  price: aiTool({ inputSchema: item, execute: ({ item }) => priceOf(item) }),
  broken: aiTool({ inputSchema: z.object({}), execute: broken }),
};
const own = [
  tool({ name: 'price', description: 'p', schema: item, execute: ({ item }) => priceOf(item) }),
  tool({ name: 'broken', description: 'b', execute: broken }),
];
const calls = CALLS.map(([id, name, args]) => ({ id, name, arguments: args }));

/** Each has its agent call both tools, and answer. `error` is how the second call ends there. */
const HOSTS = {
  'the engine': {
    run: (task) =>
      engine.run({ ...task, input: 'q', tools: own, model: scriptedModel([{ content: '', toolCalls: calls }, END]) }),
  },
  LangGraph: {
    run: (task) =>
      reflectGraph({
        engine,
        task: { ...task, tools: own, model: scriptedModel([{ content: '', toolCalls: calls }, END]) },
        review: false,
      })
        .compile()
        .invoke({ input: 'q' }),
  },
  'AI SDK': {
    run: (task) =>
      gated(new ToolLoopAgent({ model: languageModel([parts, END]), tools: aiTools }), { engine, task }).generate({
        prompt: 'q',
      }),
  },
  'AI SDK, reflected': {
    // A model is shown what failed as what the tool gave.
    isText: true,
    run: (task) =>
      generateText({
        model: reflected(languageModel([parts, END]), { engine, task }),
        tools: aiTools,
        stopWhen: stepCountIs(4),
        prompt: 'q',
      }),
  },
  LangChain: {
    run: (task) => {
      const model = fakeModel();
      model.respond(
        new AIMessage({ content: '', tool_calls: CALLS.map(([id, name, args]) => ({ id, name, args, type: 'tool_call' })) }),
      );
      model.respond(new AIMessage(END));
      const tools = [
        chainTool(({ item }) => priceOf(item), { name: 'price', description: 'p', schema: item }),
        chainTool(broken, { name: 'broken', description: 'b', schema: z.object({}) }),
      ];
      return createAgent({ model, tools, middleware: [chainGate({ engine, task })] }).invoke({
        messages: [{ role: 'user', content: 'q' }],
      });
    },
  },
  Mastra: {
    run: (task) => {
      const tools = {
        price: createTool({ id: 'price', description: 'p', inputSchema: item, execute: async ({ item }) => priceOf(item) }),
        broken: createTool({ id: 'broken', description: 'b', inputSchema: z.object({}), execute: broken }),
      };
      const agent = { id: 'a', name: 'a', instructions: 'i', model: languageModel([parts, END]), tools };
      return new MastraAgent({ ...agent, outputProcessors: [reflectGate({ engine, task })] }).generate('q');
    },
  },
  'OpenAI Agents': {
    // Its SDK makes a text of an error.
    isText: true,
    async run(task) {
      const server = await provider((_, number) => (number === 1 ? { toolCalls: calls } : { text: END }));
      const client = new OpenAI({ apiKey: 'none', baseURL: `${server.url}/v1`, maxRetries: 0 });
      const tools = [
        agentsTool({ name: 'price', description: 'p', parameters: item, execute: ({ item }) => priceOf(item) }),
        agentsTool({ name: 'broken', description: 'b', parameters: z.object({}), execute: broken }),
      ];
      const agent = new Agent({ name: 'a', model: new OpenAIResponsesModel(client, 'fake'), tools });
      await gatedAgent(agent, { engine, task }).run('q').finally(server.close);
    },
  },
  Genkit: {
    // An error of a tool ends its loop.
    isAlone: true,
    run: (task) => {
      const ai = genkit({});
      const model = ai.defineModel(
        { name: 'fake/one', apiVersion: 'v2', supports: { tools: true, multiturn: true } },
        async ({ messages }) => {
          const isFirst = messages.every(({ role }) => role !== 'tool');
          const request = { toolRequest: { name: 'price', ref: 'c1', input: { item: 'coffee' } } };
          return { message: { role: 'model', content: [isFirst ? request : { text: END }] }, finishReason: 'stop' };
        },
      );
      const inputSchema = genkitZ.object({ item: genkitZ.string() });
      const price = ai.defineTool({ name: 'price', description: 'p', inputSchema }, async ({ item }) => priceOf(item));
      return ai.generate({ model, tools: [price], prompt: 'q', use: [genkitGate({ engine, task })()] });
    },
  },
  'Claude Code': {
    run: (task, context) => {
      const uses = CALLS.map(([id, name, input]) => ({ type: 'tool_use', id, name, input }));
      const gave = [
        { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: '7 euros' }] },
        { type: 'tool_result', tool_use_id: 'c2', content: 'out of order', is_error: true },
      ];
      return atStop(task, context, [
        { type: 'user', message: { content: 'q' } },
        { type: 'assistant', message: { content: uses } },
        { type: 'user', message: { content: gave } },
        { type: 'assistant', message: { content: [{ type: 'text', text: END }] } },
      ]);
    },
  },
  Codex: {
    isText: true,
    run: (task, context) => {
      const said = (type, text) => ({
        type: 'event_msg',
        payload: { type: 'item_completed', item: { type, content: [{ text }] } },
      });
      const made = ([call_id, name, args]) => ({
        type: 'response_item',
        payload: { type: 'function_call', call_id, name, arguments: JSON.stringify(args) },
      });
      const gave = (call_id, output) => ({ type: 'response_item', payload: { type: 'function_call_output', call_id, output } });
      const results = [gave('c1', '7 euros'), gave('c2', 'out of order')];
      return atStop(task, context, [said('UserMessage', 'q'), ...CALLS.map(made), ...results, said('AgentMessage', END)]);
    },
  },
  agentlib: {
    run: (task) => {
      const schemas = own.map(({ name, description }) => ({ name, description, parameters: {} }));
      const script = [{ content: '', toolCalls: calls }, { content: END }];
      const context = {
        tools: { get: () => {}, getSchemas: () => schemas, isAllowed: () => true },
        policy: {},
        pushStep() {},
        callTool: async (name, args) => (name === 'price' ? priceOf(args.item) : broken()),
        model: {
          complete: async () =>
            ((message) => ({ message, toolCalls: message.toolCalls }))({ role: 'assistant', ...script.shift() }),
        },
        ctx: {
          input: 'q',
          emit() {},
          state: { messages: [{ role: 'user', content: 'q' }], steps: [], toolCalls: [], usage: {} },
        },
      };
      return agentlibReasoning(engine, task).execute(context);
    },
  },
};

/** The hook of Claude Code and Codex behind a transcript. */
function atStop(task, context, entries) {
  const home = mkdtempSync(join(tmpdir(), 'reflect-calls-'));
  context.after(() => rmSync(home, { recursive: true }));
  const path = join(home, 'transcript.jsonl');
  writeFileSync(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const hook = {
    hook_event_name: 'Stop',
    session_id: 's',
    transcript_path: path,
    stop_hook_active: false,
    last_assistant_message: END,
  };
  return stopHook({ engine, task })(hook, undefined, { signal: new AbortController().signal });
}

for (const [name, { run, isText, isAlone }] of Object.entries(HOSTS))
  test(`a verifier sees the tool calls of ${name}`, async (context) => {
    const seen = [];
    const look = (_, { toolCalls }) => {
      seen.push(...toolCalls);
      return true;
    };
    await run({ critic: false, verifiers: { look } }, context);
    const [priced, failed] = CALLS.map(([id, name, args]) => ({ id, name, arguments: args }));
    assert.deepEqual(seen[0], { ...priced, result: '7 euros' });
    assert.equal(seen.length, isAlone ? 1 : 2);
    if (isAlone) return;
    const { result, error, ...call } = seen[1];
    assert.deepEqual(call, failed);
    assert.match(isText ? result : error, /out of order|An error occurred/);
    assert.equal(isText ? error : result, undefined);
  });

/** What an agent says that believes what it said last week, until it is told to look: it answers, or calls the tool. */
const remembers = (shown) => {
  const said = JSON.stringify(shown);
  if (said.includes('7 euros')) return { text: END };
  return said.includes('call the tool `price`')
    ? { call: { id: 'c1', name: 'price', arguments: { item: 'coffee' } } }
    : { text: 'It costs 15 euros.' };
};
/** Its model, for the engine itself. */
const rememberingModel = ({ messages }) => {
  const { text, call } = remembers(messages);
  return call ? { content: '', toolCalls: [call] } : text;
};
/** Its model, of the AI SDK. */
const rememberingLanguageModel = () => {
  const says = ({ prompt }) => {
    const { text, call } = remembers(prompt);
    return call ? parts.slice(0, 1) : text;
  };
  return languageModel(Array.from({ length: 9 }, () => says));
};
const chainPrice = () => chainTool(({ item }) => priceOf(item), { name: 'price', description: 'p', schema: item });
const atServer = async (run) => {
  const server = await provider((body) => {
    const { text, call } = remembers(body);
    return call ? { toolCalls: [call] } : { text };
  });
  return run(server.url).finally(server.close);
};
const inChain = (create) => (task) =>
  atServer(async (url) => {
    const configuration = { baseURL: `${url}/v1` };
    const model = new ChatOpenAI({ model: 'fake', apiKey: 'none', configuration, maxRetries: 0, useResponsesApi: true });
    const agent = create({ model, tools: [chainPrice()], middleware: [chainGate({ engine, task })] });
    const { messages, reflection } = await agent.invoke({ messages: [{ role: 'user', content: 'q' }] });
    return [messages.at(-1).text, reflection];
  });

/** What an agent answers in each host, and how its gate ended. */
const STALE_PRICE = {
  async 'the engine'(task) {
    const result = await engine.run({ ...task, input: 'q', tools: own, model: rememberingModel });
    return [result.output, result];
  },
  async LangGraph(task) {
    const graph = reflectGraph({ engine, task: { ...task, tools: own, model: rememberingModel }, review: false });
    const state = await graph.compile().invoke({ input: 'q' });
    return [state.output, state];
  },
  async 'AI SDK'(task) {
    const agent = new ToolLoopAgent({ model: rememberingLanguageModel(), tools: aiTools });
    const { text, reflection } = await gated(agent, { engine, task }).generate({ prompt: 'q' });
    return [text, reflection];
  },
  LangChain: inChain(createAgent),
  deepagents: inChain(createDeepAgent),
  async Mastra(task) {
    const price = createTool({ id: 'price', description: 'p', inputSchema: item, execute: async ({ item }) => priceOf(item) });
    const agent = { id: 'a', name: 'a', instructions: 'i', model: rememberingLanguageModel(), tools: { price } };
    const gated = new MastraAgent({ ...agent, outputProcessors: [reflectGate({ engine, task })], maxProcessorRetries: 3 });
    const { text, response } = await gated.generate('q');
    return [text, response.uiMessages.at(-1).metadata.reflect];
  },
  'OpenAI Agents': (task) =>
    atServer(async (url) => {
      const client = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0 });
      const price = agentsTool({ name: 'price', description: 'p', parameters: item, execute: ({ item }) => priceOf(item) });
      const agent = new Agent({ name: 'a', model: new OpenAIResponsesModel(client, 'fake'), tools: [price] });
      const { finalOutput, reflection } = await gatedAgent(agent, { engine, task }).run('q');
      return [finalOutput, reflection];
    }),
  async Genkit(task) {
    const ai = genkit({});
    const model = ai.defineModel(
      { name: 'fake/stale', apiVersion: 'v2', supports: { tools: true, multiturn: true } },
      async ({ messages }) => {
        const { text, call } = remembers(messages);
        const request = call && { toolRequest: { name: 'price', ref: 'c1', input: call.arguments } };
        return { message: { role: 'model', content: [request ?? { text }] }, finishReason: 'stop' };
      },
    );
    const inputSchema = genkitZ.object({ item: genkitZ.string() });
    const price = ai.defineTool({ name: 'price', description: 'p', inputSchema }, async ({ item }) => priceOf(item));
    const { text, message } = await ai.generate({ model, tools: [price], prompt: 'q', use: [genkitGate({ engine, task })()] });
    return [text, message.metadata.reflect];
  },
};

for (const [name, run] of Object.entries(STALE_PRICE))
  test(`a stale price is looked up again in ${name}, by verifiers alone`, async () => {
    const verifiers = { looked: calledTool('price'), grounded: numbersFromTools() };
    const [text, { status, acceptedBy }] = await run({ critic: false, verifiers });
    assert.deepEqual([text, status, acceptedBy], [END, 'ok', 'verifier']);
  });
