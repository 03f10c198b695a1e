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
  pushStep(step: Exclude<Step, { type: 'tool_result' }>): void;
  callTool(name: string, args: Record<string, unknown>, callId: string): Promise<unknown>;
}
