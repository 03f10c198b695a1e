// What the tracker knows, over HTTP: closed until it is opened, nothing clamped, nothing leaked.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { EvalTracker, memoryStore } from 'reflect-engine/evals';
import { evalHandler } from 'reflect-engine/evals/server';
import { LoopMonitor } from 'reflect-engine/monitor';
import { evaluation, NOW } from './stores/conformance.mjs';
import { all, column, columns, refusals, rejection, throws, unheard } from './support.mjs';
import { altered } from './trackers.mjs';

/** Three evaluations of `SELLER`, one of `a/b ä%`. */
async function tracked() {
  const evals = new EvalTracker({ now: () => NOW, warn: () => {} });
  for (const [hours, m] of Object.entries({ 1: 0.5, 2: 0.75, 30: 1 }))
    evals.record(evaluation(hours, { m, n: null }, { agentId: 'SELLER', evaluationId: `E-${hours}` }));
  evals.record({ agentId: 'a/b ä%', scores: { m: 0 } });
  await evals.flush();
  return evals;
}

/** Asks a fetch-style handler. */
function asker(handler) {
  return (path, init) => handler(new Request(`http://evals.test${path}`, init));
}

const authorize = () => true;
const open = async (options) => asker(evalHandler(await tracked(), { authorize, ...options }));

test('each path answers what the tracker says, as JSON that nobody may keep', async () => {
  const evals = await tracked();
  const ask = asker(evalHandler(evals, { authorize }));
  const history = await evals.getEvalHistory('SELLER');
  const cases = [
    ['/evals/stats', await evals.getSystemEvalStats()],
    ['/SELLER/evals', { agentId: 'SELLER', evaluations: history }],
    ['/SELLER/evals?limit=500', { agentId: 'SELLER', evaluations: history }],
    ['/SELLER/evals/stats', await evals.getAgentEvalStats('SELLER')],
    ['/SELLER/evals/trend', { agentId: 'SELLER', windowHours: 168, trend: await evals.getEvalTrend('SELLER') }],
    ['/SELLER/evals/trend?windowHours=3', { agentId: 'SELLER', windowHours: 3, trend: await evals.getEvalTrend('SELLER', 3) }],
    ['/nobody/evals', { agentId: 'nobody', evaluations: [] }],
    ['/nobody/evals/stats', await evals.getAgentEvalStats('nobody')],
    ['/evals/evals', { agentId: 'evals', evaluations: [] }],
  ];
  for (const [path, expected] of cases) {
    const answer = await ask(path);
    assert.equal(answer.status, 200, path);
    assert.deepEqual(await answer.json(), expected, path);
    const { headers } = answer;
    assert.deepEqual(
      [headers.get('content-type'), headers.get('cache-control'), headers.get('x-content-type-options')],
      ['application/json', 'private, no-store', 'nosniff'],
    );
    const open = [...headers.keys()].filter((name) => name.startsWith('access-control'));
    assert.deepEqual(open, []);
  }
  assert.equal((await evals.getEvalTrend('SELLER', 3)).length, 2);
});

test('without authorize every request is a 403, whatever it asks for', async () => {
  const ask = asker(evalHandler(await tracked()));
  for (const path of ['/evals/stats', '/SELLER/evals', '/nothing', '/SELLER/evals?limit=0', '/%zz/evals']) {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
      const answer = await ask(path, { method });
      assert.equal(answer.status, 403, `${method} ${path}`);
      assert.equal(answer.headers.get('cache-control'), 'private, no-store');
    }
  }
  assert.equal((await (await ask('/evals/stats')).json()).error.code, 'forbidden');
});

test('authorize opens with true alone; what it throws is told to the host and to nobody else', async () => {
  const told = [];
  const secret = new Error('the key is hunter2');
  const ways = {
    no: () => false,
    nothing: () => undefined,
    truthy: () => 'yes',
    'a promise of false': async () => false,
    throws: throws(secret),
    rejects: () => Promise.reject(secret),
  };
  const evals = await tracked();
  for (const [name, way] of Object.entries(ways)) {
    const ask = asker(evalHandler(evals, { authorize: way, onError: (error, { url }) => told.push([error, url]) }));
    for (const path of ['/evals/stats', '/nothing']) {
      const answer = await ask(path);
      const text = await answer.text();
      assert.equal(answer.status, 403, name);
      assert.doesNotMatch(text, /hunter2/);
    }
  }
  const expected = ['/evals/stats', '/nothing', '/evals/stats', '/nothing'].map((path) => [secret, `http://evals.test${path}`]);
  assert.deepEqual(told, expected);
  const seen = [];
  const ask = asker(
    evalHandler(evals, {
      authorize: async (request) => {
        seen.push(request.headers.get('authorization'));
        return request.headers.get('authorization') === 'Bearer k';
      },
      onError: throws(new Error('a listener that throws')),
    }),
  );
  assert.equal((await ask('/evals/stats', { headers: { authorization: 'Bearer k' } })).status, 200);
  assert.equal((await ask('/evals/stats')).status, 403);
  assert.deepEqual(seen, ['Bearer k', null]);
});

