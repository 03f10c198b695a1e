// The research loop through the package: callbacks, metrics, time, abort, durable steps, snapshots; streams, redaction and
// adjudicators.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReflectError } from 'reflect-engine';
import { comparison, ResearchLoop } from 'reflect-engine/research';
import { z } from 'zod';
import { all, column, kinds, never, rejection, remembering, thrown, throws } from './support.mjs';

const model = {
  topic: 'X',
  fields: [
    { path: 'pros', query: 'pros of X' },
    { path: 'price', type: 'number' },
    { path: 'contrarian_view', contrarian: true },
  ],
};
const fact = (path, value, sourceId = `s-${path}`, more = {}) => ({ path, value, sourceId, ...more });
const plenty = ({ path }) => (path === '' ? [] : [fact(path, path === 'price' ? 12 : `text on ${path}`)]);
const passing = { metrics: { quality: () => 1 } };
const loop = (over = {}) => new ResearchLoop({ canonicalModel: model, evaluator: passing, ...over });

test('it searches until the model is full, then has the answer judged', async () => {
  const asked = [];
  const steps = [];
  const research = ({ signal, idempotencyKey, callId, ...request }) => {
    assert.ok(signal instanceof AbortSignal && idempotencyKey.endsWith(callId));
    asked.push(request);
    return plenty(request);
  };
  let subject;
  const evaluator = { metrics: { quality: (given) => ((subject = given), 0.9) } };
  const result = await loop({ evaluator }).run({ query: 'Is X good?', research, onStep: (step) => steps.push(step) });
  assert.deepEqual(asked[0], {
    kind: 'find',
    path: 'pros',
    topic: 'pros of X',
    reason: 'incomplete_model',
    query: 'pros of X',
    question: 'Is X good?',
    iteration: 1,
  });
  assert.equal(asked.length, 3);
  assert.deepEqual(subject.sources, [{ id: 's-pros' }, { id: 's-price' }, { id: 's-contrarian_view' }]);
  assert.equal(subject.question, 'Is X good?');
  const filled = { pros: ['text on pros'], price: 12, contrarian_view: ['text on contrarian_view'] };
  assert.deepEqual([result.object, JSON.parse(result.output), subject.output], [filled, filled, filled]);
  assert.deepEqual(
    [
      result.status,
      result.accepted,
      result.acceptedBy,
      result.stopReason,
      result.trace.judged,
      result.iterations,
      result.trace.repairs,
    ],
    ['ok', true, 'evaluator', 'accepted', true, 3, 0],
  );
  assert.deepEqual([result.missing, result.conflicts, result.errors, result.trace.reflection.state], [[], [], [], 'complete']);
  assert.deepEqual(kinds(steps), ['gap', 'research', 'gap', 'research', 'gap', 'research', 'evaluation', 'response']);
  assert.deepEqual(result.trace.steps, steps);
  assert.deepEqual([result.usage.byPurpose.research.calls, result.evaluation.scores.quality], [3, 0.9]);
});

const everywhere = ({ path }) =>
  [1, 2].map((at) => fact(path, path === 'price' ? 12 : 'Bananas are yellow.', `https://${at}.example`));

test('the default evaluator says that nobody asked whether the question was answered; with a model it asks', async () => {
  const task = { query: 'How do solar panels work?', research: everywhere, compose: () => 'Bananas are yellow.' };
  const blind = await loop({ evaluator: undefined }).run(task);
  assert.deepEqual([blind.accepted, blind.reviewReasons], [true, ['relevance_not_measured']]);
  const model = ({ messages }) => JSON.stringify({ reasoning: 'r', answered: !/Bananas/.test(messages[1].content) });
  const asked = await loop({ evaluator: { model }, maxRepairs: 1 }).run(task);
  assert.deepEqual([asked.accepted, asked.stopReason], [false, 'rejected']);
  assert.deepEqual([asked.reviewReasons, asked.evaluation.scores.relevance], [['rejected_by_evaluator'], 0]);
  const right = await loop({ evaluator: { model } }).run({ ...task, compose: () => 'They turn light into current.' });
  assert.deepEqual([right.accepted, right.reviewReasons, right.evaluation.scores.relevance], [true, [], 1]);
  for (const over of [{ evaluator: passing }, { evaluator: false }, { evaluator: undefined, maxIterations: 1 }]) {
    const { reviewReasons } = await loop(over).run(task);
    assert.ok(!reviewReasons.includes('relevance_not_measured'), 'metrics of your own, or nobody judged');
  }
});

