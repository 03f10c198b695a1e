/**
 * Decision models of the AI SDK as critics. It needs version 7, whose `experimental_decide` asks them.
 * @packageDocumentation
 */

import { type Experimental_DecisionModel as DecisionModel, experimental_decide } from 'ai';
import { badSettings } from '../check/checks.js';
import type { CriticModel } from '../types.js';
import { checkMore } from './check.js';
import { apart } from './messages.js';

type Asked = Parameters<typeof experimental_decide>[0];

/** Settings of `experimental_decide` for each call. */
export type DecisionOptions = Partial<Omit<Asked, 'model' | 'state' | 'questions' | 'abortSignal'>>;

/**
 * A decision model as a critic: asked whether the draft can be used as it stands, its probability is the verdict. `more` goes into each
 * call. Retries are the AI SDK's (`maxRetries`).
 */
export function decisionCritic(model: DecisionModel, more: DecisionOptions = {}): CriticModel {
  checkMore(['decisionCritic', 'model', 'doDecide', 'a decision model of your provider, or its name', true], model, more);
  const key = ['state', 'questions'].find((key) => key in more);
  if (key !== undefined)
    throw badSettings(`\`${key}\` is not an option of decisionCritic: \`critiquePrompt\` says what is asked`);
  return {
    probability: true,
    model: async ({ messages, signal }) => {
      const { system: instructions, turns } = apart(messages);
      const parts = turns.flatMap(({ content }): unknown[] =>
        typeof content === 'string' ? [{ type: 'text', text: content }] : content,
      );
      const { answers, usage, response } = await experimental_decide({
        ...more,
        model,
        state: parts as Asked['state'],
        questions: { right: { type: 'boolean', instructions } },
        abortSignal: signal,
      });
      return {
        content: JSON.stringify(answers.right),
        probability: answers.right.probability,
        model: response.modelId,
        usage: { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens },
      };
    },
  };
}
