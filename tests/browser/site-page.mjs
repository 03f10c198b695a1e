// The site under a path of its own: every link leads somewhere, nothing is inline or from elsewhere, pages are small, everybody can use them,
// and the search finds.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { browsing, faultsOf, isAccessible, looksOf, values } from './visit.mjs';

const MOST_BYTES = 60_000;
const site = join(values.folder, values.page);
const read = (name) => readFileSync(join(site, name), 'utf8');
const gzip = (name) => gzipSync(read(name), { level: 9 }).length;
// The view is one file, with a policy and a test of its own.
const pages = readdirSync(site, { recursive: true }).filter((name) => name.endsWith('.html') && !name.endsWith('view.html'));
const ids = new Map(pages.map((name) => [name, new Set([...read(name).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))]));
const shared = gzip('style.css') + gzip('search.js');

for (const name of pages) {
  const html = read(name);
  const text = html.replace(/<pre[\s\S]*?<\/pre>/g, '');
  for (const [, link] of text.matchAll(/ (?:href|src)="([^"]*)"/g)) {
    if (/^https:/.test(link)) continue;
    const [path, anchor] = link.split('#');
    const there = path === '' ? name : relative(site, resolve(site, dirname(name), path));
    assert.ok(!there.startsWith('..') && existsSync(join(site, there)), `${name}: ${link}`);
    // Settings of the playground are no anchor.
    if (anchor !== undefined && !anchor.startsWith('scenario=')) assert.ok(ids.get(there)?.has(anchor), `${name}: ${link}`);
  }
  assert.match(html, /content="default-src 'self'; /, name);
  assert.doesNotMatch(
    text,
    /<script(?! type="module" src=)|<style| style=| on\w+=|(?:src|<link[^>]*href)="(?:https?:)?\/\//,
    name,
  );
  assert.ok(existsSync(join(site, name.replace('.html', '.md'))) || name === 'index.html', `${name} is there as Markdown`);
  const bytes = gzip(name) + shared;
  assert.ok(bytes <= MOST_BYTES, `${name}: ${bytes} bytes are sent`);
  assert.ok(name.startsWith('api/') || html.length <= MOST_BYTES, `${name}: ${html.length} bytes`);
}
assert.ok(pages.length > 60, `${pages.length} pages`);
assert.match(read('index.html'), /<iframe [^>]*src="playground.html#scenario=code/, 'the playground has its place');

await browsing(async (browser, server) => {
  const page = await browser.newPage();
  const faults = faultsOf(page);
  page.on('request', (request) => request.url().startsWith(server.url) || faults.push(`the page asked for ${request.url()}`));
  for (const name of ['index.html', 'docs/adapters.html', 'api/research.html', 'examples/decision.html']) {
    for (const { width, colorScheme } of looksOf([360, 1280])) {
      const what = `${name}, ${width} px, ${colorScheme}`;
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.goto(`${server.url}/${values.page}${name}`);
      await isAccessible(page, what);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(over, 0, `${what} is too wide`);
    }
  }
  // On a narrow screen a table of columns scrolls by itself to its last one, and no text in it is squeezed.
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${server.url}/${values.page}index.html`);
  const letters = await page.evaluate(() => {
    const { height } = document.querySelector('figure svg .small').getBoundingClientRect();
    const cells = Array.from(document.querySelectorAll('td:first-child')).filter(({ textContent }) => textContent.length > 20);
    return { height, narrowest: Math.min(...cells.map(({ clientWidth }) => clientWidth)) };
  });
  assert.ok(letters.height >= 12 && letters.narrowest >= 80, JSON.stringify(letters));
  await page.goto(`${server.url}/${values.page}docs/settings.html`);
  const table = await page.evaluate(() => {
    const wide = document.querySelector('.wide');
    wide.scrollLeft = wide.scrollWidth;
    const texts = Array.from(wide.querySelectorAll('td')).filter(({ textContent }) => textContent.length > 60);
    const edge = (element) => Math.round(element.getBoundingClientRect().right);
    return {
      narrowest: Math.min(...texts.map(({ clientWidth }) => clientWidth)),
      over: edge(wide.querySelector('th:last-child')) - edge(wide),
    };
  });
  assert.equal(table.over, 0);
  assert.ok(table.narrowest > 200, `a text ${table.narrowest} px wide`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('/');
  await page.keyboard.type('maxReflections');
  await page.locator('#found a').first().waitFor();
  await isAccessible(page, 'with what was found');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#/);
  assert.match(await page.locator(':target').textContent(), /\w/);
  // What people look for is found by the words of the field, also where it stands in a name, or in another form.
  for (const [query, place] of [
    ['timeout', 'docs/settings.html#budget'],
    ['retry', 'docs/recipes-production.html#retries-and-a-rate-limit'],
    ['retries', 'docs/recipes-production.html#retries-and-a-rate-limit'],
    ['structured output', 'docs/verifiers.html#structured-output'],
    ['bundle size', 'docs/runtimes.html#bundle-size'],
    ['rate limit', 'docs/recipes-production.html#retries-and-a-rate-limit'],
    ['logging', 'docs/recipes-production.html#logging'],
    ['fallback', 'docs/recipes-production.html#a-fallback-model'],
    ['cost', 'docs/recipes-production.html#a-cap-on-cost'],
    ['vitest', 'docs/evals.html#in-vitest'],
    ['junit', 'docs/evals.html#on-the-command-line'],
    ['guardrails', 'docs/migrate.html#guardrails'],
    ['langchain', 'docs/langchain.html'],
    ['max_retries', 'docs/reference.html'],
    ['support bot', 'docs/recipes.html#a-support-bot-with-a-policy'],
    ['hallucination', 'docs/recipes.html#answers-with-sources'],
    ['citations', 'docs/recipes.html#answers-with-sources'],
    ['human review', 'docs/recipes-agents.html#a-review-by-a-person'],
    ['resume', 'docs/snapshots.html'],
    ['autoevals', 'docs/evals.html#a-scorer-as-a-check'],
  ]) {
    await page.locator('form[role=search] input').fill(query);
    await page.locator(`#found a[href*="${place}"]`).first().waitFor();
  }
  assert.deepEqual([...faults, ...server.missing], []);
}, "default-src 'self'");
