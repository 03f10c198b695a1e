// When evaluations are from: how a time is told, clocks with fractions, and what is too old to be kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EvalTracker, memoryStore } from 'reflect-engine';
import { rejection } from './support.mjs';

const HOUR = 3_600_000;
const START = Date.parse('2026-02-01T00:00:00.000Z');

/** A tracker whose time is set by hand. */
function clocked(settings) {
  const clock = { ms: START };
  return { evals: new EvalTracker({ now: () => clock.ms, warn: () => {}, ...settings }), clock };
}

test('times are told in ISO 8601, as a date or in milliseconds, and kept to the millisecond', async () => {
  const { evals } = clocked();
  const times = [
    '2026-02-22T13:34:56.7899+01:00',
    '2026-02-22T12:34:56.789Z',
    new Date('2026-02-22T12:34:56.789Z'),
    1771763696789.9,
  ];
  for (const createdAt of times) evals.record({ agentId: 'A', scores: {}, createdAt });
  evals.record({ agentId: 'B', scores: {}, createdAt: '2026-02-22T12:34Z' });
  for (const { createdAt } of await evals.getEvalHistory('A')) assert.equal(createdAt, '2026-02-22T12:34:56.789Z');
  assert.equal((await evals.getEvalHistory('B'))[0].createdAt, '2026-02-22T12:34:00.000Z');
  const { message } = await rejection(evals.getEvalHistory('A', 5, { createdAt: 'DEC-1', evaluationId: 'E' }));
  assert.match(message, /^`before` must be an evaluation/);
});

test('a clock with fractions of a millisecond loses no row between pages', async () => {
  const clock = { ms: START };
  const { evals } = clocked({ now: () => (clock.ms += 0.1) });
  for (let n = 0; n < 1_203; n += 1) evals.record({ agentId: 'A', scores: { m: 1 } });
  const exported = new Set();
  for await (const line of evals.exportJsonl()) exported.add(JSON.parse(line).evaluationId);
  const paged = new Set();
  for (let page = [undefined]; page.length > 0; ) {
    page = await evals.getEvalHistory('A', 7, page.at(-1));
    for (const { evaluationId } of page) paged.add(evaluationId);
  }
  assert.deepEqual([exported.size, paged.size], [1_203, 1_203]);
});

test('an import leaves out what retention would forget at once, so that a repeated one counts nothing twice', async () => {
  const store = memoryStore();
  const { evals, clock } = clocked({ store, retention: { evaluationDays: 7 } });
  const day = 24 * HOUR;
  const lines = [8, 7, 6].map((days) =>
    JSON.stringify({ evaluationId: `E${days}`, agentId: 'A', scores: { m: 1 }, createdAt: START - days * day }),
  );
  for (let n = 0; n < 3; n += 1) {
    assert.equal(await evals.importJsonl(lines), 2);
    await store.prune({ evaluationsBeforeMs: clock.ms - 7 * day });
  }
  assert.deepEqual([(await evals.getAgentEvalStats('A')).evalCount, evals.counts().expired], [2, 3]);
  const error = await rejection(evals.importJsonl([lines[0], '{}']));
  assert.match(error.message, /^line 2 is no evaluation/);
});
