// What a decision's evaluator is given.

import { kindOf } from '../kind.js';
import { plain } from '../plain.js';
import { bad, readable } from './names.js';
import { checkedRecord, type Ids } from './record.js';
import type { EvaluationInput, EvaluationPayload } from './types.js';

/** Characters of one part of a payload, as JSON. */
export const MAX_PAYLOAD_CHARS = 1_000_000;

/** A decision as it was handed in, and what its evaluation keeps of it beside the scores. */
export interface PendingDecision {
  payload: EvaluationPayload;
  kept: Omit<EvaluationInput, 'scores'>;
}

/** Throws `invalid_task`, naming the field, for a decision of which no evaluation could be kept, whatever its scores. */
export function checkDecision(payload: EvaluationPayload, ids: Ids): PendingDecision {
  const copy = readable('a decision', () => copied(payload));
  const { agentId, decisionId, input, decision, riskScore, confidence } = copy;
  const known = Object.entries({ agentId, decisionId, input, decision, riskScore, confidence });
  const kept = Object.fromEntries(known.filter(([, value]) => value !== undefined)) as unknown as PendingDecision['kept'];
  checkedRecord({ ...kept, scores: {} }, ids, () => 0);
  return { payload: copy, kept };
}

/** The payload as it is now: objects and lists as JSON would hold them, all else as it is. */
function copied(payload: EvaluationPayload): EvaluationPayload {
  if (typeof payload !== 'object' || payload === null) throw bad(`a decision must be an object, got ${kindOf(payload)}`);
  const parts = Object.entries(payload).map(([key, part]) => [key, isObject(part) ? copy(part) : part]);
  return Object.fromEntries(parts) as EvaluationPayload;
}

function copy(part: unknown): unknown {
  return plain(part, { maxChars: MAX_PAYLOAD_CHARS, notes: true }).value;
}

function isObject(part: unknown): boolean {
  return typeof part === 'object' && part !== null;
}
