// A Stop hook of Claude Code, Codex, Copilot or Gemini, in a command or in the Agent SDK: reads the last turn of a transcript, and answers.

import { bad } from '../check/checks.js';
import { isObject, type JsonObject } from '../check/kind.js';
import type { Gate } from '../engine/gate.js';
import { describeError } from '../error.js';
import type { MessageInput } from '../given-types.js';
import type { Json, Message, ReflectResult } from '../types.js';
import { argumentsOf } from './messages.js';

export type StopInput = {
  readonly stop_hook_active?: unknown;
  readonly last_assistant_message?: unknown;
  /** Of Gemini CLI, in place of a transcript. */
  readonly prompt?: unknown;
  readonly prompt_response?: unknown;
};
export type StopAnswer = { decision: 'block'; reason: string } | { systemMessage: string };

export interface StopGate {
  /** The path of the transcript. */
  transcript: string;
  /** The gate of this turn: a new one for what the user asked, or the one that sent the agent back; `undefined` where it is lost. */
  open(input: MessageInput[], wasSentBack: boolean): Promise<Gate | undefined>;
  /** Keeps a gate that sends the agent back; without one the turn is over. */
  keep(gate?: Gate): unknown;
  onResult?: ((result: ReflectResult) => void) | undefined;
  /** Gets oddities that stop nothing. */
  note?: ((text: string) => void) | undefined;
}

/** What a hook before a tool answers where the tool may not be called. */
export function denied(reason: string) {
  const decision = {
    hookEventName: 'PreToolUse' as const,
    permissionDecision: 'deny' as const,
    permissionDecisionReason: reason,
  };
  return { hookSpecificOutput: decision };
}

/** Judges what an agent has done since its user wrote: it is sent back, or may stop. Nothing is said of an agent that said nothing. */
export async function atStop(hook: StopInput, stop: StopGate): Promise<StopAnswer | undefined> {
  const { input, draft, evidence, broken } = toldTurn(hook) ?? (await turnOf(stop.transcript, hook.last_assistant_message));
  if (broken > 0) stop.note?.(`lines of the transcript that are no JSON are passed over: ${broken}`);
  if (draft.trim() === '') return undefined;
  const gate = await stop.open(input, hook.stop_hook_active === true);
  if (gate === undefined) return undefined;
  const verdict = await gate.submit(draft, { evidence });
  await stop.keep(verdict.done ? undefined : gate);
  if (!verdict.done) return { decision: 'block', reason: verdict.feedback };
  stop.onResult?.(verdict.result);
  const { accepted, acceptedBy, stopReason, reviewReasons, workspace } = verdict.result;
  const reasons = [...new Set<string>([stopReason, ...reviewReasons])].join(', ');
  const files = workspace === undefined ? '' : `; ${workspace.message}`;
  return {
    systemMessage: `reflect-engine: ${accepted ? `accepted by the ${acceptedBy}` : `nobody accepted this (${reasons})`}${files}`,
  };
}

/** The turn in the words of the hook itself. */
function toldTurn({ prompt, prompt_response: draft }: StopInput): Turn | undefined {
  if (typeof prompt !== 'string' || typeof draft !== 'string') return undefined;
  return { input: [{ role: 'user', content: prompt }], draft, evidence: [], broken: 0 };
}

/** Results of tools that a critic is shown at most, the last ones, and characters of one. */
const RESULTS = 30;
const RESULT_CHARS = 2_000;
/** Messages of the conversation that are kept, the last ones. */
const MESSAGES = 40;
/** How often, and after how many milliseconds, a transcript that lags behind is read again. */
const READS = 20;
const PAUSE_MS = 100;

export interface Turn {
  /** The conversation, up to what the user asked for last. */
  input: MessageInput[];
  draft: string;
  evidence: Message[];
  /** Lines that are no JSON, as the last one may be while it is written. */
  broken: number;
}

/**
 * Reads the last turn from a transcript. A transcript is written some time after the agent has spoken: it is read until it holds what the
 * user asked for and, where that is known, the agent's last words. No line is read twice: each time goes on where the last whole line ended,
 * and the event loop has its turn between the pieces of a long one.
 */
export async function turnOf(path: string, last: unknown): Promise<Turn> {
  const { createReadStream } = (await import(FILES)) as {
    createReadStream(path: string, from: { start: number }): AsyncIterable<Uint8Array>;
  };
  const whole: Turn = { input: [], draft: '', evidence: [], broken: 0 };
  let start = 0;
  for (let left = READS; ; left -= 1) {
    const turn = { ...whole };
    try {
      let rest: Uint8Array[] = [];
      for await (const piece of createReadStream(path, { start })) {
        const end = piece.lastIndexOf(NEW_LINE) + 1;
        if (end > 0) {
          const lines = [...rest, piece.subarray(0, end)];
          readLines(textIn(lines), whole);
          for (const { length } of lines) start += length;
          rest = [];
        }
        rest.push(piece.subarray(end));
      }
      Object.assign(turn, whole);
      readLines(textIn(rest), turn);
    } catch (thrown) {
      if (left === 0) throw bad(`${path} cannot be read: ${describeError(thrown)}`);
    }
    const isWhole = turn.input.length > 0 && (typeof last !== 'string' || (turn.draft !== '' && last.includes(turn.draft)));
    if (left === 0 && turn.input.length === 0) throw bad('the transcript has no message of a user');
    if (left === 0 || isWhole) return typeof last === 'string' ? { ...turn, draft: last } : turn;
    await new Promise((wake) => setTimeout(wake, PAUSE_MS));
  }
}

