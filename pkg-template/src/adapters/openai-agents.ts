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
  /** The task of each run; its `model` is the critic unless `critic` names another. An answer is judged against its `input`. */
  task: Omit<ReflectTask<unknown>, 'draft'>;
  name?: string;
}

/** What a guardrail says about an answer, as `outputInfo`. */
export type GuardrailInfo = Pick<ReflectResult, 'status' | 'acceptedBy' | 'stopReason' | 'reviewReasons' | 'score'> & {
  issues: string[];
};

/** A guardrail that lets an answer pass when it was accepted. The answer is judged once, and not revised. */
export function reflectGuardrail(options: ReflectGuardrailOptions): OutputGuardrail<TextOutput> {
  checkHost('reflectGuardrail', options, { name: 'string' }, 'draft');
  const { engine, task, name = 'reflect' } = options;
  return {
    name,
    execute: async ({ agentOutput }) => {
      const settings = { ...task.settings, maxReflections: 0 };
      const result = await engine.run({ ...task, settings, draft: agentOutput });
      const { status, acceptedBy, stopReason, reviewReasons, score, trace } = result;
      const issues = trace.critique?.issues ?? [];
      const outputInfo: GuardrailInfo = { status, stopReason, reviewReasons, issues, ...(acceptedBy && { acceptedBy }) };
      if (score !== undefined) outputInfo.score = score;
      return { tripwireTriggered: !result.accepted, outputInfo };
    },
  };
}
