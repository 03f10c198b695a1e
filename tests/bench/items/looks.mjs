// What one look at several drafts is worth with a real model: of four answers to each task, which one is chosen by one look at all, by
// the same look with their order turned round, and by a look at each; beside the first answer, and beside what could have been chosen.

import { ReflectEngine } from 'reflect-engine';

import { isRight } from './grade.mjs';
import { table, wilson } from './report.mjs';

const DRAFTS = 4;
/** Answers that are asked for at most, until there are as many different ones: two that are the same are judged once. */
const TRIES = 12;
/** What is before each answer of a request, and behind all of them. */
const HEAD = /\n\nAnswer \d+ to evaluate:\n/;
const TAIL = '\n\nThere are ';

/**
 * @param {import('./items.mjs').Item[]} items
 * @param {(request: object, seed: number) => Promise<{ content: string }>} ask
 */
export async function looks(items, ask) {
  const rows = [];
  for (const [at, item] of items.entries()) {
    const different = new Map();
    for (let draft = 0; draft < TRIES && different.size < DRAFTS; draft += 1) {
      const { content } = await ask({ messages: [{ role: 'user', content: item.input }] }, at * 100 + draft);
      const alike = content.trim().toLowerCase().replace(/\s+/g, ' ');
      if (!different.has(alike)) different.set(alike, content);
    }
    const answers = [...different.values()];
    const right = answers.map((answer) => isRight(item, answer));
    const critic = (request) => ask(request, at * 100 + 50);
    const [together, turned, alone] = [
      await chosen(item, answers, critic),
      await chosen(item, answers, (request) => turnedRound(request, critic)),
      // Twice it cannot be read where several are shown.
      await chosen(item, answers, (request) => (request.drafts ? 'one at a time' : critic(request))),
    ];
    rows.push({ right, together, turned, alone });
    console.error(`${at + 1} of ${items.length}: ${right.filter(Boolean).length} of ${right.length} right`);
  }
  return rows;
}

/** Which answer best-of-n returns, and the points of each that was judged. */
async function chosen({ input }, answers, critic) {
  const drafts = answers.length;
  const budget = { maxCalls: 2 * drafts + 2 };
  const advanced = { seed: 7, critique: { memory: false } };
  const engine = new ReflectEngine({ strategy: 'best-of-n', drafts, maxReflections: 0, budget, advanced });
  const model = ({ iteration }) => answers[iteration - 1] || 'no answer';
  const { trace } = await engine.run({ input, model, critic });
  const points = answers.map(() => undefined);
  for (const { draftIndex, critique } of trace.revisionHistory) points[draftIndex] = critique?.score;
  return { index: trace.draftIndex, points, read: points.some((score) => score !== undefined) };
}

/** The same request with its answers in the reverse order, and the reply with the numbers that they had. */
async function turnedRound(request, critic) {
  if (request.drafts === undefined) return critic(request);
  const [shown, tail] = request.messages[1].content.split(TAIL);
  const [before, ...parts] = shown.split(HEAD);
  const turned = parts.reverse().map((part, at) => `\n\nAnswer ${at + 1} to evaluate:\n${part}`);
  const messages = [request.messages[0], { ...request.messages[1], content: before + turned.join('') + TAIL + tail }];
  const reply = await critic({ ...request, messages });
  return { ...reply, content: reply.content.replace(/"draft":(\d+)/g, (_, number) => `"draft":${parts.length + 1 - number}`) };
}

/** Share of pairs of a right and a wrong answer in which the right one has more points; half a pair where they have the same. */
function ordered(rows, way) {
  let [pairs, hits] = [0, 0];
  for (const row of rows) {
    // The same pairs for both ways of looking.
    const judged = (at) => row.together.points[at] !== undefined && row.alone.points[at] !== undefined;
    for (const good of row.right.keys()) {
      for (const bad of row.right.keys()) {
        if (!row.right[good] || row.right[bad] || !judged(good) || !judged(bad)) continue;
        const difference = row[way].points[good] - row[way].points[bad];
        pairs += 1;
        hits += difference > 0 ? 1 : difference === 0 ? 0.5 : 0;
      }
    }
  }
  return { pairs, share: pairs === 0 ? Number.NaN : hits / pairs };
}

export function looksReport(rows) {
  const line = (name, isHit) => {
    const hits = rows.filter(isHit).length;
    const bounds = wilson(hits, rows.length).map((share) => `${Math.round(share * 100)} %`);
    return [name, `${hits}/${rows.length}`, bounds.join(' to ')];
  };
  const by = (way) => (row) => row.right[row[way].index];
  const several = rows.filter(({ right }) => right.length > 1);
  const read = several.filter(({ together, turned }) => together.read && turned.read);
  const [one, each] = [ordered(rows, 'together'), ordered(rows, 'alone')];
  return [
    table([
      ['of up to four different answers', 'right', '95 % interval'],
      line('the first', ({ right }) => right[0]),
      line('best by one look at all', by('together')),
      line('best by the same look, turned round', by('turned')),
      line('best by a look at each', by('alone')),
      line('any', ({ right }) => right.includes(true)),
    ]),
    `one look that could be read: ${several.filter(({ together }) => together.read).length} of ${several.length} at several answers`,
    `the same winner in the reverse order: ${read.filter(({ together, turned }) => together.index === turned.index).length} of ${read.length}`,
    `a right answer has more points than a wrong one: ${one.share.toFixed(2)} by one look, ${each.share.toFixed(2)} by a look at each, of ${one.pairs} pairs`,
  ].join('\n');
}
