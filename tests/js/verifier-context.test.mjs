// What a verifier is told of the work behind a draft.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine, tool } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { refusals } from './support.mjs';

const asks = (name, args, id) => ({ content: '', toolCalls: [{ ...(id && { id }), name, arguments: args }] });
const price = tool({ name: 'price', description: 'A price.', execute: ({ item }) => ({ [item]: item === 'lamp' ? 12 : 30 }) });
const broken = tool({ name: 'broken', description: 'Fails.', execute: () => Promise.reject(new Error('out of order')) });
const tools = [price, broken];
const KEYS = ['signal', 'input', 'messages', 'toolCalls', 'evidence', 'draftIndex', 'iteration', 'callId', 'idempotencyKey'];

/** Runs with a verifier that passes from the draft on that is `last`, and returns what it saw of each draft. */
async function seenIn(replies, { last = replies.at(-1), settings, ...task } = {}) {
  const seen = [];
  const look = (draft, context) => {
    seen.push({ draft, ...context });
    return draft === last || 'not yet';
  };
  const result = await new ReflectEngine(settings).run({
    input: 'What does a lamp cost?',
    tools,
    critic: false,
    model: scriptedModel(replies),
    verifiers: { look },
    ...task,
  });
  return { seen, result };
}

test('a verifier sees the task and the tool calls of its draft, in order, with results and errors', async () => {
  const replies = [
    asks('price', { item: 'lamp' }, 'a'),
    asks('broken', {}, 'b'),
    asks('missing', {}, 'c'),
    'A lamp costs 12 euros.',
  ];
  const { seen } = await seenIn(replies, { systemPrompt: 'Be short.' });
  const [{ signal, idempotencyKey, messages, ...rest }] = seen;
  assert.ok(signal instanceof AbortSignal);
  assert.match(idempotencyKey, /verify-1\.look/);
  const [priced, failed, unknown] = rest.toolCalls;
  assert.deepEqual(priced, { id: 'a', name: 'price', arguments: { item: 'lamp' }, result: { lamp: 12 } });
  assert.deepEqual(
    { ...failed, error: failed.error.includes('out of order') },
    { id: 'b', name: 'broken', arguments: {}, error: true },
  );
  assert.deepEqual([unknown.name, 'result' in unknown, /unknown tool `missing`/.test(unknown.error)], ['missing', false, true]);
  const { toolCalls: _, ...others } = rest;
  assert.deepEqual(others, {
    draft: 'A lamp costs 12 euros.',
    input: 'What does a lamp cost?',
    evidence: ['{"lamp":12}'],
    draftIndex: 0,
    iteration: 1,
    callId: 'verify-1.look',
  });
  assert.deepEqual(messages.map(({ role, content, toolCallId }) => [role, content, toolCallId]).slice(0, 4), [
    ['system', 'Be short.', undefined],
    ['user', 'What does a lamp cost?', undefined],
    ['assistant', '', undefined],
    ['tool', '{"lamp":12}', 'a'],
  ]);
});

test('a revision has the calls of what it revises, a fresh draft has its own', async () => {
  const replies = [asks('price', { item: 'lamp' }, 'a'), 'one', asks('price', { item: 'table' }, 'b'), 'two', 'three'];
  const names = ({ seen }) => seen.map(({ toolCalls }) => toolCalls.map(({ id }) => id).join());
  for (const strategy of ['classic', 'keep-best']) {
    const revised = await seenIn(replies, { settings: { strategy, maxReflections: 2 } });
    const parents = revised.result.trace.drafts.map(({ parent }) => parent);
    // A draft that is written anew begins with no call.
    const line = (at) => (at === undefined ? [] : [...line(parents[at]), ...[['a'], ['b'], []][at]]);
    const wanted = parents.map((_, at) => line(at).join());
    assert.deepEqual(names(revised), wanted, `${strategy} ${parents}`);
  }
  const model = ({ iteration, messages }) => {
    const told = messages.at(-1).role === 'tool';
    return told ? `draft of ${iteration}` : asks('price', { item: iteration }, 'same');
  };
  const seen = [];
  const look = (_, { toolCalls, draftIndex }) => {
    seen.push([draftIndex, toolCalls.map(({ arguments: { item } }) => item).join()]);
    return false;
  };
  const settings = { strategy: 'best-of-n', drafts: 3, maxReflections: 0 };
  await new ReflectEngine(settings).run({ input: 'q', tools, model, critic: false, verifiers: { look } });
  assert.deepEqual(seen, [
    [0, '1'],
    [1, '2'],
    [2, '3'],
  ]);
});

