// `npx reflect-engine`, as a new user runs it.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { replay } from 'reflect-engine/trace';
import { listen } from '../listen.mjs';
import { ended, fakeServer, folder, hasNode24, isCritique, jsonLines, KEY, npmInstall, PATH, parsed } from './cli/shell.mjs';
import { accept, column, columns, never, reject, verdict } from './support.mjs';
import { FIXTURE } from './traces.mjs';

const shell = folder(npmInstall);
const { path, read, served, write } = shell;
const withSqlite = { skip: !hasNode24 && 'no Node 24 here, which has node:sqlite' };
/** A line of an import. */
const evaluation = (number, m, createdAt, more) =>
  JSON.stringify({ evaluationId: `e${number}`, agentId: 'SELLER', scores: { m }, aggregateScore: m, createdAt, ...more });
/** What a page shows at first. */
const dataIn = (page) => JSON.parse(/<script id="data" type="application\/json">(.*?)<\/script>/s.exec(read(page))[1]);

/** Drafts, and a critic that accepts what it says here. */
const answers =
  (drafts, critic = () => accept()) =>
  (body) =>
    isCritique(body) ? critic(JSON.stringify(body.messages)) : drafts.length > 1 ? drafts.shift() : drafts[0];

test('demo plays a recorded run without a key, runs its tests, and writes a trace that replays', async () => {
  const { code, out, err } = await shell.run(['demo', '--trace', 'demo.json']);
  assert.equal(code, 0, err);
  const shown = ['Qwen2.5-Coder-0.5B', 'draft 1', '✗ sumRange(4, 1) is 10: it gave 0', 'draft 2', '✓ sumRange(4, 1) is 10'];
  const end = [
    'one answer    3 of 4 tests, 1 call',
    'the engine    4 of 4 tests, 2 calls: accepted by the tests',
    'Open the trace: npx reflect-engine view demo.json',
  ];
  let from = 0;
  for (const words of [...shown, ...end]) {
    from = out.indexOf(words, from);
    assert.ok(from >= 0, `${words} is missing in\n${out}`);
  }
  assert.deepEqual(
    out.split('\n').filter((line) => line.length > 80),
    [],
    'a terminal has 80 columns',
  );
  const trace = JSON.parse(read('demo.json'));
  assert.deepEqual(column(replay(trace).trace.drafts, 'text'), column(trace.result.trace.drafts, 'text'));
});

test('a task is drafted, judged, revised and printed; the answer is all of standard output', async () => {
  const critic = (shown) => (shown.includes('Of 1969.') ? accept(9) : reject(4));
  const { code, out, err, asked } = await served(answers(['Long ago.', 'Of 1969.'], critic), [
    'run',
    'Say it.',
    '--max-reflections',
    '1',
  ]);
  assert.deepEqual([code, out], [0, 'Of 1969.\n']);
  assert.match(err, /answer-1 .* s {2}20 → 5 tokens\n/);
  assert.match(err, /draft 1: 4\/10 needs a revision\n {2}- too short\n/);
  assert.match(err, /draft 2: 9\/10 accepted\n/);
  assert.match(err, /accepted by the critic: 2 drafts, 4 calls, 100 tokens, /);
  assert.ok(!err.includes('\x1b'), 'no colours in a pipe');
  const { headers, url, body } = asked[0];
  assert.deepEqual(
    [url, headers.authorization, body.model, body.stream],
    ['/v1/chat/completions', `Bearer ${KEY}`, 'm', undefined],
  );
});

test('what nobody accepted is printed, with the exit code 1', async () => {
  const { code, out, err } = await served(
    answers(['Bad.'], () => reject(2)),
    ['run', 'q', '--max-reflections', '0'],
  );
  assert.deepEqual([code, out], [1, 'Bad.\n']);
  assert.match(err, /^nobody accepted the answer, since no revision was left, and the critic rejected it: 1 draft, 2 calls, /m);
  const prose = await served(
    answers(['Bad.'], () => 'Nice.'),
    ['run', 'q', '--max-reflections', '0'],
  );
  assert.match(prose.err, /^draft 1: unclear \(no_json\)$/m);
  assert.match(prose.err, /^nobody accepted the answer, since the critic could not be read, and nobody judged it: /m);
});

