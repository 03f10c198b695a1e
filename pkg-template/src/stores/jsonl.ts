import { ReflectError, told } from '../error.js';
import { kindOf } from '../kind.js';
import type { EvalStore, EvaluationQuery, EvaluationRow, FoldWindows, WindowRow } from './types.js';

/** What we use of node:fs. */
interface Files {
  openSync(path: string, flags: string): number;
  closeSync(file: number): void;
  readSync(file: number, buffer: Uint8Array, offset: number, length: number, position: number): number;
  writeSync(file: number, bytes: Uint8Array, offset: number, length: number): number;
  fsyncSync(file: number): void;
}

/** One line of the file. */
interface Line {
  historyId: string;
  data: { evaluationId: string; agentId: string; createdAt: string };
  tally: unknown;
}

/** Bytes that are read at once. */
const CHUNK = 1 << 20;
/** Rows that are folded into windows at once. */
const ROWS = 4_096;

/**
 * Keeps evaluations in a file, one a line, for places without a database. A commit is one append, made durable by `fsync`. The windows
 * are counted from the lines, in memory, when the store is first used, and go on with the file: several processes may append to one
 * file. A line that was torn by a crash was never acknowledged, and is passed over.
 *
 * Ids are held in memory to keep each evaluation once; a query for evaluations reads the file. Nothing is pruned: begin a new file.
 */
export function jsonlStore(path: string): EvalStore {
  if (typeof path !== 'string' || path === '') {
    throw new ReflectError('invalid_settings', `\`path\` must be a string that is not empty, got ${kindOf(path)}`);
  }
  return new JsonlStore(path);
}

class JsonlStore implements EvalStore {
  private readonly path: string;
  private opening: Promise<File> | undefined;
  private readonly ids = new Set<string>();
  private readonly kept = new Map<string, WindowRow>();
  /** Bytes that were read into windows. */
  private read = 0;
  private fold: FoldWindows | undefined;

  constructor(path: string) {
    this.path = path;
  }

  commit(rows: readonly EvaluationRow[], fold: FoldWindows): Promise<void> {
    this.fold = fold;
    return this.use((file) => {
      this.catchUp(file);
      const added = new Map<string, EvaluationRow>();
      for (const row of rows) if (!this.ids.has(row.evaluationId)) added.set(row.evaluationId, row);
      if (added.size === 0) return;
      const lines = [...added.values()].map(
        ({ historyId, data, tally }) => `{"historyId":${JSON.stringify(historyId)},"data":${data},"tally":${tally}}`,
      );
      // It begins with an end of line: what a crash tore before it stays a line of its own.
      file.append(`\n${lines.join('\n')}\n`);
      this.catchUp(file);
    });
  }

  evaluations({ agentId, limit, before }: EvaluationQuery): Promise<string[]> {
    return this.use((file) => {
      const found = new Map<string, EvaluationRow>();
      const newest = (): EvaluationRow[] => [...found.values()].sort(newestFirst).slice(0, limit);
      file.lines(0, (text) => {
        const row = rowOf(text);
        if (row === undefined || found.has(row.evaluationId)) return;
        if (agentId !== undefined && row.agentId !== agentId) return;
        if (before !== undefined && newestFirst(before, row) >= 0) return;
        found.set(row.evaluationId, row);
        if (found.size < 2 * limit + ROWS) return;
        const kept = newest();
        found.clear();
        for (const one of kept) found.set(one.evaluationId, one);
      });
      return newest().map(({ data }) => data);
    });
  }

  windows({ agentId, fromMs, toMs }: { agentId?: string; fromMs: number; toMs: number }): Promise<string[]> {
    return this.use((file) => {
      this.catchUp(file);
      const wanted = [...this.kept.values()].filter(
        (window) => (agentId === undefined || window.agentId === agentId) && window.startMs >= fromMs && window.startMs < toMs,
      );
      return wanted.sort((a, b) => a.startMs - b.startMs || (a.agentId < b.agentId ? -1 : 1)).map(({ data }) => data);
    });
  }

