// The adapter for Temporal on its real server: what ends a run, a cancel, a reset, a review, a long history, sizes. Every history is replayed
// in the end. Kills at random are in kills.test.mjs; here one call outlives two workers, with `WHOLE=1 node --test durable/temporal.test.mjs`
// in `tests` five.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Context } from '@temporalio/activity';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import OpenAI from 'openai';
import { ReflectEngine } from 'reflect-engine';
import { chatModel } from 'reflect-engine/openai';
import { onTemporal } from 'reflect-engine/temporal';
import { reflectActivities } from 'reflect-engine/temporal/worker';
import { conform } from 'reflect-engine/testing';
import { provider } from '../js/adapters/provider.mjs';
import { fakeServer, isCritique } from '../js/cli/shell.mjs';
import { accept, isWhole, refusals, reject } from '../js/support.mjs';
import { blocks } from '../pages.mjs';
import { lacksTemporal, models, Program, temporal, temporalBundle, temporalServer } from './host.mjs';

/** Milliseconds after which a wait fails: what is wrong here hangs. */
const PATIENCE = 90_000;
const SEED = 7;
const QUEUE = 'here';
const KILLS = isWhole ? 5 : 2;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const within = (promise, what) => inTime(promise, PATIENCE, `${what} did not come within ${PATIENCE} ms`);
function inTime(promise, ms, late) {
  let timer;
  const over = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(late)), ms)));
  return Promise.race([promise, over]).finally(() => clearTimeout(timer));
}
const until = (is, what) =>
  within(
    (async () => {
      while (!(await is())) await pause(10);
    })(),
    what,
  );

/** Payloads that are compressed where they cross. */
const gzip = {
  encode: async (payloads) =>
    payloads.map(({ metadata, data }) => ({ metadata: { ...metadata, gzip: Buffer.from('1') }, data: gzipSync(data ?? '') })),
  decode: async (payloads) =>
    payloads.map((payload) => (payload.metadata?.gzip ? { ...payload, data: gunzipSync(payload.data) } : payload)),
};

test('options that are none are refused, and so is a place outside of a workflow', async () => {
  await refusals('invalid_settings', [
    [() => onTemporal({ full: true }), /^`full` is not an option of onTemporal; there are continueAsNew, isLong, maxBytes/],
    [() => onTemporal({ isLong: true }), '`isLong` must be a function, got a boolean'],
    [() => reflectActivities({ model: () => '' }), /^`model` is not an option of reflectActivities; there are models, tools/],
    [() => reflectActivities({ tools: {} }), '`tools` of reflectActivities must be a list: give `[tool({ … })]`'],
    [() => reflectActivities(), /^the options of reflectActivities must be an object, got nothing/],
  ]);
  assert.throws(() => onTemporal(), { name: 'IllegalStateError' });
});

