import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Autopilot, Critic, isReflectError, ReflectEngine, ReflectError } from 'reflect-engine';
import { LoopMonitor } from 'reflect-engine/monitor';
import { ResearchLoop } from 'reflect-engine/research';
import { scriptedModel } from 'reflect-engine/testing';
import { refusals, revoked, thrown, unreadable, verdict } from './support.mjs';

const done = { status: 'ok', accepted: true, stopReason: 'accepted', iterations: 2 };
const timeout = { status: 'needs_review', accepted: false, stopReason: 'max_iterations', iterations: 5 };
const critique = (score, needs) => JSON.stringify({ score, issues: needs ? ['why'] : [], suggestion: '', needs_revision: needs });

test('repeated drafts of every loop are repetition_threshold_hits', async () => {
  const again = 'The same answer.';
  const engine = (settings) =>
    new ReflectEngine(settings).run({
      input: 'q',
      model: scriptedModel([again, critique(4, true), ' the same  ANSWER.', critique(4, true), 'other']),
    });
  const goal = { objective: 'o', successCriteria: ['c'] };
  let rejections = 0;
  const good = () => {
    rejections += 1;
    return { score: 0, paths: ['a'] };
  };
  const runs = {
    classic: engine({ strategy: 'classic', maxReflections: 2 }),
    'keep-best': engine({ strategy: 'keep-best', maxReflections: 1 }),
    autopilot: new Autopilot({ agent: () => again, goal, budget: { maxIterations: 3 } }).run(),
    research: new ResearchLoop({
      canonicalModel: { fields: [{ path: 'a' }] },
      maxRepairs: 1,
      evaluator: { metrics: { good } },
    }).run({
      query: 'q',
      research: ({ path }) => [{ path, value: `v${rejections}`, sourceId: `s${rejections}` }],
      compose: () => again,
    }),
  };
  const expected = { classic: 1, 'keep-best': 1, autopilot: 2, research: 1 };
  for (const [loop, run] of Object.entries(runs)) {
    const monitor = new LoopMonitor();
    monitor.observe(await run);
    assert.equal(monitor.report().metrics.repetition_threshold_hits, expected[loop], loop);
  }
  assert.equal(rejections, 2);
});

test('a first draft that a verifier or another model accepted opens no alert, one that its own model accepted does', async () => {
  const engine = new ReflectEngine({ strategy: 'keep-best' });
  const own = scriptedModel(['one', critique(9, false)]);
  const goal = { objective: 'o', successCriteria: ['c'] };
  const both = scriptedModel(['one', verdict([true], 0.9)]);
  const one = () => scriptedModel(['one']);
  const verifiers = { fine: () => ({ passed: true }) };
  const cases = [
    [engine.run({ input: 'q', model: own }), true],
    [engine.run({ input: 'q', model: one(), critic: scriptedModel([critique(9, false)]) }), false],
    [engine.run({ input: 'q', model: one(), critic: false, verifiers }), false],
    [new Autopilot({ model: both, goal, critic: true }).run(), true],
    [new Autopilot({ model: one(), goal, critic: new Critic({ model: scriptedModel([verdict([true], 0.9)]) }) }).run(), false],
  ];
  for (const [index, [run, open]] of cases.entries()) {
    const monitor = new LoopMonitor();
    const result = await run;
    const { accepted, acceptedBy, iterations, trace } = result;
    assert.deepEqual([accepted, iterations, trace.selfCritique], [true, 1, open ? true : undefined], `case ${index}`);
    monitor.observe(result, { runId: 'r' });
    monitor.feedback({ runId: 'r', rating: 4 });
    const { alerts, measures } = monitor.report();
    const opened = alerts.some(({ metric }) => metric === 'stopped_at_iteration_1');
    // A critic's points, and the share of the criteria that is met, are held against what people say.
    assert.deepEqual([opened, measures.correlation.n], [open, acceptedBy === 'critic' ? 1 : 0], `case ${index}`);
  }
});

test('figures have both names, and calls, tokens and cost are those of the results', async () => {
  const monitor = new LoopMonitor();
  const usage = { inputTokens: 100, outputTokens: 20, costUsd: 0.5 };
  const yes = '{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}';
  const replies = [
    { content: 'A draft.', usage },
    { content: yes, usage },
  ];
  const engine = new ReflectEngine();
  monitor.observe(await engine.run({ input: 'x', model: scriptedModel(replies) }));
  monitor.observe({ status: 'ok', accepted: true, stopReason: 'accepted', iterations: 2 });
  monitor.observe({ status: 'ok', accepted: true, stopReason: 'accepted', iterations: 2, calls: 4, tokens: 760 });
  for (const { metrics } of [monitor.report(), monitor.report().window]) {
    assert.deepEqual([metrics.avg_calls, metrics.avg_tokens, metrics.avg_cost_usd], [3, 500, 1]);
    assert.deepEqual([metrics.avgCalls, metrics.avgTokens, metrics.avgCostUsd], [3, 500, 1]);
    assert.deepEqual([metrics.stoppedAtIteration1, metrics.timeoutRate], [metrics.stopped_at_iteration_1, metrics.timeout_rate]);
  }
});

