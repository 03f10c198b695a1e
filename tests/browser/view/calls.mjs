// A trace as a debugger shows it: calls open, with what was sent and what came, and where each part of a prompt comes from.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { hostile } from './hostile.mjs';

const fixture = JSON.parse(await readFile(new URL('../../fixtures/trace.json', import.meta.url), 'utf8'));

/** Opens whatever can be opened, until nothing is left, and presses what shows more. */
export async function unfold(page) {
  for (let tries = 0; tries < 20; tries += 1) {
    const left = await page.evaluate(() => {
      const closed = document.querySelectorAll('#shown details:not([open])');
      for (const one of closed) one.open = true;
      return closed.length;
    });
    if (left === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A run in which a critic accepts in vain, and a call fails twice. */
function troubled() {
  const trace = structuredClone(fixture);
  const { result } = trace;
  Object.assign(result, { accepted: false, acceptedBy: undefined, status: 'needs_review', reviewReasons: ['verifier_failed'] });
  result.errors = ['critique-1.judge-1', 'critique-2.judge-1'].map((callId) => {
    return { code: 'unreadable_critique', message: 'the critique could not be read: beside', callId, seq: 1 };
  });
  const [first, second] = result.trace.revisionHistory;
  Object.assign(first.critique, { status: 'unclear', reason: 'beside' });
  first.critiqueStatus = 'unclear';
  second.verifiers.complete = { passed: false, issues: ['too long'] };
  result.trace.drafts[1].verifiers.complete = { passed: false, issues: ['too long'] };
  return trace;
}

/** A run whose last critique quotes the draft, and invents a quote. */
function quoting() {
  const trace = structuredClone(fixture);
  const { drafts, revisionHistory } = trace.result.trace;
  const look = revisionHistory.findLast(({ critique }) => critique !== undefined);
  const words = drafts
    .find(({ index }) => index === look.draftIndex)
    .text.split(' ')
    .slice(0, 3)
    .join(' ');
  const quotes = [
    { quote: words.toUpperCase(), from: 'Answer', says: 'it is there', found: true },
    { quote: '<b>(.*</b>', from: 'task', says: '', found: false },
  ];
  Object.assign(look, { judge: { name: 'editor', model: 'judge_1' }, jurors: undefined });
  look.critique.evidence = { quotes, unsupported: [] };
  return { trace, words };
}

export const calls = ({ open, openHostile, isAccessible }) => ({
  async 'what a critic quotes is marked in the draft, and what is not there is told'() {
    const { trace, words } = quoting();
    const { page, faults } = await open(trace);
    const seen = await page.evaluate(() => ({
      marks: Array.from(document.querySelectorAll('article > .quoted mark'), ({ textContent }) => textContent),
      quotes: Array.from(document.querySelectorAll('[aria-label=Quotes] > li'), ({ textContent }) => textContent),
      text: document.querySelector('#shown').textContent,
    }));
    assert.deepEqual([seen.marks.length > 0, new Set(seen.marks)], [true, new Set([words])]);
    assert.deepEqual(seen.quotes, [`✓“${words.toUpperCase()}” in Answer: it is there`, '✗“<b>(.*</b>” not found in task']);
    assert.ok(seen.text.includes('editor · judge_1'), seen.text);
    assert.deepEqual(faults, []);
    await isAccessible(page);
  },

  async 'a call opens: what was sent, where each part comes from, and what came'() {
    const { page, faults } = await open(fixture);
    await unfold(page);
    const seen = await page.evaluate(() =>
      Array.from(document.querySelectorAll('[aria-label=Calls] li:has(.call)'), (line) => ({
        name: line.querySelector('.call .quoted').textContent,
        text: line.textContent,
        marks: Array.from(line.querySelectorAll('.message mark'), (mark) => [mark.className, mark.title, mark.textContent]),
        roles: Array.from(line.querySelectorAll('.message > .facts'), ({ textContent }) => textContent),
      })),
    );
    assert.deepEqual(
      seen.map(({ name }) => name),
      fixture.calls.map(({ callId }) => callId),
    );
    const by = Object.fromEntries(seen.map((line) => [line.name, line]));
    for (const { callId, request, reply } of fixture.calls) {
      const { text, roles } = by[callId];
      for (const { content } of request.messages ?? []) assert.ok(text.includes(content), `${callId}: ${content}`);
      assert.deepEqual(
        roles,
        (request.messages ?? []).map(({ role }) => role),
      );
      if (typeof reply?.content === 'string') assert.ok(text.includes(reply.content), callId);
    }
    assert.match(by['answer-1'].text, /look_up.*"required"/s, 'the schema of a tool');
    assert.match(
      by['critique-1.judge-1'].text,
      /640 → 48 tokens.*judge-1.*"needs_revision"/s,
      'usage, model, schema of the reply',
    );
    assert.match(by['tool-1.look_up'].text, /"CAP theorem".*two of three/s);
    assert.match(by['verify-1.complete'].text, /failed.*all three properties must be named/s);
    const marks = by['critique-1.judge-1'].marks;
    const of = (kind) => marks.filter(([each]) => each === kind).map(([, , text]) => text);
    assert.deepEqual(of('task'), ['What is the CAP theorem? One sentence.']);
    assert.deepEqual(
      marks.find(([kind]) => kind === 'draft'),
      ['draft', 'draft 1', fixture.result.trace.drafts[0].text],
    );
    assert.ok(of('evidence').some((text) => text.includes('all three properties must be named')));
    assert.ok(of('prompt').some((text) => text.startsWith('You are a critical evaluator.')));
    assert.ok(by['revision-1'].marks.some(([kind, , text]) => kind === 'critique' && text === 'leaves out partition tolerance'));
    await isAccessible(page, 'calls that are open');
    assert.deepEqual(faults, []);
  },

  async 'an acceptance that did not count says why, errors are there once and with advice, and a suggestion is called one'() {
    const { page } = await open(troubled());
    const { looks, errors } = await page.evaluate(() => ({
      looks: Array.from(document.querySelectorAll('.look'), ({ textContent }) => textContent),
      errors: Array.from(document.querySelectorAll('[aria-label="What went wrong"] > li'), ({ textContent }) => textContent),
    }));
    assert.match(looks[0], /Did not count: something stands beside its verdict/);
    assert.match(looks[0], /Suggestion Name the third property/);
    assert.match(looks[1], /Did not count: the draft failed complete, and verifiers outrank critics/);
    assert.equal(errors.length, 1);
    assert.match(errors[0], /^unreadable critique: the critique could not be read: beside Pass `responseSchema` on/);
  },

  async 'hostile traces with calls stay inert, with all of it open'() {
    await openHostile(
      (seed) => hostile(fixture, seed),
      async (page, seed) => {
        await unfold(page);
        const found = await page.evaluate(() => ({
          handlers: Array.from(document.querySelectorAll('#shown *')).filter(({ attributes }) =>
            Array.from(attributes).some(({ name }) => /^(on|href|src|action|autofocus)/.test(name)),
          ).length,
          fault: document.getElementById('fault').textContent,
        }));
        if (seed % 5 !== 0) assert.equal(found.fault, '', `seed ${seed}`);
        assert.equal(found.handlers, 0, `seed ${seed}`);
      },
    );
  },
});
