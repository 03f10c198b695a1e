/**
 * Agents of the OpenAI Agents SDK with a gate.
 * @packageDocumentation
 */

import { type AgentOutputItem, type ModelRequest, type NonStreamRunOptions, type Usage as RunUsage, run } from '@openai/agents';
import type { Gate } from '../engine/gate.js';
import type { ToolRecordInput } from '../given-types.js';
import type { ReflectResult, Usage } from '../types.js';
import { cleanSession, settleRun } from './agents-answer.js';
import type { AgentRun, AnyAgent, GatedAgent, GatedAgentOptions, Input } from './agents-gate-types.js';
import { messagesOf } from './agents-items.js';
import { checkClient, checkGate } from './check.js';
import { findJudgedReply, type SubmittedReply } from './judged-reply.js';
import { argumentsOf, sumOf } from './messages.js';

export type { GatedAgent, GatedAgentOptions } from './agents-gate-types.js';

/**
 * An agent of the OpenAI Agents SDK whose final outputs are judged. What is missing goes back to the agent as a further run, with its
 * history and its tools, until the output is accepted or the budget is spent. A run that waits for an approval goes through unjudged. A
 * stream is the stream of the returned run, and comes when that run is over.
 */
export function gated<A extends AnyAgent>(agent: A, options: GatedAgentOptions): GatedAgent<A> {
  checkClient(['gated', 'agent', 'getSystemPrompt', '`new Agent({ name })` of @openai/agents 0.20'], agent);
  checkGate('gated', options, { runner: 'object' });
  const { engine, task, runner = { run } } = options;
  checkClient(['gated', 'runner', 'run', '`new Runner()`'], runner);

  async function loop(input: Input<undefined, A>, options: NonStreamRunOptions<undefined, A> = {}): Promise<AgentRun<A>> {
    const { signal, session, conversationId, previousResponseId } = options;
    const isKept = (session ?? conversationId ?? previousResponseId) !== undefined;
    const before = typeof session === 'object' ? (await session.getItems()).length : 0;
    const submitted: SubmittedReply<AgentRun<A>>[] = [];
    const feedback: string[] = [];
    let gate: Gate | undefined;

    async function settle(result: ReflectResult): Promise<AgentRun<A>> {
      const { reply, isExact } = findJudgedReply(submitted, result.output);
      const runs = submitted.map((each) => each.reply);
      if (session !== undefined) await cleanSession(session, before, runs, feedback, result.output);
      return settleRun(reply, runs, result, isExact);
    }

    /** The best draft is returned; the first run fails as it does without a gate. */
    async function fail(error: unknown): Promise<AgentRun<A>> {
      if (gate === undefined || signal?.aborted) throw error;
      return settle(await gate.fail(error));
    }

    for (let [next, by, how] = [input, agent, options]; ; ) {
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
      if (text.trim() === '') return gate === undefined ? reply : fail(new Error('the agent gave no text'));
      submitted.push({ text, reply });
      if (gate === undefined) {
        const systemPrompt = task.systemPrompt ?? (await (reply.lastAgent ?? agent).getSystemPrompt(reply.runContext));
        gate = engine.gate({ ...task, systemPrompt, input: messagesOf({ input: reply.input } as ModelRequest), signal });
      }
      const verdict = await gate.submit(text, {
        evidence: reply.output.flatMap(evidence),
        usage: sumOf(reply.rawResponses.map(({ usage }) => usageOf(usage))),
      });
      if (verdict.done) return settle(verdict.result);
      feedback.push(verdict.feedback);
      next = isKept ? verdict.feedback : [...reply.history, { role: 'user', content: verdict.feedback }];
      by = reply.lastAgent ?? agent;
      if (previousResponseId !== undefined) how = { ...options, previousResponseId: reply.lastResponseId ?? previousResponseId };
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
