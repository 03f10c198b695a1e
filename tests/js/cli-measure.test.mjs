// `npx reflect-engine measure` and `backtest`, as a new user runs them.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { traceOf } from 'reflect-engine/trace';
import { folder, isCritique, jsonLines, parsed } from './cli/shell.mjs';
import { accept, never, reject } from './support.mjs';

const shell = folder();
const { path, read, write } = shell;
const labels = Array.from({ length: 12 }, (_, at) => ({
  input: `Task ${at}?`,
  draft: at % 2 ? 'wrong' : 'right',
  correct: at % 2 === 0,
}));

/** Plays a model that only judges, by a text of what it was asked. */
const judging = (answer) => (body) => {
  assert.ok(isCritique(body));
  return answer(JSON.stringify(body.messages));
};
const measured = (answer, ...args) => shell.served(judging(answer), ['measure', ...args]);
const expert = (shown) => (shown.includes('\\nright\\n') ? accept() : reject());

test('labels are measured: a plot on standard output, progress on standard error, what was heard in a file', async () => {
  write('labels.jsonl', `${jsonLines(labels)}\n`);
  const { code, out, err, asked } = await measured(expert, 'labels.jsonl', '--out', 'judged.jsonl', '--min-kappa', '0.8');
  assert.deepEqual([code, asked.length], [0, 24]);
  assert.match(out, /^12 drafts with a person’s word, 0 not read, 0 not asked, 24 calls\n/);
  assert.match(out, /^right drafts accepted .*├─+● {2}1\.00 \(0\.61 to 1\.00\) {2}6 of 6$/m);
  assert.match(out, /^κ .* 1\.00 \(/m);
  assert.match(err, /^10 of 24 looks\n20 of 24 looks\n24 of 24 looks\n$/);
  // What was heard is measured again without a server.
  const again = await shell.run(['measure', 'judged.jsonl', '--json', '--threshold', '9.5']);
  const { kappa, sensitivity, calls, labelled } = JSON.parse(again.out);
  assert.deepEqual([again.code, kappa.value, sensitivity.count, calls, labelled], [0, 0, 0, undefined, undefined]);
  assert.equal(JSON.parse((await shell.run(['measure', 'judged.jsonl', '--json'])).out).kappa.value, 1);
});

test('a critic is a report of JUnit: a test a draft, which it passes where it agrees with the person', async () => {
  const words = labels.map((one, at) => ({ ...one, accepted: at < 2 ? !one.correct : one.correct }));
  write(
    'judged.jsonl',
    jsonLines([...words, { draft: 'nobody judged it', accepted: true }, { draft: 'x', correct: true, score: 9, unread: true }]),
  );
  const env = { GITHUB_STEP_SUMMARY: path('summary.md') };
  const args = ['measure', 'judged.jsonl', '--junit', 'report.xml'];
  const low = await shell.run([...args, '--min-kappa', '0.9'], env);
  assert.equal(low.code, 1);
  assert.match(read('report.xml'), /<testsuite name="critic" tests="14" failures="4" skipped="0" errors="0">/);
  assert.match(read('report.xml'), /name="draft 1: Task 0\?">\n {3}<failure message="the critic refuses what is right">right</);
  assert.match(read('report.xml'), /name="draft 2: Task 1\?">\n {3}<failure message="the critic accepts what is wrong">wrong</);
  assert.match(read('report.xml'), /name="κ of at least 0\.9">\n {3}<failure message="κ is 0\.\d\d \(/);
  assert.match(
    read('summary.md'),
    /^- `judged\.jsonl`: κ is 0\.\d\d \(.* to .*\); 6 of 7 right drafts accepted; 5 of 6 wrong drafts refused\n$/,
  );
  assert.equal((await shell.run([...args, '--min-kappa', '0.3'], env)).code, 0);
  assert.match(read('report.xml'), /<testsuite name="critic" tests="14" failures="0" skipped="3" errors="0">/);
});

test('a promised error is a test of a report, too', async () => {
  write('runs.jsonl', jsonLines(Array.from({ length: 40 }, (_, at) => ({ score: at % 10, right: at % 10 > 2 }))));
  const promised = (wrong) => shell.run(['measure', 'runs.jsonl', '--wrong', wrong, '--junit', 'report.xml']);
  assert.equal((await promised('0.5')).code, 0);
  assert.match(read('report.xml'), /<testcase classname="promise" name="at most 0\.5 wrong"\/>/);
  assert.equal((await promised('0.001')).code, 1);
  assert.match(read('report.xml'), /name="at most 0\.001 wrong">\n {3}<failure message="no promise: 40 labels/);
});

test('Ctrl-C keeps what was heard, and a file that cannot be written is told before a call', async () => {
  write('labels.jsonl', jsonLines(labels));
  let [child, calls] = [undefined, 0];
  const answer = judging((shown) => {
    calls += 1;
    if (calls < 9) return expert(shown);
    // A second signal would end it at once.
    if (calls === 9) child.kill('SIGINT');
    return never();
  });
  const begun = await shell.beside(answer, ['measure', 'labels.jsonl', '--out', 'part.jsonl']);
  child = begun.child;
  const { code, out } = await begun.end;
  assert.equal(code, 130);
  assert.match(out, /^8 drafts with a person’s word, 0 not read, 4 not asked, /);
  assert.match(out, /^- \d+ looks failed: .*interrupted$/m);
  const kept = parsed(read('part.jsonl'));
  assert.equal(kept.filter((line) => 'score' in line || 'accepted' in line).length, 8);
  for (const place of ['nowhere/judged.jsonl', 'node_modules']) {
    const said = await measured(expert, 'labels.jsonl', '--out', place);
    assert.deepEqual([said.code, said.out, said.asked.length], [2, '', 0]);
    assert.match(said.err, /^error: .* cannot be written: /);
  }
});

test('the exit code is 1 where κ is below the bar, or cannot be told', async () => {
  write('labels.jsonl', jsonLines(labels));
  const lenient = await measured(() => accept(), 'labels.jsonl', '--min-kappa', '0.4');
  assert.equal(lenient.code, 1);
  assert.match(lenient.out, /^wrong drafts refused .* 0 of 6$/m);
  assert.match(lenient.err, /^κ is 0\.00 \(.*\), and not at least 0\.4$/m);
  write('right.jsonl', jsonLines([{ correct: true, accepted: true }]));
  const untold = await shell.run(['measure', 'right.jsonl', '--min-kappa', '0']);
  assert.equal(untold.code, 1);
  assert.match(untold.out, /^- no κ: it needs right and wrong drafts$/m);
  assert.match(untold.err, /^κ cannot be computed, and not at least 0$/m);
  assert.equal((await shell.run(['measure', 'right.jsonl'])).code, 0);
});

test('calls end at `--max-calls`, and criteria are what the critic is asked by', async () => {
  write('labels.jsonl', jsonLines(labels));
  write('criteria.txt', '- It is right.\n');
  const met = (shown) =>
    JSON.stringify({ criteria_met: [shown.includes('\\nright\\n')], confidence: 0.9, suggestions: [], reasoning: '' });
  const { out, asked } = await measured(met, 'labels.jsonl', '--max-calls', '5', '--criteria', 'criteria.txt');
  assert.equal(asked.length, 5);
  assert.match(out, /^5 drafts with a person’s word, 0 not read, 7 not asked, 5 calls$/m);
});

test('rules of revising are told, the best first', async () => {
  write('revised.jsonl', jsonLines(labels.map(({ correct }) => ({ correct, accepted: correct, revised: true }))));
  const { out } = await shell.run(['measure', 'revised.jsonl']);
  assert.match(
    out,
    /^revise .*\(\d+\): 1\.00 right, \+0\.50 \(\+0\.\d\d to \+0\.\d\d\), pays; pays below 1\.00 right at first$/m,
  );
});

test('every line that is wrong is named with its number, before a call is made', async () => {
  write(
    'bad.jsonl',
    `${jsonLines(labels.slice(0, 2))}{"correct": maybe}\n\n${jsonLines([{ correct: 'yes' }, { input: 'q' }, { scor: 3 }])}`,
  );
  const { code, out, err, asked } = await measured(expert, 'bad.jsonl');
  assert.deepEqual([code, out, asked.length], [2, '', 0]);
  assert.match(err, /^error: bad\.jsonl cannot be used\n {4}line 3: .*\n {4}line 5: `correct` must be a boolean, got a string\n/);
  assert.match(err, /\n {4}line 6: a critic is asked with .*\n {4}line 7: unknown key `scor`; there are input, /);
  write('empty.jsonl', '\n');
  for (const [args, why] of [
    [['measure', 'empty.jsonl'], /empty\.jsonl has no labels/],
    [['measure', 'none.jsonl'], /none\.jsonl cannot be read/],
    [['measure', 'a', 'b'], /`measure` takes one file of labels/],
    [['measure', 'bad.jsonl', '--min-kappa', 'high'], /`--min-kappa` must be a number, got "high"/],
    [['measure', 'bad.jsonl', '--min-kappa', '2'], /`--min-kappa` must be at most 1, got "2"/],
    [['backtest', 'right.jsonl', '--threshold', '7,'], /`--threshold` must be a number, got ""/],
    [['backtest', 'right.jsonl', '--max-reflections', '1,x'], /`--max-reflections` must be a whole number, got "x"/],
    [['measure', 'judged.jsonl', '--threshold', '80'], /above 1 and at most 10 points, got 80/],
    [['backtest', 'a', 'b'], /`backtest` takes one trace or folder/],
    [['backtest', 'bad.jsonl'], /bad\.jsonl must be JSON/],
    [['backtest', 'right.jsonl'], /right\.jsonl holds no trace that can be replayed/],
  ]) {
    const said = await shell.run(args);
    assert.deepEqual([said.code, said.out], [2, ''], said.err);
    assert.match(said.err, why);
    assert.ok(!said.err.includes('    at '), said.err);
  }
});

test('a folder of traces is decided under each combination of settings', async () => {
  mkdirSync(path('runs'));
  const critics = [accept(8), accept(9), accept(10), reject(5)];
  for (const [at, critique] of critics.entries()) {
    const task = { input: 'q', model: scriptedModel(['One.']), critic: scriptedModel([critique]) };
    const hidden = at === 3 ? { redact: (text) => text } : {};
    const result = await new ReflectEngine({ maxReflections: 0 }).run({ ...task, ...hidden });
    write(`runs/${at}.json`, JSON.stringify(traceOf(result)));
  }
  const { code, out, err } = await shell.run(['backtest', 'runs', '--threshold', '8,9', '--max-reflections', '0,2']);
  assert.equal(code, 0, err);
  assert.equal(err, 'left out: 1 without a `log`, as they were redacted\n');
  const [head, names, ...rows] = out.trim().split('\n');
  assert.deepEqual(
    [head, names.split(/ +/).slice(0, 5).join()],
    ['runs: 3, accepted as recorded: 3', 'threshold,max-reflections,accepted,not,open'],
  );
  assert.deepEqual(
    rows.map((row) => row.split(/ +/).slice(0, 5).join(' ')),
    ['8 0 3 0 0', '8 2 3 0 0', '9 0 2 1 0', '9 2 2 0 1'],
  );
  assert.match(rows[3], /revision 1$/);
  const json = JSON.parse((await shell.run(['backtest', 'runs/0.json', '--threshold', '9', '--json'])).out);
  assert.deepEqual(json[0].settings, { acceptanceThreshold: 9 });
  assert.deepEqual([json[0].notAccepted, json[0].runs], [1, undefined]);
  const wrong = await shell.run(['backtest', 'runs', '--strategy', 'best']);
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /`strategy`/);
});

test('labels of runs: from where they promise an error, and the error against the share accepted', async () => {
  const many = (score, count, wrong) =>
    Array.from({ length: count }, (_, at) => ({ score, right: at >= wrong, group: `${score} ${at}` }));
  write('runs.jsonl', jsonLines([...many(9, 60, 1), ...many(8, 40, 2), ...many(5, 50, 40), { right: false }]));
  const { code, out, err } = await shell.run(['measure', 'runs.jsonl', '--wrong', '.1', '--out', 'promise.json']);
  assert.deepEqual([code, err], [0, '']);
  assert.match(out, /^accept from 8: at most 0\.10 wrong, with a confidence of 0\.95, by 151 labels\nwrong among the accepted/);
  assert.match(out, /^0\.40 accepted, from 9 +.*● *.* 0\.02 \(0\.00 to 0\.09\) {2}1 of 60$/m);
  assert.match(out, /^0\.66 accepted, from 8 ◀ .* 0\.03 \(0\.01 to 0\.08\) {2}3 of 100$/m);
  assert.match(out, /^0\.99 accepted, from 5 .* 43 of 150$/m);
  const promise = { threshold: 8, wrong: 0.1, confidence: 0.95, labels: 151 };
  assert.deepEqual(JSON.parse(read('promise.json')), promise);
  assert.deepEqual(JSON.parse((await shell.run(['measure', 'runs.jsonl', '--wrong', '.1', '--json'])).out), promise);
  const none = await shell.run(['measure', 'runs.jsonl', '--wrong', '0.02', '--json']);
  assert.deepEqual([none.code, none.out], [1, 'null\n']);
  const less = await shell.run(['measure', 'runs.jsonl', '--wrong', '0.02']);
  assert.match(less.out, /^no promise: 151 labels, 151 of them one a group, show no score from which at most 0\.02 are wrong\n/);
  // Of many scores twenty rows are drawn, and that of the threshold.
  write('fine.jsonl', jsonLines(Array.from({ length: 300 }, (_, at) => ({ score: at / 30, right: at > 100 }))));
  const rows = (await shell.run(['measure', 'fine.jsonl', '--wrong', '.1'])).out
    .split('\n')
    .filter((line) => line.includes(' accepted, from '));
  assert.ok(rows.length <= 21 && rows.some((line) => line.includes('◀')), `${rows.length}`);
  for (const [args, message] of [
    [['--wrong', '1'], /`wrong` must be a share above 0 and below 1, got 1/],
    [['--wrong', 'low'], /`--wrong` must be a number, got "low"/],
    [['--confidence', '.9'], /give `--wrong` too/],
    [['--wrong', '.1', '--threshold', '8'], /`--threshold` says nothing of a promised error/],
  ]) {
    const refused = await shell.run(['measure', 'runs.jsonl', ...args]);
    assert.equal(refused.code, 2);
    assert.match(refused.err, message);
  }
  write('worse.jsonl', jsonLines([{ score: 9 }]));
  assert.match((await shell.run(['measure', 'worse.jsonl', '--wrong', '.1'])).err, /worse\.jsonl.*1.*`right` is missing/s);
});
