import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { ReflectEngine, tool } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { matchesSchema } from 'reflect-engine/verifiers';
import * as v from 'valibot';
import { z } from 'zod';
import { accept, column, never, refusals, rejection, remembering, throws } from './support.mjs';

const engine = new ReflectEngine({ strategy: 'classic' });

const schemas = {
  zod: z.object({ name: z.string().trim(), age: z.number() }),
  valibot: v.object({ name: v.pipe(v.string(), v.trim()), age: v.number() }),
  'valibot with JSON Schema': toStandardJsonSchema(v.object({ name: v.string(), age: v.number() })),
};
const json = { type: 'object', properties: { name: { type: 'string' }, age: { type: 'number' } }, required: ['name', 'age'] };

test('an answer that conforms is result.object, as the schema gives it back', async () => {
  for (const [name, outputSchema] of Object.entries(schemas)) {
    for (const text of [
      '{"name": " Ada ", "age": 36}',
      '```json\n{"name": "Ada ", "age": 36}\n```',
      '```\n{"name": "Ada", "age": 36}```\n',
    ]) {
      const result = await engine.run({ input: 'q', model: scriptedModel([text, accept()]), outputSchema });
      assert.deepEqual({ ...result.object, name: result.object.name.trim() }, { name: 'Ada', age: 36 }, name);
      assert.equal(result.object.name === 'Ada', name !== 'valibot with JSON Schema' || !text.includes('Ada "'), name);
      assert.equal(result.output, text.trim());
      assert.equal(result.accepted, true);
    }
  }
  const model = scriptedModel(['{"name":"Ada","age":36}', accept()]);
  const result = await engine.run({ input: 'q', model, outputSchema: json });
  assert.deepEqual(result.object, { name: 'Ada', age: 36 });
});

test('an answer that does not conform is sent back with what is wrong', async () => {
  for (const outputSchema of [...Object.values(schemas), json]) {
    const drafts = ['Ada is 36.', '{"name": "Ada", "age": "36"}', '{"name": "Ada", "age": 36}'];
    const model = scriptedModel(drafts.flatMap((draft) => [draft, accept()]));
    const result = await engine.run({ input: 'q', model, outputSchema, settings: { advanced: { judgeLast: true } } });
    const [first, second, third] = result.trace.drafts.map(({ verifiers }) => verifiers.outputSchema);
    assert.equal(first.passed, false);
    assert.match(first.issues[0], /^the answer must be JSON and nothing else: /);
    assert.equal(second.passed, false);
    assert.match(second.issues[0], /age: /);
    assert.deepEqual(third, { passed: true });
    assert.deepEqual(result.object, { name: 'Ada', age: 36 });
    const revision = JSON.stringify(model.requests[4].messages);
    assert.match(revision, /age: /);
  }
});

test('models that can constrain decoding are told the schema', async () => {
  const told = async (outputSchema) => {
    const model = scriptedModel(['{"name": "Ada", "age": 36}', accept()]);
    await engine.run({ input: 'q', model, outputSchema });
    return model.requests[0].responseSchema;
  };
  // Providers that constrain decoding want each object closed; the check of the draft is as it was written.
  assert.deepEqual(await told(json), { ...json, additionalProperties: false });
  assert.deepEqual(await told({ ...json, additionalProperties: true }), { ...json, additionalProperties: true });
  assert.deepEqual(Object.keys((await told(schemas.zod)).properties), ['name', 'age']);
  assert.deepEqual(Object.keys((await told(schemas['valibot with JSON Schema'])).properties), ['name', 'age']);
  assert.equal(await told(schemas.valibot), undefined);
});

test('a schema that throws or rejects has found something wrong', async () => {
  const faults = [
    z.object({}).refine(throws(new Error('refine'))),
    { '~standard': { version: 1, vendor: 'test', validate: () => Promise.reject(new Error('refine')) } },
  ];
  for (const outputSchema of faults) {
    const model = scriptedModel(['{}', accept()]);
    const result = await engine.run({ input: 'q', model, outputSchema, settings: { maxReflections: 0 } });
    assert.equal(result.accepted, false);
    assert.match(result.trace.drafts[0].verifiers.outputSchema.issues[0], /refine/);
  }
});

