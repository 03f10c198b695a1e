// What an agent is about to do is judged before, in each host: a forbidden call is not made, its agent is told why, an allowed one is made,
// and what the critic cost is in the gate's usage.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { tool as claudeTool, createSdkMcpServer, query } from '@anthropic-ai/claude-agent-sdk';
import { serve } from '@hono/node-server';
import { ChatOpenAI } from '@langchain/openai';
import { Agent as MastraAgent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Agent, tool as agentsTool, OpenAIResponsesModel, run as runAgent, setTracingDisabled } from '@openai/agents';
import { tool as aiTool, ToolLoopAgent } from 'ai';
import { createDeepAgent } from 'deepagents';
import { genkit, z as genkitZ } from 'genkit/beta';
import { AIMessage, tool as chainTool, createAgent, createMiddleware, fakeModel } from 'langchain';
import OpenAI from 'openai';
import { ReflectEngine } from 'reflect-engine';
import { gated } from 'reflect-engine/ai-sdk/gate';
import { gateHooks, stopHook } from 'reflect-engine/claude-agent';
import { reflectMiddleware as genkitGate } from 'reflect-engine/genkit';
import { reflectMiddleware } from 'reflect-engine/langchain/middleware';
import { reflectGate } from 'reflect-engine/mastra';
import { reflectServer } from 'reflect-engine/mcp';
import { gated as gatedAgent, toolGuardrail } from 'reflect-engine/openai-agents/gate';
import { z } from 'zod';
import { accept, refusals } from '../support.mjs';
import { claudeHome } from './claude-home.mjs';
import { languageModel } from './language-model.mjs';
import { provider } from './provider.mjs';

setTracingDisabled(true);
const engine = new ReflectEngine();
const amount = z.object({ amount: z.number() });
const PAID = 'Paid 50 euros.';
const QUESTION = 'Pay the bill.';

/** What an agent says: it wants to pay too much, and less when it is told. */
function teller(shown, name = 'pay') {
  const said = JSON.stringify(shown);
  if (said.includes('50 euros are paid')) return { text: PAID };
  return {
    call: {
      id: said.includes('at most 100 euros') ? 'c2' : 'c1',
      name,
      arguments: { amount: said.includes('at most 100 euros') ? 50 : 500 },
    },
  };
}
const tellerModel = () =>
  languageModel(
    Array.from({ length: 9 }, () => ({ prompt }) => {
      const { text, call } = teller(prompt);
      return text ?? [{ type: 'tool-call', toolCallId: call.id, toolName: call.name, input: JSON.stringify(call.arguments) }];
    }),
  );
async function atServer(run, name) {
  const server = await provider((body) => {
    // Claude Code also asks whether a server is there.
    if (body.messages !== undefined && !body.stream) return { status: 404, text: '{}' };
    const { text, call } = teller(body, name);
    return { usage: { inputTokens: 1, outputTokens: 1 }, ...(call ? { toolCalls: [call] } : { text }) };
  });
  return run(server.url).finally(server.close);
}

/** The task of a gate, and what came of it. */
function shop() {
  const [paid, asked] = [[], []];
  const pay = ({ amount }) => {
    paid.push(amount);
    return `${amount} euros are paid`;
  };
  const critic = ({ messages }) => {
    asked.push(JSON.stringify(messages));
    return { content: accept(), usage: { inputTokens: 30, outputTokens: 5 } };
  };
  const rules = { limit: ({ arguments: { amount } }) => !(amount > 100) || 'at most 100 euros may be paid' };
  const task = { critic: false, verifiers: { paid: (draft) => draft === PAID || 'nothing is paid' }, actions: { rules, critic } };
  return { paid, asked, pay, task };
}

