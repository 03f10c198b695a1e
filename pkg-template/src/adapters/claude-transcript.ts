// What a transcript of Claude Code, or of Codex, says of the last turn: what the user asked for, what the agent did since, and what it said last.

import { bad } from '../check/checks.js';
import { isObject, type JsonObject } from '../check/kind.js';
import type { Json, Message } from '../types.js';
import { asOfClaude } from './codex-transcript.js';

/** Results of tools that a critic is shown at most, the last ones, and characters of one. */
const RESULTS = 30;
const RESULT_CHARS = 2_000;
/** How often, and after how many milliseconds, a transcript that lags behind is read again. */
const READS = 20;
const PAUSE_MS = 100;

interface Turn {
  input: string;
  draft: string;
  evidence: Message[];
  /** Lines that are no JSON, as the last one may be while it is written. */
  broken: number;
}

/** A transcript is written some time after the agent has spoken: it is read until what was said last, where that is known, is in it. */
export async function turnOf(read: () => Promise<string>, last: unknown): Promise<Turn> {
  for (let left = typeof last === 'string' ? READS : 0; ; left -= 1) {
    const text = await read().catch((thrown: unknown) => {
      if (left === 0) throw thrown;
      return '';
    });
    const turn = turnIn(text);
    const isWhole = turn.input !== '' && turn.draft !== '' && String(last).includes(turn.draft);
    if (left === 0 && turn.input === '') throw bad('the transcript has no message of a user');
    if (left === 0 || isWhole) return typeof last === 'string' ? { ...turn, draft: last } : turn;
    await new Promise((wake) => setTimeout(wake, PAUSE_MS));
  }
}

function turnIn(text: string): Turn {
  const turn: Turn = { input: '', draft: '', evidence: [], broken: 0 };
  for (const line of text.split('\n').filter((line) => line.trim() !== '')) {
    const entry = objectIn(line);
    if (entry === undefined) turn.broken += 1;
    const { type, message, isMeta, isSidechain } = asOfClaude(entry ?? {}) ?? entry ?? {};
    // Other entries hold messages, too: requests as they were sent, and what agents below this one did.
    if ((type !== 'user' && type !== 'assistant') || !isObject(message) || isMeta === true || isSidechain === true) continue;
    const { content = '' } = message as JsonObject;
    const blocks = Array.isArray(content) ? objectsIn(content) : [{ type: 'text', text: content }];
    const words = textOf(blocks);
    if (type === 'user' && words !== '') Object.assign(turn, { input: words, draft: '', evidence: [] });
    if (type === 'assistant' && words !== '') turn.draft = words;
    turn.evidence.push(...blocks.flatMap(evidenceIn));
  }
  return { ...turn, evidence: turn.evidence.slice(-2 * RESULTS) };
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
