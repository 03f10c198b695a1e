// The ways of answering that are compared: what a user writes in ten minutes, and strategies of the packed package.

import { ReflectEngine } from 'reflect-engine';

/** Calls of a task at most, in every way. */
export const CALLS = 6;

const asked = (settings) => ({ maxReflections: CALLS - 1, budget: { maxCalls: CALLS }, ...settings });
const engine =
  (settings, { critic = false } = {}) =>
  async ({ input, model, verifier }, seed) => {
    const made = new ReflectEngine({ ...asked(settings), advanced: { seed, ...settings.advanced } });
    const own = critic ? {} : { critic: false };
    const { output, accepted } = await made.run({ input, model, verifiers: { examples: verifier }, ...own });
    return { output, accepted };
  };

/** @type {Record<string, (task: object, seed: number) => Promise<{ output: string, accepted: boolean }>>} */
export const ways = {
  'one answer': loop(1, ({ input }) => [{ role: 'user', content: input }]),
  'fifteen lines': loop(CALLS, ({ input }) => [{ role: 'user', content: input }]),
  'repair loop': loop(CALLS, ({ input }, draft, issues) => [
    { role: 'user', content: input },
    ...(draft === undefined
      ? []
      : [
          { role: 'assistant', content: draft },
          { role: 'user', content: `The tests fail:\n${issues.join('\n')}\nMend it. Give the whole program.` },
        ]),
  ]),
  'default, critic on': engine({}, { critic: true }),
  'keep-best': engine({ strategy: 'keep-best' }),
  'best-of-n 5': engine({ strategy: 'best-of-n', drafts: 5 }),
  adaptive: engine({ strategy: 'adaptive' }),
  classic: engine({ strategy: 'classic' }, { critic: true }),
};

/** A loop as users write it: ask until the examples pass. */
function loop(calls, messagesOf) {
  return async (task) => {
    let output;
    let verdict;
    for (let call = 0; call < calls && !verdict?.passed; call += 1) {
      output = await task.model({ purpose: 'answer', messages: messagesOf(task, output, verdict?.issues) });
      verdict = await task.verifier(output);
    }
    return { output, accepted: verdict.passed };
  };
}
