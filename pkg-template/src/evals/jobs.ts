// Evaluators in the background: what they are given; some at a time, a bounded queue behind them.

import { bad } from '../check/checks.js';
import { actionIn, describeWrongKind, isObject } from '../check/kind.js';
import { plain } from '../check/plain.js';
import { ReflectError } from '../error.js';
import { race } from '../run/race.js';
import { RunCancellation } from '../run/signal.js';
import { lateEvaluator, unknownResultKey, wrongEvaluatorResult } from './errors.js';
import { checkedRecord, type Ids } from './record.js';
import type { FullSettings } from './settings.js';
import type { DecisionEvaluator, EvaluationPayload, EvaluatorResult } from './types.js';
import { closedError } from './writer.js';

export class Jobs {
  private readonly evaluator: DecisionEvaluator;
  private readonly limits: FullSettings['jobs'];
  private readonly waiting: (() => void)[] = [];
  private readonly ending = new RunCancellation();
  private running = 0;

  constructor(evaluator: DecisionEvaluator, limits: FullSettings['jobs']) {
    this.evaluator = evaluator;
    this.limits = limits;
  }

  /** Whether the next one would be refused. */
  get isFull(): boolean {
    const { concurrency, maxWaiting } = this.limits;
    return this.ending.ended || (this.running >= concurrency && this.waiting.length >= maxWaiting);
  }

  /** Those that wait do not begin, and nobody waits for those at work. Tells how many there were. */
  close(): number {
    const left = this.running + this.waiting.length;
    this.ending.end(new ReflectError('aborted', closedError().message));
    return left;
  }

  /** What the evaluator gives; nothing where nobody waits for it any more. Rejects where it fails or takes too long. */
  async run(payload: EvaluationPayload): Promise<EvaluatorResult | undefined> {
    if (this.running >= this.limits.concurrency) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else {
      this.running += 1;
    }
    const { timeoutMs } = this.limits;
    const outcome = await race(({ signal }) => this.evaluator(payload, { signal }), this.ending, timeoutMs);
    // The place goes to who waits longest.
    const next = this.waiting.shift();
    if (next === undefined) this.running -= 1;
    else next();
    if (outcome.how === 'aborted' || this.ending.ended) return undefined;
    if (outcome.how === 'threw') throw outcome.error;
    if (outcome.how === 'timeout') throw lateEvaluator(timeoutMs);
    const result = outcome.value as EvaluatorResult | null | undefined;
    if (typeof result !== 'object' || result === null) throw wrongEvaluatorResult();
    // What the tracker says of the decision is not the evaluator's to say.
    const other = Object.keys(result).find((key) => !isOfResult(key));
    if (other === undefined) return result;
    throw unknownResultKey(other, RESULT_KEYS.join(', '));
  }
}

const RESULT_KEYS = ['scores', 'evalSource', 'sourceKind', 'evaluatorId', 'evaluatorVersion', 'explanation', 'costUsd'];

/** Whether an evaluator may say this. */
export function isOfResult(key: string): boolean {
  return RESULT_KEYS.includes(key);
}

/**
 * A copy of a decision, and what its evaluation keeps of it. Throws `invalid_task`, naming the field, for one of which no evaluation could
 * be kept, whatever its scores.
 */
export function checkDecision(original: EvaluationPayload, ids: Ids) {
  if (typeof original !== 'object' || original === null) throw bad(describeWrongKind('a decision', 'an object', original));
  const parts = Object.entries(original).map(([key, part]) => [key, typeof part === 'object' ? copied(part) : part]);
  const payload = Object.fromEntries(parts) as EvaluationPayload;
  const own = shipped(payload.result);
  for (const key of ['decision', 'riskScore', 'confidence'] as const) payload[key] ??= own[key] as never;
  const { agentId, decisionId, input, decision, riskScore, confidence } = payload;
  const kept = { agentId, decisionId, input, decision, riskScore, confidence };
  checkedRecord({ ...kept, scores: {} }, ids, () => 0);
  return { payload, kept };
}

/** What a result says of the decision that was made, where it says it in a form that an evaluation keeps. */
function shipped(result: unknown): Pick<EvaluationPayload, 'decision' | 'riskScore' | 'confidence'> {
  if (!isObject(result)) return {};
  const number = (key: string): number | undefined => (Number.isFinite(result[key]) ? (result[key] as number) : undefined);
  const action = actionIn(result);
  return {
    decision: typeof action === 'string' ? action : undefined,
    riskScore: number('riskScore'),
    confidence: number('confidence'),
  };
}

/** Characters of one part of a payload, as JSON. */
const MAX_PAYLOAD_CHARS = 1_000_000;

/** As JSON would hold it. */
export function copied(part: unknown): unknown {
  return plain(part, { maxChars: MAX_PAYLOAD_CHARS, notes: true }).value;
}
