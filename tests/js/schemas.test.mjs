// What is no schema, or gives no result of one, lets nothing through: an acceptance by a schema that asks for nothing is the dearest
// mistake.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine, tool } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { z } from 'zod';
import { refusals } from './support.mjs';

const engine = new ReflectEngine({ advanced: { seed: 1 } });
const object = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const judged = (outputSchema, draft = '{"wrong": true}') =>
  engine.run({ input: 'q', model: () => draft, critic: false, outputSchema });

/** As `jsonSchema` of the AI SDK makes one. */
const ofAiSdk = {
  [Symbol.for('vercel.ai.schema')]: true,
  _type: undefined,
  get jsonSchema() {
    return object;
  },
  validate: undefined,
};

test('what holds a schema, or has no keyword of one, is refused with what to hand in', async () => {
  const none = /it has no keyword of JSON Schema, but `[^`]+`: hand in the schema itself, as in/;
  const cases = [
    [ofAiSdk, /no keyword of JSON Schema, but `(?:jsonSchema|_type)`: hand in the schema itself/],
    [{ jsonSchema: object }, none],
    [{ name: 'person', strict: true, schema: object }, none],
    [{ name: 'person', description: 'A person', schema: object }, none],
    [{ name: 'person', input_schema: object }, none],
    [{ name: 'string' }, /no keyword of JSON Schema, but `name`/],
    [{ name: { type: 'string' }, age: { type: 'number' } }, none],
    [{ a: { type: 'string', required: true } }, none],
    [{ $dynamicRef: '#node' }, /but `\$dynamicRef`/],
    [{ '~standard': {} }, /but `~standard`/],
    [{ '~standard': { version: 1, vendor: 'own', validate: 5 } }, /but `~standard`/],
    [z.object, /must be a plain object, got a function$/],
    [{ type: 'object', properties: { a: z.string() } }, /must be a plain object, got an instance of .*, in `a`$/],
    [{ enum: 'a' }, /some is not a function/],
    [{ $ref: '#/definitions/Nope' }, /Unresolved \$ref "#\/definitions\/Nope"/],
  ];
  const uses = [judged, (schema) => tool({ name: 't', schema, execute: () => 1 })];
  for (const use of uses) await refusals('invalid_task', cases, (schema) => use(schema));
});

test('a schema that asks for little is one', async () => {
  const few = [
    {},
    { description: 'anything', title: 'Any' },
    { 'x-order': 1 },
    { $comment: 'anything', 'x-order': 1 },
    { $ref: '#/$defs/a', $defs: { a: { type: 'object' } } },
    { required: ['wrong'] },
    { if: { type: 'string' }, else: { type: 'object' } },
    { name: 'of a vendor', type: 'object' },
    { example: { wrong: true }, default: {} },
    { not: { type: 'string' } },
    { const: { wrong: true } },
    z.toJSONSchema(z.object({ wrong: z.boolean() })),
  ];
  for (const schema of few) {
    const { accepted, object: value } = await judged(schema);
    assert.deepEqual([accepted, value], [true, { wrong: true }], JSON.stringify(schema));
  }
});

test('a Standard Schema that gives no result of one accepts nothing, and runs no tool', async () => {
  const safeParse = z.object({ name: z.string() });
  const wrong = {
    false: () => false,
    'a text': () => 'not a colour',
    'a list': () => ['err'],
    nothing: () => undefined,
    null: () => null,
    'another result': () => ({ valid: false }),
    'what safeParse gives': (value) => safeParse.safeParse(value),
    'issues that are no list': () => ({ issues: 'bad' }),
    'issues that are null': () => ({ issues: null }),
  };
  for (const [name, validate] of Object.entries(wrong)) {
    const schema = { '~standard': { version: 1, vendor: 'own', validate } };
    const result = await judged(schema);
    assert.deepEqual([result.status, result.accepted, 'object' in result], ['needs_review', false, false], name);
    assert.match(result.trace.drafts[0].verifiers.outputSchema.issues[0], /could not check it: /, name);
    let ran = 0;
    const model = scriptedModel([{ content: '', toolCalls: [{ name: 't', arguments: { a: 1 } }] }, 'a']);
    const tools = [tool({ name: 't', schema, parameters: { type: 'object' }, execute: () => ++ran })];
    const { errors } = await engine.run({ input: 'q', model, critic: false, verifiers: { v: () => ({ passed: true }) }, tools });
    assert.deepEqual([ran, errors.map(({ code }) => code)], [0, ['invalid_arguments']], name);
  }
  const right = { '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value }) } };
  assert.equal((await judged(right)).accepted, true);
});
