// What goes into wasm comes out of it again: any text, any key, any plain value. Parts that are not text, and provider metadata, come back
// verbatim in every later request that contains their message.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { ReflectEngine, tool } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, column, drain, reject } from './support.mjs';

const engine = new ReflectEngine({ advanced: { seed: 1 } });

test('values of every kind come back as they went in', async () => {
  const value = {
    numbers: [0, -1, 1.5, 1e21, 1e-7, 2 ** 53, -(2 ** 53), 123456789012],
    flags: [true, false, null],
    empty: [{}, [], ''],
    deep: Array.from({ length: 40 }).reduce((inner) => ({ inner }), 'bottom'),
    'a key of its own': 1,
    ['k'.repeat(300)]: [{ ['k'.repeat(300)]: 1 }],
    ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`key ${at}`, at])),
  };
  const seen = [];
  const give = tool({ name: 'give', schema: { type: 'object' }, execute: (args) => seen.push(args) && args });
  const model = scriptedModel([{ content: '', toolCalls: [{ id: 'a', name: 'give', arguments: value }] }, 'done', accept()]);
  const result = await engine.run({ input: 'q?', model, tools: [give] });
  assert.deepEqual(seen, [value]);
  assert.deepEqual(result.trace.steps.find((step) => step.type === 'tool_result').result, value);
});

test('every double comes back as it went in, also from a snapshot', async () => {
  const words = new Uint32Array(2);
  const doubles = new Float64Array(words.buffer);
  const values = [Number('-992020120201202012020120'), 0.1 + 0.2, 5e-324, Number.MAX_VALUE, 2 ** 53 + 2, 9007199254740993e3];
  for (let n = 1; values.length < 2_000; n++) {
    words[0] = Math.imul(n, 0x9e3779b9);
    words[1] = Math.imul(n, 0x85ebca6b) ^ (n << 7);
    if (Number.isFinite(doubles[0])) values.push(doubles[0]);
  }
  const give = tool({ name: 'give', schema: { type: 'object' }, execute: () => values });
  const model = scriptedModel([{ content: '', toolCalls: [{ id: 'a', name: 'give', arguments: {} }] }, 'done', accept()]);
  const result = await engine.run({ input: 'q?', model, tools: [give] });
  assert.ok(isDeepStrictEqual(result.trace.steps[1].result, values));
  const again = await engine.resume(result.snapshot, { model: scriptedModel([]), tools: [give], review: { accepted: true } });
  assert.ok(isDeepStrictEqual(again.trace.steps[1].result, values));
});

const filled = (text) => text.repeat(Math.ceil(5_000 / text.length));
/** What a model writes. */
const ANSWERS = {
  'short, ASCII': 'plain',
  'short, two bytes a letter': 'Ünïcödé „Anführung“',
  'short, four bytes a letter': '🦀 and 𝒳 beside each other 🦀',
  'right to left and combining': 'שָׁלוֹם é',
  'short, escapes': 'quotes " and \\ and \\\\ud800 and \n\t\u0000\u001f\u2028\u007f',
  ASCII: filled('plain words. '),
  'blanks around': `\n \t${filled('words ')}\n\n`,
  'beyond ASCII': `  ${filled('Übereinkunft – 🦀 ')}`,
  'a blank that marks long texts at the border': `\u00a0${filled('x')}\u00a0`,
  'a thinking block': `<thinking>${filled('hm ')}</thinking>\n${filled('words ')}`,
  'controls, quotes and backslashes': filled('a\u0000"b\\c\u001e\u2028\u007f\t\r\nd'),
  'halves of surrogate pairs': `${filled('x')}\ud800 and \udc00`,
  'one letter less than long': 'y'.repeat(4_095),
  long: 'y'.repeat(4_096),
};
const whole = (text) => text.replace(/\p{Cs}/gu, '\ufffd');
const carried = (text) => ({ text, list: [text, [text], { [text]: text }] });
const answerOf = (raw) => whole(raw.replace(/<thinking>.*<\/thinking>/s, '').trim());
const settings = { maxReflections: 1, advanced: { seed: 1 } };

