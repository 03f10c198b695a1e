// agentlib's types, as far as an engine of its agents meets them (it is not on npm): `agentlibReasoning` must be such an engine, strictly.

import { presets, ReflectEngine } from 'reflect-engine';
import { agentlibReasoning } from 'reflect-engine/agentlib';

type Fields = Record<string, unknown>;
interface Call {
  id: string;
  name: string;
  arguments: Fields;
}
interface ModelMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  reasoning?: string | undefined;
  toolCallId?: string | undefined;
  toolCalls?: Call[] | undefined;
}
interface Schema {
  name: string;
  description: string;
  parameters: Fields;
}
interface Tokens {
  promptTokens: number;
  completionTokens: number;
  totalTokens: number;
}
type ReasoningStep = { engine: string } & (
  | { type: 'thought'; content: string }
  | {
      type: 'plan';
      tasks: { id: string; description: string; dependsOn?: string[]; status: 'pending' | 'done'; result?: unknown }[];
    }
  | { type: 'tool_call'; toolName: string; args: Fields; callId: string }
  | { type: 'tool_result'; toolName: string; callId: string; result: unknown; error?: string }
  | { type: 'reflection'; assessment: string; needsRevision: boolean }
  | { type: 'response'; content: string }
);
interface ReasoningContext {
  ctx: {
    input: string;
    state: { steps: ReasoningStep[]; messages: ModelMessage[]; toolCalls: { call: Call; result: unknown }[]; usage: Tokens };
    cancel(): void;
    emit(event: string, payload?: unknown): void;
  };
  model: {
    name: string;
    complete(request: { messages: ModelMessage[]; tools?: Schema[]; stream?: boolean }): Promise<{
      message: ModelMessage;
      toolCalls?: Call[] | undefined;
      usage?: Tokens | undefined;
      raw?: unknown;
    }>;
  };
  tools: {
    get(name: string): { schema: Schema } | undefined;
    getSchemas(): Schema[];
    isAllowed(name: string, allowed?: string[]): boolean;
  };
  policy: { maxSteps?: number; allowedTools?: string[]; tokenBudget?: number };
  systemPrompt?: string | undefined;
  pushStep(step: ReasoningStep): void;
  callTool(name: string, args: Fields, callId: string): Promise<unknown>;
}
/** An engine's `execute` is a property here: a method would be compared more loosely. */
interface ReasoningEngine {
  readonly name: string;
  execute: (context: ReasoningContext) => Promise<string>;
}
declare function registerEngine(name: string, factory: () => ReasoningEngine): void;

registerEngine('reflect', () => agentlibReasoning(new ReflectEngine(presets.agentlib)));
export const engine: ReasoningEngine = agentlibReasoning(new ReflectEngine(), {
  verifiers: { short: (draft) => draft.length < 9 },
});
