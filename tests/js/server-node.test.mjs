// The HTTP face over node:http: without `authorize` it is open to this machine alone, by the socket's address and an exact Host.
import assert from 'node:assert/strict';
import { request as ask, createServer } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { isReflectError } from 'reflect-engine';
import { nodeHandler } from 'reflect-engine/server';
import { tracked } from './server/fixture.mjs';
import { thrown } from './support.mjs';

/** Serves a tracker while `work` asks it. */
async function serving(options, work, address = '127.0.0.1') {
  const evals = await tracked();
  const server = createServer(nodeHandler(evals, options));
  await new Promise((resolve, reject) => server.on('error', reject).listen(0, address, resolve));
  try {
    return await work(server.address().port, evals);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** One request, with every header as given. */
function asked(port, { host = '127.0.0.1', path = '/evals/stats', method = 'GET', headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const sent = ask({ port, host, path, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
    });
    sent.on('error', reject);
    sent.end(method === 'POST' ? 'x'.repeat(200_000) : undefined);
  });
}

/** What stands on the wire, until the server closes the connection. */
function raw(port, text) {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (part) => {
      answer += part;
    });
    socket.on('error', reject).on('close', () => resolve(answer));
  });
}

test('it answers over a socket: bodies, 304, HEAD, errors', () =>
  serving({ authorize: ({ headers }) => headers.get('authorization') === 'Bearer k' }, async (port, evals) => {
    const headers = { authorization: 'Bearer k' };
    const got = await asked(port, { headers, path: '/SELLER/evals?limit=2' });
    assert.equal(got.status, 200);
    assert.deepEqual(JSON.parse(got.text).evaluations, (await evals.getEvalHistory('SELLER')).slice(0, 2));
    assert.equal(got.headers['cache-control'], 'private, no-store');
    const again = await asked(port, {
      headers: { ...headers, 'if-none-match': got.headers.etag },
      path: '/SELLER/evals?limit=2',
    });
    assert.deepEqual([again.status, again.text], [304, '']);
    const head = await asked(port, { headers, path: '/SELLER/evals?limit=2', method: 'HEAD' });
    assert.deepEqual([head.status, head.text, head.headers['content-length']], [200, '', got.headers['content-length']]);
    const post = await asked(port, { headers, method: 'POST' });
    assert.deepEqual([post.status, post.headers.allow], [405, 'GET, HEAD']);
    assert.equal((await asked(port, { headers, method: 'TRACE' })).status, 405);
    assert.equal((await asked(port, { headers, path: '/%zz/evals' })).status, 400);
    assert.equal((await asked(port, { headers, path: '//evil.test/evals' })).status, 404);
    assert.equal((await asked(port, { headers, path: 'http://evil.test/evals/stats' })).status, 400);
    assert.equal((await asked(port, { headers: { ...headers, host: 'evil.test/x?' } })).status, 400);
    assert.equal((await asked(port)).status, 403);
    const one = 'GET /evals/stats HTTP/1.1\r\nHost: a\r\n';
    const pipelined = await raw(port, `${one}\r\n${one}Connection: close\r\n\r\n`);
    assert.equal(pipelined.match(/HTTP\/1\.1 403/g).length, 2);
  }));

test('without authorize and allowLoopback it is closed, to this machine too', () =>
  serving({}, async (port) => {
    for (const path of ['/evals/stats', '/nothing']) assert.equal((await asked(port, { path })).status, 403);
    assert.equal((await asked(port, { method: 'TRACE' })).status, 403);
  }));

