// What can happen to a store while it is written to: its process is killed, its disk is full or read-only, another process holds its
// lock, its file is damaged. Errors name it, the queue stays bounded, and nothing that was acknowledged is lost. Connections that are cut
// stand in postgres-faults.test.mjs.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isReflectError } from 'reflect-engine';
import { EvalTracker } from 'reflect-engine/evals';
import { sqliteStore } from 'reflect-engine/evals/sqlite';
import { again, hasNode24 } from './stores/again.mjs';
import { inFolder } from './stores/folder.mjs';
import { ask, opened } from './stores/postgres.mjs';
import { recounted } from './stores/recount.mjs';
import { PostgresServer, programs } from './stores/server.mjs';
import { rejection } from './support.mjs';

const NOW = Date.parse('2026-02-22T12:34:56.789Z');
const KILLS = 20;
const WRITER = fileURLToPath(new URL('./stores/writer.mjs', import.meta.url));
const only = process.env.STORES;
const Sqlite = await import('node:sqlite').then(
  ({ DatabaseSync }) => DatabaseSync,
  () => undefined,
);

const fileIn = (folder) => join(folder, 'evals.db');
const server = only === undefined && programs !== undefined ? await PostgresServer.start() : undefined;
after(() => server?.stop());

function tracker(store, more) {
  return new EvalTracker({ store, now: () => NOW, warn: () => {}, regressions: false, ...more });
}

function record(evals, more) {
  return evals.record({ agentId: 'A', scores: { m: 0.5 }, createdAt: NOW, ...more });
}

/** A disk of some kilobytes, whose size and whether it may be written `remount` changes. Only root can make one. */
async function onSmallDisk(context, work) {
  await inFolder(async (folder) => {
    const mount = (...options) =>
      execFileSync('mount', ['-t', 'tmpfs', '-o', options.join(), 'tmpfs', folder], { stdio: 'pipe' });
    try {
      mount('size=2m');
    } catch (error) {
      context.skip(`no disk can be mounted: ${error.message.slice(0, 100)}`);
      return;
    }
    try {
      await work(folder, (...options) => mount('remount', ...options));
    } finally {
      execFileSync('umount', [folder]);
    }
  });
}

/** A process that writes until it is killed, some time after its first acknowledgement; all that it acknowledged. */
function killed(name, place, round) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [WRITER, name, place, String(round), 'Infinity'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part) => {
      if (text === '') setTimeout(() => child.kill('SIGKILL'), (round * 7) % 41);
      text += part;
    });
    child.on('close', (code, signal) => {
      assert.deepEqual([code, signal], [null, 'SIGKILL']);
      const whole = text.split('\n').slice(0, -1);
      resolve(whole.flatMap((line) => JSON.parse(line)));
    });
  });
}

describe('killed', { concurrency: 3 }, () => {
  for (const name of [...(Sqlite ? ['sqlite'] : []), ...(server === undefined ? [] : ['pg Pool'])]) {
    test(`${name}: ${KILLS} processes are killed while they write: every acknowledged row is there, and the windows are the recount`, () =>
      inFolder(async (folder) => {
        if (name === 'pg Pool') await ask(server.url('postgres'), `CREATE DATABASE "${basename(folder)}"`);
        const place = name === 'pg Pool' ? server.url(basename(folder)) : folder;
        const acknowledged = [];
        for (let round = 0; round < KILLS; round += 1) acknowledged.push(...(await killed(name, place, round)));
        assert.ok(acknowledged.length >= KILLS * 40);
        const evals = tracker(name === 'pg Pool' ? opened(name, place) : sqliteStore(fileIn(folder)));
        await recounted(evals, acknowledged, NOW);
        await evals.close();
      }));
  }
});

