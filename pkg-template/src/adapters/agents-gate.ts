/**
 * Agents of the OpenAI Agents SDK with a gate.
 * @packageDocumentation
 */

import {
  type AgentInputItem,
  type AgentOutputItem,
  type ModelRequest,
  type NonStreamRunOptions,
  RunContext,
  RunState,
  type Usage as RunUsage,
  run,
  type ToolInputGuardrailDefinition,
} from '@openai/agents';
import { badSettings } from '../check/checks.js';
import type { Gate, SubmittedReply } from '../engine/gate.js';
import type { ToolRecordInput } from '../given-types.js';
import type { ReflectResult, Usage } from '../types.js';
import { cleanSession, settleRun } from './agents-answer.js';
import type { AgentRun, AnyAgent, GatedAgent, GatedAgentOptions, Input } from './agents-gate-types.js';
import { messagesOf } from './agents-items.js';
import { checkClient, checkGate } from './check.js';
import { argumentsOf, sumOf } from './messages.js';

export type { GatedAgent, GatedAgentOptions } from './agents-gate-types.js';

const GUARDRAIL = 'reflect';
/** Opens the gate of a run, by the context of the run. */
const openGates = new WeakMap<object, (by: AnyAgent) => Promise<Gate>>();

/**
 * For the `inputGuardrails` of each tool, and the `toolInputGuardrails` of an MCP server: a call is made only if the `actions` of the gated
 * agent's task let it pass, else the model is told why. An agent that runs without its gate, as one that is another one's tool, calls none.
 */
export function toolGuardrail<C = unknown>(): ToolInputGuardrailDefinition<C> {
  return {
    type: 'tool_input',
    name: GUARDRAIL,
    run: async ({ context, agent, toolCall: { name, arguments: args } }) => {
      const gate = await openGates.get(context)?.(agent);
      const verdict = await gate?.mayCall(name, argumentsOf(args));
      if (verdict?.allow) return { behavior: { type: 'allow' } };
      return {
        behavior: { type: 'rejectContent', message: verdict?.feedback ?? `\`${name}\` was not called: this run has no gate` },
      };
    },
  };
}

/** As the SDK makes it. */
function contextOf(context: unknown): RunContext {
  return context instanceof RunContext ? context : new RunContext(context);
}

/**
 * An agent of the OpenAI Agents SDK whose final outputs are judged. What is missing goes back to the agent as a further run, with its
 * history and its tools, until the output is accepted or the budget is spent. A run that waits for an approval goes through unjudged. A
 * stream is the stream of the returned run, and comes when that run is over.
 */
export function gated<A extends AnyAgent>(agent: A, options: GatedAgentOptions): GatedAgent<A> {
  checkClient(['gated', 'agent', 'getSystemPrompt', '`new Agent({ name })` of @openai/agents 0.20'], agent);
  checkGate('gated', options, { runner: 'object' });
  const { engine, task, runner = { run } } = options;
  const open = agent.tools.find(
    (tool) => tool.type === 'function' && !tool.inputGuardrails?.some(({ name }) => name === GUARDRAIL),
  );
  if (task.actions && open)
    throw badSettings(`\`actions\`: the tool \`${open.name}\` has no \`toolGuardrail()\` of reflect-engine`);
  checkClient(['gated', 'runner', 'run', '`new Runner()`'], runner);

  async function loop(input: Input<undefined, A>, options: NonStreamRunOptions<undefined, A> = {}): Promise<AgentRun<A>> {
    const { signal, session, conversationId, previousResponseId } = options;
    const isKept = (session ?? conversationId ?? previousResponseId) !== undefined;
    const submitted: SubmittedReply<AgentRun<A>>[] = [];
    const feedback: string[] = [];
    let gate: Gate | undefined;
    const kept = typeof session === 'object' ? await session.getItems() : [];
    const asked = typeof input === 'string' ? [{ role: 'user' as const, content: input }] : input;
    const context = (asked instanceof RunState ? asked._context : contextOf(options.context)) as RunContext<undefined>;
    const openGate = async (asked: string | AgentInputItem[], by: AnyAgent): Promise<Gate> => {
      const systemPrompt = task.systemPrompt ?? (await by.getSystemPrompt(context));
      gate ??= engine.gate({ ...task, systemPrompt, input: messagesOf({ input: asked } as ModelRequest), signal });
      return gate;
    };
    if (task.actions)
      openGates.set(context, (by) => openGate(asked instanceof RunState ? asked._originalInput : [...kept, ...asked], by));

    async function settle(gate: Gate, result: ReflectResult): Promise<AgentRun<A>> {
      const { reply, isExact } = gate.findReply(submitted, result.output);
      const runs = submitted.map((each) => each.reply);
      if (session !== undefined) await cleanSession(session, kept.length, runs, feedback, result.output);
      return settleRun(reply, runs, result, isExact);
    }

    /** The best draft is returned; the first run fails as it does without a gate. */
    async function fail(error: unknown): Promise<AgentRun<A>> {
      if (gate === undefined || submitted.length === 0 || signal?.aborted) throw error;
      return settle(gate, await gate.fail(error));
    }

    for (let [next, by, how] = [input, agent, { ...options, context }]; ; ) {
      let reply: AgentRun<A>;
      try {
        reply = await runner.run(by, next, how);
        await reply.completed;
      } catch (error) {
        return fail(error);
      }
      if (reply.interruptions.length > 0) return reply;
      const output = reply.finalOutput ?? '';
      const text = typeof output === 'string' ? output : JSON.stringify(output);
      if (text.trim() === '') return submitted.length === 0 ? reply : fail(new Error('the agent gave no text'));
      submitted.push({ text, reply });
      gate ??= await openGate(reply.input, reply.lastAgent ?? agent);
      const verdict = await gate.submit(text, {
        evidence: reply.output.flatMap(evidence),
        usage: sumOf(reply.rawResponses.map(({ usage }) => usageOf(usage))),
      });
      if (verdict.done) return settle(gate, verdict.result);
      feedback.push(verdict.feedback);
      next = isKept ? verdict.feedback : [...reply.history, { role: 'user', content: verdict.feedback }];
      by = reply.lastAgent ?? agent;
      if (previousResponseId !== undefined) how = { ...how, previousResponseId: reply.lastResponseId ?? previousResponseId };
    }
  }

  return { run: loop } as unknown as GatedAgent<A>;
}

function evidence(item: AgentOutputItem, _: number, all: AgentOutputItem[]): ToolRecordInput[] {
  if (item.type !== 'function_call') return [];
  const { callId: id, name } = item;
  const result = all.find((other) => other.type === 'function_call_result' && other.callId === id);
  const output = result?.type === 'function_call_result' ? result.output : undefined;
  const text = typeof output === 'object' && 'text' in output ? output.text : output;
  return text === undefined ? [] : [{ id, name, arguments: argumentsOf(item.arguments), result: text }];
}

function usageOf({ inputTokens, outputTokens, inputTokensDetails, outputTokensDetails }: RunUsage): Usage {
  const count = (details: { [key: string]: number }[] = [], key: string): number =>
    details.reduce((total, detail) => total + (detail[key] ?? 0), 0);
  const [cachedTokens, reasoningTokens] = [
    count(inputTokensDetails, 'cached_tokens'),
    count(outputTokensDetails, 'reasoning_tokens'),
  ];
  return {
    inputTokens,
    outputTokens,
    ...(cachedTokens > 0 && { cachedTokens }),
    ...(reasoningTokens > 0 && { reasoningTokens }),
  };
}
