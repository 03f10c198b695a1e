// Evals as tests: how often a task is accepted, by plain functions, and by `toBeAccepted` in the real Vitest.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Levenshtein, makePartial } from 'autoevals';
import { expect } from 'expect';
import { Autopilot, ReflectEngine } from 'reflect-engine';
import { assertAccepted, criticScorer, measureAcceptance, toBeAccepted } from 'reflect-engine/measure';
import { scriptedModel } from 'reflect-engine/testing';
import { blocks, pages } from '../pages.mjs';
import { ended } from './cli/shell.mjs';
import { accept, refusals, reject, rejection, thrown } from './support.mjs';

const once = { maxReflections: 0 };
/** A task whose runs are accepted as this list says, in the order in which they begin. */
function taskOf(...passes) {
  let run = 0;
  const model = () => (passes[run++ % passes.length] ? 'Light scatters.' : 'I do not know.');
  return { input: 'Why is the sky blue?', model, critic: false, settings: once, verifiers: { sure } };
}
const sure = (text) => !text.includes('do not know') || 'it does not know';
const run = (task) => new ReflectEngine().run(task);

test('a run that was accepted passes, and one that was not fails with its draft and what was wrong', async () => {
  assert.equal(assertAccepted(await run(taskOf(true))), undefined);
  const refused = await run(taskOf(false));
  const { name, code, message } = thrown(() => assertAccepted(refused));
  assert.deepEqual([name, code], ['AssertionError', 'ERR_ASSERTION']);
  assert.equal(
    message,
    'the run was not accepted\nit ended with needs_review, max_reflections\n  - sure: it does not know\n  I do not know.',
  );
  // That of an autopilot is one, too.
  const model = scriptedModel(['Done.', '{"criteria_met": [true], "confidence": 0.9, "suggestions": [], "reasoning": "met"}']);
  const goal = { objective: 'Do it.', successCriteria: ['it is done'] };
  assertAccepted(await new Autopilot({ model, goal, critic: true }).run());
});

test('a task that is run several times must be accepted in a share of the runs', async () => {
  const { reached, accepted, lowerBound } = await assertAccepted(taskOf(true, true, true, true, false), {
    runs: 5,
    atLeast: 0.8,
  });
  assert.deepEqual([reached, accepted.count, accepted.of, accepted.value, lowerBound], [true, 4, 5, 0.8, undefined]);
  const { name, message } = await rejection(assertAccepted(taskOf(true, false, true, true, false), { runs: 5, atLeast: 0.8 }));
  assert.equal(name, 'AssertionError');
  assert.match(
    message,
    /^accepted in 3 of 5 runs, 0\.60, where at least 0\.8 is wanted\nthe exact 95 % interval is 0\.15 to 0\.95\n/,
  );
  assert.equal(message.split('  I do not know.').length, 3);
  assert.match(message, /^run \d ended with needs_review, max_reflections\n {2}- sure: it does not know$/m);
});

test('each run has an engine of its own, so that none learns of another', async () => {
  const seen = [];
  const model = ({ runId }) => void seen.push(runId) ?? 'Light scatters.';
  await assertAccepted({ ...taskOf(true), model }, { runs: 6 });
  assert.equal(new Set(seen).size, 6);
});

test('tasks of a list count together, and a function makes runs of its own', async () => {
  const all = await measureAcceptance([taskOf(true), taskOf(false)], { runs: 2, atLeast: 0.5 });
  assert.deepEqual([all.reached, all.accepted.count, all.accepted.of], [true, 2, 4]);
  const engine = new ReflectEngine();
  await assertAccepted(() => engine.run(taskOf(true)), { runs: 3 });
});

test('the interval is exact: the figures of Clopper and Pearson', async () => {
  // By R: binom.test(8, 10)$conf.int, and so on.
  const known = [
    [8, 10, 0.4439, 0.9748],
    [0, 5, 0, 0.5218],
    [5, 5, 0.4782, 1],
    [1, 1, 0.025, 1],
    [27, 30, 0.7347, 0.9789],
  ];
  for (const [count, of, low, high] of known) {
    const { accepted } = await measureAcceptance(taskOf(...Array.from({ length: of }, (_, at) => at < count)), { runs: of });
    const near = (one, other) => Math.abs(one - other) < 6e-5;
    assert.ok(near(accepted.low, low) && near(accepted.high, high), `${count} of ${of}: ${accepted.low} to ${accepted.high}`);
  }
});

