// Checks values against a Standard Schema or a JSON Schema, and turns the one into the other where its library can.

import type { OutputUnit, SchemaDraft } from '@cfworker/json-schema';
import { dereference, validate } from '@cfworker/json-schema';
import { describeError, safely } from '../error.js';
import type { StandardIssue, StandardResult, StandardSchema } from '../given-types.js';
import type { JsonSchema } from '../types.js';
import { describeWrongKind, isObject, isPlain, kindOf } from './kind.js';
import { Refusal } from './refusal.js';

/** What a check said: the value as the schema gives it back, or what is wrong, one sentence each. */
export type Checked = { ok: true; value: unknown } | { ok: false; issues: string[] };

/**
 * Resolves for every value, also where the schema throws: it has found something wrong. Rejects where a JSON Schema took too many steps:
 * nothing is known of the value then.
 */
export type Check = (value: unknown) => Promise<Checked>;

/** Issues that are issues of one value. */
const MAX_ISSUES = 10;

/** Places of a value that are compared with a part of a schema, and pairs of items for `uniqueItems`: some 30 ms. */
const MAX_STEPS = 20_000;
/** Steps of the second pass, which collects what is wrong. */
const MAX_CAUSE_STEPS = 5_000;
/** Pairs that are compared in the time of a step. */
const PAIRS = 16;
/** Names of `required` that are reported as missing in the time of a step, and characters of an `enum`, which its issue quotes. */
const NAMES = 4;
const QUOTED = 500;
const TOO_MANY_STEPS = `the JSON Schema was not checked to its end: this value takes more than ${MAX_STEPS} steps`;

/** The check that a schema makes. Throws when a JSON Schema is not one. */
export function checkOf(schema: StandardSchema | object): Check {
  const check = isStandard(schema) ? standardCheck(schema) : jsonCheck(schema as JsonSchema);
  return async (value) => {
    try {
      return await check(value);
    } catch (thrown) {
      if (thrown instanceof Refusal) throw thrown;
      return { ok: false, issues: [`the schema could not check it: ${describeError(thrown)}`] };
    }
  };
}

/** Keywords that lay several schemas over one object: closed by one of them, it could not have what another asks for. */
const LAID_OVER = ['allOf', 'dependentSchemas', 'if', 'not', 'unevaluatedProperties'];
/** Keywords of an object with more properties than it names. */
const OPENING = ['additionalProperties', 'anyOf', 'oneOf', '$ref', 'patternProperties'];

/**
 * Closes the objects of a schema, as providers want it that constrain decoding. An object that says itself whether it is closed, or that
 * names no properties, stays as it is, and so does a schema that lays several over one object.
 */
export function closeObjects(schema: JsonSchema): void {
  const nodes: JsonSchema[] = [schema];
  for (const node of nodes) {
    if (LAID_OVER.some((key) => Object.hasOwn(node, key))) return;
    nodes.push(...Object.values(node).flat().filter(isObject));
  }
  for (const node of nodes) {
    const names = node.type === 'object' && isObject(node.properties) ? Object.keys(node.properties) : [];
    if (names.length > 0 && !OPENING.some((key) => Object.hasOwn(node, key))) node.additionalProperties = false;
  }
}

/** The JSON Schema that says the same, or `undefined` when the library cannot say. */
export function jsonSchemaOf(schema: StandardSchema | object, side: 'input' | 'output'): JsonSchema | undefined {
  if (!isStandard(schema)) return schema as JsonSchema;
  const { jsonSchema } = schema['~standard'];
  const own = schema as { toJSONSchema?: () => unknown; toJsonSchema?: () => unknown };
  const ways = [
    () => jsonSchema?.[side]({ target: 'draft-2020-12' }),
    () => jsonSchema?.[side]({ target: 'draft-07' }),
    () => own.toJSONSchema?.(),
    () => own.toJsonSchema?.(),
  ];
  for (const way of ways) {
    try {
      const made = way();
      if (typeof made === 'object' && made !== null) return made as JsonSchema;
    } catch {
      // This library cannot convert this schema this way; the next may do.
    }
  }
  return undefined;
}

function standardCheck(schema: StandardSchema) {
  return async (value: unknown): Promise<Checked> => {
    const result: unknown = await schema['~standard'].validate(value);
    if (!isResult(result)) throw new TypeError(`its \`validate\` must give { value } or { issues }, got ${kindOf(result)}`);
    if (result.issues === undefined) return { ok: true, value: result.value };
    return { ok: false, issues: result.issues.slice(0, MAX_ISSUES).map(sentence) };
  };
}

/** Whether this is a result: one of another form, as `safeParse` gives it, has found nothing right. */
function isResult(value: unknown): value is StandardResult<unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return 'issues' in value && value.issues !== undefined ? Array.isArray(value.issues) : 'value' in value;
}

function sentence({ path, message }: StandardIssue): string {
  const steps = (path ?? []).map((step) => String(typeof step === 'object' ? step.key : step));
  return steps.length === 0 ? message : `${steps.join('.')}: ${message}`;
}

