// The reflector and canonical models, as a user of the package has them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import { canonicalModel, comparison, marketScan, Reflector, reflect, relate, riskAssessment } from 'reflect-engine/research';
import * as v from 'valibot';
import { z } from 'zod';
import { refusals, throws } from './support.mjs';

const fact = (path, value, sourceId, more = {}) => ({ path, value, sourceId, ...more });
const paths = (list) => list.map(({ path }) => path);
const outline = ({ fields }) => fields.map(({ path, type, required }) => [path, type, required]);

test('a model is searched field by field, a conflict is looked at, and then settled by hand', async () => {
  const reflector = new Reflector({ pricing: { type: 'number', unit: 'USD' }, contrarian_view: 'required' });
  const facts = [fact('pricing', 1_200_000, 'a'), fact('pricing', '1300000 USD', 'b'), fact('contrarian_view', 'it burns', 'c')];
  assert.deepEqual(reflector.reflect().next, {
    kind: 'find',
    path: 'pricing',
    topic: 'pricing',
    query: 'Find information about pricing',
    attempt: 0,
  });
  const { taken, refused: left } = reflector.add(facts);
  assert.deepEqual([taken, left], [3, []]);
  const { reason, next, conflicts } = reflector.reflect();
  assert.deepEqual([reason, next.query], ['resolving_conflict', 'Verify exact figures for pricing']);
  assert.deepEqual(conflicts[0].sides, [
    { value: '1200000', sources: 1, facts: [0] },
    { value: '1300000 USD', sources: 1, facts: [1] },
  ]);
  await refusals('invalid_input', [[() => reflector.resolve(1), /was not searched for yet/]]);
  reflector.searched(next);
  reflector.resolve(1);
  const settled = reflector.reflect();
  assert.deepEqual([settled.state, settled.next], ['complete', undefined]);
  assert.deepEqual([settled.conflicts[0].settledBy, settled.conflicts[0].value], ['adjudicator', '1300000 USD']);
  await refusals('invalid_input', [
    [() => reflector.searched('a'), "`kind` of a search must be 'find' or 'verify', got nothing: give what `next` gave"],
    [() => reflect({ note: 'text' }, undefined), /`facts` must be a list/],
  ]);
  reflector.free();
});

test('a function of the user’s says which facts contradict each other, at once', async () => {
  const facts = [fact('a', 'Safe.', 'x'), fact('a', 'Burns.', 'y')];
  const contradictions = (all) => (all.length < 2 ? [] : [[0, 1]]);
  const reflector = new Reflector({ a: 'required' }, { contradictions });
  reflector.add(facts.slice(0, 1));
  assert.equal(reflector.reflect().state, 'complete');
  reflector.add(facts.slice(1));
  const { reason, next, conflicts } = reflector.reflect();
  assert.deepEqual([reason, next.query], ['resolving_conflict', 'Verify exact figures for a']);
  assert.deepEqual(
    conflicts[0].sides.map(({ value }) => value),
    ['Safe.', 'Burns.'],
  );
  assert.equal(reflect({ a: 'required' }, facts, { contradictions }).conflicts.length, 1);
  assert.equal(reflect({ a: 'required' }, facts).conflicts.length, 0);
  const given = (returned) => reflect({ a: 'required' }, facts, { contradictions: () => returned });
  await refusals('invalid_input', [
    [
      () => given(Promise.resolve([])),
      '`contradictions` must return pairs of facts at once, got a promise: a `ResearchLoop` waits for one',
    ],
    [() => given(undefined), '`contradictions` must return a list of pairs of facts, such as [[0, 3]], got nothing'],
    [() => given([facts]), '`contradictions` named the fact an object; there are 2, and the first is 0'],
    [() => given([[0, 1, 0]]), '`contradictions` must return pairs of the numbers of facts, such as [[0, 3]], got a list'],
    [() => given([0, 1]), '`contradictions` must return pairs of the numbers of facts, such as [[0, 3]], got 0'],
    [() => given([[0, 1.5]]), '`contradictions` named the fact 1.5; there are 2, and the first is 0'],
    [() => given([[0, 2]]), '`contradictions` named the fact 2; there are 2, and the first is 0'],
    [() => given(Array(10_001).fill([0, 1])), '`contradictions` must return 10000 pairs at most, got 10001'],
  ]);
  const others = () => reflect({ a: 'required', b: 'may' }, [facts[0], fact('b', 'x', 'y')], { contradictions: () => [[0, 1]] });
  await refusals('invalid_input', [[others, '`contradictions` must pair facts about one field: 0 is about `a`, 1 about `b`']]);
  await refusals('invalid_settings', [
    [
      () => reflect({ a: 'required' }, facts, { contradictions: true }),
      '`reflector.contradictions` must be a function, got a boolean',
    ],
  ]);
});

