// A real Restate server, workers that can be killed, and a model server that counts.

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const binary = join(
  dirname(require.resolve('@restatedev/restate-server/package.json')),
  '../restate-server-linux-x64/bin/restate-server',
);

async function freePort() {
  const socket = createSocket();
  await new Promise((resolve) => socket.listen(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  await new Promise((resolve) => socket.close(resolve));
  return port;
}

/** Starts what answers within ten seconds. */
async function until(answers) {
  for (let left = 200; left > 0; left -= 1) {
    if (await answers().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it did not start');
}

const ended = (child) =>
  new Promise((resolve) => ((child.exitCode ?? child.signalCode) === null ? child.on('exit', resolve) : resolve()));

/** A model that says what `answer` says, and remembers what it was asked. */
export async function models(answer) {
  const asked = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const question = JSON.parse(body);
    asked.push(question);
    const said = await answer(question, asked);
    if (typeof said === 'number') response.writeHead(said).end();
    else response.end(JSON.stringify(said));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${server.address().port}`, asked, close };
}

/** A Restate server with one worker. */
export async function restate(modelUrl) {
  const folder = await mkdtemp(join(tmpdir(), 'restate-'));
  const [node, ingress, admin, port] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const ports = { RESTATE_BIND_PORT: node, RESTATE_INGRESS__BIND_PORT: ingress, RESTATE_ADMIN__BIND_PORT: admin };
  const env = {
    ...process.env,
    RESTATE_LISTEN_MODE: 'tcp',
    RESTATE_BASE_DIR: folder,
    RESTATE_DISABLE_TELEMETRY: 'true',
    ...ports,
  };
  const [server, worker] = [{}, {}];
  server.start = async () => {
    server.child = spawn(binary, [], { env, stdio: 'ignore' });
    await until(async () => (await fetch(`http://127.0.0.1:${admin}/health`)).ok);
  };
  worker.start = async (more) => {
    const script = fileURLToPath(new URL('worker.mjs', import.meta.url));
    worker.child = spawn(process.execPath, [script, `${port}`, modelUrl], {
      env: { ...process.env, ...more },
      stdio: 'ignore',
    });
    await until(
      () =>
        new Promise((resolve, reject) => {
          const probe = require('node:net').connect(port, '127.0.0.1', () => resolve(probe.destroy() !== undefined));
          probe.on('error', reject);
        }),
    );
  };
  for (const part of [server, worker]) {
    part.kill = () => {
      part.child.kill('SIGKILL');
      return ended(part.child);
    };
  }
  await Promise.all([server.start(), worker.start()]);
  const post = (to, body) =>
    fetch(to, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const deployed = await post(`http://127.0.0.1:${admin}/deployments`, { uri: `http://127.0.0.1:${port}` });
  if (!deployed.ok) throw new Error(await deployed.text());
  const at = `http://127.0.0.1:${ingress}`;
  return {
    server,
    worker,
    /** Calls a handler and waits; `{ status, body }`. */
    call: async (handler, input) => {
      const reply = await post(`${at}/runs/${handler}`, input);
      return { status: reply.status, body: await reply.json() };
    },
    /** Begins a handler and returns its id. */
    send: async (handler, input) => (await (await post(`${at}/runs/${handler}/send`, input)).json()).invocationId,
    result: async (id) => {
      const reply = await fetch(`${at}/restate/invocation/${id}/attach`);
      return { status: reply.status, body: await reply.json() };
    },
    /** Why the last attempt failed. */
    failure: async (id) => {
      const query = `select last_failure from sys_invocation where id = '${id}'`;
      const headers = { 'content-type': 'application/json', accept: 'application/json' };
      const reply = await fetch(`http://127.0.0.1:${admin}/query`, { method: 'POST', headers, body: JSON.stringify({ query }) });
      return (await reply.json()).rows[0]?.last_failure ?? '';
    },
    cancel: (id) => fetch(`http://127.0.0.1:${admin}/invocations/${id}/cancel`, { method: 'PATCH' }),
    resolve: (awakeable, value) => post(`${at}/restate/awakeables/${awakeable}/resolve`, value),
    stop: async () => {
      await Promise.all([worker.kill(), server.kill()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
