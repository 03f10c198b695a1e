// A certificate is done again elsewhere: the same verdict, tree, seal and counts, or a refusal.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  certify,
  RefusedCertificate,
  readCertificate,
  repeatCertificate,
  signCertificate,
  writeCertificate,
} from 'reflect-engine/workspace';
import { parse } from 'yaml';
import { isWhole } from '../support.mjs';
import { luck } from './history.mjs';
import { BUG, FILES, FIX, project, VERIFY } from './project.mjs';

const PROGRAM = fileURLToPath(new URL('../../node_modules/reflect-engine/dist/cli/index.js', import.meta.url));
const pem = ({ publicKey, privateKey }) => ({
  publicKey: publicKey.export({ type: 'spki', format: 'pem' }),
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
});
const [keys, others] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')].map(pem);

/** A branch with honest work, the certificate that the gate wrote of it, and an empty folder. */
function certified(files = FILES, more = [], verify = VERIFY) {
  const one = project(files);
  const [empty, file, transcript] = ['elsewhere', 'certificate.json', 'session.jsonl'].map((name) => join(one.top, name));
  mkdirSync(empty);
  one.git('switch', '--quiet', '--create=work');
  one.write('src/add.mjs', FIX);
  const say = (role, content) => `${JSON.stringify({ type: role, message: { role, content } })}\n`;
  writeFileSync(transcript, say('user', 'Mend add.') + say('assistant', [{ type: 'text', text: 'Mended.' }]));
  const hook = { session_id: 'one', transcript_path: transcript, cwd: one.root, hook_event_name: 'Stop' };
  const flags = ['--verify', verify, '--work', 'src/**', '--base', 'main', '--certificate', file, ...more];
  const env = { ...process.env, CLAUDE_CONFIG_DIR: join(one.top, 'claude') };
  const gate = spawnSync(process.execPath, [PROGRAM, 'gate', ...flags], {
    cwd: one.root,
    env,
    input: JSON.stringify(hook),
    encoding: 'utf8',
  });
  assert.match(gate.stdout, /accepted by the verifier/, gate.stdout + gate.stderr);
  one.git('commit', '--quiet', '--all', '--message=mend');
  const run = (...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, 'certificate', ...args], {
      cwd: empty,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  return {
    ...one,
    file,
    run,
    text: readFileSync(file, 'utf8'),
    place: (name, text) => (writeFileSync(join(one.top, name), text), join(one.top, name)),
  };
}

const shared = certified();

test('the gate writes what was judged, and its trace', () => {
  const { text, git } = shared;
  const { format, verdict, commit, command, tests, twins, missing, trace, versions } = JSON.parse(text);
  assert.deepEqual(
    { format, verdict, commit, tests, twins, missing },
    {
      format: 'reflect-engine/certificate',
      verdict: 'accepted',
      commit: git('rev-parse', 'main'),
      tests: 2,
      twins: { moved: 2, uncovered: 0, hidden: 0 },
      missing: [],
    },
  );
  assert.deepEqual(command, { verify: VERIFY, project: '', work: ['src/**'], seal: [], allow: [], env: [] });
  assert.equal(trace.format, 'reflect-engine/trace');
  assert.match(versions['reflect-engine'], /^\d+\.\d+\.\d+/);
});

test('it is done again from an empty folder, against the merge base, and signed there', () => {
  const { file, root, run, place } = shared;
  const signed = `${file}.signed`;
  const [secret, known, other] = [
    place('secret.pem', keys.privateKey),
    place('known.pem', keys.publicKey),
    place('other.pem', others.publicKey),
  ];
  const first = run(
    '--repo',
    root,
    '--base',
    'main',
    '--verify',
    VERIFY,
    '--work',
    'src/**',
    '--key',
    secret,
    '--out',
    signed,
    file,
  );
  assert.equal(first.status, 0, first.stdout + first.stderr);
  assert.match(first.stdout, /^accepted: 2 tests pass, 2 of them fail when they must/);
  const second = run('--repo', root, '--base', 'main', '--key', known, signed);
  assert.deepEqual([second.status, second.stderr], [0, ''], second.stdout);
  assert.match(run('--repo', root, '--key', other, signed).stdout, /signed by another key/);
  assert.match(run('--repo', root, '--key', known, file).stdout, /it is not signed/);
  assert.match(run('--repo', root, '--verify', 'true', file).stdout, /`verify` is "node --test", and `--verify` says "true"/);
});

test('where CI says the command, what it does not say must not be there', () => {
  const { text, root, run, place } = shared;
  const said = ['--verify', VERIFY, '--work', 'src/**'];
  for (const [name, edit] of [
    ['prepare', (command) => (command.prepare = 'sh src/own.sh')],
    ['project', (command) => (command.project = 'tools')],
    ['allow', (command) => (command.allow = ['network'])],
    ['env', (command) => (command.env = ['TOKEN'])],
    ['seal', (command) => (command.seal = ['test/**'])],
  ]) {
    const one = JSON.parse(text);
    edit(one.command);
    const { status, stdout } = run('--repo', root, ...said, place('edited.json', writeCertificate(one)));
    assert.deepEqual([status, stdout.startsWith(`refused: \`${name}\` is `)], [1, true], stdout);
  }
});

const BYTES = isWhole ? 10_000 : 2_000;

test(`${BYTES} edits of one byte of a signed certificate are refused without a run`, () => {
  const text = writeCertificate(signCertificate(readCertificate(shared.text), keys.privateKey));
  assert.equal(readCertificate(text, keys.publicKey).verdict, 'accepted');
  const bytes = Buffer.from(text);
  let seed = 52;
  const next = (limit) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * limit);
  };
  for (let edit = 0; edit < BYTES; edit += 1) {
    const at = next(bytes.length);
    const edited = Buffer.from(bytes);
    edited[at] ^= 1 + next(255);
    assert.throws(() => readCertificate(edited, keys.publicKey), undefined, `byte ${at}`);
    assert.throws(() => readCertificate(edited), undefined, `byte ${at}, without a key`);
  }
  for (const cut of [bytes.subarray(1), bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.from('\n')])])
    assert.throws(() => readCertificate(cut));
});

