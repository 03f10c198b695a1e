// A promised error: what labels of whole runs allow, and what an engine accepts under it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presets, ReflectEngine } from 'reflect-engine';
import { backtest, drift, guarantee, labelRun } from 'reflect-engine/measure';
import { replay, traceOf } from 'reflect-engine/trace';
import { errorFrom, KINDS, labelsOf } from '../bench/guarantee/worlds.mjs';
import { numbers } from '../random.mjs';
import { accept, refusals, reject, rejection, thrown } from './support.mjs';

const PROMISE = { wrong: 0.1, confidence: 0.95 };
/** So many labels of one score, of which so many are wrong. */
const many = (score, count, wrong = 0) => Array.from({ length: count }, (_, at) => ({ score, right: at >= wrong }));

test('the exact binomial test decides, from the highest score down, and equal scores are accepted together', () => {
  // .9 ** 28 is .052, and .9 ** 29 is .047; of 46 one may be wrong, of 61 two (tables of the binomial distribution).
  for (const [labels, threshold] of [
    [many(9, 28), undefined],
    [many(9, 29), 9],
    [many(9, 45, 1), undefined],
    [many(9, 46, 1), 9],
    [many(9, 60, 2), undefined],
    [many(9, 61, 2), 9],
    [[...many(9, 29), ...many(8, 17, 1)], 8],
    [[...many(9, 29), ...many(8, 16, 1)], 9],
    // What is too little to be tested is passed over.
    [[...many(10, 3, 1), ...many(9, 43)], 9],
    // After a score that was tested and does not hold nothing lower is tried.
    [[...many(9, 29, 1), ...many(8, 500)], undefined],
    // A label without a score is of a run that nobody could accept.
    [[...many(9, 29), ...many(undefined, 100, 50)], 9],
    [[], undefined],
  ]) {
    assert.equal(guarantee(labels, PROMISE)?.threshold, threshold, JSON.stringify(labels.length));
    assert.deepEqual(guarantee([...labels].reverse(), PROMISE), guarantee(labels, PROMISE));
  }
  assert.deepEqual(guarantee(many(0.5, 29), { wrong: 0.1 }), { threshold: 0.5, ...PROMISE, labels: 29 });
  // As large numbers are summed by hand: P(X ≤ 80) of 1,000 at .1 is .0169, P(X ≤ 84) .0487, P(X ≤ 85) .0605.
  for (const [wrong, holds] of [
    [80, true],
    [84, true],
    [85, false],
  ])
    assert.equal(guarantee(many(9, 1_000, wrong), PROMISE) !== undefined, holds, `${wrong} of 1,000`);
});

test('one label of a group counts, whichever order they came in', () => {
  const grouped = (labels, size) => labels.map((label, at) => ({ ...label, group: `task ${Math.floor(at / size)}` }));
  const labels = grouped([...many(9, 200, 8), ...many(8, 100, 30)], 3);
  const promise = guarantee(labels, { wrong: 0.2 });
  assert.equal(promise.labels, 100);
  const random = numbers(5);
  for (let trial = 0; trial < 20; trial += 1) {
    const order = labels.map((label) => [random(), label]).sort(([a], [b]) => a - b);
    assert.deepEqual(
      guarantee(
        order.map(([, label]) => label),
        { wrong: 0.2 },
      ),
      promise,
    );
  }
  assert.equal(guarantee(grouped(many(9, 100), 4), PROMISE), undefined, '25 groups are too few');
  // Each place of a group is drawn about as often as another.
  const groups = Array.from({ length: 3_000 }, (_, at) => ({ score: at % 5, right: true, group: `g${Math.floor(at / 5)}` }));
  for (let score = 0; score < 5; score += 1) {
    const { of } = drift({ ...PROMISE, threshold: score }, groups).wrong;
    assert.ok(Math.abs(of - 120 * (5 - score)) < 40, `${of} of 600 from ${score}`);
  }
});

test('in 150 worlds with a known error a promise is broken in at most 5 %, or none is made', () => {
  const random = numbers(53);
  for (const [kind, make] of Object.entries(KINDS)) {
    let [broken, promised, single] = [0, 0, 0];
    for (let at = 0; at < 150; at += 1) {
      const world = make(random);
      const promise = guarantee(labelsOf(random, world.levels, world.labels, world), PROMISE);
      if (promise !== undefined) promised += 1;
      if (promise !== undefined && errorFrom(world.levels, promise.threshold) > 0.1) broken += 1;
      const naive = world.single && guarantee(labelsOf(random, world.single, world.labels), PROMISE);
      if (naive && errorFrom(world.levels, naive.threshold) > 0.1) single += 1;
    }
    // The binomial error of 5 % of 150, at 95 %.
    assert.ok(broken <= 12, `${kind}: ${broken} broken`);
    assert.ok(promised > 10, `${kind}: ${promised} promised`);
    if (kind === 'revised to please') assert.ok(single > 12, `labels of single drafts would break it: ${single}`);
  }
});

