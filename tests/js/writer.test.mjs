// A flush waits for the rows recorded before it: not for later ones, nor for what becomes of them. Rows that a store refuses hold up no
// others.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { EvalTracker, memoryStore } from 'reflect-engine/evals';
import { deferred, rejection, settled } from './support.mjs';

const row = { agentId: 'good', scores: { m: 0.5 } };

/** A memory store with another `commit`, which is given the usual one; and the ids that it keeps, in their order. */
function storing(commit) {
  const inner = memoryStore();
  const there = [];
  const usual = async (rows, fold) => {
    await inner.commit(rows, fold);
    there.push(...rows.map(({ evaluationId }) => evaluationId));
  };
  const store = {
    commit: (rows, fold) => commit(rows, () => usual(rows, fold)),
    evaluations: (query) => inner.evaluations(query),
    windows: (query) => inner.windows(query),
    prune: (limits) => inner.prune(limits),
    close: () => inner.close(),
  };
  return { store, there };
}

function tracker(store, more) {
  return new EvalTracker({ store, warn: () => {}, regressions: false, ...more });
}

test('flush and queries end while rows go on coming', async () => {
  let evals;
  let going = true;
  const { store } = storing(async (rows, usual) => {
    // There is always one more when a group is in.
    if (going && rows.length > 0) evals.record(row);
    await settled();
    await usual();
  });
  evals = tracker(store);
  for (let n = 0; n < 5; n += 1) evals.record(row);
  const late = new Promise((_, reject) => {
    setTimeout(() => reject(new Error('it does not end')), 5_000).unref();
  });
  await Promise.race([evals.flush(), late]);
  const there = await Promise.race([evals.getEvalHistory('good'), late]);
  assert.ok(there.length >= 5);
  going = false;
  await evals.close();
});

test('a flush resolves when its rows are durable, whatever becomes of later ones', async () => {
  const gate = deferred();
  let commits = 0;
  const { store, there } = storing(async (rows, usual) => {
    if (rows.length > 0) commits += 1;
    if (commits === 1) await gate.promise;
    if (commits === 2) throw Object.assign(new Error('away'), { code: 'ECONNRESET' });
    return usual();
  });
  const evals = tracker(store);
  evals.record({ ...row, evaluationId: 'X' });
  const flushed = evals.flush();
  await settled();
  evals.record({ ...row, evaluationId: 'Y' });
  const later = evals.flush();
  gate.resolve();
  await flushed;
  assert.deepEqual(there, ['X']);
  assert.equal((await rejection(later)).message, 'the store failed: away');
  await evals.close();
});

/** Refuses all that hold a row of the agent `bad`. */
function picky() {
  return storing(async (rows, usual) => {
    await null;
    if (rows.some(({ agentId }) => agentId === 'bad')) throw Object.assign(new Error('by a trigger'), { code: 'P0001' });
    await usual();
  });
}

function mixed(evals, [bad, good, tail]) {
  for (let n = 0; n < bad + good + tail; n += 1) evals.record({ ...row, agentId: n < bad || n >= bad + good ? 'bad' : 'good' });
}

for (const [bad, good, tail] of [
  [1, 8, 0],
  [4, 4, 1],
  [40, 1_000, 1],
]) {
  test(`close keeps ${good} rows behind ${bad} and before ${tail} that the store refuses, and tells these`, async () => {
    const { store, there } = picky();
    const evals = tracker(store);
    mixed(evals, [bad, good, tail]);
    const { message } = await rejection(evals.close());
    assert.match(message, new RegExp(`^${bad + tail} evaluations were dropped: the store refused `));
    const { committed, dropped, queued } = evals.counts();
    assert.deepEqual([there.length, committed, dropped, queued], [good, good, bad + tail, 0]);
  });
}

test('ten rows that the store refuses hold up those behind them for less than a second', async () => {
  const bad = 10;
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  try {
    const { store, there } = picky();
    const evals = tracker(store);
    mixed(evals, [bad, 1_000, 1]);
    let ms = 0;
    for (; there.length < 1_000 && ms < 1_000; ms += 10) {
      mock.timers.tick(10);
      for (let n = 0; n < 40 || (n < 4_000 && ms >= 300); n += 1) await settled();
    }
    assert.equal(there.length, 1_000, `${ms} ms`);
    for (let n = 0; n < 4_000 && evals.counts().dropped <= bad; n += 1) {
      mock.timers.tick(100);
      for (let turns = 0; turns < 20; turns += 1) await settled();
    }
    assert.deepEqual([evals.counts().dropped, evals.counts().queued], [bad + 1, 0]);
    evals.record(row);
    await rejection(evals.flush());
    assert.equal(there.length, 1_001);
  } finally {
    mock.timers.reset();
  }
});

test('beside rows that the store refuses good ones take no pause, and each flush ends', async () => {
  const { store, there } = picky();
  const evals = tracker(store);
  for (let round = 0; round < 40; round += 1) {
    evals.record({ ...row, agentId: 'bad' });
    for (let n = 0; n < 9; n += 1) evals.record(row);
    await evals.flush().catch(() => {});
  }
  for (let tries = 0; tries < 9 && evals.counts().queued > 0; tries += 1) await evals.flush().catch(() => {});
  assert.deepEqual([there.length, evals.counts().dropped, evals.counts().queued], [360, 40, 0]);
});

test('a store that refuses everything is not asked for every row each time, and loses none', async () => {
  let [commits, refuse] = [0, true];
  const { store, there } = storing(async (rows, usual) => {
    if (rows.length > 0) commits += 1;
    if (refuse) throw new Error('no');
    await usual();
  });
  const evals = tracker(store);
  for (let n = 0; n < 20_000; n += 1) evals.record(row);
  for (let tries = 0; tries < 10; tries += 1) await rejection(evals.flush());
  assert.ok(commits < 1_000, `${commits}`);
  assert.deepEqual([evals.counts().queued, evals.counts().dropped], [20_000, 0]);
  refuse = false;
  await evals.flush();
  assert.deepEqual([there.length, evals.counts().dropped], [20_000, 0]);
  await evals.close();
});
