// What a decision's evaluator is given.

import { plain } from '../plain.js';
import type { EvaluationPayload } from './types.js';

/** Characters of one part of a payload, as JSON. */
export const MAX_PAYLOAD_CHARS = 1_000_000;

/** The payload as it is now: objects and lists as JSON would hold them, all else as it is. */
export function copied(payload: EvaluationPayload): EvaluationPayload {
  if (typeof payload !== 'object' || payload === null) return payload;
  const parts = Object.entries(payload).map(([key, part]) => [key, isObject(part) ? copy(part) : part]);
  return Object.fromEntries(parts) as EvaluationPayload;
}

function copy(part: unknown): unknown {
  return plain(part, { maxChars: MAX_PAYLOAD_CHARS, notes: true }).value;
}

function isObject(part: unknown): boolean {
  return typeof part === 'object' && part !== null;
}
