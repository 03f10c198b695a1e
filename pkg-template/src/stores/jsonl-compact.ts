// Writes a file anew without what was forgotten, while it is appended to.

import { CHUNK, type LineFile } from './jsonl-file.js';
import { Ids } from './jsonl-ids.js';
import { evaluationsFrom, type Line, pastLine, read, rowLine, windowLine, windowsFrom } from './jsonl-line.js';
import type { EvaluationRow, FoldWindows, WindowRow } from './types.js';

const HOUR_MS = 3_600_000;
/** Rows that are folded at once. */
const ROWS = 4_096;
/** Files before this one that are told of: more are not replaced while one commit lasts. */
const PAST = 100;

/** What becomes of a row. */
interface Fate {
  createdMs: number;
  kept: boolean;
  /** Its window was not forgotten since. */
  counted: boolean;
}

/** What a file tells of its rows, of the hours from which on windows stay, and of the files before it. */
interface Foretold {
  fates: Map<string, Fate>;
  from: number;
  past: Map<string, number>;
}

/**
 * Puts a file without what was forgotten in the place of this one. The first `end` bytes, whole lines, are written anew; what is appended
 * meanwhile, by whomever, comes along. False when another process was first.
 */
export async function compact(current: LineFile, end: number, fold: FoldWindows): Promise<boolean> {
  // A handle of its own: the store may close the other one, and then its number means another file.
  const file = current.again();
  if (file === undefined) return false;
  const made = file.beside(end);
  try {
    await rewrite(file, end, made, fold);
    made.sync();
    if (file.replaceBy(made)) {
      made.close();
      return true;
    }
    made.discard();
    return false;
  } catch (thrown) {
    made.discard();
    throw thrown;
  } finally {
    file.close();
  }
}

async function rewrite(file: LineFile, end: number, made: LineFile, fold: FoldWindows): Promise<void> {
  const { fates, from, past } = await foretold(file, end);
  const windows = new Map<string, WindowRow>();
  let [gone, lines]: [EvaluationRow[], string[]] = [[], []];
  const add = (): void => {
    for (const window of fold(gone, storedOf(windows, gone))) windows.set(window.historyId, window);
    gone = [];
  };
  const write = (): void => {
    if (lines.length > 0) made.write(`${lines.join('\n')}\n`);
    lines = [];
  };
  await each(file, end, write, (line) => {
    if (line.kind === 'window' && line.window.startMs >= from) merge(windows, line.window, fold);
    if (line.kind !== 'row') return;
    const key = keyOf(line.row, line.again);
    const fate = fates.get(key);
    // Once only.
    fates.delete(key);
    if (fate === undefined) return;
    if (fate.kept) lines.push(rowLine(line.row, line.again, fate.counted));
    else if (fate.counted && gone.push(line.row) >= ROWS) add();
  });
  add();
  past.set(file.name, end);
  lines = [...[...windows.values()].map(windowLine), pastLine([...past].slice(-PAST))];
  write();
}

/** Goes through what happened. */
async function foretold(file: LineFile, end: number): Promise<Foretold> {
  const fates = new Map<string, Fate>();
  const ids = new Ids();
  const past = new Map<string, number>();
  let from = Number.NEGATIVE_INFINITY;
  await each(
    file,
    end,
    () => {},
    (line) => {
      if (line.kind === 'row') {
        const { evaluationId, createdMs } = line.row;
        if (!ids.take(evaluationId, createdMs, line.again)) return;
        fates.set(keyOf(line.row, line.again), { createdMs, kept: true, counted: line.counted });
      } else if (line.kind === 'forget') {
        const [evaluations, windows] = [evaluationsFrom(line.limits), windowsFrom(line.limits)];
        from = Math.max(from, windows);
        ids.forget(evaluations);
        for (const fate of fates.values()) {
          if (fate.createdMs < evaluations) fate.kept = false;
          if (hourOf(fate.createdMs) < windows) fate.counted = false;
        }
      } else if (line.kind === 'past') {
        for (const [name, bytes] of line.past) past.set(name, Math.max(bytes, past.get(name) ?? 0));
      }
    },
  );
  return { fates, from, past };
}

/** An id may have come again after it was forgotten. No id holds U+0000. */
function keyOf({ evaluationId }: EvaluationRow, again: number): string {
  return again === 0 ? evaluationId : `${evaluationId}\0${again}`;
}

/** Shows every line, and lets others work between chunks. */
async function each(file: LineFile, end: number, chunk: () => void, see: (line: Line) => void): Promise<void> {
  for (let at = 0; at < end; ) {
    const until = file.lines(
      at,
      (text) => {
        const line = read(text);
        if (line !== undefined) see(line);
      },
      { most: CHUNK, end },
    );
    if (until === at) return;
    at = until;
    chunk();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

/** Adds a window to what is known of it. */
export function merge(windows: Map<string, WindowRow>, window: WindowRow, fold: FoldWindows): void {
  const known = windows.get(window.historyId);
  const [both = window] = known === undefined ? [window] : fold([], [known.data, window.data]);
  windows.set(window.historyId, both);
}

/** What is stored of the windows of these rows. */
export function storedOf(windows: ReadonlyMap<string, WindowRow>, rows: readonly EvaluationRow[]): string[] {
  const ids = new Set(rows.map(({ historyId }) => historyId));
  return [...ids].map((id) => windows.get(id)?.data).filter((data) => data !== undefined);
}

/** When a row's window begins. */
export function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS) * HOUR_MS;
}
