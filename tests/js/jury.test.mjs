// Several critics as a task's `critic`: who is asked, what is told, what happens when one of them fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, columns, counted, deferred, never, reject, rejection, remembering, settled, thrown } from './support.mjs';

const engine = new ReflectEngine({ strategy: 'classic', maxReflections: 0, advanced: { seed: 1, judgeLast: true } });
const says = (text) => async () => text;

/** A run with one draft and these critics. */
function run(critic, settings = {}, more = {}) {
  return engine.run({ input: 'q', model: says('draft'), critic, settings, ...more });
}

test('each critic is asked by its own model, all at once, and heard in their order', async () => {
  const gates = [deferred(), deferred(), deferred()];
  const asked = [];
  const critics = gates.map(({ promise }, at) => ({
    model: ({ callId, purpose }) => {
      asked.push([at, callId, purpose]);
      return promise;
    },
  }));
  const ending = run(critics);
  while (asked.length < 3) await settled();
  const expected = [0, 1, 2].map((at) => [at, `critique-1.judge-${at + 1}`, 'critique']);
  assert.deepEqual(asked, expected);
  gates[2].resolve(accept(10));
  await settled();
  gates[0].resolve(reject(3, ['first']));
  await settled();
  gates[1].resolve(reject(4, ['second', 'First.']));
  const result = await ending;
  assert.deepEqual(columns(result.trace.jurors, 'critic', 'accepted', 'score'), [
    [0, false, 3],
    [1, false, 4],
    [2, true, 10],
  ]);
  assert.deepEqual(result.trace.critique.issues, ['first', 'second']);
  assert.equal(result.trace.disagreement, true);
  assert.ok(result.reviewReasons.includes('jurors_disagree'));
  const step = result.trace.steps.find(({ type }) => type === 'reflection');
  assert.deepEqual([step.jurors, step.disagreement], [result.trace.jurors, true]);
  assert.deepEqual(result.trace.revisionHistory[0].jurors, result.trace.jurors);
  assert.equal(result.usage.byPurpose.critique.calls, 3);
});

test('an abort ends a jury at once, and leaves no listener behind', async () => {
  const { controller, signal, left } = counted();
  const signals = [];
  const hangs = (request) => {
    signals.push(request.signal);
    return never();
  };
  const ending = rejection(run([hangs, hangs, says(accept())], {}, { signal }));
  while (signals.length < 2) await settled();
  controller.abort(new Error('enough'));
  const error = await ending;
  assert.equal(error.name, 'AbortError');
  assert.equal(error.result.output, 'draft');
  assert.ok(signals.every(({ aborted }) => aborted));
  assert.equal(left(), 0);
});

test('a durable host has a step for each juror, and takes those of a round together', async () => {
  const together = [];
  const durable = remembering();
  const all = (steps) => (together.push(steps.length), Promise.all(steps));
  const result = await run([says(accept()), says(accept())], {}, { durable: { ...durable, all } });
  assert.equal(result.accepted, true);
  assert.deepEqual([...durable.stored.keys()], ['answer-1', 'critique-1.judge-1', 'critique-1.judge-2']);
  assert.deepEqual(together, [2]);
});

test('what is no jury is refused by name', async () => {
  const refused = async (critic, settings) => (await rejection(run(critic, settings))).message;
  assert.match(await refused([]), /^`critic` must name at least one critic/);
  assert.match(await refused([says(''), {}]), /^`critic` must be a model function, an object with a `model`, a list of these/);
  assert.match(await refused(Array(33).fill(says(''))), /^`critic` may be a list of at most 32 critics, got 33/);
  const wrong = (jury) => thrown(() => new ReflectEngine({ advanced: { jury } })).message;
  assert.equal(wrong({ mode: 'vote' }), "`advanced.jury.mode` must be one of 'veto', 'majority', 'median', got \"vote\"");
  assert.equal(wrong({ order: 1 }), "`advanced.jury.order` must be one of 'parallel', 'sequential', got 1");
  assert.match(wrong({ modes: 'veto' }), /did you mean `advanced\.jury\.mode`\?/);
});

test('what jurors said is redacted in steps and errors', async () => {
  const model = scriptedModel(['draft']);
  const critic = [says(reject(3, ['the SECRET is told'])), says('SECRET, I like it.')];
  const redact = (text) => text.replaceAll('SECRET', '***');
  const settings = { maxReflections: 0, advanced: { judgeLast: true } };
  const { errors, trace } = await engine.run({ input: 'q', model, critic, redact, settings });
  const { steps, jurors } = trace;
  assert.deepEqual(jurors[0].issues, ['the SECRET is told']);
  assert.match(JSON.stringify(steps), /the \*\*\* is told/);
  assert.doesNotMatch(JSON.stringify([steps, errors]), /SECRET/);
});
