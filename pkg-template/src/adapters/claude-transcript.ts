// What a transcript of Claude Code, of Codex or of Copilot says of the last turn: what the user asked for, what the agent did since, and what it said last.

import { bad } from '../check/checks.js';
import { isObject, type JsonObject } from '../check/kind.js';
import { describeError } from '../error.js';
import type { MessageInput } from '../given-types.js';
import type { Json, Message } from '../types.js';
import { asOfClaude } from './codex-transcript.js';
import { asOfCopilot } from './copilot-transcript.js';

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
 * A transcript is written some time after the agent has spoken: it is read until what was said last, where that is known, is in it, and what
 * the user asked for. No line
 * is read twice: each time goes on where the last whole line ended, and the event loop has its turn between the pieces of a long one.
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
    const { type, message, isMeta, isSidechain } = asOfClaude(entry ?? {}) ?? asOfCopilot(entry ?? {}) ?? entry ?? {};
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