for (const [what, raw] of Object.entries(ANSWERS)) {
  for (const form of ['string', 'object']) {
    const turns = [raw, reject(4), `${raw} better`, accept()];
    const replies = turns.map((text) =>
      form === 'string' ? text : { finishReason: 'stop', content: text, usage: { inputTokens: 1 }, metadata: carried(text) },
    );
    const [first, second] = [answerOf(raw), answerOf(`${raw} better`)];

    test(`${what}, as ${form}: drafts, requests and steps hold the answer as it was`, async () => {
      const model = scriptedModel(replies);
      const result = await new ReflectEngine(settings).run({ input: `${raw}?`, model });
      assert.equal(model.requests[0].messages.at(-1).content, whole(`${raw}?`));
      const { metadata } = model.requests[2].messages.find(({ role }) => role === 'assistant');
      if (form === 'object' && raw.isWellFormed()) assert.ok(isDeepStrictEqual(metadata, carried(raw)));
      assert.equal(result.accepted, true);
      assert.deepEqual(column(result.trace.drafts, 'text'), [first, second]);
      for (const [at, { text, raw: kept = text }] of result.trace.drafts.entries()) assert.equal(kept, whole(turns[at * 2]));
      assert.equal(result.output, second);
      const [, critique, revision, again] = model.requests.map(({ messages }) => messages.map(({ content }) => content));
      assert.ok(critique.at(-1).includes(first) && again.at(-1).includes(second));
      assert.ok(revision.includes(first));
      const shown = result.trace.steps.filter(({ type }) => type === 'response');
      assert.equal(shown.at(-1).content, second);
    });

    test(`${what}, as ${form}: a run that was saved in the middle goes on as it would have`, () => {
      const engine = new ReflectEngine(settings);
      const goOn = (run, turn, { until = turns.length } = {}) => {
        for (; ; turn += 1) {
          const output = drain(run).at(-1);
          if (output.type === 'done' || turn === until) return output;
          run.reply(output.callIds[0], replies[turn], 0);
        }
      };
      const { result } = goOn(engine.start({ input: 'q' }, 0), 0);
      for (const until of [1, 2, 3]) {
        const half = engine.start({ input: 'q' }, 0);
        goOn(half, 0, { until });
        const { log } = JSON.parse(half.snapshot());
        const saved = log.filter((entry) => entry.do === 'reply').map(({ value }) => value.content ?? value);
        assert.deepEqual(saved, turns.slice(0, until).map(whole));
        const restored = engine.restore(half.snapshot(), {}, 0);
        goOn(restored, until, { until });
        assert.deepEqual(told(goOn(restored, until).result), told(result), `from turn ${until}`);
      }
    });
  }
}

/** A result without its name. */
function told({ runId, ...result }) {
  return JSON.parse(JSON.stringify(result));
}

const search = tool({ name: 'search', schema: { type: 'object' }, execute: () => 'found' });

