import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presets } from 'reflect-engine';
import { Evaluator, lexicalRelevance, perspectiveBalance, sourceDiversity, sourceTrust } from 'reflect-engine/research';
import { scriptedModel } from 'reflect-engine/testing';
import { column, deferred, never, refusals, settled, thrown, throws, unreadable } from './support.mjs';

const subject = {
  question: 'What are the risks of quantum computing?',
  output: { risks: 'What are the risks of quantum computing? They are few.' },
  facts: [
    { path: 'consensus_view', sourceId: 'a' },
    { path: 'contrarian_view', sourceId: 'b' },
  ],
  sources: [
    { id: 'a', url: 'https://a.org/x', trust: 0.9 },
    { id: 'b', url: 'https://b.org/y', trust: 0.7 },
  ],
};

test('the plain average of seed 000', async () => {
  const of = (relevance, quality, bias) =>
    new Evaluator({
      ...presets.simpleAverage,
      metrics: { relevance: () => relevance, source_quality: async () => quality, bias_score: () => ({ score: bias }) },
    }).evaluate({});
  assert.equal((await of(0.9, 0.8, 0.5)).passed, true);
  assert.equal((await of(0.7, 0.7, 0.7)).passed, false, 'exactly 0.7 is not above it');
  const { passed, score, threshold, scores, feedback, repairTargets, failures } = await of(0.9, 0.5, 0.4);
  assert.deepEqual({ passed, threshold, failures }, { passed: false, threshold: 0.7, failures: [] });
  assert.ok(Math.abs(score - 0.6) < 1e-12);
  assert.deepEqual(scores, { bias_score: 0.4, relevance: 0.9, source_quality: 0.5 });
  assert.deepEqual(column(repairTargets, 'metric'), ['bias_score', 'source_quality']);
  assert.match(feedback, /did not pass: 0\.6, and above 0\.7 is needed\.\n- bias_score: 0\.4\n- source_quality: 0\.5$/);
  const error = thrown(() => new Evaluator({ ...presets.simpleAverage, metrics: { relevance: () => 1 } }));
  assert.ok(error.message.includes('unknown metric `weights.source_quality`'), error.message);
});

test('metrics run at once, sync or async, and each sees the subject and a signal of its own', async () => {
  const gates = [deferred(), deferred()];
  const begun = [];
  const metric = (gate) => (given, context) => {
    begun.push(given === subject && context.signal instanceof AbortSignal);
    return gate.promise;
  };
  const evaluation = new Evaluator({ metrics: { a: metric(gates[0]), b: metric(gates[1]), c: () => 1 } }).evaluate(subject);
  await settled();
  assert.deepEqual(begun, [true, true], 'both began before either ended');
  gates[1].resolve({ score: 0.25, explanation: 'thin', paths: ['x.y'] });
  gates[0].resolve(0.5);
  const { scores, repairTargets, feedback } = await evaluation;
  assert.deepEqual(scores, { a: 0.5, b: 0.25, c: 1 });
  assert.deepEqual(repairTargets[0], { metric: 'b', score: 0.25, explanation: 'thin', paths: ['x.y'] });
  assert.ok(feedback.includes('- b: 0.25, thin (x.y)'), feedback);
});

test('a metric that gives no number from 0 to 1 is named and never passes', async () => {
  const wanted = 'it must give a number from 0 to 1, or { score, explanation }, got';
  const cases = [
    [() => Number.NaN, 'its score must be a number from 0 to 1, got NaN'],
    [() => 1.5, 'got 1.5'],
    [() => -1, 'got -1'],
    [() => Number.POSITIVE_INFINITY, 'got Infinity'],
    [() => '0.9', `${wanted} "0.9"`],
    [() => true, `${wanted} true`],
    [() => {}, `${wanted} nothing`],
    [() => null, `${wanted} null`],
    [() => [1], `${wanted} a list`],
    [() => 1n, `${wanted} a bigint`],
    [() => ({ score: Number.NaN }), 'got NaN'],
    [() => ({ score: '1' }), 'its `score` must be a number from 0 to 1, got "1"'],
    [() => ({}), 'its `score` must be a number from 0 to 1, got nothing'],
    [() => ({ score: 1, explanation: 7 }), '`explanation` must be a string, got 7'],
    [() => ({ score: 1, paths: 'a' }), '`paths` must be a list of strings'],
    [() => unreadable('mine', 'score'), 'what it gave cannot be read: mine'],
    [throws(new Error('no network')), 'it threw: no network'],
    [async () => Promise.reject(new Error('later')), 'it threw: later'],
    [() => never(), 'it gave nothing within 20 ms'],
  ];
  for (const [metric, reason] of cases) {
    const settings = { metrics: { good: () => 1, bad: metric }, weights: { good: 1000 }, metricTimeoutMs: 20 };
    const { passed, failures, feedback, scores } = await new Evaluator(settings).evaluate({});
    assert.equal(passed, false, reason);
    assert.equal(failures[0].metric, 'bad');
    assert.ok(failures[0].reason.includes(reason), failures[0].reason);
    assert.ok(feedback.includes('bad: could not be measured'), feedback);
    assert.deepEqual(scores, { good: 1 });
  }
});

