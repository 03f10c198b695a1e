// The work behind a draft, for its verifiers: the tools that were called for it, and what they gave. It is put together when somebody looks.

import { isObject, type JsonObject } from '../check/kind.js';
import { copied } from '../check/plain.js';
import { messagesOf, textOf } from '../check/records.js';
import type { ToolRecord, ToolRecordInput } from '../given-types.js';
import { frozen } from '../load/memory.js';
import type { Json, Message, ModelCall, Step, Tool, VerifierContext } from '../types.js';

export type Work = Pick<VerifierContext, 'input' | 'messages' | 'toolCalls' | 'evidence'> & {
  /** The names of the task's tools; `undefined` behind a gate, whose host has them. */
  readonly tools?: readonly string[] | undefined;
};

/** A call of a tool by its id in the steps, one that a host or a model made itself, or a result without its call. */
type Called = { id: string; name?: undefined } | ToolRecord | string;

/** Which draft was revised, and what was called for each draft. */
export class WorkLog {
  /** What a draft revises, and what was called for it, by its index. */
  readonly #parents: (number | undefined)[] = [];
  readonly #called: Called[][] = [];

  /** A draft is asked for: its tools gave what the request ends with. */
  noteRequest({ draftIndex, parent, messages, n = 1 }: ModelCall): void {
    let from = messages.length;
    while (messages[from - 1]?.role === 'tool') from -= 1;
    if (parent === undefined && from === messages.length) return;
    for (let at = draftIndex; at < draftIndex + n; at += 1) {
      if (parent !== undefined) this.#parents[at] = parent;
      for (let place = from; place < messages.length; place += 1)
        this.#callsOf(at).push({ id: messages[place]?.toolCallId ?? '' });
    }
  }

  /** A model or a host gave a reply, and may say what was called for it. */
  noteReply(draftIndex: number, reply: Json): void {
    const results = isObject(reply) ? reply.toolResults : undefined;
    if (!Array.isArray(results)) return;
    const given = results.flatMap((one) => (typeof one === 'string' ? one : isObject(one) ? recordOf(one) : []));
    this.#callsOf(draftIndex).push(...given);
  }

  /** The work behind a draft: for what it revises, then for itself. The one loop of a gate's host works on all its drafts. */
  workOf(draftIndex: number, { input, systemPrompt, gate, tools }: JsonObject, steps: readonly Step[]): Work {
    const line: number[] = [];
    if (gate === true) line.push(...[...this.#called.keys()].filter((index) => index <= draftIndex));
    else for (let at: number | undefined = draftIndex; at !== undefined; at = this.#parents[at]) line.unshift(at);
    const asked = (typeof input === 'string' ? [{ role: 'user', content: input }] : input) as unknown as Message[];
    const question = asked.map(({ role }) => role).lastIndexOf('user');
    const before = callsIn(asked.slice(question + 1)) as (ToolRecord | string)[];
    const byId = recordsIn(steps);
    const called = [...before, ...line.flatMap((index) => this.#called[index] ?? [])];
    // Hosts may tell a call again with each draft.
    const all = new Map<string, ToolRecord | string>();
    for (const one of called) {
      const found = typeof one === 'string' || one.name !== undefined ? one : byId.get(one.id);
      if (found !== undefined)
        all.set(typeof found === 'string' || found.id !== '' ? JSON.stringify(found) : `${all.size}`, found);
    }
    const toolCalls = [...all.values()].filter((one) => typeof one !== 'string');
    const system = typeof systemPrompt === 'string' ? [{ role: 'system' as const, content: systemPrompt }] : [];
    return frozen(
      copied({
        input: input as unknown as Work['input'],
        messages: [...system, ...asked, ...toolCalls.slice(before.length).flatMap(messagesOf)],
        toolCalls,
        tools: gate === true ? undefined : ((tools ?? []) as unknown as Tool[]).map(({ name }) => name),
        evidence: [...all.values()].flatMap((one) => (typeof one === 'string' ? one : (resultOf(one) ?? []))),
      }),
    );
  }

  #callsOf(draftIndex: number): Called[] {
    this.#called[draftIndex] ??= [];
    return this.#called[draftIndex];
  }
}

/** The calls in messages, each with its result or, where its `metadata` says `isError`, its error; or in records. A result without its call is a text. */
export function callsIn(given: readonly (Message | ToolRecordInput)[]): (ToolRecordInput | string)[] {
  const calls = new Map<string, Pick<ToolRecord, 'id' | 'name' | 'arguments'>>();
  return given.flatMap((one) => {
    if (!('role' in one)) return one;
    for (const { id, name, arguments: args } of one.toolCalls ?? []) calls.set(id, { id, name, arguments: args });
    if (one.role !== 'tool') return [];
    const call = calls.get(one.toolCallId ?? '');
    const text = textOf(one);
    const isError = (one.metadata as { isError?: unknown } | undefined)?.isError === true;
    return call === undefined ? text : { ...call, [isError ? 'error' : 'result']: text };
  });
}

/** A record with neither result nor error is of a call that nobody answered. */
function recordOf({ id = '', name, arguments: args = null, result, error }: JsonObject): ToolRecord {
  const call = { id, name, arguments: args };
  return (typeof error === 'string' ? { ...call, error } : { ...call, ...(result !== undefined && { result }) }) as ToolRecord;
}

/** A reply for the core, to which a call and what it gave are one text. */
export function withTexts(reply: Json): Json {
  if (!isObject(reply) || !Array.isArray(reply.toolResults)) return reply;
  const texts = reply.toolResults.map((one) => {
    if (!isObject(one)) return one;
    const record = recordOf(one);
    return `${record.name}(${JSON.stringify(record.arguments)}): ${resultOf(record) ?? errorOf(record) ?? 'no result'}`;
  });
  return { ...reply, toolResults: texts };
}

function resultOf({ result, error }: ToolRecord): string | undefined {
  if (error !== undefined || result === undefined) return undefined;
  return typeof result === 'string' ? result : JSON.stringify(result);
}

/** As a model reads an error in a run. */
function errorOf({ error }: ToolRecord): string | undefined {
  return error === undefined ? undefined : JSON.stringify({ error });
}

/** What the steps say of each call of a tool. */
function recordsIn(steps: readonly Step[]): Map<string, ToolRecord> {
  const records = new Map<string, ToolRecord>();
  for (const step of steps) {
    if (step.type === 'tool_call') records.set(step.callId, { id: step.callId, name: step.toolName, arguments: step.args });
    const record = step.type === 'tool_result' ? records.get(step.callId) : undefined;
    if (step.type !== 'tool_result' || record === undefined) continue;
    Object.assign(record, step.error === undefined ? { result: step.result ?? null } : { error: step.error });
  }
  return records;
}