/** Named by a variable, so that no bundler looks for it. */
const FILES = 'node:fs';
const NEW_LINE = 10;

function textIn(pieces: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
}

function readLines(text: string, turn: Turn): void {
  for (const line of text.split('\n').filter((line) => line.trim() !== '')) {
    const entry = objectIn(line);
    if (entry === undefined) turn.broken += 1;
    const { type, message, isMeta, isSidechain } =
      codexToClaudeEntry(entry ?? {}) ?? copilotToClaudeEntry(entry ?? {}) ?? entry ?? {};
    // Other entries hold messages, too: requests as they were sent, and what agents below this one did.
    if ((type !== 'user' && type !== 'assistant') || !isObject(message) || isMeta === true || isSidechain === true) continue;
    const { content = '' } = message as JsonObject;
    const blocks = Array.isArray(content) ? objectsIn(content) : [{ type: 'text', text: content }];
    const words = textOf(blocks);
    if (type === 'user' && words !== '') {
      const said: MessageInput[] = turn.draft === '' ? [] : [{ role: 'assistant', content: turn.draft }];
      const all: MessageInput[] = [...turn.input, ...said, { role: 'user', content: words }];
      Object.assign(turn, { input: all.slice(-MESSAGES), draft: '', evidence: [] });
    }
    if (type === 'assistant' && words !== '') turn.draft = words;
    turn.evidence = [...turn.evidence, ...blocks.flatMap(evidenceIn)].slice(-2 * RESULTS);
  }
}

function evidenceIn({ type, id, name, input = null, tool_use_id: of, content, is_error }: JsonObject): Message[] {
  if (type === 'tool_use')
    return [{ role: 'assistant', content: '', toolCalls: [{ id: String(id), name: String(name), arguments: input }] }];
  if (type !== 'tool_result') return [];
  const result = Array.isArray(content) ? textOf(objectsIn(content)) : String(content ?? '');
  const failed = is_error === true && { metadata: { isError: true } };
  return [{ role: 'tool', toolCallId: String(of), content: result.slice(-RESULT_CHARS), ...failed }];
}

const objectsIn = (list: readonly Json[]): JsonObject[] => list.filter((one) => isObject(one)) as JsonObject[];

function textOf(blocks: JsonObject[]): string {
  const texts = blocks.map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : ''));
  return texts.join('').trim();
}

function objectIn(line: string): JsonObject | undefined {
  try {
    const entry = JSON.parse(line) as Json;
    return isObject(entry) ? (entry as JsonObject) : {};
  } catch {
    return undefined;
  }
}

/**
 * An entry of Codex as Claude Code would have written it. Of its messages those are read that its screen shows: the others are what went
 * to the model, hooks and environment included.
 */
function codexToClaudeEntry({ type, payload }: JsonObject): JsonObject | undefined {
  if (!isObject(payload)) return undefined;
  const { item, type: kind, call_id: id, name = 'a tool', arguments: args, input = args, output } = payload as JsonObject;
  if (type === 'event_msg' && kind === 'item_completed' && isObject(item)) {
    const role = { UserMessage: 'user', AgentMessage: 'assistant' }[String(item.type)];
    if (role === undefined) return undefined;
    const content = Array.isArray(item.content) ? item.content.filter((part) => isObject(part)) : [];
    return { type: role, message: { content: content.map(({ text = '' }) => ({ type: 'text', text })) } };
  }
  if (type !== 'response_item' || id === undefined) return undefined;
  const called = { type: 'tool_use', id, name, input: typeof input === 'string' ? argumentsOf(input) : (input ?? null) };
  const result = { type: 'tool_result', tool_use_id: id, content: typeof output === 'string' ? output : JSON.stringify(output) };
  return output === undefined
    ? { type: 'assistant', message: { content: [called] } }
    : { type: 'user', message: { content: [result] } };
}

/** An entry of Copilot CLI as Claude Code would have written it, or nothing where it says nothing of the turn. */
function copilotToClaudeEntry({ type, data }: JsonObject): JsonObject | undefined {
  if (typeof type !== 'string' || !isObject(data)) return undefined;
  const { content = '', toolRequests = [], toolCallId: id, result = null, error, success } = data;
  const entry = (type: string, blocks: Json[]): JsonObject => ({ type, message: { role: type, content: blocks } });
  if (type === 'user.message') return entry('user', [{ type: 'text', text: content }]);
  if (type === 'assistant.message') {
    const calls = (Array.isArray(toolRequests) ? toolRequests : []).map((call) => {
      const { toolCallId: id, name, arguments: input } = call as JsonObject;
      return { type: 'tool_use', id, name, input } as Json;
    });
    return entry('assistant', [{ type: 'text', text: content }, ...calls]);
  }
  if (type !== 'tool.execution_complete') return undefined;
  const said = success === false ? (error as JsonObject | undefined)?.message : (result as JsonObject | null)?.content;
  return entry('user', [
    { type: 'tool_result', tool_use_id: id ?? null, content: String(said ?? ''), ...(success === false && { is_error: true }) },
  ]);
}