  async prune(): Promise<void> {}

  async close(): Promise<void> {
    const { opening } = this;
    this.opening = undefined;
    await opening?.then(
      (file) => file.close(),
      () => {},
    );
  }

  /** Reads what was appended since, by whomever, into the windows. */
  private catchUp(file: File): void {
    const { fold } = this;
    if (fold === undefined) return;
    let rows: EvaluationRow[] = [];
    const add = (): void => {
      const ids = new Set(rows.map(({ historyId }) => historyId));
      const stored = [...ids].map((id) => this.kept.get(id)?.data).filter((data) => data !== undefined);
      if (rows.length > 0) for (const window of fold(rows, stored)) this.kept.set(window.historyId, window);
      rows = [];
    };
    this.read = file.lines(this.read, (text) => {
      const row = rowOf(text);
      if (row === undefined || this.ids.has(row.evaluationId)) return;
      this.ids.add(row.evaluationId);
      if (rows.push(row) >= ROWS) add();
    });
    add();
  }

  private async use<R>(work: (file: File) => R): Promise<R> {
    this.opening ??= File.open(this.path);
    const { opening } = this;
    try {
      return work(await opening);
    } catch (thrown) {
      if (this.opening === opening) {
        this.opening = undefined;
        opening.then(
          (file) => file.close(),
          () => {},
        );
      }
      throw new ReflectError('store_error', `the file ${this.path} failed: ${told(thrown)}`, { cause: thrown });
    }
  }
}

/** A file that is only appended to. */
class File {
  private readonly fs: Files;
  private readonly file: number;

  private constructor(fs: Files, file: number) {
    this.fs = fs;
    this.file = file;
  }

  static async open(path: string): Promise<File> {
    // No literal, so that no bundler looks for it.
    const name = 'node:fs';
    const fs = (await import(name)) as Files;
    return new File(fs, fs.openSync(path, 'a+'));
  }

  /** Durable when it returns. */
  append(text: string): void {
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at < bytes.length; ) at += this.fs.writeSync(this.file, bytes, at, bytes.length - at);
    this.fs.fsyncSync(this.file);
  }

  /** Shows every line that is whole and not blank from this byte on; returns the byte after the last of them. */
  lines(from: number, see: (line: string) => void): number {
    const decoder = new TextDecoder();
    const buffer = new Uint8Array(CHUNK);
    let [at, rest, whole] = [from, new Uint8Array(), from];
    for (;;) {
      const length = this.fs.readSync(this.file, buffer, 0, CHUNK, at);
      if (length === 0) return whole;
      at += length;
      const end = buffer.lastIndexOf(END_OF_LINE, length - 1);
      if (end < 0) {
        rest = joined(rest, buffer.subarray(0, length));
        continue;
      }
      const text = decoder.decode(joined(rest, buffer.subarray(0, end + 1)));
      rest = buffer.slice(end + 1, length);
      whole = at - rest.length;
      for (const line of text.split('\n')) if (line !== '') see(line);
    }
  }

  close(): void {
    this.fs.closeSync(this.file);
  }
}

const END_OF_LINE = 10;

function joined(a: Uint8Array<ArrayBuffer>, b: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** The row of a line; nothing for one that was torn. */
function rowOf(text: string): EvaluationRow | undefined {
  try {
    const { historyId, data, tally } = JSON.parse(text) as Line;
    const { evaluationId, agentId, createdAt } = data;
    const createdMs = Date.parse(createdAt);
    if (typeof historyId !== 'string' || typeof evaluationId !== 'string' || Number.isNaN(createdMs)) return undefined;
    return { evaluationId, agentId, createdMs, historyId, data: JSON.stringify(data), tally: JSON.stringify(tally) };
  } catch {
    return undefined;
  }
}

/** The order of evaluations. */
function newestFirst(a: { createdMs: number; evaluationId: string }, b: { createdMs: number; evaluationId: string }): number {
  return b.createdMs - a.createdMs || (a.evaluationId < b.evaluationId ? 1 : a.evaluationId > b.evaluationId ? -1 : 0);
}
