// What a research loop has in common with the engine: a stream, redaction, review by a person, runs that the host drives, durable time.
// And its adjudicator.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResearchLoop } from 'reflect-engine/research';
import { kinds, never, rejection, thrown } from './support.mjs';

const model = {
  topic: 'X',
  fields: [
    { path: 'pros', query: 'pros of X' },
    { path: 'price', type: 'number' },
  ],
};
const fact = (path, value, sourceId = `s-${path}`) => ({ path, value, sourceId });
const plenty = ({ path }) => (path === '' ? [] : [fact(path, path === 'price' ? 12 : `text on ${path}`)]);
const quarrel = (request) => {
  if (request.kind === 'verify') return [];
  return request.path === 'price' ? [fact('price', 5, 'a'), fact('price', 7, 'b')] : plenty(request);
};
const passing = { metrics: { quality: () => 1 } };
const loop = (over = {}) => new ResearchLoop({ canonicalModel: model, evaluator: passing, seed: 1, ...over });

test('a stream gives the steps, the answer and the result, and can be ended', async () => {
  const seen = [];
  const stream = loop().stream({ query: 'q', research: plenty, onStep: (step) => seen.push(step) });
  const steps = [];
  for await (const step of stream) steps.push(step);
  const result = await stream.result;
  assert.deepEqual(kinds(steps), ['gap', 'research', 'gap', 'research', 'evaluation', 'response']);
  assert.deepEqual([steps, seen], [result.steps, result.steps]);
  let text = '';
  for await (const piece of stream.textStream) text += piece;
  assert.equal(text, result.output);

  const endless = loop().stream({ query: 'q', research: ({ iteration }) => (iteration === 1 ? [fact('pros', 'x')] : never()) });
  const iterating = (async () => {
    for await (const { type } of endless) if (type === 'research') endless.abort(new Error('enough'));
  })();
  const error = await rejection(iterating);
  assert.deepEqual([error.code, error.cause.message, error.result.facts.length], ['aborted', 'enough', 1]);
  await rejection(endless.result);
  const left = loop().stream({ query: 'q', research: never });
  await left[Symbol.asyncDispose]();
  assert.equal((await rejection(left.result)).code, 'aborted');
  assert.match(thrown(() => loop().stream({ query: 'q' })).message, /`research` must be a function/);
});

test('an adjudicator settles a conflict to what a fact holds, after a look at it', async () => {
  const words = [
    ({ sides }) => sides[1],
    async ({ sides }) => sides[1].facts[0],
    () => 7,
    () => '7',
    ({ sides }) => ({ value: sides[1].value }),
  ];
  for (const adjudicate of words) {
    const asked = [];
    const spied = (request) => (asked.push(request), adjudicate(request));
    const result = await loop().run({ query: 'q', research: quarrel, adjudicate: spied });
    assert.deepEqual([result.accepted, result.iterations, result.object.price], [true, 3, 7], String(adjudicate));
    assert.deepEqual([result.conflicts[0].settledBy, result.conflicts[0].value], ['adjudicator', '7']);
    const [{ signal, idempotencyKey, ...request }] = asked;
    assert.ok(signal instanceof AbortSignal && idempotencyKey.endsWith('adjudicate-1'));
    const side = (value, sourceId) => ({ value: String(value), sources: 1, facts: [fact('price', value, sourceId)] });
    assert.deepEqual(request, {
      path: 'price',
      topic: 'price of X',
      sides: [side(5, 'a'), side(7, 'b')],
      query: 'q',
      callId: 'adjudicate-1',
    });
    assert.deepEqual(
      result.steps.filter(({ type }) => type === 'conflict').map(({ settled, values }) => [settled, values]),
      [
        [undefined, ['5', '7']],
        ['7', ['5', '7']],
      ],
    );
  }
});

test('an adjudicator that is wrong, silent, slow or throws settles nothing, and is told', async () => {
  const table = [
    [() => 6, 'bad_response', /must give a value that a fact about `price` holds \(5, 7\), or nothing, got 6/],
    [() => ({ winner: 7 }), 'bad_response', /an object without a `value`/],
    [() => Number.NaN, 'bad_response', /got NaN/],
    [() => () => 7, 'bad_response', /got a function/],
    [() => ({ value: 7, asOf: Number.NaN }), 'bad_response', /a `asOf` that a fact can have, got NaN/],
    [() => ({ value: 7, sourceId: 'a' }), 'bad_response', /holds \(5, 7\)/],
    [() => Promise.reject(new Error('asleep')), 'adjudicate_error', /asleep/],
    [never, 'timeout', /no answer within 40 ms/],
    [() => undefined, undefined],
    [() => null, undefined],
  ];
  for (const [adjudicate, code, words] of table) {
    const result = await loop({ budget: { callTimeoutMs: 40 } }).run({ query: 'q', research: quarrel, adjudicate });
    assert.deepEqual([result.accepted, result.stopReason, result.conflicts.length], [false, 'stalled', 1], String(adjudicate));
    const told = result.errors.find(({ callId }) => callId === 'adjudicate-1');
    assert.equal(told?.code, code, JSON.stringify(result.errors));
    if (words !== undefined) assert.match(told.message, words);
  }
});

