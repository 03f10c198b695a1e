// Lists of facts as the core reads them.

import { badSettings, mustBe } from '../check/checks.js';
import { describe, isObject, isPlain, isPromise, kindOf } from '../check/kind.js';
import { type KeyPath, type Plain, placeholder, plain } from '../check/plain.js';
import { describeError, ignored } from '../error.js';
import type { Json } from '../types.js';
import { wrongContradictions } from './errors.js';
import type { CanonicalModel } from './reflector-data.js';
import type { Contradictions, Fact, ReflectorSettings } from './reflector-types.js';

/** Makes a list of facts plain, and says what each is compared as. */
export class FactReader {
  private readonly fields: ReadonlyMap<string, CanonicalModel['fields'][number]>;
  private readonly normalise: ReflectorSettings['normalise'];
  readonly contradictions: Contradictions | undefined;
  /** The settings without functions, which are not data; what is not an object at all is refused by the core. */
  readonly settings: unknown;

  /** Throws `invalid_settings`. */
  constructor({ fields }: CanonicalModel, settings: ReflectorSettings) {
    const { normalise, contradictions, ...data } = isPlain(settings) ? settings : ({} as ReflectorSettings);
    this.settings = isPlain(settings) ? data : settings;
    for (const [key, callback] of Object.entries({ normalise, contradictions }))
      if (callback !== undefined) mustBe(`reflector.${key}`, callback, 'function', badSettings);
    this.fields = new Map(fields.map((field) => [field.path, field]));
    this.normalise = normalise;
    this.contradictions = contradictions;
  }

  /** Facts of at most so many characters as JSON. */
  readFacts(list: readonly unknown[], maxChars: number): Plain {
    const made = plain(list, { maxChars, notes: true, numbers: isOfFact, read: isOfFact });
    if (this.normalise !== undefined) for (const fact of made.value as Json[]) this.compare(fact);
    return made;
  }

  /** What the core cannot compare it refuses, with the words that are there. */
  private compare(fact: Json): void {
    if (!isObject(fact)) return;
    const field = typeof fact.path === 'string' ? this.fields.get(fact.path.trim()) : undefined;
    if (field === undefined || !isValue(fact.value) || (fact.normalised ?? null) !== null) return;
    try {
      const normal: unknown = this.normalise?.(fact.value, field, { ...fact } as unknown as Fact);
      if (normal === undefined || normal === null) return;
      ignored(normal);
      fact.normalised = isPromise(normal)
        ? refused('a promise: `normalise` must give the value itself')
        : plain(normal, { maxChars: MAX_CHARS, notes: true, numbers: () => true, functions: () => true, read: () => true }).value;
    } catch (error) {
      fact.normalised = refused(`nothing: \`normalise\` threw: ${describeError(error)}`);
    }
  }
}

/** Characters of one normalised value, as JSON. */
const MAX_CHARS = 1_000_000;

function refused(why: string): Json {
  return placeholder(why.slice(0, 500));
}

function isValue(value: Json | undefined): value is Exclude<Fact['value'], readonly (string | number)[]> | (string | number)[] {
  return ['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value);
}

/** Whether what is at this place of a list is part of a fact. Its `metadata` is yours, and may hold anything. */
function isOfFact([, key]: KeyPath): boolean {
  return key !== undefined && key !== 'metadata';
}

/** Pairs of facts that contradict each other, at most, at once. */
const MAX_PAIRS = 10_000;

/** The numbers of the user's pairs of facts, one after the other. Throws `invalid_input`. */
export function pairsOf(pairs: unknown, facts: readonly Json[]): number[] {
  const path = (number: number): unknown => (facts[number] as { path?: unknown } | null)?.path;
  if (!Array.isArray(pairs))
    throw wrongContradictions(`must return a list of pairs of facts, such as [[0, 3]], got ${kindOf(pairs)}`);
  if (pairs.length > MAX_PAIRS) throw wrongContradictions(`must return ${MAX_PAIRS} pairs at most, got ${pairs.length}`);
  return (pairs as unknown[]).flatMap((pair) => {
    const numbers: unknown[] = Array.isArray(pair) ? pair : [];
    if (numbers.length !== 2)
      throw wrongContradictions(`must return pairs of the numbers of facts, such as [[0, 3]], got ${describe(pair)}`);
    const [a, b] = numbers.map((number) => {
      if (typeof number === 'number' && number in facts) return number;
      throw wrongContradictions(`named the fact ${describe(number)}; there are ${facts.length}, and the first is 0`);
    }) as [number, number];
    if (path(a) !== path(b))
      throw wrongContradictions(`must pair facts about one field: ${a} is about \`${path(a)}\`, ${b} about \`${path(b)}\``);
    return [a, b];
  });
}
