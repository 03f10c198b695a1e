// What only the Postgres store has to show, against a real server: its tables, and what it does when the database is locked, cut off or
// gone, or its disk is full: errors name the database, the queue stays bounded, and nothing that was acknowledged is lost. What every store
// has to show is in stores.test.mjs.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chownSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { after, describe, test } from 'node:test';
import pg from 'pg';
import { isReflectError } from 'reflect-engine';
import { EvalTracker, memoryStore } from 'reflect-engine/evals';
import { postgresStore } from 'reflect-engine/evals/postgres';
import { checkWritten, evaluation, filled, NOW, tools } from './stores/conformance.mjs';
import { checkFirstVersion, NEWER, POSTGRES, ROWS } from './stores/first-version.mjs';
import { onDisk } from './stores/folder.mjs';
import { ask, opened, watched } from './stores/postgres.mjs';
import { PostgresServer, programs } from './stores/server.mjs';
import { refusals, rejection } from './support.mjs';
import { HOUR } from './trackers.mjs';

const host = tools({ EvalTracker, memoryStore, assert });
const { tracker } = host;
const recounted = (evals, acknowledged) => checkWritten(evals, acknowledged, host);

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

  async function count(url, table = 'agent_evaluations') {
    const [{ n }] = await ask(url, `SELECT count(*)::int AS n FROM ${table}`);
    return n;
  }

  test('both tables hold the records of the seed, and queries use the indexes', async () => {
    const url = await database();
    const evals = tracker(opened(url));
    const explanation = 'ä€😀 "quoted" \\ {braces,and,commas}, \u0000, \ud800 and\nlines';
    const id = evals.record(evaluation(1, { m: 0.25, 'with "quotes"': null }, { explanation }));
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
    for (const [n, evals] of many.entries()) evals.record(evaluation(1, { m: n / 10 }));
    await Promise.all(many.map((evals) => evals.close()));
    assert.equal(await count(url), 9);
  });

  test('a database of version 0.1.0 is used as it is, and one of a newer version is refused', async () => {
    const url = await database();
    await ask(url, POSTGRES);
    for (const { table, id, data, created } of ROWS)
      await ask(url, `INSERT INTO ${table} VALUES ($1, $2, $3, $4, $4)`, [id, JSON.parse(data).agentId, data, created]);
    await checkFirstVersion(opened(url));
    const fresh = await database();
    const first = opened(fresh);
    await first.evaluations({ limit: 1 });
    await first.close();
    assert.deepEqual(await ask(fresh, 'SELECT version FROM agent_eval_schema'), [{ version: 1 }]);
    await ask(fresh, 'INSERT INTO agent_eval_schema VALUES (2)');
    const newer = opened(fresh);
    await refusals('store_error', [[() => newer.evaluations({ limit: 1 }), NEWER]]);
    await newer.close();
  });

  test('who may only read can read, and is told when writing, by the name of the database', async () => {
    const url = await database();
    const owner = tracker(opened(url));
    owner.record(evaluation(1, { m: 0.5 }));
    await owner.close();
    const role = `reader_of_${new URL(url).pathname.slice(1)}`;
    await ask(url, `CREATE ROLE ${role} LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`);
    const reader = tracker(opened(url.replace('tester', role)));
    assert.equal((await reader.getEvalHistory('A')).length, 1);
    reader.record(evaluation(1, { m: 0.6 }));
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
    evals.record(evaluation(1, { m: 0.5 }));
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
    evals.record(evaluation(1, { m: 0.1 }));
    await evals.close();
    await pool.end();
    assert.deepEqual(asked, [{ synchronous_commit: 'on', transaction_isolation: 'read committed', lock_timeout: '5s' }]);
  });

  test('a row that the database refuses is dropped and reported, and the others are kept', async () => {
    const url = await database();
    const evals = tracker(opened(url));
    await evals.getEvalHistory('A');
    await ask(url, `ALTER TABLE agent_evaluations ADD CHECK (data NOT LIKE '%unwanted%')`);
    for (let n = 0; n < 300; n += 1) evals.record(evaluation(1, { m: 0.5 }, n % 100 === 9 ? { decision: 'unwanted' } : {}));
    const { message } = await rejection(evals.flush());
    assert.match(message, /^3 evaluations were dropped: the store refused EVAL-A-\S+: .* violates check constraint/);
    assert.equal((await evals.getAgentEvalStats('A')).evalCount, 297);
    await evals.close();
  });

  test('a database that has not every character is refused before anything is written', async () => {
    await ask(server.url('postgres'), `CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0`);
    const evals = tracker(opened(server.url('latin')));
    evals.record(evaluation(1, { m: 0.5 }));
    assert.match((await rejection(evals.flush())).message, /its encoding must be UTF8, got LATIN1$/);
    await evals.close().catch(() => {});
    assert.deepEqual(await ask(server.url('latin'), `SELECT 1 FROM pg_class WHERE relname LIKE 'agent_eval%'`), []);
  });

  test('rows of any size go in: more than a statement takes, and long ones', async () => {
    const evals = tracker(opened(await database()), { regressions: false });
    const long = 'x"\\'.repeat(400_000);
    for (let n = 0; n < 8; n += 1) evals.record(evaluation(1, { m: n / 10 }, { explanation: long }));
    for (let n = 0; n < 1_100; n += 1)
      evals.record(evaluation(1, { m: 0.5 }, { agentId: `agent ${n}`, createdAt: NOW - (n % 9) * HOUR }));
    await evals.flush();
    const [{ explanation }] = await evals.getEvalHistory('A', 1);
    assert.equal(explanation, long);
    const { evalCount, agents } = await evals.getSystemEvalStats();
    assert.deepEqual([evalCount, agents.length], [1_108, 1_101]);
    assert.equal((await recounted(evals, [])).size, 1_108);
    await evals.close();
  });
});

