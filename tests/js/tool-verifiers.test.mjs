// Built-in verifiers of the work behind a draft: what is right, what is wrong, what only looks wrong, wrong options, hostile drafts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReflectEngine, tool } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { calledTool, citesTools, finalNumber, noToolErrors, numbersFromTools, toolOrder } from 'reflect-engine/verifiers';
import { refusals } from './support.mjs';

const call = (name, args = {}, result = 'done') => ({ id: `id-${name}`, name, arguments: args, result });
const failure = (name, error = 'out of order', args = {}) => ({ id: `id-${name}`, name, arguments: args, error });
const textOf = ({ result }) => (typeof result === 'string' ? result : JSON.stringify(result));

/** What a verifier says of a draft that is written behind these calls. */
function say(verifier, draft, toolCalls = [], { input = 'q', texts = [] } = {}) {
  const evidence = [...toolCalls.filter(({ error }) => error === undefined).map(textOf), ...texts];
  const { passed, issues = [] } = verifier(draft, { toolCalls, evidence, input });
  assert.equal(passed, issues.length === 0);
  return issues;
}

test('a wrong option is refused by name', async () => {
  await refusals('invalid_settings', [
    [() => calledTool(), 'the name of `calledTool` must be the name of a tool, got nothing'],
    [() => calledTool(''), 'the name of `calledTool` must be the name of a tool, got ""'],
    [() => calledTool(['price']), 'the name of `calledTool` must be the name of a tool, got a list'],
    [() => calledTool('a', { args: {} }), '`args` is not an option of calledTool; there are arguments, times, after'],
    [() => calledTool('a', { arguments: 'x' }), '`arguments` must be an object, got a string'],
    [() => calledTool('a', { arguments: ['x'] }), '`arguments` must be an object or a function, got a list'],
    [() => calledTool('a', { times: 0 }), '`times` must be at least 1, got 0: leave the verifier out'],
    [() => calledTool('a', { times: 1.5 }), '`times` must be a whole number from 0, got 1.5'],
    [() => calledTool('a', { times: '2' }), '`times` must be a number, got a string'],
    [() => calledTool('a', { after: '' }), '`after` must be the name of a tool, got ""'],
    [() => calledTool('a', 'b'), 'the options of calledTool must be an object, got a string: write `{ … }`'],
    [() => toolOrder('a', 'b'), '`toolOrder` takes a list of at least two names of tools, got "a"'],
    [() => toolOrder(['a']), '`toolOrder` takes a list of at least two names of tools, got a list'],
    [() => toolOrder(['a', 3]), 'name 2 of `toolOrder` must be the name of a tool, got 3'],
    [() => noToolErrors({ names: [] }), '`names` is not an option of noToolErrors; there are none'],
    [() => numbersFromTools({ tolerance: 2 }), '`tolerance` must be a share from 0 to 1, got 2'],
    [() => numbersFromTools({ tolerance: Number.NaN }), '`tolerance` must be a share from 0 to 1, got NaN'],
    [() => numbersFromTools({ also: 5 }), '`also` must be a list of numbers, got 5'],
    [() => numbersFromTools({ also: {} }), '`also` must be a list of numbers, got an object'],
    [() => numbersFromTools({ also: ['5'] }), '`also[0]` must be a finite number, got "5"'],
    [() => numbersFromTools({ derived: 'yes' }), '`derived` must be a boolean, got a string'],
    [() => numbersFromTools({ from: [] }), '`from` is not an option of numbersFromTools; there are tolerance, also, derived'],
    [() => citesTools({ min: 1 }), '`min` is not an option of citesTools; there are none'],
  ]);
});

