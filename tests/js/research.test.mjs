// The research loop through the package: callbacks, metrics, time, abort, durable steps, snapshots.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReflectError, presets } from 'reflect-engine';
import { LoopMonitor } from 'reflect-engine/monitor';
import { Evaluator, perspectiveBalance, ResearchLoop } from 'reflect-engine/research';
import { never, rejection, thrown } from './support.mjs';

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
    iteration: 1,
  });
  assert.equal(asked.length, 3);
  assert.deepEqual(subject.sources, [{ id: 's-pros' }, { id: 's-price' }, { id: 's-contrarian_view' }]);
  assert.equal(subject.question, 'Is X good?');
  const filled = { pros: ['text on pros'], price: 12, contrarian_view: ['text on contrarian_view'] };
  assert.deepEqual([result.object, JSON.parse(result.output), subject.output], [filled, filled, filled]);
  assert.deepEqual(
    [result.status, result.accepted, result.acceptedBy, result.stopReason, result.judged, result.iterations, result.repairs],
    ['ok', true, 'evaluator', 'accepted', true, 3, 0],
  );
  assert.deepEqual([result.missing, result.conflicts, result.errors, result.reflection.state], [[], [], [], 'complete']);
  assert.deepEqual(
    steps.map(({ type }) => type),
    ['gap', 'research', 'gap', 'research', 'gap', 'research', 'evaluation', 'response'],
  );
  assert.deepEqual(result.steps, steps);
  assert.deepEqual([result.usage.byPurpose.research.calls, result.evaluation.scores.quality], [3, 0.9]);
});

test('the evaluator is never called while the model is open', async () => {
  const evaluator = { metrics: { quality: () => assert.fail('it was asked') } };
  const result = await loop({ evaluator, maxIterations: 2 }).run({ query: 'q', research: plenty });
  assert.deepEqual([result.stopReason, result.status, result.judged], ['max_iterations', 'needs_review', false]);
  assert.deepEqual(
    result.missing.map(({ path }) => path),
    ['contrarian_view'],
  );
  const spent = await loop({ evaluator, budget: { maxCalls: 1 } }).run({ query: 'q', research: plenty });
  assert.deepEqual([spent.stopReason, spent.object.price], ['max_calls', null]);
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
  assert.deepEqual([result.object, result.output, result.repairs, result.accepted], [{ n: 2 }, '{"n":2}', 1, true]);
  assert.equal(result.evaluations.length, 2);
});

test('metrics that throw, hang or give NaN are named and never pass', async () => {
  const metrics = {
    boom: () => {
      throw new Error('boom');
    },
    nan: () => Number.NaN,
    inner: () => ({ score: Number.POSITIVE_INFINITY }),
    word: () => 'good',
    none: () => {},
    late: never,
    fine: () => 1,
  };
  const result = await loop({ evaluator: { metrics, metricTimeoutMs: 20 } }).run({ query: 'q', research: plenty });
  assert.deepEqual([result.accepted, result.stopReason, result.evaluation.passed], [false, 'rejected', false]);
  const reasons = Object.fromEntries(result.evaluation.failures.map(({ metric, reason }) => [metric, reason]));
  assert.deepEqual(Object.keys(reasons).sort(), ['boom', 'inner', 'late', 'nan', 'none', 'word']);
  assert.match(reasons.boom, /boom/);
  assert.match(reasons.nan, /NaN/);
  assert.match(reasons.inner, /Infinity/);
});

