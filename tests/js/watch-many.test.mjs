// More agents than a tracker of one store once remembered, cool-downs over months, and a clock that is ahead for a moment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EvalTracker, memoryStore } from 'reflect-engine';

const HOUR = 3_600_000;
const START = Date.parse('2026-01-05T00:10:00.000Z');

test('of 10,001 agents each hour is looked at once, and each alarm told once', async (t) => {
  const twin = memoryStore();
  const texts = [];
  let [looks, nowMs] = [0, START];
  const store = {
    ...Object.fromEntries(['evaluations', 'prune', 'close'].map((name) => [name, twin[name].bind(twin)])),
    commit: () => Promise.resolve(),
    // Those of one agent, in the name of each.
    windows: async ({ agentId, fromMs, toMs }) => {
      looks += 1;
      return texts
        .filter(({ startMs }) => startMs >= fromMs && startMs < toMs)
        .map(({ text }) => text.replaceAll('AGENT', agentId));
    },
  };
  const { setTimeout: later } = globalThis;
  // The pauses between two looks take a millisecond each.
  globalThis.setTimeout = (work, ms) => (ms === undefined ? setImmediate(work) : later(work, ms));
  t.after(() => {
    globalThis.setTimeout = later;
  });
  const told = [];
  const evals = new EvalTracker({
    store,
    now: () => nowMs,
    warn: () => {},
    regressions: { minSamples: 1 },
    onRegression: ({ agentId, metric, windowStart }) => told.push(`${agentId} ${metric} ${windowStart}`),
  });
  const round = async () => {
    looks = 0;
    for (let agent = 0; agent < 10_001; agent += 1) evals.record({ agentId: `agent ${agent}`, scores: { m: 1 } });
    await evals.flush();
    for (let last = -1; last !== looks; ) {
      last = looks;
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    return looks;
  };
  await round();
  const one = new EvalTracker({ store: twin });
  for (const [hour, m] of [0.9, 0.4].entries())
    one.record({ agentId: 'AGENT', scores: { m }, createdAt: START + (hour - 1) * HOUR });
  await one.flush();
  for (const text of await twin.windows({ fromMs: 0, toMs: START }))
    texts.push({ text, startMs: Date.parse(JSON.parse(text).windowStart) });
  nowMs += HOUR;
  assert.equal(await round(), 10_001);
  assert.equal(await round(), 0, 'the hour goes on');
  assert.deepEqual([told.length, new Set(told).size], [20_002, 20_002]);
  await evals.close();
});

test('a row of a clock that was ahead stops no pruning', async () => {
  const inner = memoryStore();
  const pruned = [];
  const store = Object.fromEntries(['commit', 'evaluations', 'windows', 'close'].map((name) => [name, inner[name].bind(inner)]));
  let nowMs = START;
  const evals = new EvalTracker({
    store: { ...store, prune: async ({ evaluationsBeforeMs }) => pruned.push((evaluationsBeforeMs - START) / HOUR) },
    now: () => nowMs,
    retention: { evaluationDays: 1 },
  });
  for (const at of [0, 720, 2, 2.5, 3]) {
    nowMs = START + at * HOUR;
    evals.record({ agentId: 'A', scores: { m: 1 } });
    await evals.flush();
  }
  assert.deepEqual(pruned, [-24, 696, -22, -21]);
  await evals.close();
});