const inChain =
  (create) =>
  ({ pay, task }) =>
    atServer(async (url) => {
      const configuration = { baseURL: `${url}/v1` };
      const model = new ChatOpenAI({ model: 'fake', apiKey: 'none', configuration, maxRetries: 0, useResponsesApi: true });
      const tools = [chainTool(pay, { name: 'pay', description: 'p', schema: amount })];
      const agent = create({ model, tools, middleware: [reflectMiddleware({ engine, task })] });
      const { messages, reflection } = await agent.invoke({ messages: [{ role: 'user', content: QUESTION }] });
      return [messages.at(-1).text, reflection, messages];
    });

/** Each has its agent pay, and gives its answer, the gate's result and what shows that the feedback reached its model. */
const HOSTS = {
  async 'AI SDK'({ pay, task }) {
    const tools = { pay: aiTool({ inputSchema: amount, execute: pay }) };
    const { text, reflection, responseMessages } = await gated(new ToolLoopAgent({ model: tellerModel(), tools }), {
      engine,
      task,
    }).generate({ prompt: QUESTION });
    return [text, reflection, responseMessages];
  },
  async 'AI SDK, a stream'({ pay, task }) {
    const tools = { pay: aiTool({ inputSchema: amount, execute: pay }) };
    const stream = await gated(new ToolLoopAgent({ model: tellerModel(), tools }), { engine, task }).stream({ prompt: QUESTION });
    return [await stream.text, await stream.reflection, await stream.responseMessages];
  },
  LangChain: inChain(createAgent),
  deepagents: inChain(createDeepAgent),
  async Mastra({ pay, task }) {
    const seen = [];
    const judged = { ...task, onStep: (step) => seen.push(step) };
    const tools = { pay: createTool({ id: 'pay', description: 'p', inputSchema: amount, execute: async (given) => pay(given) }) };
    const agent = { id: 'a', name: 'a', instructions: 'i', model: tellerModel(), tools };
    const gate = { ...agent, outputProcessors: [reflectGate({ engine, task: judged })], maxProcessorRetries: 3 };
    const { text, response } = await new MastraAgent(gate).generate(QUESTION);
    return [text, { ...response.uiMessages.at(-1).metadata.reflect, steps: seen }];
  },
  'OpenAI Agents': ({ pay, task }) =>
    atServer(async (url) => {
      const client = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0 });
      const own = agentsTool({
        name: 'pay',
        description: 'p',
        parameters: amount,
        execute: pay,
        inputGuardrails: [toolGuardrail()],
      });
      const agent = new Agent({ name: 'a', model: new OpenAIResponsesModel(client, 'fake'), tools: [own] });
      const { finalOutput, reflection, history } = await gatedAgent(agent, { engine, task }).run(QUESTION);
      return [finalOutput, reflection, history];
    }),
  async Genkit({ pay, task }) {
    const ai = genkit({});
    const model = ai.defineModel(
      { name: 'fake/actions', apiVersion: 'v2', supports: { tools: true, multiturn: true } },
      async ({ messages }) => {
        const { text, call } = teller(messages);
        const request = call && { toolRequest: { name: call.name, ref: call.id, input: call.arguments } };
        return { message: { role: 'model', content: [request ?? { text }] }, finishReason: 'stop' };
      },
    );
    const inputSchema = genkitZ.object({ amount: genkitZ.number() });
    const own = ai.defineTool({ name: 'pay', description: 'p', inputSchema }, async (given) => pay(given));
    const steps = [];
    const judged = { ...task, onStep: (step) => steps.push(step) };
    const use = [genkitGate({ engine, task: judged })()];
    const { text, message, messages } = await ai.generate({ model, tools: [own], prompt: QUESTION, use });
    return [text, { ...message.metadata.reflect, steps }, messages];
  },
  'Claude Code': ({ pay, task }, context) =>
    atServer(async (url) => {
      const { env, home } = claudeHome(context, url);
      const results = [];
      const own = claudeTool('pay', 'p', { amount: z.number() }, async (given) => ({
        content: [{ type: 'text', text: pay(given) }],
      }));
      const shop = { type: 'sdk', ...createSdkMcpServer({ name: 'shop', tools: [own] }) };
      const hooks = gateHooks({ engine, task, onResult: (result) => results.push(result) });
      const options = { env, cwd: home, settingSources: [], tools: [], model: 'claude-sonnet-4-5', maxTurns: 30, hooks };
      let text;
      for await (const message of query({
        prompt: QUESTION,
        options: { ...options, mcpServers: { shop }, allowedTools: ['mcp__shop__pay'] },
      }))
        if (message.type === 'result') text = message.result;
      assert.equal(results.length, 1);
      return [text, results[0]];
    }, 'mcp__shop__pay'),
};