test('the essay’s contradiction in the essay’s model: $10 a month and $25 a month', async () => {
  const asked = [];
  const research = ({ path, kind }) => {
    asked.push(`${kind} ${path}`);
    if (path === 'entity_a.pricing') return [fact(path, '$10 a month', 'a'), fact(path, '$25 a month', 'b')];
    if (path === 'entity_a.features')
      return [fact('entity_a.released', '2021', 'a'), fact('entity_a.released', '2023-04', 'b'), fact(path, 'v', 's')];
    return [fact(path, `v ${path}`, 's')];
  };
  const result = await loop({ canonicalModel: comparison('X', 'Y') }).run({ query: 'X or Y?', research });
  assert.deepEqual([result.accepted, result.stopReason], [false, 'stalled']);
  assert.deepEqual(column(result.conflicts, 'path'), ['entity_a.pricing', 'entity_a.released']);
  assert.ok(asked.includes('verify entity_a.pricing') && asked.includes('verify entity_a.released'), asked.join());
  assert.ok(!asked.includes('find entity_b.released'), 'a date is taken where it is found, and not searched for');
});

test('a function of the user’s says which facts contradict each other, and a model may be behind it', async () => {
  const given = [];
  const contradictions = async (facts) => {
    given.push(facts.length);
    facts[0].value = 'a copy';
    const [safe, burns] = ['Safe.', 'Burns.'].map((text) => facts.findIndex(({ value }) => value === text));
    return safe < 0 || burns < 0 ? [] : [[safe, burns]];
  };
  const research = ({ path, kind }) => {
    if (path !== 'pros') return plenty({ path });
    return kind === 'verify' ? [fact(path, 'Burns.', 'c')] : [{ path }, fact(path, 'Safe.', 'a'), fact(path, 'Burns.', 'b')];
  };
  const reflector = { contradictions };
  const steps = [];
  const task = { query: 'q', research, onStep: (step) => steps.push(step) };
  const result = await loop({ reflector }).run(task);
  assert.deepEqual([result.accepted, given], [true, [3, 4, 5, 6]]);
  assert.deepEqual(
    result.conflicts.map(({ path, settledBy, value, sides }) => [path, settledBy, value, column(sides, 'facts')]),
    [['pros', 'plurality', 'Burns.', [[1, 4], [0]]]],
  );
  assert.deepEqual([result.object.pros, result.facts[0].value], [['Burns.'], 'Safe.']);
  assert.deepEqual(column(result.errors, 'code'), ['refused_fact']);

  const controller = new AbortController();
  const stopped = await rejection(
    loop({ reflector }).run({
      ...task,
      signal: controller.signal,
      research: (request) => (request.path === 'price' ? (controller.abort(), []) : research(request)),
    }),
  );
  const resumed = await loop({ reflector }).resume(stopped.result.snapshot, { research });
  assert.deepEqual(
    [resumed.accepted, resumed.conflicts],
    [true, result.conflicts],
    'facts from before count by the same numbers',
  );

  for (const [returned, message] of [
    [
      () => {
        throw new Error('down');
      },
      '`contradictions` threw: down',
    ],
    [() => undefined, '`contradictions` must return a list of pairs of facts, such as [[0, 3]], got nothing'],
    [() => [[0, 99]], /^`contradictions` named the fact 99; there are \d, and the first is 0$/],
  ]) {
    const { accepted, errors, reviewReasons } = await loop({ reflector: { contradictions: returned } }).run({
      query: 'q',
      research: plenty,
    });
    assert.deepEqual([accepted, reviewReasons.includes('contradictions_not_checked')], [true, true]);
    for (const error of errors) assert.equal(error.code, 'contradictions_error');
    (typeof message === 'string' ? assert.equal : assert.match)(errors[0].message, message);
  }
});

test('what a schema leaves optional is absent where nothing was found, so that the schema takes the object', async () => {
  const schema = z.object({ price: z.number(), note: z.string().optional(), maker: z.object({ name: z.string() }).optional() });
  const result = await loop({ canonicalModel: schema }).run({ query: 'q', research: () => [fact('price', 12)] });
  assert.deepEqual([result.accepted, result.object, schema.parse(result.object)], [true, { price: 12 }, { price: 12 }]);
  const required = schema.required();
  const missing = await loop({ canonicalModel: required }).run({ query: 'q', research: () => [fact('price', 12)] });
  assert.deepEqual([missing.accepted, missing.object.note], [false, null]);
});