test('calledTool names the call that is missing', () => {
  const price = call('price', { item: 'lamp', in: { shop: 'north', floor: 2 } });
  const cases = [
    [calledTool('price'), [price], []],
    [calledTool('price'), [], ['call the tool `price`']],
    [calledTool('price'), [call('prices')], ['call the tool `price`']],
    [calledTool('price'), [failure('price', 'no network')], ['call the tool `price`; a call failed: no network']],
    [calledTool('price'), [failure('price'), price], []],
    [calledTool('price', { arguments: { item: 'lamp' } }), [price], []],
    [calledTool('price', { arguments: { in: { shop: 'north' } } }), [price], []],
    [
      calledTool('price', { arguments: { in: { shop: 'south' } } }),
      [price],
      [`call the tool \`price\` with {"in":{"shop":"south"}}; it was called with ${JSON.stringify(price.arguments)}`],
    ],
    [
      calledTool('price', { arguments: { item: 'lamp' } }),
      [call('price', null)],
      [/^call the tool `price` with \{"item":"lamp"\}; it was called with null$/],
    ],
    [calledTool('price', { arguments: ({ item }) => item.startsWith('l') }), [price], []],
    [calledTool('price', { arguments: ({ item }) => item === 'x' }), [price], [/^call the tool `price`; it was called with/]],
    [calledTool('price', { times: 2 }), [price, price], []],
    [calledTool('price', { times: 2 }), [price], ['call the tool `price` 2 times; it was called once']],
    [calledTool('price', { after: 'login' }), [call('login'), price], []],
    [calledTool('price', { after: 'login' }), [price, call('login')], ['call the tool `price` after `login`']],
    [calledTool('price', { after: 'login' }), [failure('login'), price], ['call the tool `login`, then `price`']],
  ];
  for (const [verifier, calls, issues] of cases) {
    const said = say(verifier, 'x', calls);
    assert.equal(said.length, issues.length, String(said));
    for (const [at, issue] of issues.entries()) (typeof issue === 'string' ? assert.equal : assert.match)(said[at], issue);
  }
});

test('a call that nobody answered is none', async () => {
  const unanswered = { id: 'a', name: 'price', arguments: {} };
  const read = call('read');
  for (const [verifier, calls, issues] of [
    [calledTool('price'), [unanswered], ['call the tool `price`; a call has no result']],
    [calledTool('price'), [unanswered, call('price')], []],
    [calledTool('read', { after: 'price' }), [unanswered, read], ['call the tool `price`, then `read`']],
    [toolOrder(['price', 'read']), [unanswered, read], ['call the tools `price`, then `read`']],
    [noToolErrors(), [failure('price'), unanswered], ['the tool `price` failed with {}: out of order; call it again']],
    [noToolErrors(), [unanswered], []],
  ])
    assert.deepEqual(say(verifier, 'A draft.', calls), issues);
  const gate = new ReflectEngine().gate({ input: 'q', critic: false, verifiers: { looked: calledTool('price') } });
  const sent = await gate.submit('It is 5.', { evidence: [{ name: 'price', arguments: {} }] });
  assert.deepEqual(sent.issues, ['call the tool `price`; a call has no result']);
  const { done } = await gate.submit('It is 5.', { evidence: [{ name: 'price', arguments: {}, result: null }] });
  assert.equal(done, true, 'a tool may give nothing');
});

test('a run without the tool says so, and a gate, whose host has the tools, does not', async () => {
  const verifiers = { looked: calledTool('price', { after: 'login' }), ordered: toolOrder(['login', 'price']) };
  const login = { name: 'login', parameters: { type: 'object' }, execute: () => 1 };
  const issuesOf = async (more) => {
    const task = { input: 'q', critic: false, verifiers, settings: { maxReflections: 0 }, model: () => '5 euros.', ...more };
    const { trace } = await new ReflectEngine().run(task);
    return Object.values(trace.drafts[0].verifiers).flatMap(({ issues }) => issues);
  };
  assert.deepEqual(await issuesOf({}), [
    'call the tool `login`, then `price`; this run has no tool `login`',
    'call the tools `login`, then `price`; this run has no tool `login`',
  ]);
  assert.match((await issuesOf({ tools: [login] })).join(), /no tool `price`,.*no tool `price`$/);
  assert.doesNotMatch((await issuesOf({ tools: [login, { ...login, name: 'price' }] })).join(), /no tool/);
  const sent = await new ReflectEngine().gate({ input: 'q', verifiers }).submit('5 euros.');
  assert.doesNotMatch(sent.issues.join(), /no tool/);
});