for (const [name, run] of Object.entries(HOSTS))
  test(`${name}: a forbidden call is not made, an allowed one is, and both are in the gate`, {
    timeout: 120_000,
  }, async (context) => {
    const own = shop();
    const [text, result, shown] = await run(own, context);
    assert.deepEqual([text, own.paid, own.asked.length], [PAID, [50], 1]);
    assert.ok(own.asked[0].includes(QUESTION), own.asked[0]);
    assert.deepEqual([result.status, result.acceptedBy], ['ok', 'verifier']);
    const steps = (result.steps ?? result.trace.steps).filter(({ type }) => type === 'action');
    assert.deepEqual(
      steps.map(({ args, allowed }) => [args, allowed]),
      [
        [{ amount: 500 }, false],
        [{ amount: 50 }, true],
      ],
    );
    if (shown) assert.match(JSON.stringify(shown), /at most 100 euros may be paid/);
    if (result.usage.byPurpose)
      assert.deepEqual(result.usage.byPurpose.action, { inputTokens: 30, outputTokens: 5, totalTokens: 35, calls: 1, failed: 0 });
    else assert.ok(result.usage.inputTokens >= 30, JSON.stringify(result.usage));
  });

test('a host that could not stop a call refuses `actions`, and says why', async () => {
  const { task } = shop();
  const only = { actions: task.actions, verifiers: task.verifiers };
  const model = new OpenAIResponsesModel(new OpenAI({ apiKey: 'none' }), 'fake');
  const open = agentsTool({ name: 'pay', description: 'p', parameters: amount, execute: () => '' });
  await refusals('invalid_settings', [
    [
      () => gated({ version: 'agent-v1', tools: {}, generate() {}, stream() {} }, { engine, task: only }),
      '`actions` need a `ToolLoopAgent` of ai 7',
    ],
    [
      () => gatedAgent(new Agent({ name: 'a', model, tools: [open] }), { engine, task: only }),
      /the tool `pay` has no `toolGuardrail\(\)`/,
    ],
    [() => stopHook({ engine, task: only }), /give `gateHooks`/],
    [() => gateHooks({ engine, task: { verifiers: task.verifiers } }), /`task.actions` of gateHooks is missing/],
  ]);
  await refusals('invalid_task', [
    [() => reflectMiddleware({ engine, task: { ...only, actions: { rules: {} } } }), /`actions` needs `rules` or a `critic`/],
  ]);
});

test('an OpenAI agent outside its gate calls no tool that has the guardrail', async () => {
  const paid = [];
  await atServer(async (url) => {
    const client = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0 });
    const own = agentsTool({
      name: 'pay',
      description: 'p',
      parameters: amount,
      execute: ({ amount }) => paid.push(amount),
      inputGuardrails: [toolGuardrail()],
    });
    const agent = new Agent({ name: 'a', model: new OpenAIResponsesModel(client, 'fake'), tools: [own] });
    await assert.rejects(runAgent(agent, QUESTION, { maxTurns: 2 }), /Max turns/);
  });
  assert.deepEqual(paid, []);
});

