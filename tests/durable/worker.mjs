// A worker that can be killed: `node worker.mjs HOST MODEL_URL PLACE`. Its runs ask the counting server of the test, tools too. PLACE is the
// port of Restate's endpoint or of Inngest's, the address of Temporal's server, or the URL of a database.

import { Autopilot, Critic, ReflectEngine, tool } from 'reflect-engine';
import { isWhole } from '../js/support.mjs';

const [, , host, url, place] = process.argv;

/** Asks the server, which knows the run by its id. */
async function ask(question, signal) {
  const body = JSON.stringify({ ...question, by: process.env.SERVICE });
  const reply = await fetch(url, { method: 'POST', body, signal });
  if (!reply.ok) throw new Error(`the model said ${reply.status}`);
  return reply.json();
}

function taskOf({ id, task }) {
  const model = ({ callId, purpose, idempotencyKey: key, signal }) => ask({ id, callId, purpose, key }, signal);
  const execute = ({ a, b }, { callId, idempotencyKey: key, signal }) => ask({ id, callId, purpose: 'tool', key, a, b }, signal);
  const add = tool({ name: 'add', schema: { type: 'object' }, execute });
  const verifiers = { long: (draft) => draft.length > 5 || 'too short' };
  return { input: `Task ${task ?? id}`, model, critic: [model, model, model], tools: [add], verifiers };
}

/** The environment of a later worker says other settings for a run that goes on. */
function engineOf({ id, maxReflections = 3 }) {
  return new ReflectEngine({ maxReflections: id === process.env.CHANGED ? 1 : maxReflections });
}

const told = ({ output, status, acceptedBy, stopReason, score, iterations, usage, durationMs, trace }) => {
  const drafts = trace.drafts.map(({ text }) => text);
  return { output, status, acceptedBy, stopReason, score, iterations, usage, drafts, timed: durationMs > 0 };
};

/** A run of our own clock and seed is one that a test can compare. */
async function run(given, { durable, signal }) {
  return told(await engineOf(given).run({ ...taskOf(given), signal, durable: { ...durable, seed: given.seed ?? durable.seed } }));
}

/** Milliseconds that a run of one draft and three jurors takes here, or its steps without an engine. */
async function cost(given, on, step, all) {
  const begun = performance.now();
  if (given.engine) await run(given, await on());
  else {
    for (const name of ['reflect-engine', 'verify-1.long']) await step(name, async () => ({ name }));
    const asked = (callId) => step(callId, () => ask({ id: given.id, callId, purpose: 'critique' }));
    await asked('answer-1');
    await all(['critique-1.judge-1', 'critique-1.judge-2', 'critique-1.judge-3'].map(asked));
  }
  return performance.now() - begun;
}

