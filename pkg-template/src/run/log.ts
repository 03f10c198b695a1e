// The log of a run's inputs, from which a snapshot is written when somebody asks for it.

import type { Answer } from '../calls.js';
import { jsonText } from '../plain.js';
import type { Call, Json } from '../types.js';

/** One input of a run, with its time in milliseconds. */
export type Entry = { at: number } & (
  | { do: 'advance' }
  | { do: 'reply'; call: string; value: Json }
  | { do: 'fail'; call: string; code: string; message: string }
  | { do: 'abort'; message: string; unmade: string[] }
  | { do: 'review'; accepted: boolean; message: string | null }
  | { do: 'restore'; value: Json }
);

/** That a call came to this. */
export function entryOf({ callId: call }: Call, answer: Answer, at: number): Entry {
  if ('error' in answer) return { at, do: 'fail', call, ...answer.error };
  return { at, do: 'reply', call, value: 'modelAnswer' in answer ? (answer.modelAnswer as unknown as Json) : answer.reply };
}

/** What identifies a run. */
interface Identity {
  seed: number;
  key: string;
  startedMs: number;
  runId: string;
}

export const FORMAT = 'reflect-engine/run';
export const VERSION = 1;

export class LogKeeper {
  /** What the run was made of: its settings and its task, as JSON. */
  private readonly origin: () => string;
  private readonly identity: Identity;
  private readonly entries: Entry[] = [];

  constructor(origin: () => string, identity: Identity) {
    this.origin = origin;
    this.identity = identity;
  }

  get length(): number {
    return this.entries.length;
  }

  add(entry: Entry): void {
    this.entries.push(entry);
  }

  /** What a call was answered with. */
  replyTo(callId: string): Json | undefined {
    const entry = this.entries.find((entry) => entry.do === 'reply' && entry.call === callId);
    return entry?.do === 'reply' ? entry.value : undefined;
  }

  /** The run as versioned JSON; `stepsShown` steps were shown. */
  snapshot(stepsShown: number): string {
    const head = JSON.stringify({ format: FORMAT, version: VERSION });
    const rest = jsonText({ ...this.identity, shown: stepsShown, log: this.entries } as unknown as Json);
    return `${head.slice(0, -1)},"run":${this.origin()},${rest.slice(1)}`;
  }
}