test("AI SDK: what the gate allows goes on to the agent's own approval", async () => {
  const { paid, pay, task } = shop();
  const asked = [];
  const own = (input, { toolCallId }) => {
    asked.push([input, toolCallId]);
    return { type: 'denied', reason: 'ask me first' };
  };
  const tools = { pay: aiTool({ inputSchema: amount, execute: pay }) };
  const once = () => languageModel([[{ type: 'tool-call', toolCallId: 'c', toolName: 'pay', input: '{"amount":50}' }], PAID]);
  for (const toolApproval of [{ pay: own }, ({ toolCall }) => own(toolCall.input, toolCall), { pay: 'denied' }]) {
    const { steps } = await gated(new ToolLoopAgent({ model: once(), tools, toolApproval }), { engine, task }).generate({
      prompt: QUESTION,
    });
    assert.match(JSON.stringify(steps[0].content), /"approved":false/);
  }
  assert.deepEqual(
    [paid, asked],
    [
      [],
      [
        [{ amount: 50 }, 'c'],
        [{ amount: 50 }, 'c'],
      ],
    ],
  );
});

test('LangChain: a call that was changed after it was judged is not made, and a tool that throws is told as without a gate', async () => {
  const { paid, pay, task } = shop();
  const said = (name, args) => new AIMessage({ content: '', tool_calls: [{ id: `${name}1`, name, args, type: 'tool_call' }] });
  const model = fakeModel()
    .respond(said('pay', { amount: 50 }))
    .respond(said('broken', {}))
    .respond(new AIMessage(PAID));
  const change = createMiddleware({
    name: 'change',
    afterModel: ({ messages }) => {
      const [call] = messages.at(-1).tool_calls ?? [];
      if (call?.name === 'pay') call.args = { amount: 5_000 };
    },
  });
  const broken = () => Promise.reject(new Error('out of order'));
  const tools = [
    chainTool(pay, { name: 'pay', description: 'p', schema: amount }),
    chainTool(broken, { name: 'broken', description: 'b', schema: z.object({}) }),
  ];
  // The hooks behind a model run from the last to the first.
  const agent = createAgent({ model, tools, middleware: [change, reflectMiddleware({ engine, task })] });
  const { messages } = await agent.invoke({ messages: [{ role: 'user', content: QUESTION }] });
  const told = messages.filter((message) => message.type === 'tool').map(({ text }) => text);
  assert.deepEqual(paid, []);
  assert.match(told[0], /nobody judged it with these arguments/);
  assert.match(told[1], /out of order/);
});

test('MCP: a model asks `step` before it acts, in the gate of its answer', async (context) => {
  const { task, asked } = shop();
  const options = { engine, model: () => accept(), critic: () => accept(), actions: task.actions, authorize: () => true };
  const server = serve({ fetch: reflectServer(options), port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  context.after(() => server.close());
  const client = new Client({ name: 't', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${server.address().port}/mcp`)));
  const call = async (name, args) => (await client.callTool({ name, arguments: args })).structuredContent;
  const first = await call('step', { task: QUESTION, name: 'pay', arguments: { amount: 500 } });
  assert.deepEqual([first.allow, first.usage], [false, { total: {} }]);
  assert.match(first.feedback, /at most 100 euros may be paid/);
  const second = await call('step', { gate: first.gate, name: 'pay', arguments: { amount: 50 } });
  assert.deepEqual([second.allow, second.gate, asked.length], [true, first.gate, 1]);
  assert.deepEqual([second.usage.total.inputTokens, second.usage.total.outputTokens], [30, 5]);
  const end = await call('gate', { gate: second.gate, draft: PAID });
  assert.deepEqual([end.done, end.accepted], [true, true]);
  await client.close();
});

test('Claude Code: what cannot be judged is denied', async () => {
  const { task } = shop();
  const { PreToolUse } = gateHooks({ engine, task });
  const hook = { hook_event_name: 'PreToolUse', session_id: 's', transcript_path: '/nowhere', tool_name: 'Bash', tool_input: {} };
  const { hookSpecificOutput } = await PreToolUse[0].hooks[0](hook, undefined, { signal: new AbortController().signal });
  assert.equal(hookSpecificOutput.permissionDecision, 'deny');
  assert.match(hookSpecificOutput.permissionDecisionReason, /could not be judged: .*nowhere/);
});