test('flags reach the run: a critic of its own, criteria, a schema, a strategy; the task may come in by a pipe', async () => {
  write('criteria.txt', '# What counts\n- It names a year.\n\n2. It is short.\n');
  write('schema.json', '{"type": "object", "properties": {"year": {"type": "integer"}}, "required": ["year"]}');
  const files = ['--criteria', 'criteria.txt', '--schema', 'schema.json', '--critic-model', 'judge', '--strategy', 'classic'];
  const answer = (body) => (body.model === 'judge' ? verdict([true, true]) : '{"year": 1969}');
  const { code, out, asked } = await served(answer, ['run', '-', ...files, '--json'], { input: 'When was it?' });
  assert.equal(code, 0);
  const result = JSON.parse(out);
  assert.deepEqual([result.object, result.acceptedBy, result.trace], [{ year: 1969 }, 'critic', undefined]);
  const [drafted, judged] = asked.map(({ body }) => JSON.stringify(body));
  assert.ok(drafted.includes('When was it?') && drafted.includes('json_schema'));
  assert.ok(judged.includes('It names a year.') && judged.includes('It is short.') && !judged.includes('What counts'));
});

test('a criterion that is not met is named; the text that comes first, and limits, reach the run', async () => {
  write('criteria.txt', 'It is short.\nIt names a year.\n');
  write('prices.json', '{"m": {"input": 1, "output": 1}}');
  const judge = () => verdict([true, false], 0.9, []);
  const run = (...flags) => served(answers(['Long ago.'], judge), ['run', 'q', '--criteria', 'criteria.txt', ...flags]);
  const { err, asked } = await run('--system', 'You are a historian.', '--max-calls', '2');
  assert.match(err, /^draft 1: needs a revision\n {2}- not met: It names a year\.\n/m);
  assert.match(err, /^nobody accepted the answer, since no call was left/m);
  assert.deepEqual([asked.length, asked[0].body.messages[0].content.split('\n')[0]], [2, 'You are a historian.']);
  for (const [flags, reason] of [
    [['--max-tokens', '30'], 'no token was left'],
    [['--max-seconds', '0.001'], 'no time was left'],
    [['--max-cost-usd', '0.00003', '--prices', 'prices.json'], 'no money was left'],
  ])
    assert.match((await run(...flags)).err, new RegExp(`^(nobody accepted the answer|there is no answer), since ${reason}`, 'm'));
  write('prices.json', '{"n": {"input": 1, "output": 1}}');
  assert.match((await run('--max-cost-usd', '1', '--prices', 'prices.json')).err, /^.*`prices` has no entry for model `m`/m);
});

test('words of a model, a server or a file are no lines of ours and no orders to a terminal; an answer in a pipe is as it was', async () => {
  const evil =
    'x\x1b]0;title\x07\x9b31m\u202e\u2066\raccepted by the critic: 1 draft\nf.txt: accepted\naccepted by the critic: 1 draft';
  const isHarmless = (said) => {
    assert.match(said, /x\ufffd\]0;title\ufffd/);
    assert.doesNotMatch(said, /[^\P{Cc}\n\t]|\p{Bidi_Control}/u);
    assert.doesNotMatch(said, /^(f\.txt: accepted|accepted by)/m);
  };
  write('f.txt', 'a');
  write('criteria.txt', 'It names a year.');
  write(`x\x1b]0;title\x07\u202e.json`, evil);
  isHarmless((await served(() => ({ status: 400, text: evil }), ['run', 'q'])).err);
  isHarmless(
    (
      await served(
        answers(['a'], () => reject(2, [evil])),
        ['run', 'q', '--max-reflections', '0'],
      )
    ).err,
  );
  isHarmless((await shell.run(['replay', `x\x1b]0;title\x07\u202e.json`])).err);
  const review = ['review', 'f.txt', '--criteria', 'criteria.txt'];
  isHarmless((await served(() => verdict([false], 0.9, [evil]), review)).out);
  isHarmless((await served(() => verdict([false], 0.9, [evil]), [...review, '--format', 'github'])).out);
  assert.equal((await served(answers([evil]), ['run', 'q'])).out, `${evil}\n`);
});

test('a command verifies drafts: what it prints is told to the model, which is never given the key', async () => {
  write('check.mjs', "import { readFileSync } from 'node:fs';\nif (process.env.OPENAI_API_KEY) throw new Error('key');\n");
  const check = `${read('check.mjs')}if (!readFileSync(process.env.REFLECT_DRAFT, 'utf8').includes('42')) { console.log('42 is missing'); process.exit(1); }\n`;
  write('check.mjs', check);
  const { code, out, err, asked } = await served(answers(['It is 41.', 'It is 42.']), ['run', 'q', '--verify', 'node check.mjs']);
  assert.deepEqual([code, out], [0, 'It is 42.\n']);
  assert.match(err, /verify-1\.verify .*failed: `node check\.mjs` failed \(1\):\n {4}42 is missing/);
  assert.ok(asked.some(({ body }) => JSON.stringify(body.messages).includes('42 is missing')));
  const alone = await served(answers(['It is 41.', 'It is 42.']), ['run', 'q', '--verify', 'node check.mjs', '--no-critic']);
  assert.deepEqual([alone.code, alone.out, alone.asked.length], [0, 'It is 42.\n', 2], 'no critic is asked');
  const broken = await served(answers(['a']), ['run', 'q', '--verify', 'no-such-command-here']);
  assert.equal(broken.code, 1);
  assert.match(broken.err, /since a verifier is broken/);
});

