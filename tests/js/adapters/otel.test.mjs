// Traces with the SDKs of OpenTelemetry and its API 1.9.

import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { context, metrics, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { logs } from '@opentelemetry/api-logs';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import { InMemoryMetricExporter, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { Critic, ReflectEngine } from 'reflect-engine';
import { reflected } from 'reflect-engine/ai-sdk';
import { traced } from 'reflect-engine/otel';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, never, reject, rejection, throws, unreadable } from '../support.mjs';
import { languageModel } from './language-model.mjs';

const exported = {
  spans: new InMemorySpanExporter(),
  logs: new InMemoryLogRecordExporter(),
  measures: new InMemoryMetricExporter(),
};
const reader = new PeriodicExportingMetricReader({ exporter: exported.measures, exportIntervalMillis: 3_600_000 });
/** What each span and record meets first. */
let fault;
const breaking = { onStart: () => fault?.(), onEnd: () => fault?.(), onEmit: () => fault?.(), shutdown() {}, forceFlush() {} };

// As an application sets it up.
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [breaking, new SimpleSpanProcessor(exported.spans)] }));
metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
const recording = new SimpleLogRecordProcessor({ exporter: exported.logs });
logs.setGlobalLoggerProvider(new LoggerProvider({ processors: [breaking, recording] }));

const seen = {
  spans: () => exported.spans.getFinishedSpans(),
  logs: () => exported.logs.getFinishedLogRecords(),
  reset() {
    exported.spans.reset();
    exported.logs.reset();
  },
};

/** Of each histogram the points since the last time. */
async function histograms() {
  exported.measures.reset();
  await reader.forceFlush();
  const found = exported.measures.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics));
  return found.map(({ descriptor: { name, unit }, dataPoints }) => ({ name, unit, points: dataPoints }));
}

/** The spans as a tree of names, those of one parent in the order in which they began. */
function tree(spans, parent = undefined) {
  const children = spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent?.spanContext().spanId);
  children.sort((a, b) => a.startTime[0] - b.startTime[0] || a.startTime[1] - b.startTime[1]);
  return children.map((span) => {
    const below = tree(spans, span);
    return below.length === 0 ? span.name : [span.name, below];
  });
}

/** What was judged: the name of the evaluation, its verdict, and the name and number of the span of the draft. */
function judgements(spans, logs) {
  return logs.map(({ attributes, spanContext, eventName }) => {
    const span = spans.find((span) => span.spanContext().spanId === spanContext?.spanId);
    const { 'gen_ai.evaluation.name': name, 'gen_ai.evaluation.score.value': score } = attributes;
    const label = attributes['gen_ai.evaluation.score.label'] ?? attributes['error.type'];
    return [eventName, name, score, label, span?.attributes['reflect.call.id'] ?? span?.name];
  });
}

// The classic loop has every draft judged by all, also one that a verifier failed.
const plain = new ReflectEngine({ strategy: 'classic', advanced: { seed: 1, judgeLast: true } });
const engine = traced(plain);

beforeEach(() => seen.reset());
after(() => reader.shutdown());

const look = { name: 'look', parameters: { type: 'object' }, execute: () => 'SECRET sky' };
const usage = { inputTokens: 7, outputTokens: 3, cachedTokens: 2 };

/** Every kind of call: a tool, a verifier, a jury of two whose second first refuses. */
function task(more) {
  const model = scriptedModel([
    { content: '', toolCalls: [{ id: 't1', name: 'look', arguments: { at: 'SECRET' } }], model: 'small' },
    { content: 'SECRET one', usage, model: 'small', finishReason: 'stop', responseId: 'r1' },
    { content: 'two', usage, model: 'small' },
  ]);
  const critic = [scriptedModel([accept(), accept()]), scriptedModel([reject(), accept()])];
  const verifiers = { fine: (draft) => (draft.includes('two') ? true : ['SECRET is in it']) };
  return { input: 'why SECRET?', model, critic, verifiers, tools: [look], ...more };
}