test('an alert is told when it opens and when it closes, and who is told cannot stop the monitor', () => {
  const told = [];
  const monitor = new LoopMonitor({
    window: { buckets: 1, bucketMs: 1000 },
    onEvent: (event) => {
      told.push(`${event.type} ${event.metric} ${event.window}`);
      throw new Error('no');
    },
  });
  monitor.observe(timeout, { nowMs: 0 });
  monitor.observe(timeout, { nowMs: 1 });
  monitor.report({ nowMs: 999 });
  assert.deepEqual(told, ['opened timeout_rate false', 'opened timeout_rate true']);
  monitor.report({ nowMs: 1000 });
  assert.equal(told.at(-1), 'closed timeout_rate true');
  assert.equal(told.length, 3);
});

test('a state goes on in another process, by way of JSON, and anything else is refused', () => {
  const one = new LoopMonitor();
  one.observe(done, { runId: 'a', nowMs: 5 });
  one.observe(timeout, { nowMs: 5 });
  const later = LoopMonitor.fromJSON(JSON.stringify(one));
  assert.deepEqual(later.toJSON(), one.toJSON());
  assert.equal(later.observe(done, { runId: 'a', nowMs: 6 }), false);
  assert.equal(later.feedback({ runId: 'a', rejected: true }), 'counted');
  const { metrics } = later.report({ nowMs: 6 });
  assert.deepEqual([metrics.timeout_rate, metrics.user_rejection_rate], [0.5, 1]);
  const cyclic = {};
  cyclic.self = cyclic;
  const state = one.toJSON();
  const { series } = state;
  const bad = [
    [{ ...state, format: 'reflect-engine/run' }, 'expected `format` "reflect-engine/monitor" and `version` 1'],
    [{ ...state, version: 2 }, 'and `version` 1'],
    [{ ...state, bucketMs: 1000 }, "its `window.bucketMs` is 1000 and this monitor's is 3600000; they must be the same"],
    [{ ...state, bucketMs: null }, '`bucketMs` must be a number from 0'],
    [{ ...state, series: 7 }, '`series` must be an object, got 7'],
    [{ ...state, series: { buckets: [] } }, '`series.all` is missing'],
    [{ ...state, series: { ...series, all: [1, 2] } }, '`series.all` must be a list of 30 numbers, got a list'],
    ...[[[0.25]], [[0.25, series.all]], [[0, [1]]], 7].map((buckets) => [
      { ...state, series: { ...series, buckets } },
      '`series.buckets` must be a list of numbers of buckets and tallies, got',
    ]),
    [{ ...state, series: { ...series, open: [1] } }, '`series.open` must be a list of two numbers, got a list'],
    [{ ...state, runs: [['a', {}]] }, '`runs.at_ms` is missing'],
    [{ ...state, runs: [['a', { ...state.runs[0][1], score: 'x' }]] }, '`runs.score` must be a number from 0 to 1, got "x"'],
    [{ ...state, runs: [['a']] }, '`runs` must be a list of ids and runs, got a list'],
    [{ ...state, runs: {} }, '`runs` must be a list of ids and runs, got an object'],
    ...['', '{', '{}', 'null', '[]', '['.repeat(100_000), JSON.stringify(state).slice(0, 100)].map((text) => [text, '']),
    ...[null, 7, { format: 'x' }, cyclic].map((value) => [value, '']),
  ];
  for (const [given, why] of bad) {
    const error = thrown(() => LoopMonitor.fromJSON(given));
    assert.equal(error.code, 'invalid_snapshot');
    assert.ok(error.message.includes(why), error.message);
  }
});

