// What judges of public logs said of texts, and whether those are right, by groups: the score of a label, and a person's word in its place.

import { guarantee } from 'reflect-engine/measure';
import { shuffle } from '../../random.mjs';
import { records } from '../../replays/logs.mjs';

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
/** Five looks of GPT-4 at a text: the first ones are the judge's, and the mean of the others is the truth, from 7 points. */
const coherence = (looks) =>
  records('tot_text_scores').map(({ scores }) =>
    scores.flatMap((all) =>
      all.length < 5 || all.includes(null) ? [] : [{ score: mean(all.slice(0, looks)), right: mean(all.slice(looks)) >= 7 }],
    ),
  );
/** Code that passes the examples of its task, and how many of the three drafts of a run behave alike. */
const checks = (name) =>
  records(name).map(({ fresh }) => {
    const seeds = [...new Set(fresh.map(({ seed }) => seed))];
    return seeds.map((seed) => {
      const [first, ...others] = fresh.filter((draft) => draft.seed === seed).slice(0, 3);
      const alike = others.filter(({ outputs }) => outputs === first.outputs).length;
      return { ...(first.examples >= 1 && { score: 1 + alike }), right: first.hidden };
    });
  });
/** Points of GPT-4 for each of two outputs alone, by two prompts: the one that people prefer is right. */
const pairs = () =>
  records('llmbar_judges')
    .filter(({ judge }) => judge === 'GPT-4')
    .map(({ points, again, right }) =>
      [0, 1].flatMap((at) =>
        [points[at], again[at]].every(Number.isFinite) ? [{ score: mean([points[at], again[at]]), right: right === at + 1 }] : [],
      ),
    );
const own = () =>
  records('humaneval_qwen05').map(({ critiques }) =>
    critiques.flatMap(({ score, hidden }) => (score === null ? [] : [{ score, right: hidden }])),
  );

/** Each log as groups, with the error that is wanted, and how many labels. */
export const LOGS = {
  'ToT, GPT-4, two looks': { groups: () => coherence(2), wrong: 0.1, labels: 150 },
  'ToT, GPT-4, one look': { groups: () => coherence(1), wrong: 0.1, labels: 150 },
  'LLMBar, GPT-4, two prompts': { groups: pairs, wrong: 0.2, labels: 250 },
  'HumanEval, 0.5 B: examples, agreement': { groups: () => checks('humaneval_qwen05'), wrong: 0.2, labels: 100 },
  'HumanEval, 0.5 B: its own critic': { groups: own, wrong: 0.2, labels: 100 },
};

/**
 * One split of a log: so many groups labelled, and what the promise of these comes to in the rest. `isLucky`: the same labels promise
 * something when their words are those of other ones. Without a promise there is no more.
 */
export function trySplit(groups, { labels: count, wrong }, random) {
  const whole = groups.map((own, at) => own.map((label) => ({ ...label, group: `${at}` }))).filter((own) => own.length > 0);
  const order = shuffle(whole, random);
  const [labels, rest] = [order.slice(0, count).flat(), order.slice(count).flat()];
  const words = shuffle(
    labels.map(({ right }) => right),
    random,
  );
  const isLucky =
    guarantee(
      labels.map((label, at) => ({ ...label, right: words[at] })),
      { wrong },
    ) !== undefined;
  const promise = guarantee(labels, { wrong });
  if (promise === undefined) return { isLucky };
  const accepted = rest.filter(({ score = Number.NEGATIVE_INFINITY }) => score >= promise.threshold);
  const right = accepted.filter((one) => one.right).length;
  return {
    isLucky,
    accepted: accepted.length,
    error: 1 - right / accepted.length,
    found: right / rest.filter((one) => one.right).length,
  };
}
