// What people write with Mastra.

import { Agent } from '@mastra/core/agent';
import { createStep, createWorkflow } from '@mastra/core/workflows';
import { ReflectEngine } from 'reflect-engine';
import { reflectGate, reflectGoal, reflectScorer, reflectStep } from 'reflect-engine/mastra';
import { z } from 'zod';

const options = { engine: new ReflectEngine(), task: { model: () => 'x' } };
export const agent = new Agent({
  id: 'a',
  name: 'a',
  instructions: 'Help.',
  model: 'openai/gpt-4.1-mini',
  scorers: { critic: { scorer: reflectScorer(options) } },
});
export const wrapped = reflectScorer({ engine: options.engine, task: { critic: () => 'x' } });
// @ts-expect-error nobody who scores
reflectScorer({ engine: options.engine, task: {} });
const judged = { engine: options.engine, task: { criteria: ['Short.'], critic: () => 'x' } };
export const gated = new Agent({
  id: 'b',
  name: 'b',
  instructions: 'Help.',
  model: 'openai/gpt-4.1-mini',
  outputProcessors: [reflectGate({ ...judged, block: true })],
  maxProcessorRetries: 3,
  goal: { judge: 'openai/gpt-4.1-mini', scorer: reflectGoal(judged), maxRuns: 5 },
});
export const told = await gated.generate('q', { isTaskComplete: { scorers: [reflectGoal(judged)] } });
const inputSchema = z.object({ task: z.string() });
const outputSchema = z.object({ output: z.string() });
export const workflow = createWorkflow({ id: 'w', inputSchema, outputSchema })
  .then(createStep(reflectStep(options)))
  .commit();

// @ts-expect-error the class in place of an engine
reflectStep({ ...options, engine: ReflectEngine });
// @ts-expect-error an option that no scorer has
reflectScorer({ ...options, block: true });
// @ts-expect-error a model: the agent writes
reflectGate({ engine: options.engine, task: { model: () => 'x' } });
// @ts-expect-error an option that no goal has
reflectGoal({ ...judged, block: true });

// Options that may be absent, under `exactOptionalPropertyTypes`.
declare const id: string | undefined;
declare const block: boolean | undefined;
export const absent = [
  reflectGate({ ...judged, id, block }),
  reflectGoal({ ...judged, id }),
  reflectScorer({ ...options, id }),
  reflectStep({ ...options, id }),
];
