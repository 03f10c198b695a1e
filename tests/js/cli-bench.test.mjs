// `npx reflect-engine bench`, as a new user runs it. The model is a script behind a server that speaks OpenAI's language: what is tried is what
// the command makes of its replies, and no strategy.
import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import { folder, isCritique, jsonLines, parsed } from './cli/shell.mjs';
import { accept, never, reject } from './support.mjs';

const shell = folder();
const { path, read, write } = shell;
beforeEach(() => rmSync(path('tasks.results.jsonl'), { force: true }));

const results = () => parsed(read('tasks.results.jsonl'));
const sums = Array.from({ length: 12 }, (_, at) => ({ input: `What is ${at} + 1?`, expected: at + 1 }));
const askedIn = ({ messages }) => Number(/What is (\d+) \+ 1\?/.exec(JSON.stringify(messages))[1]);
/** What the draft in a critique says. */
const shownIn = ({ messages }) => [...messages.at(-1).content.matchAll(/It is (-?\d+)\./g)].map(([, number]) => Number(number));
/** A critic that knows. */
const expert = (body) => {
  const forms = shownIn(body).map((number) => (number === askedIn(body) + 1 ? accept() : reject()));
  return forms.length === 1 ? forms[0] : `[${forms}]`;
};
/** Writes first drafts of which two of three are wrong, and mends them when it is told. */
const mends = (body) => {
  if (isCritique(body)) return expert(body);
  const at = askedIn(body);
  const isFirst = body.messages.filter(({ role }) => role !== 'system').length === 1 && !JSON.stringify(body).includes('It is ');
  return `It is ${isFirst && at % 3 > 0 ? -1 : at + 1}.`;
};

const benched = (answer, ...args) => shell.served(answer, ['bench', ...args]);

test('ways are answered, graded, drawn and compared on the same replies; what is done is not run again', async () => {
  write('tasks.jsonl', jsonLines(sums));
  const args = ['tasks.jsonl', '--strategies', 'keep-best,classic'];
  const { code, out, err, asked } = await benched(mends, ...args);
  assert.equal(code, 0, err);
  assert.match(out, new RegExp(`^12 tasks, 0 not run; ${asked.length} calls made; results in tasks\\.results\\.jsonl\n {30}0`));
  assert.match(out, /^one answer {20} .*├─+●─+┤.* 0\.33 \(0\.14 to 0\.61\) {2}4 of 12$/m);
  assert.match(out, /^keep-best {21} .*● {2}1\.00 \(0\.76 to 1\.00\) {2}12 of 12$/m);
  assert.match(out, /^keep-best +\+0\.67 \(\+0\.\d\d to \+0\.\d\d\) +pays +1\.00 +12 of 12 /m);
  assert.match(out, /^Take (keep-best|classic): \+0\.67 right for \d\.\d calls a task instead of 1\.0\.$/m);
  assert.match(err, /^task 2 {2}one answer: wrong, 1 call, \d\.\d s$/m);
  // First drafts are asked for once.
  const done = results();
  assert.deepEqual([done.length, new Set(done.map(({ key }) => key)).size], [36, 36]);
  const used = done.reduce((sum, { calls }) => sum + calls, 0);
  assert.ok(asked.length <= used - 24, `${asked.length} of ${used}`);
  for (const task of ['task 1', 'task 2']) {
    const [one, best] = ['one answer', 'keep-best'].map((way) => done.find((line) => line.task === task && line.way === way));
    assert.deepEqual([one.right, best.right, one.accepted, best.accepted], [task === 'task 1', true, undefined, true]);
    assert.ok(best.seconds >= one.seconds && best.tokens >= one.tokens);
  }
  // Again, after a line was cut off.
  write('tasks.results.jsonl', read('tasks.results.jsonl').slice(0, -20));
  const again = await benched(mends, ...args);
  assert.ok(again.asked.length > 0 && again.asked.length <= 6, `${again.asked.length}`);
  const third = await benched(mends, ...args, '--json');
  assert.deepEqual([third.code, third.asked.length], [0, 0]);
  const { tasks, notRun, recommended, ways } = JSON.parse(third.out);
  assert.deepEqual([tasks, notRun, ways.map(({ way }) => way)], [12, 0, ['one answer', 'keep-best', 'classic']]);
  assert.ok(['keep-best', 'classic'].includes(recommended));
  assert.deepEqual([ways[0].right.count, ways[1].right.count, ways[1].gain.value], [4, 12, 8 / 12]);
  // Other settings are other results.
  assert.ok((await benched(mends, ...args, '--calls', '4')).asked.length > 0);
});

