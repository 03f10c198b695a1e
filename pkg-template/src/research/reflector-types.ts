// What a reflector is given. What it gives back is generated from the Rust types.

import type { CanonicalField, FieldRequired, FieldTolerance, FieldType, Reflection, RefusedFact } from './reflector-data.js';

/** One field of a canonical model, as it is written; only `path` is needed. */
export interface FieldSettings {
  /** Names with dots between, such as `entity_a.pricing`. At most 200 characters. */
  path: string;
  /** What it holds, which decides how two facts are compared. Default `text`: two texts that differ are in conflict where `many` is false. */
  type?: FieldType | undefined;
  /** `must` (the default) is searched for first, `should` after it, `may` never. */
  required?: FieldRequired | undefined;
  /** Items of a list, different values where many may be there, else facts. Integer 1..=1000, default 1. */
  minCount?: number | undefined;
  /** Sources that must say something about it, those of one origin counted once. Integer 1..=1000, default 1. */
  minSources?: number | undefined;
  /**
   * Several values may exist side by side and never conflict. By default true for texts, and for enums of which more than one is wanted:
   * set it to false where there is one right text, such as a name.
   */
  many?: boolean | undefined;
  /** Holds what speaks against the rest: the search for it is a search for opposing views. */
  contrarian?: boolean | undefined;
  /** Of all its numbers: `'km'`, `'USD'`, `'users'`. A number in another unit is refused, unless `normalise` converts it. */
  unit?: string | undefined;
  /** How far two numbers may lie apart and still agree; the wider of the two holds. */
  tolerance?: FieldTolerance | undefined;
  /** As of when it is wanted, as ISO 8601 writes it. Facts as of another date are refused; facts without a date are taken to be of this one. */
  asOf?: string | undefined;
  /** What to search for, with `{topic}`, `{entity}`, `{field}`, `{path}`. Of several, each search takes the next. */
  query?: string | readonly string[] | undefined;
  /** The allowed values of an enum. */
  values?: readonly string[] | undefined;
  description?: string | undefined;
}

/** A canonical model as it is written. */
export interface ModelSettings {
  /** What the answer is about; `{topic}` in queries. */
  topic?: string | undefined;
  /** Who its parts are about, by the first name of a path: `{ entity_a: 'Postgres' }`; `{entity}` in queries. */
  entities?: Record<string, string> | undefined;
  /** At least one, in the order in which they are searched for. */
  fields: readonly FieldSettings[];
}

/**
 * A model as the Lazy Agent essay writes it: names in each other; `'required'`, `'must'`, `'should'`, `'may'`, `'optional'`, a type's
 * name, `null` or `'...'` (both: a text that must be there), or the settings of a field with a `type` or a `required`.
 */
export interface ModelOutline {
  [name: string]: string | null | true | Omit<FieldSettings, 'path'> | ModelOutline;
}

/** Laid over a model, whatever it was made from. */
export interface ModelAnnotations {
  topic?: string | undefined;
  entities?: Record<string, string> | undefined;
  /** Settings by path, for fields that are there. */
  fields?: Record<string, Partial<Omit<FieldSettings, 'path'>>> | undefined;
}

/** What one source says about one field. */
export interface Fact {
  /** A path of the model. */
  path: string;
  /**
   * A number (or a text with one, as JSON writes it: `"1200000 USD"` in a field of this unit), a date as ISO 8601 writes it, a text, a list.
   * What is written in another way `normalise` may read.
   */
  value: string | number | boolean | readonly (string | number)[];
  /** What it is compared as, in the field's unit; the setting `normalise` gives it. The answer shows `value`. */
  normalised?: string | number | boolean | readonly (string | number)[] | null | undefined;
  /** Of a number: `"km"`, `"USD"`. The field's, where that has one. */
  unit?: string | null | undefined;
  /** As of when it holds, as ISO 8601 writes it. Facts as of other dates are not compared. */
  asOf?: string | number | null | undefined;
  /** Who says it. Facts of one source count as one voice. */
  sourceId: string;
  /**
   * Where the source took the claim from, if it is a copy: the `sourceId` of the first source, or any name of it ("press release of 3 May").
   * Facts of one origin count as one voice, however many sources repeat it. Without it each source counts, copies too.
   */
  origin?: string | null | undefined;
  quote?: string | null | undefined;
  /** Yours. The reflector does not look at it: how good a source is has no say in what is missing. */
  metadata?: unknown;
}

/** How facts are compared, when a field is given up, and who settles a conflict. */
export interface ReflectorSettings {
  /** Fruitless searches in a row after which a field is given up. Integer 1..=100, default 2. */
  maxFruitless?: number | undefined;
  /**
   * Who settles a conflict, once its verify query was asked. `plurality`: the value that more independent sources say than any other, and at
   * least `plurality` of them. `adjudicator`: whoever `adjudicate` or `resolve` asks. `never`: nobody; it stays open. Default: the adjudicator
   * if there is one, else plurality.
   */
  settle?: 'plurality' | 'adjudicator' | 'never' | undefined;
  /** Independent sources that a plurality needs. Integer 2..=1000, default 2. */
  plurality?: number | undefined;
  /**
   * What a value is compared as, in the field's unit: `"$1.2M"` as 1200000, `"Q1 2024"` as `"2024-03"`, `"Apple Inc."` as `"apple"`. What gives
   * nothing leaves the value as it is. A fact for which it throws is refused.
   */
  normalise?: Normalise | undefined;
}

/** Says what a value is compared as. It is called once for each fact, and must not wait. */
export type Normalise = (value: Fact['value'], field: CanonicalField, fact: Fact) => Fact['value'] | null | undefined;

/** A look at a whole set of facts. */
export interface ReflectionOnce extends Reflection {
  /** Facts that were not taken, with the reason. */
  refused: RefusedFact[];
}
