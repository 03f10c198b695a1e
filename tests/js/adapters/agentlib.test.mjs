// `agentlibReasoning` in a context as agentlib makes it (its packages are not on npm).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presets, ReflectEngine } from 'reflect-engine';
import { agentlibReasoning } from 'reflect-engine/agentlib';
import { accept, column, kinds, reject, rejection } from '../support.mjs';

const USAGE = { promptTokens: 10, completionTokens: 5, totalTokens: 15 };
const ADD = {
  schema: { name: 'add', description: 'Adds two numbers', parameters: { type: 'object', properties: { a: { type: 'number' } } } },
  execute: async ({ a, b }) => a + b,
};
const SECRET = { schema: { name: 'secret', description: 'None of your business', parameters: {} }, execute: async () => 1 };

/** agentlib's reasoning context: a model that says what the script says, two tools, one of them not allowed. */
function contextOf(script, { policy = { allowedTools: ['add'] }, messages = [{ role: 'user', content: '17 + 26?' }] } = {}) {
  const tools = new Map([ADD, SECRET].map((tool) => [tool.schema.name, tool]));
  const state = { messages, steps: [], usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 } };
  const [requests, events] = [[], []];
  return {
    requests,
    events,
    ctx: { state, emit: (name, payload) => events.push([name, payload]) },
    policy,
    tools: {
      getSchemas: () => [...tools.values()].map(({ schema }) => schema),
      isAllowed: (name, allowed) => allowed === undefined || allowed.includes(name),
    },
    model: {
      complete: async (request) => {
        requests.push(structuredClone(request));
        const said = script.shift();
        if (said instanceof Error) throw said;
        const { content = '', toolCalls } = typeof said === 'string' ? { content: said } : said;
        return { message: { role: 'assistant', content, toolCalls }, toolCalls, usage: USAGE };
      },
    },
    pushStep: (step) => void state.steps.push(step),
    callTool: async (name, args, callId) => {
      const result = await tools.get(name).execute(args);
      state.steps.push({ type: 'tool_result', toolName: name, callId, result, engine: 'runtime' });
      state.messages.push({ role: 'tool', content: JSON.stringify(result), toolCallId: callId });
      return result;
    },
  };
}

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
  assert.deepEqual([first.tools, critique.tools], [[ADD.schema], []]);
  assert.deepEqual(second.messages[2], { role: 'tool', content: '43', toolCallId: 'c1' });
  const [[event, result]] = context.events;
  assert.deepEqual([event, result.status, result.acceptedBy], ['reflect:result', 'ok', 'critic']);
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
  assert.equal(await agentlibReasoning(new ReflectEngine()).execute(context), 'Blue.');
  assert.deepEqual(context.events[0][1].stopReason, 'max_tokens');
  const other = contextOf(['Blue.', reject(), 'Bluer.', accept()], { policy: { tokenBudget: 30 } });
  const task = { settings: { budget: { maxTokens: 1_000 } } };
  assert.equal(await agentlibReasoning(new ReflectEngine(), task).execute(other), 'Bluer.');
});

test('an error of the model before the first draft is the cause of what the agent gets', async () => {
  const broken = new Error('out of order');
  const error = await rejection(agentlibReasoning(new ReflectEngine()).execute(contextOf([broken])));
  assert.deepEqual([error.code, error.cause], ['model_error', broken]);
});
