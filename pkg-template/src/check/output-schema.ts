// `outputSchema`: the answer must be JSON of a schema. Judged as one more verifier, so that what is wrong goes into the revision.

import { describeError, ReflectError } from '../error.js';
import type { StandardSchema } from '../given-types.js';
import type { JsonSchema, VerifierVerdict } from '../types.js';
import { MAX_DEPTH, nestsTooDeep } from './plain.js';
import type { Check } from './schema.js';
import { checkOf, jsonSchemaOf } from './schema.js';

/** The whole answer in one code fence. */
const FENCED = /^```[^\n`]*\n([\s\S]*?)\n?```$/;

/** Characters of a schema that a model is shown in words. */
const MAX_SCHEMA_CHARS = 1_500;

export class OutputSchema {
  /** For models that can constrain decoding; absent when the schema's library cannot convert it. */
  readonly jsonSchema: JsonSchema | undefined;
  readonly #check: Check;
  /** Values of texts that conform. */
  readonly #values = new Map<string, unknown>();

  constructor(schema: StandardSchema | object) {
    try {
      this.jsonSchema = jsonSchemaOf(schema, 'input');
      this.#check = checkOf(schema);
    } catch (thrown) {
      throw new ReflectError('invalid_task', `\`outputSchema\` cannot be used: ${describeError(thrown)}`, { cause: thrown });
    }
  }

  async verify(draft: string): Promise<VerifierVerdict> {
    const parsed = parseAnswer(draft);
    if (!parsed.ok)
      return { passed: false, issues: [`the answer must be JSON and nothing else: ${parsed.why}${this.#wanted()}`] };
    const checked = await this.#check(parsed.value);
    if (!checked.ok) return { passed: false, issues: checked.issues };
    this.#values.set(draft, checked.value);
    return { passed: true };
  }

  /** A model that was not given the schema can learn it from the revision. */
  #wanted(): string {
    const schema = this.jsonSchema === undefined ? '' : JSON.stringify(this.jsonSchema);
    return schema === '' || schema.length > MAX_SCHEMA_CHARS ? '' : `; its JSON Schema: ${schema}`;
  }

  /** The value of a text that conforms. */
  async readObject(text: string): Promise<{ object: unknown } | undefined> {
    // Nothing is remembered when a durable host repeats the verdict, or the run came from a snapshot.
    if (!this.#values.has(text)) await this.verify(text);
    return this.#values.has(text) ? { object: this.#values.get(text) } : undefined;
  }
}

/** The JSON of an answer that is JSON, alone or in one code fence. */
export function jsonTextOf(text: string): string {
  const trimmed = text.trim();
  return FENCED.exec(trimmed)?.[1] ?? trimmed;
}

export type Parsed = { ok: true; value: unknown } | { ok: false; why: string };

/** The value of an answer that is JSON, alone or in one code fence. */
export function parseAnswer(text: string): Parsed {
  const json = jsonTextOf(text);
  // Such a value could not be written again, nor sent to a worker.
  if (nestsTooDeep(json)) return { ok: false, why: `it is nested deeper than ${MAX_DEPTH}` };
  try {
    return { ok: true, value: JSON.parse(json) as unknown };
  } catch (thrown) {
    return { ok: false, why: describeError(thrown) };
  }
}