test('what the validator throws at is found wrong in a draft, and a schema with other keywords is taken', async () => {
  const deep = { type: 'object', properties: { a: { pattern: '(' }, b: { $ref: '#/nowhere' } } };
  for (const [draft, why] of [
    ['{"a": "x"}', /^the schema could not check it: Invalid regular expression/],
    ['{"b": 1}', /^the schema could not check it: Unresolved \$ref/],
  ]) {
    const task = { input: 'q', model: () => draft, critic: false, outputSchema: deep, settings: { maxReflections: 0 } };
    const { accepted, trace } = await engine.run(task);
    assert.equal(accepted, false);
    assert.match(trace.drafts[0].verifiers.outputSchema.issues[0], why);
  }
  for (const outputSchema of [
    {},
    { type: ['object', 'null'], required: [], additionalProperties: false, 'x-own': { type: 'any' } },
    { properties: { type: { const: 'type' }, items: true }, items: [{}, { not: {} }] },
    { $defs: { node: { properties: { next: { $ref: '#/$defs/node' } } } }, $ref: '#/$defs/node', enum: [{}] },
    { type: undefined, pattern: '^\\p{L}+$' },
  ]) {
    const model = scriptedModel(['{}', accept()]);
    assert.equal((await engine.run({ input: 'q', model, outputSchema })).accepted, true, JSON.stringify(outputSchema));
  }
});

test('the object is there also when the verdict was not given in this process', async () => {
  const text = '{"name": "Ada", "age": 36}';
  const task = { input: 'q', durable: remembering(), outputSchema: schemas.zod };
  const first = await engine.run({ ...task, model: scriptedModel([text, accept()]) });
  const repeated = await engine.run({ ...task, model: scriptedModel([]) });
  assert.deepEqual(repeated, first);
  assert.deepEqual(repeated.object, { name: 'Ada', age: 36 });

  const model = scriptedModel([text]);
  const unjudged = await engine.run({ input: 'q', model, settings: { maxReflections: 0 } });
  const reviewed = await engine.resume(unjudged.snapshot, { model, review: { accepted: true }, outputSchema: schemas.zod });
  assert.deepEqual(reviewed.object, { name: 'Ada', age: 36 });
});

test('the object is there also in the result of an error', async () => {
  const text = '{"name": "Ada", "age": 36}';
  for (const outputSchema of [json, schemas.zod]) {
    const controller = new AbortController();
    const model = ({ purpose }) => {
      if (purpose === 'critique') controller.abort();
      return text;
    };
    const aborted = await rejection(engine.run({ input: 'q', model, outputSchema, signal: controller.signal }));
    assert.deepEqual([aborted.code, aborted.result.output], ['aborted', text]);
    assert.deepEqual(aborted.result.object, { name: 'Ada', age: 36 });
    const unread = { onUnreadableCritique: 'fail' };
    const failed = await rejection(engine.run({ input: 'q', model: scriptedModel([text, '?']), outputSchema, settings: unread }));
    assert.deepEqual([failed.code, failed.result.object], ['unreadable_critique', { name: 'Ada', age: 36 }]);
  }
  const none = await rejection(engine.run({ input: ' ', model: () => text, outputSchema: json }));
  assert.equal('object' in none.result, false);
});

test('an abort does not wait for a schema that hangs, and takes what one says at once', async () => {
  for (const hangs of [true, false]) {
    const controller = new AbortController();
    // The draft is there, and was not checked.
    const onCall = ({ type }) => type === 'end' && controller.abort();
    const validate = (value) => (hangs ? never() : { value });
    const outputSchema = { '~standard': { version: 1, vendor: 'x', validate } };
    const task = { input: 'q', model: () => '{"n": 1}', outputSchema, onCall, signal: controller.signal };
    const error = await rejection(engine.run(task));
    assert.deepEqual([error.code, error.result.output], ['aborted', '{"n": 1}']);
    assert.deepEqual(error.result.object, hangs ? undefined : { n: 1 });
  }
});

test('a `$ref` that leads somewhere, or that no value meets, is taken', async () => {
  const leaf = { type: 'number' };
  const schemas = [
    [{ properties: { a: { $ref: '#/$defs/n' } }, $defs: { n: leaf, unused: { $ref: '#/nowhere' } } }, '{"a": 1}', '{"a": "x"}'],
    [{ $id: 'https://x.example/s', items: { $ref: 's#n' }, $defs: { n: { $anchor: 'n', ...leaf } } }, '[1]', '["x"]'],
    [{ properties: { next: { $ref: '#' }, a: leaf } }, '{"next": {"a": 1}}', '{"next": {"a": "x"}}'],
    [{ properties: { $ref: leaf } }, '{"$ref": 1}', '{"$ref": "x"}'],
    [{ 'x-vendor': { $ref: '#/nowhere' }, ...leaf }, '1', '"x"'],
  ];
  for (const [outputSchema, good, bad] of schemas) {
    const task = { input: 'q', critic: false, outputSchema, settings: { maxReflections: 0 } };
    const passed = async (text) =>
      (await engine.run({ ...task, model: () => text })).trace.drafts[0].verifiers.outputSchema.passed;
    assert.deepEqual([await passed(good), await passed(bad)], [true, false], JSON.stringify(outputSchema));
  }
});