test('with a confidence the lower bound decides, and too few runs for it are refused by name', async () => {
  const limits = { atLeast: 0.8, confidence: 0.95 };
  const few = { ...limits, runs: 13 };
  const message = '`runs` must be at least 14 to show `atLeast: 0.8` with `confidence: 0.95`, got 13';
  await refusals('invalid_settings', [
    [() => measureAcceptance(taskOf(true), few), new RegExp(`^${message.replaceAll('.', '\\.')}`)],
  ]);
  const { reached, lowerBound } = await measureAcceptance(taskOf(true), { ...limits, runs: 14 });
  assert.deepEqual([reached, lowerBound > 0.8, lowerBound < 0.81], [true, true, true]);
  // 13 of 14 is a share of .93, and shows .70.
  const one = [false, ...Array(13).fill(true)];
  const less = await rejection(assertAccepted(taskOf(...one), { ...limits, runs: 14 }));
  assert.match(
    less.message,
    /^accepted in 13 of 14 runs, 0\.93, where at least 0\.8 must be shown; with a confidence of 0\.95 at least 0\.70 /,
  );
  await assertAccepted(taskOf(...one), { atLeast: 0.8, runs: 14 });
});

test('a run that fails before its first draft counts as not accepted; a wrong task or limit is an error', async () => {
  const broken = () => Promise.reject(new Error('out of order'));
  const { message } = await rejection(assertAccepted({ ...taskOf(true), model: broken }, { runs: 2 }));
  assert.match(
    message,
    /^accepted in 0 of 2 runs[\s\S]*run 1 ended with failed, model_error\n {2}- .*out of order\n {2}\(no draft\)$/m,
  );
  const ended = await run(taskOf(true));
  await refusals('invalid_task', [
    [() => assertAccepted({ input: 'x' }), /^`model` must be a function/],
    [() => assertAccepted('x'), /a function that runs one, or the result of a run can be accepted, got a string$/],
    [() => assertAccepted([]), /no task in the list/],
    [() => assertAccepted(run(taskOf(true))), /write `await` before it$/],
    [() => assertAccepted(ended, { runs: 2 }), /a run that has ended takes no limits/],
    [() => assertAccepted(() => 'text'), /the function must return the result of a run, got a string$/],
  ]);
  const limits = (given, message) => [() => assertAccepted(taskOf(true), given), message];
  await refusals('invalid_settings', [
    limits({ runs: 0 }, /^`runs` must be a whole number from 1, .* got 0$/),
    limits({ runs: 10_001 }, /at most 10000 with all tasks, got 10001$/),
    limits({ atLeast: 80 }, /^`atLeast` must be a share above 0 and at most 1, got 80$/),
    limits({ confidence: 95, atLeast: 0.8 }, /^`confidence` must be a share above 0 and below 1, got 95$/),
    limits({ confidence: 0.95 }, /^`atLeast` must be below 1 with a `confidence`/),
    limits({ atleast: 0.8 }, /^`atleast` is not an option of measureAcceptance; there are runs, atLeast, confidence$/),
  ]);
});