test('facts stay where contradictions are not found in time, and a person is told', async () => {
  for (const [hangs, reasons] of [
    [() => true, ['contradictions_not_checked']],
    [(facts) => facts.length < 2, []],
  ]) {
    const contradictions = (facts) => (hangs(facts) ? never() : []);
    const result = await loop({ reflector: { contradictions }, budget: { callTimeoutMs: 20 } }).run({
      query: 'q',
      research: plenty,
    });
    assert.deepEqual([result.accepted, result.facts.length, result.iterations], [true, 3, 3]);
    assert.deepEqual(
      result.reviewReasons.filter((reason) => reason.startsWith('contra')),
      reasons,
    );
    assert.equal(result.errors[0].message, 'no answer within 20 ms (see `budget.callTimeoutMs`)');
    assert.equal(result.errors[0].callId, 'contradictions-1');
  }
});

test('a rejection repairs what the metrics name, and a composed answer is told why', async () => {
  const asked = [];
  const told = [];
  const scores = [0.3, 0.9];
  const quality = () => ({ score: scores.shift(), explanation: 'one-sided', paths: ['contrarian_view'] });
  const result = await loop({ evaluator: { metrics: { quality } } }).run({
    query: 'q',
    research: (request) => (asked.push(`${request.kind} ${request.path} ${request.feedback ?? ''}`.trim()), plenty(request)),
    compose: ({ facts, gaps, conflicts, feedback }) => (told.push([facts.length, gaps, conflicts, feedback]), { n: told.length }),
  });
  assert.deepEqual(asked.slice(3), ['repair contrarian_view quality: one-sided']);
  assert.deepEqual(told[0], [3, [], [], undefined]);
  assert.match(told[1][3], /did not pass: 0.3/);
  assert.deepEqual([result.object, result.output, result.trace.repairs, result.accepted], [{ n: 2 }, '{"n":2}', 1, true]);
  assert.equal(result.trace.evaluations.length, 2);
});

test('a search that throws, hangs or gives no facts is told and loses nothing', async () => {
  const bad = {
    research_error: throws(new Error('503')),
    bad_response: () => ({ fact: 1 }),
    refused_fact: () => [{ path: 'nope' }, 7],
    timeout: never,
  };
  for (const [code, give] of Object.entries(bad)) {
    const research = (request) => (request.path === 'pros' ? give() : plenty(request));
    const result = await loop({ budget: { callTimeoutMs: 50 } }).run({ query: 'q', research });
    assert.deepEqual([result.stopReason, result.accepted, result.facts.length], ['stalled', false, 2], code);
    assert.equal(result.errors[0].code, code);
  }
  const boom = new Error('boom');
  const error = await rejection(loop().run({ query: 'q', research: () => Promise.reject(boom) }));
  assert.ok(isReflectError(error) && error.code === 'empty_draft' && error.cause === boom);
  assert.deepEqual([error.result.status, error.result.output, error.result.errors.length > 0], ['failed', '', true]);
});

test('a metric that names a group of fields repairs those below it', async () => {
  const canonicalModel = { pros: 'required', contra: { cost: 'required', safety: 'required' }, contrary: 'required' };
  const repaired = async (...paths) => {
    const asked = [];
    const scores = [0.3, 0.9];
    const evaluator = { metrics: { balance: () => ({ score: scores.shift(), paths }) } };
    const research = (request) => (request.kind === 'repair' && asked.push(request.path), plenty(request));
    await loop({ canonicalModel, evaluator }).run({ query: 'q', research });
    return asked;
  };
  assert.deepEqual(await repaired('contra'), ['contra.cost', 'contra.safety']);
  assert.deepEqual(await repaired('contra.cost'), ['contra.cost']);
  assert.deepEqual(await repaired('contra.cost.eur', 'pros[2]'), ['pros', 'contra.cost']);
  assert.deepEqual(await repaired('con'), [''], 'what names no field is the whole question');
});

