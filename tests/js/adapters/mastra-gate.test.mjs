// A gate in the loop of a real agent of Mastra, and the engine as the judge of its goals.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { MockMemory } from '@mastra/core/memory';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { ReflectEngine } from 'reflect-engine';
import { reflected } from 'reflect-engine/ai-sdk';
import { reflectGate, reflectGoal } from 'reflect-engine/mastra';
import { z } from 'zod';
import { accept, column, reject, rejection } from '../support.mjs';
import { clerkModel, languageModel } from './language-model.mjs';
import * as gate from './shop.mjs';

const engine = new ReflectEngine();
const task = gate.PRICE;

/** An agent's model that is a clerk, and its tool. */
function shop() {
  const looked = [];
  const price = createTool({
    id: 'price',
    description: 'What something costs.',
    inputSchema: z.object({ item: z.string() }),
    execute: async ({ item }) => {
      looked.push(item);
      return gate.priceOf(item);
    },
  });
  return { looked, model: clerkModel(), tools: { price } };
}

/** Mastra logs each abort as an error. */
const agentOf = (model, more) => {
  const a = new Agent({ id: 'a', name: 'a', instructions: 'Be brief.', model, ...more });
  return new Mastra({ agents: { a }, storage: new InMemoryStore(), logger: false }).getAgent('a');
};
const gatedBy = (model, options, more) =>
  agentOf(model, { outputProcessors: [reflectGate({ engine, ...options })], maxProcessorRetries: 9, ...more });

test('a gate: the agent looks up what is missing with its own tools; `reflected` cannot', async () => {
  const { looked, model, tools } = shop();
  const output = await gatedBy(model, { task }, { tools }).generate(gate.QUESTION);
  assert.deepEqual([output.text, looked, output.tripwire], ['It costs 3 euros.', ['coffee', 'tea'], undefined]);
  const end = { status: 'ok', acceptedBy: 'verifier', stopReason: 'accepted', iterations: 2, reviewReasons: [], errors: [] };
  const { usage, ...reflect } = output.response.uiMessages.at(-1).metadata.reflect;
  assert.deepEqual(reflect, end);
  const count = model.doGenerateCalls.length;
  assert.deepEqual([usage.inputTokens, usage.cachedTokens, usage.reasoningTokens], [10 * count, 4 * count, count]);
  // The draft that was taken back is shown with what is wrong with it.
  const told = model.doGenerateCalls[2].prompt.filter(({ role }) => role === 'system').at(-1);
  assert.match(told.content, /It costs 7 euros\..*look up that of tea/s);

  const other = shop();
  const inside = agentOf(reflected(other.model, { engine, task }), { tools: other.tools });
  const { text } = await inside.generate(gate.QUESTION);
  assert.deepEqual([text.includes('3 euros'), other.looked], [false, ['coffee']]);
});

test('a gate whose critic is never content ends within its budget, and says that nobody accepted', async () => {
  const script = () => languageModel(['One.', 'Two.', 'Three.', 'Four.']);
  const model = script();
  const { text, response, tripwire } = await gatedBy(model, { task: gate.NEVER }).generate('Why?');
  const { status, stopReason, acceptedBy, score, reviewReasons } = response.uiMessages.at(-1).metadata.reflect;
  assert.deepEqual([score, reviewReasons.includes('rejected_by_critic')], [4, true]);
  assert.deepEqual([status, stopReason, acceptedBy, tripwire], ['needs_review', 'max_reflections', undefined, undefined]);
  assert.deepEqual([model.doGenerateCalls.length, ['One.', 'Two.', 'Three.'].includes(text)], [3, true]);
  const blocked = await gatedBy(script(), { task: gate.NEVER, block: true }).generate('Why?');
  assert.match(blocked.tripwire.reason, /nobody accepted the answer: .*rejected_by_critic/);
  // Without retries Mastra stops at the first draft that goes back.
  const stopped = await gatedBy(script(), { task: gate.NEVER }, { maxProcessorRetries: undefined }).generate('Why?');
  assert.deepEqual([stopped.tripwire.retry, stopped.response.uiMessages.at(-1)?.metadata?.reflect], [true, undefined]);
});

test('a draft is not lost where a later reply is empty', async () => {
  const { text, response } = await gatedBy(languageModel(['Blue.', '']), { task: gate.NEVER }).generate('Why?');
  const { status, stopReason } = response.uiMessages.at(-1).metadata.reflect;
  assert.deepEqual([text, status, stopReason], ['Blue.', 'needs_review', 'model_error']);
});

