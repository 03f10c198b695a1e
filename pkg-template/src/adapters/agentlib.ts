/**
 * The engine as the `reasoning` of an agent of agentlib.
 *
 * @packageDocumentation
 */

import type { ReflectEngine } from '../engine/engine.js';
import type { Message, Model, ReflectTask, Step, Tool } from '../types.js';
import { checkHost } from './check.js';
import { argumentsOf, textOf } from './messages.js';

/** The rest of each run's task: a critic, verifiers, settings. */
export type AgentlibTask = Omit<ReflectTask<unknown>, 'input' | 'model' | 'systemPrompt' | 'tools' | 'draft'>;
/**
 * `createAgent({ …, reasoning: agentlibReasoning(engine) })`. The agent's model, tools and policy are used, steps go to `pushStep`, and the
 * whole result is emitted as the event `reflect:result`. A text that nobody accepted is returned, too: check its `status`.
 */
export function agentlibReasoning(engine: ReflectEngine, task: AgentlibTask = {}) {
  checkHost('agentlibReasoning', { engine, task }, {}, 'input model systemPrompt tools draft');
  return {
    name: 'reflect',
    async execute(context: AgentlibContext): Promise<string> {
      const { ctx, policy } = context;
      const turns = ctx.state.messages;
      const system = turns.filter(({ role }) => role === 'system').map(({ content }) => content);
      const systemPrompt = system.length > 0 ? system.join('\n\n') : context.systemPrompt;
      const { tokenBudget: maxTokens } = policy;
      const budget = { ...(maxTokens !== undefined && { maxTokens }), ...task.settings?.budget };
      const waiting: Waiting = new Map();
      const before = turns.length;
      const run = engine.run({
        ...task,
        input: turns.filter(({ role }) => role !== 'system').map(({ reasoning: _, ...message }) => message),
        ...(systemPrompt && { systemPrompt }),
        model: modelOf(context),
        tools: toolsOf(context, waiting),
        settings: { ...task.settings, budget },
        onStep: (step) => {
          record(context, step, waiting);
          task.onStep?.(step);
        },
      });
      const result = await run.finally(() => void turns.push(...inOrder(turns.splice(before))));
      turns.push({ role: 'assistant', content: result.output });
      ctx.emit('reflect:result', result);
      return result.output;
    },
  };
}

function modelOf({ model, tools: registry, ctx: { state } }: AgentlibContext): Model {
  return async ({ messages, tools = [] }) => {
    const schemas = registry.getSchemas().filter(({ name }) => tools.some((tool) => tool.name === name));
    const { message, toolCalls, usage } = await model.complete({ messages: messages.map(messageOf), tools: schemas });
    if (toolCalls && toolCalls.length > 0) state.messages.push(message);
    for (const key of ['promptTokens', 'completionTokens', 'totalTokens'] as const) state.usage[key] += usage?.[key] ?? 0;
    const tokens = usage && { inputTokens: usage.promptTokens, outputTokens: usage.completionTokens };
    return { content: message.content, toolCalls, usage: tokens };
  };
}

function messageOf({ role, content, toolCallId, toolCalls }: Message): AgentlibMessage {
  const calls = toolCalls?.map(({ id, name, arguments: args }) => ({ id, name, arguments: argumentsOf(args) }));
  return { role, content: textOf(content), ...(toolCallId && { toolCallId }), ...(calls && { toolCalls: calls }) };
}

/** The calls that agentlib has not been asked to run, by their ids. */
type Waiting = Map<string, Extract<Step, { type: 'tool_call' }>>;

/** `callTool` records a call and its result itself. One that never reaches it (no such tool, arguments that break its schema) is ours. */
function record(context: AgentlibContext, step: Step, waiting: Waiting): void {
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
function inOrder(messages: readonly AgentlibMessage[]): AgentlibMessage[] {
  const ordered: AgentlibMessage[] = [];
  for (const message of messages) {
    const asks = ({ toolCalls = [] }: AgentlibMessage): boolean => toolCalls.some(({ id }) => id === message.toolCallId);
    let at = message.role === 'tool' ? ordered.map(asks).lastIndexOf(true) + 1 : 0;
    while (at > 0 && ordered[at]?.role === 'tool') at += 1;
    ordered.splice(at || ordered.length, 0, message);
  }
  return ordered;
}

function toolsOf(context: AgentlibContext, waiting: Waiting): Tool[] {
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