test('a run is a tree of a workflow, its chats and its tools', async () => {
  const result = await engine.run(task());
  assert.equal(result.status, 'ok');
  const spans = seen.spans();
  const chats = ['chat small', 'execute_tool look', 'chat small', 'chat', 'chat', 'chat small', 'chat', 'chat'];
  assert.deepEqual(tree(spans), [['invoke_workflow reflect', chats]]);
  const [root] = spans.filter(({ name }) => name.startsWith('invoke_workflow'));
  assert.deepEqual(root.attributes, {
    'gen_ai.operation.name': 'invoke_workflow',
    'gen_ai.agent.name': 'reflect',
    'gen_ai.usage.input_tokens': result.usage.total.inputTokens,
    'gen_ai.usage.output_tokens': result.usage.total.outputTokens,
    'reflect.run.id': result.runId,
    'reflect.status': 'ok',
    'reflect.accepted_by': 'critic',
    'reflect.stop_reason': 'accepted',
    'reflect.iterations': 2,
    'reflect.score': result.score,
  });
  const chat = spans.find(({ attributes }) => attributes['reflect.call.id'] === 'answer-2');
  assert.equal(chat.kind, 2);
  assert.deepEqual(chat.attributes, {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'small',
    'gen_ai.response.id': 'r1',
    'gen_ai.response.finish_reasons': ['stop'],
    'gen_ai.usage.input_tokens': 7,
    'gen_ai.usage.output_tokens': 3,
    'gen_ai.usage.cache_read.input_tokens': 2,
    'reflect.call.id': 'answer-2',
    'reflect.call.purpose': 'answer',
    'reflect.iteration': 1,
    'reflect.call.attempt': 1,
  });
  const tool = spans.find(({ name }) => name === 'execute_tool look');
  assert.deepEqual(tool.attributes, {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'look',
    'gen_ai.tool.call.id': 't1',
    'reflect.call.id': 'tool-1.look',
  });
});

test('each juror and verifier has a record of its judgement, in the context of the draft', async () => {
  await engine.run(task());
  const event = 'gen_ai.evaluation.result';
  const [yes, no] = [JSON.parse(accept()).score, JSON.parse(reject()).score];
  assert.deepEqual(judgements(seen.spans(), seen.logs()), [
    [event, 'fine', 0, 'fail', 'answer-2'],
    [event, 'critique.judge-1', yes, 'pass', 'answer-2'],
    [event, 'critique.judge-2', no, 'fail', 'answer-2'],
    [event, 'fine', 1, 'pass', 'revision-1'],
    [event, 'critique.judge-1', yes, 'pass', 'revision-1'],
    [event, 'critique.judge-2', yes, 'pass', 'revision-1'],
  ]);
  assert.equal(seen.logs()[0].attributes['gen_ai.response.id'], 'r1');
});

test('a judgement says who judged, and a tool of a critic has a span', async () => {
  const replies = [{ toolCalls: [{ name: 'look', arguments: '{}' }] }, { content: accept(), model: 'judge-1' }];
  const critic = { name: 'editor', model: () => replies.shift(), tools: [look] };
  await engine.run({ input: 'q', model: () => 'a', critic });
  const { 'reflect.judge.kind': kind, 'reflect.judge.name': name, 'reflect.judge.model': model } = seen.logs()[0].attributes;
  assert.deepEqual([kind, name, model], ['critic', 'editor', 'judge-1']);
  assert.equal(seen.spans().find((span) => span.name === 'execute_tool look').attributes['reflect.call.id'], 'tool-1.look');
});

test('one critic says pass or fail, or why it says neither', async () => {
  const verdicts = async (critique, more) => {
    seen.reset();
    await engine.run({
      input: 'q',
      model: () => 'a',
      critic: () => critique,
      settings: { maxReflections: 0, onUnreadableCritique: 'stop' },
      ...more,
    });
    return judgements(seen.spans(), seen.logs()).map(([, name, , label]) => [name, label]);
  };
  assert.deepEqual(await verdicts(accept()), [['critique', 'pass']]);
  assert.deepEqual(await verdicts(reject()), [['critique', 'fail']]);
  assert.deepEqual(await verdicts('Lovely.'), [['critique', 'no_json']]);
  // The draft is to be revised for the check, whatever its critic thinks.
  assert.deepEqual(await verdicts(accept(), { verifiers: { no: () => false } }), [
    ['no', 'fail'],
    ['critique', undefined],
  ]);
  assert.deepEqual(await verdicts(accept(), { verifiers: { broken: () => Promise.reject(new Error('SECRET')) } }), [
    ['broken', 'verifier_error'],
  ]);
  assert.deepEqual(await verdicts('', { critic: false, outputSchema: { type: 'string' } }), [['outputSchema', 'fail']]);
});

