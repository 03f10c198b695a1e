// The examples as a reader runs them: without a key, without a model, from their own folder.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCases } from '../../examples-js/code-review/sandbox.mjs';
import { ended } from './cli/shell.mjs';
import { column } from './support.mjs';

const folder = new URL('../../examples-js/', import.meta.url);

/** What an example prints, which ends well; only its own settings are in the environment. */
async function run(script) {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL, ...env } = process.env;
  const { code, printed } = await ended(spawn(process.execPath, [script], { cwd: fileURLToPath(folder), env }));
  assert.equal(code, 0, printed);
  return printed;
}

test('hello.mjs is twelve lines and prints what it promises', async () => {
  const code = readFileSync(new URL('hello.mjs', folder), 'utf8');
  assert.equal(code.trimEnd().split('\n').length, 12);
  const printed = await run('hello.mjs');
  assert.deepEqual(printed.trimEnd().split('\n').at(-1), 'true critic 2');
});

test('the quickstart has hello.mjs', () => {
  const page = readFileSync(new URL('../docs/quickstart.md', folder), 'utf8');
  assert.ok(page.includes(readFileSync(new URL('hello.mjs', folder), 'utf8')));
});

test('autopilot.mjs goes on after the critic, and ends by it', async () => {
  const printed = await run('autopilot.mjs');
  const lines = printed.trimEnd().split('\n');
  const told = lines.map((line) => line.split(/[:,]/)[0]);
  assert.deepEqual(told, ['iteration 1', '  met true false', 'iteration 2', '  met true true', '  satisfied', 'ok critic 2']);
});

