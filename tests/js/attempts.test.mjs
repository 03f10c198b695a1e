// Keep-best for a workspace: whatever an agent and others do to its files, those of the best attempt are there in the end, and nothing of
// the user's is lost.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ReflectEngine } from 'reflect-engine';
import { stopHook } from 'reflect-engine/claude-agent';
import { keepAttempts } from 'reflect-engine/workspace';
import { isWhole, rejection } from './support.mjs';
import { attempt, diskOf, git, gitOf, luck, walk, world } from './workspace/history.mjs';

const HISTORIES = isWhole ? 500 : 6;
const KILLS = isWhole ? 200 : 3;
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
      // Git says of a followed file that became an ignored folder that it is neither.
      const isInTheWay = [...disks[best].kept.keys()].some((file) => path.startsWith(`${file}/`));
      assert.ok(isOthers || before.ignored.has(path) || isInTheWay, `${JSON.stringify(path)} was not changed by another hand`);
    }
    return 'stopped';
  }
  assert.equal(workspace.message, `restored: ${best + 1} of ${attempts}`);
  const [wanted, last] = [disks[best].kept, disks[attempts - 1].kept];
  // What others did since the best attempt, and is not part of it, stays.
  for (const path of differing(wanted, after.kept)) {
    const isOthers = hands.slice(best).some((hand, at) => hand.kept.get(path) !== disks[best + at].kept.get(path));
    const wasIgnored = disks[best].ignored.has(path) || after.ignored.has(path) || before.ignored.has(path);
    assert.ok(
      isOthers || wasIgnored,
      `${JSON.stringify(path)}: ${wanted.get(path)} is ${after.kept.get(path)}, and was ${last.get(path)}`,
    );
  }
  // An ignored file is as it was.
  for (const [path, was] of before.ignored) assert.equal(all(after).get(path), was, `ignored: ${path}`);
  return 'restored';
}

test(`${HISTORIES} histories end with the files of the best attempt, or as they were`, async (context) => {
  const [ends, faults] = [{}, []];
  for (let seed = FIRST; seed < FIRST + HISTORIES; seed += 1) {
    try {
      const end = check(await play(seed));
      ends[end] = (ends[end] ?? 0) + 1;
    } catch (error) {
      faults.push(`seed ${seed}: ${error.stack}`);
    }
  }
  assert.deepEqual(faults, []);
  // Each way to end was there.
  for (const end of ['restored', 'stopped', 'last']) assert.ok(ends[end] > 0, JSON.stringify(ends));
  context.diagnostic(JSON.stringify(ends));
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
  context.diagnostic(JSON.stringify(ends));
});

/** An engine that keeps attempts in a folder, and a gate whose tests give the points that `work.txt` says. */
async function gateOf(folder, options = {}) {
  const engine = await keepAttempts(new ReflectEngine({ maxReflections: 3 }), { folder, ...options });
  const score = () => Number(readFileSync(join(folder, 'work.txt'), 'utf8'));
  const task = {
    input: 'Make the tests pass.',
    verifiers: { tests: () => ({ passed: score() > 9, score: score(), issues: ['no'] }) },
  };
  return { engine, task, gate: engine.gate(task) };
}

test('the files of the best attempt are there when the gate ends, and the result says so', async (context) => {
  const folder = folderOf(context);
  const told = [];
  const { gate } = await gateOf(folder, { onRestore: (restoration) => told.push(restoration) });
  let verdict;
  for (const points of [1, 3, 2, 0]) {
    writeFileSync(join(folder, 'work.txt'), String(points));
    verdict = await gate.submit(`I am done. ${points}`);
  }
  const workspace = { attempt: 2, of: 4, restored: true, changed: [], message: 'restored: 2 of 4' };
  assert.deepEqual(JSON.parse(JSON.stringify(verdict.result)).workspace, workspace);
  assert.deepEqual(told, [workspace]);
  assert.equal(readFileSync(join(folder, 'work.txt'), 'utf8'), '3');
});

