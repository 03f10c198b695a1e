/**
 * Agents of the AI SDK (version 6 or 7) with a gate.
 * @packageDocumentation
 */

import type { LanguageModelV3StreamPart as Piece } from '@ai-sdk/provider';
import type { Agent, generateText, ModelMessage } from 'ai';
import { badSettings } from '../check/checks.js';
import type { Gate } from '../engine/gate.js';
import type { MessageInput } from '../given-types.js';
import type { ReflectResult, Screen } from '../types.js';
import { checkClient, checkGate, type GatedOptions } from './check.js';
import { type AgentReply, type GatedRun, openRun, type StreamPart, withoutDrafts } from './gated-run.js';
import { liveReply, shareStream, showReplies } from './gated-stream.js';
import type { DataWriter } from './reflected-types.js';
import { asReasoning } from './reply.js';

export type { GatedOptions } from './check.js';
export type { DataWriter, ShownDraft } from './reflected-types.js';

export interface GatedStreamOptions extends GatedOptions {
  /**
   * How `stream` shows drafts while they are written, before the answer: as reasoning, as parts `data-reflect` (with `writer`), or not.
   * Default: `reasoning`.
   */
  drafts?: 'reasoning' | 'data' | 'none' | undefined;
  /** The writer of `createUIMessageStream`, for `drafts: 'data'`. */
  writer?: DataWriter | undefined;
}

type Instructions = string | { content: string };
type Asked = { prompt?: string | ModelMessage[]; messages?: ModelMessage[]; abortSignal?: AbortSignal };

/** An agent of the AI SDK. Its results have the gate's result as `reflection`. Check its `status`: an unaccepted text is returned, too. */
export type Gated<A extends AnyAgent> = Pick<A, 'version' | 'id' | 'tools'> & {
  generate(options: Parameters<A['generate']>[0]): Promise<Awaited<ReturnType<A['generate']>> & { reflection?: ReflectResult }>;
  stream(
    options: Parameters<A['stream']>[0],
  ): Promise<Awaited<ReturnType<A['stream']>> & { reflection: Promise<ReflectResult | undefined> }>;
};
type AnyAgent = Pick<Agent, 'version' | 'id' | 'tools'> & {
  [How in 'generate' | 'stream']: (options: never) => PromiseLike<object>;
};

/**
 * An agent of the AI SDK (version 6 or 7) whose answers are judged. What is missing goes back into its own loop, tools and all, until the
 * answer is accepted or the budget is spent. Each draft is one `generate`, or `stream`, of the agent. A stream shows at once what tools do,
 * and the text when it is known. A reply that waits for somebody (an approval, a tool that runs elsewhere) goes through unjudged.
 */
export function gated<A extends AnyAgent>(agent: A, options: GatedStreamOptions): Gated<A> {
  checkClient(['gated', 'agent', 'generate', 'a `ToolLoopAgent` of ai 6 or 7'], agent);
  checkGate('gated', options, { drafts: ['reasoning', 'data', 'none'], writer: 'object' });
  const { engine, task, drafts = 'reasoning', writer } = options;
  if (drafts === 'data' && !writer) throw badSettings('`writer` is missing: give that of `createUIMessageStream`');
  const { settings } = agent as { settings?: { toolApproval?: Approval } };
  // The SDK of version 6 would run its tools unasked.
  if (task.actions && !(settings && 'onEnd' in settings)) throw badSettings('`actions` need a `ToolLoopAgent` of ai 7');
  const inner = agent as unknown as Record<'generate' | 'stream', (options: object) => PromiseLike<AgentReply>>;

  function openGate(how: 'generate' | 'stream', { prompt = [], messages, ...more }: Asked): GatedRun {
    const given = messages ?? (typeof prompt === 'string' ? [{ role: 'user' as const, content: prompt }] : prompt);
    const turns = withoutDrafts(given);
    const systemPrompt = task.systemPrompt ?? instructionsOf(agent);
    const gate = engine.gate({ ...task, systemPrompt, input: turns.flatMap(plain), signal: more.abortSignal });
    const guard = task.actions && { toolApproval: approvalOf(gate, settings?.toolApproval) };
    return openRun(gate, turns, async (messages) => inner[how]({ ...more, ...guard, messages }), more.abortSignal);
  }

  function screenOf(give: (part: StreamPart) => void): Screen['draft'] {
    if (drafts === 'data')
      return engine.drafts((data) => writer?.write({ type: 'data-reflect', id: `draft-${data.draft}`, data }));
    return drafts === 'reasoning' ? asReasoning((piece) => give(streamPart(piece))) : () => {};
  }

  async function stream(asked: Asked): Promise<AgentReply> {
    const run = openGate('stream', asked);
    const first = await run.begin();
    const shared = shareStream();
    const { give, close } = shared;
    const returned = run.judgeReplies(first, showReplies(give, screenOf(give), task.redact));
    returned
      .catch((error: unknown) => give(asked.abortSignal?.aborted ? { type: 'abort' } : { type: 'error', error }))
      .finally(close);
    return liveReply(first, returned, shared);
  }

  async function generate(asked: Asked): Promise<AgentReply> {
    const run = openGate('generate', asked);
    return run.judgeReplies(await run.begin());
  }

  const { version, id, tools } = agent;
  return { version, id, tools, generate, stream } as unknown as Gated<A>;
}

type Approval = Parameters<typeof generateText>[0]['toolApproval'];
type Asking = { toolCall: { toolName: string; toolCallId: string; input: unknown }; toolsContext?: { [tool: string]: unknown } };

/** What is allowed goes on to the agent's own approvals. */
function approvalOf(gate: Gate, own: Approval) {
  return async (asking: Asking) => {
    const { toolName, toolCallId, input } = asking.toolCall;
    const verdict = await gate.mayCall(toolName, input);
    if (!verdict.allow) return { type: 'denied', reason: verdict.feedback };
    if (typeof own === 'function') return own(asking as never);
    const one = own?.[toolName];
    return typeof one === 'function'
      ? one(input as never, { ...asking, toolCallId, toolContext: asking.toolsContext?.[toolName] } as never)
      : one;
  };
}

/** The instructions that a `ToolLoopAgent` was made with: its types do not show them. */
function instructionsOf(agent: object): string | undefined {
  const { settings } = agent as { settings?: { instructions?: Instructions | Instructions[] } };
  const given = [settings?.instructions ?? []].flat();
  return given.map((one) => (typeof one === 'string' ? one : one.content)).join('\n\n') || undefined;
}

/** A piece of a language model as a part of the SDK's own stream. */
function streamPart(piece: Piece): StreamPart {
  return piece.type === 'reasoning-delta' ? { ...piece, text: piece.delta } : (piece as StreamPart);
}

function plain({ role, content }: ModelMessage): MessageInput[] {
  const text = typeof content === 'string' ? content : content.map((part) => ('text' in part ? part.text : '')).join('');
  return role === 'tool' || text === '' ? [] : [{ role, content: text }];
}
