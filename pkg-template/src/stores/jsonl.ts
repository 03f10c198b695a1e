import { isReflectError, ReflectError, told } from '../error.js';
import { isPlain, kindOf } from '../kind.js';
import { compact, merge, storedOf } from './jsonl-compact.js';
import { LineFile } from './jsonl-file.js';
import { Ids } from './jsonl-ids.js';
import { evaluationsFrom, forgetLine, type Limits, read, rowLine, windowsFrom } from './jsonl-line.js';
import type { EvalStore, EvaluationQuery, EvaluationRow, FoldWindows, WindowRow } from './types.js';

/** Rows that are folded into windows at once. */
const ROWS = 4_096;

/** Settings of a {@link jsonlStore}. */
export interface JsonlStoreSettings {
  /**
   * The file is written anew when this share of its evaluations is to go, over 0 and to 1: a small one keeps it short, a large one is written
   * seldom. Default 0.25.
   */
  compactAt?: number | undefined;
}

/**
 * Keeps evaluations in a file, one a line, for places without a database. A commit is one append, made durable by `fsync`. The windows
 * are counted from the lines, in memory, when the store is first used, and go on with the file: several processes may append to one
 * file. A line that was torn by a crash was never acknowledged, and is passed over.
 *
 * Ids are held in memory to keep each evaluation once; a query for evaluations reads the file. What is forgotten is a line too; when a
 * quarter of the evaluations is to go (`compactAt`), the file is written anew beside the old one and takes its place in one step, while all
 * may go on.
 */
export function jsonlStore(path: string, settings: JsonlStoreSettings = {}): EvalStore {
  if (typeof path !== 'string' || path === '') {
    throw new ReflectError('invalid_settings', `\`path\` must be a string that is not empty, got ${kindOf(path)}`);
  }
  return new JsonlStore(path, compactAtOf(settings));
}

function compactAtOf(settings: JsonlStoreSettings): number {
  if (!isPlain(settings)) throw new ReflectError('invalid_settings', `the settings must be an object, got ${kindOf(settings)}`);
  const other = Object.keys(settings).find((key) => key !== 'compactAt');
  if (other !== undefined) throw new ReflectError('invalid_settings', `unknown setting \`${other}\`; known is compactAt`);
  const { compactAt = 0.25 } = settings as JsonlStoreSettings;
  if (typeof compactAt === 'number' && compactAt > 0 && compactAt <= 1) return compactAt;
  const got = typeof compactAt === 'number' ? String(compactAt) : kindOf(compactAt);
  throw new ReflectError('invalid_settings', `\`compactAt\` must be a number over 0 and to 1, got ${got}`);
}

class JsonlStore implements EvalStore {
  private readonly path: string;
  private readonly compactAt: number;
  private opening: Promise<LineFile> | undefined;
  private readonly known = new Ids();
  private readonly kept = new Map<string, WindowRow>();
  /** Bytes that were taken in, and of which file. */
  private taken: { file: string; bytes: number } = { file: '', bytes: 0 };
  private fold: FoldWindows | undefined;
  private compacting: Promise<boolean> | undefined;

  constructor(path: string, compactAt: number) {
    this.path = path;
    this.compactAt = compactAt;
  }

  async commit(rows: readonly EvaluationRow[], fold: FoldWindows): Promise<void> {
    this.fold = fold;
    /** Ids that came from a file that was replaced to the next one, though they may be forgotten since. */
    const taken = new Set<string>();
    const done = (file: LineFile): boolean => {
      this.catchUp(file);
      const added = new Map<string, EvaluationRow>();
      /** How often each was forgotten before. */
      const again = new Map<string, number>();
      for (const row of rows) {
        const { evaluationId } = row;
        if (again.has(evaluationId) || taken.has(evaluationId)) continue;
        again.set(evaluationId, this.known.again(evaluationId));
        if (!this.known.has(evaluationId)) added.set(evaluationId, row);
      }
      if (added.size > 0) {
        const lines = [...added].map(([id, row]) => rowLine(row, again.get(id) ?? 0));
        // It begins with an end of line: what a crash tore before it stays a line of its own.
        file.append(`\n${lines.join('\n')}\n`);
        this.catchUp(file);
      } else if (rows.length > 0) {
        // They may be of an append that failed half-way.
        file.sync();
      }
      if (file.isCurrent()) return true;
      // It was replaced meanwhile, perhaps without these rows.
      for (const id of broughtOf(file, again)) taken.add(id);
      return false;
    };
    while (!(await this.use(done)));
  }