test('a trace is written, also of a run that failed, and replayed to the byte', async () => {
  const { out } = await served(answers(['It is so.']), ['run', 'q', '--trace', 'run.json']);
  const trace = JSON.parse(read('run.json'));
  assert.equal(`${replay(trace).output}\n`, out);
  assert.ok(!read('run.json').includes(KEY));
  // Until then the file says how the run goes, line by line.
  let midway = [];
  const watched = (text) => (body) => {
    if (isCritique(body)) midway = parsed(read('run.json'));
    return answers([text])(body);
  };
  await served(watched('It is so.'), ['run', 'q', '--trace', 'run.json']);
  assert.deepEqual([midway[0].input, new Set(midway.map(({ runId }) => runId)).size], ['q', 1]);
  assert.ok(midway.some(({ call }) => call?.type === 'end' && call.callId === 'answer-1'));
  assert.equal(JSON.parse(read('run.json')).runId, midway[0].runId);
  const again = await shell.run(['replay', 'run.json', '--check']);
  assert.deepEqual([again.code, again.out], [0, 'the same to the byte\n']);
  const shown = await shell.run(['replay', 'run.json']);
  assert.deepEqual([shown.code, shown.out], [0, 'It is so.\n']);
  write('forged.json', JSON.stringify({ ...trace, result: { ...trace.result, output: 'Another.' } }));
  const forged = await shell.run(['replay', 'forged.json', '--check']);
  assert.deepEqual([forged.code, forged.out], [1, 'different: result\n']);
  write('broken.json', JSON.stringify({ ...trace, startedMs: 'x' }));
  const broken = await shell.run(['replay', 'broken.json']);
  assert.equal(broken.code, 2);
  assert.match(broken.err, /^error: broken\.json: this is not a trace that can be replayed: `startedMs` must be a number/);
  const nowhere = await served(answers(['It is so.']), ['run', 'q', '--trace', 'no/where.json']);
  assert.deepEqual([nowhere.code, nowhere.out], [2, 'It is so.\n'], 'the answer is not lost');
  assert.match(nowhere.err, /error: no\/where\.json cannot be written: /);
  const down = await served(() => ({ status: 400, text: 'no' }), ['run', 'q', '--trace', 'down.json']);
  assert.equal(down.code, 2);
  assert.equal(JSON.parse(read('down.json')).calls[0].error.code, 'model_error');
  const fixture = await shell.run(['replay', fileURLToPath(FIXTURE), '--json']);
  assert.equal(JSON.parse(fixture.out).acceptedBy, 'critic');
});

test('a server without JSON Schema is asked for what it takes, by a flag or after its refusal', async () => {
  const answer = (body) => {
    if (body.response_format?.type === 'json_schema') return { status: 400, text: 'response_format is unavailable' };
    return /strict reviewer/.test(JSON.stringify(body.messages)) ? accept() : 'Light scatters.';
  };
  for (const [flags, forms] of [
    [[], [undefined, 'json_schema', undefined]],
    [
      ['--response-format', 'json_object'],
      [undefined, 'json_object'],
    ],
    [
      ['--response-format', 'none'],
      [undefined, undefined],
    ],
  ]) {
    const { code, out, err, asked } = await served(answer, ['run', 'q', ...flags]);
    assert.deepEqual([code, out], [0, 'Light scatters.\n'], err);
    assert.deepEqual(
      asked.map(({ body }) => body.response_format?.type),
      forms,
    );
    assert.equal(/asked without one.*response_format is unavailable/.test(err), flags.length === 0, err);
  }
});

