// Several critics as a task's `critic`: who is asked, what is told, what happens when one of them fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, counted, deferred, never, reject, rejection, settled, thrown } from './support.mjs';

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
  assert.deepEqual(
    asked,
    [0, 1, 2].map((at) => [at, `critique-1.judge-${at + 1}`, 'critique']),
  );
  gates[2].resolve(accept(10));
  await settled();
  gates[0].resolve(reject(3, ['first']));
  await settled();
  gates[1].resolve(reject(4, ['second', 'First.']));
  const result = await ending;
  assert.deepEqual(
    result.trace.jurors.map(({ critic, accepted, score }) => [critic, accepted, score]),
    [
      [0, false, 3],
      [1, false, 4],
      [2, true, 10],
    ],
  );
  assert.deepEqual(result.trace.critique.issues, ['first', 'second']);
  assert.equal(result.trace.disagreement, true);
  assert.ok(result.reviewReasons.includes('jurors_disagree'));
  const step = result.trace.steps.find(({ type }) => type === 'reflection');
  assert.deepEqual([step.jurors, step.disagreement], [result.trace.jurors, true]);
  assert.deepEqual(result.trace.revisionHistory[0].jurors, result.trace.jurors);
  assert.equal(result.usage.byPurpose.critique.calls, 3);
});

test('votes become a verdict by the mode that is set', async () => {
  const jury = [says(accept(9)), says(reject(5)), says(accept(8))];
  for (const [mode, accepted, score] of [
    [undefined, false, 5],
    ['veto', false, 5],
    ['majority', true, 8.5],
    ['median', true, 8],
  ]) {
    const result = await run(jury, mode === undefined ? {} : { advanced: { jury: { mode } } });
    assert.deepEqual([result.accepted, result.trace.critique.score], [accepted, score], mode);
    assert.equal(result.acceptedBy, accepted ? 'critic' : undefined);
  }
});

test('in turn, nobody is asked who could not change the verdict', async () => {
  const late = scriptedModel([]);
  const result = await run([says(accept()), says(reject()), late], { advanced: { jury: { order: 'sequential' } } });
  assert.deepEqual([late.requests.length, result.trace.jurors.length, result.accepted], [0, 2, false]);
  const asked = [];
  const in_turn = ['a', 'b'].map((name) => async () => {
    asked.push(`${name} begins`);
    await settled();
    asked.push(`${name} ends`);
    return accept();
  });
  assert.equal((await run(in_turn, { advanced: { jury: { order: 'sequential' } } })).accepted, true);
  assert.deepEqual(asked, ['a begins', 'a ends', 'b begins', 'b ends']);
});

test('a critic that throws, hangs or writes nonsense is left out and told; with none left nothing is accepted', async () => {
  const broken = {
    throws: () => {
      throw new Error('busy');
    },
    rejects: () => Promise.reject(new Error('busy')),
    hangs: never,
    'answers a number': says(9),
    'answers words': says('Wonderful!'),
  };
  const settings = { budget: { callTimeoutMs: 30 } };
  for (const [name, critic] of Object.entries(broken)) {
    const one = await run([critic, says(accept())], settings);
    assert.equal(one.accepted, true, name);
    assert.equal(one.trace.jurors[0].accepted, undefined, name);
    assert.equal(one.trace.jurors[0].status, name === 'answers words' ? 'unclear' : 'unreadable', name);
    assert.equal(one.errors.length, 1, name);
    assert.equal(one.errors[0].callId, 'critique-1.judge-1', name);
    const none = await run([critic, critic], settings);
    assert.deepEqual([none.accepted, none.status, none.stopReason], [false, 'needs_review', 'unreadable_critique'], name);
  }
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

test('a jury that is saved at any point goes on elsewhere to the same end', async () => {
  for (const order of ['parallel', 'sequential']) {
    const settings = { maxReflections: 1, advanced: { jury: { mode: 'majority', order } } };
    const votes = { 1: [accept(), reject(4), reject(5)], 2: [reject(6), accept(), accept(10)] };
    const answer = ({ purpose, iteration, critic }) => (purpose === 'critique' ? votes[iteration][critic] : `draft ${iteration}`);
    const critic = [0, 1, 2].map((at) => async (request) => answer({ ...request, critic: at }));
    const whole = await engine.run({ input: 'q', model: answer, critic, settings });
    assert.equal(whole.accepted, true);
    const hand = engine.start({ input: 'q', critic, settings }, 0);
    const calls = [];
    let points = 0;
    for (let output = hand.poll(0); output.type !== 'done'; output = hand.poll(0)) {
      if (output.type === 'call') calls.push(output.call);
      if (output.type !== 'wait') continue;
      const resumed = await new ReflectEngine({ strategy: 'classic' }).resume(hand.snapshot(), { model: answer, critic });
      assert.deepEqual([resumed.output, resumed.trace.jurors, resumed.accepted], [whole.output, whole.trace.jurors, true], order);
      const call = calls.pop();
      hand.reply(call.callId, answer(call), 0);
      points += 1;
    }
    hand.free();
    assert.equal(points, 8, order);
  }
});

test('a durable host has a step for each juror, and takes those of a round together', async () => {
  const names = [];
  const together = [];
  const durable = {
    run: async (name, fn) => {
      names.push(name);
      return JSON.parse(JSON.stringify(await fn()));
    },
    all: (steps) => {
      together.push(steps.length);
      return Promise.all(steps);
    },
  };
  const result = await run([says(accept()), says(accept())], {}, { durable });
  assert.equal(result.accepted, true);
  assert.deepEqual(names, ['answer-1', 'critique-1.judge-1', 'critique-1.judge-2']);
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

test('a critic that could not be read is asked once more, each with its own words', async () => {
  const first = scriptedModel(['I like it.', accept()]);
  const second = scriptedModel(['', accept()]);
  const result = await run([first, second], { onUnreadableCritique: 'retry' });
  assert.equal(result.accepted, true);
  const [asked, again] = first.requests.map(({ messages }) => messages);
  assert.deepEqual(again.slice(0, 2), asked);
  assert.deepEqual(again[2], { role: 'assistant', content: 'I like it.' });
  assert.match(
    again[3].content,
    /^Now give this review as one JSON object and nothing else, with the keys score, issues, suggestion, /,
  );
  assert.deepEqual(second.requests[1].messages, second.requests[0].messages, 'nothing was said: the first request once more');
  assert.deepEqual([first.requests[1].attempt, first.requests[1].callId], [2, 'critique-1.judge-1.again']);
  assert.equal(result.trace.reflections, 1);
});

test('what jurors said is redacted in steps and errors', async () => {
  const model = scriptedModel(['- Names no SECRET.', 'draft']);
  const critic = [says(reject(3, ['the SECRET is told'])), says('SECRET, I like it.')];
  const redact = (text) => text.replaceAll('SECRET', '***');
  const settings = { maxReflections: 0, advanced: { judgeLast: true, deriveRequirements: true } };
  const { errors, trace } = await engine.run({ input: 'q', model, critic, redact, settings });
  const { steps, jurors } = trace;
  assert.deepEqual(jurors[0].issues, ['the SECRET is told']);
  assert.match(JSON.stringify(steps), /the \*\*\* is told/);
  assert.doesNotMatch(JSON.stringify([steps, errors]), /SECRET/);
});