/** Streams a first draft until that is stopped; the second is good. */
function beginner({ iteration, signal, onDelta }) {
  if (iteration > 1) return 'blue';
  onDelta?.('red ');
  onDelta?.('SECRET and more');
  return new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
}

test('a draft that a verifier stopped has a span that says so and did not fail, and a judgement', async () => {
  const partial = (text) => (text.includes('red') ? 'SECRET: no red' : true);
  const noRed = { check: partial, partial };
  const events = [];
  const task = { input: 'q', model: beginner, critic: false, verifiers: { noRed, long: () => true } };
  for (const [chatSpans, place] of [
    [true, 'answer-1'],
    [false, 'invoke_workflow reflect'],
  ]) {
    seen.reset();
    events.length = 0;
    const result = await traced(new ReflectEngine(), { chatSpans }).run({ ...task, onCall: (event) => events.push(event) });
    assert.deepEqual([result.output, result.trace.drafts[0].stoppedBy], ['blue', 'noRed']);
    const found = judgements(seen.spans(), seen.logs()).slice(0, 3);
    const event = 'gen_ai.evaluation.result';
    assert.deepEqual(found[0], [event, 'noRed', 0, 'fail', place]);
    assert.deepEqual(
      found.slice(1).map(([, name, score]) => [name, score]),
      [
        ['noRed', 1],
        ['long', 1],
      ],
    );
    const { 'reflect.judge.kind': kind, 'reflect.iteration': iteration } = seen.logs()[0].attributes;
    assert.deepEqual([kind, iteration], ['verifier', 1]);
    const stopped = events.filter(({ stoppedBy }) => stoppedBy !== undefined);
    assert.deepEqual(
      stopped.map(({ type, callId, stoppedBy, verdict }) => [type, callId, stoppedBy, verdict]),
      [['end', 'answer-1', 'noRed', { passed: false, issues: ['SECRET: no red'] }]],
    );
    const chat = seen.spans().find(({ attributes }) => attributes['reflect.call.id'] === 'answer-1');
    if (chatSpans) assert.deepEqual([chat.attributes['reflect.stopped_by'], chat.status.code], ['noRed', 0]);
    assert.ok(!JSON.stringify([seen.spans().map(({ attributes }) => attributes), seen.logs()[0].attributes]).includes('SECRET'));
  }
});

test('50 runs at once: no span and no record is under a wrong parent', async () => {
  const pause = () => new Promise((go) => setTimeout(go, Math.random() * 4));
  const tracer = trace.getTracer('application');
  const inside = async (what) => {
    await pause();
    tracer.startSpan(what).end();
    await pause();
  };
  const one = async (number) => {
    let drafts = 0;
    const mine = (what) => inside(`${what} of ${number}`);
    const model = async ({ purpose, runId }) => {
      await mine(purpose);
      assert.equal(runId, `run-${number}`);
      if (purpose === 'critique') return drafts < 3 ? reject() : accept();
      drafts += 1;
      return drafts === 1 ? { content: '', toolCalls: [{ name: 'look', arguments: {} }] } : `draft ${drafts}`;
    };
    const execute = async () => (await mine('tool'), 1);
    const verifiers = { fine: async () => (await mine('verifier'), true) };
    const span = tracer.startSpan(`caller ${number}`);
    await context.with(trace.setSpan(context.active(), span), () =>
      traced(plain, { name: `n${number}` }).run({
        runId: `run-${number}`,
        input: 'q',
        model,
        critic: [model, model],
        tools: [{ ...look, execute }],
        verifiers,
      }),
    );
    span.end();
  };
  await Promise.all(Array.from({ length: 50 }, (_, number) => one(number)));

  const spans = seen.spans();
  const byId = new Map(spans.map((span) => [span.spanContext().spanId, span]));
  const parentOf = (span) => byId.get(span.parentSpanContext?.spanId);
  const rootOf = (span) => (parentOf(span) === undefined ? span : rootOf(parentOf(span)));
  const parents = { invoke_workflow: /^caller/, chat: /^invoke_workflow/, execute_tool: /^invoke_workflow/ };
  const inner = { answer: /^chat/, revision: /^chat/, critique: /^chat/, tool: /^execute_tool/, verifier: /^invoke_workflow/ };
  for (const span of spans.filter(({ name }) => !name.startsWith('caller'))) {
    const [, number] = /^caller (\d+)$/.exec(rootOf(span).name);
    const [word] = span.name.split(' ');
    assert.match(parentOf(span).name, { ...parents, ...inner }[word], span.name);
    if (word in inner) assert.ok(span.name.endsWith(` of ${number}`), `${span.name} under ${rootOf(span).name}`);
    if (word === 'invoke_workflow') assert.equal(span.name, `invoke_workflow n${number}`);
  }
  assert.ok(spans.length > 50 * 15, `${spans.length}`);
  const records = seen.logs();
  assert.equal(records.length % 50, 0);
  assert.ok(records.length >= 50 * 6);
  for (const { spanContext, attributes } of records) {
    const draft = byId.get(spanContext.spanId);
    assert.match(draft.attributes['reflect.call.purpose'], /answer|revision/);
    assert.equal(draft.attributes['reflect.iteration'], attributes['reflect.iteration']);
  }
});

