// `view.html`: a person sees a run, from a file, out of the page itself or live; what models wrote stays text; and everybody can use it.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { isWhole } from '../js/support.mjs';
import { launch } from './launch.mjs';
import { board } from './view/board.mjs';
import { calls, unfold } from './view/calls.mjs';
import { hostile } from './view/hostile.mjs';
import { live } from './view/live.mjs';
import { run, traced } from './view/runs.mjs';
import { table } from './view/table.mjs';
import { faultsOf, isAccessible, looksOf, poll, values } from './visit.mjs';

const load = (file) => import(pathToFileURL(join(values.folder, 'dist', file)));
const [engine, { embedded }] = await Promise.all([load('index.js'), load('view/index.js')]);
const html = await readFile(join(values.folder, values.page), 'utf8');
const folder = await mkdtemp(join(tmpdir(), 'reflect-view-'));
const browser = await launch[values.browser](values.executable);

/** The page with data in it, from a file, in a new tab or in this one. `faults` are errors in its console, and whatever it asked for. */
async function open(data, tab) {
  const file = join(folder, 'view.html');
  await writeFile(file, data === undefined ? html : embedded(html, data));
  const url = String(pathToFileURL(file));
  if (tab === undefined) return visit(url, /^(file:.*\/view\.html$|data:)/);
  await tab.page.goto(url);
  await settled(tab.page);
  return tab;
}

/** Every fifth is hostile in its shape, too. */
const SEEDS = isWhole ? Array.from({ length: 50 }, (_, at) => at + 1) : [4, 5];

/** Opens what is hostile by many seeds, one after the other in one tab. It stays without a fault, and inert before and after `look`. */
async function openHostile(dataOf, look) {
  let tab;
  for (const seed of SEEDS) {
    tab = await open(dataOf(seed), tab);
    const { page, faults } = tab;
    await isInert(page, seed);
    await look(page, seed);
    await isInert(page, seed);
    assert.deepEqual(faults, [], `seed ${seed}`);
  }
  await tab.page.close();
}

async function isInert(page, seed) {
  const found = await page.evaluate(() => [
    window.pwned,
    document.querySelectorAll('#shown :is(script, img, svg, a, iframe, style, link, meta, form, base, template, object)').length,
  ]);
  assert.deepEqual(found, [undefined, 0], `seed ${seed}`);
}

/** A page of this address. It may ask for what `allowed` says, by default for what lies beside it. */
async function visit(url, allowed = new RegExp(`^(${url}|data:)`)) {
  const page = await browser.newPage();
  const faults = faultsOf(page);
  page.on('request', (request) => {
    if (!allowed.test(request.url())) faults.push(`the page asked for ${request.url()}`);
  });
  await page.goto(url);
  await settled(page);
  return { page, faults };
}

/** Waits until what the page was given is read, and all parts are made. */
async function settled(page) {
  assert.ok(await poll(() => page.evaluate(() => document.querySelector('[aria-busy]') === null)), 'the page stays busy');
}

/** What is on the page: its texts, and how many drafts, changes, jurors and calls it shows. */
function shown(page) {
  return page.evaluate(() => {
    const count = (selector) => document.querySelectorAll(selector).length;
    return {
      isBusy: count('[aria-busy]') > 0,
      outcome: document.querySelector('.outcome')?.textContent,
      drafts: Array.from(document.querySelectorAll('article'), (card) => card.className),
      deleted: count('del'),
      jurors: count('[aria-label=Jurors] > li'),
      verifiers: Array.from(document.querySelectorAll('[aria-label=Verifiers] > li'), (line) => line.textContent),
      sections: Array.from(document.querySelectorAll('aside > section'), (part) => part.getAttribute('aria-label')),
      calls: count('.bar'),
      hasBack: !document.getElementById('back').hidden,
      fault: document.getElementById('fault').textContent,
      text: document.getElementById('shown').textContent,
    };
  });
}

