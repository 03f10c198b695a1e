// `examples-js/browser`: the reader sees every draft with its verdict, and every step.

import assert from 'node:assert/strict';
import { visit } from './visit.mjs';

await visit(async (outcome, page) => {
  assert.match(outcome, /^Draft 3 was accepted by the critic/);
  const shown = await page.evaluate(() => ({
    drafts: Array.from(document.querySelectorAll('#drafts > li'), (draft) => draft.className),
    texts: Array.from(document.querySelectorAll('#drafts .text'), (text) => text.textContent.length > 0),
    steps: Array.from(document.querySelectorAll('#steps > li'), (step) => step.className),
  }));
  assert.deepEqual(shown.drafts, ['rejected', 'rejected', 'accepted']);
  assert.deepEqual(shown.texts, [true, true, true]);
  assert.deepEqual(shown.steps, ['thought', 'reflection', 'thought', 'reflection', 'thought', 'reflection', 'response']);
});
