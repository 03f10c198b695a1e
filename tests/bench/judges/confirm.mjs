// A look at two outputs at once chooses one. By which second look is the choice accepted?

import { allPools } from '../code/pool.mjs';
import { groupsBy, linesOf, percent, shareOf } from './logs.mjs';

/** Points from which an output is accepted alone. */
export const THRESHOLD = 8;
const KINDS = [
  ['natural', (set) => set === 'Natural'],
  ['adversarial', (set) => set !== 'Natural'],
];

/** What accepts an output, 1 or 2, that the look in this order, 0 or 1, chose: a second look at it alone, one in the other order, or both. */
const SECOND = [isGoodAlone, isChosenTurned, (...of) => isGoodAlone(...of) && isChosenTurned(...of)];

function isGoodAlone({ points }, choice) {
  return (points[choice - 1] ?? 0) >= THRESHOLD;
}

function isChosenTurned({ pair }, choice, order) {
  return pair[1 - order] === `${choice}`;
}

/** For each judge and kind of pairs what each second look comes to; each pair is looked at first in both orders. */
export function confirmations(rows = linesOf('llmbar')) {
  return groups(rows).map(([title, pairs]) => {
    const shares = (accepts, keys) => {
      const counted = pairs.map((row) => count(row, accepts));
      return keys.map((key) => percent(shareOf(counted.map((one) => ({ hits: one[key], of: 2 })))));
    };
    const second = SECOND.flatMap((accepts) => shares(accepts, ['lost', 'wrong']));
    return [title, pairs.length, ...shares(() => true, ['wrong']), ...second].join(' | ');
  });
}

function groups(rows) {
  return ['GPT-4', 'ChatGPT'].flatMap((judge) =>
    KINDS.map(([kind, is]) => [`${judge}, ${kind}`, rows.filter((row) => row.judge === judge && is(row.set))]),
  );
}

function count(row, accepts) {
  const counts = { right: 0, wrong: 0, lost: 0 };
  for (const order of [0, 1]) {
    const choice = Number(row.pair[order]);
    if (accepts(row, choice, order)) counts[choice === row.right ? 'right' : 'wrong'] += 1;
    else if (choice === row.right) counts.lost += 1;
  }
  return counts;
}

/** What the other order gains over the look alone, in percent of the pairs, pair by pair. */
export function differences(rows = linesOf('llmbar')) {
  return ['GPT-4', 'ChatGPT'].map((judge) => {
    const of = rows.filter((row) => row.judge === judge).map((row) => [count(row, isChosenTurned), count(row, isGoodAlone)]);
    const gain = (key) => percent(shareOf(of.map(([turned, alone]) => ({ hits: turned[key] - alone[key], of: 2 }))));
    return `${judge}, the other order beside the look alone: ${gain('lost')} right ones lost, ${gain('wrong')} wrong ones accepted`;
  });
}

/**
 * The log has a right output in each pair. Where none is right, a look alone accepts a wrong one as often as it does here, and a look in the
 * other order whenever it chooses the same. At which share of such pairs do both do equal harm, if a wrong output that is accepted is as bad
 * as a right one that is lost?
 */
export function noneRight(rows = linesOf('llmbar')) {
  return ['GPT-4', 'ChatGPT'].map((judge) => {
    const pairs = rows.filter((row) => row.judge === judge);
    const mean = (value) => pairs.reduce((sum, row) => sum + value(row), 0) / pairs.length;
    const harm = (accepts) => mean((row) => (count(row, accepts).wrong + count(row, accepts).lost) / 2);
    const alone = shareOf(pairs.map((row) => ({ hits: Number(isGoodAlone(row, 3 - row.right)), of: 1 })));
    const turned = shareOf(pairs.map((row) => ({ hits: Number(row.pair[0] === row.pair[1]), of: 1 })));
    const [worse, better] = [harm(isGoodAlone) - harm(isChosenTurned), turned.value - alone.value];
    const even = (100 * worse) / (worse + better);
    const wrong = `a wrong output is accepted alone in ${percent(alone)} %, and chosen in both orders in ${percent(turned)} %`;
    return `${judge}, where no output is right: ${wrong}; equal harm at ${even.toFixed(0)} % of such pairs`;
  });
}

/** How often no draft is right, where a joint look comes after a first draft that is wrong: of it and the next two. */
export function noRightDraft() {
  return ['gpt35', 'codellama34b', 'qwen05'].map((name) => {
    const tasks = allPools()
      [name]()
      .map(({ fresh }) => {
        const threes = groupsBy(fresh, ({ seed }) => seed).filter((draws) => draws.length >= 3 && !draws[0].hidden);
        return { hits: threes.filter((draws) => draws.slice(0, 3).every(({ hidden }) => !hidden)).length, of: threes.length };
      });
    return `${name}, first draft wrong: none of the first three is right in ${percent(shareOf(tasks))} %`;
  });
}
