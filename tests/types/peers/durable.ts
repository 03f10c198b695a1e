// What people write with Temporal, each half where it stands, and with Inngest.

import { Worker } from '@temporalio/worker';
import { condition, continueAsNew, defineSignal, setHandler } from '@temporalio/workflow';
import { Inngest } from 'inngest';
import { ReflectEngine, tool } from 'reflect-engine';
import { reflecting as ending, onInngest } from 'reflect-engine/inngest';
import { activity, onTemporal, reflecting } from 'reflect-engine/temporal';
import { reflectActivities } from 'reflect-engine/temporal/worker';
import { z } from 'zod';

const engine = new ReflectEngine();
const schema = z.object({ a: z.number(), b: z.number() });
const add = tool({ name: 'add', schema, execute: ({ a, b }) => a + b });
const reviewed = defineSignal<[{ accepted: boolean; feedback?: string }]>('review');

export const answer = reflecting(async (input: string, snapshot?: string): Promise<string> => {
  let review: { accepted: boolean; feedback?: string } | undefined;
  setHandler(reviewed, (verdict) => {
    review = verdict;
  });
  const task = {
    model: activity.model('writer', { heartbeatTimeout: '10 seconds', retry: { maximumInterval: '1 minute' } }),
    critic: [activity.model('critic'), { model: activity.model('critic'), name: 'strict' }],
    tools: [activity.tool({ name: 'add', description: 'Adds.', schema }), activity.tool(add)],
    verifiers: { long: activity.verifier('long'), short: (draft: string) => draft.length < 9 },
    ...onTemporal({ continueAsNew: (snapshot) => continueAsNew<typeof answer>(input, snapshot), isLong: undefined }),
  };
  const result = await (snapshot === undefined ? engine.run({ input, ...task }) : engine.resume(snapshot, task));
  await condition(() => review !== undefined);
  return (await engine.resume(result.snapshot, { ...task, review })).output;
});
const started: (input: string, snapshot?: string) => Promise<string> = answer;

export const worker = await Worker.create({
  taskQueue: 'answers',
  activities: reflectActivities({
    models: { writer: () => 'x', critic: async () => ({ content: 'x' }) },
    tools: [add],
    verifiers: { long: (draft, { callId, idempotencyKey }) => draft.length > callId.length + idempotencyKey.length },
    attempts: 2,
    maxBytes: undefined,
  }),
});

export const fn = new Inngest({ id: 'app' }).createFunction(
  { id: 'answer', triggers: [{ event: 'asked' }], optimizeParallelism: true },
  ending(async (context) => {
    const task = { model: () => 'x', ...(await onInngest(context, { parallel: true, maxBytes: 500_000 })) };
    const result = await engine.run({ input: String(context.event.data.question), ...task });
    const said = await context.step.waitForEvent('a person', { event: 'reviewed', timeout: '7d' });
    return (await engine.resume(result.snapshot, { ...task, review: { accepted: said !== null } })).output;
  }),
);

export { started };

// @ts-expect-error ids of activities are the keys
activity.model('writer', { activityId: 'mine' });
// @ts-expect-error a tool needs a name
activity.tool({ schema });
// @ts-expect-error not an option
onTemporal({ snapshot: true });
// @ts-expect-error no model
reflectActivities({ models: { writer: 'gpt-4.1' } });
// @ts-expect-error no context of Inngest
onInngest({ runId: 'x' });