test('two facts stand to each other as their field says', async () => {
  assert.equal(relate({ type: 'number' }, { value: '1200000' }, { value: 1_200_000 }), 'equivalent');
  const soon = () => relate({ type: 'date' }, { value: 'soon' }, { value: '2024' });
  await refusals('invalid_input', [[soon, /must be a date as ISO 8601 writes it/]]);
});

test('settings say what a value is compared as', () => {
  const dollars = { $: 1, '€': 1.08 };
  const normalise = (value, { path }, { unit }) => {
    if (path === 'when') return { 'Q1 2024': '2024-03' }[value];
    if (path === 'length') return unit === 'mi' ? value * 1.6 : undefined;
    const [, sign, number, million] = /^([$€])([\d.]+)(M?)$/.exec(value) ?? [];
    return sign && Number(number) * dollars[sign] * (million ? 1e6 : 1);
  };
  const model = { price: { type: 'number', unit: 'USD' }, when: 'date', length: { type: 'number', unit: 'km' }, name: 'text' };
  const facts = [
    fact('price', '$1.08M', 'a'),
    fact('price', '€1M', 'b'),
    fact('when', 'Q1 2024', 'a'),
    fact('when', '2024-03-05', 'b'),
    fact('length', 10, 'a', { unit: 'mi' }),
    fact('length', 16, 'b', { unit: 'km' }),
    fact('name', 'x', 'a'),
  ];
  const { refused: left, state } = reflect(model, facts, { normalise });
  assert.deepEqual([left, state], [[], 'complete']);
  assert.equal(reflect(model, facts).refused.length, 4, 'without it they are no numbers, dates, kilometres');
  const price = { type: 'number', unit: 'USD' };
  assert.equal(relate(price, { value: '$5' }, { value: '€5' }, { normalise }), 'conflict');
  const cases = [
    [throws(new Error('no rate')), /`normalised` must be .* got nothing: `normalise` threw: no rate/],
    [async () => 5, /got a promise: `normalise` must give the value itself/],
    [() => Promise.reject(new Error('late')), /got a promise/],
    [() => Number.NaN, /got NaN/],
    [() => ({ value: 5 }), /`normalised` must be a text, a number, a boolean or a list, got an object/],
    [() => 'cheap', /must be a plain number .* got "cheap"/],
  ];
  for (const [wrong, message] of cases)
    assert.match(reflect({ price }, [facts[0]], { normalise: wrong }).refused[0].why, message);
});

