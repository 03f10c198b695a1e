// Evaluations that come to a JSONL file twice, by two processes or by one whose file is replaced under its hands, count and show once; and
// what stands beside the file is the user's, unless a store made it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { mock, test } from 'node:test';
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

function record(evals, evaluationId, hoursAgo, agentId = 'A') {
  evals.record({ agentId, evaluationId, createdAt: NOW - hoursAgo * HOUR, scores: { m: 1 } });
}

/** A line as a process writes it that has not yet seen those before it. */
function line(evaluationId, hoursAgo, agentId = 'A', m = 1) {
  const createdAt = new Date(NOW - hoursAgo * HOUR).toISOString();
  const historyId = `EVALH-${agentId}-${createdAt.slice(0, 13).replace(/[-T]/g, '')}`;
  return JSON.stringify({ historyId, data: { evaluationId, agentId, scores: { m }, aggregateScore: m, createdAt } });
}

async function paged(evals, agentId, limit) {
  const found = [];
  for (let page = [undefined]; page.length > 0; found.push(...page))
    page = await evals.getEvalHistory(agentId, limit, page.at(-1) ?? found.at(-1));
  return found.map(({ evaluationId, aggregateScore }) => [evaluationId, aggregateScore]);
}

test('of one id the first line shows, as it counts: on one page, under one agent, and not once it was forgotten', () =>
  inFolder(async (_, path) => {
    const forget = JSON.stringify({ forget: { evaluationsBeforeMs: NOW - 40 * HOUR } });
    const [first, ...others] = [line('X', 5), line('X', 7, 'A', 0.5), line('X', 3, 'A', 0.4), line('X', 5, 'B', 0)];
    const gone = [line('Z', 50), forget, line('Z', 50), line('Z', 2)];
    await writeFile(path, `${[first, ...others, line('Y', 6), ...gone].join('\n')}\n`);
    const evals = tracker(jsonlStore(path));
    const shown = [
      ['X', 1],
      ['Y', 1],
    ];
    for (const limit of [1, 2, 100]) assert.deepEqual(await paged(evals, 'A', limit), shown, `by ${limit}`);
    assert.deepEqual(await paged(evals, 'B', 10), []);
    assert.deepEqual(
      (await evals.getSystemEvalStats()).agents.map(({ agentId, evalCount }) => [agentId, evalCount]),
      [['A', 3]],
    );
    const exported = [];
    for await (const one of evals.exportJsonl()) exported.push(JSON.parse(one).evaluationId);
    assert.deepEqual(exported, ['X', 'Y']);
    await evals.close();
  }));