const EDITS = Number(process.env.EDITS ?? 13);

test(`${EDITS} edits of tree, seal, command, counts or verdict of an unsigned certificate are refused by a run`, async (context) => {
  const { text, root } = shared;
  const random = luck(52);
  const hex = (was) => {
    const at = random.below(was.length);
    return was.slice(0, at) + ((Number.parseInt(was[at], 16) + 1 + random.below(15)) % 16).toString(16) + was.slice(at + 1);
  };
  // One that runs the same tests all the same has the same counts: that is for `--verify` to say.
  const commands = ['true', 'node --test --test-name-pattern=two', 'node --test src/', 'npm run none', 'test -e src'];
  const globs = ['**', 'test/**', 'src/*.js', 'tools/**', '*'];
  const edits = [
    ['commit', (one) => (one.commit = hex(one.commit))],
    ['seal', (one) => (one.seal = hex(one.seal))],
    ['work', (one) => (one.work = hex(one.work))],
    ['command.verify', ({ command }) => (command.verify = random.pick(commands))],
    ['command.work', ({ command }) => (command.work = [random.pick(globs)])],
    ['command.seal', ({ command }) => (command.seal = [random.pick(['src/**', 'src/add.mjs'])])],
    ['command.project', ({ command }) => (command.project = random.pick(['../..', 'tools', 'src', 'none']))],
    ['command.prepare', ({ command }) => (command.prepare = random.pick(['false', 'rm -r test', 'echo > test/more.test.mjs']))],
    ['tests', (one) => (one.tests += 1 + random.below(9))],
    ['twins', ({ twins }) => (twins[random.pick(['moved', 'uncovered', 'hidden'])] += 1 + random.below(9))],
    ['missing', (one) => one.missing.push('twins of the tests')],
    ['verdict', (one) => (one.verdict = 'refused')],
    ['hidden', (one) => (one.hidden = hex('0'.repeat(64)))],
  ];
  const made = {};
  for (let at = 0; at < EDITS; at += 1) {
    const [name, edit] = edits[at % edits.length];
    const one = JSON.parse(text);
    edit(one);
    assert.notEqual(writeCertificate(one), text);
    const given = readCertificate(writeCertificate(one));
    await assert.rejects(repeatCertificate(given, { repo: root }), RefusedCertificate, `${name}: ${JSON.stringify(one)}`);
    made[name] = (made[name] ?? 0) + 1;
  }
  context.diagnostic(JSON.stringify(made));
});

