// A folder of runs is a table, two runs stand side by side, and neither many runs nor a large one makes the page stand still.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { isWhole } from '../../js/support.mjs';
import { values } from '../visit.mjs';
import { hostile } from './hostile.mjs';

const fixture = JSON.parse(await readFile(new URL('../../fixtures/trace.json', import.meta.url), 'utf8'));

/** A run of its own: every third needs a review, with a score, calls, tokens and a time that its number says. */
export function numbered(at) {
  const { result, ...trace } = fixture;
  const isAccepted = at % 3 > 0;
  const usage = { total: { totalTokens: 1_000 + at }, byPurpose: { answer: { calls: 1 + (at % 7) } } };
  const end = isAccepted
    ? { acceptedBy: at % 2 ? 'critic' : 'verifier' }
    : { accepted: false, acceptedBy: undefined, status: 'needs_review' };
  const more = { score: at % 11, durationMs: 10 * at, usage, ...end };
  return { ...trace, runId: `run-${at}`, task: { ...trace.task, input: `Task ${at}` }, result: { ...result, ...more } };
}

/** What the table shows. */
const lines = (page) =>
  page.evaluate(() => ({
    rows: Array.from(document.querySelectorAll('.grid tbody tr'), (row) => Array.from(row.cells, (cell) => cell.textContent)),
    count: document.querySelector('.grid [role=status]')?.textContent,
  }));

/** The longest that the main thread was at work at a stretch while something was done, at first since the page began, in milliseconds. */
export async function longest(page, act) {
  await page.evaluate(() => {
    const isFirst = window.blocks === undefined;
    window.blocks = [];
    const watch = new PerformanceObserver((list) => window.blocks.push(...list.getEntries().map(({ duration }) => duration)));
    // From the beginning of the page on.
    if (isFirst) watch.observe({ type: 'longtask', buffered: true });
  });
  await act();
  await new Promise((resolve) => setTimeout(resolve, 300));
  return page.evaluate(() => Math.round(Math.max(0, ...window.blocks)));
}

const type = (page, text) =>
  page.evaluate((text) => {
    const search = document.querySelector('input[type=search]');
    search.value = text;
    search.dispatchEvent(new Event('input'));
  }, text);

/** Only Chromium tells how long it was at work. */
const MANY = { chromium: isWhole ? 10_000 : 2_000, firefox: 1_000 };