test('toolOrder and noToolErrors name what is to be called', () => {
  const order = toolOrder(['find', 'price', 'order']);
  assert.deepEqual(say(order, 'x', [call('find'), call('other'), call('price'), call('order')]), []);
  assert.deepEqual(say(order, 'x', [call('order'), call('find'), call('price'), call('order')]), []);
  assert.deepEqual(say(order, 'x', []), ['call the tools `find`, then `price`, then `order`']);
  assert.deepEqual(say(order, 'x', [call('find'), call('order')]), ['call the tools `price`, then `order` after `find`']);
  assert.deepEqual(say(order, 'x', [call('find'), call('price'), failure('order')]), ['call the tool `order` after `price`']);
  assert.deepEqual(say(toolOrder(['a', 'a']), 'x', [call('a')]), ['call the tool `a` after `a`']);

  assert.deepEqual(say(noToolErrors(), 'x', [call('a')]), []);
  assert.deepEqual(say(noToolErrors(), 'x', [failure('a'), call('a'), call('b')]), []);
  assert.deepEqual(say(noToolErrors(), 'x', [call('a'), failure('a', 'full', { n: 1 }), failure('b')]), [
    'the tool `a` failed with {"n":1}: full; call it again',
    'the tool `b` failed with {}: out of order; call it again',
  ]);
});

test('numbers come from results, the input or `also`', () => {
  const prices = [call('price', { n: 77 }, { lamp: 19.99, stock: [1, 234], when: '2026-11-29', note: 'about 1.5 kg', loss: -5 })];
  const right = [
    'It costs 19.99 euros.',
    'Es kostet 19,99 €, für 12.000 Leute.',
    '$19.990, weighs 1.50 kg',
    'A loss of 5 in 2026, that is -5.',
    '1 or 234 of A7, as of 2026-11-29T10:30:00Z',
    '1. one\n2. two\n3) three\n  1. nested',
    'no number at all',
    'for 30 days and 12 000 people, at 08:30, in version 1.2.3',
  ];
  const input = 'Is it right for 30 days, 12,000 people, at 08:30, with 1.2.3?';
  for (const draft of right) assert.deepEqual(say(numbersFromTools(), draft, prices, { input }), [], draft);
  const wrong = {
    'It costs 19.98 euros.': ['19.98'],
    'It costs 77 and 29 euros.': ['77', '29'],
    'It costs 1,234.': ['1,234'],
    'It costs 1234.': ['1234'],
    'a gain of -19.99': ['-19.99'],
    'one half, 1/2, at 09:30': ['1/2', '09:30'],
    '19.99 and 15 000 and 15 000': ['15 000'],
    '12. is what it costs': ['12'],
    '2026-11-28 is left out, 28 is not': ['28'],
    '0x1F and 10² and 1e400': ['0x1F', '10²', '1e400'],
    'version 1.2.4': ['1.2.4'],
    'half a 42nd': ['42'],
    'It costs 19,990 euros, or 234,000.': ['19,990', '234,000'],
  };
  for (const [draft, numbers] of Object.entries(wrong)) {
    const said = say(numbersFromTools(), draft, prices, { input });
    const named = said.map(
      (issue) => /^line 1: (.+) stands in no tool's result, nor in the input: look it up, or leave it out$/.exec(issue)?.[1],
    );
    assert.deepEqual(named, numbers, `${draft}: ${said}`);
  }
  const two = say(numbersFromTools(), 'one\nthen 7\nand 7, 8', []);
  assert.deepEqual(
    two.map((issue) => issue.slice(0, 9)),
    ['line 2: 7', 'line 3: 8'],
  );
});

