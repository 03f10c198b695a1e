// Real hosts of durable runs, workers that can be killed, and a model server that counts.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { connect, createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DBOSClient } from '@dbos-inc/dbos-sdk';
import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import pg from 'pg';
import { PostgresServer } from '../js/stores/server.mjs';
import { listen } from '../listen.mjs';

const require = createRequire(import.meta.url);
const binary = join(
  dirname(require.resolve('@restatedev/restate-server/package.json')),
  '../restate-server-linux-x64/bin/restate-server',
);
const SETPRIV = '/usr/bin/setpriv';

async function freePort() {
  const socket = createSocket();
  await new Promise((resolve) => socket.listen(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  await new Promise((resolve) => socket.close(resolve));
  return port;
}

/** Waits for what answers within twenty seconds. */
export async function until(answers) {
  for (let left = 1_000; left > 0; left -= 1) {
    if (await answers().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('it did not start');
}

const listening = (port) =>
  new Promise((resolve, reject) => {
    const probe = connect(port, '127.0.0.1', () => resolve(probe.destroy() !== undefined));
    probe.on('error', reject);
  });

/** A program of ours. It ends with us, also when we are killed. */
export class Program {
  constructor(command, env, answers = async () => true) {
    Object.assign(this, { command, env, answers });
  }

  /** Who starts it while it is being started starts it anew: two at once would leave one that nobody kills. */
  start(more) {
    const before = this.starting?.catch(() => undefined);
    this.starting = (async () => {
      await before;
      await this.kill();
      await this.spawn(more);
    })();
    return this.starting;
  }

  async spawn(more) {
    const [program, ...rest] = existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', 'KILL', ...this.command] : this.command;
    this.child = spawn(program, rest, {
      env: { ...process.env, ...this.env, ...more },
      stdio: process.env.SHOW ? 'inherit' : 'ignore',
    });
    this.ended = new Promise((resolve) => this.child.on('exit', resolve));
    await until(this.answers);
  }

  kill() {
    this.child?.kill('SIGKILL');
    return this.ended;
  }
}

const worker = (host, url, place, service, answers) =>
  new Program(
    [process.execPath, fileURLToPath(new URL('worker.mjs', import.meta.url)), host, url, place],
    { SERVICE: service },
    answers,
  );

/** A model that says what `answer` says, and remembers what it was asked. `left` is told when somebody waits no longer. */
export async function models(answer, left = () => undefined) {
  const asked = [];
  const { url, close } = await listen(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const question = JSON.parse(body);
    asked.push(question);
    response.on('close', () => response.writableEnded || left(question));
    const said = await answer(question, asked).catch((error) => (console.error(error), 500));
    if (typeof said === 'number') response.writeHead(said).end();
    else response.end(JSON.stringify(said));
  });
  return { url, asked, close };
}

/** A Restate server with a worker for each service. */
export async function restate(modelUrl, services = ['runs']) {
  const folder = await mkdtemp(join(tmpdir(), 'restate-'));
  const [node, ingress, admin, ...ports] = await Promise.all(Array.from({ length: 3 + services.length }, freePort));
  const to = { ingress: `http://127.0.0.1:${ingress}`, admin: `http://127.0.0.1:${admin}` };
  const server = new Program(
    [binary],
    {
      RESTATE_LISTEN_MODE: 'tcp',
      TMPDIR: folder,
      RESTATE_BASE_DIR: join(folder, 'data'),
      RESTATE_DISABLE_TELEMETRY: 'true',
      RESTATE_LOG_FILTER: 'off',
      RESTATE_BIND_PORT: node,
      RESTATE_INGRESS__BIND_PORT: ingress,
      RESTATE_ADMIN__BIND_PORT: admin,
    },
    async () => (await fetch(`${to.admin}/health`)).ok && (await fetch(`${to.ingress}/restate/health`)).ok,
  );
  const workers = services.map((service, at) => worker('restate', modelUrl, ports[at], service, () => listening(ports[at])));
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const post = (url, body) => fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  /** A server that has just started cannot say yet. */
  const query = async (sql) => {
    let rows;
    await until(async () => (rows = (await (await post(`${to.admin}/query`, { query: sql })).json()).rows));
    return rows;
  };
  let stopped = false;
  const stop = async () => {
    stopped = true;
    await Promise.all([server, ...workers].map((program) => program.kill()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all([server, ...workers].map((program) => program.start()));
    for (const port of ports) {
      const deployed = await post(`${to.admin}/deployments`, { uri: `http://127.0.0.1:${port}` });
      if (!deployed.ok) throw new Error(await deployed.text());
    }
  } catch (error) {
    await stop();
    throw error;
  }
  /** Begins a handler and returns its id. */
  const send = async (handler, input, service = services[0]) =>
    (await (await post(`${to.ingress}/${service}/${handler}/send`, input)).json()).invocationId;
  /** What came of it; an attach ends with the server, and is made again. */
  const result = async (id) => {
    for (let failure; ; ) {
      if (stopped) throw failure;
      try {
        const reply = await fetch(`${to.ingress}/restate/invocation/${id}/attach`);
        return { status: reply.status, body: await reply.json() };
      } catch (error) {
        failure = error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  const runs = new Map();
  return {
    server,
    worker: workers[0],
    send,
    result,
    call: async (handler, input) => result(await send(handler, input)),
    /** What a handler gives to an input whose `id` names the run. */
    finished: async (handler, input, service) => {
      const id = await send(handler, input, service);
      runs.set(id, input.id);
      return (await result(id)).body;
    },
    /** The steps that the journal has, as `id:step`. */
    kept: async () => {
      const rows = await query(
        "select id, name, entry_lite_json from sys_journal where entry_type like '%: Run' order by id, index",
      );
      const begun = new Map();
      const kept = [];
      for (const { id, name, entry_lite_json } of rows) {
        const { Command, Notification } = JSON.parse(entry_lite_json);
        if (Command) begun.set(`${id}:${Command.Run.completion_id}`, name);
        else kept.push(`${runs.get(id)}:${begun.get(`${id}:${Notification.id.CompletionId}`)}`);
      }
      return kept;
    },
    /** What it keeps of a run. */
    size: async (id) => {
      const [invocation] = [...runs].find(([, run]) => run === id);
      const sql = 'select count(*) as entries, sum(length(entry_json)) as bytes from sys_journal';
      const [{ entries, bytes }] = await query(`${sql} where id = '${invocation}'`);
      return `${entries} entries, ${Math.round(bytes / 1_000)} KB`;
    },
    /** Why the last attempt failed. */
    failure: async (id) => (await query(`select last_failure from sys_invocation where id = '${id}'`))[0]?.last_failure ?? '',
    cancel: (id) => fetch(`${to.admin}/invocations/${id}/cancel`, { method: 'PATCH' }),
    resolve: (awakeable, value) => post(`${to.ingress}/restate/awakeables/${awakeable}/resolve`, value),
    stop,
  };
}

/** DBOS on a PostgreSQL of its own, with a worker for each executor. */
export async function dbos(modelUrl, executors = ['runs']) {
  const database = await PostgresServer.start();
  const url = database.url('postgres');
  const client = await DBOSClient.create({ systemDatabaseUrl: url, applicationName: 'runs' });
  const ready = async () => (await client.retrieveQueue('runs')) !== null;
  const workers = executors.map((executor) => worker('dbos', modelUrl, url, executor, ready));
  const session = new pg.Pool({ connectionString: url });
  const stop = async () => {
    await Promise.all(workers.map((program) => program.kill()));
    await Promise.all([client.destroy(), session.end()]);
    await database.stop();
  };
  const start = (workflowName, input) =>
    client.enqueue({ queueName: 'runs', workflowName, workflowID: input.id, appVersion: '1' }, input);
  const finished = async (handler, input) => (await start(handler, input)).getResult({ pollingIntervalMs: 20 });
  const kept = async () => {
    const sql = 'select workflow_uuid as id, function_name as name from dbos.operation_outputs';
    return (await session.query(sql)).rows.map(({ id, name }) => `${id}:${name}`);
  };
  const size = async (id) => {
    const sql = 'select count(*) as rows, sum(length(output)) as bytes from dbos.operation_outputs where workflow_uuid = $1';
    const [{ rows, bytes }] = (await session.query(sql, [id])).rows;
    return `${rows} rows, ${Math.round(bytes / 1_000)} KB`;
  };
  for (const program of workers) await program.start();
  return { worker: workers[0], finished, start, kept, size, client, stop };
}

/** LangGraph with a PostgresSaver of its own, and workers that ask at a desk which runs are open. */
export async function langgraph(modelUrl, services = ['runs']) {
  const database = await PostgresServer.start();
  const open = new Map();
  const ready = new Set();
  const desk = await models(async ({ by, id, result, failure }) => {
    ready.add(by);
    if (failure !== undefined) open.get(id)?.reject(new Error(failure));
    else if (id !== undefined) open.get(id)?.resolve(result);
    open.delete(id);
    return [...open.values()].filter(({ service }) => service === by).map(({ input }) => input);
  });
  const url = database.url('postgres');
  const workers = services.map((service) => worker('langgraph', modelUrl, url, service, async () => ready.has(service)));
  const session = new pg.Pool({ connectionString: url });
  const finished = (handler, input, service = services[0]) =>
    new Promise((resolve, reject) => open.set(input.id, { service, input: { ...input, handler }, resolve, reject }));
  const kept = async () => {
    const sql = `select thread_id as id, convert_from(blob, 'utf8') as value from checkpoint_writes where channel = '__return__'`;
    return (await session.query(sql)).rows.map(({ id, value }) => `${id}:${JSON.parse(value).key?.split('/')[1]}`);
  };
  const stop = async () => {
    await Promise.all(workers.map((program) => program.kill()));
    await Promise.all([desk.close(), session.end()]);
    await database.stop();
  };
  for (const program of workers) {
    program.env.DESK = desk.url;
    await program.start();
  }
  const size = async (id) => {
    const sql = 'select count(*) as rows, sum(length(blob)) as bytes from checkpoint_writes where thread_id = $1';
    const [{ rows, bytes }] = (await session.query(sql, [id])).rows;
    return `${rows} rows, ${Math.round(bytes / 1_000)} KB`;
  };
  return { worker: workers[0], finished, kept, size, stop };
}

/** Temporal's server, where `cargo xtask test durable` put it. */
const TEMPORAL = fileURLToPath(new URL('../../target/temporal-1.9.1/temporal', import.meta.url));
export const lacksTemporal = existsSync(TEMPORAL) ? false : 'cargo xtask test durable installs the server';

/** Workflows of temporal/workflow.mjs, as Temporal's sandbox runs them. */
export function temporalBundle() {
  const workflowsPath = fileURLToPath(new URL('temporal/workflow.mjs', import.meta.url));
  return bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') });
}

/** A server of Temporal, whose database is a file. */
export async function temporalServer() {
  const folder = await mkdtemp(join(tmpdir(), 'temporal-'));
  const port = await freePort();
  const database = ['--db-filename', join(folder, 'runs.db')];
  const server = new Program(
    [
      TEMPORAL,
      'server',
      'start-dev',
      '--headless',
      '--ip',
      '127.0.0.1',
      '--port',
      `${port}`,
      ...database,
      '--log-level',
      'error',
    ],
    {},
    async () => {
      const connection = await Connection.connect({ address: `127.0.0.1:${port}`, connectTimeout: 500 });
      // It answers before its namespace is there.
      return connection.workflowService.describeNamespace({ namespace: 'default' }).finally(() => connection.close());
    },
  );
  await server.start();
  const stop = async () => {
    await server.kill();
    await rm(folder, { recursive: true, force: true });
  };
  return { server, folder, address: `127.0.0.1:${port}`, stop };
}

/** Temporal with a server of its own, and a worker for each task queue. */
export async function temporal(modelUrl, queues = ['runs']) {
  const { server, folder, address, stop: stopServer } = await temporalServer();
  const codePath = join(folder, 'workflow.js');
  await writeFile(codePath, (await temporalBundle()).code);
  const connection = await Connection.connect({ address });
  const client = new Client({ connection });
  const polls = async (taskQueue) => {
    const { pollers } = await connection.workflowService.describeTaskQueue({
      namespace: 'default',
      taskQueue: { name: taskQueue },
    });
    return pollers.some(({ lastAccessTime }) => Number(lastAccessTime.seconds) * 1_000 > Date.now() - 60_000);
  };
  const workers = queues.map((queue) => {
    const program = worker('temporal', modelUrl, address, queue, () => polls(queue));
    program.env.BUNDLE = codePath;
    return program;
  });
  for (const program of workers) await program.start();
  let stopped = false;
  const stop = async () => {
    stopped = true;
    await Promise.all(workers.map((program) => program.kill()));
    await connection.close();
    await stopServer();
  };
  const begun = [];
  const finished = async (workflow, input, taskQueue = queues[0]) => {
    const options = { taskQueue, workflowId: input.id, workflowTaskTimeout: '2 seconds', args: [input] };
    const handle = await client.workflow.start(workflow, options);
    begun.push(handle);
    // A long poll ends with the server, and is made again.
    for (;;)
      try {
        return await handle.result();
      } catch (error) {
        if (stopped || error.name !== 'ServiceError') throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
  };
  /** The calls that histories have, as `id:call`. */
  const kept = async () => {
    const histories = await Promise.all(begun.map(async (handle) => [handle.workflowId, await handle.fetchHistory()]));
    return histories.flatMap(([id, { events }]) => completedCalls(events).map((callId) => `${id}:${callId}`));
  };
  const size = async (id) => {
    const { historyLength, historySizeBytes } = (await client.workflow.getHandle(id).describe()).raw.workflowExecutionInfo;
    return `${historyLength} events, ${Math.round(Number(historySizeBytes) / 1_000)} KB`;
  };
  return { server, worker: workers[0], begun, finished, kept, size, stop };
}

/** Of a history: the calls that have ended, by the ids of their activities, which are the idempotency keys. */
function completedCalls(events) {
  const keys = new Map(
    events.map(({ eventId, activityTaskScheduledEventAttributes: scheduled }) => [`${eventId}`, scheduled?.activityId]),
  );
  const completed = events.map((event) => event.activityTaskCompletedEventAttributes).filter(Boolean);
  return completed.map(({ scheduledEventId }) => keys.get(`${scheduledEventId}`).split('/')[1]);
}

/** A stand-in for Inngest's executor, which is in no registry: it speaks the protocol of the SDK, to a worker that can be killed. */
export async function inngest(modelUrl, services = ['runs']) {
  const ports = await Promise.all(services.map(freePort));
  const workers = services.map((service, at) => worker('inngest', modelUrl, ports[at], service, () => listening(ports[at])));
  for (const program of workers) await program.start();
  const runs = new Map();
  let stopped = false;

  async function execute(handler, input, service) {
    const run = { handler, input, names: [], steps: {}, stack: [], attempts: {}, isPlanned: false, requests: 0, bytes: 0 };
    runs.set(input.id, run);
    const url = `http://127.0.0.1:${ports[services.indexOf(service)]}/api/inngest?fnId=runs-${handler}`;
    for (let stepId = 'step'; ; ) {
      const { status, body, isFinal } = await request(run, url, stepId);
      if (status === 200) return body;
      if (status !== 206) {
        run.failure = { ...body, status, isFinal };
        throw Object.assign(new Error(body.message), { isFinal });
      }
      const planned = body.filter(({ op, id }) => op === 'StepPlanned' && !run.steps[id]);
      for (const op of body) keep(run, op);
      if (planned.length === 0) continue;
      // As for a function with `optimizeParallelism`: it is called again when all of them are made.
      run.isPlanned = true;
      await Promise.all(
        planned.map(async ({ id }) => {
          while (!run.steps[id]) for (const op of (await request(run, url, id)).body) keep(run, op);
        }),
      );
    }
  }

  /** Asks the worker until it is there. */
  async function request(run, url, stepId) {
    const { input, handler } = run;
    const event = { name: handler, data: input, ts: 1 };
    const ctx = {
      run_id: `01A-${input.id}`,
      attempt: Math.max(0, ...Object.values(run.attempts)),
      max_attempts: 4,
      disable_immediate_execution: run.isPlanned,
      use_api: false,
      stack: { stack: run.stack, current: run.stack.length },
    };
    const body = JSON.stringify({ version: 2, event, events: [event], steps: run.steps, ctx });
    for (;;)
      try {
        run.requests += 1;
        run.bytes += body.length;
        const headers = { 'content-type': 'application/json' };
        const reply = await fetch(`${url}&stepId=${stepId}`, { method: 'POST', headers, body });
        return { status: reply.status, body: await reply.json(), isFinal: reply.headers.get('x-inngest-no-retry') === 'true' };
      } catch (error) {
        if (stopped) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
  }

  function keep(run, { op, id, name, displayName = name, data, error }) {
    if (op === 'StepPlanned') return;
    if (op === 'StepError') {
      run.attempts[id] = (run.attempts[id] ?? 0) + 1;
      return;
    }
    delete run.attempts[id];
    if (op === 'StepRun') run.steps[id] = { type: 'data', data };
    else if (op === 'StepFailed') run.steps[id] = { type: 'error', error };
    else if (op === 'WaitForEvent') run.steps[id] = { type: 'data', data: { name: 'reviewed', data: run.input.review } };
    else throw new Error(`unknown operation ${op}`);
    run.stack.push(id);
    run.names.push(displayName);
  }

  const stop = async () => {
    stopped = true;
    await Promise.all(workers.map((program) => program.kill()));
  };
  const kept = async () => [...runs].flatMap(([id, { names }]) => names.map((name) => `${id}:${name}`));
  const finished = (handler, input, service = services[0]) => execute(handler, input, service);
  const size = async (id) => {
    const { names, requests, bytes } = runs.get(id);
    return `${names.length} steps, ${requests} requests with ${Math.round(bytes / 1_000)} KB in all`;
  };
  return { worker: workers[0], runs, finished, kept, size, stop };
}
