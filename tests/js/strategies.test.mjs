// Strategies through the package: drafts in flight at once, what a page is told of them, and who is returned.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { replay, traceOf } from 'reflect-engine/trace';
import { accept, column, columns, deferred, kinds, reject, settled } from './support.mjs';

/** A model whose drafts are settled from outside, and whose critic gives each text its points. */
function steered(points) {
  const drafts = new Map();
  const model = (request) => {
    if (request.purpose === 'critique') {
      const verdict = (text) => (points[text] >= 8 ? accept(points[text]) : reject(points[text]));
      const shown = request.messages[1].content;
      const texts = Object.keys(points).filter((draft) => shown.includes(`\n${draft}\n`));
      texts.sort((one, other) => shown.indexOf(`\n${one}\n`) - shown.indexOf(`\n${other}\n`));
      return request.drafts ? `[${texts.map(verdict)}]` : verdict(texts[0]);
    }
    const draft = deferred();
    drafts.set(request.callId, { ...draft, request });
    return draft.promise;
  };
  return { model, drafts };
}

test('best-of-n has three drafts in flight at once, told apart in the stream, and returns the best', async () => {
  const { model, drafts } = steered({ one: 6, two: 9, three: 7 });
  const events = [];
  const engine = new ReflectEngine({ strategy: 'best-of-n', drafts: 3 });
  // With a tool each draft is a conversation of its own: without one a single call is asked for all three.
  const tools = [{ name: 'look', schema: { type: 'object' }, execute: () => 'sky' }];
  const stream = engine.stream({ input: 'q', model, tools, onDraft: ({ runId: _, ...event }) => events.push(event) });
  await settled();
  assert.deepEqual([...drafts.keys()], ['answer-1', 'answer-2', 'answer-3']);
  const { onDelta: first } = drafts.get('answer-1').request;
  drafts.get('answer-3').request.onDelta('th');
  first('on');
  drafts.get('answer-2').request.onDelta('two');
  drafts.get('answer-3').request.onDelta('ree');
  first('e');
  for (const [id, text] of Object.entries({ 'answer-3': 'three', 'answer-1': 'one', 'answer-2': 'two' })) {
    drafts.get(id).resolve(text);
    await settled();
  }
  const result = await stream.result;
  assert.deepEqual([result.output, result.trace.draftIndex, result.accepted, result.iterations], ['two', 1, true, 3]);
  assert.deepEqual(columns(result.trace.drafts, 'text', 'callId'), [
    ['one', 'answer-1'],
    ['two', 'answer-2'],
    ['three', 'answer-3'],
  ]);
  assert.equal(result.trace.metadata.strategy, 'best-of-n');
  const delta = (draftIndex, text) => ({ type: 'draft.delta', draftIndex, callId: `answer-${draftIndex + 1}`, delta: text });
  assert.deepEqual(events, [
    delta(2, 'th'),
    delta(0, 'on'),
    delta(1, 'two'),
    delta(2, 'ree'),
    delta(0, 'e'),
    { type: 'draft.rejected', draftIndex: 2, text: 'three', score: 7, issues: ['too short'] },
    { type: 'draft.rejected', draftIndex: 0, text: 'one', score: 6, issues: ['too short'] },
    { type: 'draft.accepted', draftIndex: 1, text: 'two' },
  ]);
  const looks = ['reflection', 'reflection', 'reflection', 'reflection'];
  assert.deepEqual(kinds(result.trace.steps), ['thought', 'thought', ...looks, 'response']);
  assert.equal(result.trace.steps[0].why.action, 'fresh');
  assert.deepEqual(result.trace.steps.at(-1).why, {
    action: 'accept',
    draftIndex: 1,
    reason: result.trace.steps.at(-1).why.reason,
  });
});

test('under keep-best a page is told at the end which drafts are not returned', async () => {
  const events = [];
  const joint =
    '[{"draft":1,"score":5,"needs_revision":true},{"draft":2,"score":5,"needs_revision":true},{"draft":3,"score":5,"needs_revision":true}]';
  const model = scriptedModel(['first', reject(7), 'second', 'third', joint]);
  const result = await new ReflectEngine({ strategy: 'keep-best' }).run({
    input: 'q',
    model,
    onDraft: (event) => events.push(event),
  });
  assert.deepEqual([result.output, result.status, result.stopReason], ['first', 'needs_review', 'max_reflections']);
  assert.deepEqual(columns(events, 'type', 'draftIndex'), [
    ['draft.rejected', 1],
    ['draft.rejected', 2],
  ]);
  assert.deepEqual(column(result.trace.drafts, 'parent'), [undefined, 0, undefined], 'a revision and another answer at once');
});

