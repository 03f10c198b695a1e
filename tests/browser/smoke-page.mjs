// The pages of the smoke script, with or without a bundler; `examples-js/rust-page`, `ReflectEngine` of the crate alone; and the stores.

import assert from 'node:assert/strict';
import { inspectStores } from './stores-page.mjs';
import { isAccessible, visit } from './visit.mjs';

await visit(async (outcome, page, another) => {
  const { pathname } = new URL(page.url());
  if (pathname.endsWith('/stores.html')) {
    assert.equal(outcome, 'ready');
    await inspectStores(page, another);
  } else if (pathname.includes('/rust-page/')) {
    assert.equal(outcome, 'critic: Blue light scatters most.');
    const steps = await page.evaluate(() => document.getElementById('steps').textContent.trim().split('\n'));
    assert.deepEqual([steps.length, steps[0]], [5, 'thought Initial answer generated.']);
    await isAccessible(page, 'the page in Rust');
  } else assert.equal(outcome, 'ok', pathname);
});