test('where each score is wrong a little too often, and where words are shuffled, a promise is rare', () => {
  const random = numbers(11);
  for (const step of [0.01, 2]) {
    const levels = Array.from({ length: 10 / step }, (_, at) => ({ score: at * step, mass: step / 10, right: 0.895 }));
    let promised = 0;
    for (let at = 0; at < 400; at += 1) if (guarantee(labelsOf(random, levels, 150), PROMISE) !== undefined) promised += 1;
    // 5 % of 400 are 20, and their binomial error 7 more.
    assert.ok(promised <= 27, `${promised} of 400`);
  }
});

test('newer labels that break a promise raise an alarm, and others seldom do', () => {
  const promise = guarantee(many(9, 150, 3), PROMISE);
  assert.deepEqual(drift(promise, many(9, 100, 5)).alarm, false);
  // P(X ≥ 15) of 100 at .1 is .073, P(X ≥ 16) .040.
  assert.equal(drift(promise, many(9, 100, 15)).alarm, false);
  const { alarm, wrong } = drift(promise, many(9, 100, 16));
  assert.deepEqual([alarm, wrong.count, wrong.of], [true, 16, 100]);
  // What is not accepted breaks nothing.
  assert.deepEqual(drift(promise, many(8, 100, 90)), { alarm: false });
});

test('wrong labels, limits and judges are refused by name', async () => {
  const judge = { critics: ['a'], verifiers: [], version: '1', settings: { looks: 2 } };
  const of = (judge) => many(9, 40).map((label) => ({ ...label, judge }));
  await refusals('invalid_settings', [
    [() => guarantee([], { wrong: 0 }), '`wrong` must be a share above 0 and below 1, got 0'],
    [() => guarantee([], { wrong: 1 }), '`wrong` must be a share above 0 and below 1, got 1'],
    [() => guarantee([], { wrong: 10 }), /`wrong` must be a share above 0 and below 1, got 10/],
    [() => guarantee([], { wrong: Number.NaN }), /`wrong` must be a share/],
    [() => guarantee([], {}), /`wrong` must be a share above 0 and below 1, got undefined/],
    [() => guarantee([], { wrong: 0.1, confidence: 95 }), /`confidence` must be a share above 0 and below 1, got 95/],
    [() => guarantee([], { error: 0.1 }), /`error` is not an option of guarantee; there are wrong, confidence/],
  ]);
  await refusals('invalid_task', [
    [() => guarantee({}, PROMISE), /labels must be a list, got an object/],
    [() => guarantee([1], PROMISE), 'labels[0]: a label must be an object, got a number'],
    [() => guarantee([{ score: 9 }], PROMISE), 'labels[0]: `right` is missing: a person’s word, true or false'],
    [() => guarantee([{ score: 9, right: 1 }], PROMISE), 'labels[0]: `right` must be a boolean, got a number'],
    [() => guarantee([{ score: Number.NaN, right: true }], PROMISE), /labels\[0\]: `score` must be a number, got NaN/],
    [() => guarantee([{ score: '9', right: true }], PROMISE), /`score` must be a number, got a string/],
    [() => guarantee([{ score: 9, right: true, grp: 'a' }], PROMISE), /unknown key `grp`; there are score, right, group/],
    [() => guarantee([{ score: 9, right: true, group: ' ' }], PROMISE), /`group` must not be blank/],
    [() => drift(undefined, []), /`guarantee` must be what `guarantee\(labels, …\)` returned/],
    [() => labelRun({}), /`labelRun` takes the result of a run of ReflectEngine, got an object/],
  ]);
  await refusals('judge_changed', [
    [
      () => guarantee([...of(judge), ...of({ ...judge, critics: ['b'] })], PROMISE),
      'labels[40] is of another judge: its `judge.critics` is not that of labels[0]',
    ],
    [() => guarantee([...of(judge), ...of({ ...judge, settings: { looks: 3 } })], PROMISE), /its `judge.settings.looks` is not/],
    [() => guarantee([...of(judge), ...many(9, 1)], PROMISE), /labels\[40\] is of another judge/],
    [
      () => drift(guarantee(of(judge), PROMISE), of({ ...judge, version: '2' })),
      /its `judge.version` is not that of the guarantee/,
    ],
  ]);
  // What nobody could accept says nothing of who judges.
  const unscored = { right: false, judge: { ...judge, critics: [] } };
  assert.equal(guarantee([...of(judge), unscored], PROMISE).threshold, 9);
});

