// What monitors and trackers take for the score of a run, and of whom they have none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Autopilot, Critic, ReflectEngine } from 'reflect-engine';
import { DecisionReflector } from 'reflect-engine/decision';
import { EvalTracker } from 'reflect-engine/evals';
import { LoopMonitor } from 'reflect-engine/monitor';
import { rejection, verdict } from './support.mjs';

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

test('a critic that foretells users correlates with them, also where it is sure of a no', async () => {
  const monitor = new LoopMonitor({ minRated: 4 });
  for (let at = 0; at < 8; at += 1) {
    const good = at % 2 === 0;
    monitor.observe(await flown(async () => verdict([good], good ? 0.8 + at / 100 : 0.95)), { runId: `r${at}` });
    monitor.feedback({ runId: `r${at}`, rating: good ? 5 : 1 });
  }
  const { metrics, alerts } = monitor.report();
  assert.ok(Math.abs(metrics.correlation - 1) < 1e-9, String(metrics.correlation));
  assert.ok(alerts.every(({ metric }) => metric !== 'correlation'));
});

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

test('a reflection on a decision is observed as it is, and one that was aborted is none', async () => {
  const monitor = new LoopMonitor();
  const risky = { decision: 'APPROVE', riskScore: 90, confidence: 0.95 };
  assert.equal(monitor.observe(await new DecisionReflector().reflect({ decision: 'REVIEW' }), { runId: 'a' }), true);
  monitor.observe(await new DecisionReflector().reflect(risky));
  const signal = AbortSignal.timeout(5);
  const stopped = await rejection(new DecisionReflector({ model: () => new Promise(() => {}) }).reflect({ ...risky, signal }));
  monitor.observe(stopped);
  const { runs, aborted, measures } = monitor.report();
  assert.deepEqual([runs, aborted, measures.pass_rate.value, measures.pass_rate.n], [3, 1, 0.5, 2]);
  const record = await recorded(stopped);
  assert.deepEqual([record.decision, record.scores], ['failed', { stands: null }]);
});