test('a host that makes calls somewhere else does not move their spans', async () => {
  const durable = { run: (_name, fn) => context.with(ROOT_CONTEXT, fn), all: (steps) => Promise.all(steps) };
  const { tools, ...given } = task({ durable });
  const inside = () => (trace.getTracer('application').startSpan('inside').end(), 'sky');
  await engine.run({ ...given, tools: [{ ...look, execute: inside }] });
  const chats = ['chat small', ['execute_tool look', ['inside']], 'chat small', 'chat', 'chat', 'chat small', 'chat', 'chat'];
  assert.deepEqual(tree(seen.spans()), [['invoke_workflow reflect', chats]]);
  assert.equal(seen.logs().length, 6);
});

test('what was said is recorded on demand only, and `redact` sees it', async () => {
  const everything = () =>
    JSON.stringify([seen.spans().map((s) => [s.attributes, s.status]), seen.logs().map((l) => l.attributes)]);
  await engine.run(task());
  assert.ok(!/SECRET|why|sky|two/.test(everything()));

  seen.reset();
  const talkative = traced(plain, { content: true });
  await talkative.run(task());
  assert.equal(everything().includes('SECRET'), true);
  const attributes = seen.spans().map((span) => span.attributes);
  const of = (key) => attributes.map((found) => found[key]).filter((text) => text !== undefined);
  assert.deepEqual(of('gen_ai.tool.call.arguments'), ['{"at":"SECRET"}']);
  assert.deepEqual(of('gen_ai.tool.call.result'), ['"SECRET sky"']);
  assert.deepEqual(JSON.parse(of('gen_ai.output.messages')[0]), [
    {
      role: 'assistant',
      parts: [{ type: 'tool_call', id: 't1', name: 'look', arguments: { at: 'SECRET' } }],
      // The model gave none, and the conventions require one.
      finish_reason: 'unknown',
    },
  ]);
  assert.deepEqual(JSON.parse(of('gen_ai.input.messages').at(-1)), [
    { role: 'user', parts: [{ type: 'text', content: 'why SECRET?' }] },
  ]);
  const told = JSON.parse(of('gen_ai.input.messages').find((text) => text.includes('tool_call_response')));
  assert.deepEqual(told.at(-1), { role: 'tool', parts: [{ type: 'tool_call_response', id: 't1', response: 'SECRET sky' }] });
  const explained = seen.logs().map((record) => record.attributes['gen_ai.evaluation.explanation']);
  assert.equal(explained[0], 'SECRET is in it');

  seen.reset();
  const model = () => Promise.reject(new Error('no SECRET'));
  await talkative.run(task({ redact: (text) => text.replaceAll('SECRET', '…') }));
  await rejection(talkative.run(task({ model, redact: (text) => text.replaceAll('SECRET', '…') })));
  assert.ok(everything().includes('no …') && everything().includes('… sky'));
  assert.ok(!everything().includes('SECRET'));
});