test('a person accepts the answer of a finished run, or has it mended', async () => {
  const scores = [0.1, 0.9];
  const judge = loop({ evaluator: { metrics: { quality: () => scores.shift() ?? 0.1 } }, maxRepairs: 0 });
  const asked = [];
  const research = (request) => (asked.push(request), plenty(request));
  const first = await judge.run({ query: 'q', research });
  assert.deepEqual([first.status, first.stopReason], ['needs_review', 'rejected']);
  const taken = await judge.resume(first.snapshot, { research, review: { accepted: true } });
  assert.deepEqual([taken.status, taken.accepted, taken.acceptedBy, taken.output], ['ok', true, 'human', first.output]);
  asked.length = 0;
  const mended = await judge.resume(first.snapshot, { research, review: { accepted: false, feedback: 'More on costs.' } });
  assert.deepEqual([asked[0].kind, asked[0].feedback, asked.length], ['repair', 'More on costs.', 1]);
  assert.deepEqual([mended.acceptedBy, mended.iterations, mended.evaluations.length], ['evaluator', 3, 2]);
  const again = await judge.resume(mended.snapshot, { research, review: { accepted: false } });
  assert.deepEqual([again.accepted, again.acceptedBy, again.status], [false, undefined, 'needs_review']);

  const wrong = async (review, snapshot = first.snapshot) => {
    const error = await rejection(judge.resume(snapshot, { research, review }));
    return `${error.code} ${error.message}`;
  };
  assert.match(await wrong({ accept: true }), /invalid_task `review` must be \{ accepted: boolean, feedback\?: string \}/);
  assert.match(await wrong(null), /invalid_task `review`/);
  const none = await rejection(judge.run({ query: 'q', research: () => [] }));
  assert.match(await wrong({ accepted: true }, none.result.snapshot), /misuse a review needs an answer/);
});

test('steps and errors hold no secret, and callbacks see the real texts', async () => {
  const secret = 'sk-12345';
  const redact = (text) => text.replaceAll(secret, '[key]');
  const steps = [];
  const asked = [];
  const task = {
    query: `Where is ${secret}?`,
    research: (request) => {
      asked.push(request);
      if (request.path === 'price') throw new Error(`no ${secret}`);
      return {
        facts: [fact('pros', `${secret} works`, `file of ${secret}`), fact(secret, 1)],
      };
    },
    compose: ({ facts }) => `It is ${facts[0].value}.`,
    onStep: (step) => steps.push(step),
    redact,
  };
  const quality = () => ({ score: 0.2, explanation: `it shows ${secret}`, paths: ['pros'] });
  const judge = loop({ evaluator: { metrics: { quality } }, maxRepairs: 1 });
  const result = await judge.run(task);
  const { output, facts } = result;
  assert.ok(!JSON.stringify([result.errors, result.steps, steps]).includes(secret), JSON.stringify([result.errors, steps]));
  assert.deepEqual([output, facts[0].value], [`It is ${secret} works.`, `${secret} works`]);
  assert.ok(asked.some(({ feedback }) => feedback?.includes(secret)));
  assert.deepEqual(steps, result.steps);
  assert.deepEqual(
    [steps[0].path, steps[0].reason, result.evaluation.repairTargets[0].metric],
    ['pros', 'incomplete_model', 'quality'],
  );
  const resumed = await judge
    .resume(result.snapshot, { ...task, query: undefined, review: { accepted: true } })
    .catch((error) => error);
  assert.match(resumed.message, /unknown task key `query`/);
  const { query: _, ...rest } = task;
  const human = await judge.resume(result.snapshot, { ...rest, review: { accepted: true, feedback: secret } });
  assert.deepEqual(
    [human.acceptedBy, human.output, human.facts[0].value],
    ['human', `It is ${secret} works.`, `${secret} works`],
  );
  const broken = await judge.run({ ...task, redact: () => 7 });
  assert.ok(broken.errors.some(({ message }) => message === '`redact` failed: it must return a string, got a number'));
});

test('a time limit needs a clock where the host is durable', async () => {
  const durable = { run: (_, fn) => fn() };
  const timed = loop({ budget: { maxSeconds: 5 } });
  for (const start of [
    () => timed.run({ query: 'q', research: plenty, durable }),
    () => timed.resume('{}', { research: plenty, durable }),
  ]) {
    const error = await rejection(start());
    assert.match(`${error.code} ${error.message}`, /invalid_task `budget.maxSeconds` needs `durable.now`/);
  }
  assert.match(thrown(() => timed.stream({ query: 'q', research: plenty, durable })).message, /needs `durable.now`/);
  const { accepted } = await timed.run({ query: 'q', research: plenty, durable: { ...durable, now: () => 5 } });
  assert.equal(accepted, true);
});

test('an adjudicator is a step of a durable host, by a name of its own', async () => {
  const stored = new Map();
  const durable = {
    run: async (name, fn) => {
      if (!stored.has(name)) stored.set(name, JSON.stringify(await fn()));
      return JSON.parse(stored.get(name));
    },
  };
  let asked = 0;
  const task = { query: 'q', research: quarrel, adjudicate: () => (asked++, 7), durable };
  const first = await loop().run(task);
  assert.deepEqual(await loop().run(task), first);
  assert.deepEqual([asked, [...stored.keys()]], [1, ['research-1', 'research-2', 'research-3', 'adjudicate-1', 'evaluation-1']]);
});