test('a busy server is asked again, and one that refuses is not; what it says holds no key', async () => {
  const busy = (body, n) =>
    n === 1 ? { status: 429, text: 'slow down', headers: { 'retry-after': '0' } } : answers(['a'])(body);
  assert.equal((await served(busy, ['run', 'q'])).code, 0);
  const { code, out, err, asked } = await served(() => ({ status: 401, text: `no such key: ${KEY}` }), ['run', 'q']);
  assert.deepEqual([code, out, asked.length], [2, '', 1]);
  assert.match(err, /answered 401: no such key: \[key\]/);
  const refuses = () => ({ status: 401, text: `no such key: ${KEY}` });
  assert.match((await served(refuses, ['run', 'q'], { env: { OPENAI_API_KEY: `${KEY}\r\n` } })).err, /no such key: \[key\]/);
  const twice = await served(refuses, ['run', 'q'], { env: { OPENAI_API_KEY: `${KEY}\n${KEY}` } });
  assert.deepEqual([twice.code, twice.asked.length], [2, 0]);
  assert.match(twice.err, /^error: \$OPENAI_API_KEY has a line break, or a letter that no key has\n/);
  // As for a server of one's own, that takes any.
  assert.equal((await served(answers(['The end.']), ['run', 'q'], { env: { OPENAI_API_KEY: 'e' } })).out, 'The end.\n');
  // A key of a few letters stands in words, and guards nothing.
  const limited = () => ({ status: 400, text: 'rate_limit_exceeded' });
  for (const [OPENAI_API_KEY, said] of [
    ['x', 'rate_limit_exceeded'],
    ['exceede', 'rate_limit_exceeded'],
    ['exceeded', 'rate_limit_[key]'],
  ]) {
    const { err } = await served(limited, ['run', 'q'], { env: { OPENAI_API_KEY } });
    assert.ok(err.includes(`answered 400: ${said}`), err);
  }
  const page = { status: 200, text: `${KEY} is not JSON` };
  assert.match((await served(() => page, ['run', 'q'])).err, /chat\/completions sent something that is not JSON/);
  const gone = await shell.run(['run', 'q', '--model', 'm', '--base-url', 'http://127.0.0.1:9']);
  assert.equal(gone.code, 2);
  assert.match(gone.err, /http:\/\/127\.0\.0\.1:9\/chat\/completions cannot be reached: /);
});

test('files are reviewed against criteria, in words, as JSON, and as GitHub wants it', async () => {
  write('criteria.txt', '- It names a year.\n- It is short.\n');
  write('good.md', 'In 1969.');
  write('bad, one.md', 'Long ago.');
  const judge = ({ messages }) => verdict([JSON.stringify(messages).includes('1969'), true], 0.9, ['Say when: 50%\nor so']);
  const args = ['review', 'good.md', 'bad, one.md', '--criteria', 'criteria.txt'];
  const { code, out, asked } = await served(judge, args);
  assert.equal(code, 1);
  assert.match(out, /^good\.md: accepted\nbad, one\.md: not accepted\n {2}- not met: It names a year\.\n/);
  assert.ok(asked.length === 2 && asked.every(({ body }) => isCritique(body)), 'nothing is written by the model');
  const github = await served(judge, [...args, '--format', 'github']);
  assert.match(github.out, /^::error file=bad%2C one\.md::not met: It names a year\.\n/);
  const json = await served(judge, [...args, '--json']);
  assert.deepEqual(column(parsed(json.out), 'accepted'), [true, false]);
  assert.equal((await served(judge, args.toSpliced(2, 1))).code, 0);
  const refused = await served(() => ({ status: 400, text: 'no' }), args);
  assert.equal(refused.code, 2);
  assert.match(refused.out, /^good\.md: not judged\n {2}- .*400.*\nbad, one/);
});

test('an interrupted run prints its best draft, and exits with 130', { timeout: 60_000 }, async () => {
  const { child, end } = await shell.beside((body) => (isCritique(body) ? never() : 'The best so far.'), ['run', 'q']);
  child.stderr.on('data', (text) => String(text).includes('answer-1') && child.kill('SIGINT'));
  const { code, out, err } = await end;
  assert.deepEqual([code, out], [130, 'The best so far.\n']);
  assert.match(err, /interrupted/);
});

test('a verifying command that hangs ends with the run, and what it began; the draft is removed', {
  timeout: 60_000,
}, async () => {
  write(
    'hang.mjs',
    `import { appendFileSync } from 'node:fs';\nsetInterval(() => appendFileSync('beat', process.env.REFLECT_DRAFT + '\\n'), 50);\n`,
  );
  for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
    rmSync(path('beat'), { force: true });
    const { child, end } = await shell.beside(answers(['a']), ['run', 'q', '--verify', 'node hang.mjs; true']);
    while (!existsSync(path('beat')) || !read('beat').includes('\n')) await new Promise((wake) => setTimeout(wake, 50));
    child.kill(signal);
    const said = await end;
    assert.deepEqual([said.code, said.out], [code, 'a\n'], said.err);
    await new Promise((wake) => setTimeout(wake, 200));
    assert.ok(!existsSync(dirname(read('beat').split('\n')[0])), 'the folder of the draft is there');
    rmSync(path('beat'));
    await new Promise((wake) => setTimeout(wake, 300));
    assert.ok(!existsSync(path('beat')), 'the command goes on');
  }
});

test('an interruption while the draft is written starts no command', { timeout: 60_000 }, async () => {
  const temporary = path('temporary');
  mkdirSync(temporary);
  const args = ['run', 'q', '--verify', 'sleep 3; touch late'];
  const { child, end } = await shell.beside(answers(['draft '.repeat(2_500_000)]), args, { env: { TMPDIR: temporary } });
  const look = setInterval(() => {
    if (readdirSync(temporary).length === 0) return;
    clearInterval(look);
    child.kill('SIGINT');
  }, 0);
  const { code } = await end;
  clearInterval(look);
  assert.deepEqual([code, existsSync(path('late'))], [130, false]);
});

