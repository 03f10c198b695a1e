// When evaluations are from: how a time is told, clocks with fractions, and what is too old to be kept.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { EvalTracker, memoryStore } from 'reflect-engine/evals';
import { rejection, settled } from './support.mjs';

const HOUR = 3_600_000;
const START = Date.parse('2026-02-01T00:00:00.000Z');

/** A tracker whose time is set by hand. */
function clocked(settings) {
  const clock = { ms: START };
  return { evals: new EvalTracker({ now: () => clock.ms, warn: () => {}, ...settings }), clock };
}

test('times are told in ISO 8601, as a date or in milliseconds, and kept to the millisecond', async () => {
  const { evals } = clocked();
  const times = [
    '2026-02-22T13:34:56.7899+01:00',
    '2026-02-22T12:34:56.789Z',
    new Date('2026-02-22T12:34:56.789Z'),
    1771763696789.9,
  ];
  for (const createdAt of times) evals.record({ agentId: 'A', scores: {}, createdAt });
  evals.record({ agentId: 'B', scores: {}, createdAt: '2026-02-22T12:34Z' });
  for (const { createdAt } of await evals.getEvalHistory('A')) assert.equal(createdAt, '2026-02-22T12:34:56.789Z');
  assert.equal((await evals.getEvalHistory('B'))[0].createdAt, '2026-02-22T12:34:00.000Z');
  const { message } = await rejection(evals.getEvalHistory('A', 5, { createdAt: 'DEC-1', evaluationId: 'E' }));
  assert.match(message, /^`before` must be an evaluation/);
});

test('a clock with fractions of a millisecond loses no row between pages', async () => {
  const clock = { ms: START };
  const { evals } = clocked({ now: () => (clock.ms += 0.1) });
  for (let n = 0; n < 1_203; n += 1) evals.record({ agentId: 'A', scores: { m: 1 } });
  const exported = new Set();
  for await (const line of evals.exportJsonl()) exported.add(JSON.parse(line).evaluationId);
  const paged = new Set();
  for (let page = [undefined]; page.length > 0; ) {
    page = await evals.getEvalHistory('A', 7, page.at(-1));
    for (const { evaluationId } of page) paged.add(evaluationId);
  }
  assert.deepEqual([exported.size, paged.size], [1_203, 1_203]);
});

test('an import leaves out what retention would forget at once, so that a repeated one counts nothing twice', async () => {
  const store = memoryStore();
  const { evals, clock } = clocked({ store, retention: { evaluationDays: 7 } });
  const day = 24 * HOUR;
  const lines = [8, 7, 6].map((days) =>
    JSON.stringify({ evaluationId: `E${days}`, agentId: 'A', scores: { m: 1 }, createdAt: START - days * day }),
  );
  for (let n = 0; n < 3; n += 1) {
    assert.equal(await evals.importJsonl(lines), 2);
    await store.prune({ evaluationsBeforeMs: clock.ms - 7 * day });
  }
  assert.deepEqual([(await evals.getAgentEvalStats('A')).evalCount, evals.counts().expired], [2, 3]);
  const error = await rejection(evals.importJsonl([lines[0], '{}']));
  assert.match(error.message, /^line 2 is no evaluation/);
});

test('a clock that gives no time is refused by all who ask it, and an import leaves out nothing for it', async () => {
  const line = JSON.stringify({ agentId: 'A', scores: { m: 1 }, createdAt: START });
  const times = [
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    [9e15, '9000000000000000'],
    [undefined, 'nothing'],
    [new Date(START), 'an instance of Date'],
    [String(START), `"${START}"`],
  ];
  for (const [time, got] of times) {
    const evals = new EvalTracker({ now: () => time, warn: () => {}, retention: { evaluationDays: 7 } });
    const expected = ['invalid_task', `\`now\` must be a function that gives milliseconds, of the years 0 to 9999, got ${got}`];
    const asked = {
      importJsonl: () => evals.importJsonl([line]),
      getEvalTrend: () => evals.getEvalTrend('A'),
      getAgentEvalStats: () => evals.getAgentEvalStats('A'),
      getSystemEvalStats: () => evals.getSystemEvalStats(),
      checkForRegression: () => evals.checkForRegression('A'),
    };
    for (const [name, ask] of Object.entries(asked)) {
      const { code, message } = await rejection(ask());
      assert.deepEqual([code, message], expected, name);
    }
    assert.equal(evals.counts().expired, 0);
    await evals.close();
  }
});

test('windows are pruned each hour by themselves, whatever else is kept and looked for', async () => {
  for (const retention of [{ windowDays: 30 }, { evaluationDays: 30 }]) {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: START });
    try {
      const inner = memoryStore();
      const pruned = [];
      const store = Object.fromEntries(
        ['commit', 'evaluations', 'windows', 'close'].map((name) => [name, inner[name].bind(inner)]),
      );
      const evals = new EvalTracker({
        store: { ...store, prune: async (limits) => pruned.push(Object.values(limits)) },
        regressions: false,
        retention,
      });
      evals.record({ agentId: 'A', scores: { m: 1 } });
      await evals.flush();
      for (let gone = 0; gone < 2 * HOUR + 5_000; gone += 2_000) {
        mock.timers.tick(2_000);
        await settled();
      }
      assert.equal(pruned.length, 3);
      assert.deepEqual(pruned[0], [START - 720 * HOUR]);
      await evals.close();
    } finally {
      mock.timers.reset();
    }
  }
});

test('hours are those of UTC, also before the epoch', async () => {
  const store = memoryStore();
  const { evals } = clocked({ store });
  for (const createdAt of [START, START + HOUR - 1, START - 1, -1]) evals.record({ agentId: 'A', scores: { m: 1 }, createdAt });
  await evals.flush();
  const windows = (await store.windows({ fromMs: -HOUR, toMs: START + HOUR })).map((text) => JSON.parse(text));
  assert.deepEqual(
    windows.map(({ windowStart, evalCount }) => [windowStart, evalCount]),
    [
      ['1969-12-31T23:00:00.000Z', 1],
      ['2026-01-31T23:00:00.000Z', 1],
      ['2026-02-01T00:00:00.000Z', 2],
    ],
  );
});
