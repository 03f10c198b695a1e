// A promised error on splits of public logs: some labelled, the rest not seen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LOGS, trySplit } from '../bench/guarantee/logs.mjs';
import { numbers } from '../random.mjs';
import { withLogs } from './logs.mjs';

const SPLITS = 200;
/** 5 % of the splits, and the binomial error of that. */
const MOST = 0.05 * SPLITS + 2 * Math.sqrt(SPLITS * 0.05 * 0.95);

test('a promise holds in what was not labelled, and none is made of shuffled words', withLogs, () => {
  for (const [name, log] of Object.entries(LOGS)) {
    const [groups, random] = [log.groups(), numbers(7)];
    let [none, broken, luck, found] = [0, 0, 0, 0];
    for (let at = 0; at < SPLITS; at += 1) {
      const split = trySplit(groups, log, random);
      if (split.isLucky) luck += 1;
      if (split.accepted === undefined) {
        none += 1;
        continue;
      }
      found += split.found;
      if (split.error > log.wrong) broken += 1;
    }
    assert.ok(broken <= MOST, `${name}: ${broken} of ${SPLITS} broken`);
    assert.ok(luck <= MOST, `${name}: ${luck} of ${SPLITS} from shuffled words`);
    if (name.endsWith('its own critic')) assert.equal(none, SPLITS, 'its critic is worth nothing');
    // What DESIGN wants of 150 labels and two looks, within the error of so few splits.
    if (name.endsWith('two looks')) assert.ok(none <= 0.26 * SPLITS && found / (SPLITS - none) > 0.67, `${none}, ${found}`);
  }
});
