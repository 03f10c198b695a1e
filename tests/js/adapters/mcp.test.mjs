// The engine as an MCP server, for the clients of both SDKs, over stdio and Streamable HTTP.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { serve } from '@hono/node-server';
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ReflectEngine } from 'reflect-engine';
import { DecisionReflector } from 'reflect-engine/decision';
import { reflectServer } from 'reflect-engine/mcp';
import { scriptedModel } from 'reflect-engine/testing';
import { ended, fakeServer, folder, isCritique, KEY } from '../cli/shell.mjs';
import { accept, column, deferred, refusals, reject, verdict } from '../support.mjs';

const LIMIT = { timeout: 60_000 };
/** `pin`: no handshake, and `server/discover` first. */
const SDKS = {
  'sdk 1.32': [Client1, Stdio1, Http1],
  'client 2.4': [Client2, Stdio2, Http2],
  'client 2.4 of 2026-07-28': [Client2, Stdio2, Http2, { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
};

/** Plays a model that writes one draft after another, and judges by a word. */
const replies = (body) => {
  const said = JSON.stringify(body.messages);
  if (!isCritique(body) && body.purpose !== 'critique') return said.includes('too short') ? 'Of 1969.' : 'Long ago.';
  if (said.includes('It names a year.')) return verdict([said.includes('1969')]);
  return said.includes('Of 1969.') ? accept() : reject();
};

/** A client over HTTP, until the test ends. */
async function overHttp(context, [Client, , Http, how], options) {
  const handler = reflectServer({
    engine: new ReflectEngine(),
    authorize: ({ headers }) => headers.get('authorization') === 'Bearer x',
    ...options,
  });
  const server = serve({ fetch: handler, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = new URL(`http://127.0.0.1:${server.address().port}/mcp`);
  return connected(context, Client, new Http(url, { requestInit: { headers: { authorization: 'Bearer x' } } }), how);
}

async function connected(context, Client, transport, how) {
  const client = new Client({ name: 't', version: '1' }, how);
  await client.connect(transport);
  context.after(() => client.close());
  return client;
}

const shell = folder();
/** A client of `npx reflect-engine mcp`. */
async function overStdio(context, [Client, Stdio, , how], args = [], env = {}) {
  const transport = new Stdio({
    command: process.execPath,
    args: [shell.bin, 'mcp', ...args],
    env: { PATH: process.env.PATH, ...env },
  });
  return connected(context, Client, transport, how);
}

/** The same calls, whatever carries them. */
async function speaks(client) {
  const { tools } = await client.listTools();
  assert.deepEqual(column(tools, 'name'), ['reflect', 'review', 'reflect_decision', 'gate']);
  described(tools);
  assert.match(client.getInstructions(), /submit it to `gate`/);
  const told = [];
  const reflected = await client.callTool(...call('reflect', { task: 'When?', maxReflections: 1 }, client, told));
  assert.equal(reflected.isError, undefined, JSON.stringify(reflected.content));
  const { output, accepted, acceptedBy, iterations } = reflected.structuredContent;
  assert.deepEqual([output, accepted, acceptedBy, iterations], ['Of 1969.', true, 'critic', 2]);
  assert.equal(reflected.structuredContent.usage.byPurpose.critique.calls, 2);
  assert.deepEqual(JSON.parse(reflected.content[0].text), reflected.structuredContent);
  const drafts = told.map(({ message }) => message).filter((text) => text !== 'a draft is written');
  // A client drops the progress that comes in one piece with the answer.
  assert.deepEqual(
    drafts,
    ['draft 1: 4/10 needs a revision', '  - too short', 'draft 2: 9/10 accepted'].slice(0, drafts.length || 1),
  );
  assert.deepEqual(
    column(told, 'progress'),
    told.map((_, at) => at + 1),
  );
  const judged = async (text) =>
    (await client.callTool(...call('review', { text, criteria: ['It names a year.'] }, client))).structuredContent;
  assert.deepEqual([(await judged('Of 1969.')).accepted, (await judged('Long ago.')).criteriaMet], [true, [false]]);
  const evidence = [
    { tool: 'a', signal: 'approve' },
    { tool: 'b', success: false },
  ];
  const given = { decision: 'APPROVE', confidence: 0.95, evidence };
  const decided = await client.callTool(...call('reflect_decision', given, client));
  assert.equal(typeof decided.structuredContent.shouldRevise, 'boolean');
  const wrong = await client.callTool(...call('reflect', { task: '' }, client));
  assert.deepEqual([wrong.isError, wrong.content[0].text], [true, '`task` must be a text that is not empty, got a string']);
  await assert.rejects(client.callTool(...call('reflct', {}, client)), /there is no tool `reflct`/);
}

/** Each field that goes in or comes out says what it is. */
function described(tools) {
  for (const { name, inputSchema, outputSchema } of tools)
    for (const [kind, schema] of Object.entries({ inputSchema, outputSchema }))
      for (const [field, { description, items }] of Object.entries(schema.properties)) {
        assert.ok(description?.length > 9, `${name}.${kind}.${field}`);
        for (const [key, inner] of Object.entries(items?.properties ?? {}))
          assert.ok(inner.description, `${name}.${field}.${key}`);
      }
}

/** The arguments of `callTool`; in version 1 a result schema is between. */
function call(name, given, client, told) {
  const options = { timeout: 20_000, ...(told && { onprogress: (progress) => told.push(progress) }) };
  const params = { name, arguments: given };
  return client instanceof Client1 ? [params, undefined, options] : [params, options];
}

for (const [name, sdk] of Object.entries(SDKS)) {
  test(`over HTTP, ${name}: tools, progress, what is wrong`, LIMIT, async (context) => {
    await speaks(await overHttp(context, sdk, { model: replies, decisions: new DecisionReflector() }));
  });

  test(`over stdio, ${name}: the same from the command line`, LIMIT, async (context) => {
    const server = await fakeServer(replies);
    context.after(server.close);
    await speaks(await overStdio(context, sdk, server.flags, { OPENAI_API_KEY: KEY }));
  });

  for (const [how, begin] of [
    ['stdio', (context) => overStdio(context, sdk)],
    ['HTTP', (context) => overHttp(context, sdk, { decisions: new DecisionReflector() })],
  ])
    test(`without a model the host's own is asked, over ${how}, ${name}`, LIMIT, async (context) => {
      const client = await begin(context);
      const { tools } = await client.listTools();
      assert.deepEqual(column(tools, 'name'), ['critique_request', 'read_critique', 'reflect_decision']);
      described(tools);
      // Such a separator is in JSON as it is, and is not an end of a line.
      const about = { task: 'When?\u2028Say it.', draft: 'Long ago.' };
      const ask = async (name, given) => (await client.callTool(...call(name, given, client))).structuredContent;
      const { seed, digest, messages } = await ask('critique_request', about);
      assert.ok(JSON.stringify(messages).includes('Long ago.'));
      const read = (...replies) => ask('read_critique', { ...about, seed, digest, replies });
      assert.deepEqual([(await read(accept())).accepted, (await read(reject())).issues], [true, ['too short']]);
      const unclear = await read(`I doubt it. ${accept()}`);
      assert.ok(unclear.messages.length > messages.length && unclear.accepted === undefined);
      assert.equal((await read(`I doubt it. ${accept()}`, reject())).accepted, false);
      assert.equal((await read('Great!', 'Great!')).critiqueStatus, 'unclear');
      for (const other of [{ draft: 'Of 1969.' }, { task: 'Who?' }, { seed: seed ^ 1 }, { criteria: ['It is short.'] }]) {
        const replies = [accept()];
        const refused = await client.callTool(...call('read_critique', { ...about, seed, digest, replies, ...other }, client));
        assert.equal(refused.isError, true);
        assert.match(refused.content[0].text, /^`digest` is not that of this task, draft, criteria and seed: /);
      }
    });

  test(`a call that the client gives up is ended, ${name}`, LIMIT, async (context) => {
    const gone = deferred();
    const model = ({ signal }) =>
      new Promise((_, fail) => signal.addEventListener('abort', () => (gone.resolve(), fail(signal.reason)), { once: true }));
    const client = await overHttp(context, sdk, { model });
    const giveUp = new AbortController();
    const [params, ...rest] = call('reflect', { task: 'When?' }, client, []);
    rest.at(-1).signal = giveUp.signal;
    const called = client.callTool(params, ...rest);
    called.catch(() => {});
    await new Promise((wake) => setTimeout(wake, 300));
    giveUp.abort('enough');
    await assert.rejects(called);
    await client.close();
    await gone.promise;
  });
}

test('what is no call of a client is refused, and only who is authorized comes in', LIMIT, async () => {
  const model = scriptedModel([]);
  const parts = { engine: new ReflectEngine(), model };
  const ask = (handler, given) => {
    const body = typeof given === 'string' ? given : JSON.stringify(given);
    return handler(new Request('http://localhost/mcp', { method: 'POST', body }));
  };
  const open = reflectServer({ ...parts, authorize: () => true });
  const request = { jsonrpc: '2.0', id: 1 };
  const asks = (method, params) => ({ ...request, method, params });
  const unknown =
    '`authorise` is not an option of reflectServer; there are engine, model, critic, decisions, gates, actions, authorize';
  const cases = [
    [undefined, 'the options of reflectServer must be an object, got nothing: write `{ … }`'],
    [{ model }, '`engine` is missing: give `new ReflectEngine()`'],
    [{ ...parts, engine: null }, '`engine` must be an object, got null'],
    [{ ...parts, model: 'm' }, '`model` must be a function, got a string'],
    [{ ...parts, authorise: () => true }, unknown],
  ];
  await refusals('invalid_settings', cases, reflectServer);
  for (const [handler, body, status, why] of [
    [reflectServer(parts), request, 403, /was given no `authorize`/],
    [reflectServer({ ...parts, authorize: () => 'yes' }), request, 403, /not allowed/],
    [reflectServer({ ...parts, authorize: () => Promise.reject(new Error('x')) }), request, 403, /not allowed/],
    [open, '{', 400, /must be JSON/],
    [open, '[]', 200, /must have a `method`/],
    [open, asks('x'), 200, /there is no method `x`/],
    [open, asks('tools/call', []), 200, /must have a `method`/],
    [open, asks('tools/call', { name: 'reflect', arguments: [] }), 200, /`arguments` must be an object/],
    [open, asks('initialize', { protocolVersion: '1999-01-01' }), 200, /"protocolVersion":"2025-11-25"/],
    [open, asks('ping'), 200, /"result":\{\}/],
    [open, { ...asks('ping'), id: 'a' }, 200, /"id":"a","result":\{\}/],
    [open, { ...asks('ping'), id: [] }, 200, /"id":null,"error".*`id` must be a string or a number, got a list/],
    [open, { ...asks('ping'), id: null }, 200, /`id` must be a string or a number, got null/],
    [
      open,
      asks('tools/call', { name: 'reflect', arguments: { tsk: 'q' } }),
      200,
      /`reflect` has no argument `tsk`; there are task, /,
    ],
    [open, `"${'a'.repeat(17_000_000)}"`, 413, /a body must have at most 16777216 bytes/],
  ]) {
    const response = await ask(handler, body);
    assert.equal(response.status, status);
    assert.match(await response.text(), why);
  }
  const heard = await ask(open, { jsonrpc: '2.0', method: 'notifications/initialized' });
  assert.deepEqual([heard.status, await heard.text()], [202, '']);
  assert.equal((await open(new Request('http://localhost/mcp'))).status, 405);
});

/** A critic that believes what it can check: a number that a tool gave. */
const checks = ({ messages }) => {
  const said = JSON.stringify(messages);
  return /lookup[^\n]*42/.test(said) && said.includes('It is 42.') ? accept() : reject(3, ['look the price up again']);
};

/** An agent's own loop: it is told what is missing, and then looks up the price of today. */
async function agent(client, most = 9, task = 'What does it cost today?') {
  const submit = async (given) => {
    const { structuredContent, isError, content } = await client.callTool(...call('gate', given, client));
    assert.ok(!isError, JSON.stringify(content));
    return structuredContent;
  };
  const answers = [await submit({ task, draft: 'It is 40.' })];
  for (let at = 1; !answers.at(-1).done && at < most; at += 1) {
    const { gate, feedback } = answers.at(-1);
    assert.match(feedback, /look the price up again/);
    const evidence = [{ name: 'lookup', arguments: { of: 'today' }, result: 'price: 42' }];
    answers.push(await submit({ gate, draft: `It is 42. Looked up: ${at}.`, evidence }));
  }
  return answers;
}

for (const [name, sdk] of Object.entries(SDKS)) {
  test(`what must be looked up again fails in \`reflect\` and passes the gate, ${name}`, LIMIT, async (context) => {
    const model = (request) => (request.purpose === 'critique' ? checks(request) : 'It is 42.');
    const client = await overHttp(context, sdk, { model });
    const given = { task: 'What does it cost today?', draft: 'It is 40.' };
    const alone = (await client.callTool(...call('reflect', given, client))).structuredContent;
    assert.deepEqual([alone.accepted, alone.status], [false, 'needs_review']);
    const [first, last, ...more] = await agent(client);
    assert.deepEqual(
      [first.done, first.accepted, first.issues, first.draft],
      [false, undefined, ['look the price up again'], 'It is 40.'],
    );
    assert.deepEqual(
      [last.done, last.accepted, last.acceptedBy, last.output, more],
      [true, true, 'critic', 'It is 42. Looked up: 1.', []],
    );
    const gone = await client.callTool(...call('gate', { gate: first.gate, draft: 'It is 43.' }, client));
    assert.deepEqual([gone.isError, /^there is no gate `.*Open one with/.test(gone.content[0].text)], [true, true]);
  });

  test(`a critic that is never content ends the gate within its budget, over stdio, ${name}`, LIMIT, async (context) => {
    const server = await fakeServer(() => reject(3, ['look the price up again']));
    context.after(server.close);
    const client = await overStdio(context, sdk, server.flags, { OPENAI_API_KEY: KEY });
    const answers = await agent(client);
    assert.deepEqual(column(answers, 'remaining'), [2, 1, undefined]);
    assert.deepEqual(column(answers, 'accepted'), [undefined, undefined, false]);
    const { status, stopReason, reviewReasons, usage } = answers.at(-1);
    assert.deepEqual(
      [status, stopReason, reviewReasons.includes('rejected_by_critic')],
      ['needs_review', 'max_reflections', true],
    );
    assert.deepEqual(usage, { total: { inputTokens: 20, outputTokens: 5 } });
  });

  test(`a gate is one task's, and what is wrong with a call is said, ${name}`, LIMIT, async (context) => {
    const gates = new Map();
    const slow = deferred();
    const seen = [];
    const critic = async ({ messages }) => {
      seen.push(JSON.stringify(messages));
      if (seen.length === 2) await slow.promise;
      return seen.at(-1).includes('It names a year.') ? verdict([false]) : reject();
    };
    const client = await overHttp(context, sdk, { model: () => 'x', critic, gates });
    const ask = async (given) => client.callTool(...call('gate', given, client));
    const first = (await ask({ task: 'When?', draft: 'Long ago.', criteria: ['It names a year.'], maxReflections: 5 }))
      .structuredContent;
    assert.deepEqual([first.remaining, [...gates.keys()]], [5, [first.gate]]);
    assert.match(first.gate, /^[0-9a-f-]{36}$/);
    const { gate } = first;
    const waits = ask({ gate, draft: 'In 1968.' });
    await new Promise((wake) => setTimeout(wake, 100));
    assert.match((await ask({ gate, draft: 'In 1969.' })).content[0].text, /judges another draft/);
    slow.resolve();
    assert.equal((await waits).structuredContent.remaining, 4);
    const other = (await ask({ task: 'Who?', draft: 'Somebody.', maxReflections: 0 })).structuredContent;
    assert.deepEqual([other.done, other.gate, other.output], [true, undefined, 'Somebody.']);
    assert.ok(!seen.at(-1).includes('1968') && seen[0].includes('It names a year.'));
    for (const [given, why] of [
      [{ draft: 'x' }, /^`task` must be a text that is not empty, got nothing$/],
      [{ task: 'q' }, /^`draft` must be a text that is not empty, got nothing$/],
      [{ gate, draft: 'x', task: 'q' }, /^`task` belongs to the opening of a gate/],
      [{ gate, draft: 'x', criteria: [] }, /^`criteria` belongs to the opening/],
      [{ gate: 'none', draft: 'x' }, /^there is no gate `none`/],
      [{ gate, draft: 'x', evidence: 'y' }, /^`evidence` must be a list, got a string$/],
      [{ gate, draft: 'x', evidence: [{ name: 't' }] }, /^`evidence\[0\].result` must be a text, got nothing$/],
      [
        { gate, draft: 'x', evidence: [{ tool: 't', result: 'r' }] },
        /^`evidence\[0\]` has `tool`, which .* known are id, name, /,
      ],
      [{ task: 'q', draft: 'x', maxReflections: 1_000 }, /maxReflections/],
    ]) {
      const { isError, content } = await ask(given);
      assert.deepEqual([isError, why.test(content[0].text)], [true, true], content[0].text);
    }
    assert.equal((await ask({ gate, draft: 'In 1969.' })).structuredContent.remaining, 3, 'and nothing of it was spent');
  });
}

/** A store as slow as one over the network. */
const slowStore = () => {
  const [kept, pause] = [new Map(), () => new Promise((wake) => setTimeout(wake, 1))];
  const slowly =
    (method) =>
    async (...given) => {
      await pause();
      return kept[method](...given);
    };
  return { get: slowly('get'), set: slowly('set'), delete: slowly('delete') };
};
/** One that several processes share, each of which has an object of its own. */
const sharedStores = () => {
  const kept = new Map();
  return [1, 2].map(() => ({
    get: async (key) => kept.get(key),
    set: async (key, value) => kept.set(key, value),
    delete: async (key) => kept.delete(key),
    take: async (key) => {
      const value = kept.get(key);
      kept.delete(key);
      return value;
    },
  }));
};

for (const [name, stores] of Object.entries({
  'the default': () => [undefined],
  'a Map': () => [new Map()],
  'a slow one': () => [slowStore()],
  'a shared one': sharedStores,
})) {
  test(`of many drafts for one handle at the same time one is judged, store: ${name}`, LIMIT, async () => {
    let judged = 0;
    const critic = async () => {
      judged += 1;
      await new Promise((wake) => setTimeout(wake, 20));
      return reject();
    };
    const parts = { engine: new ReflectEngine({ maxReflections: 9 }), model: () => 'x', critic, authorize: () => true };
    const handlers = stores().map((gates) => reflectServer({ ...parts, gates }));
    const submit = async (given, at = 0) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'gate', arguments: given } });
      const response = await handlers[at % handlers.length](new Request('http://localhost/mcp', { method: 'POST', body }));
      return (await response.json()).result;
    };
    const { gate } = (await submit({ task: 'q', draft: 'one' })).structuredContent;
    for (const left of [8, 7]) {
      judged = 0;
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, at) => submit({ gate, draft: `draft ${left}.${at}` }, at)),
      );
      const heard = answers.filter(({ isError }) => !isError);
      assert.deepEqual([judged, heard.length, heard[0].structuredContent.remaining], [1, 1, left]);
      assert.match(answers.find(({ isError }) => isError).content[0].text, /judges another draft/);
    }
  });
}

