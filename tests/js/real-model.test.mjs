// The parts of `--real-model` that need no model: the server, and the judge of runs, which must see through doctored ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { chatModel } from 'reflect-engine/openai';
import { scriptedModel } from 'reflect-engine/testing';
import { clientOf } from '../../examples-js/code-review/openai-model.mjs';
import { abortDuring, PURPOSES } from '../real-model/abort.mjs';
import { serve } from '../real-model/server.mjs';
import { faultsOf } from '../real-model/truth.mjs';
import { column } from './support.mjs';

const REJECTS = '{"score": 3, "issues": ["short"], "suggestion": "More.", "needs_revision": true}';
const ACCEPTS = '{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}';

/** A run that was rejected once and then accepted, and what its model said. */
async function honestRun() {
  const script = scriptedModel(['First.', REJECTS, 'Second.', ACCEPTS]);
  const log = [];
  const model = async (request) => {
    const content = await script(request);
    const { callId, purpose, iteration } = request;
    log.push({ callId, purpose, iteration, content, finishReason: 'stop', tokens: 3 });
    return { content, finishReason: 'stop', usage: { inputTokens: 2, outputTokens: 1 } };
  };
  const task = { input: 'Write.', verifiers: { long: (draft) => ({ passed: draft.length > 3 }) } };
  const result = await new ReflectEngine().run({ ...task, model });
  return { task, settings: {}, log, result };
}

test('an honest run has no faults', async () => {
  assert.deepEqual(await faultsOf(await honestRun()), []);
});

const doctored = {
  'accepted, but the critic rejected': (run) => Object.assign(run.log[3], { content: REJECTS }),
  'accepted, but the critique was cut': (run) => Object.assign(run.log[3], { finishReason: 'length' }),
  'accepted, but a verifier fails': (run) => Object.assign(run.task.verifiers, { never: () => ({ passed: false }) }),
  'accepted, but no critique says so': (run) => run.result.trace.revisionHistory.pop(),
  'accepted by a verifier beside a critic': (run) => Object.assign(run.result, { acceptedBy: 'verifier' }),
  'accepted, and stopped by a limit': (run) => Object.assign(run.result, { stopReason: 'max_reflections' }),
  'to be reviewed for no reason': (run) =>
    Object.assign(run.result, { accepted: false, status: 'needs_review', stopReason: 'max_calls' }),
  'a draft that the model did not write': (run) => Object.assign(run.result.trace.drafts[0], { text: 'Other.' }),
  'a lost draft': (run) => run.result.trace.drafts.shift(),
  'a call that was not booked': (run) => run.log.push({ callId: 'x', purpose: 'critique', iteration: 3, tokens: 0 }),
  'tokens that were not booked': (run) => Object.assign(run.log[0], { tokens: 4 }),
  'more calls than allowed': (run) => Object.assign(run, { settings: { budget: { maxCalls: 3 } } }),
  'more tokens than allowed': (run) => Object.assign(run, { settings: { budget: { maxTokens: 9 } } }),
  'steps out of order': (run) => run.result.trace.steps.reverse(),
  'an answer that is no draft': (run) => Object.assign(run.result, { output: 'Third.' }),
  'a crash': (run) => Object.assign(run, { result: undefined, error: new TypeError('undefined is not a function') }),
};
for (const [name, doctor] of Object.entries(doctored)) {
  test(`a doctored run is found out: ${name}`, async () => {
    const run = await honestRun();
    doctor(run);
    assert.notDeepEqual(await faultsOf(run), []);
  });
}

/** Stands for a local model: a word at a time, until it is aborted. */
function wordy(words) {
  const asked = [];
  async function model(request, own) {
    asked.push({ ...request, own });
    for (const word of words) {
      await new Promise(setImmediate);
      request.signal.throwIfAborted();
      request.onDelta?.(word);
    }
    return { content: words.join(''), finishReason: 'stop', usage: { inputTokens: 5, outputTokens: words.length } };
  }
  return { name: 'wordy', model, asked };
}

async function served(words, use) {
  const local = wordy(words);
  const server = await serve(local);
  try {
    await use(server, clientOf({ baseURL: server.url, apiKey: 'none', maxRetries: 0 }), local);
  } finally {
    await server.close();
  }
}

test('the server speaks to the official client, streamed and whole', () =>
  served(['{"count": ', '2}'], async (server, client, local) => {
    const deltas = [];
    const model = chatModel(client, 'wordy', { temperature: 0, seed: 4, max_tokens: 9 });
    const schema = { type: 'object' };
    const reply = await model({
      purpose: 'critique',
      messages: [{ role: 'user', content: 'Count.' }],
      responseSchema: schema,
      signal: new AbortController().signal,
      onDelta: (delta) => deltas.push(delta),
    });
    assert.deepEqual(deltas, ['{"count": ', '2}']);
    assert.deepEqual(JSON.parse(JSON.stringify(reply)), {
      content: '{"count": 2}',
      model: 'wordy',
      finishReason: 'stop',
      usage: { inputTokens: 5, outputTokens: 2 },
    });
    assert.deepEqual(local.asked[0].responseSchema, schema);
    assert.deepEqual(local.asked[0].own, { temperature: 0, seed: 4, maxTokens: 9 });
    const whole = await client.chat.completions.create({ model: 'wordy', messages: [{ role: 'user', content: 'Count.' }] });
    assert.equal(whole.choices[0].message.content, '{"count": 2}');
    assert.deepEqual(column((await client.models.list()).data, 'id'), ['wordy']);
    assert.deepEqual(server.ended, ['stop', 'stop']);
  }));

test('the server refuses what it does not know', () =>
  served([], async ({ url }) => {
    assert.equal((await fetch(`${url}/embeddings`)).status, 404);
    assert.equal((await fetch(`${url}/chat/completions`, { method: 'POST', body: '{' })).status, 400);
  }));

for (const purpose of PURPOSES) {
  test(`an abort during the ${purpose} ends the run and the generation`, () =>
    served(['{"story": "', ...Array(2_000).fill('word ')], async (server, client) => {
      const model = chatModel(client, 'wordy');
      // Only the generation that is aborted is long.
      const brief = async (request) => (request.purpose === purpose ? model(request) : 'A draft, or no critique.');
      assert.deepEqual(await abortDuring(purpose, brief), []);
      while (server.ended.length === 0) await new Promise(setImmediate);
      assert.deepEqual(server.ended, ['aborted']);
    }));
}
