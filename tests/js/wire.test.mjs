// How values cross to the core and back: whatever their letters and keys, and however many.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { Reflector, ResearchLoop } from 'reflect-engine/research';
import { accept, reject } from './support.mjs';

/** Texts that are hard to count: each with what UTF-8 can say of it. */
const TEXTS = [
  ['plain', 'plain'],
  ['é\u2028日本🦀', 'é\u2028日本🦀'],
  ['a\ud83d', 'a\ufffd'],
  ['\udd80b', '\ufffdb'],
  [`${'x'.repeat(5_000)}ä${'🦀'.repeat(3_000)}`, `${'x'.repeat(5_000)}ä${'🦀'.repeat(3_000)}`],
];

test('a reply with more than a text in it crosses as it is, whatever its letters', async () => {
  for (const [text, whole] of TEXTS) {
    const asked = [];
    const model = (request) => {
      asked.push(request.messages.at(-1).content);
      const content = request.purpose === 'critique' ? (asked.length < 3 ? reject(4, [text]) : accept()) : text;
      return { content, metadata: { [text]: [text, { deep: text }] }, responseId: text };
    };
    const { output, trace, snapshot } = await new ReflectEngine().run({ input: `Q ${text}`, model });
    assert.equal(output, whole);
    assert.deepEqual(trace.drafts[0].text, whole);
    assert.deepEqual(trace.revisionHistory[0].critique.issues, [whole]);
    assert.ok(asked[1].includes(whole), 'the critic is shown the draft');
    assert.equal(asked[0], `Q ${whole}`);
    assert.ok(JSON.parse(snapshot).run.task.input.endsWith(whole));
  }
});

test('a key that would be a prototype is a key', async () => {
  const settings = JSON.parse('{ "advanced": { "prices": { "__proto__": { "input": 1, "output": 2 } } } }');
  const model = () => ({ content: accept(), model: 'm' });
  const { trace } = await new ReflectEngine(settings).run({ input: 'Q', model });
  const { prices } = trace.settings.advanced;
  assert.equal(Object.getPrototypeOf(prices), Object.prototype);
  assert.deepEqual(Object.entries(prices), [['__proto__', { input: 1, output: 2 }]]);
});

test('what JSON cannot hold is named where it is refused, in a loop as in a batch', async () => {
  const facts = [Number.NaN, Number.POSITIVE_INFINITY, new Map()].map((value) => ({ path: 'price', value, sourceId: 'a' }));
  const whys = [/got NaN$/, /got Infinity$/, /got an object|got \[|is missing|must/];
  const reflector = new Reflector({ price: 'number' });
  const { refused } = reflector.add(facts);
  reflector.free();
  assert.equal(refused.length, 3);
  for (const [at, { why }] of refused.entries()) assert.match(why, whys[at]);
  const loop = new ResearchLoop({ canonicalModel: { price: 'number' }, evaluator: false, maxIterations: 1 });
  const { errors } = await loop.run({ query: 'Q', research: () => [...facts, { path: 'price', value: 5, sourceId: 'b' }] });
  const messages = errors.filter(({ code }) => code === 'refused_fact').map(({ message }) => message);
  assert.match(messages[0], /a fact about `price` was refused: .*got NaN$/);
  assert.match(messages[1], /a fact about `price` was refused: .*got Infinity$/);
});

test('many facts cross at once, and come back', () => {
  const reflector = new Reflector({ price: { type: 'number' }, maker: 'required' });
  const facts = Array.from({ length: 25_000 }, (_, at) => ({
    path: at % 2 ? 'maker' : 'price',
    value: at % 2 ? `ä${at}` : at,
    sourceId: `s${at}`,
  }));
  const { taken, refused } = reflector.add(facts);
  assert.deepEqual([taken, refused], [25_000, []]);
  assert.deepEqual(reflector.reflect().missing, []);
  reflector.free();
});