test('a share of right answers that is not reached fails, in the exit code, a report of JUnit and the summary of a job', async () => {
  write('tasks.jsonl', jsonLines(sums.map((task, at) => ({ ...task, id: at === 1 ? 'a <b> & "c"' : `sum-${at}` }))));
  // What is 1 + 1 stays wrong.
  const spoilt = (body) => (askedIn(body) === 1 && !isCritique(body) ? 'It is -1.' : mends(body));
  const args = ['tasks.jsonl', '--strategies', 'keep-best', '--junit', 'report.xml'];
  const env = { GITHUB_STEP_SUMMARY: path('summary.md') };
  const bar = (share) => shell.served(spoilt, ['bench', ...args, '--at-least', share], { env });
  const kept = await bar('0.9');
  assert.equal(kept.code, 0, kept.err);
  assert.match(read('report.xml'), /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="reflect-engine">\n/);
  assert.match(read('report.xml'), /<testsuite name="one answer" tests="12" failures="0" skipped="8" errors="0">/);
  assert.match(read('report.xml'), /<testsuite name="keep-best" tests="13" failures="0" skipped="1" errors="0">/);
  assert.match(read('report.xml'), /<testcase classname="keep-best" name="right in at least 0\.9"\/>/);
  const missed = await bar('0.95');
  assert.equal(missed.code, 1);
  assert.match(missed.err, /^keep-best is right in 11 of 12 tasks, 0\.92 \(0\.65 to 0\.99\), and not in 0\.95 of the tasks$/m);
  const report = read('report.xml');
  assert.match(report, /<testsuite name="keep-best" tests="13" failures="2" skipped="0" errors="0">/);
  assert.match(
    report,
    /name="a &lt;b&gt; &amp; &quot;c&quot;" time="\d\.\d{3}">\n {3}<failure message="the answer is wrong">It is -1\.</,
  );
  assert.match(report, /<failure message="right in 11 of 12 tasks, 0\.92 \(0\.65 to 0\.99\)">/);
  const line =
    /^- `tasks\.jsonl`: keep-best is right in 11 of 12 tasks, 0\.92 \(0\.65 to 0\.99\), \+0\.58 over one answer, \d\.\d calls a task$/;
  const lines = read('summary.md').trim().split('\n');
  assert.deepEqual([lines.length, lines.every((one) => line.test(one))], [2, true], read('summary.md'));
  // Without a share each wrong answer of a strategy is a failure of the report alone.
  const free = await shell.served(spoilt, ['bench', ...args]);
  assert.equal(free.code, 0);
  assert.match(read('report.xml'), /<testsuite name="keep-best" tests="12" failures="1" skipped="0" errors="0">/);
  assert.match(
    (await benched(mends, 'tasks.jsonl', '--at-least', '80')).err,
    /`--at-least` must be a share above 0 and at most 1, got "80"/,
  );
});

test('where reflecting harms, or nothing can be told, it says not to reflect', async () => {
  write('tasks.jsonl', jsonLines(sums));
  const spoils = (body) =>
    isCritique(body) ? reject() : JSON.stringify(body.messages).includes('It is ') ? 'It is -1.' : `It is ${askedIn(body) + 1}.`;
  const { out } = await benched(spoils, 'tasks.jsonl', '--strategies', 'classic');
  assert.match(out, /^classic +−1\.00 \(.*\) +harms /m);
  assert.match(out, /^Do not reflect: .* Worse than one answer: classic\.$/m);
  write('tasks.jsonl', jsonLines(sums.slice(0, 2)));
  const few = await benched(mends, 'tasks.jsonl', '--strategies', 'keep-best', '--out', 'few.jsonl');
  assert.match(few.out, /^keep-best +\+0\.50 \(−0\.\d\d to \+\d\.\d\d\) +may pay or harm /m);
  assert.match(few.out, /^Do not reflect: .* A gain of up to \d\.\d\d may be hidden in so few\.$/m);
});

