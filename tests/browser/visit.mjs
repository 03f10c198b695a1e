import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isWhole } from '../js/support.mjs';
import { launch, PATIENCE_MS } from './launch.mjs';
import { serve } from './serve.mjs';

const text = { type: 'string' };
const options = { browser: text, executable: text, folder: text, page: { ...text, multiple: true }, only: text };
const { values: given } = parseArgs({ options });
/** `--browser chromium|firefox --executable FILE --folder DIR --page FILE [--page FILE …] [--only WORDS]`. */
export const values = { ...given, page: given.page[0] };
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

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
 * Opens each page, waits until its `#outcome` says something, and hands both to `inspect`, which throws when it is wrong, with a function
 * that opens the same page once more, and the browser.
 *
 * Faults in the console and files asked for in vain count too: a breach of the page's policy shows only there.
 */
export function visit(inspect, policy) {
  return browsing(async (browser, server) => {
    const open = async (file) => {
      const page = await browser.newPage();
      const faults = faultsOf(page);
      await page.goto(`${server.url}/${file}`);
      const outcome = await ready(page);
      faults.push(...server.missing.map((path) => `the page asked for ${path}`));
      if (faults.length > 0) throw new Error([file, outcome, ...faults].join('\n'));
      return { page, outcome };
    };
    for (const file of given.page) {
      const { page, outcome } = await open(file);
      await inspect(outcome, page, async () => (await open(file)).page, browser);
    }
  }, policy);
}

/** Looks again and again until there is something, and gives what was seen last. From outside: what waits inside a page needs `eval`, which the policy forbids. */
export async function poll(look) {
  let seen = await look();
  for (let waited = 0; !seen && waited < PATIENCE_MS; waited += 50) {
    await sleep(50);
    seen = await look();
  }
  return seen;
}

/** What a page's `#outcome` says once it says something. */
export async function ready(page) {
  const outcome = () => page.evaluate(() => document.getElementById('outcome')?.textContent);
  return (await poll(outcome)) || 'the page never said how it went';
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

/** Pairs of a width and a scheme of colours to look at a page in: each of both at least once, and with `WHOLE=1` all pairs. */
export function looksOf(widths) {
  const schemes = ['light', 'dark'];
  const schemesOf = (at) => (isWhole ? schemes : [schemes[at % 2]]);
  return widths.flatMap((width, at) => schemesOf(at).map((colorScheme) => ({ width, colorScheme })));
}

export async function isAccessible(page, what) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  // What passes is not written down, which takes longer than to look.
  const violations = await page.evaluate(() => axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations));
  const found = violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
  assert.deepEqual(found, [], what);
}
