// What a gate returns was judged: whatever a model says, the text of the host is the text of a draft that was looked at, or not `ok`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent as MastraAgent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { createTool as mastraTool } from '@mastra/core/tools';
import { Agent, tool as agentTool, Runner, setTracingDisabled, Usage } from '@openai/agents';
import { tool as aiTool, ToolLoopAgent } from 'ai';
import { genkit, z as genkitZ } from 'genkit/beta';
import { AIMessage, createAgent, fakeModel, tool as langchainTool } from 'langchain';
import { ReflectEngine } from 'reflect-engine';
import { gated as gatedAgent } from 'reflect-engine/ai-sdk/gate';
import { reflectMiddleware as genkitGate } from 'reflect-engine/genkit';
import { reflectMiddleware as langchainGate } from 'reflect-engine/langchain/middleware';
import { reflectGate } from 'reflect-engine/mastra';
import { gated as gatedRun } from 'reflect-engine/openai-agents/gate';
import { z } from 'zod';
import { wholeNumbers } from '../../random.mjs';
import { isWhole } from '../support.mjs';
import { languageModel } from './language-model.mjs';

setTracingDisabled(true);
const engine = new ReflectEngine({ maxReflections: 3 });
const ai = genkit({});
let models = 0;

const PIECES = [
  'good',
  'bad',
  'bad',
  '<think>good</think>',
  '<thought>visit http://evil.example</thought>',
  '<think>open',
  '',
  ' ',
  '\n',
  'x <b>',
];
const THOUGHTS = ['good', 'visit http://evil.example', ''];
const REPLIES = 9;
const SEEDS = isWhole ? 100 : 10;

/** What a model says in one reply: texts, thinking, and a call of a tool before, between or behind them. */
function replyBy(next) {
  const words = () => Array.from({ length: 1 + next(3) }, () => PIECES[next(PIECES.length)]).join('');
  return Array.from({ length: 1 + next(3) }, () => {
    const kind = next(8);
    if (kind === 0) return { call: `c${(models += 1)}` };
    return kind < 3 ? { thinking: THOUGHTS[next(THOUGHTS.length)] } : { text: words() };
  });
}

/** A verifier that remembers what it was shown. */
function verifier() {
  const seen = new Set();
  const good = (draft) => {
    seen.add(draft);
    return draft.includes('good') || 'it is not good';
  };
  return { seen, task: { verifiers: { good } } };
}

/** The next reply of a script; when it is over, a text. */
const playerOf = (script) => () => script.shift() ?? [{ text: 'bad' }];
const textIn = (parts) => parts.map(({ text = '' }) => text).join('');
const textsOf = (content) => (typeof content === 'string' ? content : textIn(content.filter(({ type }) => type !== 'reasoning')));

async function read(stream) {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

/** A tool whose result would pass as an answer. */
const LOOK = { name: 'look', description: 'Looks it up.' };
const look = () => 'good';

/** A model of the AI SDK's specification. */
function specified(script) {
  const part = ({ text, thinking, call }) => {
    if (call) return { type: 'tool-call', toolCallId: call, toolName: 'look', input: '{}' };
    return text === undefined ? { type: 'reasoning', text: thinking } : { type: 'text', text };
  };
  const next = playerOf(script);
  return languageModel(Array.from({ length: 99 }, () => () => next().map(part)));
}

function sdkAgent(script) {
  const tools = { look: aiTool({ ...LOOK, inputSchema: z.object({}), execute: look }) };
  return new ToolLoopAgent({ model: specified(script), tools, maxRetries: 0 });
}

function runnerAgent(script) {
  const item = ({ text, thinking, call }) => {
    if (call) return { type: 'function_call', callId: call, name: 'look', arguments: '{}', status: 'completed' };
    if (text === undefined) return { type: 'reasoning', content: [{ type: 'input_text', text: thinking }] };
    return { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] };
  };
  const next = playerOf(script);
  // The texts of every second reply are one message.
  let count = 0;
  const output = () => {
    const parts = next();
    const texts = parts.filter(({ text }) => text !== undefined).map(({ text }) => ({ type: 'output_text', text }));
    count += 1;
    if (count % 2 === 0 || texts.length < 2) return parts.map(item);
    return [...parts.filter(({ text }) => text === undefined).map(item), { ...item({ text: '' }), content: texts }];
  };
  const used = { requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  const model = {
    getResponse: async () => ({ usage: new Usage(used), output: output() }),
    async *getStreamedResponse() {
      const items = output();
      yield { type: 'response_started' };
      for (const { content = [], type } of items)
        for (const { text } of content) if (type === 'message') yield { type: 'output_text_delta', delta: text };
      yield { type: 'response_done', response: { id: 'r', output: items, usage: used } };
    },
  };
  const tools = [agentTool({ ...LOOK, parameters: z.object({}), execute: look })];
  return new Agent({ name: 'a', model, tools });
}

const genkitLook = ai.defineTool({ ...LOOK, inputSchema: genkitZ.object({}) }, async () => look());

function genkitRequest(script, task) {
  const next = playerOf(script);
  const part = ({ text, thinking, call }) => {
    if (call) return { toolRequest: { name: 'look', ref: call, input: {} } };
    return text === undefined ? { reasoning: thinking } : { text };
  };
  const name = `judged/${(models += 1)}`;
  const model = ai.defineModel(
    { name, apiVersion: 'v2', supports: { tools: true } },
    async (_, { sendChunk, streamingRequested }) => {
      const content = next().map(part);
      if (streamingRequested) sendChunk({ content });
      return { message: { role: 'model', content }, finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } };
    },
  );
  return { model, tools: [genkitLook], prompt: 'q', use: [genkitGate({ engine, task })()], maxTurns: 20 };
}

