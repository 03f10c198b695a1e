/**
 * A gate at the end of an agent of LangChain (version 1), as a middleware.
 * @packageDocumentation
 */

import { RemoveMessage } from '@langchain/core/messages';
import { type AgentMiddleware, AIMessage, type BaseMessage, createMiddleware, ToolMessage } from 'langchain';
import { z } from 'zod';
import type { z as types } from 'zod/v4';
import type { Gate } from '../engine/gate.js';
import { describeError } from '../error.js';
import type { ReflectResult } from '../types.js';
import { checkGate, type GatedOptions, NO_TEXT } from './check.js';
import { draftOf, insertRounds, isControl, type Round, runHidden, turnOf } from './langchain-turn.js';

/** What was said of each call of the last message, by its id: the arguments that were judged, and why it may not be made. */
type JudgedCalls = { [id: string]: { args: string; feedback?: string } };

/** The graph's state holds the gate: each run and thread has its own, and a checkpointer keeps it. */
type GateState = types.ZodObject<{
  /** How the gate ended: check its `status`. Absent when the last reply was not judged. */
  reflection: types.ZodOptional<types.ZodType<ReflectResult, ReflectResult>>;
  _reflectGate: types.ZodOptional<types.ZodString>;
  _reflectRounds: types.ZodOptional<types.ZodType<Round[], Round[]>>;
  _reflectActions: types.ZodOptional<types.ZodType<JudgedCalls, JudgedCalls>>;
}>;
// zod 3 does as well, and before 3.25 it has no `zod/v4`.
const STATE = z.object({
  reflection: z.custom<ReflectResult>().optional(),
  _reflectGate: z.string().optional(),
  _reflectRounds: z.custom<Round[]>().optional(),
  _reflectActions: z.custom<JudgedCalls>().optional(),
}) as unknown as GateState;
/** Where a message says why the model failed. */
const FAILURE = 'reflect_failure';
const CLOSED = { _reflectGate: undefined, _reflectRounds: undefined, _reflectActions: undefined };

type GateMiddleware = AgentMiddleware<GateState>;

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
export function reflectMiddleware(options: ReflectMiddlewareOptions): GateMiddleware {
  checkGate('reflectMiddleware', options, { name: 'string' });
  const { engine, task, name = 'reflect' } = options;
  // Where a reply came from is known here alone: the state holds no system prompt.
  const systemPrompts = new WeakMap<object, string>();
  /** The gate of this turn: the one in the state, or a new one. */
  const openGate = (messages: BaseMessage[], snapshot: string | undefined, signal: AbortSignal | undefined): Gate => {
    const judges = { ...task, signal };
    if (snapshot !== undefined) return engine.reopenGate(snapshot, judges);
    const asked = [...messages].reverse().find((message) => systemPrompts.has(message));
    const systemPrompt = task.systemPrompt ?? (systemPrompts.get(asked ?? messages) || undefined);
    return engine.gate({ ...judges, systemPrompt, input: turnOf(messages, undefined).input });
  };
  const afterModel = (async ({ messages, _reflectGate: snapshot }, { signal }) => {
    const last = messages.at(-1);
    const calls = AIMessage.isInstance(last) ? (last.tool_calls ?? []) : [];
    if (calls.length === 0) return;
    const gate = openGate(messages, snapshot, signal);
    const judged: JudgedCalls = {};
    await runHidden(async () => {
      for (const { id = '', name, args } of calls) {
        const verdict = await gate.mayCall(name, args);
        judged[id] = { args: JSON.stringify(args), ...(!verdict.allow && { feedback: verdict.feedback }) };
      }
    });
    return { _reflectGate: gate.snapshot, _reflectActions: judged };
  }) satisfies GateMiddleware['afterModel'];
  const wrapToolCall: NonNullable<GateMiddleware['wrapToolCall']> = async (request, handler) => {
    const { id = '', name, args } = request.toolCall;
    const tell = (content: string): ToolMessage => new ToolMessage({ content, tool_call_id: id, name, status: 'error' });
    const judged = request.state._reflectActions?.[id];
    // A call may have been changed since it was judged.
    if (judged?.args !== JSON.stringify(args)) return tell(`\`${name}\` was not called: nobody judged it with these arguments`);
    if (judged.feedback !== undefined) return tell(judged.feedback);
    try {
      return await handler(request);
    } catch (error) {
      if (isControl(error) || request.runtime.signal?.aborted) throw error;
      return tell(`${describeError(error)}\n Please fix your mistakes.`);
    }
  };
  return createMiddleware({
    name,
    stateSchema: STATE,
    beforeAgent: () => ({ ...CLOSED, reflection: undefined }),
    wrapModelCall: async (request, handler) => {
      const { _reflectRounds: rounds = [] } = request.state;
      try {
        const reply = await handler({ ...request, messages: insertRounds(request.messages, rounds, name) });
        systemPrompts.set(reply, request.systemMessage?.text ?? '');
        return reply;
      } catch (error) {
        if (rounds.length === 0 || isControl(error) || request.runtime.signal?.aborted) throw error;
        // The end of the agent finds it, and takes it away.
        return new AIMessage({ content: '', additional_kwargs: { [FAILURE]: describeError(error) } });
      }
    },
    // Each hook changes the graph: a node more, and what a model is told of a tool that throws.
    ...(task.actions && { afterModel, wrapToolCall }),
    afterAgent: {
      canJumpTo: ['model'],
      hook: async ({ messages, structuredResponse, _reflectGate: snapshot, _reflectRounds: rounds = [] }, { signal, writer }) => {
        const turn = turnOf(messages, rounds.at(-1)?.after);
        const failure = messages.at(-1)?.additional_kwargs[FAILURE];
        const draft = structuredResponse && failure === undefined ? JSON.stringify(structuredResponse) : turn.text;
        if (draft === undefined || (draft.trim() === '' && rounds.length === 0)) return;
        const { gate, verdict } = await runHidden(async () => {
          const gate = openGate(messages, snapshot, signal);
          if (draft.trim() !== '') return { gate, verdict: await gate.submit(draft, turn) };
          const result = await gate.fail(new Error(String(failure ?? NO_TEXT)));
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
