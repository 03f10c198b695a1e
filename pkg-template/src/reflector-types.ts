// What a reflector is given. What it gives back is generated from the Rust types.

import type { FieldRequired, FieldTolerance, FieldType, Reflection, RefusedFact } from './reflector-data.js';

/** One field of a canonical model, as it is written; only `path` is needed. */
export interface FieldSettings {
  /** Names with dots between, such as `entity_a.pricing`. At most 200 characters. */
  path: string;
  /** What it holds, which decides how two facts are compared. Default `text`. */
  type?: FieldType | undefined;
  /** `must` (the default) is searched for first, `should` after it, `may` never. */
  required?: FieldRequired | undefined;
  /** Items of a list, different values where many may stand, else facts. Integer 1..=1000, default 1. */
  minCount?: number | undefined;
  /** Sources that must say something about it. Integer 1..=1000, default 1. */
  minSources?: number | undefined;
  /**
   * Several values may stand side by side and never conflict. By default true for texts, and for entities and enums of which more than
   * one is wanted.
   */
  many?: boolean | undefined;
  /** Holds what speaks against the rest: the search for it is a search for opposing views. */
  contrarian?: boolean | undefined;
  /** Of numbers that come without one; all are turned into it. For money a currency. */
  unit?: string | undefined;
  /** The same as `unit`, for money. */
  currency?: string | undefined;
  /** How far two values may lie apart and still agree; the wider of the two holds. */
  tolerance?: FieldTolerance | undefined;
  /** As of when it is wanted. Facts as of another date are refused; facts without a date are taken to be of this one. */
  asOf?: string | undefined;
  /** What to search for, with `{topic}`, `{entity}`, `{field}`, `{path}`. Of several, each search takes the next. */
  query?: string | readonly string[] | undefined;
  /** What an enum may be. */
  values?: readonly string[] | undefined;
  /** What lies in what: `{ Paris: 'France', France: 'Europe' }`. */
  hierarchy?: Record<string, string> | undefined;
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
  /** As people write it: `"$1.2M"`, `"Q3 2024"`, `1200000`, `["A", "B"]`. */
  value: string | number | boolean | readonly (string | number)[];
  /** Of the value; may begin with a power of ten: `"km"`, `"million users"`. */
  unit?: string | null | undefined;
  /** A code, a sign or a name. */
  currency?: string | null | undefined;
  /** As of when it holds. Facts as of other dates are not compared. */
  asOf?: string | number | null | undefined;
  /** Who says it. Facts of one source count as one voice. */
  sourceId: string;
  quote?: string | null | undefined;
  /** Yours. The reflector does not look at it: how good a source is has no say in what is missing. */
  metadata?: unknown;
}

/** How facts are compared, and when a field is given up. */
export interface ReflectorSettings {
  /** Fruitless searches in a row after which a field is given up. Integer 1..=100, default 2. */
  maxFruitless?: number | undefined;
  /**
   * What one unit of each currency is worth in any common one: `{ USD: 1, EUR: 1.08 }`. Without a rate, amounts in other currencies are
   * not compared.
   */
  rates?: Record<string, number> | undefined;
  /** What lies in what, for all fields. */
  hierarchy?: Record<string, string> | undefined;
  /** How to read `03/05/2024`. Without it both days are meant. */
  dateOrder?: 'dmy' | 'mdy' | undefined;
  /** How to read `1.200` and `1,200`. Without it they are 1.2 and 1200, as in English. */
  decimalMark?: '.' | ',' | undefined;
}

/** A look at a whole set of facts. */
export interface ReflectionOnce extends Reflection {
  /** Facts that were not taken, with the reason. */
  refused: RefusedFact[];
}
