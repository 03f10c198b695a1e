// What a reflector is given. What it gives back is generated from the Rust types.

import type { CanonicalField, FieldRequired, FieldTolerance, FieldType, Reflection, RefusedFact } from './reflector-data.js';

/** One field of a canonical model, as you write it; only `path` is needed. */
export interface FieldSettings {
  /** Names with dots between, such as `entity_a.pricing`. At most 200 characters. */
  path: string;
  /** What it holds, which decides how two facts are compared. Default `text`: two texts that differ are in conflict where `many` is false. */
  type?: FieldType | undefined;
  /** `must` (the default) is searched for first, `should` after it, `may` never. */
  required?: FieldRequired | undefined;
  /** How many are needed: items of a list, different values where `many` are allowed, else facts. Integer 1..=1000, default 1. */
  minCount?: number | undefined;
  /** Sources that must say something about it, those of one origin counted once. Integer 1..=1000, default 1. */
  minSources?: number | undefined;
  /**
   * Several values may exist side by side and never conflict. By default true for texts, and for enums of which more than one is wanted:
   * set it to false where there is one right text, such as a name.
   */
  many?: boolean | undefined;
  /** For facts that argue against the rest: the search for it is a search for opposing views. */
  contrarian?: boolean | undefined;
  /** Unit of all its numbers: `'km'`, `'USD'`, `'users'`. A number in another unit is refused, unless `normalise` converts it. */
  unit?: string | undefined;
  /** How far apart two numbers may lie and still agree; the wider limit applies. */
  tolerance?: FieldTolerance | undefined;
  /** The date for which it is wanted, in ISO 8601. Facts of another date are refused; facts without a date count as facts of this one. */
  asOf?: string | undefined;
  /** What to search for, with `{topic}`, `{entity}`, `{field}`, `{path}`. With several, each search takes the next one. */
  query?: string | readonly string[] | undefined;
  /** The allowed values of an enum. */
  values?: readonly string[] | undefined;
  description?: string | undefined;
}

/** A canonical model, as you write it. */
export interface ModelSettings {
  /** What the answer is about; `{topic}` in queries. */
  topic?: string | undefined;
  /** Who its parts are about, by the first name of a path: `{ entity_a: 'Postgres' }`; `{entity}` in queries. */
  entities?: Record<string, string> | undefined;
  /** At least one, in the order in which they are searched for. */
  fields: readonly FieldSettings[];
}

/**
 * A model as the Lazy Agent essay writes it: nested names; `'required'`, `'must'`, `'should'`, `'may'`, `'optional'`, a type's name, `null`
 * or `'...'` (both: a text that must be there), or the settings of a field with a `type` or a `required`.
 */
export interface ModelOutline {
  [name: string]: string | null | true | Omit<FieldSettings, 'path'> | ModelOutline;
}

/** Annotations that are laid over a model, whatever it was made from. */
export interface ModelAnnotations {
  topic?: string | undefined;
  entities?: Record<string, string> | undefined;
  /** Settings by path, for fields that exist. */
  fields?: Record<string, Partial<Omit<FieldSettings, 'path'>>> | undefined;
}

/** What one source says about one field. */
export interface Fact {
  /** A path of the model. */
  path: string;
  /**
   * A number (or a text with one, as JSON writes it: `"1200000 USD"` in a field of this unit), a date in ISO 8601, a text, a list.
   * `normalise` may read what is written in another way.
   */
  value: string | number | boolean | readonly (string | number)[];
  /** The value that is compared, in the field's unit; the setting `normalise` returns it. The answer shows `value`. */
  normalised?: string | number | boolean | readonly (string | number)[] | null | undefined;
  /** Unit of a number: `"km"`, `"USD"`. It must be the field's unit, if that has one. */
  unit?: string | null | undefined;
  /** The date for which it holds, in ISO 8601. Facts of different dates are not compared. */
  asOf?: string | number | null | undefined;
  /** Who says it. Facts of one source count as one voice. */
  sourceId: string;
  /**
   * Where the source took the claim from, if it is a copy: the `sourceId` of the first source, or any name of it ("press release of 3
   * May"). Facts of one origin count as one voice, however many sources repeat it. Without it each source counts, including copies.
   */
  origin?: string | null | undefined;
  quote?: string | null | undefined;
  /** Your own data. The reflector does not look at it: the quality of a source does not change what is missing. */
  metadata?: unknown;
}

/** How facts are compared, when a field is given up, and who settles a conflict. */
export interface ReflectorSettings {
  /** Fruitless searches in a row after which a field is given up. Integer 1..=100, default 2. */
  maxFruitless?: number | undefined;
  /**
   * Who settles a conflict, once its verify query was searched for. `plurality`: the value with more independent sources than any other,
   * and at least `plurality` of them. `adjudicator`: `adjudicate` or `resolve`. `never`: nobody; it stays open. Default: the adjudicator if
   * there is one, else plurality.
   */
  settle?: 'plurality' | 'adjudicator' | 'never' | undefined;
  /** Independent sources that a plurality needs. Integer 2..=1000, default 2. */
  plurality?: number | undefined;
  /**
   * Returns the value to compare, in the field's unit: `"$1.2M"` as 1200000, `"Q1 2024"` as `"2024-03"`, `"Apple Inc."` as `"apple"`. If it
   * returns nothing, the value is compared as it is. A fact for which it throws is refused.
   */
  normalise?: Normalise | undefined;
  /**
   * Returns pairs of facts that contradict each other though their values cannot say so, such as two sentences: by their numbers,
   * `[[0, 3]]`, in the order in which facts were given. Each is a conflict, also where `many` values may exist side by side.
   */
  contradictions?: Contradictions | undefined;
}

/**
 * Finds contradictions among all facts so far, refused ones too, after each batch of new ones. In a `ResearchLoop` it may return a promise,
 * and so ask a model; it may take `budget.callTimeoutMs`, and where it fails the facts stay and `reviewReasons` has
 * `contradictions_not_checked`. A `Reflector` calls it synchronously.
 */
export type Contradictions = (facts: readonly Fact[]) => ContradictingFacts | Promise<ContradictingFacts>;

export type ContradictingFacts = readonly (readonly [number, number])[];

/** Returns the value to compare. It is called once for each fact, and must be synchronous. */
export type Normalise = (value: Fact['value'], field: CanonicalField, fact: Fact) => Fact['value'] | null | undefined;

/** A reflection on a whole set of facts. */
export interface ReflectionOnce extends Reflection {
  /** Facts that were refused, with the reason. */
  refused: RefusedFact[];
}