test('texts of any letters cross to a monitor and back, and what is no value is named', async () => {
  const monitor = new LoopMonitor();
  const ids = ['🦀', 'é\u2028', 'a\ud83d', '\udd80', 'x'.repeat(199), '日本'];
  for (const id of ids) assert.equal(monitor.observe(done, { runId: id, nowMs: 0 }), true);
  // Half of a pair is U+FFFD in the core: two such are one run.
  assert.equal(monitor.observe(done, { runId: '\ud83e', nowMs: 0 }), false);
  const kept = monitor.toJSON().runs.map(([id]) => id);
  assert.deepEqual(kept, ['🦀', 'é\u2028', 'a\ufffd', '\ufffd', 'x'.repeat(199), '日本']);
  const settings = [
    [{ levels: () => 0 }, '`levels` must be an object, got a function'],
    [{ levels: new Map() }, '`levels` must be an object, got an instance of Map'],
    [{ minRated: 5n }, /`minRated` must be an integer from 4 to 1000000, got a bigint$/],
    [{ mode: Symbol('x') }, /^`mode` must be .*, got a symbol$/],
    [{ window: [undefined] }, '`window` must be an object, got a list'],
    [{ levels: unreadable('mine', 'passRateLow') }, /^`levels.passRateLow` must .*, got something that throws when it is read$/],
    [{ levels: revoked() }, '`levels` must be an object, got something that throws when it is read'],
    [{ levels: { passRateLow: [[[[[[]]]]]] } }, /^`levels.passRateLow` must be .*, got a list$/],
  ];
  await refusals('invalid_settings', settings, (given) => new LoopMonitor(given));
  const cyclic = {};
  cyclic.window = cyclic;
  await refusals('invalid_settings', [[cyclic, /`window\.window`/]], (given) => new LoopMonitor(given));
});

test('what is wrong is named, and leaves no trace', async () => {
  const monitor = new LoopMonitor();
  const before = monitor.toJSON();
  const settings = [
    [{ mod: 'point' }, 'unknown setting `mod`, did you mean `mode`?'],
    [{ mode: 'sure' }, "`mode` must be one of 'point', 'confident', got \"sure\""],
    [{ minRated: 3 }, /`minRated` must be an integer from 4/],
    [{ window: { bucketMs: 1 } }, /`window\.bucketMs` must be a number from 1000/],
    [{ levels: { timeoutHigh: 0.2 } }, /unknown setting `levels\.timeoutHigh`/],
    [{ levels: { passRateLow: 0.9 } }, '`levels.passRateLow` must not be above `levels.passRateHigh`: 0.9 is above 0.8'],
    [{ levels: { correlationLow: 2 } }, /`levels\.correlationLow` must be a number from -1 to 1/],
    [{ minRated: Number.NaN }, /got NaN/],
    [{ onEvent: 7 }, '`onEvent` must be a function, got a number'],
    [null, /must be an object, got null/],
  ];
  await refusals('invalid_settings', settings, (given) => new LoopMonitor(given));
  const results = [
    [{ status: 'done' }, "`status` must be one of 'ok', 'needs_review', 'failed', got \"done\""],
    [{ accepted: 1 }, '`accepted` must be true or false, got 1'],
    [{ stopReason: '' }, /`stopReason` must be a string that is not blank/],
    [{ iterations: 1.5 }, '`iterations` must be an integer from 0 to 1000000000, got 1.5'],
    [{ iterations: -1 }, /got -1/],
    [{ status: 'failed' }, "a result that is `accepted` cannot have the `status` 'failed'"],
    [{ runId: 'x'.repeat(201) }, '`runId` must have 200 characters at most, got 201'],
    [{ score: 1.1 }, '`score` must be a number from 0 to 1, got 1.1'],
    [{ evaluation: { score: -0.1 } }, /`evaluation\.score` must be/],
    [{ evaluations: [{ passed: 'yes' }] }, /`evaluations\.passed` must be true or false/],
    [{ missing: 3 }, /`missing` must be a list/],
    [{ drafts: [1] }, '`drafts` must be an object, got 1'],
    [{ iterations: Number.NaN }, '`iterations` must be an integer from 0 to 1000000000, got NaN'],
  ];
  await refusals('invalid_task', results, (result) => monitor.observe({ ...done, ...result }));
  const feedback = [
    [{ rating: 1 }, '`feedback.runId` is missing'],
    [{ runId: 'a' }, '`feedback` must have a `rating`, or `rejected`, or both'],
    [{ runId: 'a', rating: 'good' }, /`feedback\.rating` must be a number/],
    [{ runId: 'a', ratin: 4 }, 'unknown key `feedback.ratin`, did you mean `feedback.rating`?'],
    ['good', /`feedback` must be an object/],
    [{ runId: 'a', rating: 1e4 }, /`feedback\.rating` must be a number from -1000 to 1000/],
    [{ runId: 'a', rating: Number.NaN }, /`feedback\.rating` must be a number/],
  ];
  await refusals('invalid_task', feedback, (given) => monitor.feedback(given));
  const others = [
    [{}, '`status` is missing'],
    ['done', 'a result must be an object, got a string'],
    [null, /got null/],
    [new ReflectError('invalid_task', 'no'), 'an error without a `result` is not a run'],
    [Promise.resolve(done), /got a promise: wait for it first/],
    [unreadable('mine', 'status'), 'a result cannot be read: mine'],
    [done, { runid: 'a' }, 'unknown option `runid`, did you mean `runId`?'],
  ];
  await refusals('invalid_task', others, (...given) => monitor.observe(...given));
  const times = [-1, Number.POSITIVE_INFINITY].map((nowMs) => [{ nowMs }, /must be a number of milliseconds/]);
  const noTimes = [
    ...times,
    [{ nowMs: '5' }, '`nowMs` must be a number of milliseconds, got a string'],
    [{ nowMs: Number.NaN }, /got NaN/],
  ];
  await refusals('misuse', noTimes, (options) => monitor.observe(done, options));
  assert.deepEqual(monitor.toJSON(), before);
  assert.ok(isReflectError(thrown(() => LoopMonitor.fromJSON('{}'))));
  monitor.free();
  monitor.free();
  await refusals('misuse', [[() => monitor.report(), 'this monitor was freed']]);
});

