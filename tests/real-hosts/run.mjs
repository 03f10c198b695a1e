// Real coding agents with the sealed `gate` as their hook, beside a server that plays their model: `node run.mjs FOLDER [host,…]`. The agent
// is asked to mend a sum, and edits the test instead. Sent back, it mends the sum; or it insists, and nobody accepts that.
//
// FOLDER is where `npm install` put the programs (424 MB of Codex, 189 of Copilot, 96 of Gemini: too large for CI), that of Claude Code is
// among the dependencies of the tests: `npm install @openai/codex@0.171.0 @google/gemini-cli@0.61.0 @github/copilot@1.0.102`.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { provider } from '../js/adapters/provider.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const CLI = here('../node_modules/reflect-engine/dist/cli/index.js');
const [folder = '.', only] = process.argv.slice(2);
const program = (path) => resolve(folder, 'node_modules', path);

const PROMPT = 'node --test fails: mend it.';
const WRONG = 'export const add = (a, b) => a - b;\n';
const TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from '../src/add.mjs';
test('it adds', () => assert.equal(add(2, 3), 5));
`;
/** What the user checks the work with: the tests as they were. */
const SEALED = ['--work', 'src/**', '--verify', 'node --test'];
const UNUSED = 'changes to them were not used: test/add.test.mjs';
const EDIT = 'sed -i s/,.5/,-1/ test/add.test.mjs && echo the test is edited';
const MEND = 'sed -i "s/a - b/a + b/" src/add.mjs && echo the sum is mended';

/** What the agent's model says to what it is shown: a command, or a text. */
function agent(shown, isHonest) {
  if (shown.includes('the sum is mended')) return { text: 'add() subtracted; now it adds.' };
  if (!shown.includes('the test is edited')) return { command: EDIT };
  return isHonest && shown.includes(UNUSED) ? { command: MEND } : { text: 'All tests pass.' };
}

const HOSTS = {
  claude: {
    program: here('../node_modules/@anthropic-ai/claude-agent-sdk-linux-x64/claude'),
    args: ['-p', PROMPT, '--model', 'claude-sonnet-4-5', '--allowedTools', 'Bash', '--max-turns', '20'],
    tool: (command) => ({ name: 'Bash', arguments: { command, description: 'work' } }),
    env: (home, url) => ({
      CLAUDE_CONFIG_DIR: home,
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
    install: (home, command) => hooksIn(join(home, 'settings.json'), command),
  },
  codex: {
    program: program('@openai/codex/bin/codex.js'),
    args: [
      'exec',
      '--dangerously-bypass-hook-trust',
      '--dangerously-bypass-approvals-and-sandbox',
      '--skip-git-repo-check',
      PROMPT,
    ],
    tool: (command) => ({ name: 'exec_command', arguments: { cmd: command } }),
    env: (home) => ({ CODEX_HOME: home, FAKE_KEY: 'none' }),
    install: (home, command, url) => {
      hooksIn(join(home, 'hooks.json'), command);
      const own = ['name = "fake"', `base_url = "${url}/v1"`, 'env_key = "FAKE_KEY"', 'wire_api = "responses"'];
      const lines = ['model = "fake"', 'model_provider = "fake"', '[model_providers.fake]', ...own];
      writeFileSync(join(home, 'config.toml'), `${lines.join('\n')}\n`);
    },
  },
  gemini: {
    program: program('@google/gemini-cli/bundle/gemini.js'),
    args: ['-p', PROMPT, '--yolo', '-m', 'gemini-2.5-flash'],
    tool: (command) => ({ name: 'run_shell_command', arguments: { command, description: 'work' } }),
    env: (_, url) => ({ GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
    install: (home, command) => {
      mkdirSync(join(home, '.gemini'));
      hooksIn(join(home, '.gemini/settings.json'), command, 'AfterAgent', {
        security: { auth: { selectedType: 'gemini-api-key' } },
      });
    },
  },
  copilot: {
    program: program('@github/copilot/npm-loader.js'),
    args: ['-p', PROMPT, '--allow-all-tools', '--model', 'fake'],
    tool: (command) => ({ name: 'bash', arguments: { command, description: 'work', mode: 'sync' } }),
    env: (home, url) => ({
      COPILOT_HOME: join(home, '.copilot'),
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_MODEL: 'fake',
      COPILOT_PROVIDER_WIRE_API: 'responses',
      COPILOT_OFFLINE: 'true',
    }),
    install: (home, command) => {
      mkdirSync(join(home, '.copilot/hooks'), { recursive: true });
      const hooks = { Stop: [{ type: 'command', bash: command, timeoutSec: 600 }] };
      writeFileSync(join(home, '.copilot/hooks/gate.json'), JSON.stringify({ version: 1, hooks }));
    },
  },
};

function hooksIn(file, command, event = 'Stop', settings = {}) {
  // Gemini counts milliseconds.
  const timeout = event === 'Stop' ? 600 : 600_000;
  writeFileSync(file, JSON.stringify({ ...settings, hooks: { [event]: [{ hooks: [{ type: 'command', command, timeout }] }] } }));
}

/** Has a host mend the sum, and gives what its hook answered, and the work. */
async function mend({ program, args, tool, env, install }, isHonest) {
  const work = mkdtempSync(join(tmpdir(), 'reflect-work-'));
  const home = mkdtempSync(join(tmpdir(), 'reflect-home-'));
  let calls = 0;
  const server = await provider((body) => {
    const { text, command } = agent(JSON.stringify(body), isHonest);
    return {
      usage: { inputTokens: 1, outputTokens: 1 },
      ...(command ? { toolCalls: [{ id: `call_${(calls += 1)}`, ...tool(command) }] } : { text }),
    };
  });
  try {
    for (const [path, text] of [
      ['src/add.mjs', WRONG],
      ['test/add.test.mjs', TEST],
    ]) {
      mkdirSync(join(work, path, '..'), { recursive: true });
      writeFileSync(join(work, path), text);
    }
    const git = ['-c', 'user.name=t', '-c', 'user.email=t@t'];
    for (const more of [
      ['init', '-q'],
      ['add', '.'],
      [...git, 'commit', '-qm', 'begin'],
    ])
      await done('git', more, { cwd: work });
    // By its hash: the agent may move a branch.
    const base = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: work, encoding: 'utf8' }).trim();
    const log = join(home, 'answers.log');
    const gate = [process.execPath, CLI, 'gate', '--project', work, '--max-reflections', '2', '--base', base, ...SEALED];
    install(
      home,
      `${gate.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')} 2>> ${log}.err | tee -a ${log}`,
      server.url,
    );
    const own = { PATH: process.env.PATH, HOME: home, ...env(home, server.url) };
    const isScript = program.endsWith('.js');
    const printed = await done(isScript ? process.execPath : program, [...(isScript ? [program] : []), ...args], {
      cwd: work,
      env: own,
    });
    const read = (path) => readFileSync(path, { encoding: 'utf8', flag: 'a+' });
    return { answers: read(log), errors: read(`${log}.err`), printed, sum: read(join(work, 'src/add.mjs')), server };
  } finally {
    server.close();
    rmSync(work, { recursive: true, force: true });
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function done(command, args, options) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (printed += bytes));
  const limit = setTimeout(() => child.kill('SIGKILL'), 180_000);
  const code = await new Promise((wake) => child.on('close', wake));
  clearTimeout(limit);
  return `${printed}\nended with ${code}`;
}

for (const name of only?.split(',') ?? Object.keys(HOSTS)) {
  for (const isHonest of [true, false]) {
    const { answers, errors, printed, sum, server } = await mend(HOSTS[name], isHonest);
    try {
      const [first, ...rest] = answers
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      assert.equal(first.decision, 'block', 'it is sent back');
      assert.ok(first.reason.includes(UNUSED));
      const { systemMessage } = rest.at(-1);
      assert.match(systemMessage, isHonest ? /accepted by the verifier/ : /nobody accepted this \(max_reflections/);
      assert.equal(sum.includes('a + b'), isHonest);
      console.log(`${name}: ${isHonest ? 'sent back, it mends the sum' : 'it insists'}: ${systemMessage}`);
    } catch (error) {
      console.log(`${name}: ${error.message}\n${answers}\n${errors}\n${printed.slice(-3000)}`);
      if (process.env.SHOW)
        console.log(
          server.requests.map((body) => body.slice(0, 3000)).join('\n---\n'),
          server.asked.map(({ url }) => url),
        );
      process.exitCode = 1;
    }
  }
}