test('a gate whose client went away while it judged can be gone on with', LIMIT, async () => {
  const gates = new Map();
  let calls = 0;
  const critic = ({ signal }) => {
    calls += 1;
    if (calls !== 2) return reject();
    return new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason), { once: true }));
  };
  const handler = reflectServer({ engine: new ReflectEngine(), model: () => 'x', critic, gates, authorize: () => true });
  const submit = async (given, signal) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'gate', arguments: given } });
    const response = await handler(new Request('http://localhost/mcp', { method: 'POST', body, signal }));
    return (await response.json()).result;
  };
  const { gate } = (await submit({ task: 'q', draft: 'one' })).structuredContent;
  assert.equal((await submit({ gate, draft: 'two' }, AbortSignal.timeout(200))).isError, true);
  assert.equal((await submit({ gate, draft: 'two' })).structuredContent.remaining, 1);
});

test('the gates of a process are bounded, and one that nobody uses is forgotten', LIMIT, async (context) => {
  const handler = reflectServer({ engine: new ReflectEngine(), model: () => reject(), authorize: () => true });
  const submit = async (given) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'gate', arguments: given } });
    return (await (await handler(new Request('http://localhost/mcp', { method: 'POST', body }))).json()).result;
  };
  const open = async (draft) => (await submit({ task: 'q', draft })).structuredContent.gate;
  const isThere = async (gate) => (await submit({ gate, draft: 'y' })).isError === undefined;
  const first = await open('x');
  for (let at = 0; at < 5; at += 1) await open('x'.repeat(15_000_000));
  assert.equal(await isThere(first), false);
  const next = await open('x');
  assert.equal(await isThere(next), true);
  const now = Date.now();
  context.mock.method(Date, 'now', () => now + 3_600_001);
  assert.equal(await isThere(next), false);
});

