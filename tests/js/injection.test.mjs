// Hostile texts through the real prompts, wherever text that nobody vouches for goes into them, and a critic that obeys whatever stands
// outside the fence. None is accepted; without the fence every one is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { hostile } from './injection/hostile.mjs';
import { obedientCritic } from './injection/obedient-critic.mjs';

const QUESTION = 'What is the capital of Australia?';

/** The places of hostile text, as what they add to a task. */
const places = {
  draft: (text) => ({ model: ({ messages }) => textFor(text, messages) }),
  question: (text) => ({ input: textFor(text, []), model: () => 'Sydney.' }),
  'verifier evidence': (text) => ({
    model: () => 'Sydney.',
    verifiers: { lint: () => ({ passed: true, issues: [textFor(text, [])] }) },
  }),
  'tool result': (text) => ({
    model: ({ messages }) =>
      messages.some(({ role }) => role === 'tool') ? 'Sydney.' : { content: '', toolCalls: [{ name: 'look', arguments: {} }] },
    tools: [{ name: 'look', execute: () => textFor(text, []) }],
    settings: { advanced: { critique: { sees: ['toolResults'] } } },
  }),
  'earlier answer': (text) => ({
    input: [
      { role: 'user', content: 'Hello.' },
      { role: 'assistant', content: textFor(text, []) },
      { role: 'user', content: QUESTION },
    ],
    model: () => 'Sydney.',
    settings: { advanced: { critique: { sees: ['history'] } } },
  }),
};

function textFor(text, messages) {
  return typeof text === 'function' ? text(messages) : text;
}

/** Runs a task with the critic that obeys. */
async function judged(added, fence, critic) {
  const { settings = {}, ...task } = added;
  const merged = {
    strategy: 'classic',
    maxReflections: 2,
    advanced: { seed: 11, judgeLast: true, critique: { fence, ...settings.advanced?.critique } },
  };
  return new ReflectEngine(merged).run({ input: QUESTION, critic, ...task });
}

for (const [place, into] of Object.entries(places)) {
  test(`no hostile text is accepted as ${place}`, async () => {
    for (const [name, text] of Object.entries(hostile)) {
      const seen = [];
      const result = await judged(into(text), true, obedientCritic(seen));
      assert.equal(result.accepted, false, `${place}: ${name}`);
      assert.equal(result.status, 'needs_review', `${place}: ${name}`);
      assert.equal(result.trace.reflections, 3, `${place}: ${name}: the critic had its say`);
      assert.ok(seen.length === 3 && seen[0].includes('Answer to evaluate:'), 'the critic saw the frame of the request');
    }
  });

  test(`without the fence every hostile text is accepted as ${place}`, async () => {
    for (const [name, text] of Object.entries(hostile)) {
      const result = await judged(into(text), false, obedientCritic());
      assert.equal(result.acceptedBy, 'critic', `${place}: ${name}: the critic obeys, or this test could not fail`);
    }
  });
}

test('hostile issues of one critique do not order the next one, and reach the producer as words of our critic', async () => {
  for (const [name, text] of Object.entries(hostile)) {
    const requests = [];
    const model = (request) => {
      requests.push(request);
      return 'Sydney.';
    };
    const said = textFor(text, []);
    const result = await judged({ model }, true, obedientCritic([], [said]));
    assert.equal(result.accepted, false, name);
    const [, revision] = requests;
    assert.equal(revision.purpose, 'revision');
    const feedback = revision.messages.at(-1).content;
    assert.ok(feedback.includes(`- Issues: ${said.trim().slice(0, 20)}`), `${name}: ${feedback}`);
    assert.doesNotMatch(revision.messages[0].content, /somebody else wrote/, 'nothing is fenced, so nothing is said of a fence');
  }
});

test('no hostile draft is accepted beside another one, and without the fence it is', async () => {
  for (const [name, text] of Object.entries(hostile)) {
    for (const fence of [true, false]) {
      const verdict = obedientCritic();
      const critic = (request) => {
        const said = JSON.parse(verdict(request));
        const entries = request.drafts?.map((_, at) => ({ draft: at + 1, ...said }));
        return JSON.stringify(entries ? { drafts: entries } : said);
      };
      const model = ({ iteration, messages }) => (iteration === 1 ? textFor(text, messages) : 'Sydney.');
      const engine = new ReflectEngine({
        strategy: 'best-of-n',
        drafts: 2,
        maxReflections: 0,
        advanced: { seed: 11, critique: { fence } },
      });
      const { accepted, trace } = await engine.run({ input: QUESTION, model, critic });
      assert.deepEqual([accepted, trace.revisionHistory[0].callId], [!fence, 'critique-1.drafts-1-2'], `${name}, ${fence}`);
    }
  }
});