test('factorial.mjs prints the output of seed 002, and its history', async () => {
  const [output, ...history] = (await run('factorial.mjs')).trimEnd().split('\n');
  const { final_code, ...rest } = JSON.parse(output);
  assert.match(final_code, /^def calculate_factorial\(n\):\n {4}"""/);
  const final_critique = 'Accepted: all requirements are satisfied.';
  assert.deepEqual(rest, { status: 'ok', accepted: true, iterations: 2, final_critique, errors: [] });
  assert.deepEqual(history, ['1: needs_revision, A negative n recurses without end.', `2: accepted, ${final_critique}`]);
});

test('reflection_code_reviewer.mjs shows its nodes in their order', async () => {
  const lines = (await run('reflection_code_reviewer.mjs')).trimEnd().split('\n');
  const again = ['refine_draft', 'critique_draft'];
  assert.deepEqual(lines.slice(0, -1), ['prepare_task', 'generate_initial_draft', 'critique_draft', ...again]);
  const [node, output] = lines.at(-1).split(/ (.*)/);
  assert.deepEqual([node, JSON.parse(output).status, JSON.parse(output).iterations], ['finalize', 'ok', 2]);
});

test('research.mjs: the lazy one stops at the first glowing article, the other finds the failure modes', async () => {
  const printed = await run('research.mjs');
  const lines = printed.trimEnd().split('\n');
  assert.equal(lines[0], 'lazy: 1 searches, accepted, 0 failure modes');
  const found = lines.find((line) => line.startsWith('complete: '));
  assert.match(found, /accepted, 2 failure modes$/, printed);
});

test('facts.mjs is at most sixty lines, and keeps only facts whose quote is in the document', async () => {
  const code = readFileSync(new URL('facts.mjs', folder), 'utf8');
  assert.ok(code.trimEnd().split('\n').length <= 60);
  const printed = await run('facts.mjs');
  assert.deepEqual(printed.trimEnd().split('\n'), [
    'verifier accepted draft 2: 2 facts, 0 refused, complete',
    '  price: 12.5 ("The lamp sells at $12.50.")',
    '  critics: A fire risk. ("Critics call it a fire risk.")',
  ]);
});

test('monitor.mjs sees a model that asks for too much, names the part to mend, and sees it mended', async () => {
  const printed = await run('monitor.mjs');
  assert.match(printed, /^[\d.]+ h: timeout_rate opened at 0\.\d+ \(.*Canonical model has unrealistic required fields$/m);
  assert.match(printed, /High timeout_rate \+ Low pass_rate: Canonical model too strict\. Relax required fields\./);
  assert.match(printed, /^[\d.]+ h: timeout_rate closed$/m);
  assert.match(printed, /relaxed: 30 runs in the window, timeout_rate 0\.00, pass_rate 1\.00, avg_iterations 2\.00\n/);
});

test('monitor.mjs prints all ten figures of the essay, its four alerts and its four diagnoses, each of the loop that is broken so', async () => {
  const printed = await run('monitor.mjs');
  const loops = printed
    .slice(printed.indexOf('a model too strict:'))
    .trimEnd()
    .split(/\n(?=a )/)
    .map((text) => text.split('\n'));
  const seen = loops.map(([name, research, judging, alert, diagnosis, ...rest]) => {
    const figures = `${research},${judging}`.split(',').map((figure) => figure.trim().split(' '));
    assert.equal(figures.length, 10);
    for (const [figure, value] of figures) assert.ok(Number.isFinite(Number(value)), `${name} ${figure} ${value}`);
    assert.deepEqual(rest, [], printed);
    return [name, alert.trim().split(' ')[1], diagnosis.trim()];
  });
  assert.deepEqual(seen, [
    [
      'a model too strict:',
      'timeout_rate',
      'High timeout_rate + Low pass_rate: Canonical model too strict. Relax required fields.',
    ],
    [
      'a lenient evaluation:',
      'correlation',
      'High pass_rate + High user_rejection_rate: Evaluation too lenient. Tighten thresholds.',
    ],
    [
      'a lazy reflection:',
      'stopped_at_iteration_1',
      'High stopped_at_iteration_1 + High avg_missing_fields: Reflection logic error. Fix completeness check.',
    ],
    [
      'a strict evaluation:',
      'avg_retry_count',
      'High avg_retry_count + Low timeout_rate: Evaluation too strict. Lower thresholds.',
    ],
  ]);
});

test('research_graph.mjs goes on until the model is full and agrees with itself, and only then evaluates', async () => {
  const lines = (await run('research_graph.mjs')).trimEnd().split('\n');
  assert.deepEqual(lines.slice(0, 2), ['searched "benefits" (find)', '  completeness 0.33, consistency 1.00']);
  const [verify, open, last, full, end] = lines.slice(-5);
  assert.deepEqual([verify, last], Array(2).fill('searched "Verify exact figures for price" (verify)'));
  assert.deepEqual([open, full], ['  completeness 1.00, consistency 0.67', '  completeness 1.00, consistency 1.00']);
  assert.match(end, /^passed true with 0\.9\d$/);
});

test('decision.mjs revises one decision by the model and one by the rules, in nine steps', async () => {
  const printed = await run('decision.mjs');
  const lines = printed.trimEnd().split('\n');
  assert.equal(lines[0], 'S-1: APPROVE -> REVIEW at 0.55');
  assert.equal(lines[3], 'S-2: APPROVE -> REVIEW at 0.72');
  assert.equal(lines.filter((line) => line.includes('observe > reflection > policy')).length, 2, printed);
  assert.equal(lines.at(-2), '2 decisions evaluated: 1');
  assert.deepEqual(JSON.parse(lines.at(-1)), [
    { reflectionApplied: true, llmEnhanced: true },
    { reflectionApplied: true, llmEnhanced: false },
  ]);
});

test('evaluations.mjs notices the drop, reads the week back, learns from a rating and answers over HTTP', async () => {
  const printed = await run('evaluations.mjs');
  assert.match(printed, /^regression of BUYER, aggregate, since /m);
  assert.match(printed, /0\.74 15 stable\nDEC-1 0\.875 ragas\n/);
  assert.match(printed, /\n200 2520 private, no-store\n$/);
});

test('the code review without a model says how to give one', async () => {
  assert.match(await run('code-review.mjs'), /^Give a model: --gguf FILE, .*npx reflect-engine demo/);
});

const SOUND = 'function f(n) { if (n < 0) throw new RangeError("negative"); return n < 2 ? 1 : n * f(n - 1); }';

test('the sandbox tells sound code from code that is wrong, hostile or endless', async () => {
  const cases = [
    { call: 'f(5)', returns: 120 },
    { call: 'f(-1)', throws: true },
  ];
  const table = [
    [SOUND, [true, true, true]],
    [`${SOUND} console.log(f(3));`, [true, true, true]],
    [`${SOUND} f(-3);`, [true, true, true]],
    ['const f = (n) => (n === 0 ? 1 : n * f(n - 1));', [true, true, false]],
    ['const f = () => 120n;', [true, false, false]],
    ['function f() { throw "no Error"; }', [true, false, false]],
    ['function f() { throw { get name() { for (;;); } }; }', [true, false, false]],
    ['function f() { for (;;); }', [true, false, false]],
    // Its thread is ended, and another one does what comes next.
    ['function f(n) { if (n < 0) throw new Error("n"); const a = []; for (;;) a.push("x".repeat(1e6)); }', [true, false, true]],
    ['function f() { return JSON.parse("[".repeat(1e6)); }', [true, false, false]],
    ['function f() { return { valueOf: () => 120 }; }', [true, false, false]],
    ['function f() { return typeof process + typeof require + typeof fetch + typeof setTimeout; }', [true, false, false]],
    ['for (;;);', [false]],
    ['f(', [false]],
    ['process.exit(1)', [false]],
  ];
  // Those that end at a limit of time do so at once.
  const judged = table.map(async ([code, passed]) => {
    const findings = await runCases(code, 'f', cases);
    assert.deepEqual(column(findings, 'passed'), passed, `${code} ${JSON.stringify(findings)}`);
  });
  await Promise.all(judged);
});