test('a bug that was put back after the verdict is another tree', () => {
  const { file, root, run, write, git } = shared;
  write('src/add.mjs', BUG);
  git('commit', '--quiet', '--all', '--message=back');
  const { status, stdout } = run('--repo', root, '--base', 'main', file);
  git('reset', '--quiet', '--hard', 'HEAD~1');
  assert.equal(status, 1);
  assert.match(stdout, /^refused: judged anew, `work` is/);
});

test('the recipe for GitHub Actions judges what is in a pull request', async () => {
  const page = readFileSync(new URL('../../../docs/certificate.md', import.meta.url), 'utf8');
  const { on, permissions, jobs } = parse(/```yaml\n([\s\S]*?)```/.exec(page)[1]);
  assert.deepEqual([on, permissions], ['pull_request', { contents: 'read' }]);
  const lock = '{ "name": "sums", "lockfileVersion": 3, "packages": { "": { "name": "sums" } } }\n';
  const one = certified({ ...FILES, 'package-lock.json': lock }, ['--prepare', 'npm ci --ignore-scripts'], 'npm test');
  one.git('switch', '--quiet', 'main');
  one.git('switch', '--quiet', '--create=pull');
  one.write('work.json', one.text);
  one.write('src/add.mjs', FIX);
  one.git('add', '--all');
  one.git('commit', '--quiet', '--message=mend');
  // What `npx` would fetch is the package under test; `npm ci` has nothing to fetch.
  const { version } = JSON.parse(readFileSync(join(dirname(PROGRAM), '../../package.json'), 'utf8'));
  const npx = `#!/bin/sh\n[ "$1 $2" = "--yes reflect-engine@${version}" ] || exit 64\nshift 2\nexec ${process.execPath} ${PROGRAM} "$@"\n`;
  const bin = join(one.top, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'npx'), npx, { mode: 0o755 });
  const pull = (branch) => {
    const place = mkdtempSync(join(one.top, 'runner-'));
    const printed = [];
    for (const { uses, with: given = {}, run, env = {}, 'working-directory': folder = '.' } of jobs.judged.steps) {
      if (uses?.startsWith('actions/checkout@')) {
        assert.deepEqual([given['fetch-depth'], given['persist-credentials']], [0, false]);
        one.git('clone', '--quiet', `--branch=${branch}`, one.root, join(place, given.path));
      } else if (run !== undefined) {
        const filled = Object.entries(env).map(([name, value]) => [name, value.replace(/\$\{\{ github.base_ref \}\}/, 'main')]);
        const own = { ...process.env, ...Object.fromEntries(filled), PATH: `${bin}:${process.env.PATH}` };
        const { status, stdout, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', run], {
          cwd: join(place, folder),
          env: own,
          encoding: 'utf8',
        });
        printed.push(stdout, stderr);
        if (status !== 0) return { status, printed: printed.join('') };
      } else assert.match(uses, /^actions\/setup-node@/);
    }
    return { status: 0, printed: printed.join('') };
  };
  const good = pull('pull');
  assert.equal(good.status, 0, good.printed);
  assert.match(good.printed, /^accepted: 2 tests pass/m);
  one.write('src/add.mjs', BUG);
  one.git('commit', '--quiet', '--all', '--message=back');
  assert.deepEqual(pull('pull').status, 1);
});

test('a certificate that is sealed elsewhere than at the merge base is refused', async () => {
  const one = project();
  one.git('switch', '--quiet', '--create=work');
  one.write('test/add.test.mjs', "import test from 'node:test';\nfor (const name of ['two', 'none']) test(name, () => {});\n");
  one.git('commit', '--quiet', '--all', '--message=tests');
  const check = await one.check({ seconds: 540 });
  const given = certify(check, await check.judge());
  assert.equal(given.verdict, 'accepted');
  await assert.rejects(
    repeatCertificate(given, { repo: one.root, base: 'main' }),
    /it is sealed at \w+, and the merge base with main is/,
  );
});

test('there is no certificate of a seal without a commit, and wrong use is named', async () => {
  const { check } = project(undefined, { isGit: false });
  const sealed = await check();
  const judgement = await sealed.judge();
  assert.throws(() => certify(sealed, judgement), /no certificate of a seal without a commit/);
  const { run, file, place } = shared;
  assert.match(run().stderr, /`certificate` needs FILE/);
  assert.match(run('--key', place('bad.pem', 'no key'), file).stderr, /key cannot be read as PEM/);
  assert.match(run('--out', 'x', file).stderr, /`--out` needs `--key FILE` with a private key/);
  assert.match(run(place('no.json', '{}')).stdout, /^refused: it is no certificate/);
});