const TIME = '2026-02-22T12:34:56.789Z';

test('a query that is wrong is refused by name, with the range and what came, and never clamped', async () => {
  const ask = await open();
  const limit = (got) => `\`limit\` must be an integer from 1 to 500, got ${got}`;
  const hours = (got) => `\`windowHours\` must be an integer from 1 to 87600, got ${got}`;
  const before = '`before` must be an evaluation, or its `createdAt` and `evaluationId`';
  const text = (key, got) => `\`${key}\` must be a text without U+0000 and halves of surrogate pairs, got ${JSON.stringify(got)}`;
  const cases = [
    ...['0', '501', '-1', '1.5', '', '%205', '0x10', '1e2', 'ten', '99999999999'].map((given) => [
      `/A/evals?limit=${given}`,
      limit(JSON.stringify(decodeURIComponent(given))),
    ]),
    [`/A/evals?limit=${'9'.repeat(100)}`, limit(`"${'9'.repeat(60)}…"`)],
    ['/A/evals/trend?windowHours=0', hours('"0"')],
    ['/A/evals/trend?windowHours=87601', hours('"87601"')],
    ...['', 'yesterday~E', '2026-02-22~E', `${TIME}~`, '%2B010000-01-01T00:00:00.000Z~a', '-000001-01-01T00:00:00.000Z~a'].map(
      (given) => [`/A/evals?before=${given}`, before],
    ),
    ['/A/evals?limit=1&limit=2', '`limit` must be given once'],
    ['/A/evals?limt=1', 'unknown query parameter "limt"; known are `limit`, `before`'],
    ['/A/evals/stats?limit=1', 'unknown query parameter "limit"; this path takes none'],
    ['/evals/stats?x', 'unknown query parameter "x"; this path takes none'],
    ['/A/evals?limit=%zz', limit('"%zz"')],
    [`/A/evals?before=${TIME}~%00`, text('before.evaluationId', '\0')],
    ['/A%00/evals', text('agentId', 'A\0')],
    ['/%zz/evals', '`agentId` must be percent-encoded UTF-8, got "%zz"'],
    ['/%ff/evals/stats', '`agentId` must be percent-encoded UTF-8, got "%ff"'],
  ];
  for (const [path, message] of cases) {
    const answer = await ask(path);
    const { error } = await answer.json();
    assert.deepEqual([answer.status, error.code, error.message], [400, 'invalid_request', message], path);
  }
});

test('pages hold each evaluation once, newest first, also among equal times and ids with any letter', async () => {
  const evals = new EvalTracker({ now: () => NOW, warn: () => {} });
  const wanted = [];
  for (let n = 0; n < 1_203; n += 1)
    wanted.push(evals.record({ agentId: 'A', scores: {}, createdAt: NOW - Math.floor(n / 400), evaluationId: `~ä &=+/${n}` }));
  const ask = asker(evalHandler(evals, { authorize }));
  const [seen, sizes] = [[], []];
  let next = '';
  do {
    const page = await (await ask(`/A/evals?limit=300${next && `&before=${encodeURIComponent(next)}`}`)).json();
    seen.push(...page.evaluations.map(({ evaluationId }) => evaluationId));
    sizes.push(page.evaluations.length);
    next = page.next;
  } while (next !== undefined);
  assert.deepEqual(sizes, [300, 300, 300, 300, 3]);
  assert.deepEqual(seen.toSorted(), wanted.toSorted());
  const all = await evals.getEvalHistory('A', 10_000);
  assert.deepEqual(seen, column(all, 'evaluationId'));
  const exact = await (await ask('/A/evals?limit=500')).json();
  assert.equal(exact.evaluations.length, 500);
  const few = asker(evalHandler(await tracked(), { authorize }));
  assert.equal((await (await few('/SELLER/evals?limit=3')).json()).next, undefined, 'a full page that is the last');
  assert.match((await rejection(evals.getEvalHistory('A', 1, null))).message, /^`before` must be an evaluation/);
});

