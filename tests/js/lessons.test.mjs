// A tracker's links: runs as evaluations, the monitor told, and lessons for `engine.calibrate`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Autopilot, Critic, isReflectError, ReflectEngine } from 'reflect-engine';
import { DecisionReflector } from 'reflect-engine/decision';
import { EvalTracker } from 'reflect-engine/evals';
import { LoopMonitor } from 'reflect-engine/monitor';
import { scriptedModel } from 'reflect-engine/testing';
import { all, refusals, rejection, settled, thrown } from './support.mjs';

const tracker = (settings) => new EvalTracker({ warn: () => {}, ...settings });

/** A run of so many points. */
function run(points, more) {
  const critique = JSON.stringify({ score: points, issues: [], suggestion: '', needs_revision: false });
  return new ReflectEngine({ maxReflections: 1, advanced: { seed: 1 } }).run({
    input: 'Q?',
    model: scriptedModel(['An answer.', critique]),
    ...more,
  });
}

test('a run is one evaluation, under its name, with its scores as shares', async () => {
  const evals = tracker();
  const result = await run(9, { verifiers: { short: () => ({ passed: true }), rhymes: () => ({ passed: true }) } });
  const name = evals.recordRun(result, { agentId: 'A', runId: 'r-1', input: 'Q?', evaluatorVersion: '2' });
  assert.equal(name, 'r-1');
  await evals.flush();
  evals.recordRun(result, { agentId: 'A', runId: 'r-1' });
  const [record, ...more] = await evals.getEvalHistory('A');
  assert.deepEqual(more, [], 'a run that is told twice is kept once');
  const { evaluationId, decisionId, scores, aggregateScore, sourceKind, evalSource, decision, input, evaluatorVersion } = record;
  assert.deepEqual(
    { evaluationId, decisionId, scores, aggregateScore, sourceKind, evalSource, decision, input, evaluatorVersion },
    {
      evaluationId: 'EVAL-run-["A","r-1"]',
      decisionId: 'r-1',
      scores: { critique: 0.9, verifiers: 1 },
      aggregateScore: 0.95,
      sourceKind: 'model',
      evalSource: 'run',
      decision: 'ok',
      input: 'Q?',
      evaluatorVersion: '2',
    },
  );
  const text = JSON.stringify(record.run);
  assert.ok(!text.includes('An answer.') && !text.includes('suggestion'), text);
  const named = evals.recordRun(result, { agentId: 'A' });
  assert.equal(named, result.runId, 'without a name of its own it has that of the run');
  assert.equal((await evals.getEvalHistory('A')).length, 2);
});

test('no two runs of no two agents share an id, and each can be read', async () => {
  const evals = tracker();
  const own = { status: 'ok', accepted: true, stopReason: 'accepted', iterations: 1 };
  const names = [
    ['a', 'nightly-run-7'],
    ['a-run-nightly', '7'],
    ['a', 'run-nightly-run-7'],
    ['a-run', 'nightly-run-7'],
    ['a-', 'run-nightly-run-7'],
    ['a%2Drun-nightly', '7'],
    ['a%252Drun-nightly', '7'],
    ['a-run', '-run-7'],
    ['a-run-', 'run-7'],
  ];
  for (let twice = 0; twice < 2; twice += 1)
    for (const [at, [agentId, runId]] of names.entries()) evals.recordRun({ ...own, score: at / 10 }, { agentId, runId });
  const { evalCount, agents } = await evals.getSystemEvalStats();
  assert.deepEqual([evalCount, agents.length], [names.length, new Set(names.map(([agentId]) => agentId)).size]);
  const [record] = await evals.getEvalHistory('a-run-nightly');
  assert.deepEqual([record.evaluationId, record.decisionId], ['EVAL-run-["a-run-nightly","7"]', '7']);
});

test('what an asynchronous monitor rejects with is told, and ends nothing', async () => {
  const errors = [];
  const fail = async (what) => {
    throw new Error(what);
  };
  const evals = tracker({ monitor: { observe: () => fail('no runs'), feedback: () => fail('no ratings') } });
  evals.on('error', ({ message }) => errors.push(message));
  evals.recordRun(await run(9), { agentId: 'A', runId: 'r' });
  evals.record({ agentId: 'A', decisionId: 'r', sourceKind: 'human', scores: { quality: 0.7 } });
  await settled();
  assert.deepEqual(errors, ['no runs', 'no ratings']);
  const { code, message } = await rejection(evals.getLessons('A', { points: () => fail('no points') }));
  assert.deepEqual([code, message], ['invalid_task', '`points` must give a number or nothing, got an instance of Promise']);
});

