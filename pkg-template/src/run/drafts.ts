// Tells a page which draft is being written, and which were rejected or accepted.

import { isObject } from '../check/kind.js';
import { copied } from '../check/plain.js';
import type { DraftEvent, HostedResult, Json, ModelCall, ReflectionStep, Step } from '../types.js';
import { stripThinking, ThinkingFilter } from './thinking.js';

/** Where the deltas of one call go. */
export interface DeltaSink {
  /** Begins an attempt and returns where its pieces go. What an earlier attempt wrote is cleared, and its late pieces are dropped. */
  attempt?(): (delta: string) => void;
  /** The call gave this reply, or failed. */
  close(reply: Json | undefined): void;
}

/** Takes the pieces of a draft. `whole` shows one that has come to its end: no verifier may stop it. */
export interface DeltaTaker {
  (text: string): void;
  whole?: (text: string) => void;
}

export class DraftTracker {
  readonly #texts = new Map<number, string>();
  readonly #judged = new Map<number, ReflectionStep>();
  readonly #rejected = new Set<number>();
  /** Drafts that a page which clears rejected drafts shows no longer. */
  readonly #cleared = new Set<number>();
  /** Drafts that are being written: their text so far. */
  readonly #begun = new Map<number, string>();
  /** Every draft stays a candidate to the end: the strategy, which explains itself, is not `classic`. */
  #keeps = false;

  readonly #tell: (event: DraftEvent) => void;
  readonly #runId: string;
  readonly #whole: boolean;

  /** `whole`: a draft is reported in one piece, when it is whole. */
  constructor(tell: (event: DraftEvent) => void, runId: string, whole: boolean) {
    this.#tell = tell;
    this.#runId = runId;
    this.#whole = whole;
  }

  /** What has come of the first draft that is still being written. */
  get streamed(): string {
    return [...this.#begun.values()].find((text) => text !== '') ?? '';
  }

  /** A model call that writes a draft begins; `undefined` for the others. */
  begin(call: ModelCall): DeltaSink | undefined {
    if (call.purpose !== 'answer' && call.purpose !== 'revision') return undefined;
    const { draftIndex: first, n, ...one } = call;
    if (n !== undefined) {
      // Pieces of several drafts could not be told apart.
      return {
        close: (reply = '') => {
          for (const [at, each] of repliesIn(reply).entries()) this.begin({ ...one, draftIndex: first + at })?.close(each);
        },
      };
    }
    let filter = new ThinkingFilter();
    const { callId, draftIndex } = call;
    let announced = false;
    const tell = (delta: string): void => {
      if (delta === '') return;
      if (!announced) this.#replaced(draftIndex);
      announced = true;
      this.#piece(draftIndex, callId, delta);
    };
    const came = (delta: string): void => {
      this.#begun.set(draftIndex, (this.#begun.get(draftIndex) ?? '') + delta);
      if (!this.#whole) tell(delta);
    };
    return {
      attempt: () => {
        if (announced) this.#clear(draftIndex);
        announced = false;
        this.#begun.delete(draftIndex);
        const own = new ThinkingFilter();
        filter = own;
        return (delta) => {
          if (filter === own) came(own.filterDelta(delta));
        };
      },
      close: (reply) => {
        const text = reply === undefined ? '' : draftOf(reply);
        if (text !== '') {
          came(filter.filterDelta('', true));
          if (this.#whole) tell(this.#begun.get(draftIndex) ?? '');
          if (!announced) this.#replaced(draftIndex);
          this.#texts.set(draftIndex, text);
        } else if (announced) this.#clear(draftIndex);
        this.#begun.delete(draftIndex);
      },
    };
  }

  step(step: Step): void {
    if ('why' in step) this.#keeps = true;
    // A copy: the step goes to an observer, who may change it.
    if (step.type === 'reflection') this.#judged.set(step.draftIndex, copied(step));
  }

  done({ accepted, output, trace: { draftIndex, drafts, dropped } }: HostedResult): void {
    const last = drafts.at(-1)?.index ?? -1;
    const kept = new Set(drafts.map(({ index }) => index));
    for (const index of this.#texts.keys()) {
      // Drafts that a cap left out are before the last one.
      const isDraft = kept.has(index) || (dropped > 0 && index < last);
      if (!isDraft) this.#clear(index);
      else if (index !== draftIndex) this.#reject(index);
    }
    for (const [index, step] of this.#judged) {
      if (step.needsRevision && index !== draftIndex) this.#reject(index);
    }
    const returned = drafts.find(({ index }) => index === draftIndex);
    // The draft that was to replace it came to nothing.
    if (returned !== undefined && this.#cleared.has(draftIndex)) this.#piece(draftIndex, returned.callId, output);
    if (accepted) this.#tell({ type: 'draft.accepted', runId: this.#runId, draftIndex, text: output });
  }

  /** A draft can be shown, in place of those before it. */
  #replaced(draftIndex: number): void {
    // The model was asked once more: its first text could not be used.
    if (this.#texts.delete(draftIndex)) this.#clear(draftIndex);
    for (const index of this.#texts.keys()) {
      if (index < draftIndex && !this.#keeps) this.#reject(index);
    }
  }

  #piece(draftIndex: number, callId: string, delta: string): void {
    this.#cleared.delete(draftIndex);
    this.#tell({ type: 'draft.delta', runId: this.#runId, draftIndex, callId, delta });
  }

  #clear(draftIndex: number, report: { text?: string; score?: number; issues?: string[] } = {}): void {
    this.#cleared.add(draftIndex);
    this.#tell({ type: 'draft.rejected', runId: this.#runId, draftIndex, ...report });
  }

  #reject(draftIndex: number): void {
    if (this.#rejected.has(draftIndex)) return;
    this.#rejected.add(draftIndex);
    const text = this.#texts.get(draftIndex);
    const { score, issues } = this.#judged.get(draftIndex) ?? {};
    this.#clear(draftIndex, {
      ...(text !== undefined && { text }),
      ...(score !== undefined && { score }),
      ...(issues !== undefined && { issues }),
    });
  }
}

/** The replies in a model's plain reply: each of its `contents`, the first with the fields that concern all; else the reply itself. */
export function repliesIn(reply: Json): Json[] {
  if (!isObject(reply) || !Array.isArray(reply.contents)) return [reply];
  const { contents, ...whole } = reply;
  const { finishReason = null, usage = null } = whole;
  // Tokens that were reported are counted once.
  const further = { finishReason, usage: usage && {} };
  return contents.map((one, at) => ({ ...(at === 0 ? whole : further), ...(isObject(one) ? one : { content: one }) }));
}

/** The draft in a model's plain reply; empty for a tool turn and for what is not a draft. */
export function draftOf(reply: Json): string {
  const asksTools = isObject(reply) && Array.isArray(reply.toolCalls) && reply.toolCalls.length > 0;
  return asksTools ? '' : stripThinking(contentText(reply));
}

/** The text of a model's plain reply, of its parts one after the other. */
export function contentText(reply: Json): string {
  const content = isObject(reply) ? reply.content : reply;
  const parts = Array.isArray(content) ? content.map((part) => isObject(part) && part.type === 'text' && part.text) : [content];
  return parts.filter((text) => typeof text === 'string').join('');
}