test('digits of every script are numbers, and what follows a letter is a name', () => {
  const verifier = numbersFromTools();
  const unknown = (draft, ...results) =>
    say(verifier, draft, [], { texts: results }).map((issue) => /: (.*) stands/.exec(issue)[1]);
  for (const [draft, results, expected] of [
    ['السعر ٧ يورو', ['7'], []],
    ['السعر ٧ يورو', ['8'], ['7']],
    ['١٬٢٣٤٫٥', ['1,234.5'], []],
    ['It is 7.', ['٧'], []],
    ['９ or 𝟕', ['9 7'], []],
    ['９ or 𝟕', ['1'], ['9', '7']],
    ['मूल्य १२', ['13'], ['12']],
    ['½ of it', ['1/2'], []],
    ['½ of it', ['½ cup'], []],
    ['½ of it', ['0.7'], ['1/2']],
    ['2½ cups', ['2 and 1/2'], []],
    ['2½ cups', ['2'], ['1/2']],
    ['v2, B12, utf8 and EUR7, CO₂, ①, Ⅷ', ['none'], []],
    ['7EUR and 12kg', ['7 and 13'], ['12']],
    ['価格7円', ['8'], ['7']],
  ])
    assert.deepEqual(unknown(draft, ...results), expected, draft);
});

test('what the user says counts, what an assistant said before does not; results may be CSV or JSON in JSON', () => {
  const input = [
    { role: 'user', content: [{ type: 'text', text: 'I have 40.' }] },
    { role: 'assistant', content: 'The price is 45.' },
    { role: 'tool', toolCallId: 'x', content: '46' },
    { role: 'user', content: 'And now?' },
  ];
  assert.deepEqual(say(numbersFromTools(), 'You have 40.', [], { input }), []);
  assert.equal(say(numbersFromTools(), 'It is 45 or 46.', [], { input }).length, 2);
  const mcp = [call('price', {}, [{ type: 'text', text: '{"prices":[12,30],"say":"only \\"7\\" left"}' }])];
  assert.deepEqual(say(numbersFromTools(), '12, 30 and 7', mcp), []);
  assert.deepEqual(say(numbersFromTools(), 'It is 12 or 30.', [], { texts: ['lamp,12,30\ndesk,5,6'] }), []);
  assert.deepEqual(say(numbersFromTools(), '2,3,4', [], { texts: ['2', '3', '4'] }), []);
  assert.equal(say(numbersFromTools(), 'It is 9.', [failure('price', 'code 9')]).length, 1, 'an error is no result');
});

test('tolerance, also and derived allow what they say', () => {
  const calls = [call('price', {}, { a: 12, b: 30, c: 0.1, d: 0.2 })];
  const passes = (options, draft) => say(numbersFromTools(options), draft, calls).length === 0;
  const table = [
    [{}, '12.1', false],
    [{ tolerance: 0.01 }, '12.1', true],
    [{ tolerance: 0.01 }, '12.2', false],
    [{ tolerance: 0.01 }, '-12', false],
    [{ also: [100, -3] }, '100% of 3', true],
    [{}, '42', false],
    [{ derived: true }, '42', true],
    [{ derived: true }, '18', true],
    [{ derived: true }, '-18', true],
    [{ derived: true }, '360', true],
    [{ derived: true }, '2.5', true],
    [{ derived: true }, '0.3', true],
    [{ derived: true }, '0.4', true],
    [{ derived: true }, '0.05', false],
    [{ derived: true }, '24', false],
    [{ derived: true }, '1', false],
    [{ derived: true, also: [7] }, '4.29', true],
    [{ derived: true, also: [7] }, '4.28', false],
    [{ derived: true, also: [7] }, '4', false],
    [{ derived: true, also: [12] }, '24', true],
  ];
  for (const [options, draft, wanted] of table)
    assert.equal(passes(options, draft), wanted, `${JSON.stringify(options)} ${draft}`);
  const many = [
    call(
      'list',
      {},
      Array.from({ length: 300 }, (_, at) => 1000 + at),
    ),
  ];
  const [issue] = say(numbersFromTools({ derived: true }), '2001', many);
  assert.match(issue, /2001 stands in .* \(none is derived: more than 200 numbers are known\)/);
});

