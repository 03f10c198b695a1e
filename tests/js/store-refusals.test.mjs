// A row that a store does not take: it stands alone in the end, is dropped and told by its name, and stops no other. A store that is away
// is no such thing, whatever it says: all is kept, and goes in when it is back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReflectError, ReflectError } from 'reflect-engine';
import { EvalTracker, memoryStore } from 'reflect-engine/evals';
import { rejection, settled } from './support.mjs';

const row = { agentId: 'A', scores: { m: 0.5 } };

/** A memory store that refuses groups as `refuse` says, by throwing what it gives. */
function refusing(refuse) {
  const inner = memoryStore();
  const groups = [];
  const commit = async (rows, fold) => {
    if (rows.length > 0) groups.push(rows.map(({ evaluationId }) => evaluationId));
    const error = refuse(rows);
    if (error !== undefined) throw error;
    return inner.commit(rows, fold);
  };
  const store = {
    commit,
    evaluations: (query) => inner.evaluations(query),
    windows: (query) => inner.windows(query),
    prune: (limits) => inner.prune(limits),
    close: () => inner.close(),
  };
  return { store, groups };
}

function heard(settings) {
  const evals = new EvalTracker({ warn: () => {}, regressions: false, ...settings });
  const errors = [];
  evals.on('error', ({ message }) => errors.push(message));
  return { evals, errors };
}

function ids(prefix, count) {
  return Array.from({ length: count }, (_, n) => `${prefix}${n}`);
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

const bad = (rows) => (rows.some(({ evaluationId }) => evaluationId.startsWith('bad')) ? new Error('malformed JSON') : undefined);
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
    const there = (await evals.getEvalHistory('A', 1_000)).map(({ evaluationId }) => evaluationId);
    assert.deepEqual(there.sort(), kept.sort());
    evals.record({ ...row, agentId: 'B' });
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

test('a row that is refused while there is no other is kept: perhaps the store is away', async () => {
  let refuse = true;
  const { store } = refusing(() => (refuse ? new Error('no') : undefined));
  const { evals } = heard({ store });
  evals.record(row);
  for (let n = 0; n < 20; n += 1) assert.equal((await rejection(evals.flush())).message, 'the store failed: no');
  evals.record(row);
  for (let n = 0; n < 20; n += 1) assert.equal((await rejection(evals.flush())).message, 'the store failed: no');
  assert.deepEqual([evals.counts().queued, evals.counts().dropped], [2, 0]);
  refuse = false;
  await evals.flush();
  assert.equal((await evals.getEvalHistory('A')).length, 2);
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
  assert.equal((await evals.getEvalHistory('A')).length, 3);
  assert.match((await rejection(evals.flush())).message, /bad0/, 'a flush tells it too');
});

/** What SQLite, PostgreSQL, systems and browsers say of a place, which fails for some rows and not for others. */
const away = {
  'a locked database': Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 }),
  'a full disk of better-sqlite3': Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }),
  'a full disk of a system': Object.assign(new Error('no space left'), { code: 'ENOSPC' }),
  'a full disk of PostgreSQL': Object.assign(new Error('could not extend file'), { code: '53100' }),
  'a lock of PostgreSQL': Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' }),
  'a lost connection of postgres': Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' }),
  'a service that cannot be reached': new TypeError('fetch failed', {
    cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
  }),
  'a full origin': new DOMException('full', 'QuotaExceededError'),
  'an error without a code, of a store of ours': new ReflectError('store_error', 'failed: Connection terminated unexpectedly', {
    cause: new Error('Connection terminated unexpectedly'),
  }),
};
for (const [what, error] of Object.entries(away)) {
  test(`${what} drops nothing, also where it fails for one row alone`, async () => {
    let there = false;
    const { store } = refusing((rows) =>
      !there && rows.some(({ evaluationId }) => evaluationId === 'long') ? error : undefined,
    );
    const { evals } = heard({ store });
    evals.record({ ...row, evaluationId: 'E0' });
    await evals.flush();
    for (const evaluationId of ['E1', 'long', 'E2']) evals.record({ ...row, evaluationId });
    for (let n = 0; n < 20; n += 1) {
      await rejection(evals.flush());
      evals.record(row);
    }
    await settled();
    assert.deepEqual([evals.counts().dropped, evals.counts().queued], [0, 23]);
    there = true;
    await evals.flush();
    assert.equal((await evals.getEvalHistory('A', 100)).length, 24);
  });
}

test('a run that nests deeper than databases read is refused at once, also in an import', async () => {
  const { evals } = heard();
  const nested = (depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const run = (depth) => `{"drafts": [${nested(depth)}], "revisionHistory": []}`;
  for (const depth of [63, 1_100, 100_000]) {
    const line = `{"agentId": "A", "scores": {}, "run": ${run(depth)}}`;
    const error = await rejection(evals.importJsonl([line]));
    assert.equal(error.code, 'invalid_task');
    assert.match(error.message, /^line 1 is no evaluation: `run` /);
    if (depth > 2_000) continue;
    assert.throws(() => evals.record(JSON.parse(line)), {
      code: 'invalid_task',
      message: '`run` must not nest deeper than 64 lists and objects',
    });
  }
  evals.record(JSON.parse(`{"agentId": "A", "scores": {}, "run": ${run(62)}}`));
  await evals.flush();
});
