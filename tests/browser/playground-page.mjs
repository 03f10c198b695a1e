// The playground of the site: every scenario to its end; paused, stepped, aborted, resumed; a person's review; two strategies beside each
// other; what-if; a server of the visitor's, whose key leaves the page in its header and stays nowhere; faults at their fields; the address.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { listen } from '../listen.mjs';
import { inspectSandbox } from './sandbox.mjs';
import { isAccessible, poll, visit } from './visit.mjs';

const KEY = 'sk-kept-in-memory';
const HOSTILE = '<img src=x onerror="parent.document.title=1"><script>document.title=1</script>';
const SAID = [HOSTILE, '{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}'];

/** Speaks OpenAI's language: what it was asked, and whether it hangs, refuses the key, or lets no page ask. */
const asked = [];
let manner = 'answers';
const server = await listen(async (request, response) => {
  const headers =
    manner === 'shy' ? {} : { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization, content-type' };
  if (request.method === 'OPTIONS') return response.writeHead(204, headers).end();
  const body = Buffer.concat(await request.toArray()).toString();
  asked.push({ authorization: request.headers.authorization, body });
  if (manner === 'hangs') return undefined;
  if (manner === 'refuses') return response.writeHead(401, headers).end(`no such key: ${KEY}`);
  const chunk = { model: 'm', choices: [{ delta: { content: SAID[(asked.length - 1) % 2] }, finish_reason: 'stop' }] };
  if (JSON.parse(body).stream) return response.writeHead(200, headers).end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  const [{ delta: message, ...choice }] = chunk.choices;
  return response.writeHead(200, headers).end(JSON.stringify({ model: 'm', choices: [{ ...choice, message }] }));
});
const url = `${server.url}/v1`;

const ENDS = {
  article: /^Draft 4 was accepted by the critic/,
  review: /^Nobody accepted a draft \(max_reflections\)/,
  gate: /^Draft 2 was accepted by the verifier/,
  research: /lazy: Accepted after 1 search, with 0 ways.*complete: Accepted after 4 searches, with 2 ways/,
  decision: /APPROVE at 90 % → REVIEW at 72 %/,
  code: /^Draft 2 was accepted by the verifier/,
};

await visit(async (_, page, __, browser) => {
  const says = (id) => page.evaluate((id) => document.getElementById(id).textContent, id);
  /** Presses a button once it can be pressed: one that steps cannot while a run goes on. */
  const press = async (id) => {
    const pressed = (id) => {
      const button = document.getElementById(id);
      const canBe = !button.disabled;
      button.click();
      return canBe;
    };
    assert.ok(await poll(() => page.evaluate(pressed, id)), `#${id} cannot be pressed`);
  };
  const set = (id, value) =>
    page.evaluate(
      ([id, value]) => {
        const field = document.getElementById(id);
        if (field.type === 'checkbox') field.checked = value;
        else field.value = value;
        for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
      },
      [id, value],
    );
  const until = async (wanted, id = 'outcome') => {
    let said;
    await poll(async () => wanted.test((said = await says(id))));
    assert.match(said, wanted, `#${id}`);
    return said;
  };
  const choose = (name) => page.evaluate((name) => document.querySelector(`[data-scenario=${name}]`).click(), name);
  const shown = () => page.evaluate(() => document.getElementById('view').contentDocument.getElementById('shown').textContent);
  const abort = async () => {
    await press('abort');
    await until(/^Aborted\. What there is can be resumed/);
  };
  const size = (width) => (page.setViewportSize ?? page.setViewport).call(page, { width, height: 900 });

  for (const [name, end] of Object.entries(ENDS)) {
    await choose(name);
    await until(end);
    assert.ok(await page.evaluate(() => document.getElementById('run').offsetWidth > 0), `${name} has a button that runs it`);
    await press('run');
    await until(end);
    for (const width of [360, 1280, 1600]) {
      await size(width);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} fits into ${width} px`);
    }
    // In Firefox it is always light.
    for (const colorScheme of page.emulateMedia ? ['light', 'dark'] : ['light']) {
      await page.emulateMedia?.({ colorScheme });
      await isAccessible(page, `${name}, ${colorScheme}`);
    }
  }

  // Stepped from its first call to its second, aborted, and resumed.
  await press('step');
  await until(/^Paused before answer-1\.$/);
  await press('step');
  await until(/^Paused before answer-2\.$/);
  await abort();
  await press('resume');
  await until(ENDS.code);
  // Resumed with the verifier that the form has by then.
  const verify = (code) =>
    page.evaluate((code) => {
      document.querySelector('#checks textarea').value = code;
    }, code);
  await press('step');
  await until(/^Paused before answer-1\.$/);
  await abort();
  await verify("() => 'never'");
  await press('resume');
  await until(/^Nobody accepted a draft/);
  // What was typed for a scenario comes back with its page.
  await set('reflections', '3');
  await choose('article');
  await until(ENDS.article);
  await page.evaluate(() => history.back());
  await until(/^Nobody accepted a draft/);
  assert.equal(await page.evaluate(() => document.getElementById('reflections').value), '3');
  await choose('code');
  await until(ENDS.code);
  // Aborted while a draft is being written, and resumed.
  await set('pace', true);
  await press('run');
  await until(/^Running/);
  await abort();
  await set('pace', false);
  await press('resume');
  await until(ENDS.code);

  // A person's word.
  await choose('review');
  await until(ENDS.review);
  await press('accept');
  await until(/accepted by the human/);

  // The record decides again, and nobody is asked.
  await choose('article');
  await until(ENDS.article);
  await set('if-strategy', 'classic');
  await until(/not recorded|would have been/, 'if-outcome');
  await choose('code');
  await until(ENDS.code);
  await press('compare');
  await until(/keep-best: Draft 2 was accepted.*classic: Nobody accepted/s);
  assert.ok(await poll(async () => /Accepted by the verifier[\s\S]*Needs review/.test(await shown())), await shown());
  // The record of the first of the two decides again.
  const isAsked = () => page.evaluate(() => !document.getElementById('whatif').hidden);
  assert.ok((await isAsked()) && /^ of the run under keep-best$/.test(await says('if-run')));
  await until(/^It would have been accepted, after /, 'if-outcome');

  // The program beside the form is the same run, with a model of one's own.
  const { status } = spawnSync(process.execPath, ['--input-type=module'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    input: `const yourModel = () => 'const sumRange = (a, b) => ((a + b) * (Math.abs(b - a) + 1)) / 2;';\n${await says('code')}
if (result.status !== 'ok' || result.acceptedBy !== 'verifier') throw new Error(result.status);`,
  });
  assert.equal(status, 0, await says('code'));

  // A trace, saved and opened; a file that is none.
  const open = (text) =>
    page.evaluate((text) => {
      const files = new DataTransfer();
      files.items.add(new File([text], 'some.json'));
      const field = document.getElementById('load');
      field.files = files.files;
      field.dispatchEvent(new Event('change'));
    }, text);
  const saved = await page.evaluate(async () => {
    const made = [];
    URL.createObjectURL = (blob) => `data:,${made.push(blob)}`;
    document.getElementById('save').click();
    return made[0].text();
  });
  assert.equal(JSON.parse(saved).format, 'reflect-engine/trace');
  await open(saved);
  await until(/^some\.json: a run of /);
  await open('{"format": "no"}');
  await until(/^some\.json: .*`format` must be "reflect-engine\/trace"/);

  // What is wrong is said where it is.
  const fault = (field) => page.evaluate((field) => document.querySelector(`[data-field=${field}] .fault`)?.textContent, field);
  await set('threshold', '0.9');
  assert.match(await fault('acceptanceThreshold'), /`acceptanceThreshold`/);
  await set('threshold', '');
  await set('more', '{ "maxRevisions": 3 }');
  assert.match(await fault('settings'), /unknown setting `maxRevisions`/);
  await set('more', '');
  await verify('(draft) => {');
  await press('run');
  await until(/^Nothing was run: something is wrong with a verifier/);
  assert.match(await fault('check'), /the function/);

  // The address keeps settings; a link asks no server by itself.
  await set('strategy', 'classic');
  await set('source', 'server');
  await set('url', url);
  await set('name', 'm');
  await set('key', KEY);
  const { href } = await page.evaluate(() => ({ href: location.href }));
  assert.match(href, /strategy=classic/);
  assert.ok(!href.includes(KEY));
  await page.goto('about:blank');
  await page.goto(href);
  await until(/a link asks no model by itself/);
  assert.equal(await page.evaluate(() => document.getElementById('strategy').value), 'classic');
  assert.equal(asked.length, 0);

  // A server of the visitor's.
  await choose('review');
  await until(ENDS.review);
  const ask = async () => {
    await set('source', 'server');
    await set('url', url);
    await set('name', 'm');
    await set('key', KEY);
    await press('run');
  };
  await ask();
  await until(/^Draft 1 was accepted by the critic/);
  assert.ok((await shown()).includes(HOSTILE));
  assert.notEqual(await page.evaluate(() => document.title), '1');
  assert.deepEqual(new Set(asked.map(({ authorization }) => authorization)), new Set([`Bearer ${KEY}`]));
  assert.ok(asked.every(({ body }) => !body.includes(KEY)));
  // A link that is opened in this tab names another server: the key was not typed for that one.
  asked.length = 0;
  const link = `#scenario=review&source=server&url=${encodeURIComponent(`${server.url}/other`)}&model=m`;
  await page.evaluate((link) => {
    location.hash = link;
  }, link);
  await until(/a link asks no model by itself/);
  const typed = () => page.evaluate(() => [document.getElementById('url').value, document.getElementById('key').value]);
  assert.deepEqual(await typed(), [`${server.url}/other`, '']);
  await press('run');
  await until(/^Draft 1 was accepted by the critic/);
  assert.deepEqual(new Set(asked.map(({ authorization }) => authorization)), new Set([undefined]));
  manner = 'refuses';
  await ask();
  await until(/failed/);
  const everything = await page.evaluate(() => [
    document.body.textContent,
    document.getElementById('view').contentDocument.body.textContent,
    location.href,
    document.cookie,
    ...Object.values({ ...localStorage, ...sessionStorage }),
  ]);
  assert.match(everything.join(), /no such key: \[key\]/);
  assert.ok(!everything.join().includes(KEY));
  manner = 'shy';
  await ask();
  await until(/OLLAMA_ORIGINS/);
  manner = 'hangs';
  asked.length = 0;
  await ask();
  await poll(() => asked.length > 0);
  await press('abort');
  await until(/^Aborted/);

  // Nobody is left who could accept: the package's own words, at the box of the critic.
  await choose('code');
  await until(ENDS.code);
  await page.evaluate(() => document.querySelector('#checks button').click());
  await press('run');
  await until(/^Nothing was run/);
  assert.match(await fault('critic'), /nobody could accept/);
  await inspectSandbox(browser);
}, "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self' http:");
server.close();