type JsonCheck = (value: unknown) => Checked;

/** Checks by their schema and its text: making one takes longer than a short run. A schema that its owner changed is read anew. */
const made = new WeakMap<JsonSchema, { text: string; check: JsonCheck }>();

function jsonCheck(source: JsonSchema): JsonCheck {
  const kept = made.get(source);
  // Its own objects were looked at when it was new.
  if (kept !== undefined && safely(() => JSON.stringify(source)) === kept.text) return kept.check;
  const text = schemaText(source);
  const check = newJsonCheck(parsedSchema(text));
  made.set(source, { text, check });
  return check;
}

function newJsonCheck(schema: JsonSchema): JsonCheck {
  const lookup = dereference(schema);
  const draft = draftOf(schema);
  let left = 0;
  const step = (steps: number): void => {
    left -= steps;
    if (left < 0) throw new Refusal('verifier_error', TOO_MANY_STEPS);
  };
  // One with names of its own is there by each.
  const subschemas = [...new Set(Object.values(lookup))].filter(isObject);
  for (const subschema of subschemas) counted(subschema, step);
  const isUnique = subschemas.some(({ uniqueItems }) => uniqueItems === true);
  const validated = (value: unknown, steps: number, first: boolean): ReturnType<typeof validate> => {
    left = steps - (isUnique ? pairsIn(value) / PAIRS : 0);
    return validate(value, schema, draft, lookup, first);
  };
  // What the validator cannot use it throws at: mostly at once, and else where a value meets it.
  for (const probe of [null, '', 0, [], {}]) validated(probe, MAX_STEPS, false);
  return (value: unknown): Checked => {
    const { valid, errors } = validated(value, MAX_STEPS, true);
    if (valid) return { ok: true, value };
    let found = errors;
    try {
      found = validated(value, MAX_CAUSE_STEPS, false).errors;
    } catch {
      // Too many places: the first fault has to do.
    }
    return { ok: false, issues: causes(found).slice(0, MAX_ISSUES) };
  };
}

/** The validator reads this keyword once for every place that it compares with a schema, and goes through the lists of the schema there. */
function counted(subschema: JsonSchema, step: (steps: number) => void): void {
  const { $recursiveAnchor, required, dependentRequired, dependencies, const: only, enum: any } = subschema;
  const lists = [required, ...[dependentRequired, dependencies].filter(isObject).flatMap(Object.values)];
  const names = lists.flatMap((list: unknown) => (Array.isArray(list) ? list : [])).length;
  const steps = 1 + names / NAMES + JSON.stringify([only, any]).length / QUOTED;
  Object.defineProperty(subschema, '$recursiveAnchor', { get: () => (step(steps), $recursiveAnchor) });
}

/** What it takes to compare each item of each list with every other, in objects; eight texts or numbers take as long as one. */
function pairsIn(value: unknown): number {
  const places: { value: unknown; parent: number; size: number }[] = [{ value, parent: 0, size: 0 }];
  for (let at = 0; at < places.length; at++) {
    const place = places[at];
    const isTree = typeof place?.value === 'object' && place.value !== null;
    if (place !== undefined) place.size = isTree ? 1 : 1 / 8;
    if (isTree) for (const item of Object.values(place.value as object)) places.push({ value: item, parent: at, size: 0 });
  }
  let pairs = 0;
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { value, parent, size } = place;
    const above = places[parent];
    if (above !== undefined) above.size += size;
    if (Array.isArray(value)) pairs += value.length * size;
  }
  return pairs;
}

/** Keywords whose value is a schema, or a list of them. */
const NESTED = `additionalItems additionalProperties allOf anyOf contains else if items not oneOf prefixItems propertyNames then
  unevaluatedItems unevaluatedProperties`.split(/\s+/);
/** Keywords whose value holds schemas by name. */
const BY_NAME = ['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties'];
/** Keywords that let some values through and others not. */
const CHECKS: ReadonlySet<string> = new Set([
  ...NESTED,
  ...`$ref $recursiveRef const dependencies dependentRequired dependentSchemas enum exclusiveMaximum exclusiveMinimum format
  maxContains maximum maxItems maxLength maxProperties minContains minimum minItems minLength minProperties multipleOf nullable pattern
  patternProperties properties required type uniqueItems`.split(/\s+/),
]);
/** Keywords that ask for nothing. */
const NOTES: ReadonlySet<string> = new Set(
  `$anchor $comment $defs $id $recursiveAnchor $schema $vocabulary contentEncoding contentMediaType contentSchema default
  definitions deprecated description example examples id readOnly title writeOnly`.split(/\s+/),
);

/**
 * A copy of a JSON Schema. Throws for what would let everything through: an object of another library, and one with keys none of which the
 * validator knows.
 */
export function ownSchema(schema: unknown): JsonSchema {
  return parsedSchema(schemaText(schema));
}

