// Pools of outcomes: what a model's drafts of code tasks, its revisions and its critiques came to, without their texts.

import { readFileSync } from 'node:fs';

/**
 * @typedef {{ code: string, examples: number, hidden: boolean, outputs?: string, tokens?: number }} Draft
 * `examples`: share of the visible examples that pass; `hidden`: whether the hidden tests do; equal `code` is the same code.
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
    if (part !== undefined) throw new Error(`line ${at + 1} of ${file}: \`${part}\` is a list of outcomes, got ${typeof task[part]}`);
    if (task.fresh.length === 0) throw new Error(`line ${at + 1} of ${file}: \`fresh\` has no draft`);
    return task;
  });
}

/** Faults of each draft in {@link mending}, so that the fourth draft is right. */
const FAULTS = 3;
/** Tasks of a made pool. */
const TASKS = 60;

/**
 * A made pool in which a draft has three faults, checks name one at a time, and each revision that hears of a fault mends it. In every
 * second task the share of examples that pass grows with that, in the others all of them fail until the last fault is gone, as where
 * nothing compiles. A fresh draft never passes.
 */
export function mending() {
  return Array.from({ length: TASKS }, (_, at) => {
    const draft = (name, faults) => {
      const right = faults === 0;
      return { code: `${name}f${faults}`, examples: right ? 1 : at % 2 === 0 ? 0 : 1 - faults / (FAULTS + 1), hidden: right };
    };
    const names = Array.from({ length: 12 }, (_, draft) => `t${at}d${draft}`);
    const revisions = names.flatMap((name) =>
      Array.from({ length: FAULTS }, (_, mended) => ({
        told: 'examples',
        parent: draft(name, FAULTS - mended),
        ...draft(name, FAULTS - mended - 1),
      })),
    );
    return { task: `mending/${at}`, fresh: names.map((name) => draft(name, FAULTS)), revisions, critiques: [] };
  });
}

/** A made pool in which no revision mends anything: half come back as they were. Of fresh drafts one in three passes. */
export function stubborn() {
  return Array.from({ length: TASKS }, (_, at) => {
    const fresh = Array.from({ length: 12 }, (_, draft) => {
      const right = (draft + at) % 3 === 0;
      return { code: `t${at}d${draft}`, examples: right ? 1 : 0, hidden: right };
    });
    const failed = fresh.filter(({ examples }) => examples < 1);
    const revisions = failed.flatMap((parent) => [
      { told: 'examples', parent, ...parent },
      { told: 'examples', parent, ...parent, code: `${parent.code}r` },
    ]);
    return { task: `stubborn/${at}`, fresh, revisions, critiques: [] };
  });
}
