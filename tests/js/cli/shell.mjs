// The command line as a new user has it: installed by npm from the package, in an empty folder, beside a server that plays the model.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** What a process prints until it ends; `printed` is all of it. */
export async function ended(child, input = '') {
  const said = { out: '', err: '', printed: '' };
  for (const [name, stream] of Object.entries({ out: child.stdout, err: child.stderr }))
    stream.setEncoding('utf8').on('data', (text) => {
      said[name] += text;
      said.printed += text;
    });
  child.stdin?.end(input);
  const [code] = await once(child, 'close');
  return { code, ...said };
}

/** An OpenAI-compatible server; `answer(body, n)` gives a text, a `{ status, text, headers }`, or a promise. */
export async function fakeServer(answer) {
  const asked = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    const body = JSON.parse(text);
    asked.push({ url: request.url, headers: request.headers, body });
    const said = await answer(body, asked.length);
    if (typeof said === 'object') return response.writeHead(said.status, said.headers).end(said.text);
    const usage = { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 };
    const choice = { index: 0, finish_reason: 'stop' };
    if (!body.stream) {
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ choices: [{ ...choice, message: { role: 'assistant', content: said } }], usage }));
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const content of said.match(/[\s\S]{1,7}/g) ?? [])
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`);
    response.end(`data: ${JSON.stringify({ choices: [{ ...choice, delta: {} }], usage })}\n\ndata: [DONE]\n\n`);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}/v1`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, asked, close };
}

/** Whether a request is for a judgement. */
export function isCritique({ response_format: format }) {
  return format?.json_schema?.name === 'critique';
}
