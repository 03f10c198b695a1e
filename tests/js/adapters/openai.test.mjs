// `chatModel`, with the real client against a server of chat completions that is as strict as OpenAI's.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import OpenAI from 'openai';
import { ReflectEngine, tool } from 'reflect-engine';
import { chatModel } from 'reflect-engine/openai';
import { z } from 'zod';
import { accept, reject, rejection } from '../support.mjs';
import { chatCompletions } from './chat-completions.mjs';

const NAME = 'gpt-4.1-mini';

/** Runs `use` with a model that is answered from the script. */
async function served(script, use, { more, ...options } = {}) {
  const server = await chatCompletions(script);
  try {
    const client = new OpenAI({ apiKey: 'none', baseURL: server.url, maxRetries: 0, ...options });
    await use(chatModel(client, NAME, { temperature: 0, ...more }), server.requests);
  } finally {
    await server.close();
  }
}

const add = tool({
  name: 'add',
  description: 'Adds two numbers',
  schema: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) => a + b,
});

for (const onDraft of [undefined, () => {}]) {
  test(`the model calls tools, ${onDraft ? 'streamed' : 'whole'}: what they gave comes back under the ids of the calls`, async () => {
    const script = [
      {
        content: 'Let me add.',
        calls: [
          ['add', { a: 17, b: 26 }],
          ['add', { a: 1, b: 1 }],
        ],
      },
      { content: 'It is 44.' },
      { content: reject() },
      { content: 'It is 43.' },
      { content: accept() },
    ];
    await served(script, async (model, requests) => {
      const input = 'What is 17 + 26?';
      const result = await new ReflectEngine({ strategy: 'classic' }).run({
        input,
        systemPrompt: 'Be brief.',
        model,
        tools: [add],
        onDraft,
      });
      assert.deepEqual([result.status, result.output, result.errors], ['ok', 'It is 43.', []]);
      assert.deepEqual(requests[0].messages[0], { role: 'system', content: 'Be brief.' });
      assert.deepEqual(Object.keys(requests[0].tools[0].function).sort(), ['description', 'name', 'parameters']);
      assert.equal(requests[0].tools[0].type, 'function');
      assert.deepEqual([requests[0].model, requests[0].temperature], [NAME, 0]);
      const [asked, ...given] = requests[1].messages.slice(2);
      assert.equal(asked.content, 'Let me add.');
      assert.deepEqual(
        asked.tool_calls.map(({ id, function: { name, arguments: args } }) => [id, name, JSON.parse(args)]),
        [
          ['call_1_0', 'add', { a: 17, b: 26 }],
          ['call_1_1', 'add', { a: 1, b: 1 }],
        ],
      );
      assert.deepEqual(given, [
        { role: 'tool', content: '43', tool_call_id: 'call_1_0' },
        { role: 'tool', content: '2', tool_call_id: 'call_1_1' },
      ]);
      assert.equal(requests[2].tools, undefined, 'a critic has no tools');
    });
  });
}

for (const onDraft of [undefined, () => {}]) {
  test(`what stands at a call comes back with it, ${onDraft ? 'streamed' : 'whole'}`, async () => {
    const extra_content = { google: { thought_signature: 'SIG' } };
    const script = [
      { content: 'I add.', calls: [['add', { a: 1, b: 2 }, { extra_content }]] },
      { content: '3' },
      { content: accept() },
    ];
    await served(script, async (model, requests) => {
      const { accepted, errors } = await new ReflectEngine({ strategy: 'classic' }).run({
        input: '1 + 2?',
        model,
        tools: [add],
        onDraft,
      });
      assert.deepEqual([accepted, errors], [true, []]);
      assert.deepEqual(requests[1].messages[1].tool_calls[0].extra_content, extra_content);
    });
  });
}

test('a server that takes no JSON Schema is asked for what it takes, where a schema is wanted', async () => {
  for (const response_format of [{ type: 'json_object' }, undefined]) {
    const script = [{ content: 'Blue.' }, { content: accept() }];
    const use = async (model, requests) => {
      assert.equal((await new ReflectEngine({ strategy: 'classic' }).run({ input: 'q', model })).accepted, true);
      assert.deepEqual(
        requests.map((request) => request.response_format),
        [undefined, response_format],
      );
    };
    await served(script, use, { more: { response_format } });
  }
});