test('without spans for chats those of the client stand under the run, and so do the judgements', async () => {
  const tracer = trace.getTracer('client');
  const spanned = task();
  const model = async (request) => {
    tracer.startSpan('POST').end();
    return spanned.model(request);
  };
  await traced(plain, { name: 'mine', chatSpans: false }).run({ ...spanned, model });
  assert.deepEqual(tree(seen.spans()), [['invoke_workflow mine', ['POST', 'execute_tool look', 'POST', 'POST']]]);
  const [first] = seen.logs();
  assert.equal(judgements(seen.spans(), [first])[0].at(-1), 'invoke_workflow mine');
  assert.equal(first.attributes['gen_ai.response.id'], 'r1');
});

test('a failure, an abort and a call that never ends are told, and no span is left open', async () => {
  const failing = { input: 'q', model: () => Promise.reject(Object.assign(new Error('SECRET'), { code: 'rate_limit' })) };
  await rejection(engine.run(failing));
  const errors = () => seen.spans().map(({ name, status, attributes }) => [name, status.code, attributes['error.type']]);
  assert.deepEqual(errors(), [
    ['chat', 2, 'rate_limit'],
    ['invoke_workflow reflect', 2, 'model_error'],
  ]);
  assert.ok(!JSON.stringify(seen.spans().map(({ status }) => status)).includes('SECRET'));
  seen.reset();
  const error = await rejection(engine.run({ input: 'q', model: never, signal: AbortSignal.timeout(10) }));
  assert.deepEqual(
    [error.name, errors()],
    [
      'AbortError',
      [
        ['chat', 2, 'abandoned'],
        ['invoke_workflow reflect', 2, 'aborted'],
      ],
    ],
  );
  seen.reset();
  await rejection(engine.run({ model: 'gpt' }));
  assert.deepEqual(errors(), [['invoke_workflow reflect', 2, 'invalid_task']]);
});

/** What judges a gate: a check that only the last draft passes, and a critic. */
const judges = (more) => ({
  critic: scriptedModel([reject(), reject(), accept()]),
  verifiers: { fine: (draft) => draft.includes('three') || ['SECRET is in it'] },
  settings: { maxReflections: 5 },
  ...more,
});
const drafts = ['one SECRET', 'two', 'three'];
const traceIds = () => new Set(seen.spans().map((span) => span.spanContext().traceId)).size;

test('a gate is a tree of a workflow, its submissions and the chats of their critics', async () => {
  const gate = engine.gate({ input: 'why SECRET?', ...judges() });
  const verdicts = [];
  for (const draft of drafts) verdicts.push(await gate.submit(draft));
  const { result } = verdicts.at(-1);
  assert.deepEqual([verdicts.length, result.status, result.output], [3, 'ok', 'three']);
  const spans = seen.spans();
  const submitted = ['submit reflect', ['chat']];
  assert.deepEqual([tree(spans), traceIds()], [[['invoke_workflow reflect', [submitted, submitted, submitted]]], 1]);
  const [first, second, last] = spans.filter(({ name }) => name === 'submit reflect');
  const outcome = {
    'reflect.run.id': result.runId,
    'reflect.status': 'ok',
    'reflect.accepted_by': result.acceptedBy,
    'reflect.stop_reason': 'accepted',
    'reflect.iterations': 3,
    'reflect.score': result.score,
    'gen_ai.usage.input_tokens': result.usage.total.inputTokens,
    'gen_ai.usage.output_tokens': result.usage.total.outputTokens,
  };
  const done = [first, second, last].map(({ attributes }) => attributes);
  assert.deepEqual(done, [{ 'reflect.done': false }, { 'reflect.done': false }, { 'reflect.done': true, ...outcome }]);
  const { attributes } = spans.find(({ name }) => name.startsWith('invoke_workflow'));
  const named = { 'gen_ai.operation.name': 'invoke_workflow', 'gen_ai.agent.name': 'reflect' };
  assert.deepEqual(attributes, { ...named, ...outcome });
  const records = seen.logs();
  const places = [first, second, last].flatMap((span) => [span, span].map((one) => one.spanContext().spanId));
  assert.deepEqual(
    records.map(({ attributes, spanContext }) => [attributes['gen_ai.evaluation.name'], spanContext.spanId]),
    places.map((id, at) => [at % 2 === 0 ? 'fine' : 'critique', id]),
  );
  assert.ok(!/SECRET/.test(JSON.stringify([spans.map((span) => span.attributes), records.map((one) => one.attributes)])));
});

