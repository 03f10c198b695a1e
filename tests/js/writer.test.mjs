// The writer. A flush waits for the rows recorded before it, not for later ones. A row that a store refuses by name is dropped and reported,
// and holds up no other. Whatever else a store rejects with, all is kept, and goes in when it is back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReflectError } from 'reflect-engine';
import { deferred, never, rejection, settled, throws } from './support.mjs';
import { altered, HOUR, heard } from './trackers.mjs';

const TIMERS = { apis: ['setTimeout', 'Date'], now: Date.parse('2026-02-22T12:00:00Z') };

const row = { agentId: 'A', scores: { m: 0.5 } };

/** A memory store with another `commit`, which is given the usual one; and the ids that it keeps. */
function storing(commit) {
  const there = new Set();
  const store = altered((inner) => ({
    commit: (rows, fold) =>
      commit(rows, async () => {
        await inner.commit(rows, fold);
        for (const { evaluationId } of rows) there.add(evaluationId);
      }),
  }));
  return { store, there };
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
  ({ evals } = heard({ store }));
  for (let n = 0; n < 5; n += 1) evals.record(row);
  const late = new Promise((_, reject) => {
    setTimeout(() => reject(new Error('it does not end')), 5_000).unref();
  });
  await Promise.race([evals.flush(), late]);
  const there = await Promise.race([evals.getEvalHistory('A'), late]);
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
  const { evals } = heard({ store });
  evals.record({ ...row, evaluationId: 'X' });
  const flushed = evals.flush();
  await settled();
  evals.record({ ...row, evaluationId: 'Y' });
  const later = evals.flush();
  gate.resolve();
  await flushed;
  assert.deepEqual([...there], ['X']);
  assert.equal((await rejection(later)).message, 'the store failed: away');
  await evals.close();
});

test('a flush asks a store again whose failure began before it', async () => {
  const gate = deferred();
  const begun = deferred();
  let commits = 0;
  const { store, there } = storing(async (_, usual) => {
    commits += 1;
    if (commits > 1) return usual();
    begun.resolve();
    await gate.promise;
    throw new Error('starting up');
  });
  const { evals } = heard({ store });
  evals.record({ ...row, evaluationId: 'X' });
  await begun.promise;
  const flushed = evals.flush();
  gate.resolve();
  await flushed;
  assert.deepEqual([...there], ['X']);
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
  const { evals } = heard({ store });
  for (let n = 0; n < 100; n += 1) evals.record(n === 1 ? { ...row, evaluationId: 'bad' } : row);
  for (let tries = 0; tries < 10; tries += 1) await rejection(evals.flush());
  assert.deepEqual([there.size, evals.counts().dropped, evals.counts().queued], [0, 1, 99]);
  away = false;
  assert.match((await rejection(evals.flush())).message, /^1 evaluations were dropped: /);
  assert.deepEqual([there.size, evals.counts().dropped, evals.counts().queued], [99, 1, 0]);
});

test('a store that refuses everything is asked once each time, and loses nothing', async () => {
  let [commits, refuse] = [0, true];
  const { store, there } = storing(async (rows, usual) => {
    if (rows.length > 0) commits += 1;
    if (refuse) throw new Error('no');
    await usual();
  });
  const { evals } = heard({ store });
  for (let n = 0; n < 20_000; n += 1) evals.record(row);
  for (let tries = 0; tries < 10; tries += 1) await rejection(evals.flush());
  assert.equal(commits, 10);
  assert.deepEqual([evals.counts().queued, evals.counts().dropped], [20_000, 0]);
  refuse = false;
  await evals.flush();
  assert.deepEqual([there.size, evals.counts().dropped], [20_000, 0]);
  await evals.close();
});

function ids(prefix, count) {
  return Array.from({ length: count }, (_, n) => `${prefix}${n}`);
}

/** A memory store that refuses groups with an id that begins with `bad`, and names the first. */
function picky() {
  const { store } = storing(async (rows, usual) => {
    const found = rows.find(({ evaluationId }) => evaluationId.startsWith('bad'));
    if (found) throw Object.assign(new Error('malformed JSON'), { evaluationId: found.evaluationId });
    await usual();
  });
  return store;
}

/** Flushes until one resolves; what the others said. */
async function flushed(evals) {
  const said = [];
  for (let tries = 0; tries < 60; tries += 1) {
    const error = await evals.flush().catch((thrown) => thrown);
    if (error === undefined) return said;
    assert.ok(isReflectError(error) && error.code === 'store_error');
    said.push(error.message);
  }
  throw new Error('no flush resolved');
}

const places = {
  'three times': ['bad0', ...ids('E', 300), 'bad1', ...ids('F', 300), 'bad2'],
  'beside each other': ['bad0', 'bad1', ...ids('E', 40)],
};
for (const [where, order] of Object.entries(places)) {
  test(`a row that the store refuses is dropped and told by its id, and the others are kept: ${where}`, async () => {
    const { evals, errors } = heard({ store: picky() });
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
    evals.record({ ...row, agentId: 'other' });
    await evals.flush();
    await evals.close();
  });
}