test('citesTools wants links and quotations that a tool gave', () => {
  const calls = [call('search', {}, { url: 'https://shop.example/lamp?id=1', text: 'The lamp is\n sold   out since May.' })];
  const right = [
    'It is sold out: https://shop.example/lamp?id=1.',
    'The shop says: “The lamp is sold out since May.”',
    'It is sold out [search].',
    'It is sold out [id-search], and "so what" is no quotation.',
  ];
  for (const draft of right) assert.deepEqual(say(citesTools(), draft, calls), [], draft);
  const cases = [
    ['It is sold out.', calls, /^cite what a tool gave: .* in brackets, \[search\]$/],
    ['See https://shop.example/lamp [search]', calls, /^line 1: "https:\/\/shop.example\/lamp" stands in no tool's result/],
    [
      'They say:\n"The lamp is sold out since June." [search]',
      calls,
      /^line 2: "The lamp is sold out since June\." stands in no/,
    ],
    ['It is sold out.', [], 'nothing was looked up: call a tool, and cite what it gives'],
    ['It is sold out [search].', [failure('search')], 'nothing was looked up: call a tool, and cite what it gives'],
    ['"a b c d" '.repeat(201), calls, 'it has more than 200 quotations: quote what matters'],
  ];
  for (const [draft, made, issue] of cases) {
    const [said] = say(citesTools(), draft, made);
    (typeof issue === 'string' ? assert.equal : assert.match)(said, issue, draft);
  }
  const input = 'Is https://shop.example/desk better?';
  assert.equal(
    say(citesTools(), 'https://shop.example/desk is', calls, { input }).length,
    1,
    'what the user gave is no citation',
  );
  assert.deepEqual(say(citesTools(), 'https://shop.example/desk is not [search]', calls, { input }), []);
});

test('hostile drafts and results are read in linear time', { timeout: 60_000 }, () => {
  const long = [
    '1 '.repeat(50_000),
    '1,'.repeat(50_000),
    '123 '.repeat(25_000),
    '9'.repeat(100_000),
    '1/'.repeat(50_000),
    '"'.repeat(100_000),
    'https://'.repeat(12_000),
    '['.repeat(100_000),
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    '"a b c d '.repeat(10_000),
    '1. '.repeat(25_000),
    '2026-11-29'.repeat(10_000),
    '\n'.repeat(100_000),
    '> '.repeat(50_000),
  ];
  for (const text of long) {
    say(numbersFromTools({ derived: true }), text, [call('a', {}, text)]);
    say(numbersFromTools({ derived: true }), text, [call('a', {}, '5')]);
    say(citesTools(), text, [call('a', {}, text)]);
    finalNumber()(text);
  }
});

test('a stale price is looked up again, by verifiers alone', async () => {
  const price = tool({ name: 'price', description: 'The price of an item.', execute: () => ({ lamp: 19.99 }) });
  const history = [
    { role: 'user', content: 'What does a lamp cost?' },
    { role: 'assistant', content: 'A lamp costs 15 euros.' },
    { role: 'user', content: 'And today?' },
  ];
  const model = scriptedModel([
    'A lamp still costs 15 euros.',
    ({ messages }) => {
      assert.match(JSON.stringify(messages), /call the tool `price`/);
      return { content: '', toolCalls: [{ name: 'price', arguments: {} }] };
    },
    'A lamp costs 19.95 euros.',
    ({ messages }) => {
      assert.match(JSON.stringify(messages), /19\.95 stands in no tool's result/);
      return 'A lamp costs 19.99 euros.';
    },
  ]);
  const verifiers = { looked: calledTool('price'), numbers: numbersFromTools() };
  const engine = new ReflectEngine({ maxReflections: 3, strategy: 'classic' });
  const result = await engine.run({ input: history, model, tools: [price], critic: false, verifiers });
  assert.deepEqual([result.status, result.acceptedBy, result.output], ['ok', 'verifier', 'A lamp costs 19.99 euros.']);
});