test('the built-in metrics read what a subject has', async () => {
  const metrics = {
    relevance: lexicalRelevance(),
    trust: sourceTrust(),
    diversity: sourceDiversity(),
    balance: perspectiveBalance({ contrarian: ['contrarian_view'] }),
  };
  const told = await new Evaluator({ metrics }).evaluate(subject);
  assert.deepEqual(told.failures, []);
  assert.deepEqual(told.scores, { balance: 1, diversity: 1, relevance: 1, trust: 0.8 });
  assert.equal(told.passed, true);
  assert.deepEqual(Object.keys((await new Evaluator().evaluate(subject)).scores), ['diversity', 'trust']);
});

test('a source that nobody rates counts as was said, and is named', async () => {
  const sources = [{ id: 'a', trust: 0.9 }, { id: 'b' }];
  const trust = await sourceTrust({ unrated: 0.5 })({ sources });
  assert.deepEqual(trust, {
    score: 0.7,
    explanation: '2 sources, the least trusted with 0.5; nobody rated 1 of them, which count as 0.5',
  });
});

test('a subject that lacks what a metric reads is named', async () => {
  const cases = [
    [lexicalRelevance(), { output: 'x' }, "the subject's `question` must be a string, got nothing"],
    [lexicalRelevance(), { question: '?', output: 'x' }, 'the question has no words'],
    [lexicalRelevance(), { question: 'a' }, "the subject's `output` must be the answer, got nothing"],
    [sourceTrust(), { sources: ['a'] }, "the subject's `sources[0].trust` must be a number from 0 to 1, got nothing"],
    [sourceTrust(), { sources: [{ trust: 7 }] }, 'got 7'],
    [sourceDiversity(), {}, "the subject's `sources` must be a list, got nothing"],
    [sourceDiversity(), { sources: [null] }, '`sources[0]` must be a string or an object, got null'],
    [sourceDiversity(), { sources: [{}] }, '`sources[0].url` must be a string, or `id` one, got nothing'],
    [perspectiveBalance({ contrarian: ['a'] }), { facts: [{ path: 1 }] }, '`facts[0].path` must be a string, got 1'],
    [perspectiveBalance({ contrarian: ['a'] }), { facts: 'many' }, '`facts` must be a list, got "many"'],
  ];
  for (const [metric, given, words] of cases) {
    const { failures, passed } = await new Evaluator({ metrics: { it: metric } }).evaluate(given);
    assert.equal(passed, false);
    assert.ok(failures[0]?.reason.includes(words), failures[0]?.reason);
  }
});

test('settings that make no sense are refused by name', async () => {
  const metrics = { relevance: () => 1 };
  const cases = [
    [{ metric: {} }, 'unknown setting `metric`, did you mean `metrics`?'],
    [{ metrics: [] }, '`metrics` must be a plain object of functions, got a list'],
    [{ metrics: { a: 0.5 } }, '`metrics.a` must be a function, got a number'],
    [{ metrics, weights: { relevance: Number.NaN } }, '`weights.relevance` must be a number from 0 to 1000000, got NaN'],
    [{ metrics, weights: { relevance: 0 } }, /must leave a metric that weighs more than 0/],
    [{ metrics, threshold: '0.7' }, '`threshold` must be a number from 0 to 1, got "0.7"'],
    [{ metrics, weights: { relevance: -1 } }, '`weights.relevance` must be a number from 0 to 1000000, got -1'],
    [{ metrics, weights: { relevanc: 1 } }, 'unknown metric `weights.relevanc`, did you mean `weights.relevance`?'],
    [{ metrics, threshold: 1.5 }, '`threshold` must be a number from 0 to 1, got 1.5'],
    [{ metrics, threshold: Number.NaN }, '`threshold` must be a number from 0 to 1, got NaN'],
    [{ metrics: {} }, '`metrics` must name 1 to 100 metrics, got 0'],
    [{ metrics: { ' ': metrics.relevance } }, /got " "/],
    [{ metrics: { ['x'.repeat(101)]: metrics.relevance } }, /of 1 to 100 characters/],
    [null, 'the settings of an evaluator must be an object, got null'],
    [{ model: 'gpt' }, /^`model` must be a function, got a string: give what asks it/],
    [{ metrics, model: () => '' }, '`model` measures `relevance`, and so does `metrics.relevance`: leave one of them out'],
  ];
  await refusals('invalid_settings', cases, (settings) => new Evaluator(settings));
  assert.equal(thrown(() => perspectiveBalance({ contrarian: [] })).code, 'invalid_settings');
});