test('a verifying command that ended and left a process behind does not disturb an interruption', {
  timeout: 60_000,
}, async () => {
  write(
    'leave.mjs',
    `import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
spawn(process.execPath, ['-e', 'setTimeout(() => {}, 5_000)'], { detached: true, stdio: 'inherit' }).unref();
process.on('exit', () => writeFileSync('left', ''));
`,
  );
  const { child, end } = await shell.beside(answers(['a']), ['run', 'q', '--verify', 'node leave.mjs']);
  while (!existsSync(path('left'))) await new Promise((wake) => setTimeout(wake, 50));
  await new Promise((wake) => setTimeout(wake, 200));
  child.kill('SIGINT');
  const { code, out, err } = await end;
  assert.deepEqual([code, out], [130, 'a\n'], err);
  assert.doesNotMatch(err, /ESRCH/);
});

/** What a command prints on a terminal. */
function onTerminal(command) {
  return ended(spawn('script', ['-qec', command, '/dev/null'], { cwd: shell.home, timeout: 30_000 }));
}
const withTerminal = { skip: spawnSync('script', ['--version']).error && 'no `script` here', timeout: 60_000 };

test('on a terminal drafts are shown as they are written, without what a terminal would obey', withTerminal, async () => {
  const server = await fakeServer(answers(['Live and \x1b]0;title\x07 well.']));
  const { out } = await onTerminal(`${shell.bin} run q ${server.flags.join(' ')}`);
  server.close();
  assert.equal(server.asked[0].body.stream, true);
  assert.match(out, /draft 1.*\r?\n {4}Live and \ufffd\]0;title\ufffd well\./);
  assert.ok(out.includes('\x1b[32maccepted by the critic'));
  assert.ok(!out.includes('\x1b]0'));
});

test('on a terminal a stream of events is read in every form that the standard knows', withTerminal, async () => {
  const server = await listen((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const [begin, end] = [
      '{"choices": [{"delta": {"content": "Light "}}]}',
      '{"choices": [{"delta": {"content": "scatters."}, "finish_reason": "stop"}]}',
    ];
    for (const piece of [
      `: ping\r\n\r\nevent: x\r\ndata:${begin}\r`,
      `\n\r\ndata: ${end.slice(0, 11)}\ndata: ${end.slice(11)}\n\n`,
      'data: [DONE]\n\n',
    ])
      response.write(piece);
    response.end();
  });
  const command = `${shell.bin} run q --max-calls 1 --model m --base-url ${server.url}`;
  const { out } = await onTerminal(command);
  server.close();
  assert.match(out, /^Light scatters\.\r?$/m);
});

test('a trace, and the traces of a folder, are written into a page', async () => {
  const trace = readFileSync(FIXTURE, 'utf8');
  write('one.json', trace);
  const one = await shell.run(['view', 'one.json', '--out', 'one.html']);
  assert.deepEqual([one.code, one.out], [0, 'one.html\n'], one.err);
  assert.deepEqual(dataIn('one.html'), JSON.parse(trace));
  mkdirSync(path('runs'));
  for (const name of ['a', 'b']) write(`runs/${name}.json`, trace);
  write('runs/other.json', '{}');
  write('runs/broken.json', '{');
  spawnSync('mkfifo', [path('runs/pipe.json')]);
  const all = await shell.run(['view', 'runs', '--out', 'all.html']);
  assert.deepEqual([all.code, dataIn('all.html').length], [0, 2], all.err);
  assert.match(all.err, /^left out: broken\.json must be JSON: /m);
  assert.match(all.err, /^left out: pipe\.json is not a file$/m);
  const made = await shell.run(['view', 'runs']);
  assert.ok(readFileSync(made.out.trim(), 'utf8').includes('cap-theorem'));
  rmSync(dirname(made.out.trim()), { recursive: true });
});

/** Fills a store. */
async function imported(store, rows) {
  const { code, out, err } = await shell.run(['evals', store, 'import'], {}, rows.join('\n'));
  assert.deepEqual([code, out], [0, `${rows.length} evaluations\n`], err);
}

