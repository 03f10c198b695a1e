// Checks of what a person wrote, for every subpath. None of them loads a wasm: who checks names the one that it has.

import { ReflectError } from '../error.js';
import type { Durable } from '../types.js';
import { describe, describeWrongKind, describeWrongValue, hasMethod, isKeyless, isObject, isPlain, kindOf } from './kind.js';

/** What every wasm says of a word that is none of the known ones. */
export interface Words {
  /** The known ones are a line each. */
  unknownWord(kind: string, word: string, allowed: string): string;
}

type Code = 'invalid_task' | 'invalid_settings';

/** Refuses what is not an object, and keys that are not known, naming the nearest. */
export function checkKeys(
  words: () => Words,
  options: unknown,
  allowedKeys: string[],
  kind: string,
  what: string,
  code: Code,
): void {
  mustBeObject(options, what, code);
  if (isKeyless(options)) throw new ReflectError(code, describeWrongKind(what, 'a plain object', options));
  for (const key of Object.keys(options)) {
    if (!allowedKeys.includes(key)) throw new ReflectError(code, words().unknownWord(kind, key, allowedKeys.join('\n')));
  }
}

/** What options may be: of a kind, as `typeof` has them, or one of these values. */
export type Kinds = Readonly<Record<string, string | readonly unknown[]>>;

/** Refuses options that are not of these kinds, in words without a wasm. `undefined` is as absent. */
export function checkOptions(of: string, options: unknown, kinds: Kinds): void {
  checkPlain(of, options);
  for (const [key, value] of Object.entries(options)) {
    const wanted = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
    if (wanted === undefined) {
      const task = 'task' in kinds ? '. What a run is to hold goes into `task`' : '';
      throw badSettings(`\`${key}\` is not an option of ${of}; there are ${Object.keys(kinds).join(', ') || 'none'}${task}`);
    }
    if (value === undefined) continue;
    const isOneOf = typeof wanted === 'object';
    if (isOneOf ? wanted.includes(value) : typeof value === wanted && value !== null) continue;
    const article = wanted === 'object' ? 'an' : 'a';
    const expected = isOneOf ? `value among ${wanted.map(describe).join(', ')}` : wanted;
    throw badSettings(`\`${key}\` must be ${article} ${expected}, got ${(isOneOf ? describe : kindOf)(value)}`);
  }
}

/** Refuses options that are no object of their own keys. Said here in full, as of engines: an adapter's bundle has no more sentences. */
export function checkPlain(of: string, options: unknown): asserts options is object {
  if (!isPlain(options)) throw badSettings(`the options of ${of} must be an object, got ${kindOf(options)}: write \`{ … }\``);
}

/** What is wrong with a key of a row of data: it is unknown, or its value is of none of these kinds. A key without kinds may hold anything. */
export function faultOfKeys(row: object, kinds: Readonly<Record<string, readonly string[]>>, hint = ''): string | undefined {
  for (const [key, value] of Object.entries(row)) {
    const wanted = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
    if (wanted === undefined) return `unknown key \`${key}\`; there are ${Object.keys(kinds).join(', ')}${hint}`;
    const fits = wanted.some((kind) => (kind === 'object' ? isPlain(value) : typeof value === kind));
    if (value !== undefined && wanted.length > 0 && !fits)
      return describeWrongKind(`\`${key}\``, `${wanted[0] === 'object' ? 'an' : 'a'} ${wanted.join(' or a ')}`, value);
  }
  return undefined;
}

/** What is asked of an engine that was handed in, before a run. */
interface HostChecker {
  checkHost(of: string, options: object, kinds: Kinds, own: string): void;
}

/** Refuses what is no engine, of whatever copy of the package. */
export function checkEngine(of: string, engine: unknown): asserts engine is HostChecker {
  if ((engine as { name?: unknown } | null | undefined)?.name !== 'reflect' || !hasMethod(engine, 'run'))
    throw badSettings(`\`engine\` of ${of} must be a ReflectEngine, got ${kindOf(engine)}: give \`new ReflectEngine()\``);
}

