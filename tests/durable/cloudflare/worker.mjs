// A workflow of Cloudflare that reflects. What its model says comes from the service `MODEL`, so that a test sees each call.

import { WorkflowEntrypoint } from 'cloudflare:workers';
import { ReflectEngine } from 'reflect-engine';

export class Answer extends WorkflowEntrypoint {
  async run({ payload, instanceId }, step) {
    const ask = async (name, body) => {
      const response = await this.env.MODEL.fetch(`http://model/${name}`, { method: 'POST', body });
      if (!response.ok) throw new Error(`the model says ${response.status}`);
      return response.text();
    };
    const judges = ['one', 'two'].map((id) => (request) => ask(`${id}.${request.callId}`, JSON.stringify(request.messages)));
    const durable = {
      run: (name, fn) => step.do(name, { retries: { limit: 3, delay: 50 }, timeout: '1 minute' }, fn),
      all: (steps) => Promise.all(steps),
      seed: Number.parseInt(instanceId.slice(0, 8), 16),
    };
    const model = (request) => ask(request.callId, JSON.stringify(request.messages));
    const engine = new ReflectEngine({ maxReflections: 1 });
    const { output, status, iterations } = await engine.run({ input: payload.input, model, critic: judges, durable });
    return { output, status, iterations };
  }
}

export default {
  async fetch(request, { ANSWERS }) {
    const { pathname } = new URL(request.url);
    const instance =
      request.method === 'POST' ? await ANSWERS.create({ params: await request.json() }) : await ANSWERS.get(pathname.slice(1));
    if (request.method === 'PATCH') {
      await instance.pause();
      await instance.resume();
    }
    return Response.json({ id: instance.id, ...(await instance.status()) });
  },
};