/** Lets the page draw, and looks again and again until it is so, with all parts made. */
async function until(page, holds) {
  let now;
  const isSo = async () => {
    now = await shown(page);
    return !now.isBusy && holds(now);
  };
  assert.ok(await poll(isSo), `the page shows ${JSON.stringify(now)}`);
  return now;
}

/** Presses a button, when it is there. */
async function press(page, text) {
  const pressed = () =>
    page.evaluate((text) => {
      const buttons = Array.from(document.querySelectorAll('button:not([hidden])'));
      const button = buttons.find((each) => each.textContent === text);
      button?.click();
      return button !== undefined;
    }, text);
  assert.ok(await poll(pressed), `there is no button ${text}`);
}

const drop = (page, name, content) =>
  page.evaluate(
    ([name, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], name));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, content],
  );

const { result, messages } = await run(engine);
const trace = traced(result, messages);
const cli = join(values.folder, 'dist/cli/index.js');
const tools = {
  open,
  openHostile,
  isInert,
  visit,
  shown,
  until,
  press,
  drop,
  isAccessible,
  load,
  folder,
  messages,
  trace,
  cli,
  html,
};
const checks = {
  ...calls(tools),
  ...table(tools),
  ...live(tools),
  ...board(tools),

  async 'a trace is shown whole, in every width, light and dark, and everybody can read it'() {
    const { page, faults } = await open(trace);
    const seen = await shown(page);
    assert.equal(seen.outcome, 'Accepted by the critic');
    assert.deepEqual(seen.drafts, ['card rejected', 'card rejected', 'card accepted']);
    assert.ok(seen.deleted > 0, 'words that a revision took away are marked');
    assert.equal(seen.jurors, 9);
    assert.deepEqual(
      seen.verifiers.map((line) => line.slice(0, 13)),
      ['✗plain failed', '✓plain passed', '✓plain passed'],
    );
    assert.deepEqual(seen.sections, ['Scores', 'Calls', 'Why', 'Steps']);
    const focused = await page.evaluate(() => {
      Array.from(document.querySelectorAll('button'))
        .find(({ textContent }) => textContent === 'Show draft 3')
        .click();
      return document.activeElement.ariaLabel ?? document.activeElement.getAttribute('aria-label');
    });
    assert.equal(focused, 'Draft 3');
    assert.equal(seen.calls, trace.calls.length);
    for (const { reason } of result.trace.steps.flatMap(({ why }) => why ?? [])) assert.ok(seen.text.includes(reason), reason);
    const resize = (width) => (page.setViewportSize ?? page.setViewport).call(page, { width, height: 900 });
    const drawn = () => page.evaluate(() => document.querySelector('canvas').toDataURL());
    const first = await drawn();
    await resize(900);
    // Another one, and the same twice: it is drawn anew to its end.
    let last = first;
    const before = await poll(async () => {
      const [now, was] = [await drawn(), last];
      last = now;
      return now !== first && now === was && now;
    });
    for (const { width, colorScheme } of looksOf([360, 900, 1600])) {
      // In Firefox it is light.
      await page.emulateMedia?.({ colorScheme });
      await resize(width);
      await isAccessible(page, `${width} px, ${colorScheme}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `it fits into ${width} px`);
    }
    await page.emulateMedia?.({ colorScheme: 'light' });
    await resize(900);
    assert.ok(await poll(async () => before === (await drawn())), 'the chart is the same after the window had other widths');
    assert.deepEqual(faults, []);
  },

  async 'thirty long drafts that have no word in common are all shown'() {
    const [first] = result.trace.drafts;
    const words = (at) => Array.from({ length: 3_000 }, (_, word) => `w${at}x${word}`).join(' ');
    const drafts = Array.from({ length: 30 }, (_, at) => ({
      ...first,
      index: at,
      text: words(at),
      ...(at > 0 && { parent: at - 1 }),
    }));
    const { page } = await open({ ...result, trace: { ...result.trace, drafts, draftIndex: 29 } });
    assert.equal((await shown(page)).drafts.length, 30);
    await page.close();
  },

  async 'keys reach all of it'() {
    const { page } = await open([trace, { ...result, runId: 'run-2', accepted: false, stopReason: 'max_calls' }]);
    const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent);
    const outcome = (wanted) => until(page, ({ outcome }) => outcome === wanted);
    const reached = [];
    const goTo = async (name) => {
      for (let key = 0; key < 40 && reached.at(-1) !== name; key += 1) {
        await page.keyboard.press('Tab');
        reached.push(await focused());
      }
    };
    await goTo('Why is the sky blue?');
    await page.keyboard.press('Enter');
    await outcome('Accepted by the critic');
    for (let key = 0; key < 3 && !reached.includes('back'); key += 1) {
      await page.keyboard.down('Shift');
      await page.keyboard.press('Tab');
      await page.keyboard.up('Shift');
      reached.push(await focused());
    }
    for (let key = 0; key < 40 && !reached.includes('7 steps'); key += 1) {
      await page.keyboard.press('Tab');
      reached.push(await focused());
      if (reached.at(-1) === 'Changes' && reached.indexOf('Changes') === reached.length - 1) await page.keyboard.press('Enter');
    }
    for (const name of ['file', 'back', 'Changes', '7 steps'])
      assert.ok(reached.includes(name), `${name}: ${reached.join(', ')}`);
    const pressed = () => page.evaluate(() => Array.from(document.querySelectorAll('[aria-pressed]'), (one) => one.ariaPressed));
    assert.deepEqual(await pressed(), ['false', 'true']);
    await page.evaluate(() => history.back());
    await until(page, ({ text }) => text.includes('2 runs'));
    await page.evaluate(() => document.querySelectorAll('th[scope=row] button')[1].click());
    await outcome('Needs review: nobody accepted this text');
  },

  async 'a live run is followed, and ends as its trace is shown'() {
    const { page, faults } = await open();
    await isAccessible(page, 'the empty page');
    const post = (some) =>
      page.evaluate((some) => {
        for (const message of some) postMessage(message);
      }, some);
    const half = messages.findIndex(({ draft }) => draft?.draftIndex === 1) + 3;
    await post(messages.slice(0, half));
    // The page draws when messages have come, and not after the last of them.
    const midway = await until(page, ({ jurors, text }) => jurors === 3 && text.includes('The air scatters'));
    assert.equal(midway.outcome, 'Running…');
    assert.equal(midway.drafts.length, 2);
    assert.ok(!midway.text.includes('red light'), 'a text is shown as far as it is written');
    await post(messages.slice(half));
    const { page: other } = await open(trace);
    // A page that is slow compares two drafts when it is asked to.
    const compare = (of) =>
      of.evaluate(() => {
        for (const button of document.querySelectorAll('button[aria-pressed=false]'))
          if (button.textContent === 'Changes') button.click();
      });
    await compare(other);
    const { text: _, ...opened } = await shown(other);
    // The page draws its parts one after the other, over several frames.
    let followed;
    await poll(async () => {
      await compare(page);
      const { text: __, ...seen } = await shown(page);
      followed = seen;
      return isDeepStrictEqual(seen, opened);
    });
    assert.deepEqual(followed, opened);
    assert.deepEqual(faults, []);
  },

  async 'hostile traces stay inert'() {
    const bad = (seed) => hostile(trace, seed);
    await openHostile(bad, async (page, seed) => {
      // What a handler in a text would do, it does by then.
      const seen = await until(page, ({ text }) => text.length > 0);
      const found = await page.evaluate(() => ({
        url: location.href,
        scripts: document.scripts.length,
        tags: [...new Set(Array.from(document.querySelectorAll('#shown *, #bar *'), ({ localName }) => localName))],
        handlers: Array.from(document.querySelectorAll('*')).filter(({ attributes }) =>
          Array.from(attributes).some(({ name }) => /^(on|href|src|action|autofocus)/.test(name)),
        ).length,
      }));
      assert.match(found.url, /^file:.*view\.html$/);
      assert.equal(found.scripts, 2, `seed ${seed}`);
      assert.deepEqual(
        found.tags.filter((tag) => /^(script|img|svg|a|iframe|style|link|meta|form|base|template|object)$/.test(tag)),
        [],
      );
      // The icon of the page has its `href`.
      assert.equal(found.handlers, 1, `seed ${seed}`);
      if (seed % 5 !== 0)
        for (const draft of bad(seed).result.trace.drafts)
          assert.ok(seen.text.includes(draft.text), `seed ${seed}: the text is shown`);
    });
  },

  async 'the policy lets no other script run'() {
    const { page } = await open(trace);
    await page.evaluate(() => {
      const script = document.createElement('script');
      try {
        script.append('pwned = 1');
        document.body.append(script);
        document.body.setAttribute('onclick', 'pwned = 1');
        document.body.click();
      } catch {
        // Where the browser knows trusted types, it throws.
      }
    });
    assert.equal(await page.evaluate(() => window.pwned), undefined);
  },

  async 'the export of a store is a trend by hour, with its regressions'() {
    const { EvalTracker } = await load('evals/index.js');
    const hour = 3_600_000;
    const start = Date.parse('2026-02-22T00:00:00Z');
    let now = start;
    const evals = new EvalTracker({ warn: () => {}, now: () => now });
    for (let at = 0; at < 60; at += 1, now += hour)
      for (let n = 0; n < 12; n += 1)
        evals.record({ agentId: '<b>SELLER</b>', scores: { good: (at < 59 ? 0.8 : 0.4) + n / 50 } });
    await evals.flush();
    const [alarm] = await evals.checkForRegression('<b>SELLER</b>');
    const lines = [];
    for await (const line of evals.exportJsonl()) lines.push(line);
    const { page, faults } = await open();
    await drop(page, 'evaluations.jsonl', lines.join('\n'));
    const rows = () =>
      page.evaluate(() =>
        Array.from(document.querySelectorAll('details tr'), (row) => Array.from(row.cells, (cell) => cell.textContent)),
      );
    await until(page, ({ text }) => text.includes('720 evaluations in 60 hours'));
    await unfold(page);
    const folded = await rows();
    assert.deepEqual(folded[0], ['Hour', 'Mean', 'Least', 'Greatest', 'Count']);
    assert.deepEqual(folded.at(-1), ['2026-02-24 11:00', '0.51', '0.4', '0.62', '12']);
    const windows = await evals.getEvalTrend('<b>SELLER</b>', 72);
    await drop(page, 'trend.json', JSON.stringify([{ trend: windows }, alarm]));
    await until(page, ({ text }) => text.includes('2026-02-24 11:00aggregate · drop150.91 → 0.51, 44 % lost'));
    await unfold(page);
    assert.deepEqual(await rows(), folded, 'hours that the page made are those of the tracker');
    await isAccessible(page, 'a trend');
    assert.ok(await page.evaluate(() => document.querySelector('canvas').width > 300));
    assert.deepEqual(faults, []);
  },

  async 'files are opened, and one that is none is refused in words'() {
    const { page } = await open();
    await drop(page, 'run.json', JSON.stringify(trace));
    await until(page, ({ outcome }) => outcome === 'Accepted by the critic');
    const refused = {
      'notes.txt': ['Hello', /^notes\.txt: .*JSON/],
      'list.json': ['[]', /^list\.json: want a trace .*, got nothing/],
      'other.json': ['{"a": 1}', /^other\.json: want a trace .*, got an object with a$/],
      'broken.json': ['{"trace": {"drafts": []}}', /^broken\.json: `revisionHistory` of a run must be a list/],
    };
    for (const [name, [content, said]] of Object.entries(refused)) {
      await drop(page, name, content);
      await until(page, ({ fault }) => said.test(fault));
    }
    assert.equal((await shown(page)).outcome, 'Accepted by the critic', 'what was there stays');
  },
};

try {
  for (const [name, check] of Object.entries(checks).filter(([name]) => name.includes(values.only ?? ''))) {
    await check();
    console.log(`${name}`);
  }
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
console.log(`ok ${browser.version}`);