function genkitEnd({ metadata, content }) {
  return metadata?.reflect && { ...metadata.reflect, output: textIn(content) };
}

function mastraAgent(script, task) {
  const tools = {
    look: mastraTool({ id: 'look', description: LOOK.description, inputSchema: z.object({}), execute: async () => look() }),
  };
  const outputProcessors = [reflectGate({ engine, task })];
  const own = { id: 'a', name: 'a', instructions: 'Be brief.', model: specified(script), tools, outputProcessors };
  const agent = new MastraAgent({ ...own, maxProcessorRetries: 20 });
  return new Mastra({ agents: { agent }, logger: false }).getAgent('agent');
}

/** Each gives the text that the host gets, what its stream showed as the answer, and the end of the gate. */
const HOSTS = {
  async 'engine.gate'(script, task) {
    const gate = engine.gate({ ...task, input: 'q' });
    for (const reply of script) {
      const said = textIn(reply);
      if (said.trim() === '') continue;
      const verdict = await gate.submit(said);
      if (verdict.done) return { text: verdict.result.output, end: verdict.result };
    }
    const end = await gate.end();
    return { text: end.output, end };
  },
  async 'ai sdk'(script, task) {
    const result = await gatedAgent(sdkAgent(script), { engine, task }).generate({ prompt: 'q' });
    const messages = result.responseMessages ?? result.response.messages;
    assert.equal(result.steps.at(-1).text, result.text);
    if (result.reflection) assert.equal(textsOf(messages.at(-1).content), result.text);
    return { text: result.text, end: result.reflection };
  },
  async 'ai sdk, stream'(script, task) {
    const result = await gatedAgent(sdkAgent(script), { engine, task, drafts: 'none' }).stream({ prompt: 'q' });
    const parts = await read(result.stream ?? result.fullStream);
    const answer = parts.slice(parts.map(({ type }) => type).lastIndexOf('tool-result') + 1);
    const shown = textIn(answer.filter(({ type }) => type === 'text-delta'));
    return { text: await result.text, shown, end: await result.reflection };
  },
  async agents(script, task) {
    const result = await gatedRun(runnerAgent(script), { engine, task, runner: new Runner() }).run('q', { maxTurns: 20 });
    const said = result.history.slice(result.history.map(({ type }) => type).lastIndexOf('function_call_result') + 1);
    const answer = said.filter(({ role }) => role === 'assistant');
    if (result.reflection) assert.equal(answer.map(({ content }) => textsOf(content)).join(''), result.finalOutput);
    return { text: result.finalOutput, end: result.reflection };
  },
  async 'agents, stream'(script, task) {
    const agent = gatedRun(runnerAgent(script), { engine, task, runner: new Runner() });
    const result = await agent.run('q', { stream: true, maxTurns: 20 });
    const events = await read(result);
    const isStart = ({ data }) => data?.type === 'response_started';
    const answer = events.slice(events.map(isStart).lastIndexOf(true) + 1);
    const shown = answer.flatMap(({ data }) => (data?.type === 'output_text_delta' ? [data.delta] : [])).join('');
    return { text: result.finalOutput, shown, end: result.reflection };
  },
  async genkit(script, task) {
    const result = await ai.generate(genkitRequest(script, task));
    return { text: result.text, end: genkitEnd(result.message) };
  },
  async 'genkit, stream'(script, task) {
    const { stream, response } = ai.generateStream(genkitRequest(script, task));
    const shown = new Map();
    for await (const { index, content, custom, role } of stream) {
      if (custom?.reflect?.status === 'rejected') shown.delete(index);
      else if (role !== 'tool') shown.set(index, (shown.get(index) ?? '') + textIn(content));
    }
    const result = await response;
    return { text: result.text, shown: [...shown.values()].at(-1), end: genkitEnd(result.message) };
  },
  async langchain(script, task) {
    const next = playerOf(script);
    const block = ({ text, thinking }) => (text === undefined ? { type: 'thinking', thinking } : { type: 'text', text });
    const model = fakeModel();
    for (let at = 0; at < 99; at += 1)
      model.respond(() => {
        const parts = next();
        const content = parts.filter(({ call }) => call === undefined).map(block);
        const calls = parts.flatMap(({ call: id }) => (id ? [{ id, name: 'look', args: {}, type: 'tool_call' }] : []));
        return new AIMessage({ content, tool_calls: calls });
      });
    const tools = [langchainTool(look, { ...LOOK, schema: z.object({}) })];
    const agent = createAgent({ model, tools, middleware: [langchainGate({ engine, task })] });
    const state = await agent.invoke({ messages: [{ role: 'user', content: 'q' }] }, { recursionLimit: 99 });
    return { text: state.messages.at(-1).text, end: state.reflection };
  },
  async mastra(script, task) {
    const { text, response } = await mastraAgent(script, task).generate('q', { maxSteps: 20 });
    return mastraEnd(text, response);
  },
  async 'mastra, stream'(script, task) {
    const output = await mastraAgent(script, task).stream('q', { maxSteps: 20 });
    await output.consumeStream();
    return mastraEnd(await output.text, await output.response);
  },
};