const bananas = { ...subject, question: 'How do solar panels work?', output: 'Bananas are yellow.' };
const form = (answered, reasoning = 'About bananas.') => JSON.stringify({ reasoning, answered });

test('a model is asked whether the question was answered, and what does not answer it never passes', async () => {
  const model = scriptedModel([form(false), form(true, 'It says how.')]);
  const told = await new Evaluator({ model, threshold: 0.1 }).evaluate(bananas);
  assert.deepEqual([told.passed, told.score > 0.1, told.failures], [false, true, []], 'trust and diversity do not outweigh it');
  assert.deepEqual(told.scores, { diversity: 1, relevance: 0, trust: 0.8 });
  assert.deepEqual(column(told.repairTargets, 'explanation'), ['About bananas.']);
  const other = await new Evaluator({ model, metrics: { mine: () => 1 }, weights: { relevance: 3 } }).evaluate(subject);
  assert.deepEqual([other.passed, other.scores], [true, { mine: 1, relevance: 1 }]);
  const [request] = model.requests;
  const { messages, responseSchema, signal, idempotencyKey, runId, ...named } = request;
  assert.deepEqual(named, { callId: 'relevance-1', purpose: 'relevance', iteration: 1, attempt: 1 });
  assert.ok(signal instanceof AbortSignal && idempotencyKey === runId);
  assert.deepEqual(responseSchema.required, ['reasoning', 'answered']);
  assert.deepEqual(column(messages, 'role'), ['system', 'user']);
  assert.match(messages[0].content, /"answered": true or false\n\nText between a line `\[begin (\w{16})\]`/);
  assert.match(
    messages[1].content,
    /^Question:\n\[begin (\w+)\]\nHow do .*\n\[end \1\]\n\nAnswer:\n\[begin \1\]\nBananas are yellow\.\n\[end \1\]$/,
  );
});

test('a reply that cannot be read is asked for once more, then nothing passes', async () => {
  const unread = 'it threw: the model must reply with { reasoning, answered } as JSON and nothing else, got ';
  for (const [replies, passed, calls, reason] of [
    [['Yes.', form(true)], true, 2],
    [['{"reasoning": "Cut', { content: [{ type: 'text', text: form(true) }] }], true, 2],
    [[`<think>{"answered": false}</think>\n\`\`\`json\n${form(true)}\n\`\`\``], true, 1],
    [['Yes.', 'Yes.', form(true)], false, 2, `${unread}"Yes."`],
    [[{ answer: 1 }, 7], false, 2, `${unread}the model must return a string or { content }, got a number`],
    ...[
      '{"answered": true}',
      '{"reasoning": "r", "answered": "true"}',
      '{"reasoning": "r", "answered": false, "answered": true}',
      '{"reasoning": "r", "answered": true, "score": 9}',
      `${form(true)} It does not answer it.`,
      `It does not answer it. ${form(true)}`,
      '[true]',
      '',
    ].map((reply) => [[reply, reply, form(true)], false, 2, unread]),
  ]) {
    let asked = 0;
    const told = await new Evaluator({ model: () => replies[asked++] }).evaluate({
      ...subject,
      sources: ['https://a.org', 'https://b.org'],
    });
    assert.deepEqual([told.passed, asked], [passed, calls]);
    if (reason !== undefined) assert.ok(told.failures[0].reason.startsWith(reason), told.failures[0].reason);
  }
  const down = await new Evaluator({ model: () => Promise.reject(new Error('503')) }).evaluate(subject);
  assert.deepEqual(down.failures, [{ metric: 'relevance', reason: 'it threw: 503' }]);
});

test('a subject or settings that are missing are named', async () => {
  const { failures } = await new Evaluator().evaluate();
  assert.deepEqual(column(failures, 'reason'), Array(2).fill('it threw: the subject must be an object, got nothing'));
  assert.match(thrown(() => perspectiveBalance()).message, /the settings of perspectiveBalance must be an object, got nothing/);
  const metrics = { trust: sourceTrust() };
  const untrusted = await new Evaluator({ metrics }).evaluate({ question: 'q', output: 'q', sources: ['a'] });
  assert.match(JSON.stringify(untrusted.failures), /a research loop takes it from a fact's `metadata.trust`/);
  assert.match(thrown(() => sourceTrust({ unrated: 2 })).message, /`unrated` must be a number from 0 to 1, got 2/);
});
