// What the adapter uses of agentlib's interface. It is not on npm, so it is typed here.

import type { Step } from '../types.js';

export interface AgentlibMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  reasoning?: string | undefined;
  toolCallId?: string | undefined;
  toolCalls?: AgentlibToolCall[] | undefined;
}

export interface AgentlibToolCall {
  id: string;
  name: string;
  arguments: Record<string, unknown>;
}

export interface AgentlibToolSchema {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

export interface AgentlibUsage {
  promptTokens: number;
  completionTokens: number;
  totalTokens: number;
}

/** A step as agentlib keeps it: the arguments of a call are an object. */
export type AgentlibStep =
  | Exclude<Step, { type: 'tool_call' | 'action' }>
  | (Omit<Extract<Step, { type: 'tool_call' }>, 'args'> & { args: Record<string, unknown> });

/** What `execute` is given. */
export interface AgentlibContext {
  ctx: {
    state: { messages: AgentlibMessage[]; usage: AgentlibUsage };
    emit(event: string, payload?: unknown): void;
  };
  model: {
    complete(request: { messages: AgentlibMessage[]; tools?: AgentlibToolSchema[] }): Promise<{
      message: AgentlibMessage;
      toolCalls?: AgentlibToolCall[] | undefined;
      usage?: AgentlibUsage | undefined;
    }>;
  };
  tools: { getSchemas(): AgentlibToolSchema[]; isAllowed(name: string, allowedTools?: string[]): boolean };
  policy: { allowedTools?: string[]; tokenBudget?: number };
  systemPrompt?: string | undefined;
  pushStep(step: AgentlibStep): void;
  callTool(name: string, args: Record<string, unknown>, callId: string): Promise<unknown>;
}
