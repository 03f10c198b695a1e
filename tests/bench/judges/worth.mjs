// What an acceptance is worth: how many are right of all that was looked at, and of what somebody accepted.

import { allPools } from '../code/pool.mjs';
import { THRESHOLD } from './confirm.mjs';
import { groupsBy, linesOf, percent, shareOf } from './logs.mjs';

/** Points from which GPT-4 finds a text of ToT coherent, as `measure` has it. */
const COHERENT = 7;
const STRONG = 'GPT-4';

/** A row for each judge and log. @returns {string[]} */
export function acceptances() {
  const llmbar = linesOf('llmbar');
  const tasks = allPools().qwen05();
  return [
    ...[STRONG, 'ChatGPT'].flatMap((judge) => pairsOf(llmbar, judge)),
    both(llmbar),
    ...coherence(linesOf('tot')),
    ...ownCritic(tasks),
    ...checks(tasks),
  ];
}

/**
 * @typedef {{ right: boolean, accepted: boolean }} Look
 * @param {string} who @param {string} what @param {Look[][]} tasks the looks at each task's drafts
 */
export function worthOf(who, what, tasks) {
  const share = (looks, is) => ({ hits: looks.filter(is).length, of: looks.length });
  const before = shareOf(tasks.map((looks) => share(looks, ({ right }) => right)));
  const after = shareOf(
    tasks.map((looks) =>
      share(
        looks.filter(({ accepted }) => accepted),
        ({ right }) => right,
      ),
    ),
  );
  const odds = ({ value }) => value / (1 - value);
  const [low, high] = [odds(before), odds(after)].map((value) => value.toFixed(2));
  const times = (odds(after) / odds(before)).toFixed(1);
  return [who, what, before.of, percent(before), after.of, percent(after), `${low} → ${high}`, times].join(' | ');
}

function pairsOf(rows, judge) {
  const kinds = { natural: (set) => set === 'Natural', adversarial: (set) => set !== 'Natural' };
  return Object.entries(kinds).flatMap(([kind, is]) => {
    const pairs = rows.filter((row) => row.judge === judge && is(row.set));
    const what = `LLMBar, ${kind}`;
    const isTwice = ({ points, again }, at) => points[at] >= THRESHOLD && again[at] >= THRESHOLD;
    const looks = (accepts) =>
      pairs.map((row) => [0, 1].map((at) => ({ right: row.right === at + 1, accepted: accepts(row, at) })));
    return [
      worthOf(
        `${judge}, from ${THRESHOLD} points`,
        what,
        looks(({ points }, at) => points[at] >= THRESHOLD),
      ),
      ...(judge === STRONG && kind !== 'natural' ? [worthOf(`${judge} twice, by two prompts`, what, looks(isTwice))] : []),
      worthOf(
        `${judge}: chosen in both orders`,
        what,
        looks(({ pair }, at) => pair.every((choice) => choice === `${at + 1}`)),
      ),
    ];
  });
}

/** What both judges accept. */
function both(rows) {
  const [strong, weak] = [STRONG, 'ChatGPT'].map((judge) => rows.filter((row) => row.judge === judge));
  const tasks = strong.map((row) => {
    const other = weak.find(({ set, i }) => set === row.set && i === row.i);
    return [0, 1].map((at) => ({
      right: row.right === at + 1,
      accepted: [row, other].every(({ points }) => points[at] >= THRESHOLD),
    }));
  });
  return worthOf('GPT-4 and ChatGPT', 'LLMBar, all', tasks);
}

/** Of five looks at a text one or two judge, and the mean of the last three says what is right. */
function coherence(items) {
  const mean = (scores) => scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const looks = (used) =>
    items.map(({ scores }) =>
      scores
        .filter((five) => five.length === 5 && five.every((score) => typeof score === 'number'))
        .map((five) => ({ right: mean(five.slice(2)) >= COHERENT, accepted: mean(five.slice(0, used)) >= COHERENT })),
    );
  const what = 'ToT, by three other looks of its own';
  return [worthOf(`GPT-4, from ${COHERENT} points`, what, looks(1)), worthOf('GPT-4, the mean of two looks', what, looks(2))];
}

function ownCritic(tasks) {
  const what = 'HumanEval, its own code';
  const isAccepted = ({ status }) => status === 'accepted';
  const looks = (told) =>
    tasks.map(({ critiques }) =>
      critiques.filter((one) => one.toldExamples === told).map((one) => ({ right: one.hidden, accepted: isAccepted(one) })),
    );
  const twice = tasks.map(({ critiques }) => {
    const untold = critiques.filter(({ toldExamples }) => !toldExamples);
    return groupsBy(untold, ({ code }) => code)
      .filter(({ length }) => length > 1)
      .map(([first, second]) => ({ right: first.hidden, accepted: [first, second].every(isAccepted) }));
  });
  const name = 'Qwen2.5-Coder-0.5B';
  return [
    worthOf(name, what, looks(false)),
    worthOf(`${name}, told which examples fail`, what, looks(true)),
    worthOf(`${name} twice`, what, twice),
  ];
}

function checks(tasks) {
  const what = 'HumanEval, code of Qwen2.5-Coder-0.5B';
  const passes = ({ examples }) => examples === 1;
  const drafts = tasks.map(({ fresh }) => fresh.map((draft) => ({ right: draft.hidden, accepted: passes(draft) })));
  // The draws of a seed belong together. A draft that others agree with does on probe inputs what they do.
  const agreed = tasks.map(({ fresh }) =>
    groupsBy(fresh, ({ seed }) => seed).flatMap((draws) => {
      const five = draws.slice(0, 5);
      const agreeing = ({ outputs }) => five.filter((other) => outputs !== undefined && other.outputs === outputs).length;
      return five.length < 5
        ? []
        : five.map((draft) => ({ right: draft.hidden, accepted: agreeing(draft) >= 3, passed: passes(draft) }));
    }),
  );
  const passedToo = agreed.map((looks) => looks.map((look) => ({ ...look, accepted: look.accepted && look.passed })));
  return [
    worthOf('the examples of the task', what, drafts),
    worthOf('three of five drafts do the same', what, agreed),
    worthOf('both of these', what, passedToo),
  ];
}
