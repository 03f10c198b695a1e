import { checkKeys } from '../checks.js';
import { ReflectError } from '../error.js';
import { kindOf } from '../kind.js';
import { core } from './core.js';
import { byId } from './rows.js';
import type { EvalStore, EvaluationQuery, EvaluationRow, FoldWindows, WindowRow } from './store.js';

/** Settings of a {@link memoryStore}. */
export interface MemoryStoreSettings {
  /**
   * Evaluations that are kept; of more the first to come are forgotten, their windows not: one of these ids that comes again is counted
   * again, so that no import of more lines than this may be repeated. Integer from 1. Default 100,000.
   */
  maxEvaluations?: number | undefined;
}

/** Keeps evaluations as long as the process lives. */
export function memoryStore(settings: MemoryStoreSettings = {}): EvalStore {
  checkKeys(core, settings, ['maxEvaluations'], 'setting', 'the settings of a memoryStore', 'invalid_settings');
  const { maxEvaluations = 100_000 } = settings;
  if (!Number.isInteger(maxEvaluations) || maxEvaluations < 1) {
    const got = typeof maxEvaluations === 'number' ? String(maxEvaluations) : kindOf(maxEvaluations);
    throw new ReflectError('invalid_settings', `\`maxEvaluations\` must be an integer from 1, got ${got}`);
  }
  return new MemoryStore(maxEvaluations);
}

type Kept = Pick<EvaluationRow, 'evaluationId' | 'agentId' | 'createdMs' | 'data'>;

class MemoryStore implements EvalStore {
  private readonly rows = new Map<string, Kept>();
  private readonly kept = new Map<string, WindowRow>();
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  async commit(rows: readonly EvaluationRow[], fold: FoldWindows): Promise<void> {
    const added = [...byId(rows).values()].filter(({ evaluationId }) => !this.rows.has(evaluationId));
    const stored = new Set(added.map(({ historyId }) => historyId));
    const data = [...stored].map((id) => this.kept.get(id)?.data).filter((text) => text !== undefined);
    for (const window of fold(added, data)) this.kept.set(window.historyId, window);
    for (const { evaluationId, agentId, createdMs, data } of added)
      this.rows.set(evaluationId, { evaluationId, agentId, createdMs, data });
    const over = this.rows.size - this.most;
    if (over > 0) for (const id of [...this.rows.keys()].slice(0, over)) this.rows.delete(id);
  }

  async evaluations({ agentId, limit, before }: EvaluationQuery): Promise<string[]> {
    const wanted = [...this.rows.values()].filter(
      (row) => (agentId === undefined || row.agentId === agentId) && (before === undefined || newestFirst(before, row) < 0),
    );
    return wanted
      .sort(newestFirst)
      .slice(0, limit)
      .map(({ data }) => data);
  }

  async windows({ agentId, fromMs, toMs }: { agentId?: string; fromMs: number; toMs: number }): Promise<string[]> {
    const wanted = [...this.kept.values()].filter(
      (window) => (agentId === undefined || window.agentId === agentId) && window.startMs >= fromMs && window.startMs < toMs,
    );
    return wanted.sort((a, b) => a.startMs - b.startMs).map(({ data }) => data);
  }

  async prune(limits: { evaluationsBeforeMs?: number; windowsBeforeMs?: number }): Promise<void> {
    const { evaluationsBeforeMs = Number.NEGATIVE_INFINITY, windowsBeforeMs = Number.NEGATIVE_INFINITY } = limits;
    for (const [id, { createdMs }] of this.rows) if (createdMs < evaluationsBeforeMs) this.rows.delete(id);
    for (const [id, { startMs }] of this.kept) if (startMs < windowsBeforeMs) this.kept.delete(id);
  }

  async close(): Promise<void> {}
}

/** The order of evaluations. */
function newestFirst(a: { createdMs: number; evaluationId: string }, b: { createdMs: number; evaluationId: string }): number {
  return b.createdMs - a.createdMs || (a.evaluationId < b.evaluationId ? 1 : a.evaluationId > b.evaluationId ? -1 : 0);
}
