// The package in a workflow of Cloudflare, in workerd under miniflare: each call of a model is a step.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Response } from 'miniflare';
import { accept, deferred, reject } from '../js/support.mjs';
import { workerd } from '../workerd.mjs';

const LIMIT = { timeout: 40_000 };
const JURY = (at) => [`one.critique-${at}.judge-1`, `two.critique-${at}.judge-2`];
const CALLS = ['answer-1', ...JURY(1), 'revision-1', ...JURY(2)];

/** A server of that worker; what it keeps is in a folder, for another one. */
async function cloudflare(context, home, model) {
  const entry = fileURLToPath(new URL('cloudflare/worker.mjs', import.meta.url));
  const server = await workerd(entry, join(home, 'worker'), {
    external: ['cloudflare:workers'],
    workflows: { ANSWERS: { name: 'answers', className: 'Answer' } },
    workflowsPersist: join(home, 'workflows'),
    serviceBindings: { MODEL: async (request) => new Response(...(await model(request.url.slice('http://model/'.length)))) },
  });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await server.dispose();
    isOpen = false;
  };
  context.after(close);
  const ask = async (path, given) => (await server.dispatchFetch(`http://worker/${path}`, given)).json();
  return {
    close,
    goOn: (id) => ask(id, { method: 'PATCH' }),
    begin: async (input) => (await ask('', { method: 'POST', body: JSON.stringify({ input }) })).id,
    async ended(id) {
      for (;;) {
        const instance = await ask(id);
        if (!['queued', 'running', 'waiting', 'unknown'].includes(instance.status)) return instance;
        await sleep(50);
      }
    },
  };
}

function folder(context) {
  const home = mkdtempSync(join(tmpdir(), 'reflect-workflows-'));
  context.after(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  return home;
}

const says = (name) => {
  if (name.includes('critique')) return [name.includes('critique-1') ? reject() : accept()];
  return [name === 'answer-1' ? 'Seven' : 'Seven is a prime.'];
};

test('each call is a step, and a jury is asked at once', LIMIT, async (context) => {
  const calls = [];
  const { begin, ended } = await cloudflare(context, folder(context), (name) => (calls.push(name), says(name)));
  const { status, output } = await ended(await begin('Name a prime.'));

  assert.deepEqual([status, output], ['complete', { output: 'Seven is a prime.', status: 'ok', iterations: 2 }]);
  assert.deepEqual(calls.toSorted(), CALLS.toSorted());
});

test('a step that fails is tried again alone', LIMIT, async (context) => {
  const calls = [];
  const { begin, ended } = await cloudflare(context, folder(context), (name) => {
    calls.push(name);
    return calls.filter((one) => one === name).length === 1 && name === 'revision-1' ? ['busy', { status: 503 }] : says(name);
  });
  const { status, output } = await ended(await begin('Name a prime.'));
  assert.deepEqual([status, output.status], ['complete', 'ok']);
  assert.deepEqual(calls.toSorted(), [...CALLS, 'revision-1'].toSorted());
});

test('what was asked before the server went away is not asked again', LIMIT, async (context) => {
  const home = folder(context);
  const calls = [];
  const reached = deferred();
  const first = await cloudflare(context, home, (name) => {
    calls.push(name);
    if (name !== 'revision-1') return says(name);
    reached.resolve();
    return new Promise(() => {});
  });
  const id = await first.begin('Name a prime.');
  await reached.promise;
  await first.close();
  const second = await cloudflare(context, home, (name) => (calls.push(name), says(name)));
  // Here nobody takes up by himself what a server left; a pause and its end do.
  await second.goOn(id);
  const { status, output } = await second.ended(id);
  assert.deepEqual([status, output.output], ['complete', 'Seven is a prime.']);
  assert.deepEqual(calls.toSorted(), [...CALLS, 'revision-1'].toSorted());
});
