import { checkKeys } from '../check/checks.js';
import { kindOf } from '../check/kind.js';
import { ReflectError } from '../error.js';
import { engine, wasm } from '../load/index.js';
import { callAndRead, toWire } from '../load/wire.js';
import type { Reading, ReadOptions } from '../types.js';

/**
 * Reads one reply of a critic: accepted, needs revision, contradictory, unclear, or invalid with a reason. It applies no policy and never
 * throws because of a model's text. Throws `invalid_settings` for options that are unknown or out of range.
 */
export function readCritique(text: string, options?: ReadOptions): Reading {
  if (typeof text !== 'string') throw new ReflectError('invalid_input', `readCritique takes a string, got ${kindOf(text)}`);
  if (options !== undefined) checkKeys(wasm, options, OPTIONS, 'option', 'the options of readCritique', 'invalid_settings');
  return callAndRead<Reading>(engine, () => wasm().readReply(text, ...toWire(options)));
}

const OPTIONS = [
  'critiqueFormat',
  'acceptanceThreshold',
  'confidenceThreshold',
  'criteriaCount',
  'maxSuggestions',
  'onContradiction',
  'finishReason',
  'answer',
  'prompt',
  'sentinels',
];