/** A model that writes `right 7` or `wrong 8`, as the number that it is asked; its revisions are as right as its drafts. */
const writer = ({ messages }) => {
  const number = Number(/\d+/.exec(messages.find(({ role }) => role === 'user').content)[0]);
  return { content: `${number % 2 ? 'right' : 'wrong'} ${number} ${messages.length}`, model: 'writer-1' };
};
/** Its critic: more points for what is right, on average. */
function judging(seed, model = 'critic-1') {
  const random = numbers(seed);
  return ({ messages }) => {
    const score = Math.round(10 * Math.min(10, (messages.at(-1).content.includes('right') ? 6 : 3) + 5 * random())) / 10;
    return { content: score < 8 ? reject(score) : accept(score), model };
  };
}
async function labelled(settings, count = 150, from = 0) {
  const [engine, critic, labels] = [new ReflectEngine(settings), judging(from + 7), []];
  for (let at = from; at < from + count; at += 1) {
    const result = await engine.run({ input: `Task ${at}`, model: writer, critic });
    labels.push(labelRun(result, { right: result.output.startsWith('right'), group: `task ${at}` }));
  }
  return labels;
}

test('an engine that revises until its judge is pleased keeps a promise that its runs made', async () => {
  const settings = { maxReflections: 2, strategy: 'classic', advanced: { judgeLast: true } };
  const promise = guarantee(await labelled(settings), PROMISE);
  const engine = new ReflectEngine({ ...settings, guarantee: promise });
  const critic = judging(99);
  let [accepted, wrong] = [0, 0];
  for (let at = 1_000; at < 1_300; at += 1) {
    const result = await engine.run({ input: `Task ${at}`, model: writer, critic });
    assert.equal(result.status === 'ok', result.trace.acceptanceScore >= promise.threshold);
    assert.deepEqual(result.guarantee, result.status === 'ok' ? { ...PROMISE, labels: 150 } : undefined);
    if (result.status !== 'ok') assert.ok(result.reviewReasons.includes('not_guaranteed'));
    if (result.status === 'ok') accepted += 1;
    if (result.status === 'ok' && result.output.startsWith('wrong')) wrong += 1;
  }
  assert.ok(accepted > 50 && wrong / accepted <= 0.1, `${wrong} of ${accepted}`);
});

test('a guarantee is kept by snapshot, resume, trace, replay, backtest, hosts and JSON, and shows no text', async () => {
  const settings = { looks: 2, maxReflections: 0, advanced: { seed: 3 } };
  const labels = await labelled(settings);
  assert.deepEqual(labels[0].judge, {
    critics: ['critic-1'],
    verifiers: [],
    version: labels[0].judge.version,
    settings: { looks: 2, maxReflections: 0 },
  });
  assert.ok(!JSON.stringify(labels).includes('right 1'), 'no text of a run is in its label');
  const promise = JSON.parse(JSON.stringify(guarantee(JSON.parse(JSON.stringify(labels)), PROMISE)));
  const engine = new ReflectEngine({ ...settings, guarantee: promise });
  const task = { input: 'Task 7', model: writer, critic: () => ({ content: accept(9.5), model: 'critic-1' }) };
  const result = await engine.run(task);
  assert.deepEqual([result.status, result.stopReason, result.acceptedBy], ['ok', 'accepted', 'critic']);
  assert.deepEqual(JSON.parse(JSON.stringify(result)).guarantee, { ...PROMISE, labels: 150 });
  const trace = traceOf(result);
  assert.deepEqual(replay(trace).guarantee, result.guarantee);
  assert.equal(replay(trace).status, 'ok');
  assert.equal(backtest([trace], {}).accepted, 1);
  assert.equal(thrown(() => backtest([trace], { acceptanceThreshold: 5 })).code, 'judge_changed');
  const stricter = new ReflectEngine({ ...settings, guarantee: { ...promise, threshold: 9.6 } });
  const unsure = await stricter.run(task);
  assert.deepEqual([unsure.status, unsure.stopReason, unsure.guarantee], ['needs_review', 'not_guaranteed', undefined]);
  assert.equal(replay(traceOf(unsure)).stopReason, 'not_guaranteed');
  const reviewed = await stricter.resume(unsure.snapshot, { ...task, review: { accepted: true } });
  assert.deepEqual([reviewed.acceptedBy, reviewed.guarantee], ['human', undefined]);
  assert.match(thrown(() => labelRun(reviewed)).message, /label a run before its `review`/);
  // Interrupted between its two looks, and taken up again.
  const stopping = new AbortController();
  let looks = 0;
  const critic = () => {
    looks += 1;
    if (looks === 2) stopping.abort();
    return { content: accept(9.5), model: 'critic-1' };
  };
  const { result: cut } = await rejection(engine.run({ ...task, critic, signal: stopping.signal }));
  assert.equal(cut.trace.acceptanceScore, undefined);
  const resumed = await engine.resume(cut.snapshot, { ...task, critic: task.critic });
  assert.deepEqual([resumed.status, resumed.guarantee?.labels], ['ok', 150]);
  const redacted = await engine.run({ ...task, redact: () => '*' });
  assert.equal(redacted.status, 'ok');
});

