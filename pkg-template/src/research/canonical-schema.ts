// From a JSON Schema to the fields of a canonical model: each property that holds no other is one.

import { badSettings } from '../check/checks.js';
import { isObject } from '../check/kind.js';
import { ownSchema } from '../check/schema.js';
import { describeError } from '../error.js';
import type { JsonSchema } from '../types.js';

/** Keys of a property under which the settings of its field may be there. */
const ANNOTATIONS = ['reflect', 'x-reflect'];
/** Objects may nest this deep. */
const MAX_DEPTH = 32;

/** The fields that a schema's properties are. Those in `required` must be there, others may. */
export function fieldsOf(schema: JsonSchema): object[] {
  const root = checked(schema);
  return fieldsAt('', root, true, 0, root);
}

/** Those of one property, which may hold others; `depth` bounds the recursion. */
function fieldsAt(path: string, source: unknown, required: boolean, depth: number, root: JsonSchema): object[] {
  const schema = whole(source, root);
  const { properties } = schema;
  if (isObject(properties) && Object.keys(properties).length > 0) {
    if (depth >= MAX_DEPTH) throw badSettings(`\`${path}\` is nested deeper than ${MAX_DEPTH}, or in itself`);
    const must: unknown[] = Array.isArray(schema.required) ? schema.required : [];
    return Object.entries(properties).flatMap(([name, property]) => {
      const inner = path === '' ? name : `${path}.${name}`;
      return fieldsAt(inner, property, required && must.includes(name), depth + 1, root);
    });
  }
  if (path === '') throw badSettings('the JSON Schema of a canonical model must be of an object with properties');
  return [{ path, required: required ? 'must' : 'may', ...typed(schema), ...described(schema), ...annotated(schema) }];
}

function checked(schema: JsonSchema): JsonSchema {
  try {
    return ownSchema(schema);
  } catch (thrown) {
    throw badSettings(`the JSON Schema of a canonical model is not one: ${describeError(thrown)}`);
  }
}

/** What kind of field a property is. */
function typed(schema: JsonSchema): object {
  const { type, format, minItems } = schema;
  const kinds: unknown[] = Array.isArray(type) ? type.filter((kind) => kind !== 'null') : [type];
  const values = valuesOf(schema);
  if (values !== undefined) return { type: 'enum', values };
  switch (kinds.length === 1 ? kinds[0] : undefined) {
    case 'number':
    case 'integer':
      return { type: 'number' };
    case 'boolean':
      return { type: 'enum', values: ['true', 'false'] };
    case 'array':
      return { type: 'list', ...(typeof minItems === 'number' && minItems > 1 ? { minCount: minItems } : {}) };
    default:
      if (format === 'date' || format === 'date-time') return { type: 'date' };
      // A schema's string is one text; what may hold several says so with a list.
      return { type: 'text', ...(kinds.length === 1 && kinds[0] === 'string' && { many: false }) };
  }
}

function valuesOf({ enum: listed, const: only }: JsonSchema): string[] | undefined {
  const values: unknown[] = Array.isArray(listed) ? listed : only === undefined ? [] : [only];
  const texts = values.filter((value) => value !== null).map(String);
  return texts.length === 0 || texts.some((text) => text.trim() === '') ? undefined : texts;
}

function described({ description }: JsonSchema): object {
  return typeof description === 'string' && description.trim() !== '' ? { description } : {};
}

function annotated(schema: JsonSchema): object {
  for (const key of ANNOTATIONS) {
    const settings = schema[key];
    if (settings === undefined) continue;
    if (!isObject(settings)) throw badSettings(`\`${key}\` in a JSON Schema must be the settings of a field`);
    return settings;
  }
  return {};
}

/** A schema with what it refers to, and without the null that makes it optional. */
function whole(source: unknown, root: JsonSchema): JsonSchema {
  let schema = isObject(source) ? source : {};
  for (let step = 0; step < MAX_DEPTH; step += 1) {
    const { $ref, allOf, anyOf, oneOf, ...rest } = schema;
    if (typeof $ref === 'string') {
      const found = referred($ref, root);
      if (found === undefined) throw badSettings(`\`${$ref}\` in a JSON Schema refers to nothing in it`);
      schema = { ...found, ...rest };
    } else if (Array.isArray(allOf)) {
      schema = (allOf as unknown[]).filter(isObject).reduce<JsonSchema>(merged, rest);
    } else {
      const ways = [anyOf, oneOf].find((list) => Array.isArray(list)) as unknown[] | undefined;
      const real = ways?.filter(isObject).filter(({ type }) => type !== 'null') ?? [];
      const consts = real.map((way) => way.const);
      if (real.length === 1) schema = { ...real[0], ...rest };
      else if (real.length > 1 && consts.every((value) => typeof value === 'string')) schema = { ...rest, enum: consts };
      else return rest;
    }
  }
  throw badSettings('a `$ref` in a JSON Schema refers to itself');
}

function merged(a: JsonSchema, b: JsonSchema): JsonSchema {
  const both = { ...a, ...b };
  if (isObject(a.properties) && isObject(b.properties)) both.properties = { ...a.properties, ...b.properties };
  if (Array.isArray(a.required) && Array.isArray(b.required))
    both.required = [...(a.required as unknown[]), ...(b.required as unknown[])];
  return both;
}

function referred(ref: string, root: JsonSchema): JsonSchema | undefined {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  let at: unknown = root;
  for (const step of ref.slice(2).split('/')) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return isObject(at) ? at : undefined;
}
