// Canonical models: from a plain object, from JSON Schema, from any Standard Schema, and ready-made.

import { badSettings, checkKeys } from '../check/checks.js';
import { describeWrongValue, isObject } from '../check/kind.js';
import { isStandard, jsonSchemaOf, ownSchema } from '../check/schema.js';
import type { StandardSchema } from '../given-types.js';
import { callAndRead, toWire } from '../load/wire.js';
import type { JsonSchema } from '../types.js';
import { core, instance } from './core.js';
import {
  blankTopic,
  brokenReference,
  circularReference,
  deepFields,
  deepSchema,
  fieldlessSchema,
  fieldsAsObject,
  missingJsonSchema,
  wrongFieldSettings,
  wrongModel,
  wrongSchema,
} from './errors.js';
import type { CanonicalModel } from './reflector-data.js';
import type { FieldSettings, ModelAnnotations, ModelOutline, ModelSettings } from './reflector-types.js';

const TYPES: readonly unknown[] = ['text', 'number', 'amount', 'date', 'enum', 'list'];
/** What an outline says of a field in a word. */
const WORDS: Readonly<Record<string, NonNullable<FieldSettings['required']>>> = {
  required: 'must',
  must: 'must',
  '...': 'must',
  should: 'should',
  recommended: 'should',
  may: 'may',
  optional: 'may',
};
/** Objects in an outline or a schema may nest this deep. */
const MAX_DEPTH = 32;

/**
 * The canonical model of a source: `{ fields: [...] }`, an outline as in the Lazy Agent essay, a JSON Schema, or a Standard Schema whose
 * library converts it to JSON Schema. Annotations are laid over it by path; in a JSON Schema (and in zod's `meta`) they may be in the
 * property itself, under `reflect` or `x-reflect`.
 *
 * Throws `invalid_settings`, naming the key, what is allowed and what came.
 */
export function canonicalModel(
  source: ModelSettings | ModelOutline | CanonicalModel | StandardSchema | JsonSchema | object,
  annotations: ModelAnnotations = {},
): CanonicalModel {
  checkKeys(core, annotations, ['topic', 'entities', 'fields'], 'annotation', 'annotations', 'invalid_settings');
  const model = settingsOf(source);
  const over = annotations.fields ?? {};
  const fields = Array.isArray(model.fields)
    ? model.fields.map((field: unknown) => {
        const path = (field as { path?: unknown } | null)?.path;
        return typeof path === 'string' && Object.hasOwn(over, path) ? { ...(field as object), ...over[path] } : field;
      })
    : model.fields;
  const paths = Array.isArray(fields) ? fields.map((field: unknown) => String((field as { path?: unknown } | null)?.path)) : [];
  for (const path of Object.keys(over)) {
    if (!paths.includes(path)) throw badSettings(core().unknownWord('path', path, paths.join('\n')));
  }
  const { topic = model.topic, entities = model.entities } = annotations;
  return callAndRead<CanonicalModel>(instance, () => core().checkModel(...toWire({ ...model, topic, entities, fields })));
}

/**
 * "Compare X and Y" (the Lazy Agent essay): features, pricing, date of release and limitations of both, a direct comparison, the common view, and arguments
 * against it. The last one must be there, so that the search does not end at the first glowing article.
 */
export function comparison(a: string, b: string): CanonicalModel {
  const fieldsOf = (entity: string): FieldSettings[] => [
    { path: `${entity}.features`, query: ['{entity} features', '{entity} documentation capabilities'] },
    { path: `${entity}.pricing`, type: 'amount', query: ['{entity} pricing', '{entity} cost licence'] },
    // A date is compared where one is found, and not searched for.
    { path: `${entity}.released`, type: 'date', required: 'may' },
    { path: `${entity}.limitations`, query: ['{entity} limitations', '{entity} known problems'] },
  ];
  return canonicalModel({
    topic: `${named(a)} vs ${named(b)}`,
    entities: { entity_a: a, entity_b: b },
    fields: [
      ...fieldsOf('entity_a'),
      ...fieldsOf('entity_b'),
      { path: 'direct_comparison', query: ['{topic}', '{topic} benchmark comparison'] },
      { path: 'consensus_view', query: ['{topic} which is better', '{topic} recommendation'] },
      contrarian(),
    ],
  });
}

/** The risks of something: how it fails, where it did, how likely and how bad that is, and what its critics say. */
export function riskAssessment(topic: string): CanonicalModel {
  return canonicalModel({
    topic: named(topic),
    fields: [
      { path: 'description', query: ['{topic}', '{topic} explained'] },
      { path: 'benefits', required: 'should', query: ['{topic} benefits', '{topic} advantages'] },
      { path: 'failure_modes', minCount: 2, query: ['{topic} failure modes', '{topic} risks how it fails'] },
      { path: 'incidents', query: ['{topic} incidents accidents', '{topic} recall injury report'] },
      { path: 'likelihood', required: 'should', query: ['{topic} failure rate', '{topic} probability of failure'] },
      { path: 'severity', required: 'should', query: ['{topic} consequences of failure', '{topic} damage severity'] },
      { path: 'mitigations', query: ['{topic} mitigation', '{topic} safety measures standards'] },
      { path: 'consensus_view', query: ['{topic} expert consensus safety', '{topic} safety review'] },
      contrarian(),
    ],
  });
}

