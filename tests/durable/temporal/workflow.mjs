// A run inside Temporal's sandbox: its calls are activities, which Temporal remembers, so that a step need only be made.

import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import { ReflectEngine } from 'reflect-engine';

const activities = proxyActivities({ startToCloseTimeout: '1 minute' });
/** The name of a call is the name of its activity: a replay compares it. */
const model = ({ callId, messages }) => activities[callId](messages.length);

/** Throws for another result than the one that is expected, in a form that a replay sees. */
export async function answer({ input, maxReflections, expected }) {
  const seed = Number.parseInt(workflowInfo().runId.slice(-8), 16);
  const durable = { seed, now: () => Date.now(), run: (_, fn) => fn(), all: (steps) => Promise.all(steps) };
  const engine = new ReflectEngine({ maxReflections });
  const { output, status, acceptedBy, iterations, durationMs } = await engine.run({
    input,
    model,
    critic: [model, model, model],
    durable,
  });
  const came = JSON.stringify({ output, status, acceptedBy, iterations, durationMs });
  if (came !== JSON.stringify(expected)) throw new Error(`expected ${JSON.stringify(expected)}, got ${came}`);
  return came;
}