test('thoughts count attempts one by one, also where drafts are written at once', async () => {
  for (const [maxReflections, wanted] of [
    [1, [[1, 1]]],
    [
      2,
      [
        [1, 2],
        [2, 2],
      ],
    ],
    [
      4,
      [
        [1, 4],
        [2, 4],
        [3, 4],
        [4, 4],
      ],
    ],
  ]) {
    let drafts = 0;
    const model = async ({ purpose }) => (purpose === 'critique' ? reject : `draft ${(drafts += 1)}`);
    const { trace } = await new ReflectEngine({ maxReflections }).run({ input: 'q', model });
    const thoughts = trace.steps.filter(({ type }) => type === 'thought').map(({ content }) => content);
    const attempts = thoughts.flatMap((text) => [...text.matchAll(/\(attempt (\d)\/(\d)\)/g)].map(([, n, of]) => [+n, +of]));
    assert.deepEqual(attempts, wanted, thoughts.join('\n'));
  }
});

test('a run may have another strategy than its engine; resumed, it takes that of the engine', async () => {
  const engine = new ReflectEngine({ strategy: 'keep-best', maxReflections: 0 });
  const score = (request) =>
    (request.drafts ?? [0]).map((draft, at) => ({ draft: at + 1, score: 5 + draft, needs_revision: true }));
  const texts = ['one', 'two'];
  const model = (request) => (request.purpose === 'critique' ? JSON.stringify(score(request)) : texts.shift());
  const settings = { strategy: 'best-of-n', drafts: 2 };
  const result = await engine.run({ input: 'q', model, settings });
  assert.deepEqual([result.output, result.trace.metadata.strategy], ['two', 'best-of-n']);
  const review = { accepted: false, feedback: 'Warmer.' };
  const next = scriptedModel(['three', accept()]);
  const resumed = await engine.resume(result.snapshot, { model: next, review, settings: { budget: { maxCalls: 9 } } });
  assert.deepEqual([resumed.output, resumed.accepted, resumed.trace.metadata.strategy], ['three', true, 'keep-best']);
  assert.equal(resumed.trace.drafts[2].parent, 1, 'what the person saw is revised');
});

test('looks at several drafts that could not be read in one run change nothing for the next, which may be of another tenant', async () => {
  const engine = new ReflectEngine({ strategy: 'best-of-n', drafts: 3, maxReflections: 0, budget: { maxCalls: 9 } });
  const looks = async (reads) => {
    const asked = [];
    const model = ({ purpose, drafts, callId }) => {
      if (purpose !== 'critique') return `draft of ${callId}`;
      asked.push(drafts?.length ?? 1);
      if (drafts === undefined) return reject();
      return reads ? JSON.stringify({ drafts: drafts.map((at) => ({ draft: at + 1, ...JSON.parse(reject()) })) }) : 'no verdict';
    };
    const result = await engine.run({ input: 'q', model });
    assert.equal(replay(traceOf(result)).trace.steps.length, result.trace.steps.length, 'it is replayed as it was');
    return asked;
  };
  for (let run = 0; run < 3; run += 1) assert.deepEqual(await looks(false), [3, 3, 1, 1, 1]);
  assert.deepEqual(await looks(true), [3]);
});

test('a critic that rejects nothing is told of once, after 20 runs of an engine, and one that did reject never is', async () => {
  const noted = async (rejects) => {
    const engine = new ReflectEngine({ maxReflections: 0 });
    const told = [];
    for (let run = 1; run <= 45; run += 1) {
      const critic = scriptedModel([run === rejects ? reject() : accept()]);
      const { errors } = await engine.run({ input: 'q', model: () => 'a', critic });
      if (errors.some(({ code }) => code === 'critic_never_rejects')) told.push(run);
    }
    return told;
  };
  assert.deepEqual([await noted(0), await noted(3), await noted(40)], [[20], [], [20]]);
});

test('that a text was accepted by the model that wrote it is said in its result', async () => {
  const task = () => ({ input: 'q', model: scriptedModel(['a', accept()]) });
  const reasons = async (task) => (await new ReflectEngine().run(task)).reviewReasons;
  assert.deepEqual(await reasons(task()), ['self_judged']);
  assert.deepEqual(await reasons({ ...task(), critic: scriptedModel([accept()]) }), []);
});
