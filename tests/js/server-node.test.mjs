// The HTTP face in Node, through `@hono/node-server`: what comes over a socket is what `evalHandler` answers.
import assert from 'node:assert/strict';
import { request as ask } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { serve } from '@hono/node-server';
import { evalHandler } from 'reflect-engine/evals/server';
import { tracked } from './server/fixture.mjs';

const authorize = ({ headers }) => headers.get('authorization') === 'Bearer k';
const headers = { authorization: 'Bearer k' };

/** Serves a tracker while `work` asks it. */
async function serving(work) {
  const evals = await tracked();
  const server = serve({ fetch: evalHandler(evals, { authorize }), port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve, reject) => server.on('error', reject).on('listening', resolve));
  try {
    return await work(server.address().port, evals);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** One request, with every header as given. */
function asked(port, { path = '/evals/stats', method = 'GET', headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const sent = ask({ port, host: '127.0.0.1', path, method, headers }, (answer) => {
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

test('it answers over a socket: bodies, HEAD, errors', () =>
  serving(async (port, evals) => {
    const path = '/SELLER/evals?limit=2';
    const got = await asked(port, { headers, path });
    assert.equal(got.status, 200);
    assert.deepEqual(JSON.parse(got.text).evaluations, (await evals.getEvalHistory('SELLER')).slice(0, 2));
    assert.equal(got.headers['cache-control'], 'private, no-store');
    const head = await asked(port, { headers, path, method: 'HEAD' });
    assert.deepEqual([head.status, head.text, head.headers['content-length']], [200, '', got.headers['content-length']]);
    const post = await asked(port, { headers, method: 'POST' });
    assert.deepEqual([post.status, post.headers.allow], [405, 'GET, HEAD']);
    assert.equal((await asked(port, { headers, path: '/%zz/evals' })).status, 400);
    assert.equal((await asked(port, { headers, path: '//evil.test/evals' })).status, 404);
    assert.equal((await asked(port)).status, 403);
    const one = 'GET /evals/stats HTTP/1.1\r\nHost: a\r\n';
    const pipelined = await raw(port, `${one}\r\n${one}Connection: close\r\n\r\n`);
    assert.equal(pipelined.match(/HTTP\/1\.1 403/g).length, 2);
  }));

test('a path with steps is answered as the URL that `authorize` saw', () =>
  serving(async (port) => {
    for (const path of ['/SELLER/../BUYER/evals', '/SELLER/%2e%2e/BUYER/evals', '/SELLER/..\\BUYER/evals']) {
      const answer = await raw(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer k\r\nConnection: close\r\n\r\n`);
      assert.match(answer, /^HTTP\/1\.1 (?:200|400) /, path);
      assert.doesNotMatch(answer, /"agentId":"SELLER"/, path);
    }
  }));
