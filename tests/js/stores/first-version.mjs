// A database as version 0.1.0 of the package left it: its tables to the letter, and rows that it wrote (`fixtures/evals-0.1.jsonl`).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { EvalTracker } from 'reflect-engine/evals';
import { evaluation, NOW } from './conformance.mjs';

export const SQLITE = `
CREATE TABLE agent_evaluations
  (evaluation_id TEXT PRIMARY KEY, data TEXT NOT NULL, created_at TEXT, updated_at TEXT);
CREATE INDEX agent_evaluations_by_agent
  ON agent_evaluations (json_extract(data, '$.agentId'), created_at);
CREATE INDEX agent_evaluations_by_time ON agent_evaluations (created_at);
CREATE TABLE agent_eval_history
  (history_id TEXT PRIMARY KEY, data TEXT NOT NULL, created_at TEXT, updated_at TEXT) WITHOUT ROWID;
CREATE INDEX agent_eval_history_by_agent ON agent_eval_history (json_extract(data, '$.agentId'), created_at);
CREATE INDEX agent_eval_history_by_time ON agent_eval_history (created_at);`;

export const POSTGRES = `
CREATE TABLE agent_evaluations (evaluation_id text COLLATE "C" PRIMARY KEY, agent_id text COLLATE "C" NOT NULL,
  data text NOT NULL, created_at text COLLATE "C" NOT NULL, updated_at text COLLATE "C" NOT NULL);
CREATE TABLE agent_eval_history (history_id text COLLATE "C" PRIMARY KEY, agent_id text COLLATE "C" NOT NULL,
  data text NOT NULL, created_at text COLLATE "C" NOT NULL, updated_at text COLLATE "C" NOT NULL) WITH (fillfactor = 70);
CREATE INDEX agent_evaluations_by_agent ON agent_evaluations (agent_id, created_at);
CREATE INDEX agent_evaluations_by_time ON agent_evaluations (created_at);
CREATE INDEX agent_eval_history_by_agent ON agent_eval_history (agent_id, created_at);
CREATE INDEX agent_eval_history_by_time ON agent_eval_history (created_at, agent_id);`;

/** Its rows: `{ table, id, created, data }`. */
export const ROWS = readFileSync(new URL('../../fixtures/evals-0.1.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** Everything is there, and new evaluations go into the same windows. */
export async function checkFirstVersion(store) {
  const evals = new EvalTracker({ store, now: () => NOW });
  const errors = [];
  evals.on('error', (error) => errors.push(error.message));
  assert.deepEqual(
    (await evals.getEvalHistory('A')).map(({ evaluationId }) => evaluationId),
    ['E-2', 'E-1'],
  );
  const counts = async () => (await evals.getEvalTrend('A')).map(({ evalCount, avgScore }) => [evalCount, avgScore]);
  assert.deepEqual(await counts(), [
    [1, 0.9],
    [1, 0.7],
  ]);
  evals.record(evaluation(0, { groundedness: 0.5 }));
  await evals.flush();
  assert.deepEqual(await counts(), [
    [1, 0.9],
    [2, 0.6],
  ]);
  assert.equal((await evals.getAgentEvalStats('B')).evalCount, 1);
  await evals.close();
  assert.deepEqual(errors, []);
}

/** What a store says of tables that a later version of the package wrote. */
export const NEWER =
  /(?:cannot be opened|failed): its tables are of version 2, and this reflect-engine knows those up to 1: use the version of reflect-engine that wrote them/;