test('a check that strategies see, as a module or a command, has a loop that draws beside them, and a hidden one grades', async () => {
  write(
    'tasks.jsonl',
    jsonLines(sums.map(({ expected, ...task }) => ({ ...task, id: `sum-${expected}`, data: { sum: expected } }))),
  );
  write(
    'check.mjs',
    "export default (draft, { task, signal }) => (signal && Number(/-?\\d+/.exec(draft)[0]) === task.data.sum) || 'wrong sum';",
  );
  write(
    'grade.mjs',
    `import { readFileSync } from 'node:fs';
const [draft, task] = ['REFLECT_DRAFT', 'REFLECT_TASK'].map((name) => readFileSync(process.env[name], 'utf8'));
process.exit(!process.env.OPENAI_API_KEY && draft === \`It is \${JSON.parse(task).data.sum}.\` ? 0 : 1);`,
  );
  // Each draw is right in one of three.
  let asked = 0;
  const lottery = (body) => `It is ${(asked += 1) % 3 === 0 ? askedIn(body) + 1 : -1}.`;
  const args = ['tasks.jsonl', '--verify', 'check.mjs', '--strategies', 'keep-best'];
  const { code, out, err } = await benched(lottery, ...args);
  assert.equal(code, 0, err);
  assert.match(out, /^draw until it passes +.* {2}\d+ of 12$/m);
  assert.match(out, /^- right is what `--verify` lets pass, which strategies see: /m);
  const [draw] = results().filter(({ way, task }) => way === 'draw until it passes' && task === 'sum-1');
  assert.deepEqual([draw.right, draw.accepted], [true, true]);
  assert.ok(results().every(({ calls }) => calls <= 6));
  const graded = await benched(lottery, ...args, '--grade', 'node grade.mjs', '--json');
  assert.equal(graded.code, 0, graded.err);
  const { ways, notes } = JSON.parse(graded.out);
  assert.deepEqual([notes, ways[1].right.count >= 10], [[], true]);
  // Nobody looks beside a check, unless a critic or criteria are given.
  write('tasks.jsonl', jsonLines(sums.slice(0, 1).map(({ input }) => ({ input, data: { sum: 1 } }))));
  const critiques = async (...more) =>
    (await benched(mends, ...args, ...more)).asked.filter(({ body }) => isCritique(body)).length;
  assert.deepEqual([await critiques(), (await critiques('--critic-model', 'c')) > 0], [0, true]);
});

test('no more is spent than allowed; what was not run is said, and the same command goes on', async () => {
  write('tasks.jsonl', jsonLines(sums));
  write('prices.json', '{ "m": { "input": 1000, "output": 1000 } }');
  const args = ['tasks.jsonl', '--strategies', 'keep-best'];
  const { code, out, asked } = await benched(mends, ...args, '--max-calls', '9');
  assert.deepEqual([code, asked.length], [1, 9]);
  assert.match(out, /^\d tasks, \d+ not run; 9 calls made; /);
  assert.match(out, /^- not run: the limit of the bench is reached$/m);
  const done = results().length;
  const rest = await benched(mends, ...args);
  assert.equal(rest.code, 0);
  assert.equal(results().length, 24);
  assert.ok(rest.err.trim().split('\n').length === 24 - done, rest.err);
  rmSync(path('tasks.results.jsonl'));
  // A call of the script costs .025 dollars.
  const costly = await benched(mends, ...args, '--max-cost-usd', '0.2', '--prices', 'prices.json', '--json');
  assert.equal(costly.code, 1);
  assert.ok(costly.asked.length >= 4 && costly.asked.length <= 9, `${costly.asked.length}`);
  const { ways, notes } = JSON.parse(costly.out);
  assert.deepEqual([ways[0].costUsd.toFixed(3), notes], ['0.025', ['not run: the limit of the bench is reached']]);
  // The first call goes over a limit that is lower.
  const low = await benched(mends, ...args, '--max-cost-usd', '0.01', '--prices', 'prices.json', '--out', 'low.jsonl');
  assert.deepEqual([low.code, low.asked.length], [2, 1], low.err);
  // What a model without a price costs is not 0.
  write('prices.json', '{ "n": { "input": 1, "output": 1 } }');
  const free = await benched(mends, ...args, '--prices', 'prices.json', '--json', '--out', 'free.jsonl');
  assert.deepEqual([free.code, JSON.parse(free.out).ways[0].costUsd], [0, undefined]);
  const nothing = await benched(mends, 'tasks.jsonl', '--max-calls', '0', '--out', 'none.jsonl');
  assert.deepEqual([nothing.code, nothing.asked.length, existsSync(path('none.jsonl'))], [2, 0, false]);
});

