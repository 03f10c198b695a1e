// The writer. A flush waits for the rows recorded before it, not for later ones. A row that a store refuses by name is dropped and reported,
// and holds up no other. Whatever else a store rejects with, all is kept, and goes in when it is back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReflectError } from 'reflect-engine';
import { EvalTracker, memoryStore } from 'reflect-engine/evals';
import { deferred, rejection, settled } from './support.mjs';

const row = { agentId: 'good', scores: { m: 0.5 } };

/** A memory store with another `commit`, which is given the usual one; and the ids that it keeps, in their order. */
function storing(commit) {
  const inner = memoryStore();
  const [there, known] = [[], new Set()];
  const usual = async (rows, fold) => {
    await inner.commit(rows, fold);
    for (const { evaluationId } of rows) {
      if (!known.has(evaluationId)) there.push(evaluationId);
      known.add(evaluationId);
    }
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

test('a store that goes away while it refuses a row drops none but that one', async () => {
  let away = false;
  const { store, there } = storing(async (rows, usual) => {
    if (away) throw new Error('away');
    away = rows.length === 100;
    if (away) throw Object.assign(new Error('no'), { evaluationId: 'bad' });
    await usual();
  });
  const evals = tracker(store);
  for (let n = 0; n < 100; n += 1) evals.record(n === 1 ? { ...row, evaluationId: 'bad' } : row);
  for (let tries = 0; tries < 10; tries += 1) await rejection(evals.flush());
  assert.deepEqual([there.length, evals.counts().dropped, evals.counts().queued], [0, 1, 99]);
  away = false;
  assert.match((await rejection(evals.flush())).message, /^1 evaluations were dropped: /);
  assert.deepEqual([there.length, evals.counts().dropped, evals.counts().queued], [99, 1, 0]);
});

test('a store that refuses everything is asked once each time, and loses nothing', async () => {
  let [commits, refuse] = [0, true];
  const { store, there } = storing(async (rows, usual) => {
    if (rows.length > 0) commits += 1;
    if (refuse) throw new Error('no');
    await usual();
  });
  const evals = tracker(store);
  for (let n = 0; n < 20_000; n += 1) evals.record(row);
  for (let tries = 0; tries < 10; tries += 1) await rejection(evals.flush());
  assert.equal(commits, 10);
  assert.deepEqual([evals.counts().queued, evals.counts().dropped], [20_000, 0]);
  refuse = false;
  await evals.flush();
  assert.deepEqual([there.length, evals.counts().dropped], [20_000, 0]);
  await evals.close();
});

function heard(settings) {
  const evals = new EvalTracker({ warn: () => {}, regressions: false, ...settings });
  const errors = [];
  evals.on('error', ({ message }) => errors.push(message));
  return { evals, errors };
}

function ids(prefix, count) {
  return Array.from({ length: count }, (_, n) => `${prefix}${n}`);
}

/** A memory store that refuses groups as `refuse` says, by throwing what it gives. */
function refusing(refuse) {
  return storing(async (rows, usual) => {
    const error = refuse(rows);
    if (error !== undefined) throw error;
    await usual();
  });
}

/** Names the first row whose id begins with `bad`. */
function bad(rows) {
  const found = rows.find(({ evaluationId }) => evaluationId.startsWith('bad'));
  return found && Object.assign(new Error('malformed JSON'), { evaluationId: found.evaluationId });
}

/** Flushes until one resolves; what the others said. */
async function flushed(evals) {
  const said = [];
  for (let tries = 0; tries < 60; tries += 1) {
    const error = await evals.flush().then(
      () => undefined,
      (thrown) => thrown,
    );
    if (error === undefined) return said;
    assert.ok(isReflectError(error) && error.code === 'store_error');
    said.push(error.message);
  }
  throw new Error('no flush resolved');
}

const places = {
  'at the beginning': ['bad0', ...ids('E', 600)],
  'in the middle': [...ids('E', 300), 'bad0', ...ids('F', 300)],
  'at the end': [...ids('E', 600), 'bad0'],
  'three times': ['bad0', ...ids('E', 300), 'bad1', ...ids('F', 300), 'bad2'],
  'beside each other': ['bad0', 'bad1', ...ids('E', 40)],
};
for (const [where, order] of Object.entries(places)) {
  test(`a row that the store refuses is dropped and told by its id, and the others are kept: ${where}`, async () => {
    const { store } = refusing(bad);
    const { evals, errors } = heard({ store });
    for (const evaluationId of order) evals.record({ ...row, evaluationId });
    const said = await flushed(evals);
    const [refused, kept] = [order.filter((id) => id.startsWith('bad')), order.filter((id) => !id.startsWith('bad'))];
    assert.ok(said.length > 0, 'the flush that covers it does not resolve');
    for (const id of refused) {
      const drop = `1 evaluations were dropped: the store refused ${id}: the store failed: malformed JSON`;
      assert.equal(errors.filter((message) => message === drop).length, 1, id);
    }
    assert.match(said.at(-1), /evaluations were dropped: the store refused /);
    const { committed, dropped, queued } = evals.counts();
    assert.deepEqual([committed, dropped, queued], [kept.length, refused.length, 0]);
    const there = (await evals.getEvalHistory('good', 1_000)).map(({ evaluationId }) => evaluationId);
    assert.deepEqual(there.sort(), kept.sort());
    evals.record({ ...row, agentId: 'other' });
    await evals.flush();
    await evals.close();
  });
}

test('a row that is refused is dropped without a flush, too', async () => {
  const { evals, errors } = heard({ store: refusing(bad).store });
  for (const evaluationId of ['bad', 'E']) evals.record({ ...row, evaluationId });
  for (let tries = 0; tries < 500 && evals.counts().dropped === 0; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  assert.match(errors.at(-1), /^1 evaluations were dropped: the store refused bad: /);
  assert.match((await rejection(evals.flush())).message, /the store refused bad: /);
  await evals.flush();
});

test('close drops what is refused, and keeps the rest', async () => {
  for (const order of [
    ['bad0', ...ids('E', 100)],
    [...ids('E', 50), 'bad0', 'bad1', ...ids('F', 50), 'bad2'],
  ]) {
    const { store } = refusing(bad);
    const { evals } = heard({ store });
    for (const evaluationId of order) evals.record({ ...row, evaluationId });
    assert.match(
      (await rejection(evals.close())).message,
      /evaluations were dropped: the store refused (?:3 of them, the last one )?bad/,
    );
    assert.equal(evals.counts().committed, 100);
    assert.equal((await store.evaluations({ limit: 1_000 })).length, 100);
  }
});

test('an import whose row was refused meanwhile does not resolve', async () => {
  const { evals } = heard({ store: refusing(bad).store });
  const line = (evaluationId) => JSON.stringify({ ...row, evaluationId });
  async function* lines() {
    yield* ['E0', 'bad0', 'E1'].map(line);
    while (evals.counts().dropped === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    yield line('E2');
  }
  const error = await rejection(evals.importJsonl(lines()));
  assert.match(error.message, /^1 evaluations were dropped: the store refused bad0: /);
  assert.equal((await evals.getEvalHistory('good')).length, 3);
  assert.match((await rejection(evals.flush())).message, /bad0/, 'a flush tells it too');
});
