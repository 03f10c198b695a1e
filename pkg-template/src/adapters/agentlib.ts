/**
 * The engine as the `reasoning` of an agent of agentlib.
 *
 * @packageDocumentation
 */

import type { ReflectEngine } from '../engine/engine.js';
import type { Message, Model, ReflectTask } from '../types.js';
import { inOrder, record, toolsOf, type Waiting } from './agentlib-tools.js';
import type { AgentlibContext, AgentlibMessage } from './agentlib-types.js';
import { checkHost } from './check.js';
import { argumentsOf, textOf } from './messages.js';

export type * from './agentlib-types.js';

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
