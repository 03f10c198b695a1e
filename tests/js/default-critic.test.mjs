// A critic that is given to the engine judges every task that names none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presets, ReflectEngine, resolveEngine } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, refusals, reject } from './support.mjs';

const once = { maxReflections: 0 };
const writer = () => 'Light scatters.';

test('it judges runs, streams, runs by hand and gates, and is asked about each', async () => {
  const critic = scriptedModel(Array(4).fill(accept()));
  const engine = new ReflectEngine({ ...once, critic });
  assert.equal(engine.critic, critic);
  const task = { input: 'q', model: writer };
  const results = [await engine.run(task), await engine.stream(task).result];
  const gate = engine.gate({ input: 'q' });
  results.push((await gate.submit('Light scatters.')).result);
  assert.deepEqual(
    results.map(({ acceptedBy, trace }) => [acceptedBy, trace.selfCritique]),
    Array(3).fill(['critic', undefined]),
  );
  assert.equal(critic.requests.length, 3);
  const run = engine.start({ input: 'q' });
  const [answer] = calls(run);
  run.reply(answer.callId, 'x');
  assert.deepEqual([calls(run)[0].critic, answer.purpose], [0, 'answer']);
  run.free();
});

/** The calls that a run by hand asks for. */
function calls(run) {
  const asked = [];
  for (let output = run.poll(); output.type !== 'wait'; output = run.poll()) if (output.type === 'call') asked.push(output.call);
  return asked;
}

test('a critic of the task goes before it, and `false` leaves verifiers alone', async () => {
  const engine = new ReflectEngine({ ...once, critic: () => reject() });
  const task = { input: 'q', model: writer };
  assert.equal((await engine.run({ ...task, critic: () => accept() })).accepted, true);
  assert.equal((await engine.run({ ...task, critic: false, verifiers: { any: () => true } })).acceptedBy, 'verifier');
  assert.equal((await engine.run(task)).accepted, false);
  const sure = new ReflectEngine({ critic: false });
  assert.equal((await sure.run({ ...task, verifiers: { any: () => true } })).acceptedBy, 'verifier');
});

test('a jury and a critic with a name and tools are as in a task; settings and traces know nothing of it', async () => {
  const jury = [
    { name: 'facts', model: () => accept() },
    { name: 'style', model: () => reject() },
  ];
  const result = await new ReflectEngine({ ...once, critic: jury }).run({ input: 'q', model: writer });
  assert.deepEqual([result.accepted, result.trace.settings.critic], [false, undefined]);
  assert.equal(resolveEngine('reflect', { ...presets.agentlib, critic: jury }).critic, jury);
});

test('a run and a gate go on with the judge that they began with', async () => {
  const critic = scriptedModel([reject(), accept(), reject(), accept()]);
  const engine = new ReflectEngine({ ...once, critic });
  const first = await engine.run({ input: 'q', model: writer });
  const review = { accepted: false, feedback: 'Say more.' };
  const second = await engine.resume(first.snapshot, { model: () => 'Air scatters light.', review });
  assert.deepEqual([second.output, critic.requests.length], ['Air scatters light.', 2]);
  const gate = new ReflectEngine({ critic }).gate({ input: 'q' });
  assert.equal((await gate.submit('Light.')).done, false);
  const reopened = new ReflectEngine({ critic }).reopenGate(gate.snapshot, {});
  assert.equal((await reopened.submit('Light scatters.')).result.acceptedBy, 'critic');
  // One that began without a critic has none.
  const verifiers = { long: (text) => text.length > 9 || 'say more' };
  const bare = new ReflectEngine().gate({ input: 'q', verifiers });
  assert.equal((await bare.submit('Light.')).done, false);
  const last = await new ReflectEngine({ critic: () => reject() })
    .reopenGate(bare.snapshot, { verifiers })
    .submit('Light scatters.');
  assert.equal(last.result.acceptedBy, 'verifier');
});

test('what is no critic is refused when the engine is made', async () => {
  await refusals('invalid_settings', [
    [
      () => new ReflectEngine({ critic: 'gpt-4.1' }),
      /^`critic` must be a model function, an object with a `model`, .* got a string/,
    ],
    [() => new ReflectEngine({ critic: [] }), /^`critic` must name at least one critic/],
    [() => new ReflectEngine({ critic: { model: writer, nam: 'x' } }), /unknown key `nam`/],
  ]);
  await refusals('invalid_settings', [
    [() => new ReflectEngine().run({ input: 'q', model: writer, settings: { critic: writer } }), /critic/],
  ]);
});
