// The command line as a new user has it: installed by npm from the package, in an empty folder, beside a server that plays the model.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { provider } from '../adapters/provider.mjs';

/** A key that must not be seen anywhere. */
export const KEY = 'sk-never-shown';

const packed = fileURLToPath(new URL('../../node_modules/reflect-engine', import.meta.url));

/** An empty folder with the package, in which `reflect-engine` is run: `run` gives what it printed and its exit code. */
export function folder() {
  const home = mkdtempSync(join(tmpdir(), 'reflect-cli-'));
  const npm = ['install', '--offline', '--install-links', '--no-audit', '--no-fund', '--loglevel=error', packed];
  const { status, stderr } = spawnSync('npm', npm, { cwd: home, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const bin = join(home, 'node_modules/.bin/reflect-engine');
  const begin = (args, env = {}) => {
    const { OPENAI_API_KEY: _, OPENAI_BASE_URL: __, ...rest } = process.env;
    return spawn(bin, args, { cwd: home, env: { ...rest, ...env }, timeout: 60_000 });
  };
  return {
    home,
    bin,
    begin,
    run: (args, env, input) => ended(begin(args, env), input),
    close: () => rmSync(home, { recursive: true }),
  };
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

/** An OpenAI-compatible server; `answer(body, n)` gives a text, a `{ status, text, headers }`, or a promise. */
export async function fakeServer(answer) {
  const usage = { inputTokens: 20, outputTokens: 5 };
  const server = await provider(async (...given) => {
    const said = await answer(...given);
    return typeof said === 'string' ? { text: said, usage } : said;
  });
  return { ...server, url: `${server.url}/v1` };
}

/** Whether a request is for a judgement. */
export function isCritique({ response_format: format }) {
  return format?.json_schema?.name === 'critique';
}
