// Sealed checks: work is judged in a clean copy, by tests that the agent cannot reach.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { sealedCheck } from 'reflect-engine/workspace';
import { BUG, FAILS, FILES, FIX, project, VERIFY } from './workspace/project.mjs';

const TRIVIAL = "import test from 'node:test';\nfor (const name of ['two', 'none']) test(name, () => {});\n";

/** Where clean copies are made, so that a test sees what is left. */
function ownTemporary() {
  const folder = mkdtempSync(join(tmpdir(), 'reflect-own-'));
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function refused(made, check, pattern) {
  const judged = await (await check).judge();
  assert.equal(judged.passed, false, made);
  assert.match(judged.issues.join('\n'), pattern, made);
  return judged;
}

test('a gate accepts a fix, and sends back what the agent did to the tests', async () => {
  const { root, write, hash, check } = project();
  const gate = new ReflectEngine().gate({ input: 'Mend add.', critic: false, verifiers: { sealed: await check() } });
  write('test/add.test.mjs', TRIVIAL);
  write('notes.md', 'All is well.\n');
  const before = hash();
  const first = await gate.submit('Done.');
  assert.equal(first.done, false);
  assert.match(first.feedback, /`node --test` fails in a clean copy of the workspace \(exit code 1\)/);
  assert.match(first.feedback, /these files are sealed; your changes to them were not used: notes\.md, test\/add\.test\.mjs/);
  assert.match(first.feedback, new RegExp(`${root}/test/add\\.test\\.mjs`), 'an agent is told of its own files');
  assert.equal(hash(), before, 'nothing of the workspace is touched');
  write('src/add.mjs', FIX);
  const second = await gate.submit('Done.');
  assert.deepEqual([second.done, second.result?.acceptedBy], [true, 'verifier']);
});

test('what is not work is sealed without a list of names, absence too', async () => {
  for (const [made, change] of [
    ['the command in the manifest', ({ write }) => write('package.json', '{ "scripts": { "test": "true" } }')],
    ['a helper of the tests', ({ write }) => write('tools/near.mjs', 'export const near = () => {};\n')],
    ['a shell for npm', ({ write }) => write('.npmrc', 'script-shell=/bin/true\n')],
    ['a test that is gone', ({ remove }) => remove('test/add.test.mjs')],
    [
      'a link in place of the tests',
      ({ remove, root, write }) => {
        write('src/fake/add.test.mjs', TRIVIAL);
        remove('test');
        symlinkSync('src/fake', join(root, 'test'));
      },
    ],
    ['a program of the dependencies', ({ write }) => write('node_modules/.bin/node', '#!/bin/sh\nexit 0\n', 0o755)],
    ['a program above the project', ({ write }) => write('../node_modules/.bin/node', '#!/bin/sh\nexit 0\n', 0o755)],
  ]) {
    const own = project();
    const check = await own.check({ verify: 'npm test' });
    change(own);
    await refused(made, check, /`npm test` fails/);
  }
});

test('where only seals are named, the usual configuration and what sealed files name are sealed, too', async () => {
  const own = project();
  const check = await own.check({ work: undefined, seal: ['test/**'] });
  assert.deepEqual(check.seal.referred, ['tools/near.mjs']);
  assert.match(check.description, /sealed, too, since sealed files name them: tools\/near\.mjs/);
  own.write('tools/near.mjs', 'export const near = () => {};\n');
  own.write('src/add.mjs', 'export const add = (a, b) => (a === 1 ? 3 : 7);\n');
  await refused('a helper', check, FAILS);
  own.write('src/add.mjs', "import { sum } from '../more/sum.mjs';\nexport const add = sum;\n");
  own.write('more/sum.mjs', 'export const sum = (a, b) => a + b;\n');
  assert.equal((await check.judge()).passed, true, 'all else is the work');
});

const withPython = { skip: spawnSync('python3', ['--version']).status !== 0 && 'no python3 here' };

test('where only seals are named, a new file cannot take the place of a module of Python', withPython, async () => {
  const own = project({ 'tests/test_add.py': 'import json\n', 'queue.py': '', 'json/old.txt': '' });
  const { seal } = await own.check({ work: undefined, seal: ['tests/**'] });
  for (const path of ['json.py', 'pathlib/__init__.py', 'pytest.py']) assert.equal(seal.isWork(path), false, path);
  for (const path of ['queue.py', 'sums.py', 'sums/json.py', 'json/new.txt']) assert.equal(seal.isWork(path), true, path);
});

test('the seal is a commit by its hash: nothing that the agent does to the repository has a say', async () => {
  const own = project();
  const check = await own.check();
  const base = own.git('rev-parse', 'HEAD');
  assert.equal(check.seal.commit, base);
  own.write('test/add.test.mjs', TRIVIAL);
  own.git('commit', '--quiet', '--all', '--amend', '--message=begin');
  own.git('replace', '--force', base, 'HEAD');
  own.write('.git/hooks/post-checkout', `#!/bin/sh\ntouch ${own.top}/hook\n`, 0o755);
  own.git('config', 'filter.evil.smudge', `touch ${own.top}/filter; cat`);
  own.git('config', 'core.fsmonitor', `touch ${own.top}/monitor; false`);
  own.write('.git/info/attributes', '* filter=evil\n');
  await refused('a replaced commit', check, FAILS);
  await refused('one that is sealed by its hash later', own.check({ base }), FAILS);
  assert.deepEqual(readdirSync(own.top), ['sums'], 'no program of the repository ran');
});

test('a project within a repository is judged at its place, with the files above it', async () => {
  const inner = Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`packages/sums/${path}`, text]));
  const own = project({
    ...inner,
    'packages/sums/src/add.mjs': "export { add } from '../../../shared/add.mjs';\n",
    'shared/add.mjs': FIX,
  });
  const check = await own.check({ project: join(own.root, 'packages/sums') });
  assert.equal((await check.judge()).passed, true);
  own.write('shared/add.mjs', BUG);
  const { passed, notes } = await check.judge();
  assert.deepEqual([passed, notes], [true, ['these files are sealed; your changes to them were not used: shared/add.mjs']]);
});

