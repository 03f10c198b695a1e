import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { launch } from './launch.mjs';
import { serve } from './serve.mjs';

const text = { type: 'string' };
/** `--browser chromium|firefox --executable FILE --folder DIR --page FILE [--only WORDS]`. */
export const { values } = parseArgs({ options: { browser: text, executable: text, folder: text, page: text, only: text } });
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page that has said nothing by then hangs. */
const PATIENCE_MS = 60_000;

/** Does something with a browser and a server of the folder, and says when all is well. */
export async function browsing(work, policy) {
  const server = await serve(values.folder, policy);
  const browser = await launch[values.browser](values.executable);
  try {
    await work(browser, server);
  } finally {
    await browser.close();
    await server.close();
  }
  console.log(`ok ${browser.version}`);
}

/**
 * Opens a page, waits until its `#outcome` says something, and hands both to `inspect`, which throws when it is wrong, and a function
 * that opens the same page once more.
 *
 * Faults in the console and files asked for in vain count too: a breach of the page's policy shows only there.
 */
export function visit(inspect, policy) {
  return browsing(async (browser, server) => {
    const open = async () => {
      const page = await browser.newPage();
      const faults = faultsOf(page);
      await page.goto(`${server.url}/${values.page}`);
      const outcome = await ready(page);
      faults.push(...server.missing.map((path) => `the page asked for ${path}`));
      if (faults.length > 0) throw new Error([outcome, ...faults].join('\n'));
      return { page, outcome };
    };
    const { page, outcome } = await open();
    await inspect(outcome, page, async () => (await open()).page);
  }, policy);
}

/** What a page's `#outcome` says once it says something. Asks from outside: what waits inside the page needs `eval`, which the policy forbids. */
export async function ready(page) {
  for (let waited = 0; waited < PATIENCE_MS; waited += 100) {
    const outcome = await page.evaluate(() => document.getElementById('outcome')?.textContent);
    if (outcome) return outcome;
    await sleep(100);
  }
  return 'the page never said how it went';
}

/** A list of the errors in a page's console, which grows with them. */
export function faultsOf(page) {
  const faults = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return faults;
}

export async function isAccessible(page, what) {
  const violations = await page.evaluate(`${axe}; axe.run().then(({ violations }) => violations)`);
  const found = violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
  assert.deepEqual(found, [], what);
}