test('a gate that is reopened for each draft is one trace, whoever reopens it, and each span in it ends', async () => {
  let snapshot;
  for (const [at, draft] of drafts.entries()) {
    const other = traced(new ReflectEngine({ strategy: 'classic', advanced: { judgeLast: true } }), { name: `n${at}` });
    const critic = () => (at < 2 ? reject() : accept());
    const gate = at === 0 ? other.gate({ input: 'q', ...judges({ critic }) }) : other.reopenGate(snapshot, judges({ critic }));
    // As in another request, which has a trace of its own.
    const span = trace.getTracer('application').startSpan('request');
    const verdict = await context.with(trace.setSpan(context.active(), span), () => gate.submit(draft));
    assert.equal(verdict.done, at === 2);
    ({ snapshot } = gate);
  }
  const below = (at) => [`invoke_workflow n${at}`, [[`submit n${at}`, ['chat']]]];
  const [name, [submit, ...more]] = below(0);
  assert.deepEqual([tree(seen.spans()), traceIds()], [[[name, [submit, below(1), below(2), ...more]]], 1]);
  // An engine that is not traced takes the snapshot, too, and a traced one that of another.
  const gate = engine.gate({ input: 'q', ...judges() });
  await gate.submit('one');
  assert.equal((await plain.reopenGate(gate.snapshot, judges()).submit('two')).done, false);
  const untraced = plain.gate({ input: 'q', ...judges() });
  await untraced.submit('one');
  assert.equal((await engine.reopenGate(untraced.snapshot, judges()).submit('two')).done, false);
});

test('a gate that fails, is aborted or left is told as a run is', async () => {
  const errors = () => seen.spans().map(({ name, status, attributes }) => [name, status.code, attributes['error.type']]);
  assert.throws(() => engine.gate({ input: 'q' }), { code: 'invalid_task' });
  assert.throws(() => engine.gate('q'), { code: 'invalid_task' });
  assert.deepEqual(errors(), [['invoke_workflow reflect', 2, 'invalid_task']]);
  seen.reset();
  const controller = new AbortController();
  const gate = engine.gate({ input: 'q', critic: never, signal: controller.signal });
  await assert.rejects(gate.submit(' '), { code: 'invalid_task' });
  const waits = gate.submit('one');
  await assert.rejects(gate.submit('two'), { code: 'misuse' });
  controller.abort();
  await assert.rejects(waits, { name: 'AbortError' });
  await new Promise((wake) => setTimeout(wake, 5));
  assert.deepEqual(errors(), [
    ['submit reflect', 2, 'invalid_task'],
    ['submit reflect', 2, 'misuse'],
    ['submit reflect', 2, 'aborted'],
    ['chat', 2, 'abandoned'],
    ['invoke_workflow reflect', 2, 'aborted'],
  ]);
  seen.reset();
  const taken = engine.gate({ input: 'q', critic: () => reject() });
  await taken.submit('one');
  assert.equal((await taken.end()).output, 'one');
  await new Promise((wake) => setTimeout(wake, 5));
  assert.deepEqual(tree(seen.spans()), [['invoke_workflow reflect', [['submit reflect', ['chat']]]]]);
});

test('how long runs took is a histogram', async () => {
  await histograms();
  await engine.run({ input: 'q', model: scriptedModel(['a', accept()]) });
  await rejection(engine.run({ input: 'q', model: () => Promise.reject(new Error('no')) }));
  const [{ name, unit, points }] = await histograms();
  assert.deepEqual([name, unit], ['gen_ai.invoke_agent.duration', 's']);
  const failed = points.filter(({ attributes }) => attributes['error.type'] === 'model_error');
  assert.equal(failed.length, 1);
  assert.ok(points.some(({ attributes, value }) => attributes['error.type'] === undefined && value.count >= 1));
  assert.ok(points.every(({ attributes }) => attributes['gen_ai.operation.name'] === 'invoke_workflow'));
});

