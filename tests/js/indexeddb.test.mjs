// `indexedDbStore` where there is no IndexedDB; what it does in a page is shown in real browsers (`tests/browser/stores-page.mjs`).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReflectError } from 'reflect-engine';
import { EvalTracker } from 'reflect-engine/evals';
import { indexedDbStore } from 'reflect-engine/evals/indexeddb';
import { rejection, thrown } from './support.mjs';

test('a name that is none is refused', () => {
  for (const name of ['', undefined, 3]) {
    const error = thrown(() => indexedDbStore(name));
    assert.ok(isReflectError(error) && error.code === 'invalid_settings');
    assert.match(error.message, /^`name` must be a string that is not empty, got /);
  }
});

test('outside of a page the error says so, and nothing recorded is lost', async () => {
  const evals = new EvalTracker({ store: indexedDbStore('evals'), warn: () => {} });
  evals.record({ agentId: 'A', scores: { m: 1 } });
  const none = 'the IndexedDB database evals cannot be opened: there is no IndexedDB here; it is for pages and their workers';
  for (const asked of [evals.flush(), evals.getEvalHistory('A'), evals.getAgentEvalStats('A')]) {
    const error = await rejection(asked);
    assert.deepEqual([error.code, error.message], ['store_error', none]);
  }
  assert.equal(evals.counts().queued, 1);
});