test('results of every loop can be recorded, and the error that a run rejected with', async () => {
  const evals = tracker();
  const scoresOf = async (result) => {
    const runId = evals.recordRun(result, { agentId: 'A', runId: `r-${Math.random()}` });
    const found = (await evals.getEvalHistory('A')).find(({ decisionId }) => decisionId === runId);
    return [found.scores, found.sourceKind, found.decision, found.run !== undefined];
  };
  const verified = await run(9, { critic: false, verifiers: { yes: () => ({ passed: true }), no: () => ({ passed: false }) } });
  assert.deepEqual(await scoresOf(verified), [{ verifiers: 0.5 }, 'code', 'needs_review', true]);
  const autopilot = new Autopilot({
    goal: { objective: 'o', successCriteria: ['a', 'b'] },
    agent: async () => 'out',
    critic: new Critic({
      model: async () => '{"criteria_met": [true, false], "confidence": 0.9, "suggestions": [], "reasoning": ""}',
    }),
    budget: { maxIterations: 1 },
  });
  const flown = await autopilot.run();
  assert.deepEqual(await scoresOf(flown), [{ criteria: 0.5 }, 'model', 'needs_review', false]);
  const decided = await new DecisionReflector().reflect({
    agentId: 'A',
    decision: { action: 'APPROVE' },
    riskScore: 70,
    confidence: 0.9,
  });
  assert.deepEqual(await scoresOf(decided), [{ stands: 0 }, 'code', 'ok', false]);
  const researched = {
    status: 'ok',
    accepted: true,
    stopReason: 'accepted',
    iterations: 2,
    evaluation: { score: 0.8, scores: { x: 0.7 } },
  };
  assert.deepEqual(await scoresOf(researched), [{ x: 0.7 }, undefined, 'ok', false]);
  const own = { status: 'failed', accepted: false, stopReason: 'max_iterations', iterations: 3, score: 0.25 };
  assert.deepEqual(await scoresOf(own), [{ score: 0.25 }, undefined, 'failed', false]);
  const failed = await rejection(new ReflectEngine().run({ input: 'q', model: async () => Promise.reject(new Error('down')) }));
  assert.ok(isReflectError(failed));
  assert.deepEqual(await scoresOf(failed), [{}, undefined, 'failed', true]);
});

test('the monitor is told of runs as they are recorded, and of what people say of them', async () => {
  const monitor = new LoopMonitor();
  const evals = tracker({ monitor });
  for (const [at, points] of [9, 3].entries()) {
    const runId = evals.recordRun(await run(points), { agentId: 'writer', runId: `r-${at}` });
    evals.recordRun(await run(points), { agentId: 'writer', runId });
    evals.record({ agentId: 'writer', decisionId: runId, sourceKind: 'human', scores: { quality: points / 10 } });
    evals.record({ agentId: 'writer', decisionId: runId, sourceKind: 'code', scores: { tests: 1 } });
    evals.record({ agentId: 'writer', decisionId: runId, sourceKind: 'human', scores: { quality: null } });
  }
  const { runs, agents, measures } = monitor.report();
  assert.deepEqual([runs, agents.writer.runs, measures.correlation.n], [2, 2, 2]);
  const reflector = new DecisionReflector();
  evals.recordRun(await reflector.reflect({ agentId: 'B', decision: { action: 'APPROVE' } }), { agentId: 'decider' });
  assert.deepEqual(monitor.report().agents.decider.metrics.pass_rate, 1);
  // What is brought from elsewhere was told there.
  const lines = await all(evals.exportJsonl());
  const other = new LoopMonitor();
  await tracker({ monitor: other }).importJsonl(lines);
  other.observe(await run(9), { runId: 'r-0' });
  assert.deepEqual([other.report().runs, other.report().measures.correlation.n], [1, 0]);
});

