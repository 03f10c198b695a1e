import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Autopilot, ReflectEngine, toResponse, toSSE } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, all, column, deferred, kinds, never, reject, rejection, settled, thrown, unheard } from './support.mjs';

const engine = new ReflectEngine({ strategy: 'classic' });
const script = () => ['first', reject(), 'second', accept()];

test('a stream gives every step, to every reader, the result, and the final text alone', async () => {
  const stream = engine.stream({ input: 'q', model: scriptedModel(script()) });
  const steps = await all(stream);
  const result = await stream.result;
  assert.deepEqual(kinds(steps), ['thought', 'reflection', 'thought', 'reflection', 'response']);
  assert.deepEqual(steps, result.trace.steps);
  assert.deepEqual(await all(stream), steps);
  assert.deepEqual(await all(stream.textStream), ['second'], 'in one piece');
});

test('a run that fails throws in the iteration and is no unhandled rejection', async () => {
  const only = engine.stream({ input: 'q', model: scriptedModel([new Error('no')]) });
  await unheard(async () => {
    assert.equal((await rejection(all(only))).code, 'model_error');
    engine.stream({ input: 'q', model: scriptedModel([new Error('no')]) });
  });
  assert.equal((await rejection(all(only.textStream))).code, 'model_error');
  assert.equal((await rejection(only.result)).code, 'model_error');
});

test('the task of a stream is checked at once, and its onStep is called', async () => {
  assert.equal(thrown(() => engine.stream({ input: 'q' })).code, 'invalid_task');
  const seen = [];
  const stream = engine.stream({ input: 'q', model: scriptedModel(script()), onStep: (step) => seen.push(step) });
  assert.deepEqual(seen, await all(stream));
});

test('a reader that leaves while it waits has left at once, and the run goes on', async () => {
  const { promise, resolve } = deferred();
  const stream = engine.stream({ input: 'q', model: ({ purpose }) => (purpose === 'critique' ? accept() : promise) });
  const reader = stream[Symbol.asyncIterator]();
  const waiting = [reader.next(), reader.next()];
  const first = await Promise.race([reader.return(), settled().then(settled)]);
  assert.deepEqual(first, { done: true, value: undefined });
  for (const next of [...waiting, reader.next()]) assert.deepEqual(await next, { done: true, value: undefined });
  resolve('a');
  assert.equal((await stream.result).output, 'a');
  assert.deepEqual(kinds(await all(stream)), ['thought', 'reflection', 'response']);
});

test('several steps may be asked for at once, and a run that rejects is told once', async () => {
  const stream = engine.stream({ input: 'q', model: scriptedModel(script()) });
  const reader = stream[Symbol.asyncIterator]();
  const asked = await Promise.all(Array.from({ length: 7 }, () => reader.next()));
  const told = asked.map(({ done, value }) => (done ? 'done' : value.type));
  assert.deepEqual(told, ['thought', 'reflection', 'thought', 'reflection', 'response', 'done', 'done']);
  const failing = engine.stream({ input: 'q', model: () => Promise.reject(new Error('no')) })[Symbol.asyncIterator]();
  const ends = await Promise.allSettled([failing.next(), failing.next(), failing.next()]);
  assert.deepEqual(column(ends, 'status'), ['rejected', 'fulfilled', 'fulfilled']);
});

test('a reply that never ends is ended where it is too long: the call is aborted, and fails as a whole reply of that length does', async () => {
  let chars = 0;
  const endless = async ({ onDelta, signal }) => {
    for (const piece = 'x'.repeat(1_000_000); !signal.aborted && chars < 50e6; chars += piece.length) {
      onDelta(piece);
      await settled();
    }
    throw signal.reason;
  };
  const whole = () => 'x'.repeat(17e6);
  const errors = [];
  for (const model of [endless, whole]) errors.push(await rejection(engine.run({ input: 'q', model, onDraft() {} })));
  assert.deepEqual(column(errors, 'code'), ['model_error', 'model_error']);
  assert.match(errors[0].message, /the model returned more than 16777216 characters/);
  assert.equal(errors[0].message, errors[1].message);
  assert.ok(chars < 18e6, `${chars} characters came`);
});

