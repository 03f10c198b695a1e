// Connections to PostgreSQL that are cut, a server that crashes, stops and comes back, and a disk that is full: errors name the database,
// the queue stays bounded, and nothing that was acknowledged is lost.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chownSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { describe, test } from 'node:test';
import { isReflectError } from 'reflect-engine';
import { EvalTracker, memoryStore } from 'reflect-engine/evals';
import { checkWritten, NOW } from './stores/conformance.mjs';
import { onDisk } from './stores/folder.mjs';
import { ask, opened } from './stores/postgres.mjs';
import { PostgresServer, programs } from './stores/server.mjs';
import { rejection } from './support.mjs';

const HOUR = 3_600_000;
const skip = programs === undefined && process.env.CI !== 'true' && 'no PostgreSQL here';

function tracker(store, more) {
  return new EvalTracker({ store, now: () => NOW, warn: () => {}, regressions: false, ...more });
}

const recounted = (evals, acknowledged) => checkWritten(evals, acknowledged, { EvalTracker, memoryStore, assert });

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

describe('PostgreSQL', { skip, concurrency: 2 }, () => {
  test('connections are cut while it writes, again and again', () =>
    withServer(async (server) => {
      const url = server.url('postgres');
      const evals = tracker(opened(url));
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
        const evals = tracker(opened(url.href));
        await evals.getEvalHistory('A0');
        const ids = [];
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
      const evals = tracker(opened(server.url('postgres')));
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
      const evals = tracker(opened(server.url('postgres')), { maxQueue: 30 });
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
          const evals = tracker(opened(server.url('small')), { maxQueue: 300 });
          const acknowledged = [];
          let error;
          const explanation = Array.from({ length: 300 }, (_, n) => ((n * 7_919) % 100_003).toString(36)).join('');
          while (error === undefined) {
            const ids = Array.from({ length: 300 }, () =>
              evals.record({ agentId: 'A', scores: { m: 1 }, explanation, createdAt: NOW }),
            );
            error = await evals.flush().then(
              () => acknowledged.push(...ids) && undefined,
              (thrown) => thrown,
            );
          }
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