test('lessons are the runs, the oldest first, with what people said, else programs, else nothing', async () => {
  const evals = tracker();
  const said = (decisionId, sourceKind, ...marks) => {
    for (const quality of marks) evals.record({ agentId: 'A', decisionId, sourceKind, scores: { quality } });
  };
  let at = Date.parse('2026-02-22T12:00:00Z');
  const recorded = async (runId) => evals.recordRun(await run(9), { agentId: 'A', runId, createdAt: (at += 1_000) });
  said('early', 'human', 0.4);
  for (const name of ['early', 'judged', 'tested', 'nobody']) await recorded(name);
  const unnamed = evals.recordRun(await run(9), { agentId: 'A', createdAt: (at += 1_000) });
  said('judged', 'human', 0.2, 0.4, null);
  said('judged', 'code', 1);
  said('judged', 'model', 1);
  said('tested', 'code', 0.5);
  said(unnamed, 'human', 1);
  said('unknown', 'human', 1);
  evals.recordRun(await run(9), { agentId: 'B', runId: 'of another' });
  const lessons = await evals.getLessons('A');
  assert.deepEqual(
    lessons.map(({ truth }) => truth && Math.round(truth.points * 100) / 100),
    [4, 3, 5, undefined, 10],
  );
  assert.deepEqual(lessons[3], {
    drafts: [{ index: 0, verifiers: {} }],
    revisionHistory: [{ draftIndex: 0, critique: { status: 'accepted', score: 9 } }],
    draftIndex: 0,
    acceptedBy: 'critic',
  });
  assert.equal((await evals.getLessons('A', { limit: 1 })).length <= 1, true);
});

test('an engine learns from lessons what it learns from results, and the truth besides', async () => {
  const evals = tracker();
  const results = await Promise.all(
    Array.from({ length: 30 }, () =>
      run(9, { verifiers: { fits: () => ({ passed: true }) }, settings: { strategy: 'keep-best' } }),
    ),
  );
  for (const [n, result] of results.entries()) evals.recordRun(result, { agentId: 'A', runId: `r-${n}` });
  const [direct, kept, told] = Array.from({ length: 3 }, () => new ReflectEngine({ strategy: 'adaptive' }));
  direct.calibrate(results);
  kept.calibrate(await evals.getLessons('A'));
  assert.deepEqual(kept.calibration(), direct.calibration());
  for (const n of results.keys())
    evals.record({ agentId: 'A', decisionId: `r-${n}`, sourceKind: 'human', scores: { quality: 0.3 } });
  told.calibrate(await evals.getLessons('A'));
  assert.ok(told.calibration().mean[2] > kept.calibration().mean[2] + 0.5, 'a critic that gave 9 to what is worth 3 is kind');
  assert.equal(told.calibration().outcomes, 30);
  const error = thrown(() => told.calibrate({ ...results[0], truth: { points: 11 } }));
  assert.equal(error.message, '`truth.points` of a result must be a number from 0 to 10, got 11');
});

test('runs outlive an export and an import', async () => {
  const evals = tracker();
  evals.recordRun(await run(9), { agentId: 'A', runId: 'r' });
  evals.record({ agentId: 'A', decisionId: 'r', sourceKind: 'human', scores: { quality: 0.7 } });
  const lines = await all(evals.exportJsonl());
  const other = tracker();
  await other.importJsonl(lines);
  assert.deepEqual(await other.getLessons('A'), await evals.getLessons('A'));
});

test('a score on another scale is not guessed at', async () => {
  const evals = tracker();
  evals.recordRun(await run(9), { agentId: 'A', runId: 'r' });
  evals.record({ agentId: 'A', decisionId: 'r', sourceKind: 'human', scores: { stars: 4 }, evaluationId: 'E' });
  const error = await rejection(evals.getLessons('A'));
  assert.equal(error.code, 'invalid_task');
  assert.match(error.message, /^the score of E is 4, and not from 0 to 1: give `points`/);
  const [lesson] = await evals.getLessons('A', { points: ({ scores }) => 2 * scores.stars });
  assert.deepEqual(lesson.truth, { points: 8 });
  const [none] = await evals.getLessons('A', { points: () => null });
  assert.equal(none.truth, undefined);
});

/** The result of a loop of one's own. */
function ended(more) {
  return { status: 'ok', accepted: true, stopReason: 'accepted', ...more };
}

