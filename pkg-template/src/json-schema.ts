// Finds what is wrong with a JSON Schema before it is used: a mistyped type would let no value through, a mistyped list every one.

import { kindOf } from './kind.js';
import { isStandard } from './standard-schema.js';

const TYPES: readonly unknown[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Keywords by what they hold. Others are not looked at: drafts differ, and vendors add their own. */
const ONE: readonly string[] = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const LIST: readonly string[] = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const NAMED: readonly string[] = ['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties'];

/** Keywords that let some values through and others not, beside those that hold schemas. */
const CHECKING: readonly string[] = [
  ...ONE,
  ...LIST,
  ...NAMED,
  'const',
  'dependencies',
  'dependentRequired',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'items',
  'maxContains',
  'maximum',
  'maxItems',
  'maxLength',
  'maxProperties',
  'minContains',
  'minimum',
  'minItems',
  'minLength',
  'minProperties',
  'multipleOf',
  'nullable',
  'pattern',
  'required',
  'type',
  'uniqueItems',
];
/** Keywords that say something of a value and ask for nothing. */
const NOTES: readonly string[] = [
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'default',
  'deprecated',
  'description',
  'example',
  'examples',
  'id',
  'readOnly',
  'title',
  'writeOnly',
];
/** Where other libraries keep the schema in what they make of one. */
const WRAPPERS: readonly string[] = ['schema', 'jsonSchema', 'json_schema', 'input_schema', 'inputSchema', 'parameters'];

/** A schema that is yet to be looked at, and where it stands. */
interface Place {
  schema: unknown;
  path: string;
}

/** What is wrong with a schema, and where; `undefined` when nothing is. */
export function faultIn(schema: object): string | undefined {
  if (typeof schema === 'function') return 'it is a function and no schema: is a call missing, as in `z.object({ … })`?';
  const held = Object.values(schema);
  if (isObject(schema)) {
    if (held.length > 0 && held.every(isStandard))
      return 'it is an object of schemas and none itself: wrap it, as in `z.object({ … })`';
    const stranger = strangerIn(schema);
    if (stranger !== undefined) return stranger;
  }
  const open: Place[] = [{ schema, path: '' }];
  // Schemas may hold themselves.
  const seen = new Set<unknown>();
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (seen.has(place.schema)) continue;
    seen.add(place.schema);
    const fault = faultAt(place, open);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** What an object is that holds no keyword of JSON Schema, and so would let everything through. */
function strangerIn(schema: Record<string, unknown>): string | undefined {
  if ('~standard' in schema) return 'its `~standard` has no function `validate`: it is no Standard Schema';
  const keys = Object.keys(schema).filter((key) => schema[key] !== undefined);
  const known = (key: string): boolean => CHECKING.includes(key) || key.startsWith('$');
  const strangers = keys.filter((key) => !NOTES.includes(key) && !key.startsWith('x-'));
  if (strangers.length === 0 || strangers.some(known)) return undefined;
  const wrapped = WRAPPERS.find((key) => isObject(schema[key]));
  if (wrapped !== undefined) return `it holds a schema and is none itself: hand in its \`${wrapped}\``;
  const example = '`{ type: "object", properties: { … } }`';
  return `it has no keyword of JSON Schema, but \`${strangers[0]}\`: is a wrapping missing, as in ${example}?`;
}

/** A schema by its address, as the validator finds it. */
export type Lookup = Readonly<Record<string, object | boolean | undefined>>;

/**
 * The first `$ref` that leads nowhere, and that a value may meet: it would conform to nothing. What stands in `$defs` and is referred to by
 * nobody is not looked at. The schema has no other fault, and its addresses were looked up.
 */
export function danglingIn(schema: object, lookup: Lookup): string | undefined {
  const open: Place[] = [{ schema, path: '' }];
  const seen = new Set<unknown>();
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { schema: held, path } = place;
    if (seen.has(held) || !isObject(held)) continue;
    seen.add(held);
    const { $ref, __absolute_ref__: address } = held;
    if (typeof $ref === 'string') {
      const target = lookup[String(address)];
      const at = path === '' ? '$ref' : `${path}.$ref`;
      if (target === undefined) return `\`${at}\` must lead to a schema within this one, got ${shown($ref)}`;
      open.push({ schema: target, path: at });
    }
    faultAt({ schema: { ...held, $defs: undefined, definitions: undefined }, path }, open);
  }
  return undefined;
}

function faultAt({ schema, path }: Place, open: Place[]): string | undefined {
  if (typeof schema === 'boolean') return undefined;
  const at = (key: string): string => (path === '' ? key : `${path}.${key}`);
  const wrong = (key: string, wanted: string, came: unknown): string => `\`${at(key)}\` must be ${wanted}, got ${shown(came)}`;
  const name = path === '' ? 'it' : `\`${path}\``;
  // What zod makes of a schema is itself one, at the root.
  if (path !== '' && isStandard(schema)) return `${name} must be a JSON Schema, got a Standard Schema`;
  if (!isObject(schema)) return `${name} must be a schema, got ${shown(schema)}`;
  for (const [key, held] of Object.entries(schema)) {
    if (held === undefined) continue;
    // The validator does not know it, and would let everything through.
    if (key === '$dynamicRef') return `\`${at(key)}\` is not supported: use \`$ref\``;
    if (key === 'type') {
      const types: unknown[] = Array.isArray(held) ? held : [held];
      const stranger = types.find((type) => !TYPES.includes(type));
      if (stranger !== undefined || types.length === 0) return wrong(key, `one of ${TYPES.join(', ')}`, stranger ?? held);
    } else if (key === 'enum' && !Array.isArray(held)) {
      return wrong(key, 'a list', held);
    } else if (key === 'required' && !isNames(held)) {
      return wrong(key, 'a list of names', held);
    } else if (key === 'pattern') {
      if (typeof held !== 'string' || !isPattern(held)) return wrong(key, 'a regular expression', held);
    } else if (ONE.includes(key) || (key === 'items' && !Array.isArray(held))) {
      open.push({ schema: held, path: at(key) });
    } else if (LIST.includes(key) || key === 'items') {
      if (!Array.isArray(held)) return wrong(key, 'a list of schemas', held);
      held.forEach((item, index) => {
        open.push({ schema: item, path: `${at(key)}[${index}]` });
      });
    } else if (NAMED.includes(key)) {
      if (!isObject(held)) return wrong(key, 'an object of schemas by name', held);
      for (const [name, item] of Object.entries(held)) open.push({ schema: item, path: `${at(key)}.${name}` });
    }
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

/** As the validator compiles it. */
function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : kindOf(value);
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}
