/**
 * The engine in Mastra: as a step of a workflow, an output processor and a scorer. For a model of an `Agent`, see `reflected` of `/ai-sdk`.
 *
 * @packageDocumentation
 */

import type { Processor } from '@mastra/core/processors';
import type { StepParams } from '@mastra/core/workflows';
import type { ReflectResult } from '../types.js';
import { checkHost } from './check.js';
import { answerOf, messagesOf, withAnswer } from './mastra-messages.js';
import type { MastraOptions } from './mastra-scorer.js';

export { type ReflectGateOptions, reflectGate } from './mastra-gate.js';
export { type GoalInput, type MastraOptions, type ReflectGoalOptions, reflectGoal, reflectScorer } from './mastra-scorer.js';

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

type OutputProcessor = Processor & Required<Pick<Processor, 'processOutputResult'>>;

export interface ReflectProcessorOptions extends MastraOptions {
  /** Whether to stop the agent (a tripwire) when nobody accepted the answer. Default: the best text goes through. */
  block?: boolean;
}

/** An output processor that judges an agent's answer and replaces it by a better one. For `generate`: a stream is already sent. */
export function reflectProcessor(options: ReflectProcessorOptions): OutputProcessor {
  checkHost('reflectProcessor', options, { id: 'string', block: 'boolean' }, 'input draft signal');
  const { engine, task, id = 'reflect', block = false } = options;
  return {
    id,
    processOutputResult: async ({ messages, messageList, abortSignal: signal, abort }) => {
      const draft = answerOf(messages);
      if (draft === '') return messages;
      const input = messagesOf([...messageList.get.input.db(), ...messages]);
      const result = await engine.run({ ...task, input, draft, signal });
      if (block && !result.accepted) abort(`nobody accepted the answer: ${result.reviewReasons.join(', ')}`);
      return withAnswer(messages, result.output);
    },
  };
}
