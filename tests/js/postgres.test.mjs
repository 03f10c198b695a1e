// What only the Postgres store has to show, against a real server: its tables, and what it does when the database is locked, cut off or
// gone. What every store has to show is in stores.test.mjs.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import pg from 'pg';
import { EvalTracker, memoryStore } from 'reflect-engine/evals';
import { postgresStore } from 'reflect-engine/evals/postgres';
import { ask, opened, watched } from './stores/postgres.mjs';
import { PostgresServer, programs } from './stores/server.mjs';
import { refusals, rejection } from './support.mjs';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-02-22T12:34:56.789Z');

test('what is no client is refused', async () => {
  const clients = [undefined, null, 'postgres://localhost/app', {}, { query() {} }, () => {}];
  const cases = clients.map((client) => [client, /^`pool` must be a Pool of pg, got /]);
  await refusals('invalid_settings', cases, postgresStore);
});

const skip = programs === undefined && process.env.CI !== 'true' && 'no PostgreSQL here';

describe('with a server', { skip }, async () => {
  const server = programs === undefined ? undefined : await PostgresServer.start({ deadlock_timeout: '100ms' });
  after(() => server?.stop());
  let databases = 0;

  /** A database of its own. */
  async function database() {
    const name = `test_${(databases += 1)}`;
    await ask(server.url('postgres'), `CREATE DATABASE ${name}`);
    return server.url(name);
  }

  function tracker(store, more) {
    return new EvalTracker({ store, now: () => NOW, warn: () => {}, ...more });
  }

  function evaluation(scores, more) {
    return { agentId: 'A', scores, createdAt: NOW - HOUR, ...more };
  }

  async function count(url, table = 'agent_evaluations') {
    const [{ n }] = await ask(url, `SELECT count(*)::int AS n FROM ${table}`);
    return n;
  }

  test('both tables hold the records of the seed, and queries use the indexes', async () => {
    const url = await database();
    const evals = tracker(opened(url));
    const explanation = 'ä€😀 "quoted" \\ {braces,and,commas}, \u0000, \ud800 and\nlines';
    const id = evals.record(evaluation({ m: 0.25, 'with "quotes"': null }, { explanation }));
    await evals.flush();
    assert.equal((await evals.getEvalHistory('A'))[0].explanation, explanation);
    await evals.close();
    const [row] = await ask(url, 'SELECT * FROM agent_evaluations');
    assert.deepEqual([row.evaluation_id, row.agent_id, row.created_at], [id, 'A', '2026-02-22T11:34:56.789Z']);
    assert.deepEqual(JSON.parse(row.data).scores, { m: 0.25, 'with "quotes"': null });
    const [window] = await ask(url, 'SELECT * FROM agent_eval_history');
    const { windowStart, windowEnd, avgScore, evalCount } = JSON.parse(window.data);
    assert.deepEqual(
      [window.history_id, window.created_at, windowStart, windowEnd, avgScore, evalCount],
      ['EVALH-A-2026022211', '2026-02-22T11:00:00.000Z', '2026-02-22T11:00:00.000Z', '2026-02-22T12:00:00.000Z', 0.25, 1],
    );
    const session = new pg.Client({ connectionString: url });
    await session.connect();
    for (const way of ['seqscan', 'bitmapscan']) await session.query(`SET enable_${way} = off`);
    const wanted = `FROM agent_evaluations WHERE agent_id = 'A' ORDER BY created_at DESC, evaluation_id DESC LIMIT 50`;
    const plan = JSON.stringify((await session.query(`EXPLAIN SELECT data ${wanted}`)).rows);
    await session.end();
    assert.match(plan, /agent_evaluations_by_agent/);
    // The index gives the order of time; only rows of the same millisecond are sorted.
    assert.match(plan, /Incremental Sort.*Presorted Key: created_at/);
    assert.doesNotMatch(plan.replaceAll('Incremental Sort', ''), /Sort(?! Key)/);
  });

  test('many processes that begin at once make the tables once', async () => {
    const url = await database();
    const many = Array.from({ length: 9 }, () => tracker(opened(url)));
    for (const [n, evals] of many.entries()) evals.record(evaluation({ m: n / 10 }));
    await Promise.all(many.map((evals) => evals.close()));
    assert.equal(await count(url), 9);
  });

  test('who may only read can read, and is told when writing, by the name of the database', async () => {
    const url = await database();
    const owner = tracker(opened(url));
    owner.record(evaluation({ m: 0.5 }));
    await owner.close();
    const role = `reader_of_${new URL(url).pathname.slice(1)}`;
    await ask(url, `CREATE ROLE ${role} LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`);
    const reader = tracker(opened(url.replace('tester', role)));
    assert.equal((await reader.getEvalHistory('A')).length, 1);
    reader.record(evaluation({ m: 0.6 }));
    const denied = /^the Postgres database test_\d+ at 127\.0\.0\.1:\d+ failed: permission denied for table/;
    await refusals('store_error', [[() => reader.flush(), denied]]);
    assert.equal(reader.counts().queued, 1);
    await ask(url, `GRANT INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO ${role}`);
    await reader.flush();
    await reader.close();
    assert.equal(await count(url), 2);
  });

  test('a locked table is an error after five seconds, and nothing is lost', async () => {
    const url = await database();
    const evals = tracker(opened(url));
    await evals.getEvalHistory('A');
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query('BEGIN; LOCK TABLE agent_eval_history IN ACCESS EXCLUSIVE MODE');
    evals.record(evaluation({ m: 0.5 }));
    const error = await rejection(evals.flush());
    assert.match(error.message, /lock timeout/);
    assert.equal(await count(url), 0, 'rows without their windows');
    await other.query('ROLLBACK');
    await other.end();
    await evals.flush();
    assert.deepEqual([await count(url), (await evals.getAgentEvalStats('A')).evalCount], [1, 1]);
    await evals.close();
  });

  test('what is acknowledged is on disk although the database is set to lose it, and isolation is what the store needs', async () => {
    const url = await database();
    const name = new URL(url).pathname.slice(1);
    for (const setting of ['synchronous_commit = off', `default_transaction_isolation = 'serializable'`])
      await ask(url, `ALTER DATABASE ${name} SET ${setting}`);
    await ask(url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    const pool = new pg.Pool({ connectionString: url });
    const asked = [];
    const around = async (text, ask, other) => {
      if (text.startsWith('INSERT INTO agent_evaluations')) {
        const wanted = ['synchronous_commit', 'transaction_isolation', 'lock_timeout'];
        const { rows } = await other(`SELECT ${wanted.map((one) => `current_setting('${one}') AS ${one}`).join(', ')}`);
        asked.push(rows[0]);
      }
      return ask();
    };
    const evals = tracker(postgresStore(watched(pool, around)));
    evals.record(evaluation({ m: 0.1 }));
    await evals.close();
    await pool.end();
    assert.deepEqual(asked, [{ synchronous_commit: 'on', transaction_isolation: 'read committed', lock_timeout: '5s' }]);
  });

  test('a row that the database refuses is dropped and reported, and the others are kept', async () => {
    const url = await database();
    const evals = tracker(opened(url));
    await evals.getEvalHistory('A');
    await ask(url, `ALTER TABLE agent_evaluations ADD CHECK (data NOT LIKE '%unwanted%')`);
    for (let n = 0; n < 300; n += 1) evals.record(evaluation({ m: 0.5 }, n % 100 === 9 ? { decision: 'unwanted' } : {}));
    const { message } = await rejection(evals.flush());
    assert.match(message, /^3 evaluations were dropped: the store refused EVAL-A-\S+: .* violates check constraint/);
    assert.equal((await evals.getAgentEvalStats('A')).evalCount, 297);
    await evals.close();
  });

  test('a database that has not every character is refused before anything is written', async () => {
    await ask(server.url('postgres'), `CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0`);
    const evals = tracker(opened(server.url('latin')));
    evals.record(evaluation({ m: 0.5 }));
    assert.match((await rejection(evals.flush())).message, /its encoding must be UTF8, got LATIN1$/);
    await evals.close().catch(() => {});
    assert.deepEqual(await ask(server.url('latin'), `SELECT 1 FROM pg_class WHERE relname LIKE 'agent_eval%'`), []);
  });

  test('rows of any size go in: more than a statement takes, and long ones', async () => {
    const evals = tracker(opened(await database()), { regressions: false });
    const long = 'x"\\'.repeat(400_000);
    for (let n = 0; n < 8; n += 1) evals.record(evaluation({ m: n / 10 }, { explanation: long }));
    for (let n = 0; n < 1_100; n += 1)
      evals.record(evaluation({ m: 0.5 }, { agentId: `agent ${n}`, createdAt: NOW - (n % 9) * HOUR }));
    await evals.flush();
    const [{ explanation }] = await evals.getEvalHistory('A', 1);
    assert.equal(explanation, long);
    const { evalCount, agents } = await evals.getSystemEvalStats();
    assert.deepEqual([evalCount, agents.length], [1_108, 1_101]);
    const lines = [];
    for await (const line of evals.exportJsonl()) lines.push(line);
    const recount = tracker(memoryStore(), { regressions: false });
    await recount.importJsonl(lines);
    assert.deepEqual(await evals.getSystemEvalStats(), await recount.getSystemEvalStats());
    await evals.close();
  });
});