test('HEAD answers as GET does, without a body', async () => {
  const ask = await open();
  for (const path of ['/SELLER/evals', '/evals/stats', '/nothing', '/SELLER/evals?limit=0']) {
    const [get, head] = [await ask(path), await ask(path, { method: 'HEAD' })];
    assert.deepEqual([head.status, [...head.headers]], [get.status, [...get.headers]]);
    assert.equal(Number(head.headers.get('content-length')), (await get.arrayBuffer()).byteLength);
    assert.equal(await head.text(), '');
  }
});

test('other paths are 404, other methods 405 with what is allowed', async () => {
  const ask = await open();
  const none = [
    '/',
    '/evals',
    '/SELLER',
    '/SELLER/evals/',
    '//evals',
    '//evals/stats',
    '/SELLER/evals/toString',
    '/SELLER/stats',
  ];
  for (const path of [...none, '/evals/stats/', '/SELLER/evals/stats/x', '/A%2Fevals', '/SELLER/%65vals']) {
    const answer = await ask(path);
    assert.deepEqual([answer.status, (await answer.json()).error.code], [404, 'not_found'], path);
    assert.equal((await ask(path, { method: 'POST' })).status, 404);
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const answer = await ask('/SELLER/evals', { method });
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET, HEAD'], method);
    assert.equal((await answer.json()).error.code, 'method_not_allowed');
  }
});

test('a dashboard is served: the page, agents, alarms and reports of monitors', async () => {
  const hour = 3_600_000;
  let now = Date.parse('2026-02-22T00:00:00Z');
  const store = memoryStore();
  const settings = { store, warn: () => {}, now: () => now };
  const evals = new EvalTracker({ ...settings, regressions: { rule: 'drop15' } });
  for (let at = 0; at < 60; at += 1, now += hour)
    for (let n = 0; n < 12; n += 1) evals.record({ agentId: 'a', scores: { good: at < 59 ? 0.8 : 0.4, other: null } });
  evals.record({ agentId: 'b', scores: { good: null } });
  const options = { authorize: () => true, basePath: '/api', page: '<!doctype html>', reports: () => ({ writer: { runs: 3 } }) };
  const handler = evalHandler(evals, options);
  const ask = (path, init) => handler(new Request(`http://localhost/api${path}`, init));
  const { agents, windowHours } = await (await ask('/evals/board?windowHours=24')).json();
  assert.equal(windowHours, 24);
  const [a, b] = agents;
  assert.deepEqual([a.agentId, a.evalCount, a.lastScore, a.lastAt], ['a', 23 * 12, 0.4, new Date(now - hour).toISOString()]);
  assert.deepEqual([a.hours.length, a.hours.slice(-3), a.scoreTrend], [24, [0.8, 0.4, null], 'degrading']);
  assert.deepEqual([b.evalCount, b.lastScore, b.avgScore], [1, null, null]);
  const { regressions } = await (await ask('/a/evals/regressions')).json();
  assert.deepEqual(
    columns(regressions, 'metric', 'windowStart'),
    [undefined, 'good'].map((metric) => [metric, new Date(now - hour).toISOString()]),
  );
  // A tracker that looks for none shows none.
  assert.deepEqual(await new EvalTracker({ ...settings, regressions: false }).getEvalRegressions('a'), []);
  const page = await ask('/evals/view');
  assert.deepEqual(
    [page.status, page.headers.get('content-type'), await page.text()],
    [200, 'text/html; charset=utf-8', '<!doctype html>'],
  );
  assert.deepEqual(await (await ask('/evals/reports')).json(), { writer: { runs: 3 } });
  assert.equal((await ask('/evals/view', { method: 'POST' })).status, 405);
  assert.equal((await evalHandler(evals, { authorize: () => true })(new Request('http://localhost/evals/view'))).status, 404);
  assert.equal((await evalHandler(evals, { page: 'x' })(new Request('http://localhost/evals/view'))).status, 403);
});

