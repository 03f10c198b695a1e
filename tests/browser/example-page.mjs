// `examples-js/browser`: a run goes on in the view; a key leaves the page in a header of the server's, and stays nowhere; and Stop stops.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { POLICY } from './serve.mjs';
import { isAccessible, visit } from './visit.mjs';

const KEY = 'sk-kept-in-memory';
const SAID = ['Blue light scatters.', '{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}'];

const trace = JSON.parse(await readFile(new URL('../../examples-js/recordings/code-review.trace.json', import.meta.url), 'utf8'));

/** Speaks OpenAI's language: what it was asked, and how to let it hang. */
const asked = [];
let hangs = false;
let refuses = false;
const server = createServer(async (request, response) => {
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  if (request.method === 'OPTIONS')
    return response.writeHead(204, { ...headers, 'access-control-allow-headers': 'authorization, content-type' }).end();
  const body = Buffer.concat(await request.toArray()).toString();
  asked.push({ url: request.url, authorization: request.headers.authorization, body });
  if (hangs) return undefined;
  if (refuses) return response.writeHead(401, headers).end(`no such key: ${KEY}`);
  const chunk = { model: 'm', choices: [{ delta: { content: SAID[(asked.length - 1) % 2] }, finish_reason: 'stop' }] };
  if (JSON.parse(body).stream) return response.writeHead(200, headers).end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  const [{ delta: message, ...choice }] = chunk.choices;
  return response.writeHead(200, headers).end(JSON.stringify({ model: 'm', choices: [{ ...choice, message }] }));
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const url = `http://127.0.0.1:${server.address().port}/v1`;

/** What the view shows. */
const shown = (page) =>
  page.evaluate(() => {
    const { contentDocument: view } = document.getElementById('view');
    return {
      outcome: view.querySelector('.outcome')?.textContent,
      drafts: Array.from(view.querySelectorAll('article'), (card) => card.className),
      text: view.getElementById('shown').textContent,
    };
  });

async function until(page, holds) {
  for (let tries = 0; tries < 200; tries += 1) {
    const outcome = await page.evaluate(() => document.getElementById('outcome').textContent);
    if (await holds(outcome)) return outcome;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return assert.fail(`the page shows ${JSON.stringify(await shown(page))}`);
}

await visit(
  async (outcome, page) => {
    assert.match(outcome, /^No draft was accepted: a person should look/);
    await until(page, async () => (await shown(page)).outcome !== 'Running…');
    const recorded = await shown(page);
    assert.match(recorded.outcome, /Needs review/);
    assert.equal(recorded.drafts.length, trace.result.iterations);
    assert.ok(recorded.text.includes(trace.result.output));
    for (const [width, colorScheme] of [360, 900, 1600].flatMap((width) => ['light', 'dark'].map((scheme) => [width, scheme]))) {
      await page.emulateMedia?.({ colorScheme });
      await (page.setViewportSize ?? page.setViewport).call(page, { width, height: 900 });
      await isAccessible(page, `${width} px, ${colorScheme}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `it fits into ${width} px`);
    }

    const press = ([url, key]) => {
      const form = document.getElementById('form');
      form.elements.source.value = 'server';
      form.elements.source.dispatchEvent(new Event('change'));
      Object.assign(form.elements.url, { value: url });
      Object.assign(form.elements.model, { value: 'm' });
      Object.assign(form.elements.key, { value: key });
      form.requestSubmit();
    };
    await page.evaluate(press, [url, KEY]);
    assert.match(await until(page, (now) => now !== ''), /^Draft 1 was accepted by the critic/);
    await until(page, async () => (await shown(page)).text.includes(SAID[0]));
    assert.deepEqual(
      asked.map(({ url, authorization }) => [url, authorization]),
      [1, 2].map(() => ['/v1/chat/completions', `Bearer ${KEY}`]),
    );
    assert.ok(asked.every(({ body }) => !body.includes(KEY)));
    const kept = await page.evaluate(() =>
      JSON.stringify([location.href, document.cookie, { ...localStorage }, { ...sessionStorage }]),
    );
    assert.ok(!kept.includes(KEY) && !(await shown(page)).text.includes(KEY));

    refuses = true;
    await page.evaluate(press, [url, KEY]);
    assert.match(await until(page, (now) => now !== ''), /^(The run failed|No draft was accepted)/);
    await until(page, async () => (await shown(page)).text.includes('no such key: [key]'));
    assert.ok(!(await page.evaluate(() => document.body.textContent)).includes(KEY));
    assert.ok(!(await shown(page)).text.includes(KEY));

    hangs = true;
    asked.length = 0;
    await page.evaluate(press, [url, KEY]);
    await until(page, () => asked.length === 1);
    await page.evaluate(() => document.getElementById('stop').click());
    assert.equal(await until(page, (now) => now !== ''), 'The run was stopped.');
  },
  `${POLICY}; connect-src 'self' ${new URL(url).origin}`,
);
server.closeAllConnections();
server.close();