test('null in a result is not zero, and no error', async () => {
  const evals = tracker();
  const cases = [
    [{ critique: { score: null } }, { critique: null }],
    [{ critique: { score: null, criteriaMet: [true, false] } }, { critique: 0.5 }],
    [{ critique: { criteriaMet: null } }, { critique: null }],
    [{ critique: null, score: 0.5 }, { score: 0.5 }],
    [{ critique: null, criticVerdict: null, evaluation: null, shouldRevise: null, score: null }, {}],
    [{ criticVerdict: { criteriaMet: null, confidence: null } }, { criteria: null }],
    [{ evaluation: { scores: null, score: null }, runId: null, usage: { total: { costUsd: null } } }, { score: null }],
    [{ drafts: [{ index: 0, verifiers: null }], revisionHistory: [], draftIndex: null }, {}],
  ];
  for (const [at, [result]] of cases.entries()) evals.recordRun(ended(result), { agentId: 'A', runId: `R${at}` });
  const kept = new Map((await evals.getEvalHistory('A')).map((one) => [one.decisionId, one.scores]));
  for (const [at, [, scores]] of cases.entries()) assert.deepEqual(kept.get(`R${at}`), scores, JSON.stringify(cases[at][0]));
});

test('what is no result, and options of the wrong shape, are refused, and nothing is kept or told', async () => {
  const monitor = new LoopMonitor();
  const evals = tracker({ monitor });
  const result = await run(9);
  const status = "a result must have a `status` of 'ok', 'needs_review' or 'failed', got ";
  const cases = [
    [undefined, { agentId: 'A' }, `${status}nothing`],
    [{}, { agentId: 'A' }, `${status}an object`],
    [{ status: 'done' }, { agentId: 'A' }, `${status}an object`],
    [result, undefined, 'the options of recordRun must be an object with an `agentId`'],
    [result, {}, '`agentId` must be a string that is not empty, got nothing'],
    [result, { agentId: 'A', agent: 'B' }, /^unknown option `agent` of recordRun; known are agentId, runId/],
    [result, { agentId: 'A', runId: '' }, '`runId` must be a string that is not empty, got a string'],
    [{ status: 'ok' }, { agentId: 'A' }, /stopReason|accepted/],
    [ended({ critique: { criteriaMet: 'all' } }), { agentId: 'A' }, '`criteriaMet` must be a list, got "all"'],
    [ended({ critique: { score: '8' } }), { agentId: 'A' }, '`critique.score` must be a finite number, got "8"'],
    [ended({ drafts: [null], revisionHistory: [], draftIndex: 0 }), { agentId: 'A' }, /^the result of a run cannot be read: /],
    [
      {
        status: 'ok',
        get critique() {
          throw new Error('gone');
        },
      },
      { agentId: 'A' },
      'the result of a run cannot be read: gone',
    ],
    [ended({ score: 0.5 }), { agentId: 'A', runId: 'x'.repeat(299) }, '`evaluationId` must have at most 300 characters, got 316'],
    [ended({ score: 0.5 }), { agentId: 'A'.repeat(201), runId: 'x' }, '`agentId` must have at most 200 characters, got 201'],
    [ended({ score: 0.5 }), { agentId: 'A', runId: 'x\0' }, /^`runId` must be a text without U\+0000/],
  ];
  await refusals('invalid_task', cases, (given, options) => evals.recordRun(given, options));
  assert.deepEqual([evals.counts().recorded, monitor.report().runs], [0, 0]);
  const wrong = thrown(() => evals.record({ agentId: 'A', scores: {}, run: { drafts: 1 } }));
  assert.match(wrong.message, /^`run` must be what `recordRun` keeps of a run/);
  assert.match(thrown(() => tracker({ monitor: {} })).message, /^`monitor` must be a LoopMonitor, got an object$/);
  assert.match(
    (await rejection(evals.getLessons('A', { limit: 0 }))).message,
    /^`limit` must be an integer from 1 to 10000, got 0/,
  );
});

const goal = { objective: 'o', successCriteria: ['a'] };

function flown(model) {
  return new Autopilot({ agent: () => 'x', critic: new Critic({ model }), goal, budget: { maxIterations: 1 } }).run();
}

/** An engine's run whose one critique is this. */
function judged(reply, more) {
  const settings = { strategy: 'keep-best', maxReflections: 0, onUnreadableCritique: 'stop', ...more };
  return new ReflectEngine(settings).run({ input: 'q', model: async () => 'D', critic: async () => reply });
}

/** The evaluation that a tracker makes of a run. */
async function recorded(result) {
  const evals = new EvalTracker({ warn: () => {} });
  evals.recordRun(result, { agentId: 'A' });
  const [record] = await evals.getEvalHistory('A');
  await evals.close();
  return record;
}