const hosts = {
  async restate() {
    const { RestatePromise, serve, service } = await import('@restatedev/restate-sdk');
    const { onRestate, reflecting } = await import(process.env.ADAPTER ?? 'reflect-engine/restate');
    const handlers = {
      run: reflecting(async (ctx, given) => run(given, await onRestate(ctx, given.options))),
      cost: (ctx, given) => cost(given, () => onRestate(ctx), ctx.run.bind(ctx), RestatePromise.all.bind(RestatePromise)),
      autopilot: reflecting(async (ctx, { id }) => {
        const { input: objective, model, tools } = taskOf({ id });
        const critic = new Critic({ model });
        const autopilot = new Autopilot({ model, tools, critic, goal: { objective, successCriteria: ['It is said.'] } });
        const { output, acceptedBy } = await autopilot.run(await onRestate(ctx));
        return { output, acceptedBy };
      }),
      review: reflecting(async (ctx, { id }) => {
        const task = { ...taskOf({ id }), ...(await onRestate(ctx)) };
        const first = await engineOf({ maxReflections: 0 }).run(task);
        const { id: asked, promise } = ctx.awakeable();
        await ctx.run('ask a person', () => ask({ id, callId: 'person', asked }));
        const { input: _, ...rest } = task;
        return told(await engineOf({ maxReflections: 0 }).resume(first.snapshot, { ...rest, review: await promise }));
      }),
    };
    const options = { retryPolicy: { initialInterval: 50, maxInterval: 200 } };
    await serve({ services: [service({ name: process.env.SERVICE, handlers, options })], port: Number(place) });
  },

  async dbos() {
    const { DBOS } = await import('@dbos-inc/dbos-sdk');
    const { onDbos } = await import('reflect-engine/dbos');
    const executorID = process.env.SERVICE;
    DBOS.setConfig({ name: 'runs', systemDatabaseUrl: place, executorID, applicationVersion: '1', logLevel: 'error' });
    DBOS.registerWorkflow(async (given) => run(given, await onDbos(given.options)), { name: 'run' });
    const step = (name, fn) => DBOS.runStep(fn, { name });
    DBOS.registerWorkflow((given) => cost(given, onDbos, step, Promise.all.bind(Promise)), { name: 'cost' });
    await DBOS.launch();
    // Half of the runs that kills.test.mjs begins at once: a worker takes what waits, up to this.
    await DBOS.registerQueue('runs', { workerConcurrency: isWhole ? 100 : 10, minPollingIntervalMs: 50 });
  },

  async temporal() {
    const { Context } = await import('@temporalio/activity');
    const { DefaultLogger, NativeConnection, Runtime, Worker } = await import('@temporalio/worker');
    const { reflectActivities } = await import('reflect-engine/temporal/worker');
    Runtime.install({ logger: new DefaultLogger('ERROR'), telemetryOptions: { logging: { filter: 'error' } } });
    const asked = (question, signal) => ask({ id: Context.current().info.workflowExecution.workflowId, ...question }, signal);
    const model = ({ callId, purpose, idempotencyKey: key, signal }) => asked({ callId, purpose, key }, signal);
    const { tools, verifiers } = taskOf({});
    const execute = ({ a, b }, { callId, idempotencyKey: key, signal }) => asked({ callId, purpose: 'tool', key, a, b }, signal);
    const worker = await Worker.create({
      connection: await NativeConnection.connect({ address: place }),
      workflowBundle: { codePath: process.env.BUNDLE },
      taskQueue: process.env.SERVICE,
      activities: reflectActivities({ models: { model }, tools: [{ ...tools[0], execute }], verifiers }),
      stickyQueueScheduleToStartTimeout: '300 ms',
    });
    await worker.run();
  },

  async inngest() {
    const { createServer } = await import('node:http');
    const { Inngest } = await import('inngest');
    const { serve } = await import('inngest/node');
    const { onInngest, reflecting } = await import('reflect-engine/inngest');
    const quiet = { info() {}, warn() {}, error() {}, debug() {} };
    const client = new Inngest({ id: 'runs', isDev: true, logger: quiet });
    const handlers = {
      run: async (given, context) => run(given, await onInngest(context, given.options)),
      review: async (given, context) => {
        const { input, ...task } = { ...taskOf(given), ...(await onInngest(context)) };
        const engine = engineOf({ maxReflections: 0 });
        const first = await engine.run({ input, ...task });
        const { data: review } = await context.step.waitForEvent('a person', { event: 'reviewed', timeout: '7d' });
        return told(await engine.resume(first.snapshot, { ...task, review }));
      },
    };
    const functions = Object.entries(handlers).map(([id, handler]) =>
      client.createFunction(
        { id, triggers: [{ event: id }], retries: 3, checkpointing: false },
        reflecting((context) => handler(context.event.data, context)),
      ),
    );
    createServer(serve({ client, functions })).listen(Number(place), '127.0.0.1');
  },

  async langgraph() {
    const { Annotation, START, StateGraph, task } = await import('@langchain/langgraph');
    const { PostgresSaver } = await import('@langchain/langgraph-checkpoint-postgres');
    const { onLangGraph } = await import('reflect-engine/langgraph');
    const step = (name, fn) => task(name, fn)();
    const handlers = {
      run: async (given, config) => run(given, await onLangGraph(config, given.options)),
      cost: (given, config) => cost(given, () => onLangGraph(config), step, Promise.all.bind(Promise)),
    };
    // One connection: what came later is not written earlier.
    const { default: pg } = await import('pg');
    const checkpointer = new PostgresSaver(new pg.Pool({ connectionString: place, max: 1 }));
    await checkpointer.setup();
    const graph = new StateGraph(Annotation.Root({ given: Annotation(), result: Annotation() }))
      .addNode('work', async ({ given }, config) => ({ result: await handlers[given.handler](given, config) }))
      .addEdge(START, 'work')
      .compile({ checkpointer });
    const desk = async (told) =>
      (await fetch(process.env.DESK, { method: 'POST', body: JSON.stringify({ ...told, by: process.env.SERVICE }) })).json();
    for (const begun = new Set(); ; await new Promise((resolve) => setTimeout(resolve, 20)))
      for (const given of await desk({})) {
        if (begun.has(given.id)) continue;
        begun.add(given.id);
        const config = { configurable: { thread_id: given.id } };
        const { next, values } = await graph.getState(config);
        const ended = values.result
          ? values
          : graph.invoke(next.length > 0 ? null : { given }, { ...config, durability: 'sync' });
        Promise.resolve(ended).then(
          ({ result }) => desk({ id: given.id, result }),
          ({ message }) => desk({ id: given.id, failure: message }),
        );
      }
  },
};

await hosts[host]();