export function mustBeObject(value: unknown, what: string, code: Code): asserts value is object {
  if (!isObject(value)) {
    throw new ReflectError(code, describeWrongKind(what, 'an object', value));
  }
}

export function durableOf(durable: unknown): Durable | undefined {
  if (durable === undefined) return undefined;
  const host = durable as Durable | null;
  if (typeof host !== 'object' && typeof host !== 'function') throw bad(describeWrongKind('`durable`', 'an object', host));
  mustBe('durable.run', host?.run, 'function');
  if (host?.all !== undefined) mustBe('durable.all', host.all, 'function');
  if (host?.now !== undefined) mustBe('durable.now', host.now, 'function');
  const seed: unknown = host?.seed;
  if (seed !== undefined && (typeof seed !== 'number' || seed !== seed >>> 0)) {
    throw bad(describeWrongValue('`durable.seed`', 'a whole number from 0 to 4294967295', seed));
  }
  return host ?? undefined;
}

export function checkSignal(signal: unknown): void {
  if (signal === undefined) return;
  const like = signal as Partial<AbortSignal> | null;
  const listens = typeof like?.addEventListener === 'function' && typeof like.removeEventListener === 'function';
  if (typeof like !== 'object' || !listens || typeof like?.aborted !== 'boolean') {
    const hint = isObject(signal) && 'signal' in signal ? ': give its `signal`' : '';
    throw bad(`${describeWrongKind('`signal`', 'an AbortSignal', signal)}${hint}`);
  }
}

export function checkRunId(runId: unknown): asserts runId is string | undefined {
  if (runId === undefined || (typeof runId === 'string' && runId !== '')) return;
  throw bad(`\`runId\` must be a string that is not empty, got ${runId === '' ? 'an empty one' : kindOf(runId)}`);
}

/** Throws `invalid_task` for what is not a verdict of a person. */
export function mustBeReview(review: unknown): asserts review is object {
  const verdict = review as { accepted?: unknown; feedback?: unknown } | null;
  if (typeof verdict?.accepted !== 'boolean' || (verdict.feedback !== undefined && typeof verdict.feedback !== 'string')) {
    throw bad(describeWrongValue('`review`', '{ accepted: boolean, feedback?: string }', review));
  }
}

/** The same, also for a key that it does not have. There may be none. */
export function checkReview(words: () => Words, review: unknown): void {
  if (review === undefined) return;
  mustBeReview(review);
  const allowedKeys = ['accepted', 'feedback'];
  const unknownKey = Object.keys(review).find((key) => !allowedKeys.includes(key));
  if (unknownKey !== undefined) throw bad(`\`review\`: ${words().unknownWord('key', unknownKey, allowedKeys.join('\n'))}`);
}

export function mustBe(key: string, value: unknown, kind: 'function' | 'string' | 'boolean', refusal = bad): void {
  if (typeof value !== kind) throw refusal(describeWrongKind(`\`${key}\``, `a ${kind}`, value));
}

export function badSettings(message: string): ReflectError {
  return new ReflectError('invalid_settings', message);
}

export function bad(message: string): ReflectError {
  return new ReflectError('invalid_task', message);
}

/** Throws `invalid_snapshot` for what `JSON.parse` made of one, or a result that holds one. */
export function checkSnapshot(snapshot: unknown): asserts snapshot is string {
  if (typeof snapshot === 'string') return;
  const isResult = typeof snapshot === 'object' && snapshot !== null && 'snapshot' in snapshot;
  const hint = isResult ? ': give `result.snapshot`' : ', which is the text as a result has it';
  throw new ReflectError(
    'invalid_snapshot',
    `a snapshot must be a string, got ${isResult ? 'a result' : kindOf(snapshot)}${hint}`,
  );
}
