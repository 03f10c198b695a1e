// Opens a page and waits for its outcome:
// `node open.mjs --browser chromium|firefox --executable FILE --folder DIR --page FILE`.
//
// The page writes `ok` or its fault into `data-outcome` of its root element. Faults in the console count too: a breach
// of the page's policy shows only there.

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { launch } from './launch.mjs';
import { serve } from './serve.mjs';

/** A page that has said nothing by then hangs. */
const PATIENCE_MS = 60_000;

const { values } = parseArgs({
  options: { browser: { type: 'string' }, executable: { type: 'string' }, folder: { type: 'string' }, page: { type: 'string' } },
});
const server = await serve(values.folder);
const browser = await launch[values.browser](values.executable);
try {
  const page = await browser.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.goto(`${server.url}/${values.page}`);
  const outcome = await outcomeOf(page);
  faults.push(...server.missing.map((path) => `the page asked for ${path}`));
  if (outcome !== 'ok' || faults.length > 0) throw new Error([outcome, ...faults].join('\n'));
} finally {
  await browser.close();
  await server.close();
}
console.log(`ok ${browser.version}`);

/** Asks from outside: what waits inside the page needs `eval`, which the policy forbids. */
async function outcomeOf(page) {
  for (let waited = 0; waited < PATIENCE_MS; waited += 100) {
    const outcome = await page.evaluate(() => document.documentElement.getAttribute('data-outcome'));
    if (outcome !== null) return outcome;
    await sleep(100);
  }
  return 'the page never said how it went';
}
