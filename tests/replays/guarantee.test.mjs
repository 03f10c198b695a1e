// A promised error on splits of public logs: some labelled, the rest not seen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guarantee } from 'reflect-engine/measure';
import { LOGS, shuffled, splitOf } from '../bench/guarantee/logs.mjs';
import { numbers } from '../random.mjs';
import { withLogs } from './logs.mjs';

const SPLITS = 200;
/** 5 % of the splits, and the binomial error of that. */
const MOST = 0.05 * SPLITS + 2 * Math.sqrt(SPLITS * 0.05 * 0.95);

test('a promise holds in what was not labelled, and none is made of shuffled words', withLogs, () => {
  for (const [name, { groups: read, wrong, labels: count }] of Object.entries(LOGS)) {
    const [groups, random] = [read(), numbers(7)];
    let [none, broken, luck, found] = [0, 0, 0, 0];
    for (let at = 0; at < SPLITS; at += 1) {
      const { labels, rest } = splitOf(groups, count, random);
      if (guarantee(shuffled(labels, random), { wrong }) !== undefined) luck += 1;
      const promise = guarantee(labels, { wrong });
      if (promise === undefined) {
        none += 1;
        continue;
      }
      const accepted = rest.filter(({ score = Number.NEGATIVE_INFINITY }) => score >= promise.threshold);
      const right = accepted.filter((one) => one.right).length;
      found += right / rest.filter((one) => one.right).length;
      if (1 - right / accepted.length > wrong) broken += 1;
    }
    assert.ok(broken <= MOST, `${name}: ${broken} of ${SPLITS} broken`);
    assert.ok(luck <= MOST, `${name}: ${luck} of ${SPLITS} from shuffled words`);
    if (name.endsWith('its own critic')) assert.equal(none, SPLITS, 'its critic is worth nothing');
    // What DESIGN wants of 150 labels and two looks, within the error of so few splits.
    if (name.endsWith('two looks')) assert.ok(none <= 0.26 * SPLITS && found / (SPLITS - none) > 0.67, `${none}, ${found}`);
  }
});