test('allowLoopback opens it to this machine by its own names, exactly', () =>
  serving({ allowLoopback: true }, async (port) => {
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, 'localhost'])
      assert.equal((await asked(port, { headers: { host } })).status, 200, host);
    const others = ['evil.test', `evil.test:${port}`, `localhost.evil.test:${port}`, `127.0.0.1.evil.test`, `localhost:${port}0`];
    for (const host of [...others, `localhost:${port + 1}`, `127.0.0.1:${port},evil.test`, `user@localhost:${port}`, '0.0.0.0'])
      assert.equal((await asked(port, { headers: { host } })).status, 403, host);
    const twice = await raw(port, `GET /evals/stats HTTP/1.1\r\nHost: localhost\r\nHost: evil.test\r\nConnection: close\r\n\r\n`);
    assert.match(twice, /^HTTP\/1\.1 40[03] /);
    for (const lines of ['', 'Host:\r\n', 'Host: evil.test\r\n'])
      assert.match(await raw(port, `GET /evals/stats HTTP/1.0\r\n${lines}\r\n`), /^HTTP\/1\.1 403 /, lines);
    assert.match(await raw(port, 'GET /evals/stats HTTP/1.0\r\nHost: localhost\r\n\r\n'), /^HTTP\/1\.1 200 /);
    const forwarded = ['For', 'Host', 'Proto', 'Port', 'Server', 'Prefix'].map((what) => `X-Forwarded-${what}`);
    const addresses = [
      'X-Real-IP',
      'X-Client-IP',
      'X-Cluster-Client-IP',
      'CF-Connecting-IP',
      'True-Client-IP',
      'Fastly-Client-IP',
      'Fly-Client-IP',
      'X-Originating-IP',
      'X-Azure-ClientIP',
      'X-Azure-SocketIP',
      'DO-Connecting-IP',
      'EO-Connecting-IP',
      'X-Nf-Client-Connection-IP',
      'WL-Proxy-Client-IP',
      'Proxy-Client-IP',
      'Client-IP',
      'X-Remote-Addr',
      'X-ProxyUser-Ip',
      'X-Appengine-User-IP',
      'CF-Connecting-IPv6',
      'X-Vercel-Forwarded-For',
      'Incap-Client-IP',
      'Ali-CDN-Real-IP',
    ];
    const standing = [
      'Forwarded',
      'X-Forwarded',
      'Forwarded-For',
      'CF-Ray',
      'X-Varnish',
      'X-Amz-Cf-Id',
      'Via',
      'CDN-Loop',
      'X-Envoy-External-Address',
      'X-Original-Forwarded-For',
    ];
    for (const name of [...forwarded, ...addresses, ...standing])
      assert.equal((await asked(port, { headers: { [name]: '127.0.0.1' } })).status, 403, name);
    for (const name of [
      'User-Agent',
      'Origin',
      'Referer',
      'X-Requested-With',
      'Sec-Fetch-Site',
      'X-Request-Id',
      'Traceparent',
      'DNT',
    ])
      assert.equal((await asked(port, { headers: { [name]: '127.0.0.1' } })).status, 200, name);
    assert.equal((await asked(port, { path: '/nothing' })).status, 404);
    assert.equal((await asked(port, { method: 'POST' })).status, 405);
  }));

test('allowLoopback knows the address of IPv6', async (t) => {
  try {
    await serving(
      { allowLoopback: true },
      async (port) => {
        assert.equal((await asked(port, { host: '::1' })).status, 200);
        assert.equal((await asked(port, { host: '::1', headers: { host: 'evil.test' } })).status, 403);
      },
      '::1',
    );
    // Both families on one socket: IPv4 comes as ::ffff:127.0.0.1.
    await serving({ allowLoopback: true }, async (port) => assert.equal((await asked(port)).status, 200), '::');
  } catch (error) {
    if (error.code !== 'EADDRNOTAVAIL' && error.code !== 'EAFNOSUPPORT') throw error;
    t.skip('no IPv6 here');
  }
});

/** A request as node:http would hand it over, from any address. */
function handed(handler, remoteAddress, host = 'localhost', { url = '/evals/stats', more = [] } = {}) {
  return new Promise((resolve) => {
    const socket = { remoteAddress, localPort: 80 };
    const response = { writeHead: (status) => resolve(status), end: () => {} };
    handler({ method: 'GET', url, rawHeaders: ['Host', host, ...more], socket }, response);
  });
}

