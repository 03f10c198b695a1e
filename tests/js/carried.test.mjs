// Parts that are not text, and provider metadata, come back verbatim in every later request that contains their message.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine, tool } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, reject } from './support.mjs';

const engine = new ReflectEngine();
const search = tool({ name: 'search', schema: { type: 'object' }, execute: () => 'found' });

/** What a tool turn looks like at three providers, as an adapter would carry it. */
const opaque = (more) => ({ type: 'opaque', ...more });
const turns = {
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

function assistantTurn({ messages }) {
  return messages.find(({ role, toolCalls }) => role === 'assistant' && toolCalls !== undefined);
}

test('a tool turn is carried back as it came, in the answer and in every revision that contains it', async () => {
  for (const [provider, turn] of Object.entries(turns)) {
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
      content: turns.gemini.content,
      toolCalls: turns.gemini.toolCalls.slice(0, 1),
      metadata: turns.gemini.metadata,
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
  const result = await new ReflectEngine().run({ input: 'q', model, tools: [search] });
  assert.equal(result.accepted, true);
  const { content, toolCalls, metadata } = assistantTurn(model.requests[1]);
  assert.deepEqual(content[1], { type: 'image', source: plain });
  assert.deepEqual(toolCalls[0].metadata, plain);
  assert.deepEqual(metadata, { ...plain, self: '[circular]' });
  assert.deepEqual(result.errors, []);
});