const counted = (...runs) => {
  const monitor = new LoopMonitor();
  for (const run of runs) monitor.observe(run);
  return monitor;
};

test('merged monitors have the figures of one that saw every run, and alerts of their own', () => {
  const [one, other] = [counted(done, done), counted(timeout, { ...done, runId: 'r' })];
  const events = [];
  const states = [one.toJSON(), JSON.stringify(other)];
  const merged = LoopMonitor.merge(states, { onEvent: ({ type, metric, window }) => events.push([type, metric, window]) });
  const whole = counted(done, done, timeout, done).report();
  assert.deepEqual(merged.report(), whole);
  assert.deepEqual(LoopMonitor.merge(states.toReversed()).report(), whole);
  const opened = ['opened', 'timeout_rate'];
  assert.deepEqual(events, [
    [...opened, false],
    [...opened, true],
  ]);
  // It goes on, and may be merged again; what a process remembers of runs stays its own.
  assert.equal(merged.feedback({ runId: 'r', rejected: true }), 'unknown');
  assert.equal(other.feedback({ runId: 'r', rejected: true }), 'counted');
  const again = LoopMonitor.merge([merged.toJSON(), { ...one.toJSON(), runs: undefined }]);
  assert.equal(again.report().runs, 6);
  assert.equal(LoopMonitor.merge([]).report().runs, 0);
  assert.equal(one.report().runs, 2);
});

test('windows are merged as of one time', () => {
  const hour = 3_600_000;
  const window = { buckets: 2, bucketMs: hour };
  const [old, late] = [0, 5].map((at) => {
    const monitor = new LoopMonitor({ window });
    monitor.observe(done, { nowMs: at * hour });
    return monitor.toJSON();
  });
  const at = (nowMs) => {
    const report = LoopMonitor.merge([old, late], { window }, { nowMs }).report({ nowMs });
    return [report.runs, report.window.runs];
  };
  assert.deepEqual(
    [at(5 * hour), at(6 * hour), at(7 * hour)],
    [
      [2, 1],
      [2, 1],
      [2, 0],
    ],
  );
});

test('what is no state of a monitor is refused by its place and its field', async () => {
  const good = counted(done).toJSON();
  const head = '`states[1]`: not the state of a monitor: ';
  const states = [
    [{ ...good, version: 2 }, `${head}expected \`format\` "reflect-engine/monitor" and \`version\` 1`],
    [{ ...good, series: undefined }, `${head}\`series.all\` is missing`],
    [{ ...good, series: { ...good.series, all: [1] } }, `${head}\`series.all\` must be a list of 30 numbers, got a list`],
    [
      { ...good, bucketMs: 60_000 },
      `${head}its \`window.bucketMs\` is 60000 and this monitor's is 3600000; they must be the same`,
    ],
    [null, `${head}it must be an object, got null`],
    ['{"format":', /^`states\[1\]`: not the state of a monitor: /],
    [undefined, /^`states\[1\]`: not the state of a monitor: /],
  ];
  await refusals('invalid_snapshot', states, (state) => LoopMonitor.merge([good, state]));
  const lists = [good, JSON.stringify([good]), undefined, new Map()].map((list) => [list, /^`states` must be a list of states/]);
  await refusals('invalid_snapshot', lists, (list) => LoopMonitor.merge(list));
  await refusals('invalid_settings', [[{ mod: 'point' }, /unknown setting `mod`/]], (given) => LoopMonitor.merge([good], given));
  await refusals('misuse', [[{ nowMs: '5' }, /`nowMs` must be/]], (options) => LoopMonitor.merge([good], {}, options));
});
