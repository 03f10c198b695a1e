// The file of `jsonlStore` written anew without what was forgotten: nothing else is lost, by a crash at any point nor to other writers.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { chmod, copyFile, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EvalTracker, memoryStore } from 'reflect-engine';
import { jsonlStore } from 'reflect-engine/stores/jsonl';
import { evaluation, NOW, tools } from './stores/conformance.mjs';
import { inFolder } from './stores/folder.mjs';
import { rejection, thrown } from './support.mjs';

const HOUR = 3_600_000;
const { tracker } = tools({ EvalTracker, memoryStore, assert });

async function listed(lines) {
  const all = [];
  for await (const line of lines) all.push(line);
  return all;
}

/** Figures, recounted from these records. */
async function recounted(lines) {
  const recount = tracker(memoryStore());
  await recount.importJsonl(lines);
  return (agent) => recount.getAgentEvalStats(agent);
}

/** A process of `stores/NAME`. Resolves with the lines that it printed when it has ended. */
function started(name, ...given) {
  const script = fileURLToPath(new URL(`./stores/${name}`, import.meta.url));
  const child = spawn(process.execPath, [script, ...given], { stdio: ['pipe', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  const ended = new Promise((resolve) => {
    child.on('close', () =>
      resolve(
        text
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line)),
      ),
    );
  });
  return { ended, stop: () => child.stdin.end() };
}

test('the file is written anew at the share that is asked for; another setting is refused by name', () =>
  inFolder(async (folder) => {
    const linesAt = async (compactAt) => {
      const path = join(folder, `${compactAt}.jsonl`);
      const store = jsonlStore(path, { compactAt });
      const evals = tracker(store);
      for (let n = 0; n < 100; n += 1) evals.record(evaluation(n, { m: 0.5 }));
      await evals.flush();
      await store.prune({ evaluationsBeforeMs: NOW - 69.5 * HOUR });
      await evals.close();
      return (await readFile(path, 'utf8')).split('\n').filter((line) => line.includes('"scores":')).length;
    };
    // Thirty of a hundred go.
    assert.deepEqual([await linesAt(0.3), await linesAt(undefined)], [70, 70]);
    assert.deepEqual([await linesAt(0.31), await linesAt(1)], [100, 100]);
    const wrong = { compactAt: '`compactAt` must be a number over 0 and to 1, got ' };
    for (const [compactAt, got] of [
      [0, '0'],
      [1.01, '1.01'],
      [Number.NaN, 'NaN'],
      ['1', 'a string'],
      [null, 'null'],
    ]) {
      const error = thrown(() => jsonlStore('a', { compactAt }));
      assert.deepEqual([error.code, error.message], ['invalid_settings', wrong.compactAt + got]);
    }
    assert.equal(thrown(() => jsonlStore('a', { compact: 1 })).message, 'unknown setting `compact`; known is compactAt');
    assert.match(thrown(() => jsonlStore('a', 0.5)).message, /^the settings must be an object, got a number/);
    const unknown = thrown(() => memoryStore({ maxEvalutions: 5 }));
    assert.deepEqual(
      [unknown.code, unknown.message],
      ['invalid_settings', 'unknown setting `maxEvalutions`, did you mean `maxEvaluations`?'],
    );
  }));

test('a file that holds something else is refused with its path, and left as it is', () =>
  inFolder(async (_, path) => {
    const exporting = tracker(memoryStore());
    exporting.record(evaluation(1, { m: 0.5 }));
    const others = {
      'an export': [`${(await listed(exporting.exportJsonl())).join('\n')}\n`, 'give the lines of an export to `importJsonl`'],
      'a text': ['once upon a time\n'.repeat(3_000), 'it holds something else, and begins with "once upon'],
      'a list': ['[1,2]', 'begins with "[1,2]"'],
      'a database': ['SQLite format 3\0\x10\0', 'begins with "SQLite format 3'],
    };
    for (const [what, [text, told]] of Object.entries(others)) {
      await writeFile(path, text);
      const evals = tracker(jsonlStore(path));
      evals.record(evaluation(1, { m: 0.5 }));
      const error = await rejection(evals.flush());
      assert.ok(error.code === 'store_error' && error.message.includes(path) && error.message.includes(told), error.message);
      await evals.close().catch(() => {});
      assert.equal(await readFile(path, 'utf8'), text, what);
    }
    for (const torn of ['', '\n', '\n{"hist', '\n{"historyId":"EVALH-A-20260222', '\0\0\0\0']) {
      await writeFile(path, torn);
      const evals = tracker(jsonlStore(path));
      evals.record(evaluation(1, { m: 0.5 }));
      await evals.close();
      const later = tracker(jsonlStore(path));
      assert.equal((await later.getEvalHistory('A')).length, 1, JSON.stringify(torn));
      await later.close();
    }
  }));

test('what is forgotten leaves the file; its hours stay, in this process, in another one and after a restart', () =>
  inFolder(async (folder, path) => {
    const [evals, store] = [tracker(jsonlStore(path)), jsonlStore(path)];
    for (let n = 0; n < 4_000; n += 1)
      evals.record(evaluation(n % 100, { m: (n % 11) / 10 }, { agentId: n % 3 === 0 ? 'B' : 'A' }));
    await evals.flush();
    const other = tracker(jsonlStore(path));
    const all = await listed(evals.exportJsonl());
    const figures = async (of) => [
      await of.getAgentEvalStats('A'),
      await of.getAgentEvalStats('B'),
      await of.getEvalTrend('A', 99),
    ];
    const before = await figures(evals);
    const size = (await stat(path)).size;
    await tracker(store).getAgentEvalStats('A');
    await store.prune({ evaluationsBeforeMs: NOW - 20 * HOUR });
    const again = tracker(jsonlStore(path));
    for (const one of [evals, other, tracker(store), again]) {
      const left = await listed(one.exportJsonl());
      assert.deepEqual(
        left,
        all.filter((line) => Date.parse(JSON.parse(line).createdAt) >= NOW - 20 * HOUR),
      );
      assert.deepEqual(await figures(one), before);
    }
    assert.ok((await stat(path)).size < size, 'an hour takes less than what it was counted from');
    assert.deepEqual(await readdir(folder), ['evals.jsonl']);
    // It goes on, and once more.
    evals.record(evaluation(0, { m: 0.5 }));
    evals.record(evaluation(50, { m: 0.5 }));
    await evals.flush();
    await store.prune({ evaluationsBeforeMs: NOW - 1 * HOUR, windowsBeforeMs: NOW - 40 * HOUR });
    const last = tracker(jsonlStore(path));
    assert.deepEqual((await last.getEvalHistory('A', 5_000)).length, (await evals.getEvalHistory('A', 5_000)).length);
    assert.equal((await last.getEvalTrend('A', 99)).length, 40);
    assert.deepEqual(await figures(last), await figures(evals));
    for (const one of [evals, other, again, last]) await one.close();
  }));

test('few that are forgotten are a line, and not a new file; what comes later from such a time is kept until the next time', () =>
  inFolder(async (_, path) => {
    const store = jsonlStore(path);
    const evals = tracker(store);
    for (let n = 0; n < 100; n += 1) evals.record(evaluation(n, { m: 0.5 }));
    await evals.flush();
    const before = await readFile(path, 'utf8');
    await store.prune({ evaluationsBeforeMs: NOW - 95 * HOUR, windowsBeforeMs: NOW - 90 * HOUR });
    await store.prune({ evaluationsBeforeMs: NOW - 200 * HOUR, windowsBeforeMs: NOW - 200 * HOUR });
    const after = await readFile(path, 'utf8');
    assert.ok(after.startsWith(before));
    assert.deepEqual(JSON.parse(after.slice(before.length)), {
      forget: { evaluationsBeforeMs: NOW - 95 * HOUR, windowsBeforeMs: NOW - 90 * HOUR },
    });
    const seen = async (of) => [(await of.getEvalHistory('A', 500)).length, (await of.getEvalTrend('A', 500)).length];
    for (const one of [evals, tracker(jsonlStore(path))]) assert.deepEqual(await seen(one), [96, 90]);
    evals.record(evaluation(300, { m: 0.1 }));
    for (const one of [evals, tracker(jsonlStore(path))]) assert.deepEqual(await seen(one), [97, 91]);
    await store.prune({ evaluationsBeforeMs: NOW - 10 * HOUR, windowsBeforeMs: NOW - 200 * HOUR });
    for (const one of [evals, tracker(jsonlStore(path))]) assert.deepEqual(await seen(one), [11, 90]);
    await store.prune({ windowsBeforeMs: NOW - 5 * HOUR });
    for (const one of [evals, tracker(jsonlStore(path))]) assert.deepEqual(await seen(one), [11, 5]);
    // Written anew, rows do not bring back hours that were forgotten.
    await store.prune({ evaluationsBeforeMs: NOW - 7 * HOUR });
    assert.doesNotMatch(await readFile(path, 'utf8'), /"forget"/);
    for (const one of [evals, tracker(jsonlStore(path))]) assert.deepEqual(await seen(one), [8, 5]);
    await evals.close();
  }));

test('the new file keeps what the old one was: where a link leads, and who may read it', () =>
  inFolder(async (folder, path) => {
    const real = join(folder, 'real.jsonl');
    const first = tracker(jsonlStore(real));
    for (const hours of [0, 50]) first.record(evaluation(hours, { m: 0.5 }));
    await first.close();
    await chmod(real, 0o600);
    await symlink(real, path);
    // What a crash has left long ago.
    await copyFile(real, `${real}.rewrite-0000000000000000.old`);
    const evals = tracker(jsonlStore(path), { retention: { evaluationDays: 1 } });
    evals.record(evaluation(1, { m: 0.1 }));
    await evals.flush();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await evals.close();
    assert.equal((await stat(real)).mode & 0o777, 0o600);
    assert.equal((await listed(tracker(jsonlStore(real)).exportJsonl())).length, 2);
    assert.deepEqual(
      (await readdir(folder)).sort(),
      ['evals.jsonl', 'real.jsonl', 'real.jsonl.rewrite-0000000000000000.old'],
      'too young to be swept',
    );
  }));

test('a row that went to a file that was replaced meanwhile goes to the new one too', () =>
  inFolder(async (folder, path) => {
    const evals = tracker(jsonlStore(path));
    evals.record(evaluation(1, { m: 0.1 }));
    await evals.flush();
    const { writeSync } = fs;
    fs.writeSync = (...given) => {
      fs.writeSync = writeSync;
      syncBuiltinESMExports();
      // Another process has read the file before this row, and puts its own in the place.
      fs.copyFileSync(path, join(folder, 'other'));
      const written = writeSync(...given);
      fs.renameSync(join(folder, 'other'), path);
      return written;
    };
    syncBuiltinESMExports();
    evals.record(evaluation(1, { m: 0.2 }));
    await evals.flush();
    const lines = await listed(tracker(jsonlStore(path)).exportJsonl());
    assert.deepEqual(lines.map((line) => JSON.parse(line).aggregateScore).sort(), [0.1, 0.2]);
    assert.equal((await evals.getAgentEvalStats('A')).evalCount, 2);
    await evals.close();
  }));

test('a store that was told of no rows yet cannot forget', async () => {
  const error = await rejection(jsonlStore('/nowhere/evals.jsonl').prune({ evaluationsBeforeMs: 0 }));
  assert.equal(error.code, 'misuse');
});

test('killed at any call to the file system, it loses nothing that is not to be forgotten', () =>
  inFolder(async (folder, path) => {
    const first = tracker(jsonlStore(path));
    for (let n = 0; n < 60; n += 1)
      first.record(evaluation(n % 2 === 0 ? 1 : 100 + n, { m: (n % 11) / 10 }, { agentId: n % 3 ? 'A' : 'B' }));
    await first.flush();
    const began = await listed(first.exportJsonl());
    await first.close();
    let calls = 0;
    for (const when of ['before', 'after']) {
      for (let ended = false, call = 1; !ended; call += 1) {
        const place = join(folder, `${when}-${call}.jsonl`);
        await copyFile(path, place);
        const printed = await started('pruner.mjs', place, `${when}:${call}`).ended;
        ended = printed.at(-1) === 'done';
        calls += 1;
        const evals = tracker(jsonlStore(place));
        const left = await listed(evals.exportJsonl());
        const ids = new Set(left.map((line) => JSON.parse(line).evaluationId));
        const acknowledged = printed.flat().filter((id) => id !== 'done');
        const stay = began.map((line) => JSON.parse(line)).filter(({ createdAt }) => Date.parse(createdAt) > NOW - 10 * HOUR);
        const lost = [...acknowledged, ...stay.map(({ evaluationId }) => evaluationId)].filter((id) => !ids.has(id));
        assert.deepEqual(lost, [], `${when} call ${call}`);
        assert.equal(ids.size, left.length);
        // Of the forgotten the hours stay that are not forgotten themselves.
        const gone = began.filter((line) => !ids.has(JSON.parse(line).evaluationId));
        const figures = await recounted([...left, ...gone]);
        for (const agent of ['A', 'B']) {
          const [{ evalCount: got }, { evalCount: whole }] = [await evals.getAgentEvalStats(agent), await figures(agent)];
          const dropped = began.filter((line) => {
            const { agentId, createdAt } = JSON.parse(line);
            return agentId === agent && Date.parse(createdAt) < Math.floor((NOW - 150 * HOUR) / HOUR) * HOUR + HOUR;
          }).length;
          assert.ok(got === whole || got === whole - dropped, `${when} call ${call}: ${got} of ${whole}, ${dropped} dropped`);
        }
        if (ended) assert.equal(gone.length, 30);
        await evals.close();
      }
    }
    assert.ok(calls > 50, `${calls}`);
  }));

test('others write while one forgets and rewrites, over and over: nothing is lost, and the hours are the recount', () =>
  inFolder(async (folder, path) => {
    const first = tracker(jsonlStore(path));
    for (let n = 0; n < 2_000; n += 1) first.record(evaluation(11 + (n % 189), { m: (n % 11) / 10 }));
    await first.flush();
    const began = await listed(first.exportJsonl());
    await first.close();
    const pruners = [started('pruner.mjs', path, 'loop'), started('pruner.mjs', path, 'loop')];
    const writers = [1, 2].map((n) => started('writer.mjs', 'jsonl', folder, String(n)));
    const acknowledged = (await Promise.all(writers.map(({ ended }) => ended))).flat(2);
    assert.equal(acknowledged.length, 2 * 400);
    for (const { ended, stop } of pruners) {
      stop();
      assert.deepEqual(await ended, ['done']);
    }
    const evals = tracker(jsonlStore(path));
    await evals.getAgentEvalStats('A');
    const left = await listed(evals.exportJsonl());
    const ids = new Set(left.map((line) => JSON.parse(line).evaluationId));
    assert.deepEqual(
      acknowledged.filter((id) => !ids.has(id)),
      [],
    );
    const gone = began.filter((line) => !ids.has(JSON.parse(line).evaluationId));
    assert.ok(gone.length > 100, `${gone.length} forgotten`);
    const figures = await recounted([...left, ...gone]);
    for (const agent of ['A', 'B']) assert.deepEqual(await evals.getAgentEvalStats(agent), await figures(agent));
    await evals.close();
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name !== 'evals.jsonl'),
      [],
      'nothing is left beside the file',
    );
  }));