/** Plays a script and returns what onDraft was told. */
async function drafts(replies, task = {}) {
  const events = [];
  const onDraft = ({ runId, ...event }) => {
    assert.equal(runId, 'r');
    events.push(event);
  };
  const outcome = await engine
    .run({ input: 'q', model: scriptedModel(replies), runId: 'r', onDraft, ...task })
    .catch((error) => error.result);
  return { events, outcome };
}

test('deltas carry the draft they belong to; drafts are told rejected and accepted', async () => {
  const { events } = await drafts([
    { deltas: ['fi', 'rst'] },
    { deltas: [reject(4, ['dull'])] },
    { deltas: ['sec', 'ond'] },
    accept(),
  ]);
  const first = { draftIndex: 0, callId: 'answer-1' };
  const second = { draftIndex: 1, callId: events.at(-2).callId };
  assert.deepEqual(events, [
    { type: 'draft.delta', ...first, delta: 'fi' },
    { type: 'draft.delta', ...first, delta: 'rst' },
    { type: 'draft.rejected', draftIndex: 0, text: 'first', score: 4, issues: ['dull'] },
    { type: 'draft.delta', ...second, delta: 'sec' },
    { type: 'draft.delta', ...second, delta: 'ond' },
    { type: 'draft.accepted', draftIndex: 1, text: 'second' },
  ]);
});

test('steps and drafts are told in the order in which things happen', async () => {
  const told = [];
  const watch = {
    onStep: ({ type }) => told.push(type),
    onDraft: ({ type, delta = '' }) => told.push(`${type} ${delta}`.trim()),
  };
  const model = scriptedModel([{ deltas: ['first'] }, reject(), { deltas: ['second'] }, accept()]);
  await new ReflectEngine({ maxReflections: 1 }).stream({ input: 'q', model, ...watch }).result;
  const first = ['draft.delta first', 'thought', 'reflection', 'thought'];
  const second = ['draft.delta second', 'reflection', 'response', 'draft.rejected', 'draft.accepted'];
  assert.deepEqual(told, [...first, ...second]);
});

test('a last draft that nobody judged, or that fell short, is what is returned, and is not told rejected', async () => {
  for (const [replies, judgeLast] of [
    [[{ deltas: ['a'] }], false],
    [[{ deltas: ['a'] }, reject()], true],
  ]) {
    const { events, outcome } = await drafts(replies, { settings: { maxReflections: 0, advanced: { judgeLast } } });
    assert.equal(outcome.status, 'needs_review');
    assert.deepEqual(events, [{ type: 'draft.delta', draftIndex: 0, callId: 'answer-1', delta: 'a' }]);
  }
});

test('a page that clears rejected drafts shows the draft that is returned, whatever came of the next one', async () => {
  const [first, error] = [{ deltas: ['fi', 'rst'] }, new Error('503')];
  const refused = { deltas: ['I cannot.'], finishReason: 'refusal' };
  const best = { maxReflections: 1, advanced: { judgeLast: true, select: 'best' } };
  const cases = [
    ['nothing', [first, reject(), error], {}, 'first'],
    ['nothing, not streamed', ['first', reject(), error], {}, ''],
    ['a piece', [first, reject(), { deltas: ['sec'], throw: error }], {}, 'first'],
    ['a piece, the first not streamed', ['first', reject(), { deltas: ['sec'], throw: error }], {}, 'first'],
    ['a worse one', [first, reject(6), { deltas: ['second'] }, reject(2)], best, 'first'],
    ['one that nobody judged', [first, reject(6), { deltas: ['second'] }], { maxReflections: 1 }, 'second'],
    ['a refusal', [first, reject(), refused, refused], {}, 'first'],
    ['an empty one', [first, reject(), { deltas: [' '] }, { deltas: [' '] }], {}, 'first'],
  ];
  for (const [name, replies, settings, shown] of cases) {
    const { events, outcome } = await drafts(replies, { settings });
    assert.equal(shown === '' ? 'first' : shown, outcome.output, name);
    assert.deepEqual([outcome.accepted, outcome.status], [false, 'needs_review'], name);
    // A page with one place for a text, and one with a place for each draft.
    let page = '';
    const places = {};
    for (const { type, draftIndex, delta } of events) {
      page = type === 'draft.delta' ? page + delta : '';
      places[draftIndex] = type === 'draft.delta' ? (places[draftIndex] ?? '') + delta : '';
    }
    assert.equal(page, shown, name);
    assert.equal(Object.values(places).join(''), shown, name);
  }
});

