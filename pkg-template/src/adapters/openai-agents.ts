/**
 * The engine in the OpenAI Agents SDK: as an output guardrail and a model.
 *
 * @packageDocumentation
 */

import type { OutputGuardrail, TextOutput } from '@openai/agents';
import type { ReflectEngine } from '../engine/engine.js';
import type { ReflectResult, ReflectTask } from '../types.js';
import { checkHost } from './check.js';

export { type ReflectedAgentOptions, reflectedModel } from './agents-model.js';

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
