// Tree of Thoughts, creative writing (princeton-nlp/tree-of-thought-llm): ten passages for each of a hundred tasks, each scored five times
// by GPT-4. `adaptive` chooses: what it believes of the passage that it returns, against the scores that it did not see. The first fifty
// items teach it what a look of this judge is worth; it is tested on the others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { mean, records, show, withLogs, writes } from './logs.mjs';

const TAUGHT = 50;
/** All ten drafts can be written, three of them at first, and each can be judged, some again. */
const ROOM = { maxReflections: 7, budget: { maxCalls: 30 } };

/** A judge whose first look at a draft is the first score of the log, and so on; of several in one look each has its next score. */
function judge(scores) {
  const looks = scores.map(() => 0);
  const look = (at) => {
    const score = scores[at][looks[at]++];
    if (score === undefined) throw new Error('the log has no more looks at this draft');
    const needsRevision = score < 8;
    const issues = needsRevision ? ['It does not hang together.'] : [];
    return { score, issues, suggestion: '', needs_revision: needsRevision };
  };
  return ({ iteration, drafts }) => JSON.stringify(drafts ? drafts.map(look) : look(iteration - 1));
}

/** The drafts of a log were written independently of each other, so a revision is one more of them. */
async function replay(engine, items) {
  const results = [];
  for (const { method, id, scores } of items) {
    const drafts = scores.map((_, at) => `Passage ${at + 1} of ${method} ${id}`);
    results.push(await engine.run({ input: `Write passage ${id}.`, model: writes(drafts), critic: judge(scores) }));
  }
  return results;
}

/** Some scores of the log cannot be read; the run goes on without them. */
const PATIENT = { maxCritiqueFailures: 3 };

/** The score that another look is expected to give the returned draft, as it was believed last: where the log has no more looks, before that. */
function estimateOf(result) {
  const { posterior } = result.trace.steps.findLast(({ why }) => why?.posterior).why;
  return posterior.find(({ draftIndex }) => draftIndex === result.trace.draftIndex).expectedScore;
}

/** Of each returned draft: its first score and the estimate, both against the mean of the other four scores. */
function held(items, results) {
  return results.map((result, at) => {
    const [first, ...others] = items[at].scores[result.trace.draftIndex];
    const heldOut = mean(others);
    return { score: first - heldOut, estimate: estimateOf(result) - heldOut, heldOut };
  });
}

const absolute = (numbers) => mean(numbers.map(Math.abs));

/** What is seen of returned drafts: how far the first score and the estimate lie above the scores that nobody saw. */
function row(name, { drafts, looks, seen }) {
  const [scores, estimates, unseen] = ['score', 'estimate', 'heldOut'].map((key) => seen.map((each) => each[key]));
  const middle = mean(unseen);
  const figures = {
    unseen: middle,
    scoreAbove: mean(scores),
    estimateAbove: mean(estimates),
    scoreOff: absolute(scores),
    estimateOff: absolute(estimates),
    guessOff: absolute(unseen.map((number) => number - middle)),
  };
  const cells = [drafts, looks, ...Object.values(figures)].map((number) => (Number.isNaN(number) ? '' : number.toFixed(2)));
  return { ...figures, name, cells: [...name, ...cells] };
}

/** The study's own way: the draft that has the best first score. */
function bestOfTen(items) {
  const seen = items.map(({ scores }) => {
    const [first, ...others] = scores.reduce((best, next) => (next[0] > best[0] ? next : best));
    return { score: first - mean(others), estimate: Number.NaN, heldOut: mean(others) };
  });
  return { drafts: 10, looks: 10, seen };
}

async function adaptive(items, settings) {
  const teacher = new ReflectEngine({ strategy: 'adaptive', ...settings, advanced: { ...PATIENT, ...settings?.advanced } });
  teacher.calibrate(await replay(teacher, items.slice(0, TAUGHT)));
  // As one would keep it between two processes.
  const calibration = JSON.parse(JSON.stringify(teacher.calibration()));
  assert.equal(calibration.tasks, TAUGHT);
  const rest = items.slice(TAUGHT);
  const results = await replay(
    new ReflectEngine({ strategy: 'adaptive', ...settings, advanced: { ...PATIENT, ...settings?.advanced, calibration } }),
    rest,
  );
  const drafts = mean(results.map((result) => result.trace.drafts.length));
  const looks = mean(results.map((result) => result.usage.byPurpose.critique.calls));
  return { drafts, looks, seen: held(rest, results) };
}

test('Tree of Thoughts: the estimate of the chosen draft is not too good', withLogs, async () => {
  const log = records('tot_text_scores').filter(({ scores }) => scores.length > 0);
  const rows = [];
  const believed = [];
  for (const method of ['standard', 'cot']) {
    const items = log.filter((item) => item.method === method);
    rows.push(row([method, 'best of ten by one look'], bestOfTen(items.slice(TAUGHT))));
    for (const [name, settings] of [
      ['`adaptive`, room for ten', ROOM],
      ['`adaptive`, 6 calls', {}],
    ]) {
      believed.push(row([method, name], await adaptive(items, settings)));
      rows.push(believed.at(-1));
    }
  }
  show(
    `Tree of Thoughts: learned from ${TAUGHT} items, tested on the others; points`,
    [
      'prompt',
      '',
      'drafts',
      'looks',
      'unseen score',
      'first score above it',
      'estimate above it',
      'score off',
      'estimate off',
      'guess off',
    ],
    rows.map(({ cells }) => cells),
  );
  for (const { name, estimateAbove, estimateOff, guessOff } of believed) {
    assert.ok(estimateAbove <= 0.25, `${name}: the estimate lies ${estimateAbove} above the scores that were not seen`);
    // An estimate that says the same of every draft overstates none either.
    assert.ok(estimateOff < guessOff, `${name}: the estimate is off by ${estimateOff}, the mean of all by ${guessOff}`);
  }
});