test('text of a tool turn, an empty or unusable reply or a failed call is told, so that a page can clear it', async () => {
  const look = { name: 'look', schema: { type: 'object' }, execute: () => 'seen' };
  const cases = [
    [[{ deltas: ['let me look'], content: 'let me look', toolCalls: [{ name: 'look', arguments: {} }] }, 'a', accept()], 1],
    [[{ deltas: ['so'], content: '  ' }, 'a', accept()], 1],
    [[{ deltas: ['so'], throw: new Error('cut off') }], 0],
    [[{ deltas: ['Sure!'] }, 'a', accept()], 1, { usable: (draft) => draft !== 'Sure!' }],
  ];
  for (const [replies, drafted, more] of cases) {
    const { events, outcome } = await drafts(replies, { tools: [look], ...more });
    assert.deepEqual(kinds(events.slice(0, 2)), ['draft.delta', 'draft.rejected']);
    assert.deepEqual(events[1], { type: 'draft.rejected', draftIndex: 0 });
    assert.equal(outcome.trace.drafts.length, drafted);
  }
});

test('thinking is kept out of deltas as it is out of the draft, however they are cut', async () => {
  const cases = [
    ['<think>secret</think>\nanswer', 'answer'],
    ['<thinking>a</thinking> <thought>b</thought>answer', 'answer'],
    ['  <think>\n</think><think>x</think>\n\nanswer', 'answer'],
    ['<thin is a tag>', '<thin is a tag>'],
    ['< 3', '< 3'],
    ['see <think>quoted</think>', 'see <think>quoted</think>'],
    ['<', '<'],
    ['Sure. <thinking>secret plan</thinking>Answer', 'Sure. Answer'],
    ['a <Thought>x</THOUGHT>b<THINKING>y</thinking>c', 'a bc'],
    ['<THINK>secret</Think> A1 <think>x</think>', 'A1 <think>x</think>'],
    ['a <thinking>never closed', 'a <thinking>never closed'],
    ['a <thinking>open <thought>x</thought> b </thin', 'a <thinking>open  b </thin'],
    ['a <thinking>x<thought>y</thinking>b</thought>', 'a b</thought>'],
    ['a <<thinking>x</thinking>b', 'a <b'],
    ['<thought>a</thought><think>b</think> <thinking>c</thinking>d', 'd'],
    ['\u0085<think>secret</think>\u0085answer', 'answer'],
  ];
  for (const [text, expected] of cases) {
    for (let size = 1; size <= text.length; size += 1) {
      const deltas = text.match(new RegExp(`[^]{1,${size}}`, 'g'));
      const { events, outcome } = await drafts([{ deltas }], { settings: { maxReflections: 0 } });
      assert.equal(events.map(({ delta }) => delta).join(''), expected, `${text} by ${size}`);
      assert.equal(outcome.output, expected, text);
    }
  }
  for (const text of ['<thinking>a</thinking><think>still', '<think>a</think><thought>still', '<THOUGHT>still']) {
    const { events, outcome } = await drafts([{ deltas: [...text] }, { deltas: [...text] }, 'x'], { settings: {} });
    assert.deepEqual([events, outcome.stopReason], [[], 'empty_draft'], text);
  }
});

