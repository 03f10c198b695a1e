// Tree of Thoughts, creative writing (princeton-nlp/tree-of-thought-llm): ten passages for each of a hundred tasks, each scored five times
// by GPT-4. What one look at a passage is worth, and what it does to the score of the passage that is chosen by it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mean, records, show, variance, withLogs } from './logs.mjs';

/** How far the score of the best-looking draft lies above its other scores, when one look at each draft decides; every look in turn. */
function overstatement(items) {
  const each = [];
  for (const { scores } of items) {
    for (let look = 0; look < 5; look += 1) {
      const seen = scores.filter((of) => of.length > look);
      const best = Math.max(...seen.map((of) => of[look]));
      const chosen = seen.filter((of) => of[look] === best);
      // Among equals any may be taken.
      each.push(mean(chosen.map((of) => best - mean(of.toSpliced(look, 1)))));
    }
  }
  return mean(each);
}

test('Tree of Thoughts: one look is noisy, and the best of ten looks is too good', withLogs, () => {
  const log = records('tot_text_scores').filter(({ scores }) => scores.length > 0);
  const rows = [];
  for (const [method, repeat, above] of [
    ['standard', 0.76, 0.58],
    ['cot', 0.7, 0.55],
  ]) {
    const items = log.filter((item) => item.method === method);
    const drafts = items.flatMap(({ scores }) => scores).filter((of) => of.length === 5);
    const noise = Math.sqrt(mean(drafts.map(variance)));
    const spread = Math.sqrt(mean(items.map(({ scores }) => variance(scores.map(mean)))));
    const over = overstatement(items);
    rows.push([method, items.length, noise.toFixed(2), spread.toFixed(2), over.toFixed(2)]);
    assert.equal(noise.toFixed(2), repeat.toFixed(2), method);
    assert.ok(Math.abs(over - above) < 0.03, `${method}: ${over}`);
  }
  const heads = ['prompt', 'items', 'repeat SD of the judge', 'SD between drafts of an item', 'overstatement of the best of ten'];
  show('Tree of Thoughts: ten drafts an item, five scores a draft', heads, rows);
});
