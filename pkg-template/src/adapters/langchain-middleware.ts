/**
 * A gate at the end of an agent of LangChain (version 1), as a middleware.
 * @packageDocumentation
 */

import { RemoveMessage } from '@langchain/core/messages';
import { type AgentMiddleware, AIMessage, createMiddleware } from 'langchain';
import { z } from 'zod';
import type { z as types } from 'zod/v4';
import { describeError } from '../error.js';
import type { ReflectResult } from '../types.js';
import { checkGate, type GatedOptions } from './check.js';
import { runHidden } from './langchain-hidden.js';
import { draftOf, insertRounds, isControl, type Round, turnOf } from './langchain-turn.js';

/** The graph's state holds the gate: each run and thread has its own, and a checkpointer keeps it. */
type GateState = types.ZodObject<{
  /** How the gate ended: check its `status`. Absent when the last reply was not judged. */
  reflection: types.ZodOptional<types.ZodType<ReflectResult, ReflectResult>>;
  _reflectGate: types.ZodOptional<types.ZodString>;
  _reflectRounds: types.ZodOptional<types.ZodType<Round[], Round[]>>;
}>;
// zod 3 does as well, and before 3.25 it has no `zod/v4`.
const STATE = z.object({
  reflection: z.custom<ReflectResult>().optional(),
  _reflectGate: z.string().optional(),
  _reflectRounds: z.custom<Round[]>().optional(),
}) as unknown as GateState;
/** Where a message says why the model failed. */
const FAILURE = 'reflect_failure';
const CLOSED = { _reflectGate: undefined, _reflectRounds: undefined };

export interface ReflectMiddlewareOptions extends GatedOptions {
  /** The name of the middleware, unique in an agent. Default: `reflect`. */
  name?: string | undefined;
}

/** For whoever streams `custom`: the message with this id is not the answer. */
export interface RejectedEvent {
  type: 'reflect.rejected';
  id: string;
}

/**
 * A middleware for `createAgent` and `createDeepAgent`. What is missing goes back to the agent, with its tools on, until the answer is
 * accepted or the budget is spent. The agent's state gets a `reflection`, the result of the gate. A text that nobody accepted is returned,
 * too: check its `status`. Rejected drafts and what was said of them are shown to the model, and are not in the messages of the state.
 */
export function reflectMiddleware(options: ReflectMiddlewareOptions): AgentMiddleware<GateState> {
  checkGate('reflectMiddleware', options, { name: 'string' });
  const { engine, task, name = 'reflect' } = options;
  // Where a reply came from is known here alone: the state holds no system prompt.
  const systemPrompts = new WeakMap<object, string>();
  return createMiddleware({
    name,
    stateSchema: STATE,
    beforeAgent: () => ({ ...CLOSED, reflection: undefined }),
    wrapModelCall: async (request, handler) => {
      const { _reflectGate: snapshot, _reflectRounds: rounds = [] } = request.state;
      try {
        const reply = await handler({ ...request, messages: insertRounds(request.messages, rounds, name) });
        systemPrompts.set(reply, request.systemMessage?.text ?? '');
        return reply;
      } catch (error) {
        if (snapshot === undefined || isControl(error) || request.runtime.signal?.aborted) throw error;
        // The end of the agent finds it, and takes it away.
        return new AIMessage({ content: '', additional_kwargs: { [FAILURE]: describeError(error) } });
      }
    },
    afterAgent: {
      canJumpTo: ['model'],
      hook: async ({ messages, structuredResponse, _reflectGate: snapshot, _reflectRounds: rounds = [] }, { signal, writer }) => {
        const turn = turnOf(messages, rounds.at(-1)?.after);
        const failure = messages.at(-1)?.additional_kwargs[FAILURE];
        const draft = structuredResponse && failure === undefined ? JSON.stringify(structuredResponse) : turn.text;
        if (draft === undefined || (draft.trim() === '' && snapshot === undefined)) return;
        const asked = [...messages].reverse().find((message) => systemPrompts.has(message));
        const systemPrompt = task.systemPrompt ?? (systemPrompts.get(asked ?? messages) || undefined);
        const judges = { ...task, signal };
        const { gate, verdict } = await runHidden(async () => {
          const gate = snapshot
            ? engine.reopenGate(snapshot, judges)
            : engine.gate({ ...judges, systemPrompt, input: turn.input });
          if (draft.trim() !== '') return { gate, verdict: await gate.submit(draft, turn) };
          const result = await gate.fail(new Error(String(failure ?? 'the agent gave no text')));
          return { gate, verdict: { done: true as const, result } };
        });
        if (verdict.done && verdict.result.output === draft) return { ...CLOSED, reflection: verdict.result };
        const gone = draftOf(messages, draft);
        const id = gone.at(-1);
        if (id !== undefined) writer?.({ type: 'reflect.rejected', id } satisfies RejectedEvent);
        const removed = gone.map((id) => new RemoveMessage({ id }));
        if (!verdict.done) {
          const round = { after: messages.at(-1 - gone.length)?.id, draft, feedback: verdict.feedback };
          return { messages: removed, _reflectGate: gate.snapshot, _reflectRounds: [...rounds, round], jumpTo: 'model' };
        }
        const { output } = verdict.result;
        return {
          ...CLOSED,
          reflection: verdict.result,
          messages: [...removed, new AIMessage(output)],
          ...(structuredResponse && { structuredResponse: JSON.parse(output) }),
        };
      },
    },
  });
}