test('without a repository a copy is sealed', async () => {
  const own = project(FILES, { isGit: false });
  const check = await own.check();
  assert.equal(check.seal.commit, undefined);
  assert.match(check.description, /sealed: a copy of the files, 4 files; the agent may change 1/);
  own.write('test/add.test.mjs', TRIVIAL);
  await refused('edited tests', check, FAILS);
  own.write('src/add.mjs', FIX);
  assert.equal((await check.judge()).passed, true);
});

test('a test that ran at the seal and is missing or skipped now refuses, by name', async () => {
  const skips = "import { test } from 'node:test';\nexport const add = (a, b) => a - b;\n";
  const files = {
    ...FILES,
    'test/add.test.mjs': `import assert from 'node:assert';
import test from 'node:test';
import { add, mark } from '../src/add.mjs';
test('two', (t) => { mark?.(t); assert.equal(add(1, 2), 3); });
test('inner', async (t) => { await t.test('none', () => assert.equal(add(0, 0), 0)); });
test.skip('never', () => assert.fail());
test.todo('later');
`,
    'src/add.mjs': `${skips}export const mark = undefined;\n`,
  };
  const own = project(files);
  const check = await own.check();
  own.write('src/add.mjs', 'export const add = (a, b) => a - b;\nexport const mark = (t) => { t.skip(); throw undefined; };\n');
  await refused('a skip', check, /fails|were skipped now: test\/add\.test\.mjs > two/);
  own.write('src/add.mjs', 'export const add = (a, b) => a + b;\nexport const mark = (t) => t.skip();\n');
  await refused('a skip that passes', check, /were skipped now: test\/add\.test\.mjs > two$/m);
  own.write('src/add.mjs', 'process.exit(0);\nexport const add = 1, mark = 1;\n');
  await refused('an early end', check, /did not run now: .*test\/add\.test\.mjs > two/);
  own.write('src/add.mjs', 'export const add = (a, b) => a + b;\nexport const mark = undefined;\n');
  const { passed, tests } = await check.judge();
  assert.deepEqual([passed, tests], [true, 3]);
});

test('tests inside files of the work do not count, which is said at the seal', async () => {
  const own = project({ ...FILES, 'src/own.test.mjs': TRIVIAL });
  const check = await own.check({ verify: 'node --test' });
  assert.match(check.description, /tests inside files of the work do not count: src\/own\.test\.mjs/);
  own.write('src/add.mjs', FIX);
  own.remove('src/own.test.mjs');
  const { passed, tests } = await check.judge();
  assert.deepEqual([passed, tests], [true, 2]);
});

