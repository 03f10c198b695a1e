// Ways of answering a task, and who says whether an answer is right.

import { ReflectEngine } from '../engine/engine.js';
import { SPENT, spent } from '../measure/pool.js';
import type { Model, ReflectResult, ReflectSettings, ReflectTask, Verifier } from '../types.js';
import { finalNumber, lastLine } from '../verifiers/index.js';
import { resultOf } from './run.js';
import { callsOf } from './screen.js';

/** A line of a task list. `data` is for checks. */
export interface BenchTask {
  id?: string;
  input: string;
  systemPrompt?: string;
  expected?: string | number;
  data?: unknown;
}

/** No reflection; and what a user writes in fifteen lines where there is a check. All other ways are strategies. */
export const ONE = 'one answer';
export const DRAW = 'draw until it passes';

type Check = (task: BenchTask) => Verifier;

/** The model that answers, the critics on the way, and the one that says in the end whether the answer is right. */
export interface Bench {
  model: Model;
  critic: Model | false;
  verify: Check | undefined;
  grade: Check | undefined;
  judge: Model | undefined;
  /** Calls of a task at most, of each way. */
  calls: number;
  settings: ReflectSettings;
  signal: AbortSignal;
  /** Calls and dollars that may still be spent. */
  left: { calls: number; usd: number | undefined };
}

export interface Outcome {
  right: boolean;
  /** Absent for one answer, which nobody judges. */
  accepted?: boolean;
  calls: number;
  tokens: number;
  costUsd?: number;
  /** Seconds of its model calls, one after another. */
  seconds: number;
  output: string;
}

/** A call failed, or was not made, so that nothing can be said of the task. Its `cause` is the code of the error. */
export class NotRun extends Error {}

const LIMIT = spent('the limit of the bench is reached');

type TimedReply = Promise<{ reply: Awaited<ReturnType<Model>>; seconds: number }>;

/**
 * Answers a task, in one way after another. Who makes a request for the second time has the second reply to it, in each way the same: ways
 * differ in what they do with drafts, and not in their luck with them.
 */
export function onTask(bench: Bench, task: BenchTask): (way: string) => Promise<Outcome> {
  const { left, signal } = bench;
  const kept = new Map<Model, Map<string, TimedReply[]>>();
  const grades = new Map<string, boolean>();
  const called = async (...[model, request]: [Model, ...Parameters<Model>]): TimedReply => {
    if (left.calls <= 0) throw LIMIT;
    left.calls -= 1;
    const began = performance.now();
    return { reply: await model(request), seconds: (performance.now() - began) / 1_000 };
  };
  return async (way) => {
    let seconds = 0;
    const times = new Map<string, number>();
    /** The model, as this way sees it. */
    const replayed = (model: Model): Model => {
      const replies = kept.get(model) ?? new Map<string, TimedReply[]>();
      kept.set(model, replies);
      return async (request) => {
        const key = JSON.stringify([request.messages, request.n]);
        const time = times.get(key) ?? 0;
        times.set(key, time + 1);
        const all = replies.get(key) ?? [];
        replies.set(key, all);
        all[time] ??= called(model, request);
        try {
          const came = await all[time];
          seconds += came.seconds;
          return came.reply;
        } catch (thrown) {
          // Its caller no longer waited for it.
          if (request.signal.aborted) delete all[time];
          throw thrown;
        }
      };
    };
    const run = async (own: Partial<ReflectTask>, settings: ReflectSettings): Promise<ReflectResult> => {
      if (left.usd !== undefined && left.usd <= 0) throw new NotRun(LIMIT.message, { cause: SPENT });
      const budget = { ...settings.budget, maxCostUsd: left.usd };
      const engine = new ReflectEngine({ ...bench.settings, ...settings, budget });
      const { input, systemPrompt } = task;
      const result = await engine.run({ input, systemPrompt, model, signal, ...own }).catch(resultOf);
      signal.throwIfAborted();
      const { errors, stopReason, usage } = result;
      if (left.usd !== undefined) left.usd -= usage.total.costUsd ?? 0;
      const broken = errors.find(({ code }) => BROKEN.includes(code));
      if (stopReason === 'max_cost') throw new NotRun(LIMIT.message, { cause: SPENT });
      if (broken !== undefined) throw new NotRun(broken.message, { cause: broken.code });
      return result;
    };
    const model = replayed(bench.model);
    const verifiers = bench.verify && { verify: bench.verify(task) };
    const runs: ReflectResult[] = [];
    const sum = (figure: (result: ReflectResult) => number): number => runs.reduce((all, one) => all + figure(one), 0);
    if (way === ONE) runs.push(await run({ critic: false, verifiers: { any: () => true } }, { maxReflections: 0 }));
    else if (way === DRAW) {
      while (sum(callsOf) < bench.calls && !runs.at(-1)?.accepted)
        runs.push(
          await run({ critic: false, verifiers }, { maxReflections: 0, budget: { maxCalls: bench.calls - sum(callsOf) } }),
        );
    } else {
      const settings = { strategy: way, maxReflections: bench.calls - 1, budget: { maxCalls: bench.calls } };
      runs.push(await run({ critic: bench.critic && replayed(bench.critic), verifiers }, settings as ReflectSettings));
    }
    const { output = '', accepted = false } = runs.at(-1) ?? {};
    const outcome = {
      ...(way !== ONE && { accepted }),
      calls: sum(callsOf),
      tokens: sum(({ usage: { total } }) => (total.inputTokens ?? 0) + (total.outputTokens ?? 0)),
      ...(runs.every(({ usage }) => usage.total.costUsd !== undefined) && {
        costUsd: sum(({ usage }) => usage.total.costUsd ?? 0),
      }),
      seconds,
      output,
    };
    if (!grades.has(output)) {
      const critic = bench.judge ? replayed(bench.judge) : (false as const);
      const own = { draft: output, critic, verifiers: gradersOf(bench, task) };
      grades.set(output, output.trim() !== '' && (await run(own, { maxReflections: 0 })).accepted);
    }
    return { right: grades.get(output) === true, ...outcome };
  };
}

/** Errors after which a run says nothing of its way. */
const BROKEN = [SPENT, 'model_error', 'timeout', 'verifier_error', 'unknown_price', 'engine_trap'];

/** What must pass for an answer to be right. */
function gradersOf({ judge, grade, verify }: Bench, task: BenchTask): Record<string, Verifier> {
  const { expected } = task;
  if (judge !== undefined) return {};
  if (expected === undefined && grade === undefined) return verify === undefined ? {} : { verify: verify(task) };
  const answer = typeof expected === 'number' ? finalNumber() : lastLine();
  return {
    ...(grade && { grade: grade(task) }),
    ...(expected !== undefined && {
      expected: async (draft, context) => (await answer(draft, context)) === (await answer(String(expected), context)),
    }),
  };
}
