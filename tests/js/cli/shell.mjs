// The command line as a new user has it: the package in an empty folder, beside a server that plays the model.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { provider } from '../adapters/provider.mjs';

/** A key that must not be seen anywhere. */
export const KEY = 'sk-never-shown';

const modules = new URL('../../node_modules/', import.meta.url);
const packed = fileURLToPath(new URL('reflect-engine', modules));
/** Programs are run by Node 24, which has node:sqlite and starts in half the time; the oldest Node runs the commands among the runtimes. */
const pinned = fileURLToPath(new URL('node-24/bin', modules));
export const hasNode24 = existsSync(pinned);
export const PATH = `${pinned}:${process.env.PATH}`;

/** Puts the package into a folder as npm does, which takes npm two seconds. */
function copy(home) {
  const [modules, command] = [join(home, 'node_modules'), '../reflect-engine/dist/cli/index.js'];
  cpSync(packed, join(modules, 'reflect-engine'), { recursive: true });
  mkdirSync(join(modules, '.bin'));
  symlinkSync(command, join(modules, '.bin/reflect-engine'));
  chmodSync(join(modules, '.bin', command), 0o755);
}

export function npmInstall(home) {
  const npm = ['install', '--offline', '--install-links', '--no-audit', '--no-fund', '--loglevel=error', packed];
  const { status, stderr } = spawnSync('npm', npm, { cwd: home, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** A folder with the package, in which `reflect-engine` is run, until the tests of the file are over. */
export function folder(install = copy) {
  const home = mkdtempSync(join(tmpdir(), 'reflect-cli-'));
  after(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  install(home);
  const bin = join(home, 'node_modules/.bin/reflect-engine');
  const begin = (args, env = {}) => {
    const { OPENAI_API_KEY: _, OPENAI_BASE_URL: __, ...rest } = process.env;
    return spawn(bin, args, { cwd: home, env: { ...rest, PATH, ...env }, timeout: 120_000 });
  };
  /** Begins a run with a server that answers so; `end` is what it printed in the end, `asked` what came to the server. */
  const beside = async (answer, args, { env, input } = {}) => {
    const server = await fakeServer(answer);
    const child = begin([...args, ...server.flags], { OPENAI_API_KEY: KEY, ...env });
    return { child, asked: server.asked, end: ended(child, input).finally(server.close) };
  };
  return {
    home,
    bin,
    begin,
    beside,
    /** What it printed, and its exit code. */
    run: (args, env, input) => ended(begin(args, env), input),
    /** The same beside a server. */
    async served(answer, args, how) {
      const { asked, end } = await beside(answer, args, how);
      const said = await end;
      assert.ok(!said.printed.includes(KEY), 'the key is shown');
      return { ...said, asked };
    },
    path: (name) => join(home, name),
    read: (name) => readFileSync(join(home, name), 'utf8'),
    write: (name, text) => writeFileSync(join(home, name), text),
  };
}

/** A file of JSON lines. */
export function jsonLines(values) {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

/** The values of a text of JSON lines. */
export function parsed(text) {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** What a process prints until it ends; `printed` is all of it. `false` leaves its standard input open. */
export async function ended(child, input = '') {
  const said = { out: '', err: '', printed: '' };
  for (const [name, stream] of Object.entries({ out: child.stdout, err: child.stderr }))
    stream.setEncoding('utf8').on('data', (text) => {
      said[name] += text;
      said.printed += text;
    });
  if (input !== false) child.stdin?.end(input);
  const [code] = await once(child, 'close');
  return { code, ...said };
}

/** An OpenAI-compatible server, and the flags that name it; `answer(body, n)` gives a text, a `{ status, text, headers }`, or a promise. */
export async function fakeServer(answer) {
  const usage = { inputTokens: 20, outputTokens: 5 };
  const server = await provider(async (...given) => {
    const said = await answer(...given);
    return typeof said === 'string' ? { text: said, usage } : said;
  });
  const url = `${server.url}/v1`;
  return { ...server, url, flags: ['--model', 'm', '--base-url', url] };
}

/** Whether a request is for a judgement. */
export function isCritique({ response_format: format }) {
  return format?.json_schema?.name === 'critique';
}
