// What critics and verifiers say, sent by the clients of Langfuse and Braintrust to servers that speak their protocols.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { LangfuseClient } from '@langfuse/client';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import * as braintrust from 'braintrust';
import { ReflectEngine } from 'reflect-engine';
import { braintrustScores } from 'reflect-engine/braintrust';
import { langfuseScores } from 'reflect-engine/langfuse';
import { traced } from 'reflect-engine/otel';
import { scriptedModel } from 'reflect-engine/testing';
import { listen } from '../../listen.mjs';
import { accept, refusals, reject, rejection, throws } from '../support.mjs';

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

/** A server that keeps what it is sent, and answers by path. */
async function keeping(context, answers) {
  const came = [];
  const server = await listen(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const [path] = request.url.split('?');
    came.push({ path, body: body === '' ? undefined : JSON.parse(body), headers: request.headers });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answers(server.url)[path] ?? {}));
  });
  context.after(server.close);
  return { url: server.url, came };
}

/** A draft that fails its check and pleases its critic, a revision that passes; the critic names its model. */
const task = () => ({
  input: 'Mail Ann.',
  runId: 'run-7',
  model: scriptedModel(['one', 'two']),
  critic: { model: scriptedModel([reject(4), accept(9)].map((content) => ({ content, model: 'judge-1' }))), name: 'strict' },
  verifiers: { short: (draft) => (draft === 'two' ? true : 'SECRET: too long') },
});
const plain = new ReflectEngine({ strategy: 'classic', advanced: { judgeLast: true } });

const langfuse = (t) => keeping(t, () => ({ '/api/public/ingestion': { successes: [], errors: [] } }));

test('judgements of a traced run are scores of its drafts in Langfuse, and how it ended is one of the trace', async (t) => {
  t.after(() => trace.disable());
  trace.setGlobalTracerProvider(provider);
  const { url, came } = await langfuse(t);
  const client = new LangfuseClient({ publicKey: 'pk', secretKey: 'sk', baseUrl: url });
  const engine = traced(plain, { content: true, onEvaluation: langfuseScores(client) });
  const result = await engine.run(task());
  await client.flush();
  assert.equal(result.status, 'ok');
  assert.ok(came.every(({ path }) => path === '/api/public/ingestion'));
  assert.equal(came[0].headers.authorization, `Basic ${btoa('pk:sk')}`);
  const events = came.flatMap(({ body }) => body.batch);
  assert.deepEqual([...new Set(events.map(({ type }) => type))], ['score-create']);
  const spans = exporter.getFinishedSpans();
  const root = spans.find(({ name }) => name.startsWith('invoke_workflow')).spanContext();
  const draft = (id) => spans.find(({ attributes }) => attributes['reflect.call.id'] === id).spanContext().spanId;
  const scores = events.map(({ body: { id, name, value, dataType, observationId, comment } }) => [
    id,
    name,
    value,
    dataType,
    observationId,
    comment,
  ]);
  const [first, second] = [draft('answer-1'), draft('revision-1')];
  const [low, high] = [reject(4), accept(9)].map((text) => JSON.parse(text));
  assert.deepEqual(scores, [
    ['run-7.1.short', 'short', 0, 'NUMERIC', first, 'SECRET: too long'],
    ['run-7.1.critique', 'critique', low.score, 'NUMERIC', first, low.issues.join('\n')],
    ['run-7.2.short', 'short', 1, 'NUMERIC', second, undefined],
    ['run-7.2.critique', 'critique', high.score, 'NUMERIC', second, undefined],
    ['run-7.2.accepted', 'accepted', 1, 'BOOLEAN', undefined, 'critic'],
  ]);
  assert.ok(events.every(({ body }) => body.traceId === root.traceId));
  const { metadata } = events[3].body;
  const judge = { name: 'strict', model: 'judge-1' };
  assert.deepEqual(metadata, { runId: 'run-7', iteration: 2, kind: 'critic', passed: true, judge });
});

test('Langfuse gets no score that nobody gave, none without a trace, and no words without `content`', async (t) => {
  const { url, came } = await langfuse(t);
  const client = new LangfuseClient({ publicKey: 'pk', secretKey: 'sk', baseUrl: url });
  const engine = traced(plain, { onEvaluation: langfuseScores(client) });
  await engine.run(task());
  await client.flush();
  assert.deepEqual(came, []);
  t.after(() => trace.disable());
  trace.setGlobalTracerProvider(provider);
  await engine.run({ ...task(), critic: scriptedModel(['nobody can read this', 'nor this', 'nor that', 'nor those']) });
  await client.flush();
  const bodies = came.flatMap(({ body }) => body.batch).map(({ body }) => body);
  assert.deepEqual(
    bodies.map(({ name, value }) => [name, value]),
    [
      ['short', 0],
      ['accepted', 0],
    ],
  );
  assert.ok(!JSON.stringify(bodies).includes('SECRET'));
});

