// Whether a run that is resumed from a redacted snapshot is the run that was redacted.

import type { RunError } from './generated/reflect_engine.js';
import type { CoreRun } from './run/pump.js';
import { TapeReader } from './tape.js';
import { fromWasm } from './trap.js';

/** What a run ends with, of any loop. */
const ENDS = ['status', 'stopReason', 'acceptedBy', 'judged', 'iterations', 'reflections', 'draftIndex', 'dropped'] as const;

type End = { [key in (typeof ENDS)[number]]?: unknown };

/** What is kept of a run that has ended. */
export interface Ended extends End {
  snapshot: string;
  errors: RunError[];
  steps: unknown[];
}

/** Plays the snapshot of a run that has ended: what goes otherwise, in words; `undefined` when nothing does. */
export function strays(ended: Ended, restore: (snapshot: string, nowMs: number) => CoreRun): string | undefined {
  try {
    const { startedMs, log } = JSON.parse(ended.snapshot) as { startedMs: number; log: { at: number }[] };
    const nowMs = log.at(-1)?.at ?? startedMs;
    const run = restore(ended.snapshot, nowMs);
    const last = new TapeReader().read(run.poll(nowMs, true)).at(-1);
    run.free();
    if (last?.type !== 'done') return 'it would go on';
    const again: End = last.result;
    const other = ENDS.find((key) => ended[key] !== again[key]);
    return other === undefined ? undefined : `\`${other}\` would be ${String(again[other])}`;
  } catch (thrown) {
    return fromWasm(thrown).message;
  }
}
