// Evaluations of decisions, kept in a file: a service scores each decision in the background, a week of scores is read back hour by hour,
// and a drop in the last hours is noticed.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EvalTracker, httpEvaluator } from 'reflect-engine';
import { jsonlStore } from 'reflect-engine/stores/jsonl';

// Stands for your evaluation service (TruLens, RAGAS behind HTTP), so that this runs without one.
const service = createServer((request, response) => {
  request
    .resume()
    .on('end', () => response.end('{"scores": {"groundedness": 0.92, "answer_relevancy": 0.83}, "evalSource": "ragas"}'));
});
await new Promise((resolve) => service.listen(0, '127.0.0.1', resolve));

const folder = await mkdtemp(join(tmpdir(), 'evaluations-'));
const evals = new EvalTracker({
  store: jsonlStore(join(folder, 'evals.jsonl')),
  evaluator: httpEvaluator(`http://127.0.0.1:${service.address().port}/evaluate`),
  regressions: { rule: 'cusum' },
  onRegression: ({ agentId, metric, changeStart }) =>
    console.log(`regression of ${agentId}, ${metric ?? 'aggregate'}, since ${changeStart}`),
  warn: () => {},
});

// After a decision, and nobody waits for it.
evals.evaluateDecision({ agentId: 'SELLER', decisionId: 'DEC-1', input: 'Seller S-1', decision: 'APPROVE' });

// A week that was.
const HOUR = 3_600_000;
const thisHour = Math.floor(Date.now() / HOUR) * HOUR;
for (let ago = 168; ago >= 1; ago -= 1) {
  const level = ago > 3 ? 0.84 : 0.7;
  for (let n = 0; n < 15; n += 1) {
    const scores = { groundedness: level + (n % 5) / 50 };
    evals.record({ agentId: 'BUYER', scores, createdAt: thisHour - ago * HOUR + n, evaluatorId: 'judge', evaluatorVersion: '1' });
  }
}
await evals.flush();
await evals.checkForRegression('BUYER');
const trend = await evals.getEvalTrend('BUYER', 6);
for (const { windowStart, avgScore, evalCount, scoreTrend } of trend)
  console.log(windowStart, avgScore.toFixed(2), evalCount, scoreTrend);
while (evals.counts().evaluated === 0) await new Promise((resolve) => setTimeout(resolve, 5));
const [record] = await evals.getEvalHistory('SELLER');
console.log(record.decisionId, record.aggregateScore.toFixed(3), record.evalSource);
await evals.close();
service.close();
await rm(folder, { recursive: true });
