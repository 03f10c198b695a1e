// Pools of outcomes: what a model's drafts of code tasks, its revisions and its critiques came to, without their texts.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/**
 * @typedef {{ code: string, examples: number, hidden: boolean, fault?: string, outputs?: string, tokens?: number }} Draft
 * `examples`: share of the visible examples that pass; `hidden`: whether the hidden tests do; `fault`: what a check names, where it names
 * more than that; equal `code` is the same code.
 * @typedef {Draft & { told: string, parent: Draft }} Revision
 * @typedef {Draft & { status: string, score: number | null, toldExamples: boolean }} Critique
 * @typedef {{ task: string, fresh: Draft[], revisions: Revision[], critiques: Critique[] }} Task
 */

const FOLDER = fileURLToPath(new URL('pools/', import.meta.url));
const END = '.jsonl.gz';

/** Names of the pools that are here, with what makes each. @returns {Record<string, () => Task[]>} */
export function allPools() {
  const logs = readdirSync(FOLDER).filter((name) => name.endsWith(END));
  return {
    ...Object.fromEntries(logs.map((name) => [name.slice(0, -END.length), () => readPool(FOLDER + name)])),
    ...Object.fromEntries(Object.entries(PUBLISHED).map(([name, rates]) => [name, () => published(name, rates)])),
    'revisions-work': mending,
    'revisions-never': stubborn,
  };
}

/** The tasks of a file, one a line. @returns {Task[]} */
export function readPool(file) {
  const bytes = readFileSync(file);
  const text = file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  const lines = text.toString('utf8').trim().split('\n');
  return lines.map((line, at) => {
    const task = JSON.parse(line);
    const part = ['fresh', 'revisions', 'critiques'].find((name) => !Array.isArray(task[name]));
    if (part !== undefined)
      throw new Error(`line ${at + 1} of ${file}: \`${part}\` is a list of outcomes, got ${typeof task[part]}`);
    if (task.fresh.length === 0) throw new Error(`line ${at + 1} of ${file}: \`fresh\` has no draft`);
    return task;
  });
}

/** Faults of each draft in {@link mending}, so that the fourth draft is right. */
const FAULTS = 3;
/** Tasks of a made pool, drafts of a task, and how often what a revision of a draft comes to can be drawn. */
const [TASKS, DRAFTS, TIMES] = [60, 12, 6];

/**
 * A made pool in which a draft has three faults, checks name one at a time, and each revision that hears of a fault mends it. In every
 * second task the share of examples that pass grows with that, in the others all of them fail until the last fault is gone, as where
 * nothing compiles. A fresh draft never passes.
 */
export function mending() {
  return made('mending', (name, at) => {
    const stages = Array.from({ length: FAULTS + 1 }, (_, mended) => {
      const hidden = mended === FAULTS;
      const fault = `fault ${mended + 1}`;
      // A check that gives no points, one that begins at none, and one of which a first draft passes the half.
      const points = [0, mended / (FAULTS + 1), 0.5 + mended / (2 * FAULTS + 2)][at % 3];
      return { code: `${name}m${mended}`, fault, examples: hidden ? 1 : points, hidden };
    });
    return { fresh: stages[0], pairs: stages.slice(1).map((mended, before) => [stages[before], mended]) };
  });
}

/** A made pool in which no revision mends anything: half come back as they were. Of fresh drafts one in three passes. */
export function stubborn() {
  return made('stubborn', (code, at, draft) => {
    const hidden = (draft + at) % 3 === 0;
    const fresh = { code, examples: hidden ? 1 : 0, hidden };
    return { fresh, pairs: hidden ? [] : ['', 'r'].map((more) => [fresh, { ...fresh, code: code + more }]) };
  });
}

/** Percent of tasks that a model passes at the first try, and at the second, told of the failed tests: Aider's polyglot leaderboard. */
const PUBLISHED = {
  'gpt-4o-mini': [0.9, 3.6],
  'Qwen2.5-Coder-32B': [4.9, 16.4],
  'Claude-3.7-Sonnet': [24.4, 60.4],
  'o4-mini-high': [19.6, 72.0],
};
/** Tasks of that leaderboard, and what can be drawn in each. */
const [PUBLISHED_TASKS, DRAWN] = [225, 60];

/**
 * A world with published rates. How they spread over tasks nobody published: here a task has its own share of drafts that pass, and its own
 * of revisions, with these means and independent of each other; few tasks have most of it (Beta(a, 1)).
 */
function published(name, [first, second]) {
  const rates = [first / 100, (second - first) / (100 - first)];
  return Array.from({ length: PUBLISHED_TASKS }, (_, at) => {
    // Evenly over 0 to 1, in two orders (Weyl 1916).
    const places = [(at + 0.5) / PUBLISHED_TASKS, ((at + 0.5) * 0.6180339887) % 1];
    const [drafts, mended] = rates.map((rate, way) => Math.round(DRAWN * places[way] ** (1 / rate - 1)));
    const draft = (code, hidden) => ({ code: `t${at}${code}`, examples: hidden ? 1 : 0, hidden });
    const parent = draft('failed', false);
    const each = Array.from({ length: DRAWN }, (_, draw) => draw);
    return {
      task: `${name}/${at}`,
      fresh: each.map((draw) => draft(`d${draw}`, draw < drafts)),
      revisions: each.map((draw) => ({ told: 'examples', parent, ...draft(`r${draw}`, draw < mended) })),
      critiques: [],
    };
  });
}

/** Their critic accepts what passes, and half of what does not. */
function made(kind, draftOf) {
  return Array.from({ length: TASKS }, (_, at) => {
    const drafts = Array.from({ length: DRAFTS }, (_, draft) => draftOf(`t${at}d${draft}`, at, draft));
    const revisions = drafts.flatMap(({ pairs }) =>
      pairs.flatMap(([parent, revised]) => Array.from({ length: TIMES }, () => ({ told: 'examples', parent, ...revised }))),
    );
    const critiques = [true, false].flatMap((toldExamples) => [
      { code: '', examples: 1, hidden: true, status: 'accepted', score: 8, toldExamples },
      { code: '', examples: 0, hidden: false, status: 'accepted', score: 8, toldExamples },
      { code: '', examples: 0, hidden: false, status: 'needs_revision', score: 6, toldExamples },
    ]);
    return { task: `${kind}/${at}`, fresh: drafts.map(({ fresh }) => fresh), revisions, critiques };
  });
}
