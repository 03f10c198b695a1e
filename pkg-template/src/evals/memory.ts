import { byId } from './rows.js';
import type { EvalStore, EvaluationQuery, EvaluationRow, FoldWindows, WindowRow } from './store.js';

/** Evaluations that are kept; of more the first to come are forgotten, and their windows are not. */
const MAX_EVALUATIONS = 100_000;

/**
 * Keeps evaluations as long as the process lives: the last 100,000, and the windows of all. One that was forgotten and comes again is
 * counted again.
 */
export function memoryStore(): EvalStore {
  return new MemoryStore();
}

type Kept = Pick<EvaluationRow, 'evaluationId' | 'agentId' | 'createdMs' | 'data'>;

class MemoryStore implements EvalStore {
  private readonly rows = new Map<string, Kept>();
  private readonly kept = new Map<string, WindowRow>();

  async commit(rows: readonly EvaluationRow[], fold: FoldWindows): Promise<void> {
    const added = [...byId(rows).values()].filter(({ evaluationId }) => !this.rows.has(evaluationId));
    const stored = new Set(added.map(({ historyId }) => historyId));
    const data = [...stored].map((id) => this.kept.get(id)?.data).filter((text) => text !== undefined);
    for (const window of fold(added, data)) this.kept.set(window.historyId, window);
    for (const { evaluationId, agentId, createdMs, data } of added)
      this.rows.set(evaluationId, { evaluationId, agentId, createdMs, data });
    const over = this.rows.size - MAX_EVALUATIONS;
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
