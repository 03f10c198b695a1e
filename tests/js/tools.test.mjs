import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { ReflectEngine, tool } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import * as v from 'valibot';
import { z } from 'zod';
import { accept, column, reject, rejection, thrown, throws, unreadable } from './support.mjs';

const engine = new ReflectEngine();
const anything = { type: 'object' };
const queried = { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] };
const asks = (q) => ({ name: 'search', arguments: { q } });

/** Has the model call these tools in one turn; returns the result, the tool results, and the second request. */
async function turn(tools, toolCalls, task = {}) {
  const model = scriptedModel([{ content: '', toolCalls }, 'done', accept()]);
  const result = await engine.run({ input: 'q', model, tools, ...task });
  assert.equal(result.output, 'done');
  const results = result.trace.steps.filter(({ type }) => type === 'tool_result');
  return { result, results, asked: model.requests[0], told: model.requests[1] };
}

/** A tool that gives this. */
const giving = (value) => tool({ name: 't', schema: anything, execute: () => value });

/** A tool that records what it was called with. */
function recorder(schema, parameters) {
  const calls = [];
  const execute = (args, context) => {
    calls.push({ args, context });
    return { hits: [args.q] };
  };
  return { calls, tool: tool({ name: 'search', schema, execute, ...(parameters === undefined ? {} : { parameters }) }) };
}

test('a tool gets checked arguments and its result goes back to the model as JSON', async () => {
  const { calls, tool: search } = recorder(queried);
  const { results, told, asked } = await turn([search], [{ id: 'c1', name: 'search', arguments: { q: 'cap' } }]);
  assert.deepEqual(calls[0].args, { q: 'cap' });
  const { signal, ...context } = calls[0].context;
  assert.equal(signal.aborted, false);
  assert.equal(context.toolCallId, 'c1');
  assert.match(context.callId, /search$/);
  assert.equal(typeof context.idempotencyKey, 'string');
  assert.deepEqual(results[0].result, { hits: ['cap'] });
  assert.deepEqual(told.messages.at(-1), { role: 'tool', content: '{"hits":["cap"]}', toolCallId: 'c1' });
  assert.deepEqual(asked.tools, [{ name: 'search', parameters: queried }]);
});

test('of `maxAnswerSteps` turns the last one must be the answer', async () => {
  const asking = { content: '', toolCalls: [{ name: 't', arguments: {} }] };
  const run = (turns) => {
    const model = scriptedModel([...Array(turns).fill(asking), 'done', accept()]);
    return engine.run({ input: 'q', model, tools: [giving(1)] });
  };
  assert.equal((await run(4)).output, 'done');
  const { code, result } = await run(5).catch((error) => error);
  assert.deepEqual([code, result.trace.steps.at(-1).type], ['max_answer_steps', 'tool_result'], 'its tools ran');
});

test('a Standard Schema gives the arguments, and the model its JSON Schema where the library converts', async () => {
  const wants = ({ tools }) => ({
    properties: Object.keys(tools[0].parameters.properties ?? {}),
    type: tools[0].parameters.type,
  });
  const cases = [
    [z.object({ q: z.string().trim(), n: z.number().default(3) }), ['q', 'n']],
    // valibot converts by a package of its own, and cannot convert `trim`.
    [toStandardJsonSchema(v.object({ q: v.string(), n: v.optional(v.number(), 3) })), ['q', 'n']],
    [v.object({ q: v.pipe(v.string(), v.trim()), n: v.optional(v.number(), 3) }), []],
  ];
  for (const [schema, properties] of cases) {
    const { calls, tool: search } = recorder(schema);
    const { asked } = await turn([search], [asks(' cap ')]);
    assert.equal(calls[0].args.q.trim(), 'cap');
    assert.equal(calls[0].args.n, 3);
    assert.deepEqual(wants(asked), { properties, type: 'object' });
  }
  const { calls, tool: search } = recorder(v.object({ q: v.string() }), queried);
  const { asked } = await turn([search], [{ name: 'search', arguments: '{"q":"cap"}' }]);
  assert.deepEqual(calls[0].args, { q: 'cap' });
  assert.deepEqual(asked.tools[0].parameters, queried);
});

test('an asynchronous schema is waited for', async () => {
  const { calls, tool: search } = recorder(z.object({ q: z.string().refine(async (q) => q !== 'no') }));
  const { results } = await turn([search], [asks('yes'), asks('no')]);
  assert.equal(calls.length, 1);
  assert.equal(results[0].error, undefined);
  assert.match(results[1].error, /q: Invalid input/);
});