test('on the board the mean is of the scored, and the trend knows the hours before it', async () => {
  const hour = 3_600_000;
  let now = Date.parse('2026-02-22T00:00:00Z');
  const evals = new EvalTracker({ warn: () => {}, regressions: false, now: () => now });
  const record = (...scores) => {
    for (const good of scores) evals.record({ agentId: 'a', scores: { good } });
  };
  evals.record({ agentId: 'gone', scores: { good: 0.5 } });
  record(0.9);
  now += 100 * hour;
  record(0.2, ...Array(9).fill(null));
  now += hour;
  const [a, ...more] = await evals.getEvalBoard(24);
  const trend = (await evals.getEvalTrend('a', 24)).at(-1).scoreTrend;
  assert.deepEqual([more, a.agentId, a.scoreTrend, trend], [[], 'a', 'degrading', 'degrading']);
  record(0.8);
  assert.deepEqual([(await evals.getEvalBoard(24))[0].avgScore, a.evalCount], [0.5, 10]);
});

test('an agent’s name is decoded once', async () => {
  const ask = await open();
  const answer = await ask(`/${encodeURIComponent('a/b ä%')}/evals`);
  const { agentId, evaluations } = await answer.json();
  assert.deepEqual([agentId, evaluations.length, evaluations[0].agentId], ['a/b ä%', 1, 'a/b ä%']);
  assert.equal((await (await ask('/%2525/evals')).json()).agentId, '%25');
  assert.equal((await ask('/a/b%20%C3%A4%25/evals')).status, 404);
});

test('a base path stands before every path', async () => {
  for (const basePath of ['/api', '/api/agents', '/büro x']) {
    const ask = await open({ basePath });
    assert.equal((await ask(`${basePath}/evals/stats`)).status, 200, basePath);
    assert.equal((await ask(`${basePath}/SELLER/evals`)).status, 200);
    for (const path of ['/evals/stats', `${basePath}x/evals/stats`, basePath, `/x${basePath}/SELLER/evals`])
      assert.equal((await ask(path)).status, 404, path);
  }
});

test('what an asynchronous onError rejects with ends nothing', () =>
  unheard(async () => {
    const onError = () => Promise.reject(new Error('the log is away'));
    const authorize = throws(new Error('the list of users is away'));
    const handle = evalHandler(await tracked(), { onError, authorize });
    assert.equal((await asker(handle)('/evals/stats')).status, 403);
  }));

test('a store that fails is a 500 that says nothing of it, and the host is told', async () => {
  const told = [];
  const fail = () => Promise.reject(new Error('/var/lib/evals.db is locked'));
  const evals = new EvalTracker({ store: altered(() => ({ evaluations: fail, windows: fail })), warn: () => {} });
  const ask = asker(evalHandler(evals, { authorize, onError: (error) => told.push(error.message) }));
  for (const path of ['/evals/stats', '/A/evals', '/A/evals/stats', '/A/evals/trend']) {
    const answer = await ask(path);
    const text = await answer.text();
    assert.deepEqual([answer.status, JSON.parse(text).error.code], [500, 'store_error']);
    assert.doesNotMatch(text, /locked|var/);
    assert.equal(answer.headers.get('cache-control'), 'private, no-store');
  }
  assert.deepEqual(told, Array(4).fill('/var/lib/evals.db is locked'));
});

test('Hono hands over its requests, mounted and by hand', async () => {
  const evals = await tracked();
  const app = new Hono();
  app.mount('/mounted', evalHandler(evals, { authorize }));
  const handler = evalHandler(evals, { authorize: ({ headers }) => headers.get('x-key') === 'k', basePath: '/api/agents' });
  app.all('/api/agents/*', (context) => handler(context.req.raw));
  app.get('/', (context) => context.text('home'));
  const expected = await evals.getAgentEvalStats('SELLER');
  assert.deepEqual(await (await app.request('/mounted/SELLER/evals/stats')).json(), expected);
  const answer = await app.request('/api/agents/SELLER/evals/stats', { headers: { 'x-key': 'k' } });
  assert.deepEqual(await answer.json(), expected);
  assert.equal((await app.request('/api/agents/SELLER/evals/stats')).status, 403);
  assert.equal((await app.request('/mounted/SELLER/evals', { method: 'POST' })).status, 405);
  assert.equal(await (await app.request('/')).text(), 'home');
});

