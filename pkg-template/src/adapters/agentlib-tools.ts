// The tools of an agent of agentlib, and who records a call of one.

import type { Step, Tool } from '../types.js';
import type { AgentlibContext, AgentlibMessage } from './agentlib-types.js';
import { argumentsOf } from './messages.js';

/** The calls that agentlib has not been asked to run, by their ids. */
export type Waiting = Map<string, Extract<Step, { type: 'tool_call' }>>;

/** `callTool` records a call and its result itself. One that never reaches it (no such tool, arguments that break its schema) is ours. */
export function record(context: AgentlibContext, step: Step, waiting: Waiting): void {
  // A lookup of a critic is not part of the conversation.
  if ('purpose' in step) return context.pushStep(step.type === 'tool_call' ? { ...step, args: argumentsOf(step.args) } : step);
  // Only a gate has actions.
  if (step.type === 'action') return;
  if (step.type === 'tool_call') return void waiting.set(step.callId, step);
  if (step.type === 'tool_result') {
    const call = waiting.get(step.callId);
    if (call === undefined) return;
    context.pushStep({ ...call, args: argumentsOf(call.args) });
    const content = JSON.stringify({ error: step.error });
    context.ctx.state.messages.push({ role: 'tool', content, toolCallId: step.callId });
  }
  context.pushStep(step);
}

/** Puts each tool's result behind its call: drafts at once take turns, and providers refuse other messages between the two. */
export function inOrder(messages: readonly AgentlibMessage[]): AgentlibMessage[] {
  const ordered: AgentlibMessage[] = [];
  for (const message of messages) {
    const asks = ({ toolCalls = [] }: AgentlibMessage): boolean => toolCalls.some(({ id }) => id === message.toolCallId);
    let at = message.role === 'tool' ? ordered.map(asks).lastIndexOf(true) + 1 : 0;
    while (at > 0 && ordered[at]?.role === 'tool') at += 1;
    ordered.splice(at || ordered.length, 0, message);
  }
  return ordered;
}

export function toolsOf(context: AgentlibContext, waiting: Waiting): Tool[] {
  const { tools, policy } = context;
  const allowed = tools.getSchemas().filter(({ name }) => tools.isAllowed(name, policy.allowedTools));
  return allowed.map((schema) => ({
    ...schema,
    execute: (args, { toolCallId }) => {
      waiting.delete(toolCallId);
      return context.callTool(schema.name, args as Record<string, unknown>, toolCallId);
    },
  }));
}
