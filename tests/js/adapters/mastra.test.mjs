// The engine inside the real Mastra: as a step of a workflow, a scorer, and a model of an agent.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { createStep, createWorkflow } from '@mastra/core/workflows';
import { ReflectEngine } from 'reflect-engine';
import { reflected } from 'reflect-engine/ai-sdk';
import { reflectScorer, reflectStep } from 'reflect-engine/mastra';
import { scriptedModel } from 'reflect-engine/testing';
import { z } from 'zod';
import { accept, reject } from '../support.mjs';
import { languageModel } from './language-model.mjs';

// One revision and nothing beside it: the scripts answer in a fixed order.
const engine = new ReflectEngine({ maxReflections: 1 });
const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'add', input: '{"a":17,"b":26}' };
const add = createTool({
  id: 'add',
  description: 'Adds two numbers',
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  execute: async ({ a, b }) => ({ sum: a + b }),
});

const agentOf = (model, more) => new Agent({ id: 'a', name: 'a', instructions: 'Be brief.', model, ...more });

/** What a workflow of one step with this model comes to. */
async function flown(model) {
  const step = createStep(reflectStep({ engine, task: { model } }));
  const [inputSchema, outputSchema] = [z.object({ task: z.string() }), z.object({ output: z.string() })];
  const workflow = createWorkflow({ id: 'w', inputSchema, outputSchema }).then(step).commit();
  return (await workflow.createRun()).start({ inputData: { task: 'Write.' } });
}

test('as a step of a workflow it takes a task, and gives what a result says first', async () => {
  const { status, result } = await flown(scriptedModel(['Draft.', accept()]));
  assert.deepEqual([status, result.output, result.status, result.acceptedBy], ['success', 'Draft.', 'ok', 'critic']);
});

test('as a step it fails with the error of the model', async () => {
  const { status, error } = await flown(() => Promise.reject(new Error('out of order')));
  assert.deepEqual([status, /out of order/.test(error.message)], ['failed', true]);
});

/** A run that a scorer is given: a question and this answer. */
const scored = (answer) => {
  const message = (role, text) => ({
    id: role,
    role,
    createdAt: new Date(),
    content: { format: 2, parts: [{ type: 'text', text }] },
  });
  const input = {
    inputMessages: [message('user', 'Why?')],
    rememberedMessages: [],
    systemMessages: [],
    taggedSystemMessages: {},
  };
  return { input, output: [message('assistant', answer)] };
};

test('as a scorer it gives the critic’s points, and the issues as the reason', async () => {
  const scorer = reflectScorer({ engine, task: { model: scriptedModel([reject(4, ['no reason', 'too short'])]) } });
  const { score, reason } = await scorer.run(scored('Blue.'));
  assert.deepEqual([score, reason], [0.4, 'no reason; too short']);
});

test('as a scorer it wraps a critic alone, and without one it says who is missing', async () => {
  const critic = { model: scriptedModel([accept(9)]), name: 'support' };
  const { score } = await reflectScorer({ engine, task: { critic } }).run(scored('Light scatters.'));
  assert.equal(score, 0.9);
  assert.throws(() => reflectScorer({ engine, task: {} }), {
    code: 'invalid_settings',
    message: /needs a `critic`: it is who scores$/,
  });
});

test('an unreadable critic is an error of the scorer and not a score', async () => {
  const scorer = reflectScorer({ engine, task: { model: scriptedModel(['Fine.', 'Fine, I said.']) } });
  await assert.rejects(scorer.run(scored('Blue.')), /the critic gave no score/);
});

for (const how of ['generate', 'stream'])
  test(`\`reflected\` of the AI SDK is a model of an agent: ${how}`, async () => {
    const model = reflected(languageModel([[call], 'It is 44.', reject(), 'It is 43.', accept()]), { engine });
    const output = await agentOf(model, { tools: { add } })[how]('What is 17 + 26?');
    assert.equal(await output.text, 'It is 43.');
    assert.equal((await output.totalUsage).inputTokens, 50);
  });

test('a schema of the agent holds for revisions of `reflected`, and not for critiques', async () => {
  const inner = languageModel(['{"name":"rot"}', reject(), '{"name":"red"}', accept()]);
  const structuredOutput = { schema: z.object({ name: z.string() }) };
  const { object } = await agentOf(reflected(inner, { engine })).generate('A colour.', { structuredOutput });
  assert.deepEqual(object, { name: 'red' });
  const [answer, critique, revision] = inner.doGenerateCalls.map(({ responseFormat }) => responseFormat.schema.required);
  assert.deepEqual([answer, revision, critique.includes('needs_revision')], [['name'], ['name'], true]);
});

test('an error of the model in `reflected` is the agent’s, and an abort of the agent ends its call', async () => {
  const broken = reflected(languageModel([new Error('out of order')]), { engine });
  await assert.rejects(agentOf(broken).generate('q', { modelSettings: { maxRetries: 0 } }), /out of order/);
  const stop = new AbortController();
  const inner = languageModel(['Blue.', 'hang']);
  const run = agentOf(reflected(inner, { engine })).generate('q', { abortSignal: stop.signal });
  while (inner.doGenerateCalls.length < 2) await new Promise(setImmediate);
  stop.abort(new DOMException('enough', 'AbortError'));
  assert.equal((await run).finishReason, 'aborted');
  assert.equal(inner.doGenerateCalls[1].abortSignal.aborted, true);
});