test('evaluations of a store are listed, followed, exported and imported', withSqlite, async () => {
  const run = (args, input) => shell.run(args, {}, input);
  // Such a separator stands in JSON as it is, and is not an end of a line.
  const rows = [0.5, 0.75].map((m, n) => evaluation(n, m, new Date(), { evalSource: 'a\u2028b' }));
  await imported('evals.db', rows);
  assert.match((await run(['evals', 'evals.db'])).out, /^SELLER +2 {2}0\.625 {2}insufficient_data\n$/);
  await run(['evals', 'evals.db', 'import'], rows[0].replaceAll('SELLER', 'B').replace('e0', 'b0'));
  const [one, other] = (await run(['evals', 'evals.db', 'list'])).out.split('\n');
  assert.equal(one.indexOf('1'), other.indexOf('2'), 'counts stand below each other');
  const trend = await run(['evals', 'evals.db', 'trend', 'SELLER', '--hours', '2', '--json']);
  assert.deepEqual(JSON.parse(trend.out).evalCount, 2);
  for (const [args, why] of [
    [['trend', 'SELER'], 'unknown agent `SELER`, did you mean `SELLER`?'],
    [['trend'], '`evals STORE trend` needs AGENT'],
    [['trend', 'SELLER', '--hours', 'many'], '`--hours` must be a whole number, got "many"'],
  ]) {
    const { code, err } = await run(['evals', 'evals.db', ...args]);
    assert.deepEqual([code, /^error: (.*)$/m.exec(err)?.[1]], [2, why]);
  }
  await run(['evals', 'evals.db', 'import'], evaluation(9, 0.5, Date.parse('2020-02-22T08:00:00Z')).replaceAll('SELLER', 'OLD'));
  const old = await run(['evals', 'evals.db', 'trend', 'OLD', '--hours', '5']);
  const said = 'none in the last 5 hours; the newest is of 2020-02-22T08:00:00.000Z\n';
  assert.deepEqual([old.code, old.out, old.err], [0, '', said]);
  const huge = await run(['evals', 'evals.db', 'import'], `${rows[0]}\n"${'a'.repeat(17_000_000)}"`);
  assert.deepEqual([huge.code, /^error: (.*)$/m.exec(huge.err)?.[1]], [2, 'line 2 has more than 16777216 characters']);
  const lines = (await run(['evals', 'evals.db', 'export'])).out.trim().split('\n');
  assert.deepEqual(lines.map((line) => JSON.parse(line).scores.m).sort(), [0.5, 0.5, 0.5, 0.75]);
  write('export.jsonl', `${lines.join('\n')}\n`);
  const page = await run(['view', 'export.jsonl', '--out', 'export.html']);
  assert.deepEqual([page.code, dataIn('export.html').length], [0, 4], page.err);
});

test('who reads may stop reading', withSqlite, async () => {
  const rows = Array.from({ length: 3_000 }, (_, at) => evaluation(at, 1, 0));
  await imported('long.db', rows);
  const command = `${shell.bin} evals long.db export | head -1`;
  const { out, err } = await ended(spawn('bash', ['-c', command], { cwd: shell.home, env: { ...process.env, PATH } }));
  assert.equal(out.trim().split('\n').length, 1);
  assert.ok(!err.includes('EPIPE'), err);
});

const HOUR = 3_600_000;
const END = Math.floor(Date.now() / HOUR) * HOUR;
/** Ten evaluations an hour of an agent in the last three days. */
function threeDays(agentId, score) {
  const at = (index) => new Date(END - (72 - Math.floor(index / 10)) * HOUR);
  return Array.from({ length: 720 }, (_, n) => evaluation(`${agentId}${n}`, score(n), at(n), { agentId }));
}

test('the trends of a store are written into a page, with the alarms of every hour', withSqlite, async () => {
  // Scores fell two days ago, and have stayed low since.
  await imported(
    'fallen.db',
    threeDays('A', (n) => (n < 240 ? 0.8 : 0.5)),
  );
  const made = await shell.run(['view', 'fallen.db', '--out', 'fallen.html']);
  assert.deepEqual([made.code, made.err.replace(/^.*ExperimentalWarning.*\n.*trace-warnings.*\n/m, '')], [0, '']);
  const data = dataIn('fallen.html');
  assert.equal(data.filter((row) => 'evalCount' in row).length, 72);
  const alarms = data.filter((row) => 'rule' in row && !('metric' in row)).map(({ windowStart }) => windowStart);
  assert.equal(alarms[0], new Date(END - 48 * HOUR).toISOString());
  assert.equal(new Set(alarms).size, alarms.length);
});

