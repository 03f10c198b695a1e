// What comes out of wasm as an exception: an error of ours, a trap, or what the host itself throws, such as a `RangeError`
// where its stack ends.

import { describeError, isReflectError, ReflectError } from '../error.js';
import type { ReflectErrorCode } from '../types.js';
import { instances } from './exports.js';

/** The oldest major of Node that the package runs on, as `engines` of its manifest says. */
const MIN_NODE = 20;

/** Calls into wasm from JavaScript, where a trap arrives as an exception. It leaves the stacks of the core as they are when nothing is called. */
export function callCore<R>(call: () => R): R {
  try {
    return call();
  } catch (thrown) {
    for (const { memory } of instances.values()) memory.restoreStack();
    throw fromWasm(thrown);
  }
}

/** Does this with a run, and frees the run where that throws. A run that trapped is dead, and is never freed. */
export function freeingOnError<R>(run: { free(): void }, work: () => R): R {
  try {
    return work();
  } catch (error) {
    if (isReflectError(error) && error.code !== 'engine_trap') run.free();
    throw error;
  }
}

/**
 * What a caller gets for what wasm threw: an error of ours, which crosses as its code and, on the next line, its message, or what the host
 * threw as it is.
 */
function fromWasm(thrown: unknown): unknown {
  const ours = typeof thrown === 'string' && /^(\w+)\n(.*)/s.exec(thrown);
  if (!ours) return isTrap(thrown) ? fault('the engine trapped', thrown) : thrown;
  const [, code, message = ''] = ours;
  return new ReflectError(code as ReflectErrorCode, (code === 'no_randomness' && oldNode()) || message);
}

/** What is told on a Node that is too old, which lacks more than the one thing that was missed. */
function oldNode(): string {
  const version = (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node ?? '';
  return Number.parseInt(version, 10) < MIN_NODE ? `reflect-engine needs Node ${MIN_NODE} or newer, and this is ${version}` : '';
}

/** Converts a thrown value to the run's error: our own errors pass through, anything else is an `engine_trap`. */
export function faultOf(thrown: unknown): ReflectError {
  const error = fromWasm(thrown);
  return isReflectError(error) ? error : fault('the engine failed', error);
}

function fault(what: string, cause: unknown): ReflectError {
  return new ReflectError('engine_trap', `${what}: ${describeError(cause)}`, { cause });
}

/** By its name: the wasm may be of another realm. */
function isTrap(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'RuntimeError';
}