describe('Temporal', { skip: lacksTemporal, timeout: 600_000 }, () => {
  /** What a run does beside the usual, by the id of its workflow. */
  const plays = new Map();
  /** Calls that were asked here, as `{ id, callId, key }`; the ids of those whose signal aborted. */
  const asked = [];
  const aborted = [];
  const handles = [];
  /** The model that `conform` tries. */
  let trying;
  let [server, client, bundle, connection, worker, running] = [];

  /** A tool turn, four drafts, three jurors for each. */
  async function answer({ id, callId, purpose }) {
    if (purpose === 'tool') return { sum: 3 };
    if (purpose === 'critique') return { content: callId.startsWith('critique-4') ? accept() : reject() };
    const toolCalls = [{ id: 't1', name: 'add', arguments: { a: 1, b: 2 } }];
    return callId === 'answer-1' && !plays.get(id)?.size ? { content: '', toolCalls } : { content: textOf(id, callId) };
  }
  const textOf = (id, callId) => `The text of ${callId}`.padEnd(plays.get(id)?.size ?? 0, ' and so on');

  async function ask(question, signal) {
    const { workflowId: id } = Context.current().info.workflowExecution;
    asked.push({ id, ...question });
    signal.addEventListener('abort', () => aborted.push(`${id}:${question.callId}`));
    await plays.get(id)?.on?.({ ...question, signal });
    return answer({ id, ...question });
  }
  const activities = reflectActivities({
    models: {
      model: (request) => {
        if (trying !== undefined && request.runId === 'trial') return trying(request);
        const { callId, purpose, idempotencyKey: key, signal } = request;
        return ask({ callId, purpose, key }, signal);
      },
    },
    tools: [
      { name: 'add', execute: (_, { callId, idempotencyKey: key, signal }) => ask({ callId, purpose: 'tool', key }, signal) },
    ],
    verifiers: {
      long: (draft, { signal, ...context }) =>
        plays.get(Context.current().info.workflowExecution.workflowId)?.verify?.(draft, context) ?? draft.length > 5,
    },
  });
  /** `now`: without a wait for the cache of a worker that is gone. */
  const newWorker = (more) =>
    Worker.create({
      connection,
      workflowBundle: bundle,
      taskQueue: QUEUE,
      activities,
      stickyQueueScheduleToStartTimeout: '300 ms',
      ...more,
    });

  /** A history may have more than the 4 MiB that gRPC takes. */
  const newClient = async (more) => {
    const channelArgs = { 'grpc.max_receive_message_length': -1 };
    return new Client({ connection: await Connection.connect({ address: server.address, channelArgs }), ...more });
  };

  before(async () => {
    Runtime.install({ logger: new DefaultLogger('ERROR'), telemetryOptions: { logging: { filter: 'error' } } });
    server = await temporalServer();
    client = await newClient();
    bundle = await temporalBundle();
    connection = await NativeConnection.connect({ address: server.address });
    worker = await newWorker();
    running = worker.run();
  });
  after(async () => {
    worker?.shutdown();
    await running;
    await connection?.close();
    await client?.connection.close();
    await server?.stop();
  });

  async function start(type, given, { by = client, taskQueue = QUEUE } = {}) {
    const options = { taskQueue, workflowId: given.id, workflowTaskTimeout: '2 seconds', args: [given] };
    const handle = await by.workflow.start(type, options);
    handles.push(handle);
    return handle;
  }
  const resultOf = (handle) => within(handle.result(), `the result of ${handle.workflowId}`);
  const failureOf = (handle) =>
    resultOf(handle).then(
      (result) => assert.fail(`it gave ${JSON.stringify(result).slice(0, 200)}`),
      ({ cause }) => cause,
    );
  const callsOf = (id) => asked.filter((question) => question.id === id).map(({ callId }) => callId);
  const keysOf = (id) => Object.fromEntries(asked.filter((one) => one.id === id).map(({ callId, key }) => [callId, key]));
  const replayed = (history, more) => Worker.runReplayHistory({ workflowBundle: bundle, ...more }, history);

  let plain;
  test('a run asks each call once; ids of its activities are the keys, and their summaries the names of calls', async () => {
    const handle = await start('run', { id: 'plain', task: 'a', seed: SEED });
    const result = await resultOf(handle);
    assert.deepEqual([result.status, result.acceptedBy, result.iterations, result.timed], ['ok', 'critic', 4, true]);
    plain = { result, calls: callsOf('plain'), keys: keysOf('plain'), history: await handle.fetchHistory() };
    assert.equal(new Set(plain.calls).size, 18);
    const scheduled = plain.history.events.filter((event) => event.activityTaskScheduledEventAttributes);
    const summaries = scheduled.map(({ userMetadata }) => JSON.parse(Buffer.from(userMetadata.summary.data).toString()));
    assert.deepEqual(
      [...plain.calls, 'verify-1.long', 'verify-2.long', 'verify-3.long', 'verify-4.long'].sort(),
      summaries.sort(),
    );
    const ids = scheduled.map((event) => event.activityTaskScheduledEventAttributes.activityId);
    for (const key of Object.values(plain.keys)) assert.ok(ids.includes(key), key);
  });

  test(`a call that ${KILLS} workers in turn did not survive is made by the next`, async () => {
    let kills = 0;
    const model = await models(async (question) => {
      if (question.callId === 'revision-1' && kills < KILLS) {
        kills += 1;
        await outlived.worker.kill();
        await outlived.worker.start();
      }
      return answer(question);
    });
    const outlived = await temporal(model.url);
    try {
      const result = await within(outlived.finished('run', { id: 'outlived', task: 'a', seed: SEED }), 'the result');
      assert.deepEqual([kills, result], [KILLS, plain.result]);
      const counts = Map.groupBy(model.asked, ({ callId }) => callId);
      assert.equal(counts.get('revision-1').length, KILLS + 1);
      counts.delete('revision-1');
      assert.deepEqual(
        [...counts.values()].map(({ length }) => length),
        Array(17).fill(1),
      );
      await replayed(await outlived.begun[0].fetchHistory());
    } finally {
      await outlived.stop();
      await model.close();
    }
  });

  test('after a reset the keys are the same, and only calls after its point are asked again', async () => {
    const handle = await start('run', { id: 'reset', task: 'a' });
    const first = await resultOf(handle);
    const before = keysOf('reset');
    const { events } = await handle.fetchHistory();
    const point = events.filter((event) => event.workflowTaskCompletedEventAttributes)[7].eventId;
    const begun = asked.length;
    const { runId } = await client.workflowService.resetWorkflowExecution({
      namespace: 'default',
      workflowExecution: { workflowId: 'reset', runId: handle.firstExecutionRunId },
      reason: 'a test',
      workflowTaskFinishEventId: point,
      requestId: 'reset',
    });
    const again = client.workflow.getHandle('reset', runId);
    handles.push(again);
    assert.deepEqual(await resultOf(again), first);
    assert.ok(asked.length > begun && asked.length - begun < 18, `${asked.length - begun}`);
    assert.deepEqual(keysOf('reset'), before);
  });

  test('two runs of one task in a workflow have their own keys, and another workflow has others', async () => {
    assert.deepEqual(await resultOf(await start('twins', { id: 'twins', task: 'a' })), ['ok', 'ok']);
    const keys = asked.filter(({ id }) => id === 'twins').map(({ key }) => key);
    assert.equal(new Set(keys).size, 36);
    for (const key of Object.values(keysOf('reset'))) assert.ok(!keys.includes(key), key);
  });

  test('a cancel of the workflow aborts the run and the call that is out', async () => {
    plays.set('cancel', { on: ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', resolve)) });
    const handle = await start('run', { id: 'cancel' });
    await until(() => callsOf('cancel').length > 0, 'the first call');
    await handle.cancel();
    assert.equal((await failureOf(handle)).name, 'CancelledFailure');
    assert.equal((await handle.describe()).status.name, 'CANCELLED');
    await until(() => aborted.includes('cancel:answer-1'), 'the abort of the call');
    assert.deepEqual(callsOf('cancel'), ['answer-1']);
  });

  test('a person sends it back, then accepts, by signals; steps are seen by a query; a worker goes in between', async () => {
    plays.set('review', { size: 50 });
    const handle = await start('review', { id: 'review' });
    const steps = () => handle.query('progress');
    await until(async () => callsOf('review').length === 4 && (await steps()).includes('reflection'), 'the first review');
    worker.shutdown();
    await running;
    await handle.signal('review', { accepted: false, feedback: 'No.' });
    worker = await newWorker();
    running = worker.run();
    await until(
      async () => callsOf('review').length === 8 && (await steps()).filter((type) => type === 'reflection').length === 2,
      'the second',
    );
    await handle.signal('review', { accepted: true });
    const { status, acceptedBy, output } = await resultOf(handle);
    assert.deepEqual([status, acceptedBy, output.slice(0, 22)], ['ok', 'human', 'The text of revision-1']);
  });

  test('a worker that is shut down in a call leaves it to the next', async () => {
    let waits = true;
    plays.set('deployed', { on: ({ signal }) => waits && new Promise((resolve) => signal.addEventListener('abort', resolve)) });
    const handle = await start('run', { id: 'deployed', task: 'a', seed: SEED });
    await until(() => callsOf('deployed').length === 1, 'the first call');
    worker.shutdown();
    await running;
    waits = false;
    worker = await newWorker();
    running = worker.run();
    assert.deepEqual(await resultOf(handle), plain.result);
    assert.deepEqual(callsOf('deployed').sort(), ['answer-1', ...plain.calls].sort());
  });

  test('a long history goes on in new executions: the same result and keys, each call once', async () => {
    const handle = await start('long', { id: 'long', task: 'a', seed: SEED, every: 30 });
    const { parts, ...result } = await resultOf(handle);
    assert.deepEqual(result, plain.result);
    assert.ok(parts > 2, `${parts}`);
    assert.deepEqual(callsOf('long').sort(), [...plain.calls].sort());
    assert.deepEqual(keysOf('long'), plain.keys);
    for (let runId = handle.firstExecutionRunId; runId; ) {
      const { events } = await client.workflow.getHandle('long', runId).fetchHistory();
      await replayed({ events });
      assert.ok(events.length < 80, `${events.length}`);
      runId = events.at(-1).workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
    }
  });

  test('where every history is long at once, each execution makes a call', async () => {
    const { parts } = await resultOf(await start('long', { id: 'longest', every: 0, maxReflections: 1 }));
    assert.ok(parts > 4, `${parts}`);
    assert.equal(callsOf('longest').length, 10);
  });

  test('a run that fails ends its workflow by its code: wrong settings, a wrong key, a provider that is down', async () => {
    const settings = await failureOf(await start('run', { id: 'settings', settings: { maxReflections: -1 } }));
    assert.deepEqual([settings.type, settings.nonRetryable], ['invalid_settings', true]);
    for (const [id, status, times] of [
      ['wrong', 401, 1],
      ['down', 503, 4],
    ]) {
      const on = () => Promise.reject(Object.assign(new Error(`the provider said ${status}`), { status }));
      plays.set(id, { on });
      const { type, message } = await failureOf(await start('run', { id }));
      assert.equal(type, 'model_error');
      assert.match(message, new RegExp(`the provider said ${status}`));
      assert.equal(callsOf(id).length, times);
    }
    const { message } = await failureOf(await start('run', { id: 'nobody', name: 'nobody' }));
    assert.match(message, /this worker has no model `nobody`; it has model/);
  });

  test('a provider without JSON Schema is asked again without one, as outside of Temporal', async () => {
    const refused = [];
    plays.set('schema', {
      on: ({ callId }) => {
        if (callId.startsWith('critique-1')) refused.push(callId);
        if (refused.length === 1 && callId.startsWith('critique-1')) throw Object.assign(new Error('no schema'), { status: 400 });
      },
    });
    const { status } = await resultOf(await start('run', { id: 'schema', jurors: 1 }));
    assert.equal(status, 'ok');
    assert.deepEqual(refused, ['critique-1', 'critique-1']);
  });

  test('a call that hangs ends in words, and is made once', async () => {
    plays.set('hangs', { on: () => new Promise(() => {}) });
    const { type, message } = await failureOf(await start('run', { id: 'hangs', call: { startToCloseTimeout: '5 seconds' } }));
    assert.equal(type, 'model_error');
    // On a busy machine the server says it first.
    assert.match(message, /`answer-1` took more than 4500 ms \(see `startToCloseTimeout`\)|StartToClose timeout/);
    assert.deepEqual(callsOf('hangs'), ['answer-1']);
    await until(() => aborted.includes('hangs:answer-1'), 'the abort of the call');
  });

  test('a verifier gets the work behind a draft and the names of its call; a failed assertion is a verdict', async () => {
    const seen = [];
    plays.set('verify', {
      verify: (draft, context) => {
        seen.push(context);
        if (draft.includes('answer-2')) assert.fail('it is the first');
        return true;
      },
    });
    const result = await resultOf(await start('run', { id: 'verify', seed: SEED }));
    const [there] = [seen.splice(0)];
    const model = (request) => answer({ id: 'verify', ...request });
    const tools = [{ name: 'add', schema: { type: 'object' }, execute: () => ({ sum: 3 }) }];
    const verifiers = { long: plays.get('verify').verify };
    const task = { input: 'Task verify', model, critic: [model, model, model], tools, verifiers };
    const here = await new ReflectEngine({ maxReflections: 3, advanced: { seed: SEED } }).run(task);
    for (const key of ['output', 'status', 'stopReason', 'score', 'iterations']) assert.equal(result[key], here[key], key);
    const worked = ({ input, messages, toolCalls, evidence, draftIndex, iteration, callId }) => ({
      ...{ input, messages, toolCalls, evidence, draftIndex, iteration, callId },
    });
    assert.deepEqual(there.map(worked), JSON.parse(JSON.stringify(seen.map(worked))));
    assert.match(there[0].idempotencyKey, /verify-1\.long$/);
    assert.equal(there.length, 4);
  });

  test('a jury of 32 on a draft of 150 KB is spaced below what a task takes', async () => {
    plays.set('jury', { size: 150_000 });
    const result = await resultOf(await start('jury', { id: 'jury', jurors: 32 }));
    assert.deepEqual(result, { status: 'needs_review', length: 150_000 });
    assert.equal(callsOf('jury').length, 66);
  });

  test('what is too large is refused in words: a request, a reply, a result', async () => {
    plays.set('reply', { size: 2_200_000 });
    const reply = await failureOf(await start('run', { id: 'reply' }));
    assert.match(reply.message, /`answer-1` gave 2\d{6} bytes, and `maxBytes` of the worker is 1900000/);
    plays.set('request', { size: 1_899_000 });
    const request = await resultOf(await start('jury', { id: 'request' }));
    assert.match(request.error, /the request of `critique-1.judge-\d` has \d{7} bytes, and `maxBytes` is 1900000/);
    const result = await failureOf(await start('large', { bytes: 2_000_000, id: 'result' }));
    assert.deepEqual([result.type, result.message], ['too_large', 'the result has 2000002 bytes, and `maxBytes` is 1900000']);
  });

  test('a snapshot that no execution could begin with ends the workflow in words, with what was paid in its history', async () => {
    plays.set('snapshot', { size: 60_000 });
    const options = { maxBytes: 100_000 };
    const { type, message } = await failureOf(await start('long', { id: 'snapshot', every: 0, jurors: 1, options }));
    assert.equal(type, 'too_large');
    // The first draft fits into one, both do not.
    assert.match(message, /^the snapshot has 1[2-9]\d{4} bytes, and `maxBytes` is 100000$/);
    assert.deepEqual(callsOf('snapshot'), ['answer-1', 'critique-1', 'revision-1']);
  });

  test('with a codec that compresses, larger values cross', async () => {
    const dataConverter = { payloadCodecs: [gzip] };
    const by = await newClient({ dataConverter });
    const compressed = await newWorker({
      dataConverter,
      taskQueue: 'gzip',
      activities: reflectActivities({
        models: { model: (request) => ask(request, request.signal) },
        verifiers: { long: () => true },
        tools: [{ name: 'add', execute: () => ({ sum: 3 }) }],
        maxBytes: 8_000_000,
      }),
    });
    plays.set('gzip', { size: 2_200_000 });
    await compressed.runUntil(async () => {
      const options = { maxBytes: 8_000_000 };
      const handle = await start('jury', { id: 'gzip', jurors: 1, options }, { by, taskQueue: 'gzip' });
      handles.pop();
      assert.deepEqual(await resultOf(handle), { status: 'needs_review', length: 2_200_000 });
      await replayed(await handle.fetchHistory(), { dataConverter });
    });
    await by.connection.close();
  });

  test('a model that is an activity conforms, but for pieces of a draft', async () => {
    let calls = 0;
    const trial = async (script) => {
      const server = await provider(script);
      trying = chatModel(new OpenAI({ apiKey: 'sk-secret', maxRetries: 0, baseURL: `${server.url}/v1` }), 'fake');
      const model = async ({ signal, onDelta: _, ...request }) => {
        const handle = await start('ask', { ...request, id: `conform-${(calls += 1)}` });
        handles.pop();
        signal.addEventListener('abort', () => handle.cancel());
        return resultOf(handle).catch((error) => Promise.reject(error.cause?.cause ?? error.cause ?? error));
      };
      return Object.defineProperty({ model, ...server }, 'closed', { get: () => server.closed });
    };
    assert.deepEqual(await conform(trial, { without: ['stream'] }), []);
  });

  test('another question and other settings are noticed by a replay', async () => {
    for (const edit of [
      (code) => code.replaceAll('input: `Task ', 'input: `Job '),
      (code) => code.replaceAll('maxReflections: 3,', 'maxReflections: 1,'),
    ]) {
      const edited = { code: edit(bundle.code) };
      assert.notEqual(edited.code, bundle.code);
      await assert.rejects(replayed(plain.history, { workflowBundle: edited }), { name: 'DeterminismViolationError' });
    }
  });

  test('a workflow bundle holds nothing of the worker, and an engine without a seed says which setting it needs', async () => {
    assert.doesNotMatch(bundle.code, /node_modules\/@temporalio\/activity\/|reflectActivities/);
    const { type, message } = await failureOf(await start('unseeded', { id: 'unseeded' }));
    assert.equal(type, 'no_randomness');
    assert.match(message, /advanced\.seed/);
  });

  // A crash is noticed after the 30 seconds that the page names.
  test('the worker and the workflow of docs/temporal.md, killed in a call', { skip: !isWhole && 'WHOLE=1' }, () =>
    followsDocs(true),
  );
  test('the worker and the workflow of docs/temporal.md', () => followsDocs(false));

  async function followsDocs(isKilled) {
    const folder = mkdtempSync(fileURLToPath(new URL('docs-', import.meta.url)));
    for (const { file, code } of blocks.filter(({ file, path }) => file !== undefined && path === 'docs/temporal.md'))
      writeFileSync(join(folder, file), code);
    let asked = 0;
    const openai = await fakeServer(async (body) => {
      asked += 1;
      if (isKilled && asked === 2) {
        await program.kill();
        await program.start();
      }
      return isCritique(body) ? accept() : 'Light scatters.';
    });
    const program = new Program([process.execPath, join(folder, 'worker.ts')], {
      TEMPORAL_ADDRESS: server.address,
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: openai.url,
    });
    try {
      await program.start();
      const options = { taskQueue: 'answers', workflowId: `docs-${isKilled}`, args: ['Why is the sky blue?'] };
      const result = client.workflow.execute('answer', options);
      assert.equal(await within(result, 'the result'), 'Light scatters.');
      assert.equal(asked, isKilled ? 3 : 2);
    } finally {
      await program.kill();
      await openai.close();
      rmSync(folder, { recursive: true });
    }
  }

  test('every history replays', async () => {
    assert.ok(handles.length > 10);
    const histories = handles.map(async (handle) => ({ workflowId: handle.workflowId, history: await handle.fetchHistory() }));
    const replays = Worker.runReplayHistories({ workflowBundle: bundle }, await Promise.all(histories));
    let count = 0;
    for await (const { workflowId, error } of replays) {
      assert.equal(error, undefined, workflowId);
      count += 1;
    }
    assert.equal(count, handles.length);
  });
});