test('a path is answered as it was asked for: none with a dot segment, which a URL would make another path', () =>
  serving({ authorize: ({ url }) => url.includes('/SELLER/') || url.endsWith('/evals/stats') }, async (port) => {
    const dots = ['.', '..', '%2e', '%2E', '%2e%2e', '%2E%2e', '.%2e', '%2e.'];
    const paths = dots.flatMap((dot) => [`/${dot}/evals/stats`, `/SELLER/${dot}/evals/stats`, `/SELLER/${dot}/BUYER/evals`]);
    const backslashed = ['/SELLER/..\\BUYER/evals', '/SELLER\\../BUYER/evals', '/SELLER\\%2e%2e\\BUYER/evals'];
    for (const path of [...paths, ...backslashed, '/..', '/evals/stats/.', '/SELLER/evals/..?limit=1', '/..#x']) {
      const answer = await raw(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      assert.match(answer, /^HTTP\/1\.1 400 /, path);
      const { error } = JSON.parse(answer.split('\r\n\r\n')[1]);
      assert.deepEqual(
        error,
        { code: 'invalid_request', message: 'a path must hold no segment `.` or `..`, percent-encoded neither', field: 'url' },
        path,
      );
    }
    for (const path of ['/SELLER/evals/stats', '/...SELLER/evals/stats', '/%252e/evals/stats', '/SELLER/evals#/../x'])
      assert.equal((await asked(port, { path })).status, 200, path);
    assert.match((await asked(port, { path: '/SELLER/evals?before=../x' })).text, /`before`/);
    // What stands before the handler sees no slash in it.
    for (const path of [
      '/SELLER\\evals\\stats',
      '/SELLER/evals\\stats',
      '/\\SELLER/evals/stats',
      '/SELLER/evals/stats\\?limit=1',
    ]) {
      const answer = await raw(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      assert.match(answer, /^HTTP\/1\.1 400 /, path);
      const { error } = JSON.parse(answer.split('\r\n\r\n')[1]);
      assert.deepEqual(error, { code: 'invalid_request', message: 'a path must hold no backslash', field: 'url' }, path);
    }
    for (const path of ['/SELLER%5C/evals', '/SELLER/evals#\\x'])
      assert.match(
        await raw(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`),
        /^HTTP\/1\.1 (?:200|403) /,
        path,
      );
  }));

test('an address is this machine’s or it is not', async () => {
  const handler = nodeHandler(await tracked(), { allowLoopback: true });
  for (const address of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])
    assert.equal(await handed(handler, address), 200, address);
  const others = [undefined, '', '10.0.0.1', '::ffff:10.0.0.1', '127.0.0.1.1', 'x127.0.0.1', '::2', '::1:127.0.0.1', '0.0.0.0'];
  for (const address of others) assert.equal(await handed(handler, address), 403, String(address));
  assert.equal(await handed(handler, '127.0.0.1', 'localhost', { more: ['host', 'evil.test'] }), 403);
  const stripped = ['/A/.\t./evals/stats', '/A/..\n/evals/stats', '/A/evals/.. ', '/A/ /evals'];
  for (const url of ['@evil.test/evals/stats', '', '*', 'evals/stats', ...stripped])
    assert.equal(await handed(handler, '127.0.0.1', 'localhost', { url }), 400, url);
});

test('authorize is asked of all that do not come from this machine', async () => {
  const seen = [];
  const authorize = ({ url }) => seen.push(url) > 0;
  const handler = nodeHandler(await tracked(), { allowLoopback: true, authorize });
  assert.equal(await handed(handler, '127.0.0.1'), 200);
  assert.deepEqual(seen, []);
  assert.equal(await handed(handler, '10.0.0.1', 'evals.test'), 200);
  assert.deepEqual(seen, ['http://evals.test/evals/stats']);
});

test('the list of hosts can be another one', () =>
  serving({ allowLoopback: true, hosts: ['evals.localhost:8080'] }, async (port) => {
    assert.equal((await asked(port, { headers: { host: 'evals.localhost:8080' } })).status, 200);
    for (const host of [`localhost:${port}`, 'evals.localhost', 'EVALS.localhost:8080'])
      assert.equal((await asked(port, { headers: { host } })).status, 403, host);
  }));

test('its options are checked as those of evalHandler, and its own', async () => {
  const evals = await tracked();
  const cases = [
    [{ allowLoopback: 1 }, '`allowLoopback` must be a boolean, got a number'],
    [{ hosts: 'localhost' }, '`hosts` must be a list of strings that are not empty, got a string'],
    [{ hosts: [''] }, '`hosts` must be a list of strings that are not empty, got a list'],
    [{ host: [] }, 'unknown option `host` of `nodeHandler`; known are authorize, basePath, onError, allowLoopback, hosts'],
  ];
  for (const [options, message] of cases) {
    const error = thrown(() => nodeHandler(evals, options));
    assert.ok(isReflectError(error) && error.code === 'invalid_settings');
    assert.equal(error.message, message);
  }
});
