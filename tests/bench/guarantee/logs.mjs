// What judges of public logs said of texts, and whether those are right, by groups: the score of a label, and a person's word in its place.

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

/** Groups in an order by chance: so many of them labelled, and the rest. Each has its number as its name. */
export function splitOf(groups, count, random) {
  const order = groups.map((own, at) => own.map((label) => ({ ...label, group: `${at}` }))).filter((own) => own.length > 0);
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other], order[at]];
  }
  return { labels: order.slice(0, count).flat(), rest: order.slice(count).flat() };
}

/** The same labels, whose words are those of other ones. */
export function shuffled(labels, random) {
  const words = labels.map(({ right }) => right);
  for (let at = words.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [words[at], words[other]] = [words[other], words[at]];
  }
  return labels.map((label, at) => ({ ...label, right: words[at] }));
}
