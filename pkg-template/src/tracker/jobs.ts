// Evaluators in the background: some at a time, a bounded queue behind them.

import { ReflectError } from '../error.js';
import { race } from '../race.js';
import { Ending } from '../signal.js';
import type { DecisionEvaluator, EvaluationPayload, EvaluatorResult } from './types.js';

export interface JobLimits {
  timeoutMs: number;
  concurrency: number;
  maxWaiting: number;
}

/** What became of one job. */
export type Job = { how: 'scored'; result: EvaluatorResult } | { how: 'refused' | 'timeout' } | { how: 'failed'; error: unknown };

export class Jobs {
  private readonly evaluator: DecisionEvaluator;
  private readonly limits: JobLimits;
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(evaluator: DecisionEvaluator, limits: JobLimits) {
    this.evaluator = evaluator;
    this.limits = limits;
  }

  /** Never rejects. */
  async run(payload: EvaluationPayload): Promise<Job> {
    if (this.running >= this.limits.concurrency) {
      if (this.waiting.length >= this.limits.maxWaiting) return { how: 'refused' };
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else {
      this.running += 1;
    }
    const { timeoutMs } = this.limits;
    const outcome = await race(({ signal }) => this.evaluator(payload, { signal }), new Ending(), timeoutMs);
    // The place goes to who waits longest.
    const next = this.waiting.shift();
    if (next === undefined) this.running -= 1;
    else next();
    if (outcome.how === 'threw') return { how: 'failed', error: outcome.error };
    if (outcome.how !== 'returned') return { how: 'timeout' };
    const result = outcome.value as EvaluatorResult | null | undefined;
    if (typeof result === 'object' && result !== null) return { how: 'scored', result };
    return { how: 'failed', error: new ReflectError('invalid_task', 'the evaluator must return { scores }') };
  }
}
