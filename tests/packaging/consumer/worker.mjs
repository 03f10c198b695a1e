import { ReflectEngine } from 'reflect-engine';
import { EvalTracker } from 'reflect-engine/evals';
import { evalHandler } from 'reflect-engine/evals/server';
import { scriptedModel } from 'reflect-engine/testing';
import { checkServer } from './check-server.mjs';
import { smoke } from './smoke.mjs';

// Outside of a request, as a worker keeps what outlives one.
const evals = new EvalTracker();
const handler = evalHandler(evals, { authorize: ({ headers }) => headers.get('x-key') === 'k', basePath: '/api' });

export default {
  async fetch(request) {
    if (new URL(request.url).pathname.startsWith('/api/')) return handler(request);
    try {
      await smoke({ ReflectEngine, scriptedModel });
      await checkServer((path, init) => handler(new Request(`http://worker.test${path}`, init)), evals);
      return new Response('ok');
    } catch (error) {
      return new Response(String(error.stack), { status: 500 });
    }
  },
};
