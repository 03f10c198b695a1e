// Pools of outcomes: what a model's drafts of code tasks, its revisions and its critiques came to, without their texts.

import { readFileSync } from 'node:fs';

/**
 * @typedef {{ code: string, examples: number, hidden: boolean, fault?: string, outputs?: string, tokens?: number }} Draft
 * `examples`: share of the visible examples that pass; `hidden`: whether the hidden tests do; `fault`: what a check names, where it names
 * more than that; equal `code` is the same code.
 * @typedef {Draft & { told: string, parent: Draft }} Revision
 * @typedef {Draft & { status: string, score: number | null, toldExamples: boolean }} Critique
 * @typedef {{ task: string, fresh: Draft[], revisions: Revision[], critiques: Critique[] }} Task
 */

/** The tasks of a file, one a line. @returns {Task[]} */
export function readPool(file) {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
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
