// A worker of Restate: `node worker.mjs PORT MODEL_URL`. Its handlers make a run each, of a model that is asked over HTTP.

import { serve, service } from '@restatedev/restate-sdk';
import { ReflectEngine, tool } from 'reflect-engine';

const { onRestate, reflecting } = await import(process.env.ADAPTER ?? 'reflect-engine/restate');

const [, , port, url] = process.argv;

/** Asks the counting server of the test, which knows the run by its id. */
const modelOf =
  (id) =>
  async ({ callId, purpose, tools, signal }) => {
    const body = JSON.stringify({ id, callId, purpose, tools: tools?.map(({ name }) => name) });
    const reply = await fetch(url, { method: 'POST', body, signal });
    if (!reply.ok) throw new Error(`the model said ${reply.status}`);
    return reply.json();
  };

const add = tool({ name: 'add', schema: { type: 'object' }, execute: ({ a, b }) => a + b });

function taskOf(id) {
  const model = modelOf(id);
  const verifiers = { long: (draft) => draft.length > 5 || 'too short' };
  return { input: `Task ${id}`, model, critic: [model, model, model], tools: [add], verifiers };
}

const told = ({ output, status, acceptedBy, stopReason, iterations, durationMs }) => {
  return { output, status, acceptedBy, stopReason, iterations, timed: durationMs > 0 };
};
const engineOf = (maxReflections = 3) => new ReflectEngine({ maxReflections });

const runs = service({
  name: 'runs',
  handlers: {
    run: reflecting(async (ctx, { id, options, maxReflections }) => {
      return told(await engineOf(maxReflections ?? reflections(id)).run({ ...taskOf(id), ...(await onRestate(ctx, options)) }));
    }),
    review: reflecting(async (ctx, { id }) => {
      const task = { ...taskOf(id), ...(await onRestate(ctx)) };
      const first = await engineOf(0).run(task);
      const { id: asked, promise } = ctx.awakeable();
      await ctx.run('ask a person', () =>
        fetch(url, { method: 'POST', body: JSON.stringify({ id, callId: 'person', asked }) }).then(() => 0),
      );
      const { input: _, ...rest } = task;
      return told(await engineOf(0).resume(first.snapshot, { ...rest, review: await promise }));
    }),
  },
});

/** The environment of a later worker says other settings for a run that goes on. */
function reflections(id) {
  return id === process.env.CHANGED ? 1 : 3;
}

await serve({ services: [runs], port: Number(port) });
