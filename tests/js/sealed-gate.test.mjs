// `reflect-engine gate` with a seal: its hooks as Claude Code runs them, from the beginning of a session to the end of a turn.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ended, folder, jsonLines } from './cli/shell.mjs';
import { BUG, FAILS, FILES, FIX, project, VERIFY } from './workspace/project.mjs';

const shell = folder();
const TRIVIAL = "import test from 'node:test';\nfor (const name of ['two', 'none']) test(name, () => {});\n";
const FLAGS = ['--work', 'src/**', '--verify', VERIFY];

let sessions = 0;
/** A session of an agent in a project: what the gate answers to each of its hooks. */
function session(own, flags = FLAGS) {
  const [home, id] = [join(own.top, 'home'), `session-${(sessions += 1)}`];
  const transcript = join(own.top, `${id}.jsonl`);
  let active = false;
  const tell = async (event, more = {}) => {
    const hook = { session_id: id, transcript_path: transcript, cwd: own.root, hook_event_name: event, ...more };
    const env = { ...process.env, CLAUDE_CONFIG_DIR: home, CLAUDE_PROJECT_DIR: own.root };
    const child = spawn(process.execPath, [shell.bin, 'gate', ...flags], { cwd: own.root, env });
    const { code, out, err } = await ended(child, JSON.stringify(hook));
    return { code, err, ...(out === '' ? {} : JSON.parse(out)) };
  };
  /** Its user writes, and the agent wants to stop. */
  const says = (content) => {
    active = false;
    const user = { type: 'user', message: { role: 'user', content } };
    const answer = { type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] } };
    writeFileSync(transcript, jsonLines([user, answer]));
  };
  return {
    begins: (source = 'startup') => tell('SessionStart', { source }),
    says,
    async prompts(content) {
      says(content);
      return tell('UserPromptSubmit', { prompt: content });
    },
    async stops() {
      const answer = await tell('Stop', { stop_hook_active: active });
      active = answer.decision === 'block';
      return answer;
    },
  };
}

test('the first hook of a session seals: what the agent commits later is not HEAD', async () => {
  const own = project();
  const agent = session(own);
  const before = own.hash();
  const { systemMessage, code } = await agent.begins();
  assert.match(systemMessage, /sealed: the commit [0-9a-f]{12}, 4 files; the agent may change 1/);
  assert.deepEqual([code, own.hash()], [0, before]);
  assert.deepEqual(await agent.prompts('Mend add.'), { code: 0, err: '' }, 'it is sealed once');

  own.write('test/add.test.mjs', TRIVIAL);
  own.git('commit', '--quiet', '--all', '--message=Mend');
  const first = await agent.stops();
  assert.equal(first.decision, 'block', first.err);
  assert.match(first.reason, /`node --test` fails in a clean copy of the workspace \(exit code 1\)/);
  assert.match(first.reason, /these files are sealed; your changes to them were not used: test\/add\.test\.mjs/);

  await agent.begins('resume');
  await agent.prompts('Go on.');
  assert.equal((await agent.stops()).decision, 'block', 'nor is a later turn sealed with what the agent did before');
  own.write('src/add.mjs', FIX);
  const last = await agent.stops();
  assert.match(last.systemMessage, /accepted by the verifier\nthese files are sealed; .* not used: test\/add\.test\.mjs/);
});

test('what the user had not committed is sealed as it is, by a copy', async () => {
  const own = project({ ...FILES, 'test/add.test.mjs': TRIVIAL });
  own.write('test/add.test.mjs', FILES['test/add.test.mjs']);
  own.write('test/new.test.mjs', "import test from 'node:test';\ntest('new', () => {});\n");
  const agent = session(own);
  const { systemMessage } = await agent.begins();
  assert.match(
    systemMessage,
    /sealed: a copy of the files, 5 files.*\na copy was taken, since sealed files differ .*: test\/add\.test\.mjs, test\/new/,
  );
  own.git('checkout', '--quiet', '--', 'test');
  own.remove('test/new.test.mjs');
  await agent.prompts('Mend add.');
  assert.match((await agent.stops()).reason, FAILS);
  own.write('src/add.mjs', FIX);
  assert.match(
    (await agent.stops()).systemMessage,
    /accepted by the verifier\n.*not used: test\/add\.test\.mjs, test\/new\.test\.mjs/,
  );
});