const CARGO = {
  'Cargo.toml':
    '[package]\nname = "sums"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\n\n[dev-dependencies]\nnear = { path = "near" }\n',
  'near/Cargo.toml': '[package]\nname = "near"\nversion = "0.1.0"\nedition = "2021"\n',
  'near/src/lib.rs': 'pub fn near(a: i32, b: i32) -> bool {\n    a == b\n}\n',
  'src/lib.rs':
    'pub fn add(a: i32, b: i32) -> i32 {\n    a - b\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn own() {}\n}\n',
  'tests/add.rs':
    'use near::near;\n\n#[test]\nfn two() {\n    assert!(near(sums::add(1, 2), 3));\n}\n\n#[test]\n#[ignore]\nfn never() {\n    panic!();\n}\n',
  '.gitignore': 'target\n',
};
const withCargo = { skip: spawnSync('cargo', ['--version']).status !== 0 && 'no cargo here' };

test('cargo: sealed tests are counted by name, those of the source are not', withCargo, async () => {
  const own = project(CARGO);
  const check = await own.check({ verify: 'cargo test --offline' });
  assert.match(check.description, /tests inside files of the work do not count: src\/lib\.rs/);
  const fix = 'pub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n';
  own.write('tests/add.rs', '#[test]\nfn two() {}\n');
  own.write('build.rs', 'fn main() {\n    std::fs::write("tests/add.rs", "").unwrap();\n}\n');
  own.write('.cargo/config.toml', "[target.'cfg(all())']\nrunner = 'true'\n");
  own.write('Cargo.toml', CARGO['Cargo.toml'].replace('edition', 'autotests = false\nedition'));
  await refused('edited tests, a program that builds, and a runner', check, /`cargo test --offline` fails/);
  own.write('src/lib.rs', fix.replace('{\n', '{\n    if a == 1 { std::process::exit(0) }\n'));
  await refused('an early end', check, /did not run now: tests\/add\.rs > two$/m);
  own.write('src/lib.rs', `/// \`\`\`\n/// assert_eq!(sums::add(1, 1), 2);\n/// \`\`\`\n${fix}`);
  const { passed, tests, issues } = await check.judge();
  assert.deepEqual([passed, tests], [true, 1], issues.join());

  own.write('plus/Cargo.toml', '[package]\nname = "plus"\nversion = "0.1.0"\nedition = "2021"\n');
  own.write('plus/src/lib.rs', fix);
  own.write(
    'Cargo.toml',
    CARGO['Cargo.toml'].replace('[dependencies]', '[dependencies]\nplus = { path = "plus" }\nnear = { path = "plus" }'),
  );
  own.write('src/lib.rs', 'pub use plus::add;\n');
  const added = await check.judge();
  assert.deepEqual(added.issues, []);
});

test('of a runner that is not known, the seal and the clean copy count, which is said', async () => {
  const shell = { 'sums.sh': 'add() { echo $(($1 - $2)); }\n' };
  for (const [runner, verify, checks] of [
    ['make', 'make --silent', { Makefile: 'check:\n\t. ./src/sums.sh && test "$$(add 1 2)" = 3\n' }],
    [
      'a shell script',
      'sh checks/all.sh',
      { 'checks/all.sh': '. ./src/sums.sh\ntest "$(add 1 2)" = 3 || { echo "1 + 2 is $(add 1 2)"; exit 1; }\n' },
    ],
  ]) {
    if (runner === 'make' && spawnSync('make', ['--version']).error !== undefined) continue;
    const [path] = Object.keys(checks);
    const own = project({ ...checks, 'src/sums.sh': shell['sums.sh'] });
    const check = await own.check({ verify });
    own.write(path, 'check:\n\ttrue\n');
    await refused(`${runner}, edited`, check, /fails in a clean copy/);
    own.write('src/sums.sh', 'add() { echo $(($1 + $2)); }\n');
    const { passed, missing, notes } = await check.judge();
    assert.equal(passed, true, runner);
    assert.match(missing.join(), /the runner is not known, so its tests were not counted/);
    assert.match(notes.join(), new RegExp(`changes to them were not used: ${path}`));
    const strict = await (await own.check({ verify, strict: true })).judge();
    assert.equal(strict.passed, false, `${runner}, strictly`);
  }
});