test('deltas after the reply, and a model without onDelta, change nothing', async () => {
  let late;
  const model = ({ onDelta, purpose }) => {
    if (purpose === 'critique') {
      assert.equal(onDelta, undefined);
      return accept();
    }
    late = onDelta;
    return 'a';
  };
  const events = [];
  await engine.run({ input: 'q', model, onDraft: (event) => events.push(event) });
  late('late');
  assert.deepEqual(kinds(events), ['draft.accepted']);
  await engine.run({ input: 'q', model });
  assert.equal(late, undefined);
});

test('what an attempt told that a durable host makes again is cleared first', async () => {
  const first = { draftIndex: 0, callId: 'answer-1' };
  for (const [fails, retried] of [
    [true, async (fn) => fn().catch(fn)],
    [false, async (fn) => fn().then(fn)],
  ]) {
    const events = [];
    let asked = 0;
    let late;
    const model = async ({ onDelta }) => {
      asked += 1;
      late?.('late');
      late = onDelta;
      onDelta('<think>x</think>ab');
      onDelta('c');
      if (fails && asked === 1) throw new Error('429');
      return 'abc';
    };
    const onDraft = ({ runId: _, ...event }) => events.push(event);
    const durable = { run: (_name, fn) => retried(fn) };
    const result = await engine.run({ input: 'q', model, onDraft, durable, settings: { maxReflections: 0 } });
    assert.deepEqual(events, [
      { type: 'draft.delta', ...first, delta: 'ab' },
      { type: 'draft.delta', ...first, delta: 'c' },
      { type: 'draft.rejected', draftIndex: 0 },
      { type: 'draft.delta', ...first, delta: 'ab' },
      { type: 'draft.delta', ...first, delta: 'c' },
    ]);
    assert.deepEqual([result.output, asked], ['abc', 2]);
  }
});

test('what nobody judges is the final text as it is written', async () => {
  const last = deferred();
  const answers = ['first', reject()];
  const model = async ({ onDelta }) => {
    const said = answers.shift();
    if (said !== undefined) return said;
    for (const delta of ['<think>hm</think>', 'Sec', 'ond ']) onDelta(delta);
    await last.promise;
    return '<think>hm</think>Second ';
  };
  const stream = engine.stream({ input: 'q', model, settings: { maxReflections: 1 } });
  const reader = stream.textStream[Symbol.asyncIterator]();
  assert.deepEqual([(await reader.next()).value, (await reader.next()).value], ['Sec', 'ond ']);
  last.resolve();
  assert.equal((await reader.next()).done, true);
  assert.equal((await stream.result).output, 'Second');
  assert.deepEqual(await all(stream.textStream), ['Sec', 'ond '], 'a later reader gets them, too');
});

test('a text that somebody looks at comes whole, also under `classic`', async () => {
  for (const more of [
    { verifiers: { fine: () => true } },
    { settings: { advanced: { judgeLast: true } } },
    { usable: () => true },
  ]) {
    const settings = { maxReflections: 0, ...more.settings };
    const model = scriptedModel([{ deltas: ['a', 'b'] }, accept()]);
    assert.deepEqual(await all(engine.stream({ input: 'q', model, ...more, settings }).textStream), ['ab']);
  }
});

test('a text that breaks off while it is shown is an error of its stream, and the draft before it is kept', async () => {
  const answers = ['first', reject()];
  const model = async ({ onDelta }) => {
    const said = answers.shift();
    if (said !== undefined) return said;
    onDelta('Sec');
    throw new Error('gone');
  };
  const stream = engine.stream({ input: 'q', model, settings: { maxReflections: 1 } });
  const [error, result] = await Promise.all([rejection(all(stream.textStream)), stream.result]);
  assert.deepEqual([error.code, result.output], ['model_error', 'first']);
});