/** What Vitest says of the tests in a folder, by their titles. */
async function vitestIn(folder, ...more) {
  const node = existsSync(pinned) ? pinned : process.execPath;
  const vitest = fileURLToPath(new URL('vitest/vitest.mjs', modules));
  const report = join(mkdtempSync(join(tmpdir(), 'reflect-vitest-')), 'report.json');
  const args = [vitest, 'run', '--reporter', 'json', '--outputFile', report, ...more];
  const child = spawn(node, args, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  const { printed } = await ended(child);
  assert.ok(existsSync(report), printed);
  return { printed, tests: JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap((file) => file.assertionResults) };
}

const modules = new URL('../node_modules/', import.meta.url);
const pinned = fileURLToPath(new URL('node-24/bin/node', modules));

test('in the real Vitest a share that is kept passes, and the others fail with interval and drafts', async () => {
  const folder = fileURLToPath(new URL('vitest', import.meta.url));
  const { printed, tests } = await vitestIn(folder, '--config', 'vitest.config.mjs');
  const failed = tests.filter(({ status }) => status !== 'passed');
  assert.deepEqual(
    [tests.length, failed.map(({ title }) => title)],
    [8, ['fails: refused', 'fails: share', 'fails: not', 'fails: few runs']],
    printed,
  );
  const [refused, share, not, few] = failed.map(({ failureMessages }) => failureMessages.join('\n'));
  assert.match(refused, /the run was not accepted\nit ended with needs_review, max_reflections\n {2}- sure: it does not know/);
  assert.match(share, /accepted in 3 of 5 runs, 0\.60[\s\S]*the exact 95 % interval is 0\.15 to 0\.95[\s\S]*I do not know\./);
  assert.match(not, /the run was accepted:\n {2}Light scatters\./);
  assert.match(few, /`runs` must be at least 14 /);
});

test('the matcher goes into the `expect` of Jest', async () => {
  expect.extend({ toBeAccepted });
  expect(await run(taskOf(true))).toBeAccepted();
  await expect(taskOf(true, false)).toBeAccepted({ runs: 4, atLeast: 0.5 });
  const { message } = await rejection(expect(taskOf(true, false)).toBeAccepted({ runs: 4, atLeast: 0.8 }));
  assert.match(message, /^accepted in 2 of 4 runs, 0\.50, where at least 0\.8 is wanted\n/);
});

test('the tests of docs/evals.md pass in Vitest, by its data set', async () => {
  const page = pages.find(({ path }) => path === 'docs/evals.md').text;
  const { code } = blocks.find(({ file }) => file === 'answers.test.ts');
  // Beside the package, which the block imports.
  const folder = mkdtempSync(fileURLToPath(new URL('vitest-', modules)));
  try {
    writeFileSync(join(folder, 'answers.test.ts'), code);
    writeFileSync(join(folder, 'answers.jsonl'), /^```json\n([\s\S]*?)^```$/m.exec(page)[1]);
    const { printed, tests } = await vitestIn(folder, '--root', folder);
    const said = tests.map(({ title, status }) => `${title}: ${status}`);
    assert.deepEqual(said, ['Why is the sky blue?: passed', 'one run: passed'], printed);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a critic is a scorer in the shape of autoevals, whose own functions take it', async () => {
  const critic = scriptedModel([reject(4, ['no reason']), accept(9)]);
  const scorer = criticScorer(critic, { name: 'support', settings: { criteria: undefined } });
  const asked = makePartial(scorer, 'support').partial({ input: 'Why is the sky blue?' });
  assert.equal(scorer.name, 'support');
  assert.deepEqual(await asked({ output: 'Blue.' }), {
    name: 'support',
    score: 0.4,
    metadata: { accepted: false, issues: ['no reason'], errors: [] },
  });
  assert.deepEqual((await asked({ output: 'Light scatters.', expected: 'scattering' })).score, 0.9);
  assert.match(critic.requests[0].messages.at(-1).content, /Why is the sky blue\?[\s\S]*Blue\./);
  // Beside one of theirs, as Braintrust runs them.
  const scores = await Promise.all(
    [Levenshtein, criticScorer(() => accept(10))].map((one) => one({ input: 'q', output: 'a', expected: 'a' })),
  );
  assert.deepEqual(
    scores.map(({ name, score }) => [name, score]),
    [
      ['Levenshtein', 1],
      ['critic', 1],
    ],
  );
});

test('criteria are scored by the share that is met, and a critic that cannot be read gives no score', async () => {
  const settings = { criteria: ['names a source', 'is short'] };
  const form = JSON.stringify({
    reasoning: 'no source',
    criteria_met: [false, true],
    confidence: 0.9,
    suggestions: ['name one'],
  });
  const { score, metadata } = await criticScorer(() => form, { settings })({ input: 'q', output: 'a' });
  assert.deepEqual([score, metadata.accepted], [0.5, false]);
  const unread = await criticScorer(() => 'Nice.')({ input: 'q', output: 'a' });
  assert.deepEqual([unread.score, unread.metadata.accepted, unread.metadata.errors.length > 0], [null, false, true]);
  await refusals('invalid_settings', [
    [() => criticScorer(() => form, { settings: { maxReflections: 2 } }), /^`maxReflections` says nothing of a critic/],
    [() => criticScorer(() => form, { title: 'x' }), /^`title` is not an option of criticScorer; there are name, settings$/],
  ]);
  await refusals('invalid_task', [
    [() => criticScorer(undefined), '`critic` is who scores, got nothing'],
    [() => criticScorer(() => form)({ input: 'q', output: { a: 1 } }), /^`output` must be a text, got an object/],
  ]);
});