test('dependencies are those of the seal, or what the command makes', async () => {
  const uses = "import { plus } from 'plus';\nexport const add = plus;\n";
  const files = { ...FILES, 'package.json': FILES['package.json'].replace('"type"', '"dependencies": { "plus": "1" }, "type"') };
  const plus = (own, text) => {
    own.write(
      'node_modules/plus/package.json',
      '{ "name": "plus", "version": "1.0.0", "type": "module", "exports": "./index.mjs" }',
    );
    own.write('node_modules/plus/index.mjs', text);
  };
  const [right, wrong] = ['export const plus = (a, b) => a + b;\n', 'export const plus = (a, b) => (a === 1 ? 3 : 0);\n'];
  const own = project({ ...files, 'src/add.mjs': uses });
  plus(own, 'export const plus = (a, b) => a - b;\n');
  const check = await own.check();
  plus(own, right);
  await refused('a dependency that the agent edits', check, FAILS);

  const sealed = await own.check();
  plus(own, wrong);
  assert.equal((await sealed.judge()).passed, true, 'as it was when sealed');

  const prepare = `mkdir -p node_modules/plus && cp vendored/* node_modules/plus/`;
  const vendored = {
    'vendored/package.json': '{ "name": "plus", "type": "module", "exports": "./index.mjs" }',
    'vendored/index.mjs': right,
  };
  const made = project({ ...files, ...vendored, 'src/add.mjs': uses });
  plus(made, wrong);
  assert.equal((await (await made.check({ prepare })).judge()).passed, true, 'as the command makes it');
  await refused(
    'a command that fails',
    made.check({ prepare: 'echo no such package; exit 3' }),
    /`echo no such .* \(exit code 3\):\nno such package/,
  );
  await refused(
    'no command, and a commit of before',
    made.check({ base: 'HEAD', verify: 'test -e node_modules || exit 1', prepare: 'true' }),
    /exit code 1/,
  );
});

test('names that the agent adds to a manifest are merged, and nothing else of it', async () => {
  const manifest = (more) =>
    JSON.stringify({ type: 'module', scripts: { test: 'node --test' }, dependencies: { old: '1.0.0' }, ...more });
  const prepare = 'node link.mjs';
  const link = `import { cpSync, readFileSync, mkdirSync } from 'node:fs';
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
for (const [name, from] of Object.entries(dependencies)) if (from.startsWith('file:')) cpSync(from.slice(5), 'node_modules/' + name, { recursive: true });
`;
  const own = project({ ...FILES, 'package.json': manifest({}), 'link.mjs': link });
  const check = await own.check({ prepare, verify: 'npm test' });
  own.write('src/add.mjs', "import { plus } from 'plus';\nexport const add = plus;\n");
  own.write('vendor/plus/package.json', '{ "name": "plus", "type": "module", "exports": "./index.mjs" }');
  own.write('vendor/plus/index.mjs', 'export const plus = (a, b) => a + b;\n');
  own.write('package.json', manifest({ dependencies: { old: '1.0.0', plus: 'file:vendor/plus' } }));
  assert.deepEqual((await check.judge()).issues, []);
  own.write(
    'package.json',
    manifest({ scripts: { test: 'true' }, dependencies: { old: 'file:vendor/plus', plus: 'file:vendor/plus' } }),
  );
  assert.equal((await check.judge()).passed, true, 'scripts and old versions stay');
  own.write(
    'vendor/plus/package.json',
    '{ "name": "plus", "type": "module", "exports": "./index.mjs", "bin": { "node": "x.sh" } }',
  );
  await refused('a dependency with programs', check, /Cannot find package 'plus'/);
  own.write('package.json', manifest({ dependencies: { old: '1.0.0', plus: 'file:test' } }));
  await refused('a folder that is sealed', check, /Cannot find package 'plus'/);
});

test('a run has a home, a folder of temporary files and an environment of its own', async () => {
  process.env.REFLECT_TEST_SECRET = 'secret';
  const shows =
    'node -e "console.log(JSON.stringify([process.env, process.cwd(), require(\'node:os\').tmpdir()])); process.exit(1)"';
  const own = project();
  const seen = async (options) => {
    const { issues } = await (await own.check({ verify: shows, ...options })).judge();
    return JSON.parse(issues[0].split('\n')[1].replace(/^…/, ''));
  };
  const [env, folder, temporary] = await seen();
  assert.notEqual(env.HOME, process.env.HOME);
  assert.ok(env.TMPDIR === temporary && temporary !== tmpdir());
  assert.deepEqual([env.REFLECT_TEST_SECRET, env.OPENAI_API_KEY], [undefined, undefined]);
  assert.equal(folder, own.root, 'its own paths are told as those of the workspace');
  const [named] = await seen({ env: ['REFLECT_TEST_SECRET'] });
  assert.equal(named.REFLECT_TEST_SECRET, 'secret');
});

test('options of Node from your environment hold beside those of the judge', async () => {
  const before = process.env.NODE_OPTIONS;
  process.env.NODE_OPTIONS = '--max-http-header-size=9000';
  try {
    const own = project();
    own.write('src/add.mjs', FIX);
    const verify = `${VERIFY} && node -e "process.exit(require('node:http').maxHeaderSize === 9000 ? 0 : 1)"`;
    const { passed, tests } = await (await own.check({ verify, env: ['NODE_OPTIONS'] })).judge();
    assert.deepEqual([passed, tests], [true, 2]);
  } finally {
    if (before === undefined) delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = before;
  }
});

test('a run has no network but loopback, where the system can part it, and no other processes', async (context) => {
  const server = createServer((_, response) => response.end('seen')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const url = `http://127.0.0.1:${server.address().port}`;
  const asks = `node -e "fetch('${url}').then(() => process.exit(0), () => process.exit(1))"`;
  const own = project();
  const { passed, isolation } = await (await own.check({ verify: asks })).judge();
  const open = await (await own.check({ verify: asks, allow: ['network'] })).judge();
  assert.equal(open.passed, true, 'allowed');
  assert.equal(open.isolation.network, false);
  if (!isolation.network) return context.skip('this system parts no network');
  assert.equal(passed, false);
  const inner =
    "require('node:http').createServer((q, r) => r.end()).listen(0, '127.0.0.1', function () { fetch('http://127.0.0.1:' + this.address().port).then(() => process.exit(0), () => process.exit(1)); })";
  assert.equal((await (await own.check({ verify: `node -e "${inner}"` })).judge()).passed, true, 'loopback');
  if (!isolation.processes) return context.skip('this system parts no processes');
  assert.equal((await (await own.check({ verify: `! kill -0 ${process.pid}` })).judge()).passed, true);
});

test('a command that hangs is refused, and ends with all that it began', async () => {
  const own = project();
  const began = join(own.top, 'began');
  const check = own.check({ verify: `(sleep 2; touch ${began}) & sleep 60`, seconds: 1 });
  await refused('hanging', check, /had not ended after 1 seconds, and was stopped/);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  assert.equal(existsSync(began), false);
});

test('files that the work changes while it is judged, and sealed files that a test run changes, are refused', async () => {
  const own = project();
  own.write('src/add.mjs', FIX);
  const now = own.check({ verify: `${VERIFY} && printf '${BUG.trim()}' > ${join(own.root, 'src/add.mjs')}` });
  await refused('the workspace', now, /files of the work changed while they were judged/);
  own.write(
    'src/add.mjs',
    `import { writeFileSync } from 'node:fs';\nwriteFileSync('tools/near.mjs', 'export const near = 1;');\n${FIX}`,
  );
  await refused('the copy', own.check(), /sealed files were changed while the tests ran: tools\/near\.mjs|fails/);
});

test('copies of a process that was killed are removed at the next start, and only those', async () => {
  const [own, temporary] = [project(), ownTemporary()];
  const program = `import { sealedCheck } from 'reflect-engine/workspace';
const check = await sealedCheck({ project: ${JSON.stringify(own.root)}, work: ['src/**'], verify: 'echo begun >&2; sleep 5' });
await check.judge();`;
  const begin = () => {
    const options = {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: temporary },
      stdio: ['pipe', 'inherit', 'inherit'],
    };
    const child = spawn(process.execPath, ['--input-type=module'], options);
    child.stdin.end(program);
    return child;
  };
  const copies = () => readdirSync(temporary).filter((name) => name.startsWith('reflect-judged-'));
  const isThere = async (pid) => {
    while (
      !copies().some(
        (name) => name.includes(`-${pid}-`) && readdirSync(join(temporary, name)).some((inner) => inner.startsWith('copy-')),
      )
    )
      await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const [killed, alive] = [begin(), begin()];
  await Promise.all([isThere(killed.pid), isThere(alive.pid)]);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  assert.ok(copies().some((name) => name.includes(`-${killed.pid}-`)));
  const next = begin();
  await isThere(next.pid);
  assert.equal(copies().filter((name) => name.includes(`-${killed.pid}-`)).length, 0);
  assert.ok(copies().some((name) => name.includes(`-${alive.pid}-`)));
  await Promise.all([once(alive, 'exit'), once(next, 'exit')]);
  assert.deepEqual(copies(), []);
});

test('where a file above the copy would configure tools, another place is taken', async () => {
  const [own, temporary] = [project(), ownTemporary()];
  mkdirSync(join(temporary, '.cargo'));
  writeFileSync(join(temporary, '.cargo/config.toml'), '');
  own.write('src/add.mjs', FIX);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = temporary;
  try {
    const { issues } = await (await own.check({ verify: 'test ! -e ../../../.cargo || { pwd; exit 1; }' })).judge();
    assert.deepEqual(issues, []);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
});

test('options that no check could have are refused by name', async () => {
  const { root, check } = project();
  for (const [options, pattern] of [
    [{ work: undefined }, /`work` or `seal` must have a glob/],
    [{ work: [] }, /`work` or `seal` must have a glob/],
    [{ work: 'src/**' }, /`work` must be an? (object|list)/],
    [{ work: ['/src/**'] }, /`work` has the glob "\/src\/\*\*", which must be a path within the project/],
    [{ work: ['../src/**'] }, /a path within the project/],
    [{ work: ['!src/**'] }, /no glob excludes/],
    [{ work: ['src\\**'] }, /must be parted by `\/`/],
    [{ work: [''] }, /`work` must have globs/],
    [{ verify: ' ' }, /`verify` must be a command/],
    [{ prepare: '' }, /`prepare` must be a command/],
    [{ allow: ['files'] }, /`allow` must have 'network' alone, got "files"/],
    [{ env: ['A=1'] }, /`env` must have names of variables, got "A=1"/],
    [{ seconds: 0 }, /`seconds` must be a number above 0, got 0/],
    [{ base: 'nobody' }, /`base` must be a commit/],
    [{ project: join(root, 'none') }, /`project` must be a folder/],
    [{ worck: ['src/**'] }, /`worck` is not an option of sealedCheck/],
  ])
    await assert.rejects(check(options), pattern, JSON.stringify(options));
  await assert.rejects(sealedCheck(), /the options of sealedCheck must be an object/);
});

test('globs', async () => {
  const own = project(FILES, { isGit: false });
  for (const [glob, matching, others] of [
    ['src/**', ['src/a.js', 'src/a/b.js', 'SRC/a.js'], ['src', 'xsrc/a.js', 'a/src/b.js']],
    ['src', ['src'], ['src/a.js']],
    ['src/', ['src/a.js', 'src/a/b.js'], ['src']],
    ['./src/*.js', ['src/a.js'], ['src/a/b.js', 'src/a.jsx', 'src/axjs']],
    ['**/*.py', ['a.py', 'a/b/c.py'], ['a.pyc']],
    ['src/**/x.js', ['src/x.js', 'src/a/b/x.js'], ['src/ax.js']],
    ['a?.{js,ts}', ['ab.js', 'ab.ts'], ['a.js', 'abc.js', 'ab.tsx']],
    ['[a-c]x', ['bx'], ['dx']],
    ['[!a]x', ['bx'], ['ax']],
    ['app(1)/[+].js', ['app(1)/+.js'], ['app1/+.js']],
  ]) {
    const { seal } = await own.check({ work: [glob] });
    for (const path of matching) assert.equal(seal.isWork(path), true, `${glob} ${path}`);
    for (const path of others) assert.equal(seal.isWork(path), false, `${glob} ${path}`);
  }
});