test('an accepted attempt stays, and so does a gate that is left or aborted', async (context) => {
  const folder = folderOf(context);
  writeFileSync(join(folder, 'work.txt'), '5');
  const { engine, task, gate } = await gateOf(folder);
  await gate.submit('one');
  writeFileSync(join(folder, 'work.txt'), '10');
  const { result } = await gate.submit('two');
  assert.deepEqual([result.accepted, result.workspace.restored, result.workspace.attempt], [true, false, 2]);
  const abort = new AbortController();
  const verifiers = { slow: () => new Promise(() => setTimeout(() => abort.abort(), 5)) };
  const aborted = engine.gate({ ...task, verifiers, signal: abort.signal }).submit('three');
  assert.equal((await rejection(aborted)).name, 'AbortError');
  assert.equal(readFileSync(join(folder, 'work.txt'), 'utf8'), '10');
});

for (const [how, end] of [
  ['takes the best draft', (gate) => gate.end()],
  ['fails', (gate) => gate.fail(new Error('no model'))],
])
  test(`a host that ${how} has its files`, async (context) => {
    const folder = folderOf(context);
    const { gate } = await gateOf(folder);
    for (const points of [4, 1]) {
      writeFileSync(join(folder, 'work.txt'), String(points));
      await gate.submit(`draft ${points}`);
    }
    writeFileSync(join(folder, 'half.txt'), 'the next attempt, not submitted');
    const { workspace, output } = await end(gate);
    assert.deepEqual([workspace.message, output], ['restored: 1 of 2', 'draft 4']);
    assert.equal(readFileSync(join(folder, 'work.txt'), 'utf8'), '4');
    assert.equal(readFileSync(join(folder, 'half.txt'), 'utf8'), 'the next attempt, not submitted');
  });

test('a file that another hand changed is named, and nothing is restored', async (context) => {
  const folder = folderOf(context);
  const { gate } = await gateOf(folder);
  for (const points of [4, 1]) {
    writeFileSync(join(folder, 'work.txt'), String(points));
    writeFileSync(join(folder, 'notes.md'), String(points));
    await gate.submit(`draft ${points}`);
  }
  writeFileSync(join(folder, 'notes.md'), 'by its user');
  const { workspace } = await gate.end();
  assert.deepEqual([workspace.restored, workspace.changed], [false, ['notes.md']]);
  assert.match(workspace.message, /^not restored: 1 of 2 is the best \(changed by another hand, or in the way: "notes.md"\)/);
  assert.equal(readFileSync(join(folder, 'work.txt'), 'utf8'), '1');
  // The message says how its files are had.
  const [, repository, tree] = /--git-dir="([^"]+)" ls-tree -r (\w+)/.exec(workspace.message);
  assert.match(git(folder, `--git-dir=${repository}`, 'ls-tree', '-r', tree).toString(), /notes\.md/);
});

test('what changed while an attempt was judged is of another hand, since its agent waits', async (context) => {
  const folder = folderOf(context);
  const engine = await keepAttempts(new ReflectEngine({ maxReflections: 2 }), { folder });
  let at = 0;
  const judged = () => {
    at += 1;
    if (at === 1) writeFileSync(join(folder, 'notes.md'), 'by its user');
    return { passed: false, score: 5 - at, issues: ['no'] };
  };
  const gate = engine.gate({ input: 'q', verifiers: { judged } });
  writeFileSync(join(folder, 'notes.md'), 'first');
  let verdict;
  for (const number of [1, 2, 3]) {
    writeFileSync(join(folder, 'work.txt'), String(number));
    verdict = await gate.submit(`draft ${number}`);
  }
  assert.deepEqual(verdict.result.workspace.changed, ['notes.md']);
  assert.equal(readFileSync(join(folder, 'notes.md'), 'utf8'), 'by its user');
});

