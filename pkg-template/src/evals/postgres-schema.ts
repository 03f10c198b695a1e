// The tables of the *Evaluation Tracking* design in PostgreSQL, and the numbered steps that lead to them.

import type { Connection } from './postgres-connection.js';

/**
 * Step n is at place n - 1. A step that was published is never changed: what is to be different is another step.
 *
 * `data` is text: `json` would refuse what a text may hold (`\u0000`), and `jsonb` would write it anew. Times are ISO 8601, which sort
 * as texts, and keys are compared byte by byte.
 */
const STEPS: readonly string[] = [
  `CREATE TABLE agent_evaluations (evaluation_id text COLLATE "C" PRIMARY KEY, agent_id text COLLATE "C" NOT NULL,
     data text NOT NULL, created_at text COLLATE "C" NOT NULL, updated_at text COLLATE "C" NOT NULL);
   CREATE TABLE agent_eval_history (history_id text COLLATE "C" PRIMARY KEY, agent_id text COLLATE "C" NOT NULL,
     data text NOT NULL, created_at text COLLATE "C" NOT NULL, updated_at text COLLATE "C" NOT NULL) WITH (fillfactor = 70)`,
  `CREATE INDEX agent_evaluations_by_agent ON agent_evaluations (agent_id, created_at);
   CREATE INDEX agent_evaluations_by_time ON agent_evaluations (created_at);
   CREATE INDEX agent_eval_history_by_agent ON agent_eval_history (agent_id, created_at);
   CREATE INDEX agent_eval_history_by_time ON agent_eval_history (created_at, agent_id)`,
];

/** Which process makes the tables: one at a time. The number is `agent_ev` in ASCII. */
const LOCK = '7018690069353424246';
/** Read from the catalogue's rows: `to_regclass` does not see what was made while this transaction waited for the lock. */
const IS_THERE = `SELECT relname::text FROM pg_catalog.pg_class JOIN pg_catalog.pg_namespace ON relnamespace = pg_namespace.oid
  WHERE relname = 'agent_eval_migrations' AND nspname = ANY (current_schemas(false))`;
const LAST = 'SELECT coalesce(max(version), 0)::text FROM agent_eval_migrations';
const TABLE = 'CREATE TABLE agent_eval_migrations (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())';

/** Makes the tables what this version needs. Where they are already nothing is written, so that a reader needs no other right. */
export async function migrate(connection: Connection): Promise<void> {
  if ((await versionOf(connection.query)) === STEPS.length) return;
  await connection.transaction(async (query) => {
    await query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    const version = await versionOf(query);
    if (version === undefined) await query(TABLE);
    for (let step = version ?? 0; step < STEPS.length; step += 1) {
      await query(STEPS[step] ?? '');
      await query(`INSERT INTO agent_eval_migrations (version) VALUES (${step + 1})`);
    }
  });
}

/** The last step that was taken; nothing where none was. */
async function versionOf(query: Connection['query']): Promise<number | undefined> {
  if ((await query(IS_THERE)).length === 0) return undefined;
  const version = Number((await query(LAST))[0]);
  if (version > STEPS.length) {
    throw new Error(`its tables are of version ${version}, and this reflect-engine knows ${STEPS.length}: use a newer one`);
  }
  return version;
}
