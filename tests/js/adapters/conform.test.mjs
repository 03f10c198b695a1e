// Every model of ours before one local server, by the points that docs/adapters.md promises; and `conform` itself, which must see what is wrong.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ReflectEngine, tool } from 'reflect-engine';
import { conform } from 'reflect-engine/testing';
import { accept, reject, rejection } from '../support.mjs';
import { MODELS } from './models.mjs';
import { provider } from './provider.mjs';

for (const [name, { make, without }] of Object.entries(MODELS)) {
  const trial = async (script) => {
    const server = await provider(script);
    return Object.defineProperty({ model: make(server.url), ...server }, 'closed', { get: () => server.closed });
  };

  test(`${name} conforms`, async () => {
    assert.deepEqual(await conform(trial, { without }), []);
  });

  test(`${name}: the engine drafts, calls a tool, revises and is accepted`, async () => {
    const calls = [{ id: 'c1', name: 'add', arguments: { a: 17, b: 26 } }];
    const usage = { inputTokens: 10, outputTokens: 5 };
    const script = [{ toolCalls: calls }, { text: 'It is 44.' }, { text: reject() }, { text: 'It is 43.' }, { text: accept() }];
    const { model, requests, close } = await trial(script.map((said) => ({ ...said, usage })));
    const add = tool({ name: 'add', schema: { type: 'object' }, execute: ({ a, b }) => a + b });
    const result = await new ReflectEngine().run({ input: '17 + 26?', model, tools: [add] }).finally(close);
    assert.deepEqual([result.output, result.acceptedBy, result.errors], ['It is 43.', 'critic', []]);
    assert.deepEqual([result.usage.total.inputTokens, result.usage.total.outputTokens, requests.length], [50, 25, 5]);
    assert.equal(result.usage.total.estimated, undefined);
  });

  test(`${name}: the error of the SDK is the cause of the engine's`, async () => {
    const { model, close } = await trial([{ error: { status: 400, message: 'out of order' } }]);
    const error = await rejection(new ReflectEngine().run({ input: 'q', model })).finally(close);
    assert.equal(error.code, 'model_error');
    assert.match(`${error.cause?.constructor?.name}: ${error.cause?.message}`, /^(?!Error).*Error: .*out of order/s);
  });
}

/** A model without a provider, that does all as it should but what `broken` does. */
function modelOf(broken) {
  return (script) => {
    const trial = { requests: [], closed: 0 };
    trial.model = async (request) => {
      const said = script[trial.requests.length];
      const sent = { ...request, signal: undefined, ...broken.sent };
      trial.requests.push(JSON.stringify(sent));
      if (broken.asks) trial.requests.push(JSON.stringify(sent));
      if (said.error) throw broken.error ?? new Error(said.error.message);
      if (said.hangs) {
        await new Promise((resolve) => request.signal.addEventListener('abort', resolve));
        if (!broken.open) trial.closed += 1;
        throw request.signal.reason;
      }
      for (const piece of broken.pieces ?? said.text?.split(/(?<= )/) ?? []) request.onDelta?.(piece);
      const { text: content = '', toolCalls, usage, mark } = said;
      return { content, toolCalls, usage, metadata: { mark }, ...broken.reply };
    };
    return trial;
  };
}

test('a model that does all as it should has no fault', async () => {
  assert.deepEqual(await conform(modelOf({})), []);
});

for (const [what, broken, point] of [
  ['gives another text', { reply: { content: 'x' } }, 'answer'],
  ['sends no tools', { sent: { tools: undefined } }, 'tools'],
  ['forgets the calls', { reply: { toolCalls: undefined } }, 'tools'],
  ['sends no schema', { sent: { responseSchema: undefined } }, 'schema'],
  ['streams nothing', { pieces: [] }, 'stream'],
  ['tells the text twice', { pieces: ['a', 'a'] }, 'stream'],
  ['makes up tokens', { reply: { usage: { inputTokens: 1, outputTokens: 1 } } }, 'usage'],
  ['leaves the connection open', { open: true }, 'abort'],
  ['hides the error', { error: new Error('something went wrong') }, 'error'],
  ['asks again', { asks: true }, 'error'],
  ['drops what must come back', { reply: { metadata: undefined } }, 'metadata'],
])
  test(`a model that ${what} is at fault`, async () => {
    const faults = await conform(modelOf(broken));
    assert.ok(
      faults.some((fault) => fault.startsWith(`${point}: `)),
      faults.join('\n'),
    );
  });

test('docs/adapters.md has a tick for what was tried here, and none for anything else', () => {
  const page = readFileSync(new URL('../../../docs/adapters.md', import.meta.url), 'utf8');
  const cells = (line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [points, , ...rows] = page
    .match(/(?<=\n)\| adapter \| answer (?:.*\n)(?:\|.*\n)+/)[0]
    .trim()
    .split('\n')
    .map(cells);
  const tried = Object.entries(MODELS).map(([name, { without = [] }]) => [
    name,
    ...points.slice(1).map((point) => (without.includes(point) ? '' : '✓')),
  ]);
  assert.deepEqual(rows, tried);
  const inside = [...page.matchAll(/^\| [a-z-]+: .* \| `(.*\.test\.mjs)` \|$/gm)].map(([, file]) => file);
  assert.equal(inside.length, 5);
  for (const file of inside) assert.ok(existsSync(new URL(file, import.meta.url)), file);
});