test('facts that cannot be taken are named with the reason', () => {
  const fields = [
    { path: 'price', type: 'number', unit: 'USD' },
    { path: 'when', type: 'date' },
    { path: 'level', type: 'enum', values: ['low', 'high'] },
    { path: 'now', type: 'number', asOf: '2024' },
    { path: 'note' },
    { path: 'list', type: 'list' },
  ];
  const self = ['a'];
  self.push(self);
  const get = throws(new Error('gone'));
  const throwing = (key) => Object.defineProperty(fact('note', 'x', 's'), key, { get, enumerable: true });
  const number = (got) =>
    `\`value\` must be a plain number such as 1200000 or 1.2e6, or what \`normalise\` makes one, got ${got}`;
  const cases = [
    [fact('prize', 5, 's'), 'unknown path `prize`, did you mean `price`?'],
    [{ path: 'price', value: 5 }, '`sourceId` is missing: who says it?'],
    [fact('price', 5, ' '), '`sourceId` must be a text that is not blank'],
    [fact('price', 5, 's', { source: 's' }), 'unknown key of a fact `source`'],
    [fact('price', 5, 's', { currency: 'USD' }), 'unknown key of a fact `currency`'],
    [fact('price', 5, 's', { origin: 3 }), '`origin` must be a text that is not blank, got 3'],
    [fact('note', ' ', 's'), '`value` must not be blank'],
    [fact('price', null, 's'), '`value` must be a text, a number, a boolean or a list'],
    [fact('price', 'x', 's', { normalised: {} }), '`normalised` must be a text, a number, a boolean or a list, got an object'],
    ...['cheap', '1,200', '1.2M USD', 'Infinity', '1e999'].map((value) => [fact('price', value, 's'), number(`"${value}"`)]),
    [fact('price', [5], 's'), number('"5"')],
    [fact('price', 5, 's', { unit: 'EUR' }), '`unit` is "EUR", and the field\'s is "USD": `normalise` may convert it'],
    [fact('when', '2024', 's', { unit: 'days' }), '`unit` "days" means nothing for a field of type date'],
    [fact('when', 'March 2024', 's'), '`value` must be a date as ISO 8601 writes it'],
    [fact('when', '2023-02-29', 's'), 'or what `normalise` makes one, got'],
    [fact('when', '1 '.repeat(40_000), 's'), '`value` must be a date'],
    [fact('level', 'hihg', 's'), '"hihg" is none of low, high; did you mean "high"?'],
    [fact('now', 5, 's', { asOf: '2023' }), 'is as of 2023, the field wants 2024'],
    [fact('now', 5, 's', { asOf: 'last year' }), '`asOf` must be a date as ISO'],
    [fact('now', 5, 's', { asOf: [] }), '`asOf` must be a date, got a list'],
    ['a fact', 'a fact must be an object, got "a fact"'],
    [fact('price', Number.NaN, 's'), '`value` must be a text, a number, a boolean or a list, got NaN'],
    ...['unit', 'origin', 'quote'].map((key) => [
      fact('price', 5, 's', { [key]: Number.NaN }),
      `\`${key}\` must be a text that is not blank, got NaN`,
    ]),
    [fact('price', 5, 's', { normalised: Number.NaN }), '`normalised` must be a text, a number, a boolean or a list, got NaN'],
    [fact('price', 5, 's', { asOf: Number.NaN }), '`asOf` must be a date, got NaN'],
    [fact('price', 5, 's', { asOf: new Date('soon') }), '`asOf` must be a date, got NaN'],
    [fact('list', ['a', Number.POSITIVE_INFINITY], 's'), 'items of `value` must be texts or numbers, got Infinity'],
    [fact('list', self, 's'), 'items of `value` must be texts or numbers, got [circular]'],
    [fact('list', ['a', new Uint8Array(4)], 's'), 'items of `value` must be texts or numbers, got [binary: 4 bytes]'],
    [fact('note', new Uint8Array(4), 's'), '`value` must be a text, a number, a boolean or a list, got [binary: 4 bytes]'],
    [fact('note', () => 'x', 's'), '`value` must be a text, a number, a boolean or a list, got nothing'],
    [throwing('value'), '`value` must be a text, a number, a boolean or a list, got [unreadable: gone]'],
    [throwing('unit'), '`unit` must be a text that is not blank, got [unreadable: gone]'],
  ];
  for (const [given, why] of cases) {
    const { refused, missing } = reflect({ fields }, [given]);
    assert.deepEqual([refused.length, refused[0].fact, missing.length], [1, 0, 6]);
    assert.ok(refused[0].why.includes(why), refused[0].why);
  }
  const taken = reflect({ fields }, [fact('now', 5, 's', { asOf: '2024-03', metadata: { quality: Number.NaN, self } })]);
  assert.deepEqual([taken.refused, taken.missing.length], [[], 5]);
  const big = reflect({ note: 'text' }, [fact('note', 12345678901234567890n, 's', { metadata: { bytes: new Uint8Array(4) } })]);
  assert.deepEqual([big.refused, big.state], [[], 'complete']);
});

test('facts of a large batch are taken and numbered as those of small ones', () => {
  const facts = Array.from({ length: 2_500 }, (_, n) => ({ path: n === 1_700 ? 'other' : 'price', value: n, sourceId: `s${n}` }));
  const [whole, parts] = [new Reflector({ price: 'number' }), new Reflector({ price: 'number' })];
  const { taken, refused } = whole.add(facts);
  assert.deepEqual([taken, refused.map(({ fact, path }) => [fact, path])], [2_499, [[1_700, 'other']]]);
  parts.add(facts.slice(0, 1_650));
  assert.deepEqual(parts.add(facts.slice(1_650)).refused, refused);
  assert.deepEqual(parts.reflect(), whole.reflect());
  assert.throws(() => whole.add(Array(1_000_000)), /^ReflectError: a reflector takes 1000000 facts at most, got 1002500$/);
  assert.equal(whole.add(facts.slice(0, 1)).taken, 1, 'it goes on');
});

