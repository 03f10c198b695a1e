// `sqliteStore` works in a thread: one that ends takes nothing with it, and none holds a process that has nothing else to do.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import threads from 'node:worker_threads';
import { EvalTracker } from 'reflect-engine';
import { sqliteStore } from 'reflect-engine/stores/sqlite';
import { again, hasNode24 } from './stores/again.mjs';
import { inFolder } from './stores/folder.mjs';
import { recounted } from './stores/recount.mjs';
import { rejection } from './support.mjs';

const NOW = Date.parse('2026-02-22T12:34:56.789Z');
const hasSqlite = await import('node:sqlite').then(
  () => true,
  () => false,
);

/** What a thread does when it is given work of this kind, once. */
const upon = { work: undefined, act: undefined, count: 0 };
threads.Worker = class extends threads.Worker {
  postMessage(ask) {
    super.postMessage(ask);
    upon.count += 1;
    if (!ask.steps.some((step) => step.do === upon.work)) return;
    upon.work = undefined;
    upon.act(this);
  }
};
syncBuiltinESMExports();

function tracker(path) {
  return new EvalTracker({ store: sqliteStore(path), now: () => NOW, warn: () => {}, regressions: false });
}

/** A thousand evaluations from a process of its own, which closes nothing. */
const add1000 = `
  import { EvalTracker } from 'reflect-engine';
  import { sqliteStore } from 'reflect-engine/stores/sqlite';
  const evals = new EvalTracker({ store: sqliteStore(process.argv[1]), now: () => ${NOW} });
  evals.on('error', (error) => { throw error; });
  for (let n = 0; n < 1_000; n += 1) evals.record({ agentId: 'A', scores: { m: 0.5 }, createdAt: ${NOW} });`;

/** Runs a program to its end, while nothing else happens here. */
function program(text, path, env = {}) {
  return spawnSync(process.execPath, ['--input-type=module', '-e', text, path], {
    cwd: new URL('..', import.meta.url),
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
}

if (hasSqlite) {
  for (const work of ['open', 'each'])
    test(`sqlite: a thread that ends at \`${work}\` is told with the path, another takes its place, and nothing is lost`, () =>
      inFolder(async (folder) => {
        const path = join(folder, 'evals.db');
        const evals = tracker(path);
        const ids = Array.from({ length: 3_000 }, () => evals.record({ agentId: 'A', scores: { m: 0.5 }, createdAt: NOW }));
        Object.assign(upon, { work, act: (thread) => thread.terminate() });
        const error = await rejection(evals.flush());
        assert.equal(upon.work, undefined);
        assert.equal(error.code, 'store_error');
        assert.ok(error.message.includes(path) && error.message.endsWith('its thread has ended with code 1'), error.message);
        await evals.flush();
        assert.equal((await recounted(evals, ids, NOW)).size, 3_000);
        await evals.close();
      }));

  test('sqlite: a thread that ends with nothing to do is replaced by the next use', () =>
    inFolder(async (folder) => {
      const evals = tracker(join(folder, 'evals.db'));
      let thread;
      Object.assign(upon, {
        work: 'each',
        act: (found) => {
          thread = found;
        },
      });
      const ids = [evals.record({ agentId: 'A', scores: { m: 0.5 }, createdAt: NOW })];
      await evals.flush();
      await thread.terminate();
      ids.push(evals.record({ agentId: 'A', scores: { m: 0.5 }, createdAt: NOW }));
      await evals.flush();
      assert.equal((await recounted(evals, ids, NOW)).size, 2);
      await evals.close();
    }));

  test('sqlite: a process that is held up holds no lock that others wait for', () =>
    inFolder(async (folder) => {
      const path = join(folder, 'evals.db');
      const [evals, other] = [tracker(path), tracker(path)];
      const ids = [];
      const add = (to) => ids.push(to.record({ agentId: 'A', scores: { m: 0.5 }, createdAt: NOW }));
      add(evals);
      await evals.flush();
      const before = upon.count;
      add(evals);
      const flushed = evals.flush();
      // Its thread is at work, and what it says is not heard: as of a long computation.
      while (upon.count === before) await new Promise((resolve) => setImmediate(resolve));
      const { status, stderr } = program(add1000, path);
      assert.equal(status, 0, stderr);
      await flushed;
      add(other);
      await other.flush();
      assert.equal((await evals.getEvalHistory('A', 2_000)).length, 1_003);
      assert.equal((await evals.getAgentEvalStats('A')).evalCount, 1_003);
      await Promise.all([evals.close(), other.close()]);
    }));

  test('sqlite: nothing to forget holds no process, and what one loads first is not loaded by the thread', () =>
    inFolder(async (folder) => {
      const [path, first] = [join(folder, 'evals.db'), join(folder, 'first.cjs')];
      await writeFile(first, "console.log('loaded')");
      const nothing = `
        import { sqliteStore } from 'reflect-engine/stores/sqlite';
        await sqliteStore(process.argv[1]).prune({});
        await sqliteStore(process.argv[1]).prune({ windowsBeforeMs: 0 });`;
      const { status, stdout, stderr } = program(nothing, path, { NODE_OPTIONS: `--require ${first}` });
      assert.deepEqual([status, stdout], [0, 'loaded\n'], stderr);
    }));

  test('sqlite: a process that closes nothing ends by itself, when what it has recorded is there', () =>
    inFolder(async (folder) => {
      const path = join(folder, 'evals.db');
      const { status, stderr } = program(add1000, path);
      assert.equal(status, 0, stderr);
      const evals = tracker(path);
      assert.equal((await evals.getEvalHistory('A', 1_001)).length, 1_000);
      await evals.close();
    }));
} else {
  test('sqlite: where there is none, each attempt leaves no thread behind, and tells it as a store does', async () => {
    const ended = [];
    Object.assign(upon, { work: 'find', act: (thread) => ended.push(new Promise((resolve) => thread.on('exit', resolve))) });
    const error = await rejection(sqliteStore('/nowhere/evals.db').check());
    assert.equal(error.code, 'store_error');
    await Promise.all(ended);
    assert.equal(ended.length, 1);
  });
  test('sqlite: the same threads in Node 24', { skip: !hasNode24 && 'no Node 24' }, () => again(import.meta.url, 'sqlite'));
}
