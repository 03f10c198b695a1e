/**
 * The engine in the OpenAI Agents SDK: as a tool, an output guardrail and a model.
 *
 * @packageDocumentation
 */

import { type FunctionTool, type OutputGuardrail, type TextOutput, tool } from '@openai/agents';
import type { ReflectEngine } from '../engine/engine.js';
import type { ReflectResult, ReflectTask } from '../types.js';
import { checkHost } from './check.js';

export { type ReflectedAgentOptions, reflectedModel } from './agents-model.js';

const PARAMETERS = {
  type: 'object' as const,
  properties: { task: { type: 'string', description: 'The whole task, in words that need no other context' } },
  required: ['task' as const],
  additionalProperties: false as const,
};

export interface ReflectToolOptions {
  engine: ReflectEngine;
  /** The task of each run, without its input. */
  task: Omit<ReflectTask<unknown>, 'input' | 'draft' | 'signal'>;
  name?: string | undefined;
  description?: string | undefined;
}

/** A tool that gives a task to the engine. The agent gets `{ output, status, acceptedBy, reviewReasons }`. */
export function reflectTool(options: ReflectToolOptions): FunctionTool<unknown, typeof PARAMETERS> {
  checkHost('reflectTool', options, { name: 'string', description: 'string' }, 'input draft signal');
  const { engine, task, ...named } = options;
  return tool({
    name: named.name ?? 'reflect',
    description: named.description ?? 'Writes a careful answer to a task: drafts it, has it checked, and revises it.',
    parameters: PARAMETERS,
    execute: async (input, _, details) => {
      const own = { input: (input as { task: string }).task, signal: details?.signal };
      const { output, status, acceptedBy, reviewReasons } = await engine.run({ ...task, ...own });
      return { output, status, acceptedBy, reviewReasons };
    },
  });
}

export interface ReflectGuardrailOptions {
  engine: ReflectEngine;
  /** Who judges an answer, and the `input` that it is judged against. */
  task: Omit<ReflectTask<unknown>, 'draft' | 'model'>;
  name?: string | undefined;
}

/** What a guardrail says about an answer, as `outputInfo`. */
export type GuardrailInfo = Pick<ReflectResult, 'status' | 'acceptedBy' | 'stopReason' | 'reviewReasons' | 'score'> & {
  issues: string[];
};

/** A guardrail that lets an answer pass when it was accepted. The answer is judged once, and not revised. */
export function reflectGuardrail(options: ReflectGuardrailOptions): OutputGuardrail<TextOutput> {
  checkHost('reflectGuardrail', options, { name: 'string' }, 'draft model');
  const { engine, task, name = 'reflect' } = options;
  const { critic = false } = task;
  engine.checkGate({ ...task, critic } as Parameters<typeof engine.checkGate>[0]);
  const model = (): never => {
    throw new Error('a guardrail judges an answer, and writes none');
  };
  return {
    name,
    execute: async ({ agentOutput }) => {
      const settings = { ...task.settings, maxReflections: 0 };
      const result = await engine.run({ ...task, critic, model, settings, draft: agentOutput });
      const { status, acceptedBy, stopReason, reviewReasons, score, trace } = result;
      const issues = trace.critique?.issues ?? [];
      const outputInfo: GuardrailInfo = { status, stopReason, reviewReasons, issues, ...(acceptedBy && { acceptedBy }) };
      if (score !== undefined) outputInfo.score = score;
      return { tripwireTriggered: !result.accepted, outputInfo };
    },
  };
}