test('a search that throws, hangs or gives no facts is told and loses nothing', async () => {
  const bad = {
    research_error: () => {
      throw new Error('503');
    },
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

test('an abort carries what was found, also from a search that ignores it', async () => {
  const controller = new AbortController();
  const research = (request) => {
    if (request.iteration < 3) return plenty(request);
    setTimeout(() => controller.abort(new Error('enough')), 5);
    return never();
  };
  const error = await rejection(loop().run({ query: 'q', research, signal: controller.signal }));
  assert.deepEqual([error.name, error.code, error.cause.message], ['AbortError', 'aborted', 'enough']);
  assert.deepEqual([error.result.facts.length, error.result.status, error.result.object.price], [2, 'needs_review', 12]);
});

test('observers that throw change nothing and are noted', async () => {
  const onStep = () => {
    throw new Error('no');
  };
  const result = await loop().run({ query: 'q', research: plenty, onStep });
  assert.deepEqual([result.accepted, result.errors.length, result.errors[0].code], [true, 8, 'callback_error']);
});

test('a run goes on from its snapshot, with new limits', async () => {
  const short = await loop({ maxIterations: 1, seed: 1 }).run({ query: 'q', research: plenty });
  const ids = [];
  const stopped = await rejection(loop().resume(short.snapshot.slice(1), { research: plenty }));
  assert.equal(stopped.code, 'invalid_snapshot');
  const controller = new AbortController();
  const research = (request) => (ids.push(request.callId), plenty(request));
  const again = await loop({ maxIterations: 9 }).resume(short.snapshot, { research, signal: controller.signal });
  assert.deepEqual([again.stopReason, ids], ['max_iterations', []], 'a run that is over stays over');
});

test('a durable host remembers searches, compositions and evaluations as steps', async () => {
  const stored = new Map();
  let made = 0;
  const durable = {
    run: async (name, fn) => {
      if (!stored.has(name)) stored.set(name, JSON.stringify(await fn()));
      return JSON.parse(stored.get(name));
    },
  };
  const task = { query: 'q', research: (request) => (made++, plenty(request)), compose: () => 'text', durable };
  const first = await loop({ seed: 3 }).run(task);
  const second = await loop({ seed: 3 }).run(task);
  assert.deepEqual([...stored.keys()], ['research-1', 'research-2', 'research-3', 'compose-1', 'evaluation-1']);
  assert.deepEqual([made, second], [3, first]);
});

test("seed 000's simple average, and a monitor that reads the result", async () => {
  const metrics = { relevance: () => 0.9, source_quality: () => 0.5, bias_score: () => 0.69 };
  const gate = new Evaluator({ ...presets.simpleAverage, metrics });
  const result = await loop({ evaluator: gate, maxRepairs: 0 }).run({ query: 'q', research: plenty });
  assert.deepEqual([result.evaluation.passed, result.stopReason], [false, 'rejected']);
  const monitor = new LoopMonitor();
  monitor.observe(result);
  const open = await loop({ maxIterations: 1 }).run({ query: 'q', research: plenty });
  monitor.observe(open);
  const { avg_iterations, avg_missing_fields, timeout_rate, pass_rate } = monitor.report().metrics;
  assert.deepEqual([avg_iterations, avg_missing_fields, timeout_rate, pass_rate], [2, 1, 0.5, 0]);
  monitor.free();
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

test('what JSON cannot hold is no fact and no answer', async () => {
  const throwing = {
    path: 'pros',
    sourceId: 's',
    get value() {
      throw new Error('gone');
    },
  };
  const research = (request) => (request.path === 'pros' ? [throwing] : plenty(request));
  const { accepted, errors, facts } = await loop().run({ query: 'q', research });
  assert.deepEqual([accepted, facts.length], [false, 2]);
  assert.match(errors[0].message, /`pros` was refused: `value` must be a text.*, got \[unreadable: gone\]/);
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

test('the other side must be heard', async () => {
  const evaluator = { metrics: { balance: perspectiveBalance({ contrarian: ['contrarian_view'] }) } };
  const result = await loop({ evaluator }).run({ query: 'q', research: plenty });
  assert.ok(result.evaluation.score > 0.9 && result.accepted);
});

test('what is wrong is named', async () => {
  const make = (over) => thrown(() => loop(over)).message;
  assert.match(make({ maxIteration: 3 }), /unknown setting `maxIteration`, did you mean `maxIterations`/);
  assert.match(make({ maxIterations: 801 }), /`maxIterations` must be an integer from 1 to 800, got 801/);
  assert.match(make({ canonicalModel: { fields: [] } }), /fields/);
  assert.match(make({ canonicalModel: undefined }), /`canonicalModel` is missing/);
  assert.match(make({ reflector: { plurality: 0 } }), /`reflector.plurality` must be an integer from 2 to 1000, got 0/);
  assert.match(make({ reflector: 5 }), /`reflector` must be an object, got 5/);
  assert.match(make({ evaluator: { metrics: {} } }), /metrics/);
  assert.match(make({ repetition: { limit: 0 } }), /`repetition.limit` must be an integer from 1 to 1000, got 0/);
  const wrong = async (task) => (await rejection(loop().run(task))).message;
  const nobody = [{ path: 'pros', value: 'x' }];
  assert.match(await wrong({ query: 'q', research: () => nobody }), /no fact was found; the last error: .*`sourceId` is missing/);
  assert.match(await wrong({ query: 'q' }), /`research` must be a function, got nothing/);
  assert.match(await wrong({ query: ' ', research: plenty }), /`query`/);
  assert.match(await wrong({ query: 'q', research: plenty, onSteps: 1 }), /did you mean `onStep`/);
  const settles = async (settle, adjudicate) =>
    (await rejection(loop({ reflector: { settle } }).run({ query: 'q', research: plenty, adjudicate }))).message;
  assert.match(await settles('adjudicator'), /`reflector.settle` is 'adjudicator', and the task has no `adjudicate`/);
  assert.match(await settles('plurality', () => 1), /is 'plurality', so that `adjudicate` is never asked/);
  assert.match(await settles('never', () => 1), /is 'never', so that `adjudicate` is never asked/);
});

test('the default evaluator can accept sources of which nobody says the trust', async () => {
  const canonicalModel = { topic: 'grid batteries', fields: [{ path: 'risks' }, { path: 'price', type: 'number' }] };
  const research = ({ path }) => [fact(path, path === 'price' ? 12 : 'the risks of grid batteries', `https://${path}.example`)];
  const { accepted, evaluation } = await new ResearchLoop({ canonicalModel }).run({ query: 'risks of grid batteries', research });
  assert.deepEqual([accepted, evaluation.failures, evaluation.scores.trust], [true, [], 0.5]);
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
