// Canonical models: from a plain object, from JSON Schema, from any Standard Schema, and ready-made.

import { badSettings, checkKeys } from '../check/checks.js';
import { describe, isObject } from '../check/kind.js';
import { isStandard, jsonSchemaOf } from '../check/schema.js';
import type { StandardSchema } from '../given-types.js';
import { read, toWire } from '../load/wire.js';
import type { JsonSchema } from '../types.js';
import { fieldsOf } from './canonical-schema.js';
import { core, instance } from './core.js';
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
  return read<CanonicalModel>(instance, () => core().checkModel(...toWire({ ...model, topic, entities, fields })));
}

/**
 * "Compare X and Y" (the Lazy Agent essay): features, pricing, date of release and limitations of both, a direct comparison, the common view, and arguments
 * against it. The last one must be there, so that the search does not end at the first glowing article.
 */
export function comparison(a: string, b: string): CanonicalModel {
  const of = (entity: string): FieldSettings[] => [
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
      ...of('entity_a'),
      ...of('entity_b'),
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
  if (typeof topic !== 'string' || topic.trim() === '')
    throw badSettings(`a ready-made model needs a name that is not blank, got ${describe(topic)}`);
  return topic;
}

/** A model as it is written, before any check. */
function settingsOf(source: unknown): { topic?: unknown; entities?: unknown; fields?: unknown } {
  if (isStandard(source)) {
    const schema = jsonSchemaOf(source, 'output');
    if (schema !== undefined) return { fields: fieldsOf(schema) };
    const { vendor } = source['~standard'];
    throw badSettings(
      `the schema of ${vendor} cannot tell its JSON Schema, from which a canonical model is made; give the JSON Schema, or take a library that can (zod from 4.2 on; valibot: toStandardJsonSchema)`,
    );
  }
  if (!isObject(source)) {
    const forms = "{ price: 'number' }, a schema, or comparison('A', 'B')";
    throw badSettings(`\`canonicalModel\` must be an object, got ${describe(source)}: give ${forms}`);
  }
  const model = source as Record<string, unknown>;
  if (Array.isArray(model.fields)) return model;
  if (isObject(model.fields))
    throw badSettings("`fields` must be a list, got an object: give [{ path: 'price' }], or { price: 'number' } alone");
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
        `\`${path}\` must be 'required', 'should', 'may', a type (${TYPES.join(', ')}), null, or an object, got ${describe(node)}`,
      );
    if (Object.keys(node).length === 0) return [{ path }];
    if (isField(node)) return [{ ...node, path }];
    if (depth >= MAX_DEPTH) throw badSettings(`\`${path}\` is nested deeper than ${MAX_DEPTH}`);
    return outlined(node, `${path}.`, depth + 1);
  });
}

/** Told from a group of fields by a `type` or a `required` that a field may have. */
function isField({ type, required }: { type?: unknown; required?: unknown }): boolean {
  return TYPES.includes(type) || required === 'must' || required === 'should' || required === 'may';
}