/** What a tool turn looks like at three providers, as an adapter would carry it. */
const opaque = (more) => ({ type: 'opaque', ...more });
const TURNS = {
  anthropic: {
    content: [
      opaque({
        block: { type: 'thinking', thinking: 'Let me look.', signature: 'EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pk=' },
      }),
      opaque({ block: { type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix/LafPsn4aDFIT2Xlxh0L5L8rLVyIwxtE3rAFBa8cr3qpP=' } }),
      { type: 'text', text: 'I will search.' },
    ],
    toolCalls: [{ id: 'toolu_01A09q90qw90lq917835lq9', name: 'search', arguments: { q: 'cap' } }],
    metadata: { anthropic: { id: 'msg_01', stop_reason: 'tool_use', usage: { cache_read_input_tokens: 0, service_tier: null } } },
    finishReason: 'tool_calls',
  },
  openai: {
    content: [
      opaque({ item: { id: 'rs_68af', type: 'reasoning', summary: [], encrypted_content: 'gAAAAABor_4bKz==', status: null } }),
    ],
    toolCalls: [
      { id: 'call_12xyz', name: 'search', arguments: '{"q":"cap",  "n":1e2}', metadata: { openai: { item_id: 'fc_12345xyz' } } },
    ],
    metadata: { openai: { response_id: 'resp_67cc' } },
  },
  gemini: {
    content: [opaque({ part: { text: 'Thinking.', thought: true, thoughtSignature: 'CiIBVKhc7vB+vaaqT=' } })],
    toolCalls: [
      { id: 'g1', name: 'search', arguments: { q: 'cap' }, metadata: { gemini: { thoughtSignature: 'CpsDAVKhc7tQ8t/hQ=' } } },
      { id: 'g2', name: 'search', arguments: { q: 'pac' } },
    ],
    metadata: { gemini: { candidates: [{ index: 0 }], nested: { a: [[[{ deep: [1, 1.5, -0.25, true, null, ''] }]]] } } },
  },
};

/** The turn with other call ids, as a provider gives them the next time. */
function again(turn, time) {
  return { ...turn, toolCalls: turn.toolCalls.map((call) => ({ ...call, id: `${call.id}-${time}` })) };
}

/** What of a turn must come back. */
const shown = ({ content, toolCalls, metadata }) => ({ content, toolCalls, metadata });

test('a tool turn is carried back as it came, in the answer and in every revision that contains it', async () => {
  for (const [provider, turn] of Object.entries(TURNS)) {
    const [second, third] = [again(turn, 2), again(turn, 3)];
    const model = scriptedModel([turn, 'first', reject(), second, third, 'second', accept()]);
    const result = await engine.run({
      input: 'q',
      model,
      tools: [search],
      settings: { maxReflections: 1, advanced: { judgeLast: true } },
    });
    assert.equal(result.output, 'second', provider);
    const carried = model.requests.map(({ messages }) => messages.filter(({ toolCalls }) => toolCalls !== undefined));
    const expected = [[], [turn], [], [], [second], [second, third], []];
    assert.deepEqual(
      carried.map((turns) => turns.map(shown)),
      expected.map((turns) => turns.map(shown)),
      provider,
    );
  }
});

test('parts and metadata of the conversation given as input are carried', async () => {
  const image = { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=' };
  const input = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [image, { type: 'text', text: 'What is this?' }], metadata: { cache: { type: 'ephemeral' } } },
    {
      role: 'assistant',
      content: TURNS.gemini.content,
      toolCalls: TURNS.gemini.toolCalls.slice(0, 1),
      metadata: TURNS.gemini.metadata,
    },
    { role: 'tool', content: 'found', toolCallId: 'g1' },
    { role: 'user', content: 'And now?' },
  ];
  const model = scriptedModel(['a', accept()]);
  await engine.run({ input, model });
  assert.deepEqual(model.requests[0].messages, input);
});

test('what JSON cannot hold of what is only carried becomes what is documented, and does not fail the call', async () => {
  // All kinds are in tools.test.mjs.
  const odd = () => ({ from: new URL('https://one.example/'), call() {}, loss: Number.NaN });
  const cyclic = odd();
  cyclic.self = cyclic;
  const plain = { from: 'https://one.example/', loss: null };
  const first = {
    content: [
      { type: 'text', text: 'Let me look.' },
      { type: 'image', source: odd() },
    ],
    toolCalls: [{ id: 'a', name: 'search', arguments: { q: 'cap' }, metadata: odd() }],
    metadata: cyclic,
  };
  const model = scriptedModel([first, 'Done.', accept()]);
  const result = await engine.run({ input: 'q', model, tools: [search] });
  assert.equal(result.accepted, true);
  const { content, toolCalls, metadata } = model.requests[1].messages.find(({ toolCalls }) => toolCalls !== undefined);
  assert.deepEqual(content[1], { type: 'image', source: plain });
  assert.deepEqual(toolCalls[0].metadata, plain);
  assert.deepEqual(metadata, { ...plain, self: '[circular]' });
  assert.deepEqual(result.errors, []);
});
