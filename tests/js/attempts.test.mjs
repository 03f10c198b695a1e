// Keep-best for a workspace: whatever an agent and others do to its files, those of the best attempt are there in the end, and nothing of
// the user's is lost. A part of it runs here; all of it by `HISTORIES=500 KILLS=200 node --test js/attempts.test.mjs` in `tests`.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ReflectEngine } from 'reflect-engine';
import { keepAttempts } from 'reflect-engine/workspace';
import { attempt, diskOf, git, gitOf, luck, walk, world } from './workspace/history.mjs';
import { rejection } from './support.mjs';

const HISTORIES = Number(process.env.HISTORIES ?? 60);
const KILLS = Number(process.env.KILLS ?? 10);
const FIRST = Number(process.env.SEED ?? 1);

/** The paths in which two pictures of a disk differ. */
function differing(one, other) {
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path));
}

/** Plays one history, and says what became of it. */
async function play(seed) {
  const place = world(seed);
  const { folder, agent, below, chance } = place;
  try {
    const attempts = 2 + below(3);
    const points = Array.from({ length: attempts }, () => below(10));
    const engine = await keepAttempts(new ReflectEngine({ maxReflections: attempts - 1 }), { folder });
    const disks = [];
    // Others work while the attempt is judged, when its files are kept.
    const hands = [];
    let users;
    const tests = () => {
      assert.deepEqual(gitOf(folder), users, 'the git folder has changed when the files were kept');
      disks.push(diskOf(folder));
      if (chance(0.25)) agent(1 + below(2));
      hands.push(diskOf(folder));
      users = gitOf(folder);
      return { passed: false, score: points[disks.length - 1], issues: ['not yet'] };
    };
    const task = { input: 'Make the tests pass.', verifiers: { tests } };
    let gate = engine.gate(task);
    let verdict;
    for (let at = 0; at < attempts; at += 1) {
      agent(1 + below(6));
      if (at > 0 && chance(0.3)) gate = engine.reopenGate(gate.snapshot, task);
      users = gitOf(folder);
      verdict = await gate.submit(`attempt ${at + 1}`);
      assert.deepEqual(gitOf(folder), users, 'the git folder has changed');
    }
    assert.ok(verdict.done);
    const best = Number(verdict.result.output.slice('attempt '.length)) - 1;
    const { workspace } = verdict.result;
    const after = diskOf(folder);
    assert.equal(workspace.attempt, best + 1);
    assert.equal(workspace.of, attempts);
    return { seed, best, attempts, workspace, disks, hands, before: hands[attempts - 1], after };
  } finally {
    place.end();
  }
}

/** What must hold in the end; throws. */
function check({ best, attempts, workspace, disks, hands, before, after }) {
  const all = ({ kept, ignored }) => new Map([...kept, ...ignored]);
  if (!workspace.restored) {
    assert.deepEqual(differing(all(before), all(after)), [], 'nothing was restored, and files have changed');
    if (best === attempts - 1) return 'last';
    assert.ok(workspace.changed.length > 0, workspace.message);
    for (const path of workspace.changed) {
      const isOthers = hands.slice(best).some((hand, at) => hand.kept.get(path) !== disks[best + at].kept.get(path));
      assert.ok(isOthers || before.ignored.has(path), `${JSON.stringify(path)} was not changed by another hand`);
    }
    return 'stopped';
  }
  assert.equal(workspace.message, `restored: ${best + 1} of ${attempts}`);
  const [wanted, last] = [disks[best].kept, disks[attempts - 1].kept];
  // What others did since the best attempt, and is not part of it, stays.
  for (const path of differing(wanted, after.kept)) {
    const isOthers = hands.slice(best).some((hand, at) => hand.kept.get(path) !== disks[best + at].kept.get(path));
    const wasIgnored = disks[best].ignored.has(path) || after.ignored.has(path) || before.ignored.has(path);
    assert.ok(isOthers || wasIgnored, `${JSON.stringify(path)}: ${wanted.get(path)} is ${after.kept.get(path)}, and was ${last.get(path)}`);
  }
  // An ignored file is as it was.
  for (const [path, was] of before.ignored) assert.equal(all(after).get(path), was, `ignored: ${path}`);
  return 'restored';
}

