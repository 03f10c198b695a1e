// `examples-js/next-chat`, built and started by Next: drafts are seen while they are written, and a text that nobody accepted is held back.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { provider } from '../js/adapters/provider.mjs';
import { isCritique } from '../js/cli/shell.mjs';
import { accept, deferred, reject } from '../js/support.mjs';
import { launch } from './launch.mjs';
import { faultsOf, isAccessible, looksOf, values } from './visit.mjs';

const BAD = 'The sky is blue because it mirrors the blue of the oceans below.';
const GOOD = 'Air scatters blue light more than red, so blue comes from everywhere.';
const FAULT = 'mirrors explain nothing: name what scatters';

/** What is asked, the drafts in their order, and what the critic says when it is shown a text. */
const PLAYS = {
  'Why is the sky blue?': { drafts: [BAD, GOOD, GOOD], say: (text) => (text.includes(GOOD) ? accept() : reject(4, [FAULT])) },
  'What is the best colour?': {
    drafts: ['Blue, of course.', 'Green, of course.', 'Red, of course.', 'Grey, of course.'],
    say: () => reject(3, ['there is no best colour']),
  },
  'Count to a million.': { drafts: ['One, '], hangs: true },
};

/** Drafts of the first question go on behind their first word when these are resolved: draft 1; those after it. */
const held = [deferred(), deferred()];
let endedAt;
async function* words(text, number, hangs) {
  const chunk = (delta, finish_reason = null) => ({ choices: [{ index: 0, delta, finish_reason }] });
  for (const [at, content] of text.match(/\S+\s*/g).entries()) {
    if (at === 1) await held[number === 1 ? 0 : 1].promise;
    if (at > 0) await sleep(15);
    yield chunk({ content });
  }
  if (hangs) await new Promise(() => {});
  if (number === 1) endedAt = performance.now();
  yield chunk({}, 'stop');
  yield '[DONE]';
}

const server = await provider((body, number) => {
  const asked = JSON.stringify(body.messages);
  const [, play] = Object.entries(PLAYS).findLast(([question]) => asked.includes(question));
  return isCritique(body) ? { text: play.say(asked) } : { events: words(play.drafts.shift(), number, play.hangs) };
});

/** Runs a command of Next in the example, and gives what it prints. */
function next(...command) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${server.url}/v1` };
  const program = join(values.folder, 'node_modules/next/dist/bin/next');
  const child = spawn(process.execPath, [program, ...command], { cwd: values.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => printed.push(text));
  return { child, exit: once(child, 'exit'), said: () => printed.join('') };
}

async function until(what, look) {
  for (let tries = 0; tries < 1_500; tries += 1) {
    const found = await look();
    if (found) return found;
    await sleep(20);
  }
  return assert.fail(`never: ${what()}`);
}

const started = performance.now();
const build = next('build');
const [code] = await build.exit;
assert.equal(code, 0, build.said());
console.log(`next build: ${((performance.now() - started) / 1_000).toFixed(1)} s`);

const app = next('start', '--port', '0', '--hostname', '127.0.0.1');
const browser = await launch[values.browser](values.executable);
try {
  const [url] = await until(app.said, () => app.said().match(/http:\/\/127\.0\.0\.1:[1-9]\d*/));
  const page = await browser.newPage();
  const faults = faultsOf(page);
  await page.goto(url);
  const ask = async (question) => {
    await page.getByLabel('Your question').fill(question);
    await page.getByRole('button', { name: 'Ask' }).click();
  };
  let now = '';
  /** Waits until the last answer on the page shows a text. */
  const showing = (text) =>
    until(
      () => `${text} in ${now}`,
      async () => {
        const answers = await page.locator('article').allInnerTexts();
        now = (answers.at(-1) ?? '').trim().replace(/\s*\n\s*/g, '\n');
        return now.includes(text);
      },
    );
  const looksGood = async (what) => {
    for (const { width, colorScheme } of looksOf([360, 1280])) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await isAccessible(page, `${what}, ${width} px, ${colorScheme}`);
      assert.ok(await page.evaluate(() => document.body.scrollWidth <= innerWidth), `${what} fits into ${width} px`);
    }
  };

  const askedAt = performance.now();
  await ask('Why is the sky blue?');
  await showing('The');
  const shownAt = performance.now();
  assert.equal(endedAt, undefined, 'the first word is on the page, and its call goes on');
  assert.equal(now, 'Draft 1 writing…\nThe');
  await looksGood('writing');
  held[0].resolve();
  // Whichever of the two is there first.
  await showing('Draft 2 writing…\nAir\nDraft 3 writing…\nAir');
  assert.ok(now.startsWith(`Draft 1 judged · 4 of 10\n${FAULT}\nDraft 2`), now);
  held[1].resolve();
  await showing(`${GOOD}\nAccepted by the critic`);
  const head = `Draft 1 rejected · 4 of 10\n${FAULT}\nDraft 2 accepted · 9 of 10\nDraft 3 rejected\n`;
  assert.equal(now, `${head}${GOOD}\nAccepted by the critic`);
  await looksGood('accepted');
  const since = (at) => `${Math.round(at - askedAt)} ms`;
  console.log(`the first word of draft 1 is on the page after ${since(shownAt)}, its call ended after ${since(endedAt)}`);

  await ask('What is the best colour?');
  await showing('Show it anyway');
  assert.match(now, /^Draft 1 not accepted · 3 of 10\nDraft 2 rejected · 3 of 10\nthere is no best colour\n/);
  assert.match(now, /Nobody accepted this answer · max reflections\nthere is no best colour\nShow it anyway$/);
  assert.ok(!(await page.content()).includes('Blue, of course.'), 'it is held back');
  await looksGood('held');
  assert.ok(
    await page
      .getByRole('button', { name: 'Show it anyway' })
      .evaluate((one) => one.getBoundingClientRect().bottom < innerHeight),
    'the page stays at its end',
  );
  await page.getByRole('button', { name: 'Show it anyway' }).click();
  await showing('\nBlue, of course.');
  const request = server.requests.find((body) => body.includes('What is the best colour?'));
  assert.ok(request.includes(GOOD) && !request.includes(BAD), 'the model sees answers, and no drafts');

  await ask('Count to a million.');
  await showing('One,');
  await page.getByRole('button', { name: 'Stop' }).click();
  await showing('Draft 1 broken off');
  await until(
    () => 'the call ended',
    () => server.closed === 1,
  );
  assert.deepEqual(faults, []);
} finally {
  await browser.close();
  app.child.kill();
  await app.exit;
  await server.close();
}
console.log(`ok ${browser.version}`);
