// The pages of the smoke script, with or without a bundler, and `examples-js/rust-page`: `ReflectEngine` of the crate alone, in a page.

import assert from 'node:assert/strict';
import { isAccessible, visit } from './visit.mjs';

await visit(async (outcome, page) => {
  if (!page.url().includes('/rust-page/')) return assert.equal(outcome, 'ok', page.url());
  assert.equal(outcome, 'critic: Blue light scatters most.');
  const steps = await page.evaluate(() => document.getElementById('steps').textContent.trim().split('\n'));
  assert.deepEqual([steps.length, steps[0]], [5, 'thought Initial answer generated.']);
  await isAccessible(page, 'the page in Rust');
});
