// Checks values against a Standard Schema or a JSON Schema, and turns the one into the other where its library can.

import type { OutputUnit, SchemaDraft } from '@cfworker/json-schema';
import { dereference, validate } from '@cfworker/json-schema';
import { told } from './error.js';
import { danglingIn, faultIn } from './json-schema.js';
import { isPlain, kindOf } from './kind.js';
import { isStandard, type StandardIssue, type StandardResult, type StandardSchema } from './standard-schema.js';
import type { JsonSchema } from './types.js';

/** What a check said: the value as the schema gives it back, or what is wrong, one sentence each. */
export type Checked = { ok: true; value: unknown } | { ok: false; issues: string[] };

/** Never throws and never rejects: a schema that throws has found something wrong. */
export type Check = (value: unknown) => Promise<Checked>;

/** Issues that are told of one value. */
const MAX_ISSUES = 10;

/** The check that a schema makes. Throws when a JSON Schema is not one. */
export function checkOf(schema: StandardSchema | object): Check {
  return guarded(isStandard(schema) ? standardCheck(schema) : jsonCheck(schema as JsonSchema));
}

/** The JSON Schema that says the same, or `undefined` when the library cannot tell. */
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

function guarded(check: (value: unknown) => Checked | Promise<Checked>): Check {
  return async (value) => {
    try {
      return await check(value);
    } catch (thrown) {
      return { ok: false, issues: [`the schema could not check it: ${told(thrown)}`] };
    }
  };
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

function jsonCheck(schema: JsonSchema) {
  // A schema of a library that tells neither its keywords nor a standard would let everything through.
  const isInstance = typeof schema === 'object' && !Array.isArray(schema) && !isPlain(schema);
  if (isInstance) throw new TypeError(`a JSON Schema must be a plain object, got ${kindOf(schema)}`);
  const fault = faultIn(schema);
  if (fault !== undefined) throw new TypeError(fault);
  const lookup = lookedUp(schema);
  const dangling = danglingIn(schema, lookup);
  if (dangling !== undefined) throw new TypeError(dangling);
  const draft = draftOf(schema);
  return (value: unknown): Checked => {
    const { valid, errors } = validate(value, schema, draft, lookup, false);
    return valid ? { ok: true, value } : { ok: false, issues: causes(errors).slice(0, MAX_ISSUES) };
  };
}

/** Every schema in it, by its address. It follows the schema down. */
function lookedUp(schema: JsonSchema): ReturnType<typeof dereference> {
  try {
    return dereference(schema);
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new TypeError('it must be plain JSON: it holds itself, or is nested too deep');
    throw thrown;
  }
}

function draftOf({ $schema }: JsonSchema): SchemaDraft {
  const named = typeof $schema === 'string' ? /draft-0?([47])|2019-09/.exec($schema) : null;
  if (named === null) return '2020-12';
  return named[1] === '4' ? '4' : named[1] === '7' ? '7' : '2019-09';
}

/** The validator tells each fault once more for every level above it; only the innermost say something. */
function causes(errors: readonly OutputUnit[]): string[] {
  const deepest = errors.filter(
    ({ keywordLocation }) => !errors.some((e) => e.keywordLocation.startsWith(`${keywordLocation}/`)),
  );
  const told = (deepest.length > 0 ? deepest : errors).map(({ instanceLocation, error }) => {
    const path = instanceLocation.replace(/^#\/?/, '').replaceAll('/', '.');
    return path === '' ? error : `${path}: ${error}`;
  });
  return [...new Set(told)];
}