test('the answer is the best draft, also where a later one came', async () => {
  const output = await gatedBy(languageModel(['Blue.', 'Green.', 'Red.']), { task: gate.BLUE }).generate('Why?');
  assert.deepEqual([output.text, output.response.uiMessages.at(-1).parts.at(-1).text], ['Blue.', 'Blue.']);
});

test('requests at once have a gate each, and their critic sees what the tools of each gave', async () => {
  const critic = ({ messages }) => {
    const shown = JSON.stringify(messages);
    const [it] = gate.answerTo(shown).match(/\d+/);
    return shown.includes(`name({\\"it\\":${it}}): {\\"is\\":${it}}`) ? gate.nameCritic({ messages }) : reject();
  };
  const model = languageModel(
    Array.from({ length: 80 }, () => ({ prompt }) => {
      const shown = JSON.stringify(prompt);
      const answer = gate.answerTo(shown);
      if (!shown.includes('Processor Feedback') && !shown.includes('tool-result')) return 'No.';
      if (shown.includes('tool-result')) return answer;
      const [it] = answer.match(/\d+/);
      return [{ type: 'tool-call', toolCallId: `c${it}`, toolName: 'name', input: `{"it":${it}}` }];
    }),
  );
  const name = createTool({ id: 'name', inputSchema: z.object({ it: z.number() }), execute: async ({ it }) => ({ is: it }) });
  const agent = gatedBy(model, { task: { critic } }, { tools: { name } });
  const answers = await Promise.all(gate.QUESTIONS.map((question) => agent.generate(question)));
  assert.deepEqual(column(answers, 'text'), gate.ANSWERS);
  for (const { response } of answers) assert.equal(response.uiMessages.at(-1).metadata.reflect.acceptedBy, 'critic');
});

test('a stream has the drafts, too, and its last message how the gate ended', async () => {
  const { looked, model, tools } = shop();
  const output = await gatedBy(model, { task }, { tools }).stream(gate.QUESTION);
  let shown = '';
  for await (const piece of output.textStream) shown += piece;
  const { metadata } = (await output.response).uiMessages.at(-1);
  assert.deepEqual([shown, looked], ['It costs 7 euros.It costs 3 euros.', ['coffee', 'tea']]);
  assert.deepEqual([await output.text, metadata.reflect.acceptedBy], ['It costs 3 euros.', 'verifier']);
});

test('an error of the model is the agent’s own, and one of the critic leaves the answer', async () => {
  const broken = new Error('out of order');
  const failed = gatedBy(languageModel([broken]), { task }).generate('q', { modelSettings: { maxRetries: 0 } });
  await assert.rejects(failed, /out of order/);
  const { text, response } = await gatedBy(languageModel(['Blue.']), { task: gate.BROKEN }).generate('q');
  assert.deepEqual([text, response.uiMessages.at(-1).metadata.reflect.status], ['Blue.', 'needs_review']);
});

test('where a later draft fails, the error carries the best one so far', async () => {
  const broken = new Error('out of order');
  const model = languageModel(['It costs 7 euros.', broken]);
  const checked = reflectGate({ engine, task });
  const agent = agentOf(model, { outputProcessors: [checked], errorProcessors: [checked], maxProcessorRetries: 9 });
  const failed = agent.generate(gate.QUESTION, { modelSettings: { maxRetries: 0 } });
  const error = await rejection(failed);
  assert.match(error.message, /out of order/);
  const { status, stopReason, output } = error.reflection;
  assert.deepEqual([status, stopReason, output], ['needs_review', 'model_error', 'It costs 7 euros.']);
});

test('what is returned was judged, also where the model thinks aloud', async () => {
  const right = { verifiers: { right: (draft) => draft.includes('42') || 'it is 42' } };
  for (const texts of [
    ['<think>I will say 41.</think>', 'The answer is 42.', 'The answer is 43.'],
    ['<think>Visit evil.example and pay.</think>The answer is 42.'],
    ['41', '<think>x</think>', '42', '43'],
  ]) {
    const { text, response } = await gatedBy(languageModel(texts), { task: right }).generate('q');
    const last = response.uiMessages.at(-1);
    assert.equal(last.metadata.reflect.status, 'ok');
    for (const given of [
      text,
      last.parts
        .filter(({ type }) => type === 'text')
        .map(({ text }) => text)
        .join(''),
    ]) {
      assert.match(given, /42/);
      assert.doesNotMatch(given, /think|41|43/);
    }
  }
});

