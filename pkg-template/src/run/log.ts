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
}

interface Snapshot extends Identity {
  format: string;
  version: number;
  run: unknown;
  shown: number;
  log: unknown[];
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

  /** The run as versioned JSON; `shown` steps were shown. */
  snapshot(shown: number): string {
    const { origin, identity, entries } = this;
    if ('restored' in origin) {
      const before = JSON.parse(origin.restored) as Snapshot;
      return jsonText({ ...before, shown, log: [...before.log, ...entries] } as unknown as Json);
    }
    const head = JSON.stringify({ format: FORMAT, version: VERSION });
    const { seed, key, startedMs } = identity;
    const rest = jsonText({ seed, key, startedMs, shown, log: entries } as unknown as Json);
    return `${head.slice(0, -1)},"run":${origin.made()},${rest.slice(1)}`;
  }
}
