/**
 * Agents of the OpenAI Agents SDK with a gate.
 * @packageDocumentation
 */

import { type AgentOutputItem, type ModelRequest, type NonStreamRunOptions, run } from '@openai/agents';
import type { Gate } from '../engine/gate.js';
import { evidenceOf } from '../engine/gates.js';
import type { Message } from '../types.js';
import type { AgentRun, AnyAgent, GatedAgent, GatedAgentOptions, Input } from './agents-gate-types.js';
import { messagesOf } from './agents-items.js';
import { checkClient, checkGate } from './check.js';
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
    const replies: AgentRun<A>[] = [];
    let gate: Gate | undefined;
    for (let [next, by, how] = [input, agent, options]; ; ) {
      const reply: AgentRun<A> = await runner.run(by, next, how);
      await reply.completed;
      const output = reply.interruptions.length > 0 ? '' : (reply.finalOutput ?? '');
      const text = typeof output === 'string' ? output : JSON.stringify(output);
      if (text.trim() === '') return reply;
      replies.push(reply);
      gate ??= engine.gate({ ...task, input: messagesOf({ input: reply.input } as ModelRequest), signal });
      const verdict = await gate.submit(text, {
        evidence: reply.output.flatMap(evidence),
        usage: sumOf(reply.rawResponses.map(({ usage }) => usage)),
      });
      if (verdict.done) {
        const returned = replies[verdict.result.trace.draftIndex] ?? reply;
        return Object.defineProperty(returned, 'reflection', { value: verdict.result });
      }
      next = isKept ? verdict.feedback : [...reply.history, { role: 'user', content: verdict.feedback }];
      by = reply.lastAgent ?? agent;
      if (previousResponseId !== undefined) how = { ...options, previousResponseId: reply.lastResponseId ?? previousResponseId };
    }
  }

  return { run: loop } as unknown as GatedAgent<A>;
}

function evidence(item: AgentOutputItem, _: number, all: AgentOutputItem[]): Message[] {
  if (item.type !== 'function_call') return [];
  const { callId: id, name } = item;
  const result = all.find((other) => other.type === 'function_call_result' && other.callId === id);
  const output = result?.type === 'function_call_result' ? result.output : undefined;
  const text = typeof output === 'object' && 'text' in output ? output.text : output;
  return text === undefined ? [] : evidenceOf({ id, name, args: argumentsOf(item.arguments), result: text });
}
