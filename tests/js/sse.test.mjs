// A run as server-sent events: what a page is sent, and what becomes of the run when the page goes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Autopilot, ReflectEngine, toResponse, toSSE } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, never, settled } from './support.mjs';

const engine = new ReflectEngine({ advanced: { seed: 1 } });

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
  const response = toResponse(engine.stream({ input: 'q', model, runId: 'r' }));
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  const events = eventsIn(await response.text());
  assert.deepEqual(
    events.map(([name]) => name),
    ['thought', 'reflection', 'response', 'result'],
  );
  const [, result] = events.at(-1);
  assert.deepEqual([result.output, result.runId, 'trace' in result, 'snapshot' in result], ['two\nlines', 'r', false, false]);
});

test('drafts are sent as they are written when the task has an `onDraft`', async () => {
  const model = scriptedModel([{ deltas: ['a', 'b'] }, accept()]);
  const seen = [];
  const stream = engine.stream({ input: 'q', model, onDraft: ({ type }) => seen.push(type) });
  const events = eventsIn(await new Response(toSSE(stream)).text());
  const drafts = events.filter(([name]) => name.startsWith('draft.')).map(([name, { delta }]) => [name, delta]);
  assert.deepEqual(drafts, [
    ['draft.delta', 'a'],
    ['draft.delta', 'b'],
    ['draft.accepted', undefined],
  ]);
  assert.deepEqual(
    seen,
    drafts.map(([name]) => name),
  );
  for await (const { type } of stream) assert.ok(!type.startsWith('draft.'), 'who iterates the stream gets its steps');
});

test('what a run rejects with is sent, and is no unhandled rejection', async () => {
  const stream = new Autopilot({
    agent: () => Promise.reject(new Error('down')),
    goal: { objective: 'o', successCriteria: ['c'] },
  }).stream();
  const events = eventsIn(await new Response(toSSE(stream)).text());
  assert.deepEqual(events.at(-1), ['error', { code: 'model_error', message: 'down' }]);
});

test('when the reader goes, the run is aborted', async () => {
  let signal;
  const model = (request) => {
    signal = request.signal;
    return never();
  };
  const stream = engine.stream({ input: 'q', model });
  const reader = toSSE(stream).getReader();
  const reading = reader.read();
  await settled();
  assert.equal(signal.aborted, false);
  await reader.cancel('the page is gone');
  assert.equal(signal.aborted, true);
  assert.equal((await stream.result.catch((error) => error)).code, 'aborted');
  await reading;
});