if (Sqlite) {
  test('sqlite: a full disk is told with the path, the queue stays bounded, and all goes in when there is room', (context) =>
    onSmallDisk(context, async (folder, remount) => {
      const path = fileIn(folder);
      const evals = tracker(sqliteStore(path), { maxQueue: 300 });
      const explanation = 'long '.repeat(400);
      const acknowledged = [];
      let error;
      while (error === undefined) {
        const ids = Array.from({ length: 50 }, () => record(evals, { explanation }));
        error = await evals.flush().then(
          () => acknowledged.push(...ids) && undefined,
          (thrown) => thrown,
        );
      }
      assert.ok(isReflectError(error) && error.code === 'store_error' && error.message.includes(path), error.message);
      assert.match(error.message, /full|no space|ENOSPC/i);
      for (let n = 0; n < 400; n += 1) record(evals, { explanation });
      assert.deepEqual([evals.counts().queued, evals.counts().dropped], [300, 150]);
      assert.equal((await rejection(evals.flush())).code, 'store_error');
      remount('size=32m');
      assert.match((await rejection(evals.flush())).message, /^150 evaluations were dropped/);
      await evals.flush();
      await evals.close();
      const reader = tracker(sqliteStore(path));
      assert.equal((await recounted(reader, acknowledged, NOW)).size, acknowledged.length + 300);
      await reader.close();
    }));

  test('sqlite: a disk that may not be written is told with the path, and nothing is lost', (context) =>
    onSmallDisk(context, async (folder, remount) => {
      const path = fileIn(folder);
      const first = tracker(sqliteStore(path));
      const acknowledged = [record(first)];
      await first.close();
      remount('ro');
      const evals = tracker(sqliteStore(path));
      acknowledged.push(record(evals));
      const error = await rejection(evals.flush());
      assert.ok(isReflectError(error) && error.code === 'store_error' && error.message.includes(path), error.message);
      assert.match(error.message, /read-?only/i);
      remount('rw');
      await evals.flush();
      assert.equal((await recounted(evals, acknowledged, NOW)).size, 2);
      await evals.close();
    }));

  test('sqlite: a lock that another holds for long is an error with the path; ours goes on meanwhile, and nothing is lost', () =>
    inFolder(async (folder) => {
      const path = fileIn(folder);
      const evals = tracker(sqliteStore(path));
      const acknowledged = [record(evals)];
      await evals.flush();
      const other = new Sqlite(path);
      other.exec('BEGIN IMMEDIATE');
      acknowledged.push(record(evals));
      let turns = 0;
      const clock = setInterval(() => {
        turns += 1;
      }, 20);
      const error = await rejection(evals.flush());
      clearInterval(clock);
      assert.match(error.message, /database is locked/);
      assert.ok(error.code === 'store_error' && error.message.includes(path));
      assert.ok(turns > 20, `${turns}`);
      other.exec('ROLLBACK');
      await evals.flush();
      other.exec('BEGIN IMMEDIATE');
      setTimeout(() => other.exec('ROLLBACK'), 300);
      acknowledged.push(record(evals));
      await evals.flush();
      other.close();
      assert.equal((await recounted(evals, acknowledged, NOW)).size, 3);
      await evals.close();
    }));

  test('sqlite: a question waits for no other process that writes', () =>
    inFolder(async (folder) => {
      const path = fileIn(folder);
      const first = tracker(sqliteStore(path));
      record(first);
      await first.close();
      const other = new Sqlite(path);
      other.exec('BEGIN IMMEDIATE');
      const evals = tracker(sqliteStore(path));
      const begun = performance.now();
      for (let n = 0; n < 3; n += 1) assert.equal((await evals.getEvalHistory('A')).length, 1);
      assert.ok(performance.now() - begun < 3_000, 'a write would wait for five seconds');
      other.exec('ROLLBACK');
      other.close();
      await evals.close();
    }));

  test('sqlite: a damaged file is refused with its path, and left as it is', () =>
    inFolder(async (folder) => {
      const path = fileIn(folder);
      const damages = {
        'all but the first page': (bytes) => bytes.fill(0xa5, 4_096),
        'every other kilobyte': (bytes) => {
          for (let at = 4_096; at < bytes.length; at += 2_048) bytes.fill(0, at, at + 1_024);
        },
        'the header': (bytes) => bytes.fill(0x20, 0, 64),
        'the second half': undefined,
      };
      for (const [what, damage] of Object.entries(damages)) {
        rmSync(path, { force: true });
        const evals = tracker(sqliteStore(path));
        for (let n = 0; n < 600; n += 1) record(evals, { agentId: `A${n % 9}`, explanation: 'x'.repeat(200) });
        await evals.close();
        const bytes = readFileSync(path);
        if (damage === undefined) truncateSync(path, statSync(path).size / 2);
        else writeFileSync(path, damage(bytes) ?? bytes);
        const before = readFileSync(path);
        const damaged = tracker(sqliteStore(path));
        record(damaged);
        const error = await rejection(damaged.flush());
        assert.ok(error.code === 'store_error' && error.message.includes(path), `${what}: ${error.message}`);
        assert.match(error.message, /malformed|not a database/, what);
        await damaged.close().catch(() => {});
        assert.ok(readFileSync(path).equals(before), what);
      }
    }));
} else {
  test('sqlite: the same faults in Node 24', { skip: !hasNode24 && 'no Node 24' }, () => again(import.meta.url, 'sqlite'));
}
