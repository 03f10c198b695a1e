// What `gated` takes and gives, of version 6 or 7 of the AI SDK.

import type { Agent, LanguageModelUsage, ModelMessage } from 'ai';
import type { ReflectResult } from '../types.js';

export type Asked = { prompt?: string | ModelMessage[]; messages?: ModelMessage[]; abortSignal?: AbortSignal };
type Given<T> = T | PromiseLike<T>;
export type Step = { text: string; finishReason: string; toolResults: ToolResult[] };
type ToolResult = { toolCallId: string; toolName: string; input: unknown; output: unknown };
/** What is read of a reply, whole or streamed, of version 6 or 7. */
export interface Reply {
  steps: Given<Step[]>;
  totalUsage: Given<LanguageModelUsage>;
  response: Given<{ messages?: ModelMessage[] }>;
  responseMessages?: Given<ModelMessage[]>;
}

/** An agent of the AI SDK; its results have a `reflection`, that of the gate. A text that nobody accepted comes, too: look at its `status`. */
export type Gated<A extends AnyAgent> = Pick<A, 'version' | 'id' | 'tools'> & {
  [How in 'generate' | 'stream']: (asked: Parameters<A[How]>[0]) => Promise<Awaited<ReturnType<A[How]>> & Reflected>;
};
type Reflected = { reflection?: ReflectResult };
export type AnyAgent = Pick<Agent, 'version' | 'id' | 'tools'> & {
  [How in 'generate' | 'stream']: (asked: never) => PromiseLike<object>;
};