test('options of the wrong shape are refused by name', async () => {
  const evals = await tracked();
  const cases = [
    [
      evals,
      { authorise: authorize },
      '`authorise` is not an option of evalHandler; there are authorize, basePath, page, reports, fleet, onError',
    ],
    [
      evals,
      { allowLoopback: true },
      '`allowLoopback` is not an option of evalHandler; there are authorize, basePath, page, reports, fleet, onError',
    ],
    [evals, { authorize: true }, '`authorize` must be a function, got a boolean'],
    [evals, { onError: 'log' }, '`onError` must be a function, got a string'],
    [evals, null, 'the options of evalHandler must be an object, got null: write `{ … }`'],
    [{}, {}, '`tracker` must be an EvalTracker, got an object'],
    [undefined, {}, '`tracker` must be an EvalTracker, got nothing'],
    [evals, { fleet: true }, '`fleet` must be an object, got a boolean'],
    [evals, { fleet: {} }, '`fleet.merge` is required: `LoopMonitor.merge` of reflect-engine/monitor'],
    [evals, { fleet: { merge: LoopMonitor.merge, store: 1 } }, '`store` is not an option of fleet; there are merge, states'],
    [evals, { fleet: { merge: LoopMonitor.merge, states: {} } }, '`fleet.states` must be a Map of texts, got an object'],
    ...['api', '/api/', '/', '/a?b'].map((basePath) => [evals, { basePath }, /^`basePath` must begin with a slash and not end/]),
  ];
  await refusals('invalid_settings', cases, evalHandler);
});

/** What is on the wire, until the server closes the connection. */
async function raw(port, text) {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  return Buffer.concat(await all(socket)).toString();
}

