// The log of a run's inputs, from which a snapshot is written when somebody asks for it.

import { jsonText } from '../plain.js';
import type { Json } from '../types.js';

/** One thing that a run was told, with its time in milliseconds. */
export type Entry = { at: number } & (
  | { do: 'advance' }
  | { do: 'reply'; call: string; value: Json }
  | { do: 'fail'; call: string; code: string; message: string }
  | { do: 'abort'; message: string; unmade: string[] }
  | { do: 'review'; accepted: boolean; message: string | null }
);

/** What a run was made of: its settings and its task, as JSON; or the snapshot that it was restored from. */
export type Origin = { made: () => string } | { restored: string };

/** What identifies a run. */
interface Identity {
  seed: number;
  key: string;
  startedMs: number;
  runId: string;
}

interface Snapshot extends Identity {
  format: string;
  version: number;
  run: unknown;
  shown: number;
  log: Entry[];
}

const FORMAT = 'reflect-engine/run';
const VERSION = 1;

export class LogKeeper {
  private readonly origin: Origin;
  private readonly identity: Identity;
  private readonly entries: Entry[] = [];

  constructor(origin: Origin, identity: Identity) {
    this.origin = origin;
    this.identity = identity;
  }

  add(entry: Entry): void {
    this.entries.push(entry);
  }

  /** What a call was answered with. */
  replyTo(callId: string): Json | undefined {
    const { origin, entries } = this;
    const before = 'restored' in origin ? (JSON.parse(origin.restored) as Snapshot).log : [];
    const isReply = (entry: Entry): boolean => entry.do === 'reply' && entry.call === callId;
    const entry = entries.find(isReply) ?? before.find(isReply);
    return entry?.do === 'reply' ? entry.value : undefined;
  }

  /** The run as versioned JSON; `shown` steps were shown. */
  snapshot(shown: number): string {
    const { origin, identity, entries } = this;
    if ('restored' in origin) {
      const before = JSON.parse(origin.restored) as Snapshot;
      return jsonText({ ...before, runId: identity.runId, shown, log: [...before.log, ...entries] } as unknown as Json);
    }
    const head = JSON.stringify({ format: FORMAT, version: VERSION });
    const rest = jsonText({ ...identity, shown, log: entries } as unknown as Json);
    return `${head.slice(0, -1)},"run":${origin.made()},${rest.slice(1)}`;
  }
}