test('wrong use is told in a sentence, with what was probably meant, and exits with 2', async () => {
  write('text.txt', 'no JSON');
  write('blank.txt', ' \n');
  write('other.json', '{"a":1}');
  write('flown.json', '{"trace":{}}');
  const run = (...args) => ['run', 'q', '--model', 'm', '--base-url', 'http://127.0.0.1:9', ...args];
  for (const [args, why] of [
    [['revew', 'x'], 'unknown command `revew`, did you mean `review`?'],
    [['run', 'q', '--modle', 'm'], 'unknown flag `--modle`, did you mean `--model`?'],
    [['run', 'q', '--json=yes', '--model', 'm'], /'--json' does not take an argument/],
    [['run', 'q', '--model'], /'--model <value>' argument missing/],
    [['run', '--model', 'm'], '`run` needs "TASK"'],
    [['run', 'two', 'words', '--model', 'm'], '`run` takes one task: write it in quotes'],
    [['run', 'q'], '`--model NAME` is missing'],
    [['run', 'q', '--model', 'm'], 'set $OPENAI_API_KEY, or give `--base-url URL` of a server of your own'],
    [run('--response-format', 'xml'), '`--response-format` must be json_schema, json_object, none, got "xml"'],
    [run('--base-url', 'here'), '`--base-url` must be an http or https URL'],
    [run('--strategy', 'keepbest'), /`strategy`.*keep-best/],
    [run('--max-reflections', 'few'), '`--max-reflections` must be a whole number, got "few"'],
    [run('--max-reflections', '1000'), /`maxReflections` must be/],
    [run('--max-seconds', 'soon'), '`--max-seconds` must be a number, got "soon"'],
    [run('--max-cost-usd', '1'), '`--max-cost-usd` needs `--prices FILE`'],
    [run('--criteria', 'none.txt'), /none\.txt cannot be read/],
    [run('--schema', 'text.txt'), /text\.txt must be JSON/],
    [run('--no-critic'), '`--no-critic` needs `--verify COMMAND` or `--schema FILE`: nothing else would judge'],
    [
      run('--verify', 'true', '--no-critic', '--critic-model', 'm'),
      '`--critic-model` and `--no-critic` exclude each other: leave one of them out',
    ],
    [['review', 'text.txt', '--model', 'm'], '`--criteria FILE` is missing'],
    [['review', 'text.txt', '--criteria', 'text.txt', '--format', 'xml'], '`--format` must be text or github, got "xml"'],
    [['review', 'blank.txt', '--criteria', 'text.txt', '--model', 'm', '--base-url', 'http://127.0.0.1:9'], 'blank.txt is empty'],
    [['replay', 'text.txt'], /text\.txt must be JSON/],
    [['view', 'other.json'], /^other\.json: want a trace .*, got an object with a$/],
    [
      ['view', 'flown.json'],
      /^flown\.json: `revisionHistory` of a run must be a list.* take `new ReflectEngine\(\{ criteria \}\)`$/,
    ],
    [['view', 'other.json', 'other.json'], '`view` takes one trace, folder or store'],
    [['view', '--live', 'other.json'], '`--live` follows a folder, and other.json is none: give that of its traces, such as .'],
    [['view', '--live', '--out', 'x.html'], '`--live` writes no file: leave `--out` out'],
    [['view', 'other.json', '--port', '1'], '`--port` is for `--live`'],
    [['view', '--live', '--port', '70000'], '`--port` must be from 0 to 65535, got 70000'],
    [['view', 'none.json'], /none\.json cannot be read/],
    [['view', fileURLToPath(FIXTURE), '--out', 'no/where.html'], /no\/where\.html cannot be written/],
    [['view', 'node_modules'], 'node_modules holds no traces: `run --trace FILE` writes one'],
    [['evals', 'x.db'], 'there is no store x.db'],
    [['evals', 'postgres://127.0.0.1:9/x'], 'a postgres:// URL needs the package `pg`: npm install pg'],
    [['constructor'], /^unknown command `constructor`; known are run, /],
    [['evals', fileURLToPath(FIXTURE), 'lst'], '`evals` has list, trend, import and export, got "lst"'],
  ]) {
    const { code, out, err } = await shell.run(args);
    assert.deepEqual([code, out], [2, ''], err);
    const message = /^error: (.*)\n/.exec(err)?.[1] ?? err;
    (typeof why === 'string' ? assert.equal : assert.match)(message, why);
    assert.ok(!err.includes('    at '), err);
  }
  assert.ok(!existsSync(path('x.db')));
});

test('help and version are there', async () => {
  const { code, out } = await shell.run(['--help']);
  assert.equal(code, 0);
  for (const name of ['run', 'review', 'replay', 'measure', 'backtest', 'evals', 'view', 'mcp'])
    assert.match(out, new RegExp(`^reflect-engine ${name}( |$)`, 'm'));
  for (const [name, flag] of Object.entries({
    run: 'max-calls',
    review: 'format',
    replay: 'check',
    measure: 'min-kappa',
    backtest: 'threshold',
    evals: 'hours',
    view: 'out',
    mcp: 'model',
  })) {
    const own = await shell.run([name, '--help']);
    assert.equal(own.code, 0);
    assert.match(own.out, new RegExp(`^reflect-engine ${name}( .*)?\n[^]*^  --${flag} `, 'm'));
    assert.equal(own.out.match(/^reflect-engine /gm).length, 1);
    assert.equal((await shell.run(['help', name])).out, own.out);
    assert.match((await shell.run([name, '--flg'])).err, new RegExp(`^\`reflect-engine ${name} --help\` says more$`, 'm'));
  }
  assert.match((await shell.run(['--version'])).out, /^\d+\.\d+\.\d+\n$/);
});