/** A JSON Schema as JSON. Throws for an object of another library. */
function schemaText(schema: unknown): string {
  const mustBePlain = (value: unknown, name: string): void => {
    const of = name === '' ? '' : `, in \`${name}\``;
    if (!isPlain(value)) throw new TypeError(`${describeWrongKind('a JSON Schema', 'a plain object', value)}${of}`);
  };
  mustBePlain(schema, '');
  const seen = (name: string, value: unknown): unknown => {
    if (isObject(value)) mustBePlain(value, name);
    // What JSON cannot hold is refused with its path, later.
    return typeof value === 'bigint' ? undefined : value;
  };
  try {
    return JSON.stringify(schema, seen);
  } catch (thrown) {
    if (thrown instanceof TypeError && thrown.message.startsWith('a JSON Schema')) throw thrown;
    throw new TypeError('it must be plain JSON: it holds itself, or is nested too deep');
  }
}

function parsedSchema(text: string): JsonSchema {
  const copy = JSON.parse(text) as JsonSchema;
  mustBeKeywords(copy);
  const keys = Object.keys(copy);
  const other = keys.find((key) => !NOTES.has(key) && !key.startsWith('x-'));
  if (other === undefined || keys.some((key) => CHECKS.has(key))) return copy;
  const example = '`{ type: "object", properties: { … } }`';
  throw new TypeError(`it has no keyword of JSON Schema, but \`${other}\`: hand in the schema itself, as in ${example}`);
}

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Refuses a keyword or a type that nearly is one: it asks for nothing, or for what no value is. Other keywords are somebody's notes. */
function mustBeKeywords(root: JsonSchema): void {
  const schemas: [string, unknown][] = [['', root]];
  for (const [at, schema] of schemas) {
    if (typeof schema !== 'object' || schema === null) continue;
    for (const [key, value] of Object.entries(schema)) {
      const path = `${at}${key}`;
      const near = Array.isArray(schema) || CHECKS.has(key) || NOTES.has(key) ? '' : nearest(key, CHECKS);
      if (near) throw new TypeError(`unknown keyword \`${path}\`, did you mean \`${at}${near}\`?`);
      if (key === 'type') mustBeTypes(path, value);
      if (Array.isArray(schema) || NESTED.includes(key)) schemas.push([`${path}.`, value]);
      else if (BY_NAME.includes(key) && isObject(value)) {
        for (const [name, named] of Object.entries(value)) schemas.push([`${path}.${name}.`, named]);
      }
    }
  }
}

function mustBeTypes(path: string, types: unknown): void {
  for (const type of [types].flat()) {
    if (TYPES.includes(type as string)) continue;
    const near = nearest(String(type), TYPES);
    throw new TypeError(
      `\`${path}\` must be one of ${TYPES.join(', ')}, got ${JSON.stringify(type)}${near && `, did you mean "${near}"?`}`,
    );
  }
}

/** The word that this one nearly is, '' for none; case, and what separates its parts, make no difference. */
function nearest(word: string, words: Iterable<string>): string {
  const bare = (text: string): string => text.replace(/[-_$]/g, '').toLowerCase();
  for (const other of words) if (other.length > 3 && isNear(bare(word), bare(other))) return other;
  return '';
}

/** Whether a letter more or less makes one word of the other, or two letters swapped; of a long word, two letters in one place. */
function isNear(word: string, meant: string): boolean {
  let [start, end] = [0, 0];
  while (start < word.length && word[start] === meant[start]) start += 1;
  while (end < Math.min(word.length, meant.length) - start && word.at(-1 - end) === meant.at(-1 - end)) end += 1;
  const [x = '', y = ''] = [word, meant].map((text) => text.slice(start, text.length - end));
  return x.length + y.length <= (meant.length < 8 ? 1 : 2) || (x.length === 2 && y === `${x[1]}${x[0]}`);
}

function draftOf({ $schema }: JsonSchema): SchemaDraft {
  const named = typeof $schema === 'string' ? /draft-0?([47])|2019-09/.exec($schema) : null;
  if (named === null) return '2020-12';
  return named[1] === '4' ? '4' : named[1] === '7' ? '7' : '2019-09';
}

/** The validator reports each fault once more for every level above it; only the innermost say something. */
function causes(errors: readonly OutputUnit[]): string[] {
  const above = new Set<string>();
  for (const { keywordLocation: place } of errors) {
    for (let end = place.lastIndexOf('/'); end > 0; end = place.lastIndexOf('/', end - 1)) above.add(place.slice(0, end));
  }
  const deepest = errors.filter(({ keywordLocation }) => !above.has(keywordLocation));
  const issues = (deepest.length > 0 ? deepest : errors).map(({ instanceLocation, error }) => {
    const path = instanceLocation.replace(/^#\/?/, '').replaceAll('/', '.');
    return path === '' ? error : `${path}: ${error}`;
  });
  return [...new Set(issues)];
}

/** True for a schema of a library that implements Standard Schema; some of them are functions. */
export function isStandard(schema: unknown): schema is StandardSchema {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) return false;
  const standard = (schema as { '~standard'?: { validate?: unknown } })['~standard'];
  return typeof standard?.validate === 'function';
}
