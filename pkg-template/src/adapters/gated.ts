/**
 * Agents of the AI SDK (version 6 or 7) with a gate.
 * @packageDocumentation
 */

import type { Agent, LanguageModelUsage, ModelMessage } from 'ai';
import { evidenceOf } from '../engine/gates.js';
import type { MessageInput } from '../given-types.js';
import type { Message, ReflectResult } from '../types.js';
import { checkClient, checkGate, type GatedOptions } from './check.js';

export type { GatedOptions } from './check.js';

type Asked = { prompt?: string | ModelMessage[]; messages?: ModelMessage[]; abortSignal?: AbortSignal };
type Given<T> = T | PromiseLike<T>;
type Step = { text: string; finishReason: string; toolResults: ToolResult[] };
type ToolResult = { toolCallId: string; toolName: string; input: unknown; output: unknown };
/** What is read of a reply, whole or streamed, of version 6 or 7. */
interface AgentReply {
  steps: Given<Step[]>;
  totalUsage: Given<LanguageModelUsage>;
  response: Given<{ messages?: ModelMessage[] }>;
  responseMessages?: Given<ModelMessage[]>;
}

/** An agent of the AI SDK. Its results have the gate's result as `reflection`. Check its `status`: an unaccepted text is returned, too. */
export type Gated<A extends AnyAgent> = Pick<A, 'version' | 'id' | 'tools'> & {
  [How in 'generate' | 'stream']: (options: Parameters<A[How]>[0]) => Promise<Awaited<ReturnType<A[How]>> & Reflected>;
};
type Reflected = { reflection?: ReflectResult };
type AnyAgent = Pick<Agent, 'version' | 'id' | 'tools'> & {
  [How in 'generate' | 'stream']: (options: never) => PromiseLike<object>;
};

/**
 * An agent of the AI SDK (version 6 or 7) whose answers are judged. What is missing goes back into its own loop, tools and all, until the
 * answer is accepted or the budget is spent. Each draft is one `generate`, or `stream`, of the agent. A reply that waits for somebody (an
 * approval, a tool that runs elsewhere) goes through unjudged.
 */
export function gated<A extends AnyAgent>(agent: A, options: GatedOptions): Gated<A> {
  checkClient(['gated', 'agent', 'generate', 'a `ToolLoopAgent` of ai 6 or 7'], agent);
  checkGate('gated', options);
  const { engine, task } = options;
  const inner = agent as unknown as Record<'generate' | 'stream', (options: object) => PromiseLike<AgentReply>>;

  async function loop(how: 'generate' | 'stream', { prompt = [], messages, ...more }: Asked): Promise<AgentReply> {
    const turns = messages ?? (typeof prompt === 'string' ? [{ role: 'user' as const, content: prompt }] : prompt);
    const gate = engine.gate({ ...task, input: turns.flatMap(plain), signal: more.abortSignal });
    const replies: AgentReply[] = [];
    for (const history = [...turns]; ; ) {
      const reply = await inner[how]({ ...more, messages: [...history] });
      const steps = await reply.steps;
      const { text = '', finishReason } = steps.at(-1) ?? {};
      if (text.trim() === '' || finishReason === 'tool-calls') return reply;
      replies.push(reply);
      const { inputTokens, outputTokens } = await reply.totalUsage;
      const evidence = steps.flatMap(({ toolResults }) => toolResults.flatMap(evidenceIn));
      const verdict = await gate.submit(text, { evidence, usage: { inputTokens, outputTokens } });
      if (verdict.done) {
        const returned = replies[verdict.result.trace.draftIndex] ?? reply;
        return Object.defineProperty(returned, 'reflection', { value: verdict.result });
      }
      history.push(...((await reply.responseMessages) ?? (await reply.response).messages ?? []));
      history.push({ role: 'user', content: verdict.feedback });
    }
  }

  const { version, id, tools } = agent;
  const generate = (options: Asked) => loop('generate', options);
  return { version, id, tools, generate, stream: (options: Asked) => loop('stream', options) } as unknown as Gated<A>;
}

function plain({ role, content }: ModelMessage): MessageInput[] {
  const text = typeof content === 'string' ? content : content.map((part) => ('text' in part ? part.text : '')).join('');
  return role === 'tool' || text === '' ? [] : [{ role, content: text }];
}

function evidenceIn({ toolCallId: id, toolName: name, input, output }: ToolResult): Message[] {
  return evidenceOf({ id, name, args: input, result: output });
}