/** A market: its size and growth, competitors and buyers, and arguments against it. */
export function marketScan(topic: string): CanonicalModel {
  return canonicalModel({
    topic: named(topic),
    fields: [
      {
        path: 'market_size',
        type: 'number',
        unit: 'USD',
        minSources: 2,
        query: ['{topic} market size', '{topic} market revenue report'],
      },
      {
        path: 'growth_rate',
        type: 'number',
        unit: '%',
        required: 'should',
        query: ['{topic} market growth rate', '{topic} CAGR'],
      },
      { path: 'segments', required: 'should', query: ['{topic} market segments', '{topic} customers by segment'] },
      { path: 'competitors', minCount: 3, query: ['{topic} competitors', '{topic} leading vendors'] },
      { path: 'customers', query: ['{topic} who buys', '{topic} customers'] },
      { path: 'pricing', required: 'should', query: ['{topic} pricing', '{topic} price comparison'] },
      { path: 'trends', required: 'should', query: ['{topic} trends', '{topic} outlook'] },
      { path: 'regulation', required: 'may', query: '{topic} regulation' },
      { path: 'consensus_view', query: ['{topic} market outlook analysts', '{topic} forecast'] },
      contrarian(),
    ],
  });
}

function contrarian(): FieldSettings {
  return {
    path: 'contrarian_view',
    contrarian: true,
    query: ['{topic} criticism', '{topic} problems failures', 'against {topic}'],
  };
}

function named(topic: unknown): string {
  if (typeof topic !== 'string' || topic.trim() === '') throw blankTopic(topic);
  return topic;
}

/** A model as it is written, before any check. */
function settingsOf(source: unknown): { topic?: unknown; entities?: unknown; fields?: unknown } {
  if (isStandard(source)) {
    const schema = jsonSchemaOf(source, 'output');
    if (schema !== undefined) return { fields: fieldsOf(schema) };
    const { vendor } = source['~standard'];
    throw missingJsonSchema(vendor);
  }
  if (!isObject(source)) {
    const forms = "{ price: 'number' }, a schema, or comparison('A', 'B')";
    throw wrongModel(source, forms);
  }
  const model = source as Record<string, unknown>;
  if (Array.isArray(model.fields)) return model;
  if (isObject(model.fields)) throw fieldsAsObject();
  if ('$schema' in model || isObject(model.properties)) return { fields: fieldsOf(model) };
  return { fields: outlined(model) };
}

/** The fields of an outline, in its order; `depth` bounds the recursion. */
function outlined(outline: object, before = '', depth = 1): object[] {
  return Object.entries(outline).flatMap(([name, node]: [string, unknown]) => {
    const path = `${before}${name}`;
    const word = typeof node === 'string' ? WORDS[node] : undefined;
    if (node === null || node === true) return [{ path }];
    if (word !== undefined) return [{ path, required: word }];
    if (TYPES.includes(node)) return [{ path, type: node }];
    if (!isObject(node))
      throw badSettings(
        describeWrongValue(`\`${path}\``, `'required', 'should', 'may', a type (${TYPES.join(', ')}), null, or an object`, node),
      );
    if (Object.keys(node).length === 0) return [{ path }];
    if (isField(node)) return [{ ...node, path }];
    if (depth >= MAX_DEPTH) throw deepFields(path, MAX_DEPTH);
    return outlined(node, `${path}.`, depth + 1);
  });
}

/** Told from a group of fields by a `type` or a `required` that a field may have. */
function isField({ type, required }: { type?: unknown; required?: unknown }): boolean {
  return TYPES.includes(type) || required === 'must' || required === 'should' || required === 'may';
}

/** Keys of a property under which the settings of its field may be there. */
const ANNOTATIONS = ['reflect', 'x-reflect'];

/** The fields that a schema's properties are. Those in `required` must be there, others may. */
function fieldsOf(schema: JsonSchema): object[] {
  const root = checked(schema);
  return fieldsAt('', root, true, 0, root);
}

/** Those of one property, which may hold others; `depth` bounds the recursion. */
function fieldsAt(path: string, source: unknown, required: boolean, depth: number, root: JsonSchema): object[] {
  const schema = whole(source, root);
  const { properties } = schema;
  if (isObject(properties) && Object.keys(properties).length > 0) {
    if (depth >= MAX_DEPTH) throw deepSchema(path, MAX_DEPTH);
    const must: unknown[] = Array.isArray(schema.required) ? schema.required : [];
    return Object.entries(properties).flatMap(([name, property]) => {
      const inner = path === '' ? name : `${path}.${name}`;
      return fieldsAt(inner, property, required && must.includes(name), depth + 1, root);
    });
  }
  if (path === '') throw fieldlessSchema();
  return [{ path, required: required ? 'must' : 'may', ...typed(schema), ...described(schema), ...annotated(schema) }];
}

function checked(schema: JsonSchema): JsonSchema {
  try {
    return ownSchema(schema);
  } catch (thrown) {
    throw wrongSchema(thrown);
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
    if (!isObject(settings)) throw wrongFieldSettings(key);
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
      if (found === undefined) throw brokenReference($ref);
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
  throw circularReference();
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
