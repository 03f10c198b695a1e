// `indexedDbStore` in a browser that is killed while a page writes, again and again: what was acknowledged is there.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchIn } from './launch.mjs';
import { serve } from './serve.mjs';
import { ready, values } from './visit.mjs';

const KILLS = process.env.WHOLE === undefined ? 1 : 3;

const server = await serve(values.folder);
const profile = await mkdtemp(join(tmpdir(), 'stores-killed-'));
const acknowledged = [];
let version = '';
try {
  for (let kill = 0; kill <= KILLS; kill += 1) {
    const browser = await launchIn(profile, values.browser, values.executable);
    ({ version } = browser);
    const page = await browser.newPage();
    await page.goto(`${server.url}/${values.page}`);
    await ready(page);
    const checked = await page.evaluate((ids) => globalThis.parts.checkWritten('killed', ids), acknowledged);
    assert.equal(checked, 'undefined', `after ${kill} kills and ${acknowledged.length} evaluations`);
    if (kill === KILLS) {
      await browser.close();
      break;
    }
    const enough = new Promise((resolve) => {
      let flushes = 0;
      page.on('console', (message) => {
        acknowledged.push(...JSON.parse(message.text()));
        if ((flushes += 1) === 5 + 3 * kill) resolve();
      });
    });
    await page.evaluate(() => globalThis.parts.writeOn('killed'));
    await enough;
    await browser.kill();
  }
  assert.ok(acknowledged.length >= 40 * 5 * KILLS, `${acknowledged.length}`);
} finally {
  await server.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
console.log(`ok ${version}`);
