// Finished runs as evaluations.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Autopilot, Critic, isReflectError, ReflectEngine } from 'reflect-engine';
import { DecisionReflector } from 'reflect-engine/decision';
import { EvalTracker } from 'reflect-engine/evals';
import { scriptedModel } from 'reflect-engine/testing';
import { rejection, thrown } from './support.mjs';

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
      evaluationId: 'EVAL-A-run-r-1',
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
  const unnamed = evals.recordRun(result, { agentId: 'A' });
  assert.equal(unnamed, result.runId);
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
  assert.deepEqual([record.evaluationId, record.decisionId], ['EVAL-a%2Drun-nightly-run-7', '7']);
});

test('results of every loop can be recorded, and the error that a run rejected with', async () => {
  const evals = tracker();
  const scoresOf = async (result) => {
    const runId = evals.recordRun(result, { agentId: 'A', runId: `r-${Math.random()}` });
    const found = (await evals.getEvalHistory('A')).find(({ decisionId }) => decisionId === runId);
    return [found.scores, found.sourceKind, found.decision];
  };
  const verified = await run(9, { critic: false, verifiers: { yes: () => ({ passed: true }), no: () => ({ passed: false }) } });
  assert.deepEqual(await scoresOf(verified), [{ verifiers: 0.5 }, 'code', 'needs_review']);
  const autopilot = new Autopilot({
    goal: { objective: 'o', successCriteria: ['a', 'b'] },
    agent: async () => 'out',
    critic: new Critic({
      model: async () => '{"criteria_met": [true, false], "confidence": 0.9, "suggestions": [], "reasoning": ""}',
    }),
    budget: { maxIterations: 1 },
  });
  const flown = await autopilot.run();
  assert.deepEqual(await scoresOf(flown), [{ criteria: 0.5 }, 'model', 'needs_review']);
  const decided = await new DecisionReflector().reflect({
    agentId: 'A',
    decision: { action: 'APPROVE' },
    riskScore: 70,
    confidence: 0.9,
  });
  assert.deepEqual(await scoresOf(decided), [{ stands: 0 }, 'code', 'ok']);
  const researched = {
    status: 'ok',
    accepted: true,
    stopReason: 'accepted',
    iterations: 2,
    evaluation: { score: 0.8, scores: { x: 0.7 } },
  };
  assert.deepEqual(await scoresOf(researched), [{ x: 0.7 }, undefined, 'ok']);
  const own = { status: 'failed', accepted: false, stopReason: 'max_iterations', iterations: 3, score: 0.25 };
  assert.deepEqual(await scoresOf(own), [{ score: 0.25 }, undefined, 'failed']);
  const failed = await rejection(new ReflectEngine().run({ input: 'q', model: async () => Promise.reject(new Error('down')) }));
  assert.ok(isReflectError(failed));
  assert.deepEqual(await scoresOf(failed), [{}, undefined, 'failed']);
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

test('what is no result, and options of the wrong shape, are refused, and nothing is kept', async () => {
  const together =
    '`agentId` and `runId` must have at most 290 characters together, where a `%` of the agent and the `-` of its `-run` count as three';
  const evals = tracker();
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
    [ended({ score: 0.5 }), { agentId: '%'.repeat(150), runId: 'x' }, `${together}; got 451`],
    [ended({ score: 0.5 }), { agentId: 'A', runId: 'x'.repeat(299) }, `${together}; got 300`],
    [ended({ score: 0.5 }), { agentId: 'A'.repeat(201), runId: 'x' }, '`agentId` must have at most 200 characters, got 201'],
    [ended({ score: 0.5 }), { agentId: 'A', runId: 'x\0' }, /^`runId` must be a text without U\+0000/],
  ];
  for (const [given, options, message] of cases) {
    const error = thrown(() => evals.recordRun(given, options));
    assert.ok(isReflectError(error) && error.code === 'invalid_task', String(error));
    if (typeof message === 'string') assert.equal(error.message, message);
    else assert.match(error.message, message);
  }
  assert.equal(evals.counts().recorded, 0);
});