test('a row that is refused is dropped without a flush, too', async () => {
  const { evals, errors } = heard({ store: picky() });
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
    const store = picky();
    const { evals } = heard({ store });
    for (const evaluationId of order) evals.record({ ...row, evaluationId });
    const said = (await rejection(evals.close())).message;
    assert.match(said, /evaluations were dropped: the store refused (?:3 of them, the last one )?bad/);
    assert.equal(evals.counts().committed, 100);
    assert.equal((await store.evaluations({ limit: 1_000 })).length, 100);
  }
});

test('an import whose row was refused meanwhile does not resolve', async () => {
  const { evals } = heard({ store: picky() });
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

/** A store that notes what reaches it after it was closed. */
function watched(methods = {}) {
  const seen = { closed: false, late: [] };
  const inner = altered(() => methods);
  const noted = Object.entries(inner).map(([name, work]) => [
    name,
    (...given) => {
      if (seen.closed) seen.late.push(name);
      if (name === 'close') seen.closed = true;
      return work(...given);
    },
  ]);
  return { store: Object.fromEntries(noted), seen };
}

const FULL = '7 evaluations were dropped: the queue (`maxQueue`: 3) was full';

const waiting = {
  flush: (evals) => [evals.flush()],
  'two that flush at once': (evals) => [evals.flush(), evals.flush()],
  close: (evals) => [evals.close()],
  'flush and close at once': (evals) => [evals.flush(), evals.close()],
  'flush after a query': async (evals) => {
    await evals.getEvalHistory('A');
    return [evals.flush()];
  },
  'close after a query': async (evals) => {
    await evals.getSystemEvalStats();
    return [evals.close()];
  },
  'flush after an import': async (evals) => {
    await evals.importJsonl([JSON.stringify(row)]);
    return [evals.flush()];
  },
};
for (const [who, ask] of Object.entries(waiting)) {
  test(`rows that a full queue dropped are told by an event at once, and by ${who}`, async () => {
    const { evals, errors } = heard({ maxQueue: 3 });
    for (let n = 0; n < 10; n += 1) evals.record(row);
    await Promise.resolve();
    assert.deepEqual(errors, [FULL], 'once for all of them');
    const asked = ask(evals);
    for (const promise of Array.isArray(asked) ? asked : await asked) {
      const error = await rejection(promise);
      assert.ok(isReflectError(error) && error.code === 'store_error');
      assert.equal(error.message, FULL);
    }
    if (!who.includes('close')) await evals.flush();
    assert.deepEqual([errors.length, evals.counts().dropped], [1, 7]);
  });
}

test('a queue that stays full is told when it begins, and the rest when it ends', async () => {
  const gate = deferred();
  const store = altered((inner) => ({ commit: async (...given) => (await gate.promise, inner.commit(...given)) }));
  const { evals, errors } = heard({ maxQueue: 2, store });
  for (let n = 0; n < 3; n += 1) evals.record(row);
  const flushed = rejection(evals.flush());
  await settled();
  for (let n = 0; n < 4; n += 1) {
    evals.record(row);
    await settled();
  }
  gate.resolve();
  assert.match((await flushed).message, /^5 evaluations were dropped/);
  const numbers = errors.map((message) => Number.parseInt(message, 10));
  assert.deepEqual(numbers, [1, 4]);
  for (let n = 0; n < 3; n += 1) evals.record(row);
  await settled();
  assert.equal(errors.length, 3, 'and anew the next time');
});

for (const maxQueue of [1, 100, 256]) {
  test(`imports at once, and records beside them, lose nothing that they wait for: a queue of ${maxQueue}`, async () => {
    const { evals } = heard({ maxQueue });
    const lines = (who) => Array.from({ length: 600 }, (_, n) => JSON.stringify({ ...row, evaluationId: `${who}${n}` }));
    const counts = await Promise.all(['a', 'b', 'c'].map((who) => evals.importJsonl(lines(who))));
    assert.deepEqual(counts, [600, 600, 600]);
    assert.deepEqual([evals.counts().dropped, (await evals.getAgentEvalStats('A')).evalCount], [0, 1_800]);
    await evals.flush();
    await evals.close();
  });
}

const prunes = {
  throws: throws(new Error('no pruning here')),
  rejects: () => Promise.reject(new Error('no pruning here')),
  'gives nothing': () => undefined,
};
for (const [how, prune] of Object.entries(prunes)) {
  test(`a store whose prune ${how} fails no flush and no timer`, async ({ mock }) => {
    mock.timers.enable(TIMERS);
    const { evals, errors } = heard({ store: altered(() => ({ prune })), retention: { evaluationDays: 1 } });
    evals.record(row);
    await evals.flush();
    mock.timers.tick(2 * HOUR);
    await settled();
    const failure = 'no pruning here';
    assert.deepEqual(errors, how === 'gives nothing' ? [] : [failure, failure]);
    assert.deepEqual([evals.counts().committed, (await evals.getEvalHistory('A')).length], [1, 1]);
  });
}

test('close ends evaluators: those that wait never begin, those at work are aborted, and what they give is ignored', async () => {
  const [began, signals, gates] = [[], [], []];
  const evaluator = ({ decisionId }, { signal }) => {
    began.push(decisionId);
    signals.push(signal);
    gates.push(deferred());
    return gates.at(-1).promise;
  };
  const { store, seen } = watched();
  const { evals, errors } = heard({ store, evaluator, concurrency: 2, retention: { evaluationDays: 1 } });
  const jobs = ['1', '2', '3', '4', '5'].map((decisionId) => evals.evaluateDecision({ agentId: 'A', decisionId }));
  evals.record(row);
  evals.on('error', () => evals.close());
  const closed = evals.close();
  assert.equal(await evals.evaluateDecision({ agentId: 'A', decisionId: '0' }), undefined);
  await closed;
  const ends = signals.map(({ aborted, reason }) => [aborted, isReflectError(reason) && reason.code]);
  assert.deepEqual(ends, [
    [true, 'aborted'],
    [true, 'aborted'],
  ]);
  for (const gate of gates) gate.resolve({ scores: { m: 1 } });
  assert.deepEqual(await Promise.all(jobs), Array(5).fill(undefined));
  assert.equal(await evals.evaluateDecision({ agentId: 'A', decisionId: '6' }), undefined);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { refused, evaluated, committed, evaluatorErrors } = evals.counts();
  assert.deepEqual({ began, refused, evaluated, committed }, { began: ['1', '2'], refused: 7, evaluated: 0, committed: 1 });
  assert.equal(evaluatorErrors, 0);
  assert.deepEqual(errors, ['5 decisions were not evaluated: the tracker is closed']);
  assert.deepEqual(seen.late, []);
});

test('a score that comes in the moment of close is ignored too', async () => {
  for (let turns = 0; turns < 20; turns += 1) {
    const { evals } = heard({ evaluator: async () => ({ scores: { m: 1 } }) });
    const late = evals.evaluateDecision({ agentId: 'A' });
    for (let n = 0; n < turns; n += 1) await Promise.resolve();
    await evals.close();
    const id = await late;
    const { evaluated, committed, refused, dropped } = evals.counts();
    assert.deepEqual([evaluated, committed, refused, dropped], id === undefined ? [0, 0, 1, 0] : [1, 1, 0, 0], `${turns} turns`);
  }
});

test('after close no timer is left that keeps a process alive', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const { evals } = heard({ evaluator: () => never(), retention: { evaluationDays: 1 } });
  evals.evaluateDecision({ agentId: 'A' });
  evals.record(row);
  assert.ok(timers() > before);
  await evals.close();
  assert.equal(timers(), before);
});

test('nothing reaches a store that was closed, nor opens it again', async () => {
  const { store, seen } = watched();
  const { evals, errors } = heard({ store, retention: { evaluationDays: 1 } });
  evals.record(row);
  const all = [evals.close(), evals.close()];
  await Promise.resolve();
  assert.match(evals.record(row), /^EVAL-A-/, 'what is recorded later is told, and not thrown');
  for (const closed of all) assert.equal((await rejection(closed)).message, '1 evaluations were dropped: the tracker is closed');
  assert.deepEqual(errors, ['1 evaluations were dropped: the tracker is closed']);
  evals.record(row);
  assert.match((await rejection(evals.flush())).message, /^1 evaluations were dropped: the tracker is closed/);
  const queries = [
    evals.getEvalHistory('A'),
    evals.getSystemEvalStats(),
    evals.checkForRegression('A'),
    evals.importJsonl([JSON.stringify(row)]),
    evals.exportJsonl().next(),
  ];
  for (const query of queries) {
    const error = await rejection(query);
    assert.deepEqual([error.code, error.message], ['store_error', 'the tracker is closed']);
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual([seen.closed, seen.late, evals.counts().committed], [true, [], 1]);
});

test('close waits for what is under way in the store', async () => {
  const gate = deferred();
  const { store, seen } = watched({ prune: () => gate.promise });
  const { evals } = heard({ store, retention: { evaluationDays: 1 } });
  evals.record(row);
  await evals.flush();
  const closed = evals.close();
  await settled();
  assert.equal(seen.closed, false);
  gate.resolve();
  await closed;
  assert.equal(seen.closed, true);
});

test('a close that cannot make all durable says so, and that is the end of it', async ({ mock }) => {
  mock.timers.enable(TIMERS);
  let commits = 0;
  const commit = async () => {
    commits += 1;
    throw new Error('disk full');
  };
  const { store, seen } = watched({ commit });
  const { evals } = heard({ store });
  evals.record(row);
  assert.equal((await rejection(evals.close())).message, 'the store failed: disk full');
  assert.ok(seen.closed);
  const tried = commits;
  for (let n = 0; n < 10; n += 1) {
    mock.timers.tick(10_000);
    await settled();
  }
  assert.equal((await rejection(evals.flush())).message, 'the tracker is closed');
  assert.deepEqual([commits, seen.late, evals.counts().queued], [tried, [], 1]);
});