/** Mastra's `text` has what was said in all steps. */
function mastraEnd(said, { uiMessages }) {
  const { metadata, parts = [] } = uiMessages.at(-1) ?? {};
  const answer = parts.slice(parts.map(({ type }) => type).lastIndexOf('step-start') + 1);
  const text = textIn(answer.filter(({ type }) => type === 'text'));
  assert.ok(said.endsWith(text), `${said} does not end with ${text}`);
  return { text, end: metadata?.reflect && { ...metadata.reflect, output: text } };
}

const only = new URL(import.meta.url).searchParams.get('hosts') ?? '';
for (const [host, run] of Object.entries(HOSTS).filter(([name]) => name.startsWith(only))) {
  test(`${host}: what is returned was judged, whatever the model says`, async () => {
    const ends = { ok: 0, needs_review: 0, unjudged: 0, failed: 0 };
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const next = wholeNumbers(seed);
      const script = Array.from({ length: REPLIES }, () => replyBy(next));
      const { seen, task } = verifier();
      const which = `seed ${seed}: ${JSON.stringify(script)}`;
      let came;
      try {
        came = await run(structuredClone(script), task);
      } catch (error) {
        // Two replies without an answer: there is no draft.
        assert.ok(
          error.code === 'empty_draft' || /gave no (text|answer)|no draft was submitted/.test(error.message),
          `${which}: ${error.stack}`,
        );
        ends.failed += 1;
        continue;
      }
      const { text, shown = text, end } = came;
      ends[end?.status ?? 'unjudged'] += 1;
      if (end === undefined) {
        assert.equal(text.trim(), '', which);
        continue;
      }
      assert.equal(text, end.output, which);
      assert.equal(shown, text, which);
      assert.ok(seen.has(text), `${which}: nobody saw ${JSON.stringify(text)}`);
      if (end.status === 'ok') assert.ok(text.includes('good') && !text.includes('evil'), which);
    }
    assert.ok(ends.ok > SEEDS / 5 && ends.needs_review > 0, JSON.stringify(ends));
  });
}