  evaluations({ agentId, limit, before }: EvaluationQuery): Promise<string[]> {
    return this.use((file) => {
      const ids = new Ids();
      const found = new Map<string, EvaluationRow>();
      const newest = (): EvaluationRow[] => [...found.values()].sort(newestFirst).slice(0, limit);
      file.lines(0, (text) => {
        const line = read(text);
        if (line?.kind === 'forget') {
          const from = evaluationsFrom(line.limits);
          ids.forget(from);
          for (const [id, { createdMs }] of found) if (createdMs < from) found.delete(id);
        }
        if (line?.kind !== 'row') return;
        const { row } = line;
        // Of one id the first line counts, whatever is asked for: before any other question.
        if (!ids.take(row.evaluationId, row.createdMs, line.again)) return;
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

  async prune(limits: Limits): Promise<void> {
    const { fold } = this;
    if (fold === undefined) throw new ReflectError('misuse', 'a commit must come before, which may be one without rows');
    const old = await this.use((file) => {
      this.catchUp(file);
      const windows = windowsFrom(limits);
      const { rows, fresh, gone } = this.known.count(evaluationsFrom(limits));
      const any = fresh > 0 || [...this.kept.values()].some(({ startMs }) => startMs < windows);
      if (any) file.append(`\n${forgetLine(limits)}\n`);
      this.catchUp(file);
      return gone >= rows * this.compactAt && gone > 0 ? { file, end: this.taken.bytes } : undefined;
    });
    if (old === undefined) return;
    this.compacting ??= compact(old.file, old.end, fold).finally(() => {
      this.compacting = undefined;
    });
    await this.compacting.catch((thrown: unknown) => {
      throw this.failure(thrown);
    });
  }

  async close(): Promise<void> {
    await this.compacting?.catch(() => {});
    const { opening } = this;
    this.opening = undefined;
    await opening?.then(
      (file) => file.close(),
      () => {},
    );
  }

  /** Takes in what was appended since, by whomever. */
  private catchUp(file: LineFile): void {
    const { fold } = this;
    if (fold === undefined) return;
    if (this.taken.file !== file.id) {
      this.known.clear();
      this.kept.clear();
      this.taken = { file: file.id, bytes: 0 };
    }
    let rows: EvaluationRow[] = [];
    const add = (): void => {
      if (rows.length > 0) for (const window of fold(rows, storedOf(this.kept, rows))) this.kept.set(window.historyId, window);
      rows = [];
    };
    this.taken.bytes = file.lines(this.taken.bytes, (text) => {
      const line = read(text);
      if (line?.kind === 'row') {
        const { evaluationId, createdMs } = line.row;
        if (!this.known.take(evaluationId, createdMs, line.again)) return;
        if (line.counted && rows.push(line.row) >= ROWS) add();
      } else if (line?.kind === 'window') {
        add();
        merge(this.kept, line.window, fold);
      } else if (line?.kind === 'forget') {
        add();
        this.known.forget(evaluationsFrom(line.limits));
        const from = windowsFrom(line.limits);
        for (const [id, { startMs }] of this.kept) if (startMs < from) this.kept.delete(id);
      }
    });
    add();
  }

  /** Works at once on the file that the path names. */
  private async use<R>(work: (file: LineFile) => R): Promise<R> {
    for (;;) {
      const opening = (this.opening ??= LineFile.open(this.path));
      try {
        const file = await opening;
        if (file.isCurrent()) return work(file);
        this.leave(opening);
      } catch (thrown) {
        this.leave(opening);
        throw this.failure(thrown);
      }
    }
  }

  private leave(opening: Promise<LineFile>): void {
    if (this.opening !== opening) return;
    this.opening = undefined;
    // A file that is opened later may have the number of this one.
    this.taken = { file: '', bytes: 0 };
    opening.then(
      (file) => file.close(),
      () => {},
    );
  }

  private failure(thrown: unknown): ReflectError {
    if (isReflectError(thrown)) return thrown as ReflectError;
    return new ReflectError('store_error', `the file ${this.path} failed: ${told(thrown)}`, { cause: thrown });
  }
}

/** Those of these ids, in a file that was replaced, that came to the next one: in what that was written from, or as lines. */
function broughtOf(file: LineFile, again: ReadonlyMap<string, number>): Set<string> {
  const found = new Set<string>();
  const end = file.brought();
  if (end === undefined) return found;
  const see = (text: string): void => {
    const line = read(text);
    if (line?.kind !== 'row') return;
    const { evaluationId } = line.row;
    // One from before it was forgotten is another.
    if (line.again >= (again.get(evaluationId) ?? Number.POSITIVE_INFINITY)) found.add(evaluationId);
  };
  file.lines(0, see, { end });
  return found;
}

/** The order of evaluations. */
function newestFirst(a: { createdMs: number; evaluationId: string }, b: { createdMs: number; evaluationId: string }): number {
  return b.createdMs - a.createdMs || (a.evaluationId < b.evaluationId ? 1 : a.evaluationId > b.evaluationId ? -1 : 0);
}
