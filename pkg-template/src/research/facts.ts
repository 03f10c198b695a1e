// Lists of facts as the core reads them.

import { badSettings, mustBe } from '../check/checks.js';
import { isObject, isPlain, isPromise } from '../check/kind.js';
import { type KeyPath, noted, type Plain, plain } from '../check/plain.js';
import { describeError, ignored } from '../error.js';
import type { Json } from '../types.js';
import type { CanonicalModel } from './reflector-data.js';
import type { Fact, ReflectorSettings } from './reflector-types.js';

/** Makes a list of facts plain, and says what each is compared as. */
export class FactReader {
  private readonly fields: ReadonlyMap<string, CanonicalModel['fields'][number]>;
  private readonly normalise: ReflectorSettings['normalise'];
  /** The settings without `normalise`, which is not data; what is not an object at all is refused by the core. */
  readonly settings: unknown;

  /** Throws `invalid_settings`. */
  constructor({ fields }: CanonicalModel, settings: ReflectorSettings) {
    const { normalise, ...data } = isPlain(settings) ? settings : ({} as ReflectorSettings);
    this.settings = isPlain(settings) ? data : settings;
    if (normalise !== undefined) mustBe('reflector.normalise', normalise, 'function', badSettings);
    this.fields = new Map(fields.map((field) => [field.path, field]));
    this.normalise = normalise;
  }

  /** Facts of at most so many characters as JSON. */
  read(list: readonly unknown[], maxChars: number): Plain {
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
  return noted(why.slice(0, 500));
}

function isValue(value: Json | undefined): value is Exclude<Fact['value'], readonly (string | number)[]> | (string | number)[] {
  return ['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value);
}

/** Whether what is at this place of a list is part of a fact. Its `metadata` is yours, and may hold anything. */
function isOfFact([, key]: KeyPath): boolean {
  return key !== undefined && key !== 'metadata';
}