function record(evals, n = 0) {
  return evals.record({ agentId: `A${n % 3}`, scores: { m: (n % 7) / 10 }, createdAt: NOW - (n % 5) * HOUR });
}

async function withServer(work) {
  // After a crash it makes the whole disk durable at once, and not file by file.
  const server = await PostgresServer.start({ recovery_init_sync_method: 'syncfs' });
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Writes until `until()`, and goes on whatever fails; ids of what was acknowledged, and the errors. */
async function written(evals, until) {
  const [acknowledged, errors] = [[], []];
  for (let n = 0; !until(acknowledged, errors); ) {
    const ids = Array.from({ length: 20 }, () => record(evals, (n += 1)));
    // What fails stays in the queue, and is acknowledged by a later flush.
    acknowledged.waiting = [...(acknowledged.waiting ?? []), ...ids];
    await evals.flush().then(
      () => acknowledged.push(...acknowledged.waiting.splice(0)),
      (error) => errors.push(error),
    );
    // Something else must have its turn, also when all fails at once.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return { acknowledged, errors };
}

/** `ReadyForQuery` outside a transaction, and the answer of a server that ends a connection. */
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');
const FIELDS = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
const ENDED = Buffer.from(`E\0\0\0${String.fromCharCode(FIELDS.length + 4)}${FIELDS}`, 'latin1');

/** A way to the server at `port` that can be cut, and can end a connection in the moment it is ready, in the same packet. */
async function cuttable(port) {
  const open = new Set();
  const way = {
    endsReady: 0,
    cut: () => {
      for (const socket of open) socket.destroy();
    },
  };
  const proxy = createServer((from) => {
    const to = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => open.delete(socket) && other.destroy());
    }
    from.on('data', (data) => to.write(data));
    to.on('data', (data) => {
      if (way.endsReady > 0 && data.includes(READY)) {
        way.endsReady -= 1;
        from.end(Buffer.concat([data, ENDED]));
      } else from.write(data);
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return Object.assign(way, {
    port: proxy.address().port,
    close: () => {
      way.cut();
      proxy.close();
    },
  });
}

describe('with a server of its own', { skip, concurrency: 2 }, () => {
  test('connections are cut while it writes, again and again', () =>
    withServer(async (server) => {
      const url = server.url('postgres');
      const evals = tracker(opened(url), { regressions: false });
      await evals.getEvalHistory('A0');
      let cuts = 0;
      const cutting = (async () => {
        for (; cuts < 20; cuts += 1) {
          const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = 'postgres'`;
          await ask(url, cut);
          await new Promise((resolve) => setTimeout(resolve, cuts % 4));
        }
      })();
      const { acknowledged, errors } = await written(evals, (done) => cuts === 20 && done.waiting?.length === 0);
      await cutting;
      assert.ok(errors.length > 0, 'a cut was noticed');
      for (const error of errors) {
        assert.ok(isReflectError(error) && error.code === 'store_error');
        assert.match(error.message, /^the Postgres database postgres at 127\.0\.0\.1:\d+ failed: ./);
      }
      assert.equal((await recounted(evals, acknowledged)).size, acknowledged.length);
      await evals.close();
    }));

  test('connections are cut in the packet that says they are ready', () =>
    withServer(async (server) => {
      const url = new URL(server.url('postgres'));
      const way = await cuttable(Number(url.port));
      try {
        url.port = String(way.port);
        const evals = tracker(opened(url.href), { regressions: false });
        await evals.getEvalHistory('A0');
        // From here on the hours of the agents are known, and the first connection of a batch is that of its transaction.
        const ids = [...(await written(evals, (done) => done.length >= 200)).acknowledged];
        for (let n = 0; n < 5; n += 1) {
          way.cut();
          // Until it is noticed: the next connection is then the one of a transaction.
          await new Promise((resolve) => setTimeout(resolve, 100));
          way.endsReady = 1;
          const { acknowledged, errors } = await written(evals, (done) => way.endsReady === 0 && done.waiting?.length === 0);
          assert.ok(errors.length > 0, 'a cut was noticed');
          for (const error of errors) assert.equal(error.code, 'store_error');
          ids.push(...acknowledged);
        }
        assert.equal((await recounted(evals, ids)).size, ids.length);
        await evals.close();
      } finally {
        way.close();
      }
    }));

  test('the server crashes while it writes, and comes back', () =>
    withServer(async (server) => {
      const evals = tracker(opened(server.url('postgres')), { regressions: false });
      let crashes = 0;
      const crashing = (async () => {
        for (; crashes < 3; crashes += 1) {
          await new Promise((resolve) => setTimeout(resolve, 150));
          await server.halt('SIGQUIT');
          await server.start();
        }
      })();
      const { acknowledged, errors } = await written(evals, (done) => crashes === 3 && done.waiting?.length === 0);
      await crashing;
      assert.ok(errors.length > 0);
      assert.equal((await recounted(evals, acknowledged)).size, acknowledged.length);
      await evals.close();
    }));

  test('a server that is away is told by its name, the queue stays bounded, and all goes in when it is back', () =>
    withServer(async (server) => {
      const evals = tracker(opened(server.url('postgres')), { maxQueue: 30, regressions: false });
      record(evals);
      await evals.flush();
      await server.halt();
      for (let n = 0; n < 50; n += 1) record(evals, n);
      const error = await rejection(evals.flush());
      assert.match(
        error.message,
        /^the Postgres database postgres at 127\.0\.0\.1:\d+ failed: .*(ECONNREFUSED|CONNECTION|terminat|connection)/,
      );
      assert.deepEqual([evals.counts().queued, evals.counts().dropped], [30, 20]);
      const read = await rejection(evals.getEvalHistory('A0'));
      assert.equal(read.code, 'store_error');
      await server.start();
      assert.match((await rejection(evals.flush())).message, /^20 evaluations were dropped/);
      await evals.flush();
      assert.equal((await evals.getSystemEvalStats()).evalCount, 31);
      await evals.close();
    }));

  test('a full disk is told, and all goes in when there is room', (context) =>
    withServer((server) =>
      onDisk(context, '16m', async (folder, remount) => {
        try {
          chownSync(folder, server.owner.uid, server.owner.gid);
          await ask(server.url('postgres'), `CREATE TABLESPACE small LOCATION '${folder}'`);
          await ask(server.url('postgres'), 'CREATE DATABASE small TABLESPACE small');
          const evals = tracker(opened(server.url('small')), { maxQueue: 300, regressions: false });
          const explanation = Array.from({ length: 300 }, (_, n) => ((n * 7_919) % 100_003).toString(36)).join('');
          const { acknowledged, error } = await filled(evals, 300, explanation);
          assert.match(
            error.message,
            /^the Postgres database small at .* failed: could not extend file .*No space left on device/,
          );
          assert.deepEqual([evals.counts().queued, evals.counts().dropped], [300, 0]);
          remount('size=64m');
          await evals.flush();
          assert.equal((await recounted(evals, acknowledged)).size, acknowledged.length + 300);
          await evals.close();
        } finally {
          await server.halt('SIGQUIT');
        }
      }),
    ));
});