test('it costs nothing until it is looked at, cannot be changed, and shows its fields', async () => {
  let first;
  const { result } = await seenIn([asks('price', { item: 'lamp' }, 'a'), 'done'], {
    verifiers: {
      look: (_, context) => {
        first = context;
        assert.deepEqual(Object.keys(context), KEYS);
        assert.equal(context.work, undefined);
        assert.equal(context.toolCalls, context.toolCalls);
        assert.equal('toolCalls' in context && !('other' in context), true);
        for (const change of [
          () => (context.input = 'x'),
          () => delete context.input,
          () => context.toolCalls.push({}),
          () => (context.toolCalls[0].result.lamp = 13),
          () => (context.messages[0].content = 'x'),
          () => Object.defineProperty(context, 'x', { value: 1 }),
        ])
          assert.throws(change, TypeError);
        return true;
      },
    },
  });
  assert.deepEqual([result.status, first.toolCalls.length], ['ok', 1]);
  // The steps of the result are the user's own.
  result.trace.steps.find(({ type }) => type === 'tool_result').result.lamp = 99;
});

test('calls that the input has behind its question are work; what was looked up before is not', async () => {
  const call = (id) => ({ role: 'assistant', content: '', toolCalls: [{ id, name: 'price', arguments: { item: id } }] });
  const gave = (id) => ({ role: 'tool', toolCallId: id, content: `it is ${id}` });
  const input = [{ role: 'user', content: 'first' }, call('old'), gave('old'), { role: 'assistant', content: 'old' }];
  input.push({ role: 'user', content: 'question' }, call('new'), gave('new'));
  const { seen } = await seenIn([asks('price', { item: 'lamp' }, 'own'), 'done'], { input });
  const [{ toolCalls, evidence, messages, input: given }] = seen;
  assert.deepEqual(
    toolCalls.map(({ id }) => id),
    ['new', 'own'],
  );
  assert.deepEqual(evidence, ['it is new', '{"lamp":12}']);
  assert.deepEqual([given.length, messages.length], [7, 9]);
});

test('in a gate the calls are those of its host, as records or messages, once each, also after a restart', async () => {
  const seen = [];
  const look = (draft, { toolCalls, evidence }) => {
    seen.push([toolCalls, evidence]);
    return draft === 'three' || 'not yet';
  };
  const task = { critic: false, verifiers: { look } };
  const engine = new ReflectEngine({ maxReflections: 5 });
  const gate = engine.gate({ input: 'q', ...task });
  const record = { id: 'a', name: 'price', arguments: { item: 'lamp' }, result: { lamp: 12 } };
  const failed = { id: 'b', name: 'stock', arguments: null, error: 'no such item' };
  await gate.submit('one', { evidence: [record, { id: 'b', name: 'stock', error: 'no such item' }] });
  const next = engine.reopenGate(gate.snapshot, task);
  const evidence = [
    record,
    { role: 'user', content: 'go on' },
    { role: 'assistant', content: '', toolCalls: [{ id: 'c', name: 'stock', arguments: {} }] },
    { role: 'tool', toolCallId: 'c', content: '3 left' },
    { role: 'tool', toolCallId: 'nobody', content: 'a text alone' },
  ];
  await next.submit('two', { evidence });
  await next.submit('three');
  const stock = { id: 'c', name: 'stock', arguments: {}, result: '3 left' };
  assert.deepEqual(seen, [
    [[record, failed], ['{"lamp":12}']],
    [
      [record, failed, stock],
      ['{"lamp":12}', '3 left', 'a text alone'],
    ],
    [
      [record, failed, stock],
      ['{"lamp":12}', '3 left', 'a text alone'],
    ],
  ]);
});

