// The tracker: records, group commit, its settings and questions. Evaluators in the background are in evaluators.test.mjs.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { EvalTracker, getEvalTracker, memoryStore } from 'reflect-engine/evals';
import { columns, deferred, refusals, rejection, settled, thrown } from './support.mjs';
import { altered, HOUR, heard } from './trackers.mjs';

const START = Date.parse('2026-02-01T00:00:00.000Z');

/** A store of which every call is noted, and which fails while it is told to. */
function observed() {
  const seen = { commits: [], fail: undefined, gate: undefined };
  const store = altered((inner) => ({
    commit: async (rows, fold) => {
      if (seen.gate !== undefined) await seen.gate;
      if (seen.fail !== undefined) throw seen.fail;
      if (rows.length > 0) seen.commits.push(rows.length);
      return inner.commit(rows, fold);
    },
  }));
  return { store, seen };
}

/** Whole numbers below a bound, the same ones each time. */
function randomOf(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A tracker whose time is set by hand. */
function clocked(settings) {
  const clock = { ms: START };
  const warned = [];
  return { ...heard({ now: () => clock.ms, warn: (message) => warned.push(message), ...settings }), clock, warned };
}

test('record returns an id at once, of agent, time and a counter, and no two are the same', async () => {
  const { evals } = clocked();
  const ids = Array.from({ length: 1_000 }, () => evals.record({ agentId: 'SELLER', scores: { m: 0.5 } }));
  assert.equal(new Set(ids).size, 1_000);
  const time = START.toString(36);
  assert.ok(ids.every((id) => id.startsWith(`EVAL-SELLER-${time}-`)));
  assert.deepEqual([evals.counts().recorded, evals.counts().committed], [1_000, 0]);
  await evals.flush();
  assert.deepEqual([evals.counts().queued, evals.counts().committed], [0, 1_000]);
  await evals.close();
});

test('a record is what was handed in when it was handed in; the aggregate is the mean of the numbers', async () => {
  const { evals } = clocked();
  const scores = { answer_relevance: 0.8, answer_relevancy: 0.4, groundedness: null };
  const given = {
    agentId: 'A',
    decisionId: 'DEC-1',
    scores,
    evalSource: 'combined',
    sourceKind: 'model',
    evaluatorId: 'ragas',
    evaluatorVersion: '1.2',
    explanation: 'well grounded',
    costUsd: 0.002,
    input: { text: 'x'.repeat(5_000) },
    decision: 'APPROVE',
    riskScore: 28,
    confidence: 0.92,
    aggregateScore: 99,
  };
  evals.record(given);
  scores.answer_relevance = 0;
  evals.record({ agentId: 'A', scores: { groundedness: null } });
  const [unscored, record] = (await evals.getEvalHistory('A')).sort((a) => (a.aggregateScore === null ? -1 : 1));
  assert.equal(unscored.aggregateScore, null, 'null is not zero');
  assert.deepEqual(record.scores, { answer_relevance: 0.8, answer_relevancy: 0.4, groundedness: null });
  assert.ok(Math.abs(record.aggregateScore - 0.6) < 1e-12);
  assert.ok(record.input.length <= 2_001 && record.input.startsWith('{"text":"xxx'));
  assert.deepEqual(
    [record.evaluatorId, record.evaluatorVersion, record.sourceKind, record.costUsd, record.createdAt],
    ['ragas', '1.2', 'model', 0.002, '2026-02-01T00:00:00.000Z'],
  );
  const { evalCount, scoresByMetric } = await evals.getAgentEvalStats('A');
  assert.deepEqual([evalCount, Object.keys(scoresByMetric)], [2, ['answer_relevance', 'answer_relevancy']]);
});

test('evaluations of the wrong shape are refused by name', async () => {
  const { evals } = clocked();
  const scores = '`scores` must be a plain object of numbers by metric, got';
  const cases = [
    [undefined, 'an evaluation must be an object, got nothing'],
    [{ scores: {} }, '`agentId` must be a string that is not empty, got nothing'],
    [{ agentId: 'A'.repeat(201), scores: {} }, '`agentId` must have at most 200 characters, got 201'],
    [{ agentId: 'A\0', scores: {} }, /^`agentId` must be a text without U\+0000/],
    [{ agentId: 'A\ud83d', scores: {} }, /^`agentId` must be a text without .* halves of surrogate pairs/],
    [{ agentId: 'A', scores: {}, evaluationId: 'E'.repeat(301) }, '`evaluationId` must have at most 300 characters, got 301'],
    [{ agentId: 'A', scores: {}, evaluationId: '\udc00' }, /^`evaluationId` must be a text without/],
    [{ agentId: 'A', scores: { '\ud83d': 1 } }, /^`a metric` must be a text without .* halves of surrogate pairs/],
    [{ agentId: 'A', scores: {}, evaluatorId: '\ud83d' }, /^`evaluatorId` must be a text without .* halves of surrogate pairs/],
    [{ agentId: 'A' }, `${scores} nothing`],
    [{ agentId: 'A', scores: { m: Number.NaN } }, '`scores.m` must be a number from -1000000 to 1000000 or null, got NaN'],
    [{ agentId: 'A', scores: { m: '0.5' } }, '`scores.m` must be a number from -1000000 to 1000000 or null, got "0.5"'],
    [{ agentId: 'A', scores: JSON.parse('{"__proto__": 1}') }, '`scores` must not have a metric `__proto__`'],
    [{ agentId: 'A', scores: {}, confidence: '1' }, '`confidence` must be a finite number, got "1"'],
    [{ agentId: 'A', scores: {}, sourceKind: 'robot' }, "`sourceKind` must be one of 'model', 'code', 'human', got \"robot\""],
    ...['yesterday', 'DEC-1', '1', '2026', '2026-02-22', '22 Feb 2026', '2026-02-30T00:00:00Z', '2026-02-22T25:00:00Z'].map(
      (createdAt) => [{ agentId: 'A', scores: {}, createdAt }, /^`createdAt` must be a date, .* got "/],
    ),
    [{ agentId: 'A', scores: {}, createdAt: 'yesterday' }, /^`createdAt` must be a date, .* got "yesterday"$/],
    [{ agentId: 'A', scores: {}, createdAt: Number.NaN }, /^`createdAt` must be a date, /],
    [{ agentId: 'A', scores: {}, evaluatorID: 'x' }, /^unknown key of an evaluation `evaluatorID`, did you mean `evaluatorId`\?/],
    [{ agentId: 'A', scores: new Map([['m', 1]]) }, `${scores} an instance of Map`],
    [{ agentId: 'A', scores: Object.create({ m: 1 }) }, `${scores} an instance of Object`],
  ];
  await refusals('invalid_task', cases, (given) => evals.record(given));
  assert.equal(evals.counts().recorded, 0);
});

test('rows go to the store in groups, and those that come meanwhile wait for the next', async () => {
  const { store, seen } = observed();
  const { evals } = clocked({ store });
  const row = { agentId: 'A', scores: { m: 1 } };
  evals.record(row);
  await new Promise((resolve) => setTimeout(resolve, 60));
  assert.deepEqual(seen.commits, [1], 'a few wait 20 ms at most');
  for (let n = 0; n < 256; n += 1) evals.record(row);
  await settled();
  assert.deepEqual(seen.commits, [1, 256], '256 wait for nothing');
  const gate = deferred();
  seen.gate = gate.promise;
  const first = evals.flush();
  evals.record(row);
  const flushed = evals.flush();
  for (let n = 0; n < 300; n += 1) evals.record(row);
  await Promise.all([first]);
  seen.gate = undefined;
  gate.resolve();
  await flushed;
  await evals.flush();
  assert.deepEqual([seen.commits.slice(2).reduce((a, b) => a + b), evals.counts().committed], [301, 558]);
});

test('a store that fails is told once, keeps nothing waiting for nobody, and gets the rows when it is back', async () => {
  const { store, seen } = observed();
  const { evals, warned, errors } = clocked({ store, maxQueue: 3 });
  seen.fail = new Error('disk full');
  for (let n = 0; n < 4; n += 1) evals.record({ agentId: 'A', scores: { m: 1 } });
  const error = await rejection(evals.flush());
  assert.deepEqual([error.code, error.message, error.cause], ['store_error', 'the store failed: disk full', seen.fail]);
  await rejection(evals.flush());
  assert.deepEqual(warned, ['[EvalTracker] the store failed: disk full']);
  assert.deepEqual(errors, [
    '1 evaluations were dropped: the queue (`maxQueue`: 3) was full',
    'the store failed: disk full',
    'the store failed: disk full',
  ]);
  assert.deepEqual([evals.counts().queued, evals.counts().dropped], [3, 1]);
  seen.fail = undefined;
  assert.match((await rejection(evals.flush())).message, /^1 evaluations were dropped: the queue \(`maxQueue`: 3\) was full/);
  await evals.flush();
  assert.equal((await evals.getEvalHistory('A')).length, 3);
});

test('a store of one’s own may copy rows in any way: they hold what their interface says', async () => {
  const copies = {
    spread: (row) => ({ ...row }),
    JSON: (row) => JSON.parse(JSON.stringify(row)),
    structuredClone: (row) => structuredClone(row),
  };
  for (const [how, copy] of Object.entries(copies)) {
    const seen = [];
    const store = altered((inner) => ({ commit: (rows, fold) => (seen.push(...rows), inner.commit(rows.map(copy), fold)) }));
    const { evals } = clocked({ store });
    const evaluationId = evals.record({ agentId: 'A', scores: { m: 0.5, n: null }, evaluatorId: 'judge', sourceKind: 'model' });
    await evals.flush();
    assert.deepEqual(
      { ...seen[0] },
      {
        evaluationId,
        agentId: 'A',
        createdMs: START,
        createdAt: '2026-02-01T00:00:00.000Z',
        historyId: 'EVALH-A-2026020100',
        data: JSON.stringify((await evals.getEvalHistory('A'))[0]),
      },
      how,
    );
    const { evalCount, scoresByMetric } = await evals.getAgentEvalStats('A');
    assert.deepEqual([evalCount, Object.keys(scoresByMetric)], [1, ['m']], how);
    await evals.close();
  }
});

test('settings and questions of the wrong shape are refused by name', async () => {
  const days = '`retention.windowDays` must be a number from';
  const cases = [
    [{ stor: 1 }, 'unknown setting `stor`, did you mean `store`?'],
    [{ store: {} }, '`store` must be an EvalStore with commit, evaluations, windows, prune, close, got an object'],
    [{ evaluator: 3 }, '`evaluator` must be a function, got 3'],
    [{ concurrency: 0 }, '`concurrency` must be an integer from 1 to 1000, got 0'],
    [{ maxQueue: Number.NaN }, '`maxQueue` must be an integer from 1 to 10000000, got NaN'],
    [{ regressions: { rule: 'cumsum' } }, "`regressions.rule` must be 'drop15' or 'cusum', got \"cumsum\""],
    [{ regressions: { coolDownHour: 1 } }, /^unknown setting `coolDownHour`, did you mean `coolDownHours`\?$/],
    [{ retention: { windowDays: 7 } }, `${days} 30 to 36500, got 7`],
    ...Object.entries({ 183: 2000, 31: 169 }).map(([least, coolDownHours]) => [
      { retention: { windowDays: 30 }, regressions: { coolDownHours } },
      `${days} ${least} to 36500 where \`regressions.coolDownHours\` is ${coolDownHours}, got 30`,
    ]),
  ];
  await refusals('invalid_settings', cases, (given) => new EvalTracker(given));
  // A week of quiet needs no more windows than none; who looks for no regressions needs none for them.
  for (const regressions of [{ coolDownHours: 168 }, false]) {
    await new EvalTracker({ retention: { windowDays: 30 }, regressions }).close();
  }
  const { evals } = clocked();
  assert.match((await rejection(evals.getEvalHistory('A', 0))).message, /^`limit` must be an integer from 1 to 10000, got 0/);
  assert.match((await rejection(evals.getEvalTrend('', 1))).message, /^`agentId` must be a string/);
  const questions = [evals.getEvalHistory, evals.getEvalTrend, evals.getAgentEvalStats, evals.checkForRegression];
  const odd = questions.flatMap((ask) => ['a\0b', '\ud800'].map((id) => [ask, id, /^`agentId` must be a text without U\+0000/]));
  await refusals('invalid_task', odd, (ask, agentId) => ask.call(evals, agentId));
  const place = { createdAt: '2026-02-01T00:00:00.000Z', evaluationId: '\ud800' };
  assert.match((await rejection(evals.getEvalHistory('A', 1, place))).message, /^`before.evaluationId` must be a text without/);
  assert.match(thrown(() => evals.on('agent:eval:regresion', () => {})).message, /did you mean `agent:eval:regression`/);
  const empty = await evals.getAgentEvalStats('nobody');
  assert.deepEqual(
    [empty.evalCount, empty.avgScore, empty.scoreTrend, await evals.getEvalTrend('nobody')],
    [0, null, 'insufficient_data', []],
  );
});

/** What a store holds of an agent's windows, but for how their scores went when they were written. */
async function windowsOf(store, agentId) {
  const texts = await store.windows({ agentId, fromMs: 0, toMs: 1e14 });
  return texts.map((text) => JSON.parse(text)).map(({ scoreTrend: _, ...window }) => window);
}

test('windows have the figures of their rows, and null is not zero', async () => {
  const store = memoryStore();
  const { evals } = clocked({ store, regressions: false });
  const rows = [
    [0.1, { answer_relevance: 0.7, answer_relevancy: 0.9 }],
    [0.2, { answer_relevance: 0.95 }, 'other'],
    [0.3, { answer_relevance: null }],
    [1.2, {}],
  ];
  for (const [hours, scores, evaluatorId] of rows)
    evals.record({ agentId: 'A', scores, createdAt: START + hours * HOUR, evaluatorId });
  await evals.flush();
  const [first, second] = await windowsOf(store, 'A');
  const { series, hour, ...figures } = first;
  assert.deepEqual(figures, {
    historyId: 'EVALH-A-2026020100',
    windowStart: '2026-02-01T00:00:00.000Z',
    windowEnd: '2026-02-01T01:00:00.000Z',
    agentId: 'A',
    evalCount: 3,
    avgScore: 0.875,
    minScore: 0.8,
    maxScore: 0.95,
    scoresByMetric: {
      answer_relevance: { avg: 0.825, min: 0.7, max: 0.95, count: 2 },
      answer_relevancy: { avg: 0.9, min: 0.9, max: 0.9, count: 1 },
    },
  });
  const sums = (count, sum, sumSquares, min, max) => ({ count, sum, sumSquares, min, max });
  const one = (value, square) => sums(1, String(value), square, value, value);
  const relevance = {
    answer_relevance: one(700000000, '490000000000000000'),
    answer_relevancy: one(900000000, '810000000000000000'),
  };
  const other = one(950000000, '902500000000000000');
  assert.equal(hour, START / HOUR);
  assert.deepEqual(series, [
    { kind: '', evaluator: '', version: '', evaluations: 2, aggregate: one(800000000, '640000000000000000'), metrics: relevance },
    { kind: '', evaluator: 'other', version: '', evaluations: 1, aggregate: other, metrics: { answer_relevance: other } },
  ]);
  assert.deepEqual([second.evalCount, second.avgScore, second.minScore, second.scoresByMetric], [1, null, null, {}]);
  assert.deepEqual(second.series[0].aggregate, sums(0, '0', '0', 0, 0));
  await evals.close();
});

test('windows built in any order and any number of parts equal the recount, to the last digit', async () => {
  const random = randomOf(7);
  const rows = Array.from({ length: 240 }, (_, n) => ({
    evaluationId: `E-${n}`,
    agentId: ['A', 'B'][random(2)],
    createdAt: START + random(30) * HOUR,
    evaluatorId: ['x', 'y', '"'][random(3)],
    // Thousandths: their billionths are whole.
    scores: Object.fromEntries(['m', 'k', '1'].slice(random(4)).map((metric) => [metric, (random(2e9) - 1e9) / 1e3])),
  }));
  const built = async (order) => {
    const store = memoryStore();
    const { evals } = clocked({ store, regressions: false });
    for (const row of order) {
      evals.record(row);
      if (random(9) === 0) await evals.flush();
    }
    await evals.close();
    return { A: await windowsOf(store, 'A'), B: await windowsOf(store, 'B') };
  };
  const whole = await built(rows);
  for (let round = 0; round < 5; round += 1) {
    assert.deepEqual(
      await built(
        rows
          .map((row) => [random(1e9), row])
          .sort(([a], [b]) => a - b)
          .map(([, row]) => row),
      ),
      whole,
    );
  }
  for (const { agentId, hour, series } of [...whole.A, ...whole.B]) {
    for (const { evaluator, evaluations, metrics } of series) {
      const own = rows.filter((row) => row.agentId === agentId && row.createdAt === hour * HOUR && row.evaluatorId === evaluator);
      assert.equal(evaluations, own.length);
      for (const [metric, { count, sum, sumSquares, min, max }] of Object.entries(metrics)) {
        const units = own
          .filter(({ scores }) => metric in scores)
          .map(({ scores }) => BigInt(Math.round(scores[metric] * 1e3)) * 1_000_000n);
        assert.deepEqual([count, sum], [units.length, String(units.reduce((a, b) => a + b))]);
        assert.equal(sumSquares, String(units.map((unit) => unit * unit).reduce((a, b) => a + b)));
        assert.deepEqual([min, max], [Math.min(...units.map(Number)), Math.max(...units.map(Number))]);
      }
    }
  }
});

test('a window whose sums are damaged is a store_error that names it', async () => {
  const store = memoryStore();
  const first = clocked({ store, regressions: false });
  first.evals.record({ agentId: 'A', scores: { m: 0.5 } });
  await first.evals.close();
  const [window] = await windowsOf(store, 'A');
  const damaged = [
    { kind: null },
    { version: 1 },
    { evaluations: 0.5 },
    { aggregate: 'x' },
    { aggregate: [0.5] },
    { aggregate: { count: 1 } },
    ...[{ sum: 'x' }, { sum: 5 }, { sumSquares: '1e5' }, { min: '1' }, { max: null }, { count: 1.5 }].map((over) => ({
      aggregate: { ...window.series[0].aggregate, ...over },
    })),
    { metrics: { m: 1 } },
    { metrics: [] },
  ].map((over) => [{ ...window.series[0], ...over }]);
  for (const series of [...damaged, [], [3], {}, null]) {
    const windows = async () => [JSON.stringify({ ...window, series })];
    const { evals, errors } = clocked({ store: altered(() => ({ windows })) });
    assert.deepEqual(await evals.getEvalTrend('A'), []);
    assert.equal((await evals.getAgentEvalStats('A')).evalCount, 0);
    assert.deepEqual(await evals.checkForRegression('A'), []);
    assert.equal(errors.length, 1, 'reported once');
    assert.match(errors[0], /^the store holds a damaged row with the `historyId` "EVALH-A-2026020100", /, JSON.stringify(series));
    await evals.close();
  }
});

test('a window that other code wrote stops no flush, and is made anew of the evaluations that are there', async () => {
  let isOther = false;
  const other = (data) => (isOther ? data.replace('"series"', '"scores"') : data);
  const store = altered((inner) => ({
    commit: (rows, fold) => inner.commit(rows, (added, stored) => fold(added, stored.map(other))),
  }));
  const { evals, errors } = clocked({ store });
  for (const score of [0, 1, 1]) evals.record({ agentId: 'A', scores: { m: score } });
  await evals.flush();
  isOther = true;
  evals.record({ agentId: 'A', scores: { m: 0 } });
  evals.record({ agentId: 'B', scores: { m: 1 } });
  await evals.flush();
  const { evalCount, avgScore } = await evals.getAgentEvalStats('A');
  assert.deepEqual([evalCount, avgScore, (await evals.getAgentEvalStats('B')).evalCount], [4, 0.5, 1]);
  assert.deepEqual([errors.length, /damaged row with the `historyId` "EVALH-A-/.test(errors[0])], [1, true]);
  await evals.close();
});

test('a stored hour holds how its scores go, against the last one of the same evaluator', async () => {
  const store = memoryStore();
  const trends = async () => {
    const windows = await store.windows({ agentId: 'A', fromMs: 0, toMs: 1e14 });
    return windows.map((text) => JSON.parse(text).scoreTrend);
  };
  const { evals, clock } = clocked({ store, regressions: false });
  const record = async (m, hours, more = {}) => {
    clock.ms = START + hours * HOUR;
    evals.record({ agentId: 'A', scores: { m }, ...more });
    await evals.flush();
  };
  await record(0.5, 0);
  await record(0.9, 1, { evaluatorId: 'other' });
  await record(0.6, 2);
  assert.deepEqual(await trends(), ['insufficient_data', 'insufficient_data', 'improving']);
  await record(0.2, 2.5);
  const [, , last] = await trends();
  assert.equal(last, 'degrading', 'as of its last row');
  await evals.close();
  const next = clocked({ store, regressions: false });
  next.clock.ms = START + 60 * HOUR;
  next.evals.record({ agentId: 'A', scores: { m: 0.4 } });
  next.evals.record({ agentId: 'A', scores: { m: 0.4 }, createdAt: START + 30 * HOUR });
  await next.evals.flush();
  assert.deepEqual(
    (await trends()).slice(3),
    [undefined, 'stable'],
    'in another process; of an hour that comes days late it is not known',
  );
});

test('statistics of many windows give others their turn, after slices of their text', async (context) => {
  const { setTimeout } = globalThis;
  const turnsOf = async (count) => {
    const { evals } = clocked({ regressions: false });
    for (let n = 0; n < count; n += 1)
      evals.record({ agentId: `A${n % 7}`, scores: { groundedness: (n % 9) / 10, coherence: 0.5 }, createdAt: START - n * HOUR });
    await evals.flush();
    let turns = 0;
    globalThis.setTimeout = (...given) => {
      if (given.length === 1) turns += 1;
      return setTimeout(...given);
    };
    const { evalCount, avgScore, agents } = await evals.getSystemEvalStats();
    globalThis.setTimeout = setTimeout;
    assert.deepEqual([evalCount, agents.length, agents[0].agentId], [count, 7, 'A0']);
    assert.ok(Math.abs(avgScore - 0.45) < 1e-3);
    assert.deepEqual(await evals.getAgentEvalStats('A3'), agents[3]);
    await evals.close();
    return turns;
  };
  context.after(() => {
    globalThis.setTimeout = setTimeout;
  });
  const [few, many] = [await turnsOf(1_000), await turnsOf(4_000)];
  assert.ok(few >= 3 && Math.abs(many - 4 * few) <= 4, `${few} turns, and ${many} of four times as many windows`);
});

test('a process shares one tracker, whichever copy of the package asks for it', async () => {
  const required = createRequire(import.meta.url)('reflect-engine/evals');
  const store = memoryStore();
  const evals = getEvalTracker({ store });
  assert.ok(evals instanceof EvalTracker);
  assert.equal(getEvalTracker(), evals);
  assert.equal(required.getEvalTracker(), evals);
  getEvalTracker().record({ agentId: 'A', scores: { m: 1 } });
  await evals.flush();
  assert.equal((await store.evaluations({ limit: 5 })).length, 1);
  await refusals('invalid_settings', [[() => getEvalTracker({ store }), /^the shared tracker was made before/]]);
});

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

test('a clock that gives no time is refused by all who ask it', async () => {
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
    const message = `\`now\` must be a function that gives milliseconds, of the years 0 to 9999, got ${got}`;
    await refusals('invalid_settings', [
      [() => evals.record({ agentId: 'A', scores: {} }), message],
      [() => evals.getEvalTrend('A'), message],
      [() => evals.getAgentEvalStats('A'), message],
      [() => evals.getSystemEvalStats(), message],
      [() => evals.checkForRegression('A'), message],
    ]);
    assert.equal(evals.counts().recorded, 0);
    await evals.close();
  }
});

test('windows are pruned each hour by themselves, whatever else is kept and looked for', async ({ mock }) => {
  for (const retention of [{ windowDays: 30 }, { evaluationDays: 30 }]) {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: START });
    const pruned = [];
    const store = altered(() => ({ prune: async (limits) => pruned.push(Object.values(limits)) }));
    const evals = new EvalTracker({ store, regressions: false, retention });
    evals.record({ agentId: 'A', scores: { m: 1 } });
    await evals.flush();
    for (let gone = 0; gone < 2 * HOUR + 5_000; gone += 2_000) {
      mock.timers.tick(2_000);
      await settled();
    }
    assert.equal(pruned.length, 3);
    assert.deepEqual(pruned[0], [START - 720 * HOUR]);
    await evals.close();
    mock.timers.reset();
  }
});

test('hours are those of UTC, also before the epoch', async () => {
  const store = memoryStore();
  const { evals } = clocked({ store });
  for (const createdAt of [START, START + HOUR - 1, START - 1, -1]) evals.record({ agentId: 'A', scores: { m: 1 }, createdAt });
  await evals.flush();
  const windows = (await store.windows({ fromMs: -HOUR, toMs: START + HOUR })).map((text) => JSON.parse(text));
  assert.deepEqual(columns(windows, 'windowStart', 'evalCount'), [
    ['1969-12-31T23:00:00.000Z', 1],
    ['2026-01-31T23:00:00.000Z', 1],
    ['2026-02-01T00:00:00.000Z', 2],
  ]);
});

const NOW = Date.parse('2026-02-22T00:30:00Z');

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
  assert.deepEqual(await told(1_000), all);
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
