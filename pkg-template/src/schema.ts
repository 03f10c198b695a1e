// Checks values against a Standard Schema or a JSON Schema, and turns the one into the other where its library can.

import type { OutputUnit, SchemaDraft } from '@cfworker/json-schema';
import { dereference, validate } from '@cfworker/json-schema';
import { describeError } from './error.js';
import { isObject, isPlain, kindOf } from './kind.js';
import { isStandard, type StandardIssue, type StandardResult, type StandardSchema } from './standard-schema.js';
import type { JsonSchema } from './types.js';

/** What a check said: the value as the schema gives it back, or what is wrong, one sentence each. */
export type Checked = { ok: true; value: unknown } | { ok: false; issues: string[] };

/** Never throws and never rejects: a schema that throws has found something wrong. */
export type Check = (value: unknown) => Promise<Checked>;

/** Issues that are issues of one value. */
const MAX_ISSUES = 10;

/** The check that a schema makes. Throws when a JSON Schema is not one. */
export function checkOf(schema: StandardSchema | object): Check {
  const check = isStandard(schema) ? standardCheck(schema) : jsonCheck(schema as JsonSchema);
  return async (value) => {
    try {
      return await check(value);
    } catch (thrown) {
      return { ok: false, issues: [`the schema could not check it: ${describeError(thrown)}`] };
    }
  };
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
function isResult(given: unknown): given is StandardResult<unknown> {
  if (typeof given !== 'object' || given === null) return false;
  return 'issues' in given && given.issues !== undefined ? Array.isArray(given.issues) : 'value' in given;
}

function sentence({ path, message }: StandardIssue): string {
  const steps = (path ?? []).map((step) => String(typeof step === 'object' ? step.key : step));
  return steps.length === 0 ? message : `${steps.join('.')}: ${message}`;
}

function jsonCheck(given: JsonSchema) {
  const schema = ownSchema(given);
  const lookup = dereference(schema);
  const draft = draftOf(schema);
  const validated = (value: unknown): ReturnType<typeof validate> => validate(value, schema, draft, lookup, false);
  // What the validator cannot use it throws at: mostly at once, and else where a value meets it.
  for (const probe of [null, '', 0, [], {}]) validated(probe);
  return (value: unknown): Checked => {
    const { valid, errors } = validated(value);
    return valid ? { ok: true, value } : { ok: false, issues: causes(errors).slice(0, MAX_ISSUES) };
  };
}

/** Keywords that let some values through and others not. */
const CHECKS: ReadonlySet<string> = new Set(
  `$ref $recursiveRef additionalItems additionalProperties allOf anyOf const contains dependencies dependentRequired dependentSchemas else enum
  exclusiveMaximum exclusiveMinimum format if items maxContains maximum maxItems maxLength maxProperties minContains minimum minItems minLength
  minProperties multipleOf not nullable oneOf pattern patternProperties prefixItems properties propertyNames required then type
  unevaluatedItems unevaluatedProperties uniqueItems`.split(/\s+/),
);
/** Keywords that ask for nothing. */
const NOTES: ReadonlySet<string> = new Set(
  `$anchor $comment $defs $id $recursiveAnchor $schema $vocabulary contentEncoding contentMediaType contentSchema default definitions
  deprecated description example examples id readOnly title writeOnly`.split(/\s+/),
);

/**
 * A copy of a JSON Schema. Throws for what would let everything through: an object of another library, and one with keys none of which the
 * validator knows.
 */
export function ownSchema(schema: unknown): JsonSchema {
  const mustBePlain = (value: unknown, name: string): void => {
    const of = name === '' ? '' : `, in \`${name}\``;
    if (!isPlain(value)) throw new TypeError(`a JSON Schema must be a plain object, got ${kindOf(value)}${of}`);
  };
  mustBePlain(schema, '');
  const seen = (name: string, value: unknown): unknown => {
    if (isObject(value)) mustBePlain(value, name);
    // What JSON cannot hold is refused with its path, later.
    return typeof value === 'bigint' ? undefined : value;
  };
  let copy: JsonSchema;
  try {
    copy = JSON.parse(JSON.stringify(schema, seen)) as JsonSchema;
  } catch (thrown) {
    if (thrown instanceof TypeError && thrown.message.startsWith('a JSON Schema')) throw thrown;
    throw new TypeError('it must be plain JSON: it holds itself, or is nested too deep');
  }
  const keys = Object.keys(copy);
  const other = keys.find((key) => !NOTES.has(key) && !key.startsWith('x-'));
  if (other === undefined || keys.some((key) => CHECKS.has(key))) return copy;
  const example = '`{ type: "object", properties: { … } }`';
  throw new TypeError(`it has no keyword of JSON Schema, but \`${other}\`: hand in the schema itself, as in ${example}`);
}

function draftOf({ $schema }: JsonSchema): SchemaDraft {
  const named = typeof $schema === 'string' ? /draft-0?([47])|2019-09/.exec($schema) : null;
  if (named === null) return '2020-12';
  return named[1] === '4' ? '4' : named[1] === '7' ? '7' : '2019-09';
}

/** The validator reports each fault once more for every level above it; only the innermost say something. */
function causes(errors: readonly OutputUnit[]): string[] {
  const deepest = errors.filter(
    ({ keywordLocation }) => !errors.some((e) => e.keywordLocation.startsWith(`${keywordLocation}/`)),
  );
  const issues = (deepest.length > 0 ? deepest : errors).map(({ instanceLocation, error }) => {
    const path = instanceLocation.replace(/^#\/?/, '').replaceAll('/', '.');
    return path === '' ? error : `${path}: ${error}`;
  });
  return [...new Set(issues)];
}
