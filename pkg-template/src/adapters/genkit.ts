/**
 * A gate in the loop of Genkit's `generate`, as a middleware.
 * @packageDocumentation
 */

import { type GenerateMiddleware, type GenerateMiddlewareDef, generateMiddleware, type MessageData } from 'genkit';
import { endingOf } from '../check/observed.js';
import type { Gate } from '../engine/gate.js';
import type { Usage } from '../types.js';
import { checkGate, type GatedOptions } from './check.js';
import { type Answer, evidence, isAnswer, plain, textOf } from './genkit-turn.js';
import { sumOf } from './messages.js';

export interface ReflectMiddlewareOptions extends GatedOptions {
  /** The name of the middleware, as Genkit registers it. Default: `reflect`. */
  name?: string;
}

type Generate = NonNullable<GenerateMiddlewareDef['generate']>;
type Model = NonNullable<GenerateMiddlewareDef['model']>;
type Turn = Parameters<Generate>[0];

/**
 * A middleware for `use: [checked()]` of `generate`. What is missing goes back to the model, with the conversation and the tools, until the
 * answer is accepted or the budget is spent. `message.metadata.reflect` says how the gate ended. A text that nobody accepted is returned,
 * too: check its `status`.
 */
export function reflectMiddleware(options: ReflectMiddlewareOptions): GenerateMiddleware {
  checkGate('reflectMiddleware', options, { name: 'string' });
  const { engine, task, name = 'reflect' } = options;
  return generateMiddleware({ name, description: 'Judges answers, and sends back what is missing' }, () => {
    // Genkit makes one of these for each `generate`, and asks it before every turn: the first one is around all others.
    let turn: Turn | undefined;
    let usage: Usage = {};
    const model: Model = async (request, context, next) => {
      const reply = await next(request, context);
      usage = sumOf([usage, reply.usage]);
      return reply;
    };
    const generate: Generate = async (params, context, next) => {
      const isFirst = turn === undefined;
      turn = params;
      if (!isFirst) return next(params, context);
      const replies: Answer[] = [];
      let gate: Gate | undefined;
      for (;;) {
        const from = turn.request.messages.length;
        const reply = await next(turn, context);
        if (!isAnswer(reply)) return reply;
        replies.push(reply);
        const last: Turn = turn;
        const { messages } = last.request;
        gate ??= engine.gate({ ...task, input: messages.slice(0, from).flatMap(plain), signal: context.abortSignal });
        const behind = messages.slice(from).flatMap(evidence);
        const verdict = await gate.submit(textOf(reply.message), { evidence: behind, usage });
        usage = {};
        if (verdict.done) {
          const returned = replies[verdict.result.trace.draftIndex] ?? reply;
          const metadata = { ...returned.message.metadata, reflect: endingOf(verdict.result) };
          return { ...returned, message: { ...returned.message, metadata } };
        }
        const feedback: MessageData = { role: 'user', content: [{ text: verdict.feedback }] };
        const request = { ...last.request, messages: [...messages, reply.message, feedback] };
        turn = { request, currentTurn: 0, messageIndex: last.messageIndex + 1 };
      }
    };
    return { model, generate };
  });
}