test('what is wrong with a call goes back to the model as an error, in the step too, and nothing is run', async () => {
  const { calls, tool: search } = recorder(queried);
  const { tool: zodded } = recorder(z.object({ q: z.string() }));
  const cases = [
    [search, asks(3), /^q: Instance type "number" is invalid\. Expected "string"\.$/],
    [search, { name: 'search', arguments: {} }, /required property "q"/],
    [search, { name: 'search', arguments: [] }, /array/],
    [search, { name: 'search', arguments: '{"q":' }, /JSON/],
    [search, { name: 'search', arguments: 'cap' }, /JSON/],
    [search, { name: 'search', arguments: null }, /./],
    [zodded, asks(3), /q: .*string/],
    [search, { name: 'serch', arguments: { q: 'cap' } }, /serch/],
  ];
  for (const [given, call, error] of cases) {
    const { results, told } = await turn([given], [call]);
    assert.equal(results.length, 1);
    assert.equal(results[0].result, null);
    assert.match(results[0].error, error, JSON.stringify(call));
    assert.equal(told.messages.at(-1).role, 'tool');
    assert.match(JSON.parse(told.messages.at(-1).content).error, error);
  }
  assert.equal(calls.length, 0);
});

test('a name in allowedTools that no tool has is refused, but where there are no tools', async () => {
  const { tool: search } = recorder(anything);
  const settings = { advanced: { allowedTools: ['search', 'serach'] } };
  const error = await rejection(engine.run({ input: 'q', model: scriptedModel([]), tools: [search], settings }));
  assert.equal(error.code, 'invalid_task');
  assert.equal(error.message, '`allowedTools`: unknown tool `serach`, did you mean `search`?');
  const result = await engine.run({ input: 'q', model: scriptedModel(['a', accept()]), settings });
  assert.equal(result.accepted, true);
});

test('tools of one turn run at once, and their results are told in call order', async () => {
  let running = 0;
  let most = 0;
  const waits = [];
  const execute = ({ n }) => {
    running += 1;
    most = Math.max(most, running);
    return new Promise((resolve) => waits.push(() => ((running -= 1), resolve(n))));
  };
  const going = turn(
    [tool({ name: 'wait', schema: anything, execute })],
    [0, 1, 2, 3].map((n) => ({ name: 'wait', arguments: { n } })),
  );
  while (waits.length < 4) await new Promise((resolve) => setImmediate(resolve));
  for (const at of [2, 0, 3, 1]) waits[at]();
  const { results } = await going;
  assert.equal(most, 4);
  assert.deepEqual(column(results, 'result'), [0, 1, 2, 3]);
});

test('results are made plain JSON before anything else sees them', async () => {
  const cyclic = { name: 'a' };
  cyclic.self = cyclic;
  const shared = { x: 1 };
  const hostile = JSON.parse('{"__proto__": {"admin": true}, "ok": 1}');
  const cases = [
    [undefined, null],
    [Number.NaN, null],
    [10n ** 20n, '100000000000000000000'],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [cyclic, { name: 'a', self: '[circular]' }],
    [
      { a: shared, b: shared },
      { a: { x: 1 }, b: { x: 1 } },
    ],
    [hostile, { ok: 1 }],
    [{ f() {}, s: Symbol('s'), u: undefined, n: null }, { n: null }],
    [
      [() => {}, undefined, 1],
      [null, null, 1],
    ],
    [new Map([['a', new Set([1, 2])]]), { a: [1, 2] }],
    [new Error('lost'), { name: 'Error', message: 'lost' }],
    [new Uint8Array(4), '[binary: 4 bytes]'],
    [Object('boxed'), 'boxed'],
    [{ toJSON: () => ({ told: 'so' }) }, { told: 'so' }],
    [Object.assign(unreadable('getter', 'bad'), { ok: 1 }), { bad: '[unreadable: getter]', ok: 1 }],
    [new Proxy({}, { ownKeys: throws(new Error('trap')) }), '[unreadable: trap]'],
    [Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true } }), { own: 2 }],
  ];
  for (const [value, expected] of cases) {
    const { results } = await turn([giving(value)], [{ name: 't', arguments: {} }]);
    assert.deepEqual(results[0].result, expected);
  }
});

