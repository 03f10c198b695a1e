// The ways of answering that are compared: what a user writes in ten minutes, and strategies of the packed package.

import { ReflectEngine } from 'reflect-engine';

/** An engine with a `seed` counts nothing. So chance is the bench's own: it decides in which runs a way that lost is tried again. */
let luck = 0;
crypto.getRandomValues = (bytes) => bytes.fill(luck);

/** Calls of a task at most, in every way. */
export const CALLS = 6;
/** Completions of one call, where a way has several. */
const DRAFTS = 5;

/**
 * The engine, one for all tasks of a seed, with these settings and all calls; without settings as it comes. `apart`: a new engine for each
 * task; `several`: the model gives several completions in one call; `compares`: drafts have answers, what they give on further inputs.
 */
function engine(settings, { critic = false, apart = false, several = false, compares = false } = {}) {
  const engines = new Map();
  return async ({ input, model: asked, verifier, answer }, seed) => {
    const model = several ? asked : (request) => asked({ ...request, n: undefined });
    const whole = settings && { maxReflections: CALLS - 1, budget: { maxCalls: CALLS }, ...settings };
    if (apart || !engines.has(seed)) engines.set(seed, new ReflectEngine(whole));
    luck = seed;
    const own = { ...(!critic && { critic: false }), ...(compares && { answer }) };
    const result = await engines.get(seed).run({ input, model, verifiers: { examples: verifier }, ...own });
    return { output: result.output, accepted: result.accepted };
  };
}

/**
 * All of them, of which none has counted anything yet.
 *
 * @returns {Record<string, (task: object, seed: number) => Promise<{ output: string, accepted: boolean }>>}
 */
export const unlearned = () => ({
  'one answer': loop(1, ({ input }) => [{ role: 'user', content: input }]),
  'fifteen lines': loop(CALLS, ({ input }) => [{ role: 'user', content: input }]),
  'fifteen lines with n': loop(CALLS, ({ input }) => [{ role: 'user', content: input }], DRAFTS),
  'repair loop': loop(CALLS, ({ input }, draft, issues) => [
    { role: 'user', content: input },
    ...(draft === undefined
      ? []
      : [
          { role: 'assistant', content: draft },
          { role: 'user', content: `The tests fail:\n${issues.join('\n')}\nMend it. Give the whole program.` },
        ]),
  ]),
  'as it comes': engine(undefined, { critic: true }),
  'as it comes without critic': engine(undefined),
  'six calls with a critic': engine({}, { critic: true }),
  'keep-best': engine({ strategy: 'keep-best' }),
  'keep-best apart': engine({ strategy: 'keep-best' }, { apart: true }),
  'best-of-n 5': engine({ strategy: 'best-of-n', drafts: DRAFTS }),
  'best-of-n 5 with n': engine({ strategy: 'best-of-n', drafts: DRAFTS }, { several: true }),
  'keep-best with agree 3': engine({ agree: 3 }, { compares: true }),
  'keep-best with agree 3 and n': engine({ agree: 3 }, { compares: true, several: true }),
  classic: engine({ strategy: 'classic' }, { critic: true }),
});

export const ways = unlearned();

/** A loop as users write it: ask until the examples pass; `n` completions in a call. */
function loop(calls, messagesOf, n) {
  return async (task) => {
    let output;
    let verdict;
    for (let call = 0; call < calls && !verdict?.passed; call += 1) {
      const reply = await task.model({ purpose: 'answer', messages: messagesOf(task, output, verdict?.issues), n });
      for (const draft of reply.contents ?? [reply.content ?? reply]) {
        if (verdict?.passed) break;
        output = draft;
        verdict = await task.verifier(output);
      }
    }
    return { output, accepted: verdict.passed };
  };
}