const OTHER = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { EvalTracker } from 'reflect-engine';
import { jsonlStore } from 'reflect-engine/stores/jsonl';
const store = jsonlStore(process.env.STORE_PATH);
const evals = new EvalTracker({ store, regressions: false });
await evals.getAgentEvalStats('A');
for (const step of process.env.STEPS.split(' ')) {
  if (step === 'prune') await store.prune({ evaluationsBeforeMs: ${NOW - 5 * HOUR} });
  if (step === 'add') for (let n = 0; n < 9; n += 1) evals.record({ agentId: 'B', scores: {}, createdAt: ${NOW - 7 * HOUR} });
  if (step === 'add') await evals.flush();
  if (step === 'same') evals.record({ agentId: 'A', evaluationId: 'N', scores: {}, createdAt: ${NOW - 6 * HOUR} });
  if (step === 'same') await evals.flush();
  if (step === 'die') {
    const { renameSync } = fs;
    fs.renameSync = (...given) => {
      renameSync(...given);
      process.exit(0);
    };
    syncBuiltinESMExports();
  }
}
await evals.close();
`;

/** What another process does meanwhile. */
function another(path, steps) {
  const options = { cwd: HERE, env: { ...process.env, STORE_PATH: path, STEPS: steps }, stdio: ['ignore', 'ignore', 'inherit'] };
  execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', OTHER], options);
}

/** Calls of node:fs, of which one is another one until this ends. */
async function patched(name, call, work) {
  const known = fs[name];
  fs[name] = (...given) => call(known, given);
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    fs[name] = known;
    syncBuiltinESMExports();
  }
}

/** `when` the commit is at it, the other process does its steps. */
const MEANWHILE = [
  { what: 'it is replaced once', name: 'fsyncSync', after: 'prune' },
  { what: 'it is replaced twice', name: 'fsyncSync', after: 'prune add prune' },
  { what: 'it is replaced three times', name: 'fsyncSync', after: 'prune add prune add prune' },
  { what: 'its line is brought over, and forgotten then', name: 'writeSync', before: 'die prune', after: 'prune' },
  {
    what: 'its line is brought over, and forgotten with the next file',
    name: 'writeSync',
    before: 'die prune',
    after: 'prune add prune',
  },
  {
    what: 'its line is too late for the next file',
    name: 'writeSync',
    before: 'prune add',
    after: 'add prune',
    left: ['N'],
  },
  { what: 'another process had it meanwhile', name: 'writeSync', before: 'same die prune', after: 'add' },
  { what: 'another process had it first', name: 'fsyncSync', after: 'prune', known: true },
  { what: 'it is replaced just after a look', name: 'statSync', before: 'prune', at: 2 },
];

for (const { what, name, before = '', after = '', known = false, at = 1, left = [] } of MEANWHILE) {
  test(`a row counts once though its file is replaced while it is committed: ${what}`, () =>
    inFolder(async (_, path) => {
      const evals = tracker(jsonlStore(path));
      for (let n = 0; n < 4; n += 1) record(evals, `old ${n}`, 10);
      record(evals, 'kept', 1);
      await evals.flush();
      if (known) {
        const other = tracker(jsonlStore(path));
        record(other, 'N', 6);
        await other.close();
      }
      let calls = 0;
      // Looks before the row is there are no looks at what became of it.
      const isLate = () => name !== 'statSync' || fs.readFileSync(path, 'utf8').includes('"N"');
      const call = (real, given) => {
        if (calls < at && isLate()) calls += 1;
        else return real(...given);
        if (calls < at) return real(...given);
        calls = Number.POSITIVE_INFINITY;
        if (before !== '') another(path, before);
        const came = real(...given);
        if (after !== '') another(path, after);
        return came;
      };
      await patched(name, call, async () => {
        record(evals, 'N', 6);
        await evals.flush();
        await evals.getAgentEvalStats('A');
      });
      assert.equal(calls, Number.POSITIVE_INFINITY);
      const fresh = tracker(jsonlStore(path));
      for (const one of [evals, fresh]) {
        assert.equal((await one.getAgentEvalStats('A')).evalCount, 6);
        assert.deepEqual(
          (await one.getEvalHistory('A')).map(({ evaluationId }) => evaluationId),
          ['kept', ...left],
        );
      }
      await evals.close();
      await fresh.close();
    }));
}

test('what a crash has left beside the file is swept, and nothing of the user’s', () =>
  inFolder(async (folder, path) => {
    const store = jsonlStore(path);
    const evals = tracker(store);
    for (let n = 0; n < 4; n += 1) record(evals, `old ${n}`, 10);
    await evals.flush();
    const token = 'a0b1c2d3e4f5g6h7';
    const head = JSON.stringify({ replaces: token, bytes: 0 });
    const own = {
      [`rewrite-${token}.tmp`]: `${head}\n`,
      'rewrite-0000000000000000.tmp': '',
      [`rewrite-${token}.old`]: '',
      'rewrite-1.next': head,
    };
    const users = {
      'backup.old': '{}\n',
      '2026.tmp': '',
      'b.next': `${head}\n`,
      'rewrite-2026.old': '',
      'rewrite-1111111111111111.tmp': 'mine\n',
      'rewrite-2222222222222222.tmp': `${head}\n`,
      'rewrite-2.next': '{}\n',
    };
    for (const [name, text] of Object.entries({ ...own, ...users })) await writeFile(`${path}.${name}`, text);
    await mkdir(`${path}.rewrite-3333333333333333.old`);
    await symlink(path, `${path}.rewrite-4444444444444444.old`);
    const kept = [...Object.keys(users), 'rewrite-3333333333333333.old', 'rewrite-4444444444444444.old'];
    const beside = async () => (await readdir(folder)).filter((name) => name !== 'evals.jsonl').map((name) => name.slice(12));
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 90_000 });
    try {
      await store.prune({ evaluationsBeforeMs: NOW - 5 * HOUR });
    } finally {
      mock.timers.reset();
    }
    await evals.getAgentEvalStats('A');
    assert.deepEqual((await beside()).sort(), kept.sort());
    await evals.close();
  }));