test('what JSON cannot hold is no answer', async () => {
  for (const [answer, what] of [
    [{ price: Number.NaN }, /got NaN at `price`/],
    [{ list: [1, Number.POSITIVE_INFINITY] }, /got Infinity at `list\[1\]`/],
    [{ price: () => 5 }, /got a function at `price`/],
    [[Symbol('x')], /got a symbol at `\[0\]`/],
    [JSON.parse('{"__proto__":{"price":5},"a":1}'), /got a key `__proto__`/],
    [{ price: 5n }, /must give what JSON can hold/],
  ]) {
    const result = await loop().run({ query: 'q', research: plenty, compose: () => answer });
    assert.deepEqual([result.accepted, result.errors[0].code], [false, 'bad_response'], String(what));
    assert.match(result.errors[0].message, what);
  }
  // Near: keys without a value are left out, as JSON does.
  const whole = await loop().run({ query: 'q', research: plenty, compose: () => ({ a: undefined, b: null, at: new Date(0) }) });
  assert.deepEqual([whole.accepted, whole.object], [true, { b: null, at: '1970-01-01T00:00:00.000Z' }]);
});

test('what is wrong is named', async () => {
  const make = (over) => thrown(() => loop(over)).message;
  assert.match(make({ canonicalModel: { fields: [] } }), /fields/);
  assert.match(make({ canonicalModel: { fields: [{ path: 'a.__proto__' }] } }), /path` must be names other than `__proto__`/);
  assert.match(make({ maxIterations: 0 }), /^`maxIterations` must be an integer from 1 to 800, got 0/);
  assert.match(make({ maxRepairs: 101 }), /^`maxRepairs` must be an integer from 0 to 100, got 101/);
  assert.match(make({ maxIteration: 3 }), /^unknown setting `maxIteration`, did you mean `maxIterations`\?/);
  assert.match(make({ repetition: { limits: 3 } }), /did you mean `repetition.limit`\?/);
  assert.match(make({ reflector: { maxFruitles: 3 } }), /did you mean `reflector.maxFruitless`\?/);
  assert.match(make({ canonicalModel: undefined }), /`canonicalModel` is missing/);
  assert.match(make({ reflector: { plurality: 0 } }), /`reflector.plurality` must be an integer from 2 to 1000, got 0/);
  assert.match(make({ reflector: 5 }), /`reflector` must be an object, got 5/);
  const wrong = async (task) => (await rejection(loop().run(task))).message;
  const nobody = [{ path: 'pros', value: 'x' }];
  assert.match(
    await wrong({ query: 'q', research: () => nobody }),
    /no fact was found: .*; the last error \(refused_fact\): .*`sourceId` is missing/,
  );
  assert.match(await wrong({ query: 'q' }), /`research` must be a function, got nothing/);
  assert.match(await wrong({ query: ' ', research: plenty }), /`query`/);
  assert.match(await wrong({ query: 'q', research: plenty, onSteps: 1 }), /did you mean `onStep`/);
  const settles = async (settle, adjudicate) =>
    (await rejection(loop({ reflector: { settle } }).run({ query: 'q', research: plenty, adjudicate }))).message;
  assert.match(await settles('adjudicator'), /`reflector.settle` is 'adjudicator', and the task has no `adjudicate`/);
  assert.match(await settles('plurality', () => 1), /is 'plurality', so that `adjudicate` is never asked/);
  assert.match(await settles('never', () => 1), /is 'never', so that `adjudicate` is never asked/);
});

test('the default evaluator asks for what can be measured: no word of a question, nor trust that nobody says', async () => {
  const canonicalModel = { topic: 'grid batteries', fields: [{ path: 'risks' }, { path: 'price', type: 'number' }] };
  const research = ({ path }) => [fact(path, path === 'price' ? 12 : 'the risks of grid batteries', `https://${path}.example`)];
  const { accepted, evaluation } = await new ResearchLoop({ canonicalModel }).run({ query: 'Wie riskant ist das?', research });
  assert.deepEqual([accepted, evaluation.failures, evaluation.scores], [true, [], { diversity: 1, trust: 0.7 }]);
});

test('what `normalise` makes of a fact is compared, and copies of one origin settle nothing', async () => {
  const canonicalModel = { fields: [{ path: 'price', type: 'number', unit: 'USD' }] };
  const normalise = (value) => (typeof value === 'string' ? Number(value.replace('$', '')) : undefined);
  const first = [
    fact('price', '$9', 'a', { origin: 'press release' }),
    fact('price', '$9', 'b', { origin: 'press release' }),
    fact('price', 7, 'filing'),
  ];
  const asked = async (verified) => {
    const research = ({ kind }) => (kind === 'verify' ? verified : first);
    return loop({ canonicalModel, reflector: { normalise } }).run({ query: 'q', research });
  };
  const open = await asked([]);
  assert.deepEqual(
    [open.accepted, open.conflicts[0].settledBy, open.object.price.conflict.sort()],
    [false, undefined, ['$9', '7']],
  );
  const settled = await asked([fact('price', '$7.00', 'audit')]);
  assert.deepEqual([settled.accepted, settled.conflicts[0].settledBy, settled.object.price], [true, 'plurality', 7]);
  assert.equal(settled.facts.at(-1).normalised, 7, 'what it was compared as is told');
});

const quarrel = (request) => {
  if (request.kind === 'verify') return [];
  return request.path === 'price' ? [fact('price', 5, 'a'), fact('price', 7, 'b')] : plenty(request);
};
/** The same without the other side. */
const brief = (over = {}) => loop({ canonicalModel: { ...model, fields: model.fields.slice(0, 2) }, seed: 1, ...over });

test('a stream gives the steps and the answer, and its task is checked at once', async () => {
  const seen = [];
  const stream = brief().stream({ query: 'q', research: plenty, onStep: (step) => seen.push(step) });
  const steps = await all(stream);
  const result = await stream.result;
  assert.deepEqual(kinds(steps), ['gap', 'research', 'gap', 'research', 'evaluation', 'response']);
  assert.deepEqual([steps, seen], [result.trace.steps, result.trace.steps]);
  assert.equal((await all(stream.textStream)).join(''), result.output);
  assert.match(thrown(() => brief().stream({ query: 'q' })).message, /`research` must be a function/);
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
    const result = await brief().run({ query: 'q', research: quarrel, adjudicate: spied });
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
    const told = result.trace.steps.filter(({ type }) => type === 'conflict').map(({ settled, values }) => [settled, values]);
    assert.deepEqual(told, [
      [undefined, ['5', '7']],
      ['7', ['5', '7']],
    ]);
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
    const result = await brief({ budget: { callTimeoutMs: 40 } }).run({ query: 'q', research: quarrel, adjudicate });
    assert.deepEqual([result.accepted, result.stopReason, result.conflicts.length], [false, 'stalled', 1], String(adjudicate));
    const told = result.errors.find(({ callId }) => callId === 'adjudicate-1');
    assert.equal(told?.code, code, JSON.stringify(result.errors));
    if (words !== undefined) assert.match(told.message, words);
  }
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
  const judge = brief({ evaluator: { metrics: { quality } }, maxRepairs: 1 });
  const result = await judge.run(task);
  const { output, facts } = result;
  assert.ok(!JSON.stringify([result.errors, result.trace.steps, steps]).includes(secret), JSON.stringify([result.errors, steps]));
  assert.deepEqual([output, facts[0].value], [`It is ${secret} works.`, `${secret} works`]);
  assert.ok(asked.some(({ feedback }) => feedback?.includes(secret)));
  assert.deepEqual(steps, result.trace.steps);
  assert.deepEqual(
    [steps[0].path, steps[0].reason, result.evaluation.repairTargets[0].metric],
    ['pros', 'incomplete_model', 'quality'],
  );
  const resumed = await judge.resume(result.snapshot, { ...task, query: undefined }).catch((error) => error);
  assert.match(resumed.message, /unknown task key `query`/);
  const { query: _, ...rest } = task;
  const again = await judge.resume(result.snapshot, rest);
  assert.deepEqual([again.output, again.facts[0].value], [`It is ${secret} works.`, `${secret} works`]);
  const broken = await judge.run({ ...task, redact: () => 7 });
  assert.ok(broken.errors.some(({ message }) => message === '`redact` failed: it must return a string, got a number'));
});

test('a time limit needs a clock where the host is durable', async () => {
  const durable = { run: (_, fn) => fn() };
  const timed = brief({ budget: { maxSeconds: 5 } });
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

test('a durable host remembers searches, words of an adjudicator, compositions and evaluations as steps', async () => {
  const durable = remembering();
  let asked = 0;
  const task = { query: 'q', research: quarrel, adjudicate: () => (asked++, 7), compose: () => 'text', durable };
  const first = await brief().run(task);
  assert.deepEqual(await brief().run(task), first);
  const names = ['research-1', 'research-2', 'research-3', 'adjudicate-1', 'compose-1', 'evaluation-1'];
  assert.deepEqual([asked, [...durable.stored.keys()]], [1, names]);
});