test('each version that worked works, and one that nobody knows is named', LIMIT, async (context) => {
  for (const version of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
    const client = await overHttp(context, [Client2, Stdio2, Http2, { supportedProtocolVersions: [version] }], {
      model: replies,
    });
    assert.equal(client.getNegotiatedProtocolVersion(), version);
    assert.equal(
      (await client.callTool(...call('review', { text: 'Of 1969.', criteria: ['It names a year.'] }, client))).structuredContent
        .accepted,
      true,
    );
  }
  const auto = await overHttp(context, [Client2, Stdio2, Http2, { versionNegotiation: { mode: 'auto' } }], { model: replies });
  assert.equal(auto.getNegotiatedProtocolVersion(), '2026-07-28');
  const { supportedVersions, ttlMs, cacheScope } = await auto.discover();
  assert.deepEqual([supportedVersions[0], supportedVersions.length, ttlMs > 0, cacheScope], ['2026-07-28', 5, true, 'public']);
  const pinned = { versionNegotiation: { mode: { pin: '2099-01-01' } }, supportedProtocolVersions: ['2099-01-01'] };
  await assert.rejects(overHttp(context, [Client2, Stdio2, Http2, pinned], { model: replies }));
});

test('a request without a handshake says what it is, in its body and its headers', LIMIT, async () => {
  const handler = reflectServer({ engine: new ReflectEngine(), model: () => 'x', authorize: () => true });
  const [VERSION, CAPABILITIES] = ['protocolVersion', 'clientCapabilities'].map((key) => `io.modelcontextprotocol/${key}`);
  const meta = { [VERSION]: '2026-07-28', [CAPABILITIES]: {} };
  const ask = async (method, { params = {}, _meta = meta, ...headers } = {}) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: { ...params, _meta } });
    const all = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...headers };
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    const response = await handler(new Request('http://localhost/mcp', { method: 'POST', body, headers: given }));
    const { id, result, error } = await response.json();
    assert.equal(id, 7);
    return { status: response.status, result, ...error };
  };
  const { status, result } = await ask('tools/list');
  assert.deepEqual([status, result.resultType, result.cacheScope], [200, 'complete', 'public']);
  assert.deepEqual(result._meta['io.modelcontextprotocol/serverInfo'].name, 'reflect-engine');
  const one = { name: 'reflect', arguments: { task: '' } };
  const encoded = `=?base64?${btoa('reflect')}?=`;
  for (const name of ['reflect', encoded]) {
    const called = await ask('tools/call', { params: one, 'mcp-name': name });
    assert.deepEqual([called.status, called.result.isError, called.result.resultType], [200, true, 'complete']);
  }
  for (const [method, how, status, code, why] of [
    [
      'tools/list',
      { 'mcp-protocol-version': '2025-11-25' },
      400,
      -32020,
      /MCP-Protocol-Version must be that of the body, 2026-07-28/,
    ],
    ['tools/list', { 'mcp-protocol-version': undefined }, 400, -32020, /got none/],
    ['tools/list', { 'mcp-method': 'tools/call' }, 400, -32020, /Mcp-Method/],
    ['tools/call', { params: one }, 400, -32020, /Mcp-Name must be that of the body, reflect, got none/],
    ['tools/call', { params: one, 'mcp-name': 'review' }, 400, -32020, /got review/],
    ['tools/call', { params: one, 'mcp-name': '=?base64?*?=' }, 400, -32020, /Mcp-Name/],
    ['tools/list', { _meta: null }, 400, -32602, /must have `io.modelcontextprotocol\/protocolVersion`/],
    ['tools/list', { _meta: { [VERSION]: '2026-07-28' } }, 400, -32602, /clientCapabilities/],
    ['server/discover', { _meta: {}, 'mcp-protocol-version': undefined }, 400, -32602, /protocolVersion/],
    [
      'tools/list',
      { _meta: { ...meta, [VERSION]: '1900-01-01' }, 'mcp-protocol-version': '1900-01-01' },
      400,
      -32022,
      /1900-01-01 is not supported/,
    ],
    ['tools/list', { _meta: null, 'mcp-protocol-version': '1900-01-01' }, 400, -32022, /1900-01-01/],
    ['initialize', {}, 404, -32601, /there is no method `initialize`/],
    ['ping', {}, 404, -32601, /ping/],
    ['tools/call', { params: { name: 'x' }, 'mcp-name': 'x' }, 200, -32602, /there is no tool `x`/],
  ]) {
    const refused = await ask(method, how);
    assert.deepEqual([refused.status, refused.code], [status, code], `${method} ${refused.message}`);
    assert.match(refused.message, why);
    if (code === -32022) assert.deepEqual([refused.data.requested, refused.data.supported[0]], ['1900-01-01', '2026-07-28']);
  }
});