test('verdicts that nobody could read have no score, to a monitor and to a tracker', async () => {
  const down = async () => {
    throw new Error('503');
  };
  const sure = '{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}';
  const unread = {
    'the critic is down': [await flown(down), { criteria: null }],
    cut: [await judged(sure.slice(0, -30)), { critique: null }],
    'two verdicts': [await judged(`${sure} ${sure.replace('9', '2').replace('false', 'true')}`), { critique: null }],
    contradictory: [
      await judged(sure.replace('[]', '["a"]').replace('false', 'true'), { advanced: { onContradiction: 'invalid' } }),
      { critique: null },
    ],
  };
  for (const [name, [result, scores]] of Object.entries(unread)) {
    assert.equal(result.trace.judged, false, name);
    const monitor = new LoopMonitor();
    monitor.observe(result, { runId: 'r' });
    assert.equal(monitor.feedback({ runId: 'r', rating: 3 }), 'unchanged', name);
    const { measures } = monitor.report();
    assert.deepEqual([measures.correlation.n, measures.pass_rate.n], [0, 0], name);
    const record = await recorded(result);
    assert.deepEqual([record.scores, record.aggregateScore, record.confidence], [scores, null, undefined], name);
  }
  const read = await judged(sure);
  assert.deepEqual((await recorded(read)).scores, { critique: 0.9 });
});

const words = ['apples grow on trees', 'rivers carve deep valleys', 'copper wires carry current', 'planets circle their stars'];

/** A run whose drafts are all told apart, each given these points by the critic. */
async function played(points, settings = {}) {
  let written = 0;
  const model = async () => `${words[written++ % words.length]} ${written}`;
  const critic = async () => JSON.stringify({ score: points, issues: ['short'], suggestion: 'more', needs_revision: points < 8 });
  return new ReflectEngine({ strategy: 'adaptive', advanced: { seed: 1, ...settings?.advanced } }).run({
    input: 'Q?',
    model,
    critic,
  });
}

test('an engine learns from results, and says what it knows as plain JSON', async () => {
  const engine = new ReflectEngine({ strategy: 'adaptive', advanced: { seed: 1 } });
  const before = engine.calibration();
  assert.equal(before.tasks, 0);
  const result = await played(9);
  engine.calibrate(result);
  assert.equal(engine.calibration().tasks, 1);
  engine.calibrate([result, await played(9)]);
  const after = engine.calibration();
  assert.equal(after.tasks, 3);
  assert.ok(after.mean[2] > before.mean[2], 'a critic that gives 9 to everything is kinder than was thought');
  assert.deepEqual(JSON.parse(JSON.stringify(after)), after);
  const other = new ReflectEngine({ strategy: 'adaptive', advanced: { calibration: after } });
  assert.deepEqual(other.calibration(), after);
});

test('what is no result is refused by name, and nothing of the list is learned', async () => {
  const engine = new ReflectEngine();
  const good = await played(9);
  const [look] = good.trace.revisionHistory;
  const unscored = [{ ...look, critique: { ...look.critique, score: Number.NaN } }];
  const changed = (changes) => ({ ...good, trace: { ...good.trace, ...changes } });
  const cyclic = { ...good, critique: {} };
  cyclic.critique.self = cyclic;
  const cases = [
    ...[null, 3, 'x', {}, { drafts: 1 }].map((wrong) => [wrong, /a result must have a list/]),
    [changed({ revisionHistory: unscored }), /^`score` must be a finite number, got /],
    [
      changed({ drafts: [{ ...good.trace.drafts[0], parent: Number.POSITIVE_INFINITY }] }),
      /^`parent` must be a finite number, got /,
    ],
    [{ ...good, truth: { points: Number.NaN } }, /^`points` must be a finite number, got /],
    ...[cyclic, { ...good, critique: { n: 1n } }].map((wrong) => [wrong, /^a result must be plain JSON: /]),
  ];
  await refusals(
    'invalid_task',
    cases.flatMap(([wrong, message]) => [wrong, [good, wrong]].map((given) => [() => engine.calibrate(given), message])),
  );
  await refusals('invalid_task', [[() => engine.calibrate(Number.NaN), 'what stands alone must be a finite number, got NaN']]);
  assert.equal(engine.calibration().tasks, 0);
  engine.free();
  assert.throws(() => engine.calibration(), /free/);
});

test('a result with a bigint or a cycle in its object teaches all the same', async () => {
  const engine = new ReflectEngine();
  const object = { n: 1n };
  object.self = object;
  engine.calibrate({ ...(await played(9)), object, metadata: { loss: Number.NaN } });
  assert.equal(engine.calibration().tasks, 1);
});
