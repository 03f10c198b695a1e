// Keep-best for a workspace: whatever an agent and others do to its files, those of the best attempt are there in the end, and nothing of
// the user's is lost. A part of it runs here; all of it by `HISTORIES=500 KILLS=200 node --test js/attempts.test.mjs` in `tests`.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { keepAttempts } from 'reflect-engine/workspace';
import { diskOf, git, gitOf, world } from './workspace/history.mjs';

const HISTORIES = Number(process.env.HISTORIES ?? 60);
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
  console.log(ends);
});