test('an ignored file stays as it is, also where an attempt no longer ignores it', async (context) => {
  const folder = folderOf(context);
  writeFileSync(join(folder, '.gitignore'), '.env\n');
  writeFileSync(join(folder, '.env'), 'SECRET=1');
  const { gate } = await gateOf(folder);
  writeFileSync(join(folder, 'work.txt'), '4');
  await gate.submit('one');
  writeFileSync(join(folder, 'work.txt'), '1');
  rmSync(join(folder, '.gitignore'));
  await gate.submit('two');
  assert.equal((await gate.end()).workspace.restored, true);
  assert.equal(readFileSync(join(folder, '.env'), 'utf8'), 'SECRET=1');
});

test('a file that comes into a folder whose files were all ignored leaves with its attempt', async (context) => {
  const folder = folderOf(context);
  writeFileSync(join(folder, '.gitignore'), '*.log\nbuild/\n');
  for (const path of ['out/deep', 'build']) mkdirSync(join(folder, path), { recursive: true });
  for (const path of ['out/a.log', 'out/deep/b.log', 'build/c.js']) writeFileSync(join(folder, path), 'ignored');
  const { gate } = await gateOf(folder);
  writeFileSync(join(folder, 'work.txt'), '4');
  await gate.submit('one');
  writeFileSync(join(folder, 'work.txt'), '1');
  for (const path of ['out/new.js', 'out/deep/new.js', 'build/new.js']) writeFileSync(join(folder, path), 'new');
  await gate.submit('two');
  assert.equal((await gate.end()).workspace.restored, true);
  const files = ['.gitignore', 'build/c.js', 'build/new.js', 'out/a.log', 'out/deep/b.log', 'work.txt'];
  assert.deepEqual([...walk(folder).keys()].sort(), files);
});

test('bytes and rights come back as they were, and no program of the repository runs', async (context) => {
  const folder = folderOf(context);
  const program = join(folder, '.git/spy');
  writeFileSync(program, `#!/bin/sh\necho ran >> ${folder}/.git/ran\ncat\n`, { mode: 0o755 });
  for (const name of ['filter.spy.clean', 'filter.spy.smudge', 'core.fsmonitor', 'core.sshCommand'])
    git(folder, 'config', name, program);
  mkdirSync(join(folder, '.git/hooks'));
  for (const name of ['post-checkout', 'reference-transaction', 'post-index-change'])
    writeFileSync(join(folder, '.git/hooks', name), readFileSync(program), { mode: 0o755 });
  writeFileSync(join(folder, '.gitattributes'), '* filter=spy text eol=lf ident working-tree-encoding=UTF-16\n');
  const bytes = Buffer.from('one\r\ntwo\n$Id$ \xff\x00', 'latin1');
  const { gate } = await gateOf(folder);
  writeFileSync(join(folder, 'work.txt'), '4');
  writeFileSync(join(folder, 'bytes'), bytes, { mode: 0o600 });
  await gate.submit('one');
  writeFileSync(join(folder, 'work.txt'), '1');
  writeFileSync(join(folder, 'bytes'), 'other');
  await gate.submit('two');
  assert.equal((await gate.end()).workspace.restored, true);
  assert.deepEqual(readFileSync(join(folder, 'bytes')), bytes);
  assert.equal(statSync(join(folder, 'bytes')).mode & 0o777, 0o600);
  assert.equal(existsSync(join(folder, '.git/ran')), false);
});

