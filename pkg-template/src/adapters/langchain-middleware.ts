/**
 * A gate at the end of an agent of LangChain (version 1), as a middleware.
 * @packageDocumentation
 */

import { type AgentMiddleware, AIMessage, createMiddleware, HumanMessage } from 'langchain';
import { z } from 'zod/v4';
import type { ReflectResult } from '../types.js';
import { checkGate, type GatedOptions } from './check.js';
import { turnOf } from './langchain-turn.js';

/** The graph's state holds the gate: each run and thread has its own, and a checkpointer keeps it. */
type GateState = z.ZodObject<{
  /** How the gate ended: check its `status`. Absent when the last reply was not judged. */
  reflection: z.ZodOptional<z.ZodType<ReflectResult, ReflectResult>>;
  _reflectGate: z.ZodOptional<z.ZodString>;
}>;
const STATE: GateState = z.object({ reflection: z.custom<ReflectResult>().optional(), _reflectGate: z.string().optional() });

export interface ReflectMiddlewareOptions extends GatedOptions {
  /** The name of the middleware, unique in an agent. Default: `reflect`. */
  name?: string;
}

/**
 * A middleware for `createAgent` and `createDeepAgent`. What is missing goes back to the agent as a message, with its tools on, until the
 * answer is accepted or the budget is spent. The agent's state gets a `reflection`, the result of the gate. A text that nobody accepted is
 * returned, too: check its `status`.
 */
export function reflectMiddleware(options: ReflectMiddlewareOptions): AgentMiddleware<GateState> {
  checkGate('reflectMiddleware', options, { name: 'string' });
  const { engine, task, name = 'reflect' } = options;
  return createMiddleware({
    name,
    stateSchema: STATE,
    beforeAgent: () => ({ reflection: undefined, _reflectGate: undefined }),
    afterAgent: {
      canJumpTo: ['model'],
      hook: async ({ messages, structuredResponse, _reflectGate: snapshot }, { signal }) => {
        const { input, id = '', text, evidence, usage } = turnOf(messages);
        const draft = structuredResponse ? JSON.stringify(structuredResponse) : text;
        if (draft.trim() === '') return;
        const judges = { ...task, signal };
        const gate = snapshot ? engine.reopenGate(snapshot, judges) : engine.gate({ ...judges, input });
        const verdict = await gate.submit(draft, { evidence, usage });
        if (!verdict.done) {
          const feedback = new HumanMessage({ content: verdict.feedback, additional_kwargs: { lc_source: name } });
          return { messages: [feedback], _reflectGate: gate.snapshot, jumpTo: 'model' };
        }
        const { result } = verdict;
        const ended = { reflection: result, _reflectGate: undefined };
        if (result.output === draft) return ended;
        if (structuredResponse) return { ...ended, structuredResponse: JSON.parse(result.output) };
        return { ...ended, messages: [new AIMessage({ id, content: result.output })] };
      },
    },
  });
}