test('what is wrong with a model is named', async () => {
  const field = (more) => ({ fields: [{ path: 'x', ...more }] });
  const cases = [
    [[], /must be an object, got a list/],
    [{ fields: [] }, /^`canonicalModel.fields` must be a list of 1 to 10000 fields/],
    [{ fields: [{}] }, /^`fields\[0\].path` is missing/],
    [{ fields: [{ path: 'a' }, { path: 'a' }] }, /^`fields` hold the path `a` twice/],
    [{ fields: [{ path: 'a..b' }] }, /^`fields\[0\].path` must be names with dots between/],
    [{ fields: [{ path: 'a.b' }], entities: { b: 'X' } }, /^`entities.b` names no field/],
    [
      field({ type: 'money' }),
      /^`fields\[0\].type` must be one of 'text', 'number', 'amount', 'date', 'enum', 'list', got "money"/,
    ],
    [field({ minCount: 0 }), /^`fields\[0\].minCount` must be an integer from 1 to 1000, got 0/],
    [field({ minsources: 2 }), /^unknown setting `fields\[0\].minsources`, did you mean `fields\[0\].minSources`\?/],
    [field({ required: 'always' }), /^`fields\[0\].required` must be one of 'must', 'should', 'may'/],
    [field({ type: 'enum' }), /^`fields\[0\].values` must be a list of what an enum may be/],
    [field({ type: 'number', tolerance: { relative: 1 } }), /tolerance.relative` must be a number from 0 to 0.999999, got 1/],
    [field({ type: 'date', tolerance: { absolute: 1 } }), /^`fields\[0\].tolerance` is for fields of type number/],
    [field({ unit: 'km' }), /^`fields\[0\].unit` is for fields of type number/],
    [field({ query: 'what about {topc}' }), /^`fields\[0\].query` holds `\{topc\}`/],
    [field({ type: 'number', asOf: 'once' }), /^`fields\[0\].asOf` must be a date as ISO 8601 writes it/],
  ];
  await refusals('invalid_settings', cases, (source) => canonicalModel(source));
});

test('wrong settings are named', async () => {
  const model = { price: 'number' };
  const cases = [
    [{ maxFruitles: 2 }, /unknown setting `reflector.maxFruitles`, did you mean `reflector.maxFruitless`\?/],
    [{ normalize: (value) => value }, /did you mean `reflector.normalise`\?/],
    [{ nothing: 1 }, /known are maxFruitless, settle, plurality, normalise, contradictions$/],
    [{ maxFruitless: Number.POSITIVE_INFINITY }, /`reflector.maxFruitless` must be an integer from 1 to 100, got Infinity$/],
    [{ settle: () => 'never' }, /`reflector.settle` must be one of 'plurality', 'adjudicator', 'never', got a function$/],
    [{ plurality: 1 }, /`reflector.plurality` must be an integer from 2 to 1000, got 1/],
    [{ normalise: 'trim' }, /`reflector.normalise` must be a function, got a string/],
    [null, /`reflector` must be an object, got null/],
  ];
  await refusals('invalid_settings', cases, (settings) => new Reflector(model, settings));
});

test('ready-made models want what speaks against the rest', async () => {
  for (const model of [comparison('Postgres', 'MySQL'), riskAssessment('solid-state batteries'), marketScan('e-bikes')]) {
    const contrarian = model.fields.filter((field) => field.contrarian);
    assert.equal(contrarian.length, 1);
    assert.equal(contrarian[0].required, 'must');
    assert.deepEqual(canonicalModel(model), model, 'a model is what it is made from');
    const { missing, next } = new Reflector(model).reflect();
    assert.ok(missing.length > 6 && !/[{}]/.test(next.query), next.query);
  }
  const compared = new Reflector(comparison('Postgres', 'MySQL')).reflect();
  assert.deepEqual(paths(compared.missing), [
    ...['features', 'pricing', 'limitations'].map((name) => `entity_a.${name}`),
    ...['features', 'pricing', 'limitations'].map((name) => `entity_b.${name}`),
    'direct_comparison',
    'consensus_view',
    'contrarian_view',
  ]);
  assert.equal(compared.next.query, 'Postgres features');
  await refusals('invalid_settings', [[() => riskAssessment(' '), /needs a name that is not blank/]]);
});

const wanted = [
  ['product.price', 'number', 'must'],
  ['product.tags', 'list', 'must'],
  ['product.stage', 'enum', 'may'],
  ['released', 'date', 'must'],
  ['note', 'text', 'may'],
];

test('an object with `properties` is a JSON Schema, also without its `type`', () => {
  const properties = { price: { type: 'number' }, maker: { type: 'string' } };
  const whole = [
    ['price', 'number', 'may'],
    ['maker', 'text', 'may'],
  ];
  assert.deepEqual(outline(canonicalModel({ properties })), whole);
  assert.deepEqual(outline(canonicalModel({ properties, title: 'X', additionalProperties: false })), whole);
  assert.deepEqual(outline(canonicalModel({ properties, required: ['price'] }))[0], ['price', 'number', 'must']);
});

test('a JSON Schema is a model, with annotations in it or beside it', async () => {
  const schema = {
    type: 'object',
    properties: {
      product: { $ref: '#/$defs/product' },
      released: { type: 'string', format: 'date' },
      note: { type: ['string', 'null'], description: 'Anything else' },
    },
    required: ['product', 'released'],
    $defs: {
      product: {
        type: 'object',
        properties: {
          price: { type: 'number', 'x-reflect': { unit: 'EUR', minSources: 2 } },
          tags: { type: 'array', items: { type: 'string' }, minItems: 2 },
          stage: { anyOf: [{ enum: ['beta', 'final'] }, { type: 'null' }] },
        },
        required: ['price', 'tags'],
      },
    },
  };
  const model = canonicalModel(schema, { topic: 'phones', fields: { released: { asOf: '2024', required: 'should' } } });
  assert.equal(model.topic, 'phones');
  const [price, tags, stage, released, note] = model.fields;
  assert.deepEqual([price.type, price.unit, price.minSources, price.required], ['number', 'EUR', 2, 'must']);
  assert.deepEqual([tags.type, tags.minCount], ['list', 2]);
  assert.deepEqual([stage.type, stage.values, stage.required], ['enum', ['beta', 'final'], 'may']);
  assert.deepEqual([released.type, released.asOf, released.required], ['date', '2024', 'should']);
  assert.deepEqual([note.type, note.description], ['text', 'Anything else']);
  const cases = [
    [schema, { fields: { 'product.prize': {} } }, /unknown path `product.prize`, did you mean `product.price`\?/],
    [schema, { feilds: {} }, /unknown annotation `feilds`, did you mean `fields`\?/],
    [{ $schema: 'x', type: 'string' }, {}, /must be of an object with properties/],
    [{ type: 'object', properties: { a: { $ref: '#/b' } } }, {}, /`#\/b` in a JSON Schema refers to nothing in it/],
    [{ type: 'object', properties: { a: new Map() } }, {}, /is not one: .* got an instance of Map, in `a`/],
    [{ type: 'object', properties: { a: { $ref: '#' } } }, {}, /nested deeper than 32, or in itself/],
  ];
  await refusals('invalid_settings', cases, canonicalModel);
});

test('a zod schema is a model, with annotations in its meta', () => {
  const model = canonicalModel(
    z.object({
      product: z.object({
        price: z.number().meta({ reflect: { unit: 'kg', minSources: 3 } }),
        tags: z.array(z.string()),
        stage: z.enum(['beta', 'final']).optional(),
      }),
      released: z.iso.date(),
      note: z.string().optional(),
    }),
  );
  assert.deepEqual(outline(model), wanted);
  assert.deepEqual([model.fields[0].unit, model.fields[0].minSources], ['kg', 3]);
});

test('a valibot schema is a model, once it can tell its JSON Schema', async () => {
  const schema = v.object({
    product: v.object({ price: v.number(), tags: v.array(v.string()), stage: v.optional(v.picklist(['beta', 'final'])) }),
    released: v.pipe(v.string(), v.isoDate()),
    note: v.optional(v.string()),
  });
  const model = canonicalModel(toStandardJsonSchema(schema), { fields: { 'product.price': { unit: 'kg' } } });
  assert.deepEqual(outline(model), wanted);
  assert.equal(model.fields[0].unit, 'kg');
  await refusals('invalid_settings', [[() => canonicalModel(schema), /the schema of valibot cannot tell its JSON Schema/]]);
});

test('an arktype schema is a model', () => {
  const model = canonicalModel(
    type({ product: { price: 'number', tags: 'string[]', 'stage?': "'beta' | 'final'" }, released: 'string', 'note?': 'string' }),
    { fields: { released: { type: 'date' } } },
  );
  const byPath = (a, b) => a[0].localeCompare(b[0]);
  assert.deepEqual(outline(model).sort(byPath), [...wanted].sort(byPath));
});

test('a reflector that was freed says so', async () => {
  const reflector = new Reflector({ fields: [{ path: 'a' }] });
  reflector.free();
  reflector.free();
  await refusals('misuse', [[() => reflector.reflect(), 'this reflector was freed']]);
});
