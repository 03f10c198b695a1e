// The ways of answering that are compared. All have the same cap of calls, and share nothing but the items and the seeds.

import { ReflectEngine } from 'reflect-engine';

import { formVerifier, oracle } from './grade.mjs';

/** Calls of a task at most, in every way; drafts of best-of-n so that each can be judged. */
const CAP = 6;
const DRAFTS = 3;

const SETTINGS = { advanced: { seed: 7 }, budget: { maxCalls: CAP } };

/** What they have in common, for the head of a table. */
export const common = `at most ${CAP} calls a task, 2 revisions, ${DRAFTS} drafts in best-of-n, other settings as they are by default`;

/** @type {Record<string, (item: import('./items.mjs').Item) => { settings: object, [field: string]: unknown } | undefined>} */
export const ways = {
  'first draft': () => undefined,
  classic: () => ({ settings: { strategy: 'classic' } }),
  'keep-best': () => ({ settings: { strategy: 'keep-best' } }),
  'keep-best + form check': (item) => ({
    settings: { strategy: 'keep-best' },
    verifiers: { form: formVerifier(item) },
  }),
  'form check alone': (item) => ({
    settings: { strategy: 'keep-best' },
    critic: false,
    verifiers: { form: formVerifier(item) },
  }),
  'oracle alone': (item) => ({
    settings: { strategy: 'keep-best' },
    critic: false,
    verifiers: { oracle: oracle(item) },
  }),
  'best-of-n': () => ({ settings: { strategy: 'best-of-n', drafts: DRAFTS } }),
};

/**
 * Answers one item. Never rejects: a run that breaks says so.
 *
 * @param {string} way
 * @param {import('./items.mjs').Item} item
 * @param {(request: object) => Promise<object>} model
 * @returns {Promise<{ output: string, accepted: boolean, stopReason: string, broken?: string }>}
 */
export async function answer(way, item, model) {
  const task = ways[way](item);
  try {
    if (task === undefined) {
      const { content } = await model({ callId: 'answer-1', messages: [{ role: 'user', content: item.input }] });
      return { output: content, accepted: false, stopReason: 'one call' };
    }
    const { settings, ...rest } = task;
    const engine = new ReflectEngine({ ...SETTINGS, ...settings });
    const { output, accepted, stopReason } = await engine.run({ input: item.input, model, ...rest });
    return { output, accepted, stopReason };
  } catch (error) {
    const { output = '', stopReason = 'none' } = error.result ?? {};
    return { output, accepted: false, stopReason, broken: `${error.code ?? error.name}: ${error.message}` };
  }
}