test('a judge that was measured says what is right, corrected by how good it is', async () => {
  write('tasks.jsonl', jsonLines(sums.map(({ input }) => ({ input }))));
  const label = (count, one) => Array.from({ length: count }, () => one);
  const judged = [
    ...label(45, { correct: true, accepted: true }),
    ...label(5, { correct: true, accepted: false }),
    ...label(10, { correct: false, accepted: true }),
    ...label(40, { correct: false, accepted: false }),
  ];
  write('judged.jsonl', jsonLines(judged));
  const args = ['tasks.jsonl', '--strategies', 'keep-best', '--judge', 'j', '--labels', 'judged.jsonl', '--json'];
  const { code, out, err, asked } = await benched(mends, ...args);
  assert.equal(code, 0, err);
  const [one, best] = JSON.parse(out).ways;
  assert.deepEqual([one.right.count, best.right.count], [4, 12]);
  assert.ok(Math.abs(one.corrected.value - (4 / 12 - 0.2) / 0.7) < 1e-9, `${one.corrected.value}`);
  // It looks at each text once, and its calls are of no way.
  const looks = asked.filter(({ body }) => body.model === 'j');
  assert.deepEqual([looks.length, one.calls], [20, 1]);
  // What strategies see is no part of it.
  const seen = JSON.parse((await benched(mends, ...args, '--verify', 'exit 1', '--calls', '2')).out).ways;
  assert.deepEqual([seen[0].right.count, seen[1].right.count, seen[1].accepted.count], [4, 4, 0]);
  const own = await benched(mends, 'tasks.jsonl', '--strategies', 'keep-best', '--judge', 'm', '--labels', 'judged.jsonl');
  assert.match(own.out, /^one answer, corrected /m);
  assert.match(own.out, /^- the judge is also a critic or the writer, /m);
});

test('a server or a check that is broken is told once, and ends the bench after three tasks in a row', async () => {
  write('tasks.jsonl', jsonLines(sums));
  const { code, out, err, asked } = await benched(() => ({ status: 401, text: 'no' }), 'tasks.jsonl');
  assert.equal(code, 2);
  assert.ok(asked.length <= 6, `${asked.length}`);
  assert.match(err, /^task \d: .* answered 401: no$/m);
  assert.match(out, /^0 tasks, 12 not run; \d calls made; .*\n- not run: .* answered 401: no\n$/);
  assert.ok(!existsSync(path('tasks.results.jsonl')));
  const broken = await benched(mends, 'tasks.jsonl', '--verify', 'no-such-command');
  assert.equal(broken.code, 2);
  assert.match(broken.err, /`no-such-command` cannot be run/);
  assert.ok(broken.asked.length <= 6);
  // One that fails once leaves a task out, and no other.
  const once = await benched((body) => (askedIn(body) === 3 ? { status: 400, text: 'no' } : mends(body)), 'tasks.jsonl');
  assert.equal(once.code, 1);
  assert.match(once.out, /^11 tasks, 1 not run; /);
});

