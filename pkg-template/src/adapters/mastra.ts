/**
 * The engine in Mastra: as a step of a workflow, a gate and a scorer. For a model of an `Agent`, see `reflected` of `/ai-sdk`.
 *
 * @packageDocumentation
 */

import type { StepParams } from '@mastra/core/workflows';
import type { ReflectResult } from '../types.js';
import { checkHost } from './check.js';
import type { MastraOptions } from './mastra-scorer.js';

export { type ReflectGateOptions, type RejectedPart, reflectGate } from './mastra-gate.js';
export {
  type GoalInput,
  type MastraOptions,
  type MastraScorerOptions,
  type ReflectGoalOptions,
  reflectGoal,
  reflectScorer,
} from './mastra-scorer.js';

const INPUT = { type: 'object' as const, properties: { task: { type: 'string' as const } }, required: ['task'] };
const OUTPUT = { type: 'object' as const, properties: { output: { type: 'string' as const } }, required: ['output', 'status'] };

/** For `createStep`. */
export interface ReflectStep {
  id: string;
  inputSchema: typeof INPUT;
  outputSchema: typeof OUTPUT;
  execute(context: { inputData: unknown; abortSignal: AbortSignal }): Promise<StepOutput>;
}

const FIRST = ['output', 'object', 'status', 'acceptedBy', 'stopReason', 'reviewReasons', 'score'] as const;
export type StepOutput = Pick<ReflectResult<unknown>, (typeof FIRST)[number]>;

/** `createStep(reflectStep({ engine, task }))`: `{ task }` goes in, and the first layer of a result comes out. */
export function reflectStep(options: MastraOptions): ReflectStep {
  checkHost('reflectStep', options, { id: 'string' }, 'input draft signal');
  const { engine, task, id = 'reflect' } = options;
  const execute: ReflectStep['execute'] = async ({ inputData, abortSignal: signal }) => {
    const result = await engine.run({ ...task, input: (inputData as { task: string }).task, signal });
    return Object.fromEntries(FIRST.map((key) => [key, result[key]])) as StepOutput;
  };
  const step: ReflectStep = { id, inputSchema: INPUT, outputSchema: OUTPUT, execute };
  return step satisfies StepParams<string, undefined, typeof INPUT, typeof OUTPUT>;
}
