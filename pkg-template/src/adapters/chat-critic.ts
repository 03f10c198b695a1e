// A chat model as a critic that answers yes or no: the odds of its first token are the verdict.

import type OpenAI from 'openai';
import type { CriticModel } from '../types.js';
import { CHAT, messageOf, noChoice, usageOf } from './chat.js';
import { checkModel } from './check.js';

type Params = OpenAI.ChatCompletionCreateParamsNonStreaming;
type Token = Pick<OpenAI.ChatCompletionTokenLogprob, 'token' | 'logprob'>;

/** Of all first tokens at least this share must be a yes or a no. */
const ANSWERED = 0.5;

/**
 * A chat model of an OpenAI client as a critic: asked whether the draft can be used as it stands, by the log probabilities of its first
 * token, yes against no. The model must report `logprobs`; those that think before they answer do not. `more` goes into each request.
 */
export function decisionCritic(client: OpenAI, name: string, more: Partial<Params> = {}): CriticModel {
  checkModel(['decisionCritic', ...CHAT], client, name, more);
  return {
    probability: true,
    model: async ({ messages, signal }) => {
      const asked = { max_completion_tokens: 1, top_logprobs: 20, ...more, logprobs: true, stream: false } as const;
      const body: Params = { ...asked, model: name, messages: messages.map(messageOf) };
      const reply = await client.chat.completions.create(body, { signal });
      const choice = reply.choices?.[0];
      if (!choice) throw noChoice(reply);
      const first = choice.logprobs?.content?.[0];
      if (!first) throw new Error(`the server gave no \`logprobs\` of ${name}: take a model that reports them`);
      return {
        content: choice.message.content ?? first.token,
        probability: probabilityOf([first, ...(first.top_logprobs ?? [])]),
        model: name,
        usage: usageOf(reply),
      };
    },
  };
}

/** The probability of a yes among those of a yes and a no, in whatever letter case. A token that was taken may be listed once more. */
function probabilityOf(tokens: readonly Token[]): number {
  const odds = new Map(tokens.map(({ token, logprob }) => [token, Math.exp(logprob)]));
  const shareOf = (word: string): number =>
    [...odds].reduce((sum, [token, share]) => (token.trim().toLowerCase() === word ? sum + share : sum), 0);
  const [yes, no] = [shareOf('yes'), shareOf('no')];
  if (!(yes + no >= ANSWERED))
    throw new Error(`the model says neither yes nor no: its first tokens are ${JSON.stringify([...odds.keys()].slice(0, 5))}`);
  return yes / (yes + no);
}