test('a path with steps is answered as the URL that `authorize` saw', async (context) => {
  const byKey = ({ headers }) => headers.get('authorization') === 'Bearer k';
  const server = serve({ fetch: evalHandler(await tracked(), { authorize: byKey }), port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  context.after(() => server.close());
  for (const path of ['/SELLER/../BUYER/evals', '/SELLER/%2e%2e/BUYER/evals', '/SELLER/..\\BUYER/evals']) {
    const request = `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer k\r\nConnection: close\r\n\r\n`;
    const answer = await raw(server.address().port, request);
    assert.match(answer, /^HTTP\/1\.1 (?:200|400) /, path);
    assert.doesNotMatch(answer, /"agentId":"SELLER"/, path);
  }
});

const done = { status: 'ok', accepted: true, stopReason: 'accepted', iterations: 2 };
const timeout = { status: 'needs_review', accepted: false, stopReason: 'max_iterations', iterations: 5 };
const ROWS = { 'content-type': 'application/x-ndjson' };
const row = (evaluationId, m) => JSON.stringify({ evaluationId, agentId: 'writer', scores: { m } });

/** A monitor of a process that saw these runs. */
function counted(...runs) {
  const monitor = new LoopMonitor();
  for (const [at, run] of runs.entries()) monitor.observe(run, { runId: `run-${at}` });
  return monitor;
}

test('many processes report to one: their monitors are merged by agent, their rows are imported', async (context) => {
  const evals = new EvalTracker({ warn: () => {} });
  const byKey = ({ headers }) => headers.get('authorization') === 'Bearer k';
  const states = new Map();
  const options = { fleet: { merge: LoopMonitor.merge, states }, reports: () => ({ other: { runs: 7 } }), basePath: '/api' };
  const server = serve({ fetch: evalHandler(evals, { authorize: byKey, ...options }), port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  context.after(() => server.close());
  const ask = async (path, init) => {
    const headers = { authorization: 'Bearer k', ...init?.headers };
    const answer = await fetch(`http://127.0.0.1:${server.address().port}/api${path}`, { ...init, headers });
    return [answer.status, await answer.json()];
  };
  const put = (path, monitor, headers) => ask(path, { method: 'PUT', body: JSON.stringify(monitor), headers });
  const one = counted(done, done);
  assert.deepEqual(await put('/writer/evals/monitor?process=web-1', one), [200, { agentId: 'writer', process: 'web-1' }]);
  await put('/writer/evals/monitor?process=web%2F2', counted(timeout, done));
  await put('/a%2Fb/evals/monitor?process=web-1', counted(timeout));
  const whole = counted(done, done, timeout, done).report();
  const reports = async () => (await ask('/evals/reports'))[1];
  const first = await reports();
  assert.deepEqual(first, { writer: whole, 'a/b': counted(timeout).report(), other: { runs: 7 } });
  // The next state of a process takes the place of its last one; runs that it remembers are not kept.
  one.observe(done);
  await put('/writer/evals/monitor?process=web-1', one);
  assert.equal((await reports()).writer.runs, 5);
  assert.deepEqual([...states.keys()], ['writer/web-1', 'writer/web%2F2', 'a%2Fb/web-1']);
  assert.ok([...states.values()].every((state) => !state.includes('run-0')));
  states.delete('writer/web%2F2');
  assert.equal((await reports()).writer.runs, 3);
  // Rows come as `exportJsonl` gives them, and as often as you like.
  const send = (body, headers = ROWS) => ask('/evals/rows', { method: 'POST', body, headers });
  const body = `${row('E-1', 0.5)}\n${row('E-2', 1)}\n`;
  assert.deepEqual([await send(body), await send(body)], Array(2).fill([200, { evaluations: 2 }]));
  assert.equal((await ask('/writer/evals/stats'))[1].evalCount, 2);
  const wrong = [
    [await send('{}'), 400, /^line 1 is not an evaluation: /],
    [await send(body, { 'content-type': 'text/plain' }), 415, '`content-type` must be application/x-ndjson, got "text/plain"'],
    [await send('x'.repeat(16_777_217)), 413, 'a request may have 16777216 bytes at most: send it in parts'],
    [await send(Buffer.from([0xff])), 400, /^the body cannot be read: /],
    [await put('/writer/evals/monitor', one), 400, '`process` must be 1 to 200 characters, got ""'],
    [await put('/writer/evals/monitor?process=%00', one), 400, /^`process` must be/],
    [await put('/writer/evals/monitor?pid=1', one), 400, 'unknown query parameter "pid"; known are `process`'],
    [
      await put('/writer/evals/monitor?process=w', { version: 2 }),
      400,
      /^`states\[0\]`: not the state of a monitor: expected `format`/,
    ],
    [await ask('/evals/rows'), 405, 'only POST is answered'],
    [await ask('/writer/evals/monitor?process=w', { method: 'POST' }), 405, 'only PUT is answered'],
    [await put('/writer/evals/monitor?process=w', one, { authorization: 'Bearer x' }), 403, 'this request is not allowed'],
    [await send(body, { ...ROWS, authorization: '' }), 403, 'this request is not allowed'],
  ];
  for (const [at, [[status, answer], expected, message]] of wrong.entries()) {
    assert.equal(status, expected, `${at}: ${JSON.stringify(answer)}`);
    assert[typeof message === 'string' ? 'equal' : 'match'](answer.error.message, message);
  }
  assert.deepEqual([...states.keys()], ['writer/web-1', 'a%2Fb/web-1']);
  assert.equal((await ask('/writer/evals/stats'))[1].evalCount, 2);
});

test('without a fleet nothing is taken, and a fleet has its limit', async () => {
  const put = { method: 'PUT', body: JSON.stringify(counted(done)) };
  const closed = await open();
  for (const [path, init] of [
    ['/writer/evals/monitor?process=w', put],
    ['/evals/rows', { method: 'POST', body: row('E', 1), headers: ROWS }],
  ]) {
    const answer = await closed(path, init);
    assert.deepEqual([answer.status, (await answer.json()).error.message], [404, 'no `fleet` was given to this server'], path);
  }
  const states = new Map(Array.from({ length: 10_000 }, (_, at) => [`a/${at}`, '']));
  const full = await open({ fleet: { merge: LoopMonitor.merge, states } });
  assert.equal((await full('/a/evals/monitor?process=3', put)).status, 200);
  const answer = await full('/a/evals/monitor?process=new', put);
  assert.deepEqual([answer.status, (await answer.json()).error.code], [507, 'too_many_states']);
  // A state that was saved by another version, and a store that fails, are the host's matter.
  const told = [];
  const old = { merge: LoopMonitor.merge, states: new Map([['a/1', '{"version":0}']]) };
  const reading = await open({ fleet: old, onError: ({ code }) => told.push(code) });
  assert.equal((await reading('/evals/reports')).status, 500);
  assert.deepEqual(told.splice(0), ['invalid_snapshot']);
  const store = { ...memoryStore(), commit: () => Promise.reject(new Error('disk full')) };
  const evals = new EvalTracker({ store, warn: () => {} });
  const handler = evalHandler(evals, {
    authorize,
    fleet: { merge: LoopMonitor.merge },
    onError: (error) => told.push(error.code),
  });
  const failed = await asker(handler)('/evals/rows', { method: 'POST', body: row('E', 1), headers: ROWS });
  assert.deepEqual([failed.status, (await failed.json()).error.message], [500, 'the evaluations cannot be kept']);
  assert.deepEqual(told, ['store_error']);
});
