// A tracker that begins, one that ends, and many agents: no alarm is missed in between, and none is told twice by one tracker.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EvalTracker, memoryStore } from 'reflect-engine';

const HOUR = 3_600_000;
const START = Date.parse('2026-01-05T00:10:00.000Z');

/** Trackers of one store, whose time is set by hand; `told` are the hours of the alarms for the aggregate score. */
function world(rule, settings = {}) {
  const [store, clock, told] = [memoryStore(), { ms: START }, []];
  const open = () =>
    new EvalTracker({
      store,
      now: () => clock.ms,
      warn: () => {},
      regressions: { rule, coolDownHours: 0 },
      onRegression: ({ metric, windowStart }) => metric === undefined && told.push(hourAt(windowStart)),
      ...settings,
    });
  return { open, store, clock, told };
}

function hourAt(windowStart) {
  return Math.floor((Date.parse(windowStart) - START) / HOUR) + 1;
}

function score(evals, level, agentId = 'A') {
  for (let n = 0; n < 15; n += 1) evals.record({ agentId, scores: { m: level + (n % 5) / 50 } });
}

for (const [step, rule] of [
  [1, 'drop15'],
  [2, 'drop15'],
  [24, 'drop15'],
  [168, 'drop15'],
  [1, 'cusum'],
  [3, 'cusum'],
]) {
  const runs = rule === 'cusum' ? 80 : 30;
  test(`${rule}: a job every ${step} hours, each a process of its own, tells what a tracker that never ends tells`, async () => {
    const run = async (restarts, ends) => {
      const { open, clock, told } = world(rule);
      let evals = open();
      for (let at = 0; at < runs; at += 1) {
        clock.ms = START + at * step * HOUR;
        score(evals, at >= runs - 10 ? 0.3 : 0.9);
        await evals.flush();
        if (!restarts) continue;
        clock.ms += 20 * 60_000;
        await ends(evals);
        evals = open();
      }
      await evals.close();
      return told;
    };
    const never = await run(false);
    assert.ok(never.length > 0 && never[0] >= (runs - 10) * step, `${never}`);
    assert.deepEqual(await run(true, (evals) => evals.close()), never);
  });
}

test('what a process leaves behind is told by another that was there before it', async () => {
  const { open, clock, told } = world('drop15');
  const [lasting, others] = [open(), open()];
  for (let at = 0; at < 20; at += 1) {
    clock.ms = START + at * HOUR;
    score(lasting, 0.9);
    await lasting.flush();
  }
  clock.ms = START + 21 * HOUR;
  score(lasting, 0.9, 'B');
  await lasting.flush();
  score(others, 0.3);
  await others.close();
  clock.ms = START + 40 * HOUR;
  score(lasting, 0.9);
  await lasting.flush();
  await lasting.close();
  assert.deepEqual(told, [21]);
});

test('asked for, the last closed hour with evaluations is looked at, however long ago in two weeks, and told once', async () => {
  const { open, clock, told } = world('drop15');
  let evals = open();
  for (let at = 0; at < 30; at += 1) {
    clock.ms = START + at * HOUR;
    score(evals, at === 29 ? 0.3 : 0.9);
    await evals.flush();
  }
  await evals.close();
  assert.deepEqual(told, []);
  for (const [later, alarms] of [
    [0, 0],
    [1, 2],
    [100, 2],
    [336, 2],
    [337, 0],
  ]) {
    clock.ms = START + (29 + later) * HOUR;
    evals = open();
    for (let times = 0; times < 2; times += 1) assert.equal((await evals.checkForRegression('A')).length, alarms, `${later} h`);
    await evals.close();
  }
  assert.deepEqual(told, [29, 29, 29], 'once by each tracker');
});

test('close tells the alarms of the hours that are over', async () => {
  const { open, clock, told } = world('drop15');
  const evals = open();
  for (let at = 0; at < 30; at += 1) {
    clock.ms = START + at * HOUR;
    score(evals, at === 29 ? 0.3 : 0.9);
    await evals.flush();
  }
  assert.deepEqual(told, []);
  clock.ms += HOUR;
  await evals.close();
  assert.deepEqual(told, [29]);
});

test('an hour whose rows come while others are looked at is looked at too', async () => {
  const { open, clock, told } = world('drop15');
  const evals = open();
  score(evals, 0.9, 'A');
  score(evals, 0.9, 'B');
  await evals.flush();
  clock.ms += HOUR;
  score(evals, 0.9, 'A');
  await evals.flush();
  // A is looked at, and B after a pause.
  score(evals, 0.3, 'B');
  await evals.flush();
  await new Promise((resolve) => setTimeout(resolve, 20));
  clock.ms += 10 * HOUR;
  score(evals, 0.9, 'B');
  await evals.flush();
  await evals.close();
  assert.deepEqual(told, [1]);
});

test('what is imported of days ago has its alarms behind it', async () => {
  const { open, clock, told } = world('drop15');
  const archive = Array.from({ length: 240 }, (_, at) => {
    const createdAt = new Date(START - 100 * HOUR + Math.floor(at / 15) * HOUR).toISOString();
    return JSON.stringify({ agentId: 'A', scores: { m: at < 225 ? 0.9 : 0.3 }, createdAt });
  });
  const evals = open();
  await evals.importJsonl(archive);
  clock.ms += HOUR;
  score(evals, 0.9, 'B');
  await evals.close();
  assert.deepEqual(told, []);
});
