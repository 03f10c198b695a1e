import { kindOf } from '../check/kind.js';
import { ReflectError } from '../error.js';
import { wasm } from '../load/index.js';
import { direct } from '../load/trap.js';
import type { Reading, ReadOptions } from '../types.js';
import { memory } from './memory.js';
import { type Context, OpsReader } from './ops.js';

/**
 * Reads one reply of a critic: accepted, needs revision, contradictory, unclear, or invalid with a reason. It applies no policy and never throws for what a
 * model wrote. Throws `invalid_settings` for options that are unknown or out of range.
 */
export function readCritique(text: string, options?: ReadOptions): Reading {
  if (typeof text !== 'string') throw new ReflectError('invalid_input', `readCritique takes a string, got ${kindOf(text)}`);
  const { ReadReply } = wasm();
  const read = direct(() => new ReadReply(text, options));
  try {
    return new OpsReader(memory(), NO_RUN).readReading();
  } finally {
    read.free();
  }
}

/** A critique by itself is of no run. */
const NO_RUN: Context = {
  texts: [],
  tools: new Map(),
  key: '',
  runId: '',
  stepsTaken: 0,
  snapshot: () => '',
};