test('every block of docs/cli.md and docs/bench.md prints what it says', { ...withSqlite, timeout: 120_000 }, async () => {
  write('package.json', '{ "private": true, "scripts": { "test": "grep -q scatters $REFLECT_DRAFT" } }');
  write('criteria.txt', 'It is short.\n');
  write('README.md', 'Short.');
  const now = new Date();
  write('evaluations.jsonl', [0.5, 0.75].map((m, n) => `${evaluation(n, m, now)}\n`).join(''));
  write('labels.jsonl', jsonLines([true, false].map((correct) => ({ input: 'q', draft: `${correct}`, correct }))));
  const isList = ({ messages }) => JSON.stringify(messages).includes('It is short.');
  const server = await fakeServer((body) => (isCritique(body) ? (isList(body) ? verdict([true]) : accept()) : 'Light scatters.'));
  const env = {
    ...process.env,
    CLAUDE_CONFIG_DIR: join(shell.home, '.claude'),
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: server.url,
    PATH,
  };
  write('tasks.jsonl', '{"input": "Why is the sky blue?", "expected": "Light scatters."}\n');
  const pages = ['cli', 'bench'].map((name) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8'));
  const lines = [...pages.join('').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block]) => block.trim().split('\n'));
  assert.ok(lines.length >= 9);
  for (const [at, line] of lines.entries()) {
    // npx takes as long as the command itself: once will do.
    const [command, promised] = (at === 0 ? line : line.replace(/^npx /, 'node_modules/.bin/')).split(' # ');
    const { code, out, err } = await ended(spawn('bash', ['-c', command], { cwd: shell.home, env, timeout: 30_000 }));
    assert.equal(code, 0, `${command}: ${err}`);
    assert.ok(promised && out.includes(promised), `${command} printed ${out}`);
  }
  server.close();
});

/** A page that is served. */
async function live(...args) {
  const child = shell.begin(['view', '--live', ...args]);
  const closed = ended(child);
  const [url] = await once(child.stdout, 'data');
  const get = (path) => fetch(new URL(path, url.trim()));
  return { get, json: async (path) => (await get(path)).json(), end: () => child.kill() && closed };
}

test(
  'a store of several agents: alarms are those of their agent, and it is served to this machine alone',
  withSqlite,
  async () => {
    const scores = { A: () => 0.8, B: (n) => (n > 600 ? 0.4 : 0.8) };
    await imported(
      'two.db',
      Object.entries(scores).flatMap(([agentId, score]) => threeDays(agentId, score)),
    );
    const made = await shell.run(['view', 'two.db', '--out', 'two.html']);
    assert.equal(made.code, 0, made.err);
    const data = dataIn('two.html');
    assert.deepEqual([...new Set(data.filter((row) => 'rule' in row).map(({ agentId }) => agentId))], ['B']);
    assert.equal(data.filter((row) => 'scores' in row && row.agentId === 'A').length, 50);
    mkdirSync(path('live'));
    write('live/a.json', readFileSync(FIXTURE, 'utf8'));
    // What is no trace, and what is elsewhere, is not served.
    write('live/package.json', '{"token":"secret"}');
    symlinkSync(FIXTURE, path('live/link.json'));
    const one = await live('live', 'two.db');
    assert.deepEqual(columns((await one.json('evals/board')).agents, 'agentId', 'evalCount'), [
      ['A', 720],
      ['B', 720],
    ]);
    const { seq, files } = await one.json('runs?after=0');
    assert.deepEqual(
      files.flatMap(({ file, rows }) => rows.map(({ state }) => [file, state])),
      [['a.json', 'accepted']],
    );
    for (const [file, status] of Object.entries({ 'a.json': 200, 'package.json': 404, 'link.json': 404 }))
      assert.equal((await one.get(`run?file=${file}`)).status, status, file);
    // A link that takes the place of a file is not followed.
    rmSync(path('live/a.json'));
    symlinkSync(FIXTURE, path('live/a.json'));
    assert.equal((await one.get('run?file=a.json')).status, 404);
    rmSync(path('live/a.json'));
    write('live/a.json', readFileSync(FIXTURE, 'utf8'));
    await one.end();
    // Who asked the server before it was begun anew has all from this one.
    const next = await live('live');
    const again = await next.json(`runs?after=${seq}`);
    assert.ok(again.files.some(({ file }) => file === 'a.json'));
    await next.end();
  },
);
