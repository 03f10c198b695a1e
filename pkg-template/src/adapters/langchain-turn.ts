// What an agent of LangChain did since it was last told something, for `reflectMiddleware`.

import { callbackHandlerPrefersStreaming } from '@langchain/core/callbacks/base';
import type { UsageMetadata } from '@langchain/core/messages';
import type { RunnableConfig } from '@langchain/core/runnables';
import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons';
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from 'langchain';
import type { MessageInput, ToolRecordInput } from '../given-types.js';
import type { Usage } from '../types.js';
import { sumOf } from './messages.js';

/** A draft that went back. */
export interface Round {
  /** The message behind which it was. */
  after: string | undefined;
  draft: string;
  feedback: string;
}

export interface Turn {
  input: MessageInput[];
  /** Nothing where a tool has the last word. */
  text: string | undefined;
  evidence: ToolRecordInput[];
  usage: Usage | undefined;
  finishReason: string | undefined;
}

/** Why a model stopped, in its provider's word: the last two are those of Ollama and of OpenAI's responses. */
export function finishOf({ response_metadata }: Pick<BaseMessage, 'response_metadata'>): string | undefined {
  const end = (response_metadata ?? {}) as { [key: string]: string | undefined };
  return end.finish_reason ?? end.stop_reason ?? end.finishReason ?? end.done_reason ?? end.status;
}

/** The turn behind a message, or behind the last one of a person. */
export function turnOf(messages: readonly BaseMessage[], after: string | undefined): Turn {
  const asked = lastOf(messages, 'human') + 1;
  const turn = messages.slice(Math.max(asked, messages.findIndex(({ id }) => id !== undefined && id === after) + 1));
  const last = turn.at(-1);
  return {
    input: messages.slice(0, asked).flatMap(plain),
    text: last === undefined || last.type === 'ai' ? (last?.text ?? '') : undefined,
    evidence: turn.slice(0, Math.max(lastOf(turn, 'ai'), 0)).flatMap(evidence),
    usage: usageOf(turn),
    finishReason: last && finishOf(last),
  };
}

/** The messages for the model: drafts that went back, and what was said of them, stand where they were. */
export function insertRounds(messages: readonly BaseMessage[], rounds: readonly Round[], source: string): BaseMessage[] {
  const list = [...messages];
  for (const { after, draft, feedback } of [...rounds].reverse()) {
    const at = list.findIndex(({ id }) => id !== undefined && id === after);
    const said = new HumanMessage({ content: feedback, additional_kwargs: { lc_source: source } });
    list.splice(at === -1 ? lastOf(list, 'human') + 1 : at + 1, 0, new AIMessage(draft), said);
  }
  return list;
}

/** The ids of the messages that are the draft: the last one and, for a structured response by a tool, the call and its result. */
export function draftOf(messages: readonly BaseMessage[], draft: string): string[] {
  const [call, result, last] = messages.slice(-3);
  const isCalled =
    AIMessage.isInstance(call) && call.tool_calls?.length === 1 && ToolMessage.isInstance(result) && result.text === draft;
  return (isCalled ? [call, result, last] : [messages.at(-1)]).flatMap((message) => message?.id ?? []);
}

/** Whether an error is none: LangGraph throws its interrupts. */
export function isControl(error: unknown): boolean {
  return (error as { is_bubble_up?: unknown } | undefined)?.is_bubble_up === true;
}

function lastOf(messages: readonly BaseMessage[], type: string): number {
  return messages.map((message) => message.type).lastIndexOf(type);
}

const ROLES: { readonly [type: string]: 'user' | 'assistant' | 'system' } = { human: 'user', ai: 'assistant', system: 'system' };

function plain({ type, text }: BaseMessage): MessageInput[] {
  const role = ROLES[type];
  return role === undefined || text === '' ? [] : [{ role, content: text }];
}

function evidence(message: BaseMessage, _: number, turn: readonly BaseMessage[]): ToolRecordInput[] {
  const calls = AIMessage.isInstance(message) ? (message.tool_calls ?? []) : [];
  return calls.flatMap(({ id = '', name, args }) => {
    const gave = turn.find((other): other is ToolMessage => ToolMessage.isInstance(other) && other.tool_call_id === id);
    if (gave === undefined) return [];
    return { id, name, arguments: args, [gave.status === 'error' ? 'error' : 'result']: gave.text };
  });
}

function usageOf(turn: readonly BaseMessage[]): Usage | undefined {
  const all = turn.flatMap((message) => (message as AIMessage).usage_metadata ?? []) as UsageMetadata[];
  return all.length > 0 ? sumOf(all.map(tokensOf)) : undefined;
}

export function tokensOf(usage: UsageMetadata): Usage {
  return {
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    cachedTokens: usage.input_token_details?.cache_read,
    reasoningTokens: usage.output_token_details?.reasoning,
  };
}

/**
 * Options of a call that no stream shows. The tag is LangChain's own; `streamEvents` does not read it, so the handlers behind streams are
 * left out, too. Tracers and a user's own callbacks still see the call, with its tag.
 */
export function hideFromStreams(): Pick<RunnableConfig, 'tags' | 'callbacks'> {
  const tags = ['nostream'];
  const { callbacks } = currentConfig();
  if (callbacks === undefined || Array.isArray(callbacks)) return { tags };
  const others = callbacks.copy();
  for (const handler of callbacks.handlers) if (callbackHandlerPrefersStreaming(handler)) others.removeHandler(handler);
  return { tags, callbacks: others };
}

/** Runs a function inside which no call of LangChain is shown by a stream. */
export function runHidden<R>(run: () => Promise<R>): Promise<R> {
  return AsyncLocalStorageProviderSingleton.runWithConfig({ ...currentConfig(), ...hideFromStreams() }, run);
}

/** The config of the node that runs. */
function currentConfig(): RunnableConfig {
  return (AsyncLocalStorageProviderSingleton.getRunnableConfig() ?? {}) as RunnableConfig;
}