test('an answer that is nested too deep does not conform, and every result can be written and sent', async () => {
  for (const [depth, passed] of [
    [64, true],
    [65, false],
    [20_000, false],
  ]) {
    const deep = '['.repeat(depth) + ']'.repeat(depth);
    const result = await judged({ type: 'array' }, deep);
    const verdict = result.trace.drafts[0].verifiers.outputSchema;
    assert.equal(verdict.passed, passed);
    if (!passed) assert.match(verdict.issues[0], /it is nested deeper than 64/);
    assert.equal('object' in result, passed);
    assert.deepEqual(structuredClone(JSON.parse(JSON.stringify(result))).output, deep);
  }
});

test('a schema that is nested too deep, or in itself, is refused by its name', async () => {
  const cyclic = { type: 'object', properties: {} };
  cyclic.properties.x = cyclic;
  let deep = { type: 'number' };
  for (let level = 0; level < 40; level += 1) deep = { type: 'object', properties: { a: deep } };
  const model = scriptedModel([]);
  const tool = (schema) => [{ name: 't', schema, execute() {} }];
  const odd = new Proxy({}, { ownKeys: () => JSON.parse('no JSON') });
  const why = 'cannot be used: it must be plain JSON: it holds itself, or is nested too deep';
  const cases = [
    [{ outputSchema: cyclic }, `\`outputSchema\` ${why}`],
    [{ tools: tool(cyclic) }, `the schema of tool \`t\` ${why}`],
    [
      { outputSchema: deep },
      /^the JSON Schema of `outputSchema` must be plain JSON: no cycles.* at most 60 levels deep; got what is nested too deep at `properties\.a\./,
    ],
    [{ tools: tool(deep) }, /^the schema of tool `t` must be plain JSON: no cycles/],
    [{ input: [odd] }, /^`input` must be plain JSON: .*; got what throws when it is read at `input\[0\]`$/],
    [
      { input: [{ role: 'user', content: 'q', metadata: deep, toolCalls: [] }], outputSchema: json },
      /^`input` must be plain JSON: no cycles.*; got what is nested too deep at `input\[0\]\.metadata\.properties\./,
    ],
  ];
  await refusals('invalid_task', cases, (extra) => engine.run({ input: 'q', model, ...extra }));
});

const usual = new ReflectEngine({ advanced: { seed: 1 } });
const object = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const judged = (outputSchema, draft = '{"wrong": true}') =>
  usual.run({ input: 'q', model: () => draft, critic: false, outputSchema });

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
    const { errors } = await usual.run({ input: 'q', model, critic: false, verifiers: { v: () => ({ passed: true }) }, tools });
    assert.deepEqual([ran, errors.map(({ code }) => code)], [0, ['invalid_arguments']], name);
  }
  const right = { '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value }) } };
  assert.equal((await judged(right)).accepted, true);
});

/** Each alternative looks into `args` before it looks at `op`, so that every level multiplies the places by three. */
const expression = {
  $defs: {
    e: {
      anyOf: ['and', 'or', 'not'].map((op) => ({
        properties: { args: { items: { $ref: '#/$defs/e' } }, op: { const: op } },
        required: ['args', 'op'],
      })),
    },
  },
  $ref: '#/$defs/e',
};
const nested = (depth) => ({ args: depth === 0 ? [] : [nested(depth - 1)], op: 'not' });

