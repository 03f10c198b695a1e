/**
 * The engine in Mastra: as a step of a workflow, an output processor and a scorer. As a model of an `Agent`: `reflected` of `/ai-sdk`.
 *
 * @packageDocumentation
 */

import { createScorer, type MastraScorer, type ScorerRunInputForAgent, type ScorerRunOutputForAgent } from '@mastra/core/evals';
import type { Processor } from '@mastra/core/processors';
import type { StepParams } from '@mastra/core/workflows';
import type { ReflectEngine } from '../engine.js';
import type { ReflectResult, ReflectTask } from '../types.js';
import { answerOf, messagesOf, withAnswer } from './mastra-messages.js';
import { showingTools } from './messages.js';

export interface MastraOptions {
  engine: ReflectEngine;
  /** The task of each run, without its input; its `model` writes revisions, and is the critic where `critic` names no other. */
  task: Omit<ReflectTask<unknown>, 'input' | 'draft' | 'signal'>;
  /** Default: `reflect`. */
  id?: string;
}

const INPUT = { type: 'object' as const, properties: { task: { type: 'string' as const } }, required: ['task'] };
const OUTPUT = { type: 'object' as const, properties: { output: { type: 'string' as const } }, required: ['output', 'status'] };

/** For `createStep`. */
export interface ReflectStep {
  id: string;
  inputSchema: typeof INPUT;
  outputSchema: typeof OUTPUT;
  execute(given: { inputData: unknown; abortSignal: AbortSignal }): Promise<StepOutput>;
}

const FIRST = ['output', 'object', 'status', 'acceptedBy', 'stopReason', 'reviewReasons', 'score'] as const;
export type StepOutput = Pick<ReflectResult<unknown>, (typeof FIRST)[number]>;

/** `createStep(reflectStep({ engine, task }))`: `{ task }` goes in, and the first layer of a result comes out. */
export function reflectStep({ engine, task, id = 'reflect' }: MastraOptions): ReflectStep {
  const execute: ReflectStep['execute'] = async ({ inputData, abortSignal: signal }) => {
    const result = await engine.run({ ...task, input: (inputData as { task: string }).task, signal });
    return Object.fromEntries(FIRST.map((key) => [key, result[key]])) as StepOutput;
  };
  const step: ReflectStep = { id, inputSchema: INPUT, outputSchema: OUTPUT, execute };
  return step satisfies StepParams<string, undefined, typeof INPUT, typeof OUTPUT>;
}

export interface ReflectProcessorOptions extends MastraOptions {
  /** Stops the agent (a tripwire) where nobody accepted the answer. Default: the best text goes through. */
  block?: boolean;
}

/** An output processor that has the answer of an agent judged, and puts a better one in its place. For `generate`: a stream has been sent. */
export function reflectProcessor({ engine, task, id = 'reflect', block = false }: ReflectProcessorOptions): Processor {
  return {
    id,
    processOutputResult: async ({ messages, messageList, abortSignal: signal, abort }) => {
      const draft = answerOf(messages);
      if (draft === '') return messages;
      const input = messagesOf([...messageList.get.input.db(), ...messages]);
      const settings = showingTools(task.settings);
      const result = await engine.run({ ...task, settings, input, draft, ...(signal && { signal }) });
      if (block && !result.accepted) abort(`nobody accepted the answer: ${result.reviewReasons.join(', ')}`);
      return withAnswer(messages, result.output);
    },
  };
}

type AgentScorer = MastraScorer<string, ScorerRunInputForAgent, ScorerRunOutputForAgent>;

/** A scorer of agents: what the critic gives the answer, from 0 to 1, and its issues as the reason. The answer is not revised. */
export function reflectScorer({ engine, task, id = 'reflect' }: MastraOptions): AgentScorer {
  const judge = ({ run }: { run: { input?: ScorerRunInputForAgent; output: ScorerRunOutputForAgent } }) => {
    const settings = { ...showingTools(task.settings), maxReflections: 0 };
    const input = messagesOf([...(run.input?.inputMessages ?? []), ...run.output]);
    return engine.run({ ...task, settings, input, draft: answerOf(run.output) });
  };
  return createScorer({ id, description: 'What a critic gives the answer', type: 'agent' })
    .preprocess(async (given) => {
      const { score, stopReason, trace } = await judge(given);
      if (score === undefined) throw new Error(`the critic gave no score: the run ended with ${stopReason}`);
      return { score, issues: trace.critique?.issues ?? [] };
    })
    .generateScore(({ results }) => results.preprocessStepResult.score / 10)
    .generateReason(({ results }) => results.preprocessStepResult.issues.join('; '));
}