test('critics of a gate are shown records as texts', async () => {
  const shown = [];
  const critic = ({ messages }) => {
    shown.push(messages.at(-1).content);
    return '{"score": 9, "issues": [], "needs_revision": false}';
  };
  const evidence = [
    { id: 'a', name: 'price', arguments: { item: 'lamp' }, result: { lamp: 12 } },
    { name: 'stock', error: 'no such item' },
  ];
  const { result } = await new ReflectEngine().gate({ input: 'q', critic }).submit('one', { evidence });
  assert.equal(result.status, 'ok');
  assert.match(shown[0], /price\(\{"item":"lamp"\}\): \{"lamp":12\}\nstock\(null\): \{"error":"no such item"\}/);
});

test('a model may tell the tools that it called itself', async () => {
  const toolResults = [{ id: 'w', name: 'web', arguments: { q: 'lamp' }, result: '12 euros' }, 'a text alone'];
  const replies = [asks('price', { item: 'lamp' }, 'a'), { content: 'done', toolResults }];
  const { seen } = await seenIn([], { last: 'done', model: () => replies.shift() });
  assert.deepEqual(
    seen[0].toolCalls.map(({ id }) => id),
    ['a', 'w'],
  );
  assert.deepEqual(seen[0].evidence, ['{"lamp":12}', '12 euros', 'a text alone']);
});

test('malformed records are refused, and the gate stays open', async () => {
  const gate = new ReflectEngine().gate({ input: 'q', critic: false, verifiers: { look: () => true } });
  const submit = (one) => () => gate.submit('one', { evidence: [one] });
  await refusals('invalid_task', [
    [submit({ name: 3 }), /must be \{ id, name, arguments, result \} or \{ …, error \}, or a text, got an object without `name`/],
    [submit({ name: 'a', id: 3 }), /must have a text as `id`, got a number/],
    [submit({ name: 'a', error: true }), /must have a text as `error`, got a boolean/],
  ]);
  assert.equal((await gate.submit('one')).result.status, 'ok');
  const model = () => ({ content: 'x', toolResults: [{ result: 'y' }] });
  const error = await new ReflectEngine().run({ input: 'q', model, critic: false, verifiers: { a: () => true } }).catch((e) => e);
  assert.match(error.message, /the model returned `toolResults\[0\]`, which must be \{ id, name, arguments, result \}/);
});

test('a run that goes on from a snapshot has the calls from before it, and nothing is redacted for judges', async () => {
  const stop = new AbortController();
  const replies = [asks('price', { item: 'lamp' }, 'a'), 'one'];
  const model = scriptedModel([...replies, () => (stop.abort(), new Promise(() => {}))]);
  let seen;
  const look = (draft, { toolCalls }) => {
    seen = toolCalls;
    return draft === 'two' || 'not yet';
  };
  const redact = (text) => text.replaceAll('lamp', '[secret]');
  const task = { tools, critic: false, verifiers: { look }, redact };
  const engine = new ReflectEngine();
  const { result } = await engine.run({ input: 'q', model, signal: stop.signal, ...task }).catch((error) => error);
  const end = await engine.resume(result.snapshot, { model: scriptedModel(['two']), ...task });
  assert.equal(end.output, 'two');
  assert.deepEqual(seen, [{ id: 'a', name: 'price', arguments: { item: 'lamp' }, result: { lamp: 12 } }]);
  assert.ok(!JSON.stringify(end.trace.steps).includes('"lamp"},'));
});