export const table = ({ open, openHostile, isInert, until, press, isAccessible, messages }) => ({
  async 'several runs are a table that is sorted, filtered and searched, and each opens'() {
    const { page, faults } = await open(Array.from({ length: 60 }, (_, at) => numbered(at)));
    const first = await lines(page);
    assert.deepEqual(first.rows[1].slice(1, 8), ['Task 1', 'accepted', 'critic', 'classic', '1', '2', '1,001']);
    assert.equal(first.count, '1 to 50 of 60 runs');
    await press(page, 'Tokens');
    await press(page, 'Tokens');
    assert.equal((await lines(page)).rows[0][1], 'Task 59');
    assert.equal(await page.evaluate(() => document.querySelector('[aria-sort=descending]').textContent), 'Tokens');
    await press(page, 'Next');
    assert.deepEqual([(await lines(page)).count, (await lines(page)).rows.length], ['51 to 60 of 60 runs', 10]);
    await page.evaluate(() => {
      const filter = document.querySelector('.grid select');
      filter.value = 'review';
      filter.dispatchEvent(new Event('change'));
    });
    assert.equal((await lines(page)).count, '20 of 60 runs');
    await type(page, 'task 3');
    assert.deepEqual(
      (await lines(page)).rows.map((row) => row[1]),
      ['Task 39', 'Task 36', 'Task 33', 'Task 30', 'Task 3'],
    );
    await isAccessible(page, 'the table');
    await press(page, 'Task 33');
    await until(page, ({ outcome }) => outcome === 'Needs review: nobody accepted this text');
    assert.match(page.url(), /#run=33$/);
    await press(page, 'All');
    await until(page, () => true);
    assert.equal((await lines(page)).rows.length, 5, 'the table is as it was left');
    assert.deepEqual(faults, []);
  },

  async 'two runs stand side by side'() {
    const { page, faults } = await open([numbered(1), numbered(2), numbered(3)]);
    await page.evaluate(() => {
      for (const at of [0, 2]) document.querySelectorAll('.grid input[type=checkbox]')[at].click();
    });
    await press(page, 'Compare the two');
    const sides = async () =>
      page.evaluate(() => Array.from(document.querySelectorAll('.side'), ({ textContent }) => textContent));
    await until(page, ({ text }) => text.includes('Task 3'));
    const [one, other] = await sides();
    assert.match(one, /Accepted by the critic.*Task 1.*1,001/s);
    assert.match(other, /Needs review.*Task 3.*1,003/s);
    await isAccessible(page, 'two runs');
    await page.evaluate(() => history.back());
    await until(page, ({ text }) => text.includes('3 runs'));
    assert.deepEqual(faults, []);
  },

  async 'thousands of runs are fluent'() {
    const count = MANY[values.browser];
    const all = Array.from({ length: count }, (_, at) => numbered(at));
    const { page, faults } = await open(all);
    const reading = await longest(page, async () => {});
    assert.equal((await lines(page)).count, `1 to 50 of ${count.toLocaleString('en')} runs`);
    const using = await longest(page, async () => {
      await press(page, 'Time');
      await type(page, 'task 99');
      await type(page, '');
      await press(page, 'Task');
    });
    // Firefox does not tell how long it was at work.
    if (reading > 0)
      console.log(
        `${count} runs of ${Math.round(JSON.stringify(all).length / 1e6)} MB: longest block ${reading} ms while they are read, ${using} ms while they are sorted and searched`,
      );
    assert.equal(
      await page.evaluate(() => document.querySelectorAll('.grid tbody tr').length),
      50,
      'no more is drawn than is seen',
    );
    assert.deepEqual(faults, []);
    await page.close();
  },

  async 'a trace of 51 MB is shown in parts'() {
    const trace = structuredClone(fixture);
    const [first] = trace.result.trace.drafts;
    const text = (at) =>
      Array.from({ length: 110_000 }, (_, word) => `w${(word * 7919 + (word % 200 ? 0 : at)) % 99_991}`).join(' ');
    const drafts = Array.from({ length: 12 }, (_, at) => ({
      ...first,
      index: at,
      text: text(at),
      ...(at > 0 && { parent: at - 1 }),
    }));
    Object.assign(trace.result.trace, { drafts, draftIndex: 11 });
    const [call] = trace.calls;
    trace.calls = [...drafts, ...drafts, ...drafts, ...drafts, ...drafts].map(({ text }, at) => {
      return { ...call, callId: `answer-${at}`, request: { messages: [{ role: 'user', content: `Improve:\n${text}` }] } };
    });
    const { page, faults } = await open(trace);
    const reading = await longest(page, () => until(page, ({ drafts, calls }) => drafts.length === 12 && calls === 60));
    const using = await longest(page, async () => {
      await page.evaluate(() => {
        document.querySelector('[aria-label=Calls] details').open = true;
      });
      await until(page, () => true);
      await press(page, 'Changes');
    });
    const { text: shown } = await until(page, ({ text }) => text.includes('too much changed to be compared'));
    assert.match(shown, /Show more: \d{3},\d{3} characters are left/);
    const [size, before] = [
      JSON.stringify(trace).length / 1e6,
      await page.evaluate(() => document.querySelector('article .quoted').textContent.length),
    ];
    await page.evaluate(() => document.querySelector('article .quoted button').click());
    assert.equal(await page.evaluate(() => document.querySelector('article .quoted').textContent.length), before + 20_000);
    if (reading > 0)
      console.log(
        `a trace of ${Math.round(size)} MB: longest block ${reading} ms while it is read, ${using} ms while it is used`,
      );
    assert.ok(reading < 1_500 && using < 1_500, `${reading} ms, ${using} ms`);
    assert.deepEqual(faults, []);
    await page.close();
  },

  async 'hostile tables stay inert, and two of them side by side, and live'() {
    await openHostile(
      (seed) => [hostile(fixture, seed), hostile(fixture, seed + 100)],
      async (page, seed) => {
        // What is not even a trace has no row.
        const isWhole = seed % 5 !== 0;
        const rows = () => page.evaluate(() => document.querySelectorAll('.grid tbody tr, .side').length);
        if (isWhole) assert.equal(await rows(), 2, `seed ${seed}`);
        await page.evaluate(() => {
          for (const at of [0, 1]) document.querySelectorAll('.grid input[type=checkbox]')[at]?.click();
          Array.from(document.querySelectorAll('button'))
            .find(({ textContent }) => textContent === 'Compare the two')
            .click();
        });
        for (let tries = 0; tries < (isWhole ? 1_000 : 3) && (await rows()) !== 2; tries += 1)
          await new Promise((resolve) => setTimeout(resolve, 20));
        if (isWhole) assert.equal(await rows(), 2, `seed ${seed}`);
        await isInert(page, seed);
        const told = messages.map((message) => ({ ...hostile(message, seed), runId: 'live' }));
        await page.evaluate((told) => {
          for (const message of told) postMessage(message);
        }, told);
        await new Promise((resolve) => setTimeout(resolve, 60));
      },
    );
  },

  async 'code and Markdown keep their columns'() {
    const trace = structuredClone(fixture);
    const [first, second] = trace.result.trace.drafts;
    first.text = 'def f():\n    return 1';
    second.text = 'Prose of one paragraph.';
    const { page } = await open(trace);
    const fonts = await page.evaluate(() =>
      Array.from(document.querySelectorAll('article > .quoted:not([hidden])'), (text) => getComputedStyle(text).fontFamily),
    );
    assert.deepEqual(
      fonts.map((font) => font.includes('monospace')),
      [true, false],
    );
    await page.close();
  },
});
