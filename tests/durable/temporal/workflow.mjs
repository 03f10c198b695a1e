// Runs inside Temporal's sandbox. Their calls are activities of ../worker.mjs.

import { condition, continueAsNew, defineQuery, defineSignal, setHandler, workflowInfo } from '@temporalio/workflow';
import { ReflectEngine } from 'reflect-engine';
import { activity, onTemporal, reflecting } from 'reflect-engine/temporal';

const reviewed = defineSignal('review');
const progress = defineQuery('progress');
/** So that a killed worker is noticed soon. */
const SOON = {
  heartbeatTimeout: '2 seconds',
  startToCloseTimeout: '20 seconds',
  retry: { initialInterval: 50, maximumInterval: 200 },
};

function taskOf({ id, task, jurors = 3, call = {}, name = 'model' }) {
  const model = activity.model(name, { ...SOON, ...call });
  const add = activity.tool({ name: 'add', schema: { type: 'object' } }, SOON);
  const verifiers = { long: activity.verifier('long', SOON) };
  return { input: `Task ${task ?? id}`, model, critic: Array(jurors).fill(model), tools: [add], verifiers };
}

const told = ({ output, status, acceptedBy, stopReason, score, iterations, usage, durationMs, trace }) => {
  const drafts = trace.drafts.map(({ text }) => text);
  return { output, status, acceptedBy, stopReason, score, iterations, usage, drafts, timed: durationMs > 0 };
};

/** A run of our own seed is one that a test can compare. */
const on = ({ seed, options }) => {
  const { durable, signal } = onTemporal(options);
  return { durable: { ...durable, seed: seed ?? durable.seed }, signal };
};

export const run = reflecting(async (given) =>
  told(await new ReflectEngine({ maxReflections: 3, ...given.settings }).run({ ...taskOf(given), ...on(given) })),
);

/** A person's review, as a signal; the steps so far, as a query. */
export const review = reflecting(async (given) => {
  const engine = new ReflectEngine({ maxReflections: 0 });
  const steps = [];
  let said;
  setHandler(progress, () => steps);
  setHandler(reviewed, (verdict) => (said = verdict));
  const { input, ...task } = { ...taskOf(given), ...on(given), onStep: ({ type }) => steps.push(type) };
  let result = await engine.run({ input, ...task });
  while (result.status === 'needs_review') {
    await condition(() => said !== undefined);
    result = await engine.resume(result.snapshot, { ...task, review: said });
    said = undefined;
  }
  return told(result);
});

/** Goes on in a new execution after `every` events. */
export const long = reflecting(async (given) => {
  const { every, parts = 1, snapshot } = given;
  const next = (snapshot) => continueAsNew({ ...given, snapshot, parts: parts + 1 });
  const options = { ...given.options, continueAsNew: next, isLong: () => workflowInfo().historyLength > every };
  const engine = new ReflectEngine({ maxReflections: given.maxReflections ?? 3 });
  const { input, ...task } = { ...taskOf(given), ...on({ ...given, options }) };
  const result = await (snapshot ? engine.resume(snapshot, task) : engine.run({ input, ...task }));
  return { ...told(result), parts };
});

/** Two runs of one task at once. */
export const twins = reflecting(async (given) => {
  const engine = new ReflectEngine({ maxReflections: 3 });
  const results = await Promise.all([0, 1].map(() => engine.run({ ...taskOf(given), ...onTemporal() })));
  return results.map(({ status }) => status);
});

/** Gives the length of a text that is too long to give. */
export const jury = reflecting(async (given) => {
  const { status, output, errors } = await new ReflectEngine({ maxReflections: 1 }).run({ ...taskOf(given), ...on(given) });
  return { status, length: output.length, error: errors[0]?.message };
});

/** A result that the server would not take. */
export const large = reflecting(async ({ bytes, options }) => {
  onTemporal(options);
  return 'x'.repeat(bytes);
});

/** A host without randomness, and an engine without a seed. */
export const unseeded = reflecting(async (given) => told(await new ReflectEngine().run(taskOf(given))));

/** One request, as `conform` makes them. */
export const ask = (request) => activity.model('model', SOON)({ ...request, signal: onTemporal().signal });