test('a server that says with status 200 what is wrong is heard', async () => {
  await served([{ body: { error: { message: 'model not loaded' } } }], async (model) => {
    const { code, message } = await rejection(new ReflectEngine({ strategy: 'classic' }).run({ input: 'q', model }));
    assert.equal(code, 'model_error');
    assert.match(message, /the server gave no choice: \{"error":\{"message":"model not loaded"/);
  });
});

test('somebody who watches gets the draft piece by piece', async () => {
  await served([{ content: 'One two three.' }, { content: accept() }], async (model, requests) => {
    const pieces = [];
    const onDraft = (event) => event.type === 'draft.delta' && pieces.push(event.delta);
    const result = await new ReflectEngine({ strategy: 'classic' }).run({ input: 'Count.', model, onDraft });
    assert.equal(result.output, 'One two three.');
    assert.deepEqual(pieces, ['One ', 'two ', 'three.']);
    assert.deepEqual(
      requests.map(({ stream = false }) => stream),
      [true, false],
    );
  });
});

test('schemas are passed on: the answer’s as it is, the critique’s as a strict one', async () => {
  await served([{ content: '{"name": "red"}' }, { content: accept() }], async (model, requests) => {
    const outputSchema = z.object({ name: z.string() });
    const result = await new ReflectEngine({ strategy: 'classic' }).run({ input: 'A colour.', model, outputSchema });
    assert.deepEqual(result.object, { name: 'red' });
    const [answer, critique] = requests.map((request) => request.response_format);
    assert.equal(answer.type, 'json_schema');
    assert.deepEqual([answer.json_schema.strict, answer.json_schema.schema.required], [false, ['name']]);
    assert.equal(critique.json_schema.strict, true);
    assert.ok(critique.json_schema.schema.required.includes('needs_revision'));
  });
});

for (const onDraft of [undefined, () => {}]) {
  test(`usage and name make \`prices\` work, ${onDraft ? 'streamed' : 'whole'}`, async () => {
    await served([{ content: 'Blue.' }, { content: accept() }], async (model) => {
      const prices = { [NAME]: { input: 1, output: 10 } };
      const result = await new ReflectEngine({ budget: { maxCostUsd: 1 }, advanced: { prices } }).run({
        input: 'Why?',
        model,
        onDraft,
      });
      const { inputTokens, outputTokens, cachedTokens, costUsd, estimated } = result.usage.total;
      assert.deepEqual([inputTokens, outputTokens, cachedTokens, estimated], [200, 40, 128, undefined]);
      assert.ok(Math.abs(costUsd - 0.0006) < 1e-12, String(costUsd));
    });
  });
}

test('a draft that was cut is told as such, and not accepted', async () => {
  const cut = { content: 'A long', finish: 'length' };
  await served([cut, { content: accept() }], async (model) => {
    const result = await new ReflectEngine({ strategy: 'classic', maxReflections: 0, advanced: { judgeLast: true } }).run({
      input: 'q',
      model,
    });
    assert.equal(result.accepted, false);
    assert.ok(result.reviewReasons.includes('draft_cut'), result.reviewReasons.join());
  });
});

test('the client tries again what was limited; without its retries the call has failed', async () => {
  const script = () => [{ content: 'Blue.' }, { status: 429 }, { content: accept() }];
  await served(
    script(),
    async (model, requests) => {
      const result = await new ReflectEngine({ strategy: 'classic' }).run({ input: 'q', model });
      assert.deepEqual([result.status, result.errors, requests.length], ['ok', [], 3]);
    },
    { maxRetries: 2 },
  );
  await served(script(), async (model) => {
    const result = await new ReflectEngine({ strategy: 'classic' }).run({ input: 'q', model });
    assert.deepEqual([result.status, result.stopReason, result.output], ['needs_review', 'model_error', 'Blue.']);
  });
});

test('the signal reaches the request', async () => {
  await served([{ content: 'Blue.' }], async (model) => {
    const signal = AbortSignal.abort();
    await assert.rejects(model({ messages: [{ role: 'user', content: 'q' }], signal }), /abort/i);
  });
});

test('parts that are no text go as they were written', async () => {
  await served([{ content: 'A cat.' }, { content: accept() }], async (model, requests) => {
    const content = [
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
    ];
    await new ReflectEngine({ strategy: 'classic' }).run({ input: [{ role: 'user', content }], model });
    assert.deepEqual(requests[0].messages[0].content, content);
  });
});
