// An evaluation that comes to a JSONL file again after it was forgotten is taken as by every store; and one that was forgotten while it was
// committed is counted once.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EvalTracker } from 'reflect-engine';
import { jsonlStore } from 'reflect-engine/stores/jsonl';
import { inFolder } from './stores/folder.mjs';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-03-01T00:30:00Z');
const HERE = fileURLToPath(new URL('.', import.meta.url));

function tracker(store) {
  return new EvalTracker({ store, regressions: false, now: () => NOW, warn: () => {} });
}

function record(evals, evaluationId, hoursAgo, m = 1) {
  evals.record({ agentId: 'A', evaluationId, createdAt: NOW - hoursAgo * HOUR, scores: { m } });
}

/** What every reader of the file finds, each anew, once it is sure that they agree. */
async function found(path, ...trackers) {
  const fresh = tracker(jsonlStore(path));
  const seen = [];
  for (const evals of [...trackers, fresh]) {
    const ids = (await evals.getEvalHistory('A', 1_000)).map(({ evaluationId }) => evaluationId);
    seen.push({ ids: ids.filter((id) => id.length < 3).sort(), count: (await evals.getAgentEvalStats('A')).evalCount });
  }
  await fresh.close();
  for (const one of seen) assert.deepEqual(one, seen[0]);
  return seen[0];
}

test('an id that was forgotten is taken again, before the file is written anew and after', () =>
  inFolder(async (_, path) => {
    const store = jsonlStore(path);
    const evals = tracker(store);
    record(evals, 'X', 50);
    for (let n = 0; n < 20; n += 1) record(evals, `kept ${n}`, 1);
    await evals.flush();
    const other = tracker(jsonlStore(path));
    await store.prune({ evaluationsBeforeMs: NOW - 40 * HOUR });
    assert.match(await readFile(path, 'utf8'), /"forget"/);
    assert.deepEqual(await found(path, evals, other), { ids: [], count: 21 });
    for (const again of ['once', 'twice, which is the same']) {
      record(other, 'X', 2, 0);
      await other.flush();
      assert.deepEqual(await found(path, evals, other), { ids: ['X'], count: 22 }, again);
    }
    // And from a time that was forgotten.
    await store.prune({ evaluationsBeforeMs: NOW - 1.5 * HOUR });
    assert.deepEqual(await found(path, evals, other), { ids: [], count: 22 });
    record(evals, 'X', 60);
    record(evals, 'Y', 60);
    await evals.flush();
    assert.deepEqual(await found(path, evals, other), { ids: ['X', 'Y'], count: 24 });
    // Written anew.
    for (let n = 0; n < 20; n += 1) record(evals, `old ${n}`, 70);
    await evals.flush();
    await store.prune({ evaluationsBeforeMs: NOW - 65 * HOUR });
    assert.doesNotMatch(await readFile(path, 'utf8'), /"forget"/);
    assert.deepEqual(await found(path, evals, other), { ids: ['X', 'Y'], count: 44 });
    record(other, 'X', 1);
    await other.flush();
    assert.deepEqual(await found(path, evals, other), { ids: ['X', 'Y'], count: 44 });
    await evals.close();
    await other.close();
  }));

test('lines that a crash brought over twice, a forgetting among them, count once', () =>
  inFolder(async (_, path) => {
    const store = jsonlStore(path);
    const evals = tracker(store);
    record(evals, 'X', 50);
    record(evals, 'Y', 1);
    for (let n = 0; n < 20; n += 1) record(evals, `kept ${n}`, 1);
    await evals.flush();
    await store.prune({ evaluationsBeforeMs: NOW - 40 * HOUR });
    record(evals, 'X', 2);
    await evals.close();
    const before = await found(path);
    assert.deepEqual(before, { ids: ['X', 'Y'], count: 23 });
    const lines = await readFile(path, 'utf8');
    await writeFile(path, lines + lines);
    assert.deepEqual(await found(path), before);
  }));

const PRUNER = `
import { EvalTracker } from 'reflect-engine';
import { jsonlStore } from 'reflect-engine/stores/jsonl';
const store = jsonlStore(process.env.STORE_PATH);
const evals = new EvalTracker({ store, regressions: false });
await evals.getAgentEvalStats('A');
await store.prune({ evaluationsBeforeMs: ${NOW - 5 * HOUR} });
await evals.close();
`;

test('rows that another process forgets while they are committed are counted once', () =>
  inFolder(async (_, path) => {
    const evals = tracker(jsonlStore(path));
    await evals.flush();
    const { fsyncSync } = fs;
    let pruned = false;
    fs.fsyncSync = (file) => {
      fsyncSync(file);
      if (pruned || !fs.fstatSync(file).isFile() || fs.fstatSync(file).size < 500) return;
      pruned = true;
      // Between the append and the look at what the path names.
      const options = { cwd: HERE, env: { ...process.env, STORE_PATH: path }, stdio: ['ignore', 'ignore', 'inherit'] };
      execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', PRUNER], options);
    };
    syncBuiltinESMExports();
    try {
      for (let n = 0; n < 10; n += 1) record(evals, `o${n}`, 10);
      record(evals, 'Y', 1);
      await evals.flush();
    } finally {
      fs.fsyncSync = fsyncSync;
      syncBuiltinESMExports();
    }
    assert.ok(pruned);
    assert.deepEqual(await found(path, evals), { ids: ['Y'], count: 11 });
    await evals.close();
  }));
