// What a tracker cannot keep is told to everyone who waits, a store may fail where it likes, and `close` is the end.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { isReflectError } from 'reflect-engine';
import { EvalTracker, memoryStore } from 'reflect-engine/evals';
import { deferred, never, rejection, settled } from './support.mjs';

const HOUR = 3_600_000;
const row = { agentId: 'A', scores: { m: 1 } };

/** A tracker, and what its `error` events say. */
function heard(settings) {
  const evals = new EvalTracker({ warn: () => {}, ...settings });
  const errors = [];
  evals.on('error', (error) => errors.push(error.message));
  return { evals, errors };
}

/** A store in memory, with other methods. */
function altered(methods) {
  const inner = memoryStore();
  const own = ['commit', 'evaluations', 'windows', 'prune', 'close'].map((name) => [name, inner[name].bind(inner)]);
  return { ...Object.fromEntries(own), ...methods };
}

/** A store that notes what reaches it after it was closed. */
function watched(methods = {}) {
  const seen = { closed: false, late: [] };
  const inner = altered(methods);
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

/** With timers and a clock that go by hand. */
async function withTimers(work) {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.parse('2026-02-22T12:00:00Z') });
  try {
    await work((ms) => mock.timers.tick(ms));
  } finally {
    mock.timers.reset();
  }
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
  const inner = memoryStore();
  const commit = async (...given) => {
    await gate.promise;
    return inner.commit(...given);
  };
  const { evals, errors } = heard({ maxQueue: 2, store: altered({ commit }) });
  for (let n = 0; n < 3; n += 1) evals.record(row);
  const flushed = rejection(evals.flush());
  await settled();
  for (let n = 0; n < 4; n += 1) {
    evals.record(row);
    await settled();
  }
  gate.resolve();
  assert.match((await flushed).message, /^5 evaluations were dropped/);
  assert.deepEqual(
    errors.map((message) => Number.parseInt(message, 10)),
    [1, 4],
  );
  for (let n = 0; n < 3; n += 1) evals.record(row);
  await settled();
  assert.equal(errors.length, 3, 'and anew the next time');
});

test('an import waits for room in the queue, beside others that fill it', async () => {
  const { evals, errors } = heard({ maxQueue: 100 });
  const lines = Array.from({ length: 1_000 }, (_, n) => JSON.stringify({ ...row, evaluationId: `E${n}` }));
  assert.equal(await evals.importJsonl(lines), 1_000);
  for (let n = 0; n < 100; n += 1) evals.record(row);
  assert.equal(await evals.importJsonl(lines), 1_000);
  assert.deepEqual([evals.counts().dropped, (await evals.getAgentEvalStats('A')).evalCount, errors], [0, 1_100, []]);
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
  throws: () => {
    throw new Error('no pruning here');
  },
  rejects: async () => {
    throw new Error('no pruning here');
  },
  'gives nothing': () => undefined,
};
for (const [how, prune] of Object.entries(prunes)) {
  test(`a store whose prune ${how} fails no flush and no timer`, () =>
    withTimers(async (tick) => {
      const { evals, errors } = heard({ store: altered({ prune }), retention: { evaluationDays: 1 } });
      evals.record(row);
      await evals.flush();
      tick(2 * HOUR);
      await settled();
      const failure = 'no pruning here';
      assert.deepEqual(errors, how === 'gives nothing' ? [] : [failure, failure]);
      assert.deepEqual([evals.counts().committed, (await evals.getEvalHistory('A')).length], [1, 1]);
    }));
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
  assert.deepEqual(
    signals.map(({ aborted, reason }) => [aborted, isReflectError(reason) && reason.code]),
    [
      [true, 'aborted'],
      [true, 'aborted'],
    ],
  );
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

test('a close that cannot make all durable says so, and that is the end of it', () =>
  withTimers(async (tick) => {
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
      tick(10_000);
      await settled();
    }
    assert.equal((await rejection(evals.flush())).message, 'the tracker is closed');
    assert.deepEqual([commits, seen.late, evals.counts().queued], [tried, [], 1]);
  }));
