// Tree of Thoughts, creative writing: drafts that are compared in one look against drafts that are scored alone, with the same six calls. A look at several drafts gives each the next score of its log. How much worse such a look may be than
// the scores of the log is not known from it, so that the same is played with larger errors too.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine } from 'reflect-engine';
import { mean, records, show, withLogs, writes } from './logs.mjs';

const CALLS = 6;
/** Passages of an item at which a run begins; it goes on with those after it, round and round. */
const STARTS = [0, 2, 4, 6, 8];

/** A normal number that follows from its name (mulberry32, then Box and Muller). */
function normal(...name) {
  let state = name.reduce((sum, part) => Math.imul(sum ^ part, 0x9e3779b1) ^ (sum >>> 13), 0x2026);
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
  return Math.sqrt(-2 * Math.log(share())) * Math.cos(2 * Math.PI * share());
}

function verdict(points) {
  const score = Math.min(10, Math.max(0, points));
  return { score, issues: score < 8 ? ['It does not hang together.'] : [], suggestion: '', needs_revision: score < 8 };
}

/** The first look at a draft has its first score, and so on; `extra` is the SD of what a look at several adds. */
function judge(scores, extra, id) {
  const looks = scores.map(() => 0);
  const next = (draft, added) => {
    const score = scores[draft][looks[draft]++];
    if (score === undefined) throw new Error('the log has no more looks at this draft');
    return verdict(score + added * normal(id, draft, looks[draft]));
  };
  return ({ drafts, iteration }) =>
    JSON.stringify(
      drafts ? { drafts: drafts.map((draft, at) => ({ draft: at + 1, ...next(draft, extra) })) } : next(iteration - 1, 0),
    );
}

/**
 * What the chosen passages have gained above the mean passage of their item, in scores that nobody saw. `alone`: the critic cannot be read
 * where it is shown several drafts, which is tried twice, so that each is scored alone.
 */
async function gained(items, { drafts, alone = false, extra = 0 }) {
  const engine = new ReflectEngine({
    strategy: 'best-of-n',
    drafts,
    maxReflections: 0,
    budget: { maxCalls: alone ? CALLS + 2 : CALLS },
    advanced: { seed: 7 },
  });
  const gains = [];
  for (const { id, scores } of items) {
    const middle = mean(scores.flatMap(([, ...others]) => others));
    for (const start of STARTS) {
      const order = scores.map((_, at) => scores[(start + at) % scores.length]);
      const passages = order.map((_, at) => `Passage ${at + 1} of ${id}.`);
      const judges = judge(order, extra, id * 10 + start);
      const critic = (request) => (alone && request.drafts ? 'one at a time' : judges(request));
      const { trace } = await engine.run({ input: `Write passage ${id}.`, model: writes(passages), critic });
      gains.push(mean(order[trace.draftIndex].slice(1)) - middle);
    }
  }
  return mean(gains);
}

test('Tree of Thoughts: five drafts compared in one look gain more than three that are scored alone', withLogs, async () => {
  const log = records('tot_text_scores').filter(({ scores }) => scores.length > 0);
  const rows = [];
  for (const method of ['standard', 'cot']) {
    const items = log.filter((item) => item.method === method && item.scores.length === 10);
    const passages = items.flatMap(({ scores }) => scores);
    const spread = Math.sqrt(mean(passages.map((five) => mean(five.map((score) => (score - mean(five)) ** 2)) * (5 / 4))));
    const worse = (times) => spread * Math.sqrt(times ** 2 - 1);
    const alone = await gained(items, { drafts: 3, alone: true });
    const together = {};
    for (const times of [1, 1.4, 2]) {
      together[times] = await gained(items, { drafts: 5, extra: worse(times) });
    }
    const four = await gained(items, { drafts: 4 });
    rows.push([method, ...[alone, four, together[1], together[1.4], together[2]].map((gain) => gain.toFixed(2))]);
    assert.ok(together[1] > alone + 0.1, `${method}: ${together[1]} by one look, ${alone} by three`);
    assert.ok(together[1.4] > alone, `${method}, noise x 1.4: ${together[1.4]} by one look, ${alone} by three`);
  }
  show(
    `Tree of Thoughts: points of the chosen passage above the mean one, in scores that were not seen; ${CALLS} calls at most`,
    ['prompt', 'best of three, alone', 'best of four, one look', 'best of five, one look', 'noise x 1.4', 'noise x 2'],
    rows,
  );
});
