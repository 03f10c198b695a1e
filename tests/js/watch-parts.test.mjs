// An alarm is told of whole hours: not while rows of them wait for the store, nor in the middle of an import; and a look that failed is
// done again by itself.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { EvalTracker, memoryStore } from 'reflect-engine';
import { settled } from './support.mjs';

const HOUR = 3_600_000;
const START = Date.parse('2026-02-22T00:00:00Z');

function altered(methods) {
  const inner = memoryStore({ maxEvaluations: 1_000_000 });
  const own = ['commit', 'evaluations', 'windows', 'prune', 'close'].map((name) => [name, inner[name].bind(inner)]);
  return { ...Object.fromEntries(own), ...methods(inner) };
}

async function turns(count = 20) {
  for (let n = 0; n < count; n += 1) await new Promise((resolve) => setTimeout(resolve));
}

test('an hour whose rows come in several groups after an outage is looked at when all are in', async () => {
  let away = false;
  const store = altered((inner) => ({
    commit: async (...given) => {
      await settled();
      if (away) throw Object.assign(new Error('away'), { code: 'ECONNRESET' });
      return inner.commit(...given);
    },
  }));
  const clock = { ms: START };
  const told = [];
  const evals = new EvalTracker({ store, warn: () => {}, now: () => clock.ms, onRegression: (alarm) => told.push(alarm) });
  for (let hour = 0; hour < 48; hour += 1, clock.ms += HOUR)
    for (let n = 0; n < 20; n += 1) evals.record({ agentId: 'A', createdAt: clock.ms + n, scores: { m: 0.8 } });
  await evals.flush();
  away = true;
  // The first group is the bad third of the hour.
  for (let n = 0; n < 12_000; n += 1)
    evals.record({ agentId: 'A', createdAt: clock.ms + n, scores: { m: n < 4_000 ? 0.5 : 0.8 } });
  await evals.flush().catch(() => {});
  clock.ms += HOUR + 5_000;
  away = false;
  await evals.flush();
  await turns();
  assert.deepEqual(told, []);
  assert.deepEqual(await evals.checkForRegression('A'), []);
  await evals.close();
  assert.deepEqual(told, []);
});

test('an import is looked at when it is whole', async () => {
  const lines = [];
  // The newest first, as an export gives them: the last hour lies far below those before it, and not below those of the week.
  for (let hour = -1; hour >= -120; hour -= 1)
    for (let n = 0; n < 60; n += 1) {
      const m = hour < -30 || hour === -1 ? 0.5 : 0.8;
      lines.push(
        JSON.stringify({ agentId: 'A', evaluationId: `${hour} ${n}`, createdAt: START + hour * HOUR + n, scores: { m } }),
      );
    }
  const told = [];
  const evals = new EvalTracker({ warn: () => {}, now: () => START, onRegression: ({ windowStart }) => told.push(windowStart) });
  async function* slowly() {
    for (const [at, line] of lines.entries()) {
      if (at % 500 === 499) await turns(10);
      yield line;
    }
  }
  assert.equal(await evals.importJsonl(slowly()), lines.length);
  await turns();
  assert.deepEqual(told, []);
  await evals.close();
  assert.deepEqual(told, []);
});

test('an alarm of an import is told at its end', async () => {
  const told = [];
  const evals = new EvalTracker({ warn: () => {}, now: () => START, onRegression: ({ metric }) => told.push(metric) });
  const line = (hour, n, m) => JSON.stringify({ agentId: 'A', createdAt: START + hour * HOUR + n, scores: { m } });
  const count = async (lines) => {
    assert.equal(await evals.importJsonl(lines), lines.length);
    await turns();
    return told.length;
  };
  assert.equal(await count([...Array(900)].map((_, n) => line(-2 - Math.floor(n / 15), n % 15, 0.8))), 0);
  assert.equal(await count([...Array(15)].map((_, n) => line(-1, n, 0.4))), 2);
  await evals.close();
});

test('a look that failed is done again without new rows, and its alarm is told', async () => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: START });
  try {
    let fails = 0;
    const store = altered((inner) => ({
      windows: async (query) => {
        fails -= 1;
        if (fails >= 0) throw new Error('the store is away');
        return inner.windows(query);
      },
    }));
    const [told, errors] = [[], []];
    const evals = new EvalTracker({ store, warn: () => {}, onRegression: ({ metric }) => told.push(metric) });
    evals.on('error', ({ message }) => errors.push(message));
    for (let hour = -30; hour <= 0; hour += 1)
      for (let n = 0; n < 15; n += 1)
        evals.record({ agentId: 'A', createdAt: START + hour * HOUR + n, scores: { m: hour === 0 ? 0.4 : 0.8 } });
    const go = async (ms) => {
      for (let gone = 0; gone < ms; gone += 500) {
        mock.timers.tick(500);
        for (let n = 0; n < 10; n += 1) await settled();
      }
    };
    await evals.flush();
    await go(1_000);
    fails = 2;
    await go(HOUR + 1_000);
    assert.deepEqual([told, errors], [[], ['the store is away']]);
    await go(1_000);
    assert.deepEqual([told, errors.length], [[], 2], 'the second look failed too');
    await go(4_000);
    assert.deepEqual(told.length, 2);
    await evals.close();
  } finally {
    mock.timers.reset();
  }
});
