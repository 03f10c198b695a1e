// What an agent is about to do is judged before, in each host: a forbidden call is not made, its agent is told why, an allowed one is made,
// and what the critic cost is in the gate's usage.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSdkMcpServer, query, tool as claudeTool } from '@anthropic-ai/claude-agent-sdk';
import { ChatOpenAI } from '@langchain/openai';
import { Agent as MastraAgent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { Agent, tool as agentsTool, OpenAIResponsesModel, setTracingDisabled } from '@openai/agents';
import { tool as aiTool, ToolLoopAgent } from 'ai';
import { createDeepAgent } from 'deepagents';
import { createAgent, tool as chainTool } from 'langchain';
import OpenAI from 'openai';
import { ReflectEngine } from 'reflect-engine';
import { gated } from 'reflect-engine/ai-sdk/gate';
import { gateHooks } from 'reflect-engine/claude-agent';
import { reflectMiddleware } from 'reflect-engine/langchain/middleware';
import { reflectServer } from 'reflect-engine/mcp';
import { reflectGate } from 'reflect-engine/mastra';
import { gated as gatedAgent, toolGuardrail } from 'reflect-engine/openai-agents/gate';
import { z } from 'zod';
import { accept, refusals } from '../support.mjs';
import { languageModel } from './language-model.mjs';
import { provider } from './provider.mjs';
import { claudeHome } from './claude-home.mjs';

setTracingDisabled(true);
const engine = new ReflectEngine();
const amount = z.object({ amount: z.number() });
const PAID = 'Paid 50 euros.';
const QUESTION = 'Pay the bill.';

/** What an agent says: it wants to pay too much, and less when it is told. */
function teller(shown, name = 'pay') {
  const said = JSON.stringify(shown);
  if (said.includes('50 euros are paid')) return { text: PAID };
  return { call: { id: said.includes('at most 100 euros') ? 'c2' : 'c1', name, arguments: { amount: said.includes('at most 100 euros') ? 50 : 500 } } };
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
  const rules = { limit: ({ arguments: { amount } }) => amount <= 100 || 'at most 100 euros may be paid' };
  const task = { critic: false, verifiers: { paid: (draft) => draft === PAID || 'nothing is paid' }, actions: { rules, critic } };
  return { paid, asked, pay, task };
}

const inChain = (create) => ({ pay, task }) =>
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
    const { text, reflection, responseMessages } = await gated(new ToolLoopAgent({ model: tellerModel(), tools }), { engine, task }).generate({ prompt: QUESTION });
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
    let result;
    const seen = [];
    const judged = { ...task, onStep: (step) => seen.push(step) };
    const tools = { pay: createTool({ id: 'pay', description: 'p', inputSchema: amount, execute: async (given) => pay(given) }) };
    const agent = { id: 'a', name: 'a', instructions: 'i', model: tellerModel(), tools };
    const gate = { ...agent, outputProcessors: [reflectGate({ engine, task: judged })], maxProcessorRetries: 3 };
    const { text, response } = await new MastraAgent(gate).generate(QUESTION);
    result = response.uiMessages.at(-1).metadata.reflect;
    return [text, { ...result, steps: seen }];
  },
  'OpenAI Agents': ({ pay, task }) =>
    atServer(async (url) => {
      const client = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0 });
      const own = agentsTool({ name: 'pay', description: 'p', parameters: amount, execute: pay, inputGuardrails: [toolGuardrail()] });
      const agent = new Agent({ name: 'a', model: new OpenAIResponsesModel(client, 'fake'), tools: [own] });
      const { finalOutput, reflection, history } = await gatedAgent(agent, { engine, task }).run(QUESTION);
      return [finalOutput, reflection, history];
    }),
  'Claude Code': ({ pay, task }, context) =>
    atServer(async (url) => {
      const { env, home } = claudeHome(context, url);
      const results = [];
      const own = claudeTool('pay', 'p', { amount: z.number() }, async (given) => ({ content: [{ type: 'text', text: pay(given) }] }));
      const shop = { type: 'sdk', ...createSdkMcpServer({ name: 'shop', tools: [own] }) };
      const hooks = gateHooks({ engine, task, onResult: (result) => results.push(result) });
      const options = { env, cwd: home, settingSources: [], tools: [], model: 'claude-sonnet-4-5', maxTurns: 30, hooks };
      let text;
      for await (const message of query({ prompt: QUESTION, options: { ...options, mcpServers: { shop }, allowedTools: ['mcp__shop__pay'] } }))
        if (message.type === 'result') text = message.result;
      assert.equal(results.length, 1);
      return [text, results[0]];
    }, 'mcp__shop__pay'),
};

for (const [name, run] of Object.entries(HOSTS))
  test(`${name}: a forbidden call is not made, an allowed one is, and both are in the gate`, { timeout: 120_000 }, async (context) => {
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
    if (result.usage.byPurpose) assert.deepEqual(result.usage.byPurpose.action, { inputTokens: 30, outputTokens: 5, totalTokens: 35, calls: 1, failed: 0 });
    else assert.ok(result.usage.inputTokens >= 30, JSON.stringify(result.usage));
  });