const usual = new ReflectEngine({ advanced: { seed: 1 } });

/** Events as an `EventSource` reads them. */
function eventsIn(text) {
  const blocks = text.split('\n\n');
  assert.equal(blocks.pop(), '');
  return blocks.map((block) => {
    const [, name, data] = /^event: ([\w.]+)\ndata: (.*)$/.exec(block);
    return [name, JSON.parse(data)];
  });
}

test('steps come under their types, then what everybody reads of the result', async () => {
  const model = scriptedModel(['two\nlines', accept()]);
  const response = toResponse(usual.stream({ input: 'q', model, runId: 'r' }));
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  const own = { status: 201, headers: { 'Cache-Control': 'private', 'x-run': '1' } };
  const other = toResponse(usual.stream({ input: 'q', model: scriptedModel(['a', accept()]) }), own);
  assert.deepEqual(
    [other.status, Object.fromEntries(other.headers)],
    [201, { 'cache-control': 'private', 'content-type': 'text/event-stream; charset=utf-8', 'x-run': '1' }],
  );
  await other.text();
  const events = eventsIn(await response.text());
  const names = events.map(([name]) => name);
  assert.deepEqual(names, ['thought', 'reflection', 'response', 'result']);
  const [, result] = events.at(-1);
  assert.deepEqual([result.output, result.runId, 'trace' in result, 'snapshot' in result], ['two\nlines', 'r', false, false]);
});

test('drafts are sent as they are written when the task has an `onDraft`', async () => {
  const model = scriptedModel([{ deltas: ['a', 'b'] }, accept()]);
  const seen = [];
  const stream = usual.stream({ input: 'q', model, onDraft: ({ type }) => seen.push(type) });
  const events = eventsIn(await new Response(toSSE(stream)).text());
  const drafts = events.filter(([name]) => name.startsWith('draft.')).map(([name, { delta }]) => [name, delta]);
  assert.deepEqual(drafts, [
    ['draft.delta', 'a'],
    ['draft.delta', 'b'],
    ['draft.accepted', undefined],
  ]);
  const names = drafts.map(([name]) => name);
  assert.deepEqual(seen, names);
  for await (const { type } of stream) assert.ok(!type.startsWith('draft.'), 'who iterates the stream gets its steps');
});

test('what a run rejects with is sent, and is no unhandled rejection', async () => {
  const stream = new Autopilot({
    agent: () => Promise.reject(new Error('down')),
    goal: { objective: 'o', successCriteria: ['c'] },
  }).stream();
  const events = eventsIn(await new Response(toSSE(stream)).text());
  assert.deepEqual(events.at(-1), ['error', { code: 'model_error', message: 'agent-1: down' }]);
});

test('where nothing comes for a while, a comment keeps the connection open, and none comes after the end', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { promise, resolve } = deferred();
  const model = ({ purpose }) => (purpose === 'critique' ? accept() : promise);
  const reader = toSSE(usual.stream({ input: 'q', model })).getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  const first = next();
  await settled();
  t.mock.timers.tick(15_000);
  assert.equal(await first, ': waiting\n\n');
  resolve('a');
  const seen = [];
  for (let text = await next(); text !== ''; text = await next()) seen.push(/^event: (\w+)/.exec(text)[1]);
  t.mock.timers.tick(60_000);
  assert.deepEqual(seen, ['thought', 'reflection', 'response', 'result']);
});

test('when the reader goes, the run is aborted', async () => {
  let signal;
  const model = (request) => {
    signal = request.signal;
    return never();
  };
  const stream = usual.stream({ input: 'q', model });
  const reader = toSSE(stream).getReader();
  const reading = reader.read();
  await settled();
  assert.equal(signal.aborted, false);
  await reader.cancel('the page is gone');
  assert.equal(signal.aborted, true);
  assert.equal((await stream.result.catch((error) => error)).code, 'aborted');
  await reading;
});