// A process is logged in once.
const braintrustServer = await keeping({ after }, (url) => ({
  '/api/apikey/login': { org_info: [{ id: 'o', name: 'org', api_url: url, git_metadata: { collect: 'none' } }] },
  '/api/project/register': { project: { id: 'p', name: 'mail' } },
  '/version': { logs3_payload_max_bytes: 5_000_000 },
}));
const initLogger = (options) =>
  braintrust.initLogger({ projectName: 'mail', apiKey: 'key', appUrl: braintrustServer.url, ...options });

/** Rows that a logger has sent since the last time. What is sent of a row later is laid over it. */
async function rowsOf(logger) {
  await logger.flush();
  const sent = braintrustServer.came.splice(0).filter(({ path }) => path === '/logs3');
  assert.ok(sent.every(({ headers }) => headers.authorization === 'Bearer key'));
  const rows = new Map();
  for (const row of sent.flatMap(({ body }) => body.rows)) rows.set(row.id, { ...rows.get(row.id), ...row });
  return [...rows.values()];
}

test('judgements of a run are spans of the type score in Braintrust, below the span in which it was begun', async () => {
  const logger = initLogger();
  const engine = traced(plain, { content: true, onEvaluation: braintrustScores(braintrust) });
  const result = await logger.traced(() => engine.run(task()), { name: 'answering' });
  const rows = await rowsOf(logger);
  assert.equal(result.status, 'ok');
  const root = rows.find(({ span_attributes }) => span_attributes?.name === 'answering');
  const scores = rows.filter(({ span_attributes }) => span_attributes?.type === 'score');
  assert.ok(
    scores.every(({ span_parents, root_span_id }) => span_parents[0] === root.span_id && root_span_id === root.root_span_id),
  );
  const [low, high] = [reject(4), accept(9)].map((text) => JSON.parse(text));
  assert.deepEqual(
    scores.map(({ id, scores, output }) => [id, scores, output]),
    [
      ['run-7.1.short', { short: 0 }, 'SECRET: too long'],
      ['run-7.1.critique', { critique: low.score / 10 }, low.issues.join('\n')],
      ['run-7.2.short', { short: 1 }, undefined],
      ['run-7.2.critique', { critique: high.score / 10 }, undefined],
      ['run-7.2.accepted', { accepted: 1 }, 'critic'],
    ],
  );
  const judge = { name: 'strict', model: 'judge-1' };
  assert.deepEqual(scores[3].metadata, { runId: 'run-7', iteration: 2, kind: 'critic', passed: true, judge });
});

test('in Braintrust what nobody could say is null, with why, and a rejected run is told, too', async () => {
  const logger = initLogger({ setCurrent: false });
  const engine = traced(plain, { onEvaluation: braintrustScores(logger) });
  await engine.run({ ...task(), critic: false, verifiers: { broken: throws(new Error('SECRET')) } });
  await rejection(engine.run({ ...task(), runId: 'run-8', signal: AbortSignal.abort() }));
  const rows = await rowsOf(logger);
  const broken = rows.filter(({ id }) => id.includes('broken'));
  assert.deepEqual(
    broken.map(({ scores, error }) => [scores, error]),
    [[{ broken: null }, 'verifier_error']],
  );
  assert.deepEqual(
    rows.filter(({ id }) => id.endsWith('accepted')).map(({ id, scores }) => [id.slice(0, 5), scores]),
    [
      ['run-7', { accepted: 0 }],
      ['run-8', { accepted: 0 }],
    ],
  );
  assert.ok(!JSON.stringify(rows).includes('SECRET'));
});

test('a client that fails, or is none, changes no run', async () => {
  const broken = { score: { create: throws(new Error('no network')) }, startSpan: throws(new Error('no network')) };
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  for (const onEvaluation of [langfuseScores(broken), braintrustScores(broken), () => Promise.reject(new Error('late'))])
    assert.equal((await traced(plain, { onEvaluation }).run(task())).status, 'ok');
  await refusals(
    'invalid_settings',
    [
      [() => langfuseScores({}), /^`client` of langfuseScores must be a LangfuseClient of @langfuse\/client/],
      [() => langfuseScores(), /got nothing$/],
      [() => braintrustScores({ log() {} }), /^`parent` of braintrustScores must be a logger, a span or the module `braintrust`/],
      [() => traced(plain, { onEvaluation: 'langfuse' }), '`onEvaluation` must be a function, got a string'],
    ],
    (make) => make(),
  );
});
