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
const SDKS = { 'sdk 1.32': [Client1, Stdio1, Http1], 'client 2.4': [Client2, Stdio2, Http2] };

/** Plays a model that writes one draft after another, and judges by a word. */
const replies = (body) => {
  const said = JSON.stringify(body.messages);
  if (!isCritique(body) && body.purpose !== 'critique') return said.includes('too short') ? 'Of 1969.' : 'Long ago.';
  if (said.includes('It names a year.')) return verdict([said.includes('1969')]);
  return said.includes('Of 1969.') ? accept() : reject();
};

/** A client over HTTP, until the test ends. */
async function overHttp(context, [Client, , Http], options) {
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
  return connected(context, Client, new Http(url, { requestInit: { headers: { authorization: 'Bearer x' } } }));
}

async function connected(context, Client, transport) {
  const client = new Client({ name: 't', version: '1' });
  await client.connect(transport);
  context.after(() => client.close());
  return client;
}

let shell;
/** A client of `npx reflect-engine mcp`. */
async function overStdio(context, [Client, Stdio], args = [], env = {}) {
  shell ??= folder();
  const transport = new Stdio({
    command: process.execPath,
    args: [shell.bin, 'mcp', ...args],
    env: { PATH: process.env.PATH, ...env },
  });
  return connected(context, Client, transport);
}
test.after(() => shell?.close());

/** The same calls, whatever carries them. */
async function speaks(client) {
  const { tools } = await client.listTools();
  assert.deepEqual(column(tools, 'name'), ['reflect', 'review', 'reflect_decision']);
  const told = [];
  const reflected = await client.callTool(...call('reflect', { task: 'When?', maxReflections: 1 }, client, told));
  assert.equal(reflected.isError, undefined, JSON.stringify(reflected.content));
  const { output, accepted, acceptedBy, iterations } = reflected.structuredContent;
  assert.deepEqual([output, accepted, acceptedBy, iterations], ['Of 1969.', true, 'critic', 2]);
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
    await speaks(await overStdio(context, sdk, ['--model', 'm', '--base-url', server.url], { OPENAI_API_KEY: KEY }));
  });

  for (const [how, begin] of [
    ['stdio', (context) => overStdio(context, sdk)],
    ['HTTP', (context) => overHttp(context, sdk, { decisions: new DecisionReflector() })],
  ])
    test(`without a model the host's own is asked, over ${how}, ${name}`, LIMIT, async (context) => {
      const client = await begin(context);
      const { tools } = await client.listTools();
      assert.deepEqual(column(tools, 'name'), ['critique_request', 'read_critique', 'reflect_decision']);
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
  const unknown = '`authorise` is not an option of reflectServer; there are engine, model, critic, decisions, authorize';
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

test('over stdio no message ends the server, or holds memory after its answer', LIMIT, async () => {
  shell ??= folder();
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