test('a JSON Schema that takes too many steps for a draft is a broken verifier, and a small draft is checked', async () => {
  const settings = { maxReflections: 0, onVerifierError: 'stop' };
  const unique = { type: 'array', uniqueItems: true };
  const numbered = (n) => Array.from({ length: n }, (_, i) => ({ i }));
  for (const [schema, fine, over] of [
    [expression, nested(2), nested(8)],
    [unique, numbered(200), numbered(4_000)],
    [{ items: { type: 'string' } }, Array(9_000).fill('a'), Array(60_000).fill('a')],
  ]) {
    for (const more of [{ outputSchema: schema }, { verifiers: { own: matchesSchema(schema) } }]) {
      const run = (value) => engine.run({ input: 'q', critic: false, model: () => JSON.stringify(value), settings, ...more });
      assert.equal((await run(fine)).accepted, true);
      const broken = await run(over);
      assert.deepEqual([broken.status, broken.stopReason, broken.object], ['needs_review', 'verifier_error', undefined]);
      assert.match(broken.errors[0].message, /the JSON Schema was not checked to its end: .* more than 20000 steps/);
    }
  }
  const add = { name: 'add', schema: expression, execute: () => 1 };
  const called = { content: '', toolCalls: [{ name: 'add', arguments: nested(8) }] };
  const { errors } = await engine.run({ input: 'q', tools: [add], model: scriptedModel([called, 'a', accept()]) });
  assert.deepEqual(column(errors, 'code'), ['invalid_arguments']);
});

test('of many faults ten at most are named, and of very many the first', async () => {
  const found = async (n) => {
    const draft = JSON.stringify(Array(n).fill(1));
    const outputSchema = { type: 'array', items: { type: 'string' } };
    const { trace } = await engine.run({
      input: 'q',
      model: () => draft,
      critic: false,
      outputSchema,
      settings: { maxReflections: 0 },
    });
    return trace.drafts[0].verifiers.outputSchema.issues;
  };
  assert.deepEqual([(await found(3)).length, (await found(500)).length], [3, 10]);
  assert.deepEqual(await found(40_000), ['0: Instance type "number" is invalid. Expected "string".']);
});

test('the last look at a schema takes no longer than a verifier may, and hears an abort', async () => {
  const hung = { '~standard': { version: 1, vendor: 'own', validate: never } };
  const settings = { maxReflections: 0, budget: { verifierTimeoutMs: 20 } };
  const late = await engine.run({ input: 'q', model: () => '1', critic: false, outputSchema: hung, settings });
  assert.deepEqual([late.stopReason, column(late.errors, 'code')], ['verifier_error', ['timeout', 'timeout']]);
  assert.match(late.errors[1].message, /^there is no `object`: /);

  const abort = new AbortController();
  const waits = { '~standard': { ...hung['~standard'], validate: () => (setTimeout(() => abort.abort()), never()) } };
  const model = scriptedModel(['1']);
  const { snapshot } = await engine.run({ input: 'q', model, settings: { maxReflections: 0 } });
  const task = { model, review: { accepted: true }, outputSchema: waits, signal: abort.signal };
  const reviewed = await engine.resume(snapshot, task);
  assert.deepEqual([reviewed.acceptedBy, reviewed.object, reviewed.errors.at(-1).code], ['human', undefined, 'verifier_error']);
});

test('a keyword and a type that no schema has are refused before the first call, and notes of others are taken', async () => {
  const types = 'must be one of array, boolean, integer, null, number, object, string';
  const cases = [
    [{ type: 'object', propertis: {} }, 'unknown keyword `propertis`, did you mean `properties`?'],
    [{ type: 'object', requried: ['a'] }, 'unknown keyword `requried`, did you mean `required`?'],
    [{ anyOf: [{ type: 'string', min_length: 3 }] }, 'unknown keyword `anyOf.0.min_length`, did you mean `anyOf.0.minLength`?'],
    [{ items: { type: 'strng' } }, `\`items.type\` ${types}, got "strng", did you mean "string"?`],
    [{ properties: { a: { type: ['STRING'] } } }, `\`properties.a.type\` ${types}, got "STRING", did you mean "string"?`],
    [{ type: 'any' }, `\`type\` ${types}, got "any"`],
  ];
  let calls = 0;
  const model = () => `${++calls}`;
  const ways = [
    ['`outputSchema` cannot be used', (schema) => engine.run({ input: 'q', model, outputSchema: schema })],
    [
      'the schema of tool `t` cannot be used',
      (schema) => engine.run({ input: 'q', model, tools: [{ name: 't', schema, execute: never }] }),
    ],
    ['`schema` cannot be used', async (schema) => matchesSchema(schema)],
  ];
  for (const [schema, why] of cases) {
    for (const [what, use] of ways) assert.equal((await rejection(use(schema))).message, `${what}: ${why}`);
  }
  assert.equal(calls, 0);
  const note = {
    type: 'string',
    note: 'n',
    when: 1,
    unit: 'kg',
    errorMessage: 'e',
    markdownDescription: 'm',
    enumNames: [],
    readonly: true,
  };
  matchesSchema({ type: 'object', properties: { propertis: note, type: note }, discriminator: {}, '~kind': 'Object' });
});
