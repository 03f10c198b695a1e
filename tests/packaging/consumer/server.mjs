// `reflect-engine/evals/server` by the runtime's own server: Deno.serve, Bun.serve, else node:http. Closed, opened, HEAD.

import { EvalTracker } from 'reflect-engine/evals';
import { evalHandler } from 'reflect-engine/evals/server';
import { checkServer } from './check-server.mjs';
import { version } from './version.cjs';

const { Bun, Deno } = globalThis;
const evals = new EvalTracker();
const handler = evalHandler(evals, { authorize: ({ headers }) => headers.get('x-key') === 'k', basePath: '/api' });
const server = await (Deno ? deno() : Bun ? bun() : node());
await checkServer((path, init) => fetch(`${server.url}${path}`, init), evals);
await server.stop();
console.log(`ok ${version}`);

async function deno() {
  const serving = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, handler);
  return { url: `http://127.0.0.1:${serving.addr.port}`, stop: () => serving.shutdown() };
}

async function bun() {
  const serving = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: handler });
  return { url: `http://127.0.0.1:${serving.port}`, stop: () => serving.stop(true) };
}

/** What an adapter for `node:http` does, in a few lines. */
async function node() {
  const { createServer } = await import('node:http');
  const serving = createServer(async ({ method, url, headers }, response) => {
    const answer = await handler(new Request(`http://localhost${url}`, { method, headers }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  await new Promise((resolve) => serving.listen(0, '127.0.0.1', resolve));
  const stop = () => new Promise((resolve) => (serving.closeAllConnections(), serving.close(resolve)));
  return { url: `http://127.0.0.1:${serving.address().port}`, stop };
}