test('a stream and a resumed run are traced, too, and observers see what they saw', async () => {
  const told = [];
  const stream = engine.stream(task({ onStep: ({ type }) => told.push(type) }));
  const steps = [];
  for await (const { type } of stream) steps.push(type);
  const { snapshot } = await stream.result;
  assert.deepEqual(told, steps);
  assert.ok(steps.includes('reflection'));
  assert.equal(seen.spans().filter(({ name }) => name.startsWith('invoke_workflow')).length, 1);
  seen.reset();
  const review = { accepted: true };
  const resumed = await engine.resume(snapshot, { ...task(), review });
  assert.equal(resumed.acceptedBy, 'human');
  assert.deepEqual([tree(seen.spans()), seen.logs().length], [['invoke_workflow reflect'], 0]);
  seen.reset();
  assert.throws(() => engine.stream({ input: 'q' }), { code: 'invalid_task' });
  assert.equal(seen.spans()[0].attributes['error.type'], 'invalid_task');
});

test('a run is the same with a trace as without, also where the trace breaks', async () => {
  const same = ({ trace: { steps, selfCritique }, output, errors }) => ({
    steps: steps.map(({ nowMs, ...step }) => step),
    selfCritique,
    output,
    errors,
  });
  const self = () => {
    const model = scriptedModel(['a', reject(), 'b', accept()]);
    return { input: 'q', model, critic: model };
  };
  assert.deepEqual(same(await engine.run(self())), same(await plain.run(self())));
  assert.deepEqual(same(await engine.run(task())), same(await plain.run(task())));
  assert.equal((await engine.run(self())).trace.selfCritique, true);
  const breaks = throws(new Error('the trace breaks'));
  fault = breaks;
  assert.deepEqual(same(await engine.run(task())), same(await plain.run(task())));
  fault = undefined;
  const redact = breaks;
  const broken = await traced(plain, { content: true }).run(task({ redact }));
  assert.deepEqual(broken.output, (await plain.run(task({ redact }))).output);
  // A reply that cannot be read is the failure of its call, as ever.
  const model = () => unreadable('getter', 'content');
  const codes = await Promise.all([engine, plain].map(async (one) => (await rejection(one.run({ input: 'q', model }))).code));
  assert.equal(codes[0], codes[1]);
});

test('what is wrong is refused by name', async () => {
  assert.throws(() => traced(plain, { span: true }), { code: 'invalid_settings', message: /`span` is not an option of traced/ });
  assert.throws(() => traced(plain, { content: 'yes' }), { message: '`content` must be a boolean, got a string' });
  const messageOf = async (one, given) => (await rejection(one.run(given))).message;
  for (const given of [
    undefined,
    'q',
    { input: 'q', model: 'gpt' },
    { input: 'q', model: never, critic: ['gpt'] },
    { input: 'q', model: never, critic: new Critic() },
    { input: 'q', model: never, critic: new Critic({ model: never }) },
    { input: 'q', model: never, critic: { model: never, tool: [] } },
    { input: 'q', model: never, tools: {} },
    { input: 'q', model: never, tools: [null] },
    { input: 'q', model: never, tools: [{ name: 'a' }] },
    { input: 'q', model: never, onStep: 'log' },
    { input: 'q', model: never, colour: 1 },
  ]) {
    assert.equal(await messageOf(engine, given), await messageOf(plain, given));
  }
});

test('a traced engine is the engine itself in all else', () => {
  assert.ok(engine instanceof ReflectEngine);
  assert.deepEqual([engine.name, engine.maxReflections], ['reflect', plain.maxReflections]);
  const run = engine.start({ input: 'q' });
  assert.equal(run.poll().type, 'call');
  run.free();
});

test('an engine behind a host’s model is traced, too', async () => {
  const inner = languageModel(['Blue.', accept()]);
  const model = reflected(inner, { engine });
  await model.doGenerate({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'q' }] }] });
  assert.deepEqual(tree(seen.spans()), [['invoke_workflow reflect', ['chat mock-1', 'chat mock-1']]]);
});
