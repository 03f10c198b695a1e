// Evaluations of decisions: a service scores each decision in the background, a week of scores is read back hour by hour, and a drop in the
// last hours is noticed. A run of an engine is kept too, and the engine learns from what a person says of it. In the end all is asked for
// over HTTP.
import { createServer } from 'node:http';
import { ReflectEngine } from 'reflect-engine';
import { EvalTracker, httpEvaluator, memoryStore } from 'reflect-engine/evals';
import { evalHandler } from 'reflect-engine/evals/server';
import { scriptedModel } from 'reflect-engine/testing';

// Stands for your evaluation service (TruLens, RAGAS behind HTTP), so that this runs without one.
const service = createServer((request, response) => {
  request
    .resume()
    .on('end', () => response.end('{"scores": {"groundedness": 0.92, "answer_relevancy": 0.83}, "evalSource": "ragas"}'));
});
await new Promise((resolve) => service.listen(0, '127.0.0.1', resolve));

const evals = new EvalTracker({
  store: memoryStore(), // or sqliteStore('evals.db') of 'reflect-engine/evals/sqlite'
  evaluator: httpEvaluator(`http://127.0.0.1:${service.address().port}/evaluate`),
  regressions: { rule: 'cusum' },
  warn: () => {},
});
evals.on('agent:eval:regression', ({ agentId, metric, changeStart }) =>
  console.log(`regression of ${agentId}, ${metric ?? 'aggregate'}, since ${changeStart}`),
);

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

// A run, which its critic likes, and a person does not.
const model = scriptedModel(['Light scatters.', '{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}']);
const result = await new ReflectEngine().run({ input: 'Why is the sky blue?', model });
const run = { agentId: 'WRITER', decisionId: result.runId };
evals.record({ ...run, sourceKind: 'model', scores: { critique: result.score / 10 } });
evals.record({ ...run, sourceKind: 'human', scores: { quality: 0.3 } });

// A fetch handler: for Bun, Deno, workers and Hono as it is, in Node by `serve({ fetch: handler })` of `@hono/node-server`.
const handler = evalHandler(evals, { authorize: ({ headers }) => headers.get('authorization') === 'Bearer secret' });
const headers = { authorization: 'Bearer secret' };
const answer = await handler(new Request('http://localhost/BUYER/evals/stats', { headers }));
console.log(answer.status, (await answer.json()).evalCount, answer.headers.get('cache-control'));
await evals.close();
service.close();
