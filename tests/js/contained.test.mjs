// What a user's own clock or monitor throws stops nothing else; and a trend neither depends on the range that is asked for nor takes long.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { isReflectError } from 'reflect-engine';
import { EvalTracker, memoryStore } from 'reflect-engine/evals';
import { column, rejection, settled, thrown } from './support.mjs';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-02-22T00:30:00Z');
const row = { agentId: 'A', scores: { m: 1 } };

test('a run is kept, whatever the monitor throws', async () => {
  const monitor = {
    observe() {
      throw new TypeError('my monitor');
    },
    feedback() {},
  };
  const evals = new EvalTracker({ monitor, warn: () => {} });
  const errors = [];
  evals.on('error', ({ message }) => errors.push(message));
  const run = { status: 'ok', accepted: true, stopReason: 'accepted', iterations: 2 };
  assert.equal(evals.recordRun(run, { agentId: 'A', runId: 'r' }), 'r');
  await evals.flush();
  assert.deepEqual([errors, (await evals.getEvalHistory('A')).length], [['my monitor'], 1]);
  await evals.close();
});

test('a clock that throws is told, ends no process, and close still closes the store', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const uncaught = [];
  const hear = (error) => uncaught.push(error.message);
  process.on('uncaughtException', hear);
  process.on('unhandledRejection', hear);
  try {
    let [broken, closed] = [false, false];
    const store = Object.assign(memoryStore(), {
      close: async () => {
        closed = true;
      },
    });
    const now = () => {
      if (broken) throw new Error('my clock');
      return NOW;
    };
    const evals = new EvalTracker({ store, now, warn: () => {}, retention: { evaluationDays: 1 } });
    const errors = [];
    evals.on('error', ({ message }) => errors.push(message));
    evals.record(row);
    await evals.flush();
    broken = true;
    const error = thrown(() => evals.record(row));
    assert.ok(isReflectError(error) && error.code === 'invalid_task');
    assert.equal(error.message, '`now` cannot be read: my clock');
    evals.record({ ...row, createdAt: NOW });
    await evals.flush();
    for (let n = 0; n < 3; n += 1) {
      mock.timers.tick(HOUR + 2_000);
      await settled();
    }
    assert.deepEqual([errors, uncaught], [['`now` cannot be read: my clock'], []], 'once');
    assert.equal((await rejection(evals.getEvalTrend('A'))).code, 'invalid_task');
    await evals.close();
    assert.deepEqual([closed, uncaught], [true, []]);
  } finally {
    process.off('uncaughtException', hear);
    process.off('unhandledRejection', hear);
    mock.timers.reset();
  }
});

test('an hour has the same trend, whatever range is asked for', async () => {
  const evals = new EvalTracker({ regressions: false, now: () => NOW });
  const at = (hours, m) => evals.record({ agentId: 'A', createdAt: NOW - hours * HOUR, scores: { m } });
  at(400, 0.9);
  at(100, 0.5);
  at(30, 0.9);
  at(1, 0.5);
  at(0, 0.9);
  const told = async (hours) => (await evals.getEvalTrend('A', hours)).map(({ scoreTrend }) => scoreTrend);
  const all = ['insufficient_data', 'degrading', 'improving', 'degrading', 'degrading'];
  assert.deepEqual(await told(1_000), ['insufficient_data', 'degrading', 'improving', 'degrading', 'degrading']);
  for (const [hours, count] of [
    [1, 1],
    [2, 2],
    [7, 2],
    [31, 3],
    [168, 4],
  ])
    assert.deepEqual(await told(hours), all.slice(-count), `${hours}`);
  assert.equal((await evals.getAgentEvalStats('A')).scoreTrend, 'degrading');
  await evals.close();
});

test('a trend reads no hour twice', async () => {
  const inner = memoryStore();
  const asked = [];
  const windows = (query) => {
    asked.push([query.fromMs, query.toMs]);
    return inner.windows(query);
  };
  const [commit, evaluations, prune, close] = ['commit', 'evaluations', 'prune', 'close'].map((name) => inner[name].bind(inner));
  const evals = new EvalTracker({
    store: { commit, evaluations, prune, close, windows },
    regressions: false,
    now: () => NOW,
  });
  for (const hours of [400, 100, 1]) evals.record({ agentId: 'A', createdAt: NOW - hours * HOUR, scores: { m: hours / 400 } });
  const trend = await evals.getEvalTrend('A', 168);
  assert.deepEqual(column(trend, 'scoreTrend'), ['degrading', 'degrading']);
  assert.equal(asked.length, 2, 'what the first hour is held against lies further back');
  const [[from], [, to]] = asked;
  assert.equal(to, from);
  await evals.close();
});

// An hour is held against those before it in one pass over them; a look back from each took a minute for as many.
test('the trend of many hours that compare with nothing ends', { timeout: 60_000 }, async () => {
  const evals = new EvalTracker({ regressions: false, now: () => NOW });
  for (let hour = 0; hour < 20_000; hour += 1)
    evals.record({ agentId: 'A', createdAt: NOW - hour * HOUR, evaluatorVersion: String(hour), scores: { m: 0.5 } });
  await evals.flush();
  const trend = await evals.getEvalTrend('A', 20_000);
  assert.equal(trend.length, 20_000);
  assert.ok(trend.every(({ scoreTrend }) => scoreTrend === 'insufficient_data'));
  await evals.close();
});