test('the first prompt seals where no hook began the session, without a repository, too', async () => {
  const own = project(FILES, { isGit: false });
  const agent = session(own, ['--work', 'src/**', '--verify', 'npm test']);
  assert.match((await agent.prompts('Mend add.')).systemMessage, /sealed: a copy of the files, 4 files/);
  own.write('package.json', '{ "scripts": { "test": "true" } }');
  assert.equal((await agent.stops()).decision, 'block');
  own.write('src/add.mjs', FIX);
  assert.match((await agent.stops()).systemMessage, /accepted by the verifier/);
});

test('dependencies are kept as they were when the session began', async () => {
  const manifest = FILES['package.json'].replace('"type"', '"dependencies": { "plus": "1" }, "type"');
  const own = project({ ...FILES, 'package.json': manifest, 'src/add.mjs': "export { plus as add } from 'plus';\n" });
  own.write('node_modules/plus/package.json', '{ "name": "plus", "type": "module", "exports": "./index.mjs" }');
  own.write('node_modules/plus/index.mjs', 'export const plus = (a, b) => a - b;\n');
  const agent = session(own);
  await agent.begins();
  own.write('node_modules/plus/index.mjs', 'export const plus = (a, b) => a + b;\n');
  await agent.prompts('Mend add.');
  assert.equal((await agent.stops()).decision, 'block');
  own.write('src/add.mjs', "import { plus } from 'plus';\nexport const add = (a, b) => plus(a, -b);\n");
  assert.match((await agent.stops()).systemMessage, /accepted by the verifier$/);
});

test('a session that was not sealed is judged by the seal before, by the commit that is named, or the last, and is told', async () => {
  const own = project();
  const base = own.git('rev-parse', 'HEAD');
  const unsealed = async (more = []) => {
    const agent = session(own, [...FLAGS, ...more]);
    agent.says('Mend add.');
    const { systemMessage, reason, err } = await agent.stops();
    return systemMessage ?? reason ?? err;
  };
  own.write('src/add.mjs', FIX);
  const nothing = /accepted by the verifier\nnothing was sealed when the session began: the last commit counts as yours/;
  assert.match(await unsealed(), nothing);
  await session(own).begins();
  own.write('src/add.mjs', BUG);
  own.write('test/add.test.mjs', TRIVIAL);
  own.git('commit', '--quiet', '--all', '--message=Mend');
  assert.match(await unsealed(), FAILS);
  assert.match(await unsealed(['--base', base]), FAILS);
  assert.match(await unsealed(['--base', 'HEAD']), /accepted by the verifier$/);
  assert.match(await unsealed(['--base', 'nobody']), /`base` must be a commit of .*, got "nobody"/);
  own.write('src/add.mjs', FIX);
  assert.match(
    await unsealed(),
    /accepted by the verifier\nthis session was not sealed when it began: the seal is that of the one before/,
  );
});