test('huge and deep results are cut with a note', async () => {
  let deep = 'bottom';
  for (let i = 0; i < 100_000; i += 1) deep = i % 2 === 0 ? [deep] : { deep };
  const wide = Array.from({ length: 3_000_000 }, (_, i) => i);
  const dag = Array.from({ length: 40 }).reduce((below) => [below, below], 'leaf');
  const cases = [
    ['x'.repeat(100_000_000), /… \[cut: 99000000 of 100000000 characters left out\]/],
    [{ text: 'x'.repeat(100_000_000), more: 1 }, /\[cut: /],
    [wide, /\[cut: \d+ more items left out\]/],
    [new Array(1_000_000_000), /\[cut: \d+ more items left out\]/],
    [deep, /\[too deep\]/],
    [dag, /\[cut: /],
    [Object.fromEntries(wide.slice(0, 500_000).map((n) => [`key${n}`, n])), /"\[cut\]":"\d+ more keys left out"/],
  ];
  for (const [value, note] of cases) {
    const { results, told } = await turn([giving(value)], [{ name: 't', arguments: {} }]);
    const text = JSON.stringify(results[0].result);
    assert.match(text, note);
    assert.ok(text.length < 1_200_000, String(text.length));
    assert.equal(results[0].error, undefined);
    assert.equal(told.messages.at(-1).role, 'tool');
  }
});

test('arguments that nest too deep fail that call, whatever they came as, and no draft is lost', async () => {
  const text = (depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  for (const [given, seen] of [
    [text(64), undefined],
    [text(65), /^the arguments nest deeper than 64$/],
    [text(100_000), /^the arguments nest deeper than 64$/],
    [JSON.parse(text(70)), /`toolCalls\[0\]\.arguments\.a.*nested deeper than 64$/],
  ]) {
    let asked = 0;
    const model = ({ purpose }) => {
      if (purpose === 'critique') return reject(3);
      asked += 1;
      return asked === 2 ? { content: '', toolCalls: [{ id: 'c', name: 't', arguments: given }] } : 'a draft';
    };
    const engine = new ReflectEngine({ strategy: 'classic', maxReflections: 1 });
    const { output, errors } = await engine.run({ input: 'q', model, tools: [tool({ name: 't', execute: () => 1 })] });
    assert.equal(output, 'a draft');
    assert.match(errors.map(({ message }) => message).join() || 'none', seen ?? /^none$/);
  }
});

test('arguments cannot set a prototype, nor hold numbers that JSON has and JavaScript has not', async () => {
  for (const id of ['7', '12345678901234567890']) {
    const { calls, tool: search } = recorder(anything);
    const text = `{"__proto__": {"admin": true}, "id": ${id}, "deep": {"__proto__": {"admin": true}}}`;
    await turn([search], [{ name: 'search', arguments: text }]);
    const { args } = calls[0];
    assert.deepEqual(args, { id: Number(id), deep: {} });
    for (const object of [args, args.deep]) {
      assert.equal(Object.getPrototypeOf(object), Object.prototype);
      assert.equal(Object.hasOwn(object, '__proto__'), false);
    }
  }
});

test('a schema that cannot be used is refused when the tool is defined', () => {
  const execute = () => {};
  const twice = { $defs: { a: { $id: 'https://x/y' }, b: { $id: 'https://x/y', type: 'string' } } };
  for (const wrong of [{ schema: twice }, { schema: 'string' }, { name: ' ' }, { execute: undefined }])
    assert.equal(thrown(() => tool({ name: 'a', schema: anything, execute, ...wrong })).code, 'invalid_task');
});

test('JSON Schemas with references and of every draft are understood', async () => {
  const schemas = [
    { $ref: '#/$defs/query', $defs: { query: queried } },
    { $schema: 'http://json-schema.org/draft-07/schema#', $ref: '#/definitions/query', definitions: { query: queried } },
    { $schema: 'http://json-schema.org/draft-04/schema#', ...queried },
    { $schema: 'https://json-schema.org/draft/2019-09/schema', ...queried },
    { $schema: 'https://json-schema.org/draft/2020-12/schema', ...queried },
  ];
  for (const schema of schemas) {
    const { calls, tool: search } = recorder(schema);
    const { results } = await turn([search], [asks('cap'), asks(3)]);
    assert.equal(calls.length, 1, JSON.stringify(schema));
    assert.match(results[1].error, /q: /);
  }
});

test('a JSON Schema that its owner changed is read anew, also where it had been used', async () => {
  const schema = structuredClone(queried);
  const { calls, tool: search } = recorder(schema);
  await turn([search], [asks('cap')]);
  schema.properties.q = { type: 'number' };
  const { results, asked } = await turn([search], [asks('cap'), asks(3)]);
  assert.match(results[0].error, /q: /);
  assert.deepEqual([calls[1].args, asked.tools[0].parameters], [{ q: 3 }, schema]);
});

test('a model is not told of a tool that it may not call, and is told the schema of one that it may', async () => {
  const tools = ['one', 'two'].map((name) => ({ name, parameters: z.object({ city: z.string() }), execute: () => 1 }));
  const model = scriptedModel([{ content: '', toolCalls: [{ id: '1', name: 'three', arguments: {} }] }, 'a', accept()]);
  const { errors } = await new ReflectEngine({ advanced: { allowedTools: ['one'] } }).run({ input: 'q', model, tools });
  assert.equal(errors[0].message, 'unknown tool `three`; known are one');
  assert.equal(model.requests[0].tools[0].parameters.properties.city.type, 'string');
});