test('a gate and verifiers promise as well', async () => {
  const settings = { maxReflections: 1 };
  const verifiers = { tests: (draft) => draft.startsWith('right') || 'fails' };
  const labels = [];
  const draft = (at) => `${at % 40 ? 'right' : 'right, but wrong'} ${at}`;
  const engine = new ReflectEngine(settings);
  for (let at = 0; at < 120; at += 1) {
    const result = await engine.run({ input: `${at}`, model: () => draft(at), critic: false, verifiers });
    labels.push(labelRun(result, { right: !result.output.includes('wrong') }));
  }
  assert.deepEqual([labels[1].score, labels[1].judge.critics, labels[1].judge.verifiers], [1, [], ['tests']]);
  const promising = new ReflectEngine({ ...settings, guarantee: guarantee(labels, PROMISE) });
  const passes = await promising.run({ input: 'q', model: () => draft(1), critic: false, verifiers });
  assert.deepEqual([passes.acceptedBy, passes.guarantee.labels], ['verifier', 120]);
  const fails = await promising.run({ input: 'q', model: () => 'no', critic: false, verifiers });
  assert.ok(fails.status === 'needs_review' && fails.reviewReasons.includes('not_guaranteed'));
  const other = await rejection(
    promising.run({ input: 'q', model: () => draft(1), critic: false, verifiers: { lint: () => true } }),
  );
  assert.deepEqual([other.code, /the list of verifiers is not as in its `judge`/.test(other.message)], ['judge_changed', true]);

  const gated = async (over, score) => {
    const gate = new ReflectEngine({ ...settings, ...over }).gate({ input: 'q', critic: () => accept(score) });
    return (await gate.submit('right')).result;
  };
  const judged = await Promise.all(Array.from({ length: 40 }, () => gated({}, 9)));
  const promise = guarantee(
    judged.map((result) => labelRun(result, { right: true })),
    PROMISE,
  );
  assert.deepEqual((await gated({ guarantee: promise }, 9)).guarantee, { ...PROMISE, labels: 40 });
  assert.equal((await gated({ guarantee: promise }, 8.5)).stopReason, 'not_guaranteed');
});

test('another judge is refused before a call, or where its replies name another model', async () => {
  const settings = { maxReflections: 0 };
  const promise = guarantee(await labelled(settings), PROMISE);
  await refusals('judge_changed', [
    [() => new ReflectEngine({ guarantee: promise }), /`maxReflections` is not as in its `judge`/],
    [() => new ReflectEngine({ ...settings, looks: 2, guarantee: promise }), /`looks` is not as in its `judge`/],
    [() => new ReflectEngine({ ...presets.agentlib, guarantee: promise }), /guarantee. is of another judge/],
  ]);
  const engine = new ReflectEngine({ ...settings, guarantee: promise });
  let calls = 0;
  const model = () => `${(calls += 1)}`;
  const asked = (more) => engine.run({ input: 'q', model, critic: judging(1), ...more });
  for (const more of [
    { settings: { acceptanceThreshold: 7 } },
    { critic: [judging(1), judging(2)] },
    { critic: false, verifiers: { v: () => true } },
  ]) {
    assert.equal((await rejection(asked(more))).code, 'judge_changed');
    assert.equal(calls, 0);
  }
  const result = await asked({ critic: () => ({ content: accept(10), model: 'critic-2' }) });
  assert.deepEqual([result.status, result.guarantee], ['needs_review', undefined]);
  assert.ok(result.reviewReasons.includes('judge_changed'), `${result.reviewReasons}`);
  assert.match(result.errors[0].message, /the model of the critic is not as in its `judge`/);
  // Labels by hand say nothing of who judges.
  assert.match(
    thrown(() => new ReflectEngine({ guarantee: guarantee(many(9, 40), PROMISE) })).message,
    /`guarantee.judge.critics` is missing/,
  );
});
