// Rows that were lost: how many, and why.

import { ReflectError } from '../error.js';
import { CLOSED } from './closable.js';

/** How many were lost because the queue was full, because the store refused them, and because the tracker was closed. */
export interface Lost {
  full: number;
  refused: number;
  late: number;
}

export class Losses {
  private readonly lost: Lost = { full: 0, refused: 0, late: 0 };
  private readonly maxQueue: number;
  private lastRefused: { what: string; cause: unknown } = { what: '', cause: undefined };

  constructor(maxQueue: number) {
    this.maxQueue = maxQueue;
  }

  get count(): number {
    const { full, refused, late } = this.lost;
    return full + refused + late;
  }

  /** All until now. */
  get all(): Lost {
    return { ...this.lost };
  }

  add(why: 'full' | 'late'): void {
    this.lost[why] += 1;
  }

  refuse(evaluationId: string, error: ReflectError): void {
    this.lost.refused += 1;
    this.lastRefused = { what: `${evaluationId}: ${error.message}`, cause: error };
  }

  /** Those since then. */
  since(told: Lost): ReflectError | undefined {
    const full = this.lost.full - told.full;
    const refused = this.lost.refused - told.refused;
    const late = this.lost.late - told.late;
    const { what, cause } = this.lastRefused;
    const reasons = [
      ...(full > 0 ? [`the queue (\`maxQueue\`: ${this.maxQueue}) was full`] : []),
      ...(refused > 0 ? [`the store refused ${refused === 1 ? '' : `${refused} of them, the last one `}${what}`] : []),
      ...(late > 0 ? [CLOSED] : []),
    ];
    if (reasons.length === 0) return undefined;
    const message = `${full + refused + late} evaluations were dropped: ${reasons.join(', and then ')}`;
    return new ReflectError('store_error', message, refused > 0 ? { cause } : {});
  }
}