test('Ctrl-C keeps what was done', async () => {
  write('tasks.jsonl', jsonLines(sums));
  let child;
  const answer = (body) => {
    if (askedIn(body) === 9) child.kill('SIGINT');
    return askedIn(body) === 9 ? never() : mends(body);
  };
  const begun = await shell.beside(answer, ['bench', 'tasks.jsonl', '--strategies', 'keep-best']);
  child = begun.child;
  const { code, err } = await begun.end;
  assert.equal(code, 130);
  assert.match(err, /interrupted: what is done is in tasks\.results\.jsonl, and the same command goes on/);
  assert.ok(results().length >= 8);
});

test('what is wrong is named before a call is made', async () => {
  write(
    'bad.jsonl',
    `{"input": 3}\n{"input": "q", "answer": "a"}\n{"expected": "x"}\n{"input": " ", "expected": "x"}\n{"input": "q"}\nno\n`,
  );
  const { code, err, asked } = await benched(mends, 'bad.jsonl');
  assert.deepEqual([code, asked.length], [2, 0]);
  for (const why of [
    /line 1: `input` must be a string, got a number/,
    /line 2: unknown key `answer`; there are id, input, systemPrompt, expected, data: `data` is for checks/,
    /line 3: `input` is missing/,
    /line 4: `input` is blank/,
    /line 5: nobody says what is right: give `expected`, or `--verify`, `--grade` or `--judge`/,
    /line 6: /,
  ])
    assert.match(err, why);
  write('twice.jsonl', jsonLines([sums[0], sums[0]]));
  write('tasks.jsonl', jsonLines(sums));
  write('none.mjs', 'export const x = 1;');
  write('judged.jsonl', jsonLines([{ correct: true, accepted: true }]));
  const [notes, line, own] = ['My notes\nof today\n', 'One line of mine', '{"key":"my own settings","n":1}'];
  write('notes.md', notes);
  write('line.md', line);
  write('own.json', own);
  for (const [args, why] of [
    [['twice.jsonl'], /line 2: the same task is there already; give each an `id`/],
    [['tasks.jsonl', 'b'], /`bench` takes one file of tasks/],
    [['tasks.jsonl', '--calls', '1'], /`--calls` must be from 2 to 100, got 1/],
    [['tasks.jsonl', '--strategies', 'best'], /`strategy`/],
    [['tasks.jsonl', '--max-cost-usd', '1'], /`--max-cost-usd` needs `--prices FILE`/],
    [['tasks.jsonl', '--verify', ' '], /a check is blank: give a command, or a file with a function/],
    [['tasks.jsonl', '--verify', 'none.mjs'], /none\.mjs must export a function by default/],
    [['tasks.jsonl', '--grade', 'missing.mjs'], /missing\.mjs cannot be imported/],
    [['tasks.jsonl', '--labels', 'judged.jsonl'], /`--labels` says how good a judge is: `--judge NAME` is missing/],
    [['tasks.jsonl', '--judge', 'j'], /`--judge` needs `--labels FILE`/],
    [['tasks.jsonl', '--judge', 'j', '--labels', 'judged.jsonl'], /judged\.jsonl says too little of the judge/],
    [['tasks.jsonl', '--judge', 'j', '--grade', 'x'], /`--judge` and `--grade` both say what is right/],
    [['tasks.jsonl', '--out', 'tasks.jsonl'], /tasks\.jsonl holds something else than results/],
    [['tasks.jsonl', '--out', 'notes.md'], /notes\.md holds something else than results/],
    [['tasks.jsonl', '--out', 'line.md'], /line\.md holds something else than results/],
    [['tasks.jsonl', '--out', 'own.json'], /own\.json holds something else than results/],
    [['tasks.jsonl', '--out', 'nowhere/results.jsonl'], /nowhere\/results\.jsonl cannot be written: /],
    [['tasks.jsonl', '--out', 'node_modules'], /node_modules cannot be written: /],
  ]) {
    const said = await benched(mends, ...args);
    assert.deepEqual([said.code, said.out, said.asked.length], [2, '', 0], said.err);
    assert.match(said.err, why);
    assert.ok(!said.err.includes('    at '), said.err);
  }
  const kept = ['tasks.jsonl', 'notes.md', 'line.md', 'own.json'].map(read);
  assert.deepEqual(kept, [jsonLines(sums), notes, line, own]);
});