test('`--install` writes the hooks that a seal needs, with all its flags, and takes them away again', async () => {
  const own = project();
  const home = mkdtempSync(join(tmpdir(), 'reflect-home-'));
  after(() => rmSync(home, { recursive: true, force: true }));
  const env = { CLAUDE_CONFIG_DIR: home };
  const install = (...flags) => shell.run(['gate', '--install', '--project', own.root, ...flags], env);
  const settings = () => JSON.parse(readFileSync(join(home, 'settings.json'), 'utf8')).hooks;
  const other = { matcher: 'startup', hooks: [{ type: 'command', command: 'say hello' }] };
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ hooks: { SessionStart: [other] } }));
  const made = await install(...FLAGS, '--work', "it's/**", '--env', 'LANGUAGE', '--strict', '--prepare', 'true');
  assert.equal(made.code, 0, made.err);
  const isUnmatched = /`--work it's\/\*\*` matches no file that is there/;
  assert.match(made.err, isUnmatched);
  const hooks = settings();
  const commands = ['SessionStart', 'UserPromptSubmit', 'Stop'].map((event) => hooks[event].at(-1).hooks[0]);
  assert.equal(new Set(commands.map(({ command }) => command)).size, 1);
  assert.deepEqual([hooks.SessionStart[0], commands[0].timeout], [other, 600]);
  const [{ command }] = commands;
  for (const words of [`--work 'src/**' --work 'it'\\''s/**'`, `--env 'LANGUAGE'`, '--strict', `--prepare 'true'`])
    assert.ok(command.includes(words), command);

  // The agent plants a program where npx looks.
  own.write('node_modules/.bin/reflect-engine', '#!/bin/sh\necho planted\n', 0o755);
  const transcript = join(own.top, 'installed.jsonl');
  const text = (type) => ({ type, message: { role: type, content: [{ type: 'text', text: 'Done.' }] } });
  writeFileSync(transcript, jsonLines([text('user'), text('assistant')]));
  const hook = (event) => {
    const child = spawn(command, { shell: true, cwd: own.root, env: { ...process.env, ...env, CLAUDE_PROJECT_DIR: own.root } });
    return ended(child, JSON.stringify({ session_id: 'installed', transcript_path: transcript, hook_event_name: event }));
  };
  const { systemMessage } = JSON.parse((await hook('SessionStart')).out);
  assert.match(systemMessage, /sealed: the commit/);
  assert.match(systemMessage, isUnmatched);
  assert.equal((await hook('UserPromptSubmit')).out, '', 'it is said once');
  own.write('test/add.test.mjs', TRIVIAL);
  own.git('commit', '--quiet', '--all', '--message=Mend');
  assert.match((await hook('Stop')).out, /"decision":"block".*node --test` fails/);
  own.write('src/add.mjs', FIX);
  assert.match((await hook('Stop')).out, /accepted by the verifier/);

  const open = await install('--verify', 'no-such-program --all');
  assert.match(open.err, /`--verify`: there is no program `no-such-program` here\nwithout `--work GLOB`, .* it may also change/);
  assert.deepEqual(settings().SessionStart, [other]);
  assert.deepEqual([settings().UserPromptSubmit, settings().Stop.length], [[], 1]);
  own.write('check.sh', '#!/bin/sh\n', 0o755);
  const sound = await install(
    '--verify',
    'cd . && npm test',
    '--before',
    './check.sh',
    '--prepare',
    'A=1 no-name',
    '--work',
    'src/**',
  );
  assert.match(sound.err, /^agents in .* are judged before they stop, from their next session on\n$/);
});

test('retries are capped, and a command that hangs sends the agent back, with a seal or without', async () => {
  for (const flags of [
    ['--work', 'src/**', '--verify', 'sleep 60'],
    ['--verify', 'sleep 60'],
  ]) {
    const own = project();
    const agent = session(own, [...flags, '--verify-seconds', '1', '--max-reflections', '1']);
    await agent.prompts('Mend add.');
    assert.match((await agent.stops()).reason, /`sleep 60` had not ended after 1 seconds/);
    assert.match((await agent.stops()).systemMessage, /nobody accepted this \(max_reflections/);
  }
});

test('flags that no seal could have are refused by name', async () => {
  const refuses = async (...flags) => {
    const { code, err } = await shell.run(['gate', ...flags], {}, '{}');
    return `${code} ${err}`;
  };
  const verify = ['--verify', 'true'];
  assert.match(await refuses('--work', 'src/**', '--model', 'm'), /^1 error: `--work` and `--seal` need `--verify COMMAND`/);
  assert.match(await refuses(...verify, '--prepare', 'true'), /^1 error: `--prepare` needs `--work GLOB`/);
  assert.match(await refuses(...verify, '--strict'), /^1 error: `--strict` needs `--work GLOB`/);
  assert.match(await refuses(...verify, '--work', '../src'), /^1 error: `work` has the glob "\.\.\/src"/);
  assert.match(
    await refuses(...verify, '--work', 'src', '--allow', 'all'),
    /^1 error: `allow` must have 'network' alone, got "all"/,
  );
  assert.match(
    await refuses(...verify, '--work', 'src', '--verify-seconds', '0'),
    /^1 error: `--verify-seconds` must be above 0/,
  );
});
