// Older versions of an SDK install beside the package; what an adapter cannot do with them, it says by name.

import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';

registerHooks({
  resolve: (specifier, context, next) => next(specifier.replace(/^@anthropic-ai\/sdk(?=$|\/)/, 'anthropic-0.60'), context),
});
const { default: Anthropic } = await import('@anthropic-ai/sdk');
const { messagesModel } = await import('reflect-engine/anthropic');
const { MockLanguageModelV2 } = await import('ai-5/test');
const { reflected } = await import('reflect-engine/ai-sdk');

test('@anthropic-ai/sdk 0.60 answers, and cannot keep a schema', async () => {
  const reply = {
    id: '1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text: 'A draft.' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  const fetch = async () => Response.json(reply);
  const model = messagesModel(new Anthropic({ apiKey: 'sk-secret', fetch }), 'm');
  const { output, status, errors } = await new ReflectEngine().run({ input: 'Why?', model });
  assert.deepEqual([output, status], ['A draft.', 'needs_review']);
  const says = 'messagesModel needs `transformJSONSchema` for a `responseSchema`: install @anthropic-ai/sdk 1';
  assert.ok(
    errors.some(({ message }) => message.includes(says)),
    JSON.stringify(errors),
  );
});

test('a model of ai 5 is refused', () => {
  const model = new MockLanguageModelV2();
  const says = '`model` of reflected is a model of ai 5: give one of ai 6 or 7, `npm install ai@7`';
  assert.throws(() => reflected(model, { engine: new ReflectEngine() }), { code: 'invalid_settings', message: says });
});