test('a stream says which message is not the answer, and nothing of what judges say; a memory has no rejected text', async () => {
  const { model, tools } = shop();
  const memory = new MockMemory();
  const critic = ({ messages }) => (JSON.stringify(messages).includes('3 euros') ? accept() : reject(3, ['look up that of tea']));
  const output = await gatedBy(model, { task: { critic } }, { tools, memory }).stream(gate.QUESTION, {
    memory: { resource: 'r', thread: 't' },
  });
  const parts = [];
  for await (const part of output.fullStream) parts.push(part);
  const rejected = parts.filter(({ type }) => type === 'data-reflect-rejected');
  assert.deepEqual([rejected.length, typeof rejected[0].data.id], [1, 'string']);
  const shown = parts.filter(({ type }) => /^(text|reasoning|tool|data)-/.test(type));
  assert.doesNotMatch(JSON.stringify(shown), /needs_revision|look up that of tea/);
  const { messages } = await memory.recall({ threadId: 't', resourceId: 'r' });
  const kept = JSON.stringify(messages.map(({ content }) => content.parts));
  assert.match(kept, /tool-invocation.*It costs 3 euros/s);
  assert.doesNotMatch(kept, /It costs 7 euros|look up that of tea/);
});

test('a schema of the agent holds, its text is judged, and the tokens of each draft are counted', async () => {
  const usage = [];
  const onCall = (call) => call.type === 'end' && usage.push(call.usage.inputTokens);
  const agent = gatedBy(languageModel([...gate.COLOURS]), { task: { ...gate.ENGLISH, onCall } });
  const structuredOutput = { schema: z.object({ name: z.string() }) };
  const { object, response } = await agent.generate('A colour.', { structuredOutput });
  assert.deepEqual([object, response.uiMessages.at(-1).metadata.reflect.iterations, usage], [{ name: 'red' }, 2, [10, 10]]);
});

test('an abort of the agent while its critic is asked is its end', async () => {
  const stop = new AbortController();
  const critic = () => {
    stop.abort(new Error('enough'));
    return reject();
  };
  const model = languageModel(['Blue.', 'Green.']);
  const output = await gatedBy(model, { task: { critic } }).generate('Why?', { abortSignal: stop.signal });
  assert.deepEqual([output.finishReason, model.doGenerateCalls.length], ['aborted', 1]);
});

test('as the judge of a goal it sends the agent on with its tools, until the goal is met or its runs are used', async () => {
  const on = (more) => ({ memory: new MockMemory(), ...more });
  const goalOf = (judged, maxRuns = 5) => ({ judge: 'mock/none', scorer: reflectGoal({ engine, task: judged }), maxRuns });
  const run = async (agent) => {
    const memory = { thread: 't1', resource: 'r1' };
    await agent.setObjective(gate.QUESTION, { threadId: 't1', resourceId: 'r1' });
    const output = await agent.generate(gate.QUESTION, { memory });
    return { output, objective: await agent.getObjective({ threadId: 't1' }) };
  };
  const { looked, model, tools } = shop();
  const met = await run(agentOf(model, on({ tools, goal: goalOf(task) })));
  assert.deepEqual(
    [met.output.text, looked, met.objective.status, met.objective.runsUsed],
    ['It costs 3 euros.', ['coffee', 'tea'], 'done', 2],
  );

  const never = languageModel(Array.from({ length: 9 }, () => 'It costs 7 euros.'));
  const used = await run(agentOf(never, on({ goal: goalOf({ critic: () => reject() }, 3) })));
  assert.deepEqual([used.objective.status, never.doGenerateCalls.length], ['paused', 3]);
  assert.match(JSON.stringify(never.doGenerateCalls[1].prompt), /Goal attempt 1.*too short/s);
  // A critic that cannot be read is no verdict: the goal waits for a person.
  const mute = await run(agentOf(languageModel(['It costs 7 euros.']), on({ goal: goalOf({ critic: () => 'Hm.' }) })));
  assert.equal(mute.objective.status, 'paused');
  assert.match(mute.objective.pausedReason, /nobody could judge the answer: .*unreadable_critique/);

  const other = shop();
  const isTaskComplete = { scorers: [reflectGoal({ engine, task })] };
  const { text } = await agentOf(other.model, { tools: other.tools }).generate(gate.QUESTION, { isTaskComplete });
  assert.deepEqual([text.endsWith('It costs 3 euros.'), other.looked], [true, ['coffee', 'tea']]);
});

test('an answer that was cut is accepted by no critic', async () => {
  const model = languageModel([{ text: 'Long', finish: 'length' }]);
  const options = { engine: new ReflectEngine({ maxReflections: 0 }), task: { critic: () => accept() } };
  const { response } = await gatedBy(model, options).generate('q');
  const { status, reviewReasons } = response.uiMessages.at(-1).metadata.reflect;
  assert.deepEqual([status, reviewReasons], ['needs_review', ['max_reflections', 'draft_cut']]);
});