test('a repository may be on another disk, and what is ignored everywhere is ignored', async (context) => {
  const other = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'reflect-attempts-'));
  const { XDG_CONFIG_HOME } = process.env;
  context.after(() => {
    rmSync(other, { recursive: true, force: true });
    if (XDG_CONFIG_HOME === undefined) delete process.env.XDG_CONFIG_HOME;
    else process.env.XDG_CONFIG_HOME = XDG_CONFIG_HOME;
  });
  mkdirSync(join(other, 'git'));
  writeFileSync(join(other, 'git/ignore'), '*.swp\n');
  process.env.XDG_CONFIG_HOME = other;
  const folder = mkdtempSync(join(tmpdir(), 'reflect-attempts-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  git(folder, 'init', '-q', `--separate-git-dir=${join(other, 'repository')}`);
  const { gate } = await gateOf(folder);
  for (const points of [4, 1]) {
    writeFileSync(join(folder, 'work.txt'), String(points));
    writeFileSync(join(folder, '.work.swp'), String(points));
    await gate.submit(`draft ${points}`);
  }
  assert.equal((await gate.end()).workspace.message, 'restored: 1 of 2');
  assert.equal(readFileSync(join(folder, 'work.txt'), 'utf8'), '4');
  assert.equal(readFileSync(join(folder, '.work.swp'), 'utf8'), '1');
});

test('where attempts cannot be kept it is said at once', async (context) => {
  const folder = folderOf(context);
  const plain = mkdtempSync(join(tmpdir(), 'reflect-attempts-'));
  context.after(() => rmSync(plain, { recursive: true, force: true }));
  writeFileSync(join(folder, '.gitignore'), 'out\n');
  mkdirSync(join(folder, 'out'));
  for (const [given, words] of [
    [plain, /`folder` of keepAttempts: attempts in .* cannot be kept: there is no git repository: run `git init` there/],
    [join(plain, 'nowhere'), /`folder` of keepAttempts: .*ENOENT/],
    [join(folder, 'out'), /git ignores this folder/],
    [join(folder, '.git'), /it is inside a git folder/],
  ]) {
    const error = await rejection(keepAttempts(new ReflectEngine(), { folder: given }));
    assert.equal(error.code, 'invalid_settings');
    assert.match(error.message, words);
  }
  const wrong = [
    [{}, { folder }, /`engine` of keepAttempts must be a ReflectEngine/],
    [new ReflectEngine(), {}, /`folder` of keepAttempts must be a text/],
    [new ReflectEngine(), { folder: 1 }, /`folder` must be a string, got a number/],
    [new ReflectEngine(), { folder, keep: true }, /`keep` is not an option of keepAttempts/],
  ];
  for (const [engine, options, words] of wrong) assert.match((await rejection(keepAttempts(engine, options))).message, words);
});

test('a draft is judged also where its files could not be kept', async (context) => {
  const folder = folderOf(context);
  const { gate } = await gateOf(folder);
  writeFileSync(join(folder, 'work.txt'), '4');
  await gate.submit('one');
  rmSync(join(folder, '.git/reflect-engine'), { recursive: true });
  writeFileSync(join(folder, 'work.txt'), '1');
  assert.equal((await gate.submit('two')).done, false);
  const { workspace, output } = await gate.end();
  assert.deepEqual([workspace.restored, output], [false, 'one']);
  assert.match(workspace.message, /^not restored: an attempt could not be kept: `git [\w-]+` failed/);
  assert.equal(readFileSync(join(folder, 'work.txt'), 'utf8'), '1');
});

test('a submission beside another one is refused, and one of a wrong shape leaves the gate open', async (context) => {
  const folder = folderOf(context);
  writeFileSync(join(folder, 'work.txt'), '4');
  const { gate } = await gateOf(folder);
  const first = gate.submit('one');
  assert.equal((await rejection(gate.submit('two'))).code, 'misuse');
  assert.equal((await first).remaining, 3);
  assert.equal((await rejection(gate.submit(' '))).code, 'invalid_task');
  writeFileSync(join(folder, 'work.txt'), '1');
  await gate.submit('two');
  assert.equal((await gate.end()).workspace.message, 'restored: 1 of 2');
});

