// `indexedDbStore` where there is no IndexedDB; what it does in a page is shown in real browsers (`tests/browser/stores-page.mjs`).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EvalTracker } from 'reflect-engine/evals';
import { indexedDbStore } from 'reflect-engine/evals/indexeddb';
import { refusals } from './support.mjs';

test('a name that is none is refused', async () => {
  const message = /^`name` must be a string that is not empty, got /;
  const cases = ['', undefined, 3].map((name) => [name, message]);
  await refusals('invalid_settings', cases, indexedDbStore);
});

test('outside of a page the error says so, and nothing recorded is lost', async () => {
  const evals = new EvalTracker({ store: indexedDbStore('evals'), warn: () => {} });
  evals.record({ agentId: 'A', scores: { m: 1 } });
  const none = 'the IndexedDB database evals cannot be opened: there is no IndexedDB here; it is for pages and their workers';
  const asked = [() => evals.flush(), () => evals.getEvalHistory('A'), () => evals.getAgentEvalStats('A')];
  const cases = asked.map((ask) => [ask, none]);
  await refusals('store_error', cases);
  assert.equal(evals.counts().queued, 1);
});