test('over stdio a request that was cancelled is sent no more', LIMIT, async (context) => {
  const asked = deferred();
  const server = await fakeServer(() => (asked.resolve(), new Promise(() => {})));
  context.after(server.close);
  const child = shell.begin(['mcp', ...server.flags], { OPENAI_API_KEY: KEY });
  const end = ended(child, false);
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  send({ id: 1, method: 'tools/call', params: { name: 'reflect', arguments: { task: 'q' }, _meta: { progressToken: 1 } } });
  await asked.promise;
  send({ method: 'notifications/cancelled', params: { requestId: 1 } });
  send({ id: 2, method: 'ping' });
  await new Promise((wake) => setTimeout(wake, 300));
  child.stdin.end();
  assert.deepEqual((await end).out, '{"jsonrpc":"2.0","id":2,"result":{}}\n');
});

test('over stdio no message ends the server, or holds memory after its answer', LIMIT, async () => {
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  const heap = { NODE_OPTIONS: '--max-old-space-size=56' };
  const answered = async (messages, env) => {
    const child = shell.begin(['mcp'], env);
    const end = ended(child, false);
    for (const message of messages) if (!child.stdin.write(message)) await once(child.stdin, 'drain');
    child.stdin.end();
    const { code, out, err } = await end;
    assert.equal(code, 0, err.slice(0, 500));
    return out.trim().split('\n');
  };
  const said = await answered([ping, ping.replace('1', deep), `"${'a'.repeat(17_000_000)}"\n`, 'no JSON\n', ping]);
  const codes = said.map((line) => JSON.parse(line)).map(({ id, error }) => [id, error?.code]);
  assert.deepEqual(codes, [
    [1, undefined],
    [null, -32600],
    [null, -32700],
    [null, -32700],
    [1, undefined],
  ]);
  const many = await answered(
    Array.from({ length: 400 }, () => ping.repeat(1_000)),
    heap,
  );
  assert.equal(many.length, 400_000);
});