test(`${HISTORIES} histories end with the files of the best attempt, or as they were`, async () => {
  const ends = {};
  for (let seed = FIRST; seed < FIRST + HISTORIES; seed += 1) {
    try {
      const end = check(await play(seed));
      ends[end] = (ends[end] ?? 0) + 1;
    } catch (error) {
      error.message = `seed ${seed}: ${error.message}`;
      throw error;
    }
  }
  // Each way to end was there.
  for (const end of HISTORIES < 20 ? [] : ['restored', 'stopped', 'last']) assert.ok(ends[end] > 0, JSON.stringify(ends));
});

/** A folder with a repository, until the test ends. */
function folderOf(context) {
  const folder = mkdtempSync(join(tmpdir(), 'reflect-attempts-'));
  context.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  git(folder, 'init', '-q', '--template=', '-b', 'main');
  return folder;
}

test(`after ${KILLS} kills the next start has all files of one attempt`, async (context) => {
  const random = luck(FIRST);
  const wanted = [1, 2].map((number) => {
    const folder = folderOf(context);
    for (let at = 1; at <= number; at += 1) attempt(folder, at);
    return walk(folder);
  });
  const victim = fileURLToPath(new URL('workspace/victim.mjs', import.meta.url));
  let longest = 0;
  const ends = {};
  // The first one is not killed: how long it takes.
  for (let at = 0; at <= KILLS; at += 1) {
    const folder = folderOf(context);
    const users = gitOf(folder);
    const child = spawn(process.execPath, [victim, folder], { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
    let said = '';
    const from = at === 0 ? undefined : random.pick(['written 1', 'written 2', 'written 2']);
    let killing;
    child.stdout.on('data', (text) => {
      said += text;
      if (at === 0 && said.includes('written 2') && longest === 0) longest = Date.now();
      if (from === undefined || killing !== undefined || !said.includes(from)) return;
      // Its children end with it, or go on.
      const isWhole = random.chance(0.5);
      killing = sleep(random.next() * longest).then(() => {
        if (child.exitCode === null) process.kill(isWhole ? -child.pid : child.pid, 'SIGKILL');
      });
    });
    await once(child, 'close');
    await killing;
    if (at === 0) longest = Date.now() - longest;
    // Between two submissions the agent writes: nothing is promised of that.
    const isWriting = said.includes('judged 1') && !said.includes('written 2');
    const told = [];
    const engine = await keepAttempts(new ReflectEngine({ maxReflections: 0 }), { folder, onRestore: (end) => told.push(end) });
    const disk = walk(folder);
    const held = wanted.findIndex((files) => differing(files, disk).length === 0) + 1;
    const expected = said.includes('judged 2') || told.length > 0 ? [1] : said.includes('written 2') ? [1, 2] : [1];
    if (!isWriting) assert.ok(expected.includes(held), `kill ${at}: ${JSON.stringify(said)} ended with the files of ${held}`);
    assert.ok(
      told.every(({ restored }) => restored),
      JSON.stringify(told),
    );
    const end = told.length > 0 ? 'finished' : said.includes('judged 2') ? 'too late' : 'before';
    ends[end] = (ends[end] ?? 0) + 1;
    assert.deepEqual(gitOf(folder), users);
    // Nothing of the dead process is in the way.
    const verdict = await engine.gate({ input: 'Go on.', verifiers: { no: () => false } }).submit('attempt 3');
    assert.equal(verdict.result.workspace.message, 'the files are those of attempt 1 of 1');
  }
  if (KILLS > 20) console.log(ends);
});