test('a turn of Claude Code ends with the files of its best attempt, over several gates', async (context) => {
  const folder = folderOf(context);
  const engine = await keepAttempts(new ReflectEngine({ maxReflections: 1 }), { folder });
  const score = () => Number(readFileSync(join(folder, 'work.txt'), 'utf8'));
  const hook = stopHook({ engine, task: { verifiers: { tests: () => ({ passed: false, score: score(), issues: ['no'] }) } } });
  const transcript = join(folder, '.git/transcript.jsonl');
  const says = (role, content) => `${JSON.stringify({ type: role, message: { role, content } })}\n`;
  const stop = (text, active) => {
    writeFileSync(transcript, says('user', 'Do it.') + says('assistant', [{ type: 'text', text }]));
    const input = { hook_event_name: 'Stop', session_id: 's', transcript_path: transcript, stop_hook_active: active };
    return hook({ ...input, last_assistant_message: text }, undefined, { signal: new AbortController().signal });
  };
  writeFileSync(join(folder, 'work.txt'), '4');
  assert.equal((await stop('Done.', false)).decision, 'block');
  writeFileSync(join(folder, 'work.txt'), '1');
  assert.match((await stop('Done now.', true)).systemMessage, /nobody accepted this \(.*\); restored: 1 of 2$/);
  assert.equal(readFileSync(join(folder, 'work.txt'), 'utf8'), '4');
});

test('attempts of two weeks ago leave', async (context) => {
  const folder = folderOf(context);
  const { gate } = await gateOf(folder);
  writeFileSync(join(folder, 'work.txt'), '4');
  await gate.submit('one');
  const own = join(folder, '.git/reflect-engine/attempts');
  const list = () => git(own, `--git-dir=${own}`, 'for-each-ref', '--format=%(refname)').toString().split('\n').filter(Boolean);
  const tree = git(own, `--git-dir=${own}`, 'write-tree').toString().trim();
  const day = 86_400;
  for (const [name, days] of [
    ['old', 15],
    ['young', 13],
  ]) {
    const date = `${Math.floor(Date.now() / 1_000) - days * day} +0000`;
    const made = execFileSync('git', [`--git-dir=${own}`, 'commit-tree', tree, '-m', '{"ended":true}'], {
      env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
    });
    git(own, `--git-dir=${own}`, 'update-ref', `refs/attempts/${name}`, made.toString().trim());
  }
  assert.equal(list().length, 3);
  await keepAttempts(new ReflectEngine(), { folder });
  assert.equal(list().length, 2);
  assert.ok(!list().includes('refs/attempts/old'));
});

test('what a killed process had begun to restore is finished at the next start, where nobody has changed it since', async (context) => {
  for (const [byHand, wanted] of [
    ['4', ['4', '4', true]],
    ['by its user', ['by its user', '1', false]],
  ]) {
    const folder = folderOf(context);
    const { gate } = await gateOf(folder);
    for (const points of ['4', '1']) {
      for (const name of ['work.txt', 'other.txt']) writeFileSync(join(folder, name), points);
      await gate.submit(`draft ${points}`);
    }
    const own = join(folder, '.git/reflect-engine/attempts');
    const ask = (...words) =>
      git(own, `--git-dir=${own}`, ...words)
        .toString()
        .trim();
    const ref = ask('for-each-ref', '--format=%(refname)');
    const note = JSON.stringify({ restore: 1, of: 2, process: 999_999_999, owner: 'another' });
    ask('update-ref', ref, ask('commit-tree', `${ref}^{tree}`, '-p', ref, '-m', note));
    // One file was restored when the process ended, or changed since.
    writeFileSync(join(folder, 'other.txt'), byHand);
    const told = [];
    await keepAttempts(new ReflectEngine(), { folder, onRestore: (restoration) => told.push(restoration.restored) });
    const read = (name) => readFileSync(join(folder, name), 'utf8');
    assert.deepEqual([read('other.txt'), read('work.txt'), ...told], wanted);
  }
});
