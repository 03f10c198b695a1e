// What comes out of wasm as an exception: an error of ours (`{ code, message }`), or a trap.

import { describeError, isReflectError, ReflectError } from './error.js';
import type { RawExports } from './load/exports.js';
import type { ReflectErrorCode } from './types.js';

/** A trap in a direct call leaks a few KB of the 1 MB shadow stack, which only outer wasm frames could restore. */
const MAX_TRAPS = 100;

let trapCount = 0;

/** Calls into wasm from JavaScript, where a trap arrives as an exception. */
export function direct<R>(call: () => R): R {
  try {
    return call();
  } catch (thrown) {
    const error = fromWasm(thrown);
    if (error.code === 'engine_trap') trapCount += 1;
    throw error;
  }
}

/** Does this with a run, and frees the run where that throws. A run that trapped is dead, and is never freed. */
export function orFree<R>(run: { free(): void }, work: () => R): R {
  try {
    return work();
  } catch (error) {
    if (isReflectError(error) && error.code !== 'engine_trap') run.free();
    throw error;
  }
}

/** Calls into wasm. A trap leaves the stack of the core where it was; it is put back, so that other runs go on. */
export function guarded<R>({ __stack_pointer }: RawExports, call: () => R): R {
  const stack = __stack_pointer.value;
  try {
    return call();
  } catch (thrown) {
    __stack_pointer.value = stack;
    throw thrown;
  }
}

/** Refuses a new run when too much of the shadow stack may have leaked. */
export function refuseAfterTraps(): void {
  if (trapCount >= MAX_TRAPS) {
    throw new ReflectError('engine_trap', `the engine trapped ${trapCount} times and starts no more runs; load it anew`);
  }
}

/** The error that a caller gets for what wasm threw. */
export function fromWasm(thrown: unknown): ReflectError {
  if (isReflectError(thrown)) return thrown;
  if (isOurs(thrown)) return new ReflectError(thrown.code, thrown.message);
  return new ReflectError('engine_trap', `the engine trapped: ${describeError(thrown)}`, { cause: thrown });
}

function isOurs(thrown: unknown): thrown is { code: ReflectErrorCode; message: string } {
  return (
    typeof thrown === 'object' &&
    thrown !== null &&
    !(thrown instanceof Error) &&
    'code' in thrown &&
    typeof thrown.code === 'string'
  );
}
