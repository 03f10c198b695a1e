import { byId } from './rows.js';
import type { EvalStore, EvaluationRow, WindowRow } from './store.js';

/** Evaluations that are kept; of more the first to come are forgotten, and their windows are not. */
const MAX_EVALUATIONS = 100_000;

type Kept = Pick<EvaluationRow, 'evaluationId' | 'agentId' | 'createdMs' | 'data'>;

/**
 * Keeps evaluations as long as the process lives: the last 100,000, and the windows of all. One that was forgotten and comes again is
 * counted again.
 */
export function memoryStore(): EvalStore {
  const evaluations = new Map<string, Kept>();
  const windows = new Map<string, WindowRow>();
  return {
    async commit(rows, fold) {
      const added = [...byId(rows).values()].filter(({ evaluationId }) => !evaluations.has(evaluationId));
      const stored = new Set(added.map(({ historyId }) => historyId));
      const data = [...stored].map((id) => windows.get(id)?.data).filter((text) => text !== undefined);
      for (const window of fold(added, data)) windows.set(window.historyId, window);
      for (const { evaluationId, agentId, createdMs, data } of added)
        evaluations.set(evaluationId, { evaluationId, agentId, createdMs, data });
      const over = evaluations.size - MAX_EVALUATIONS;
      if (over > 0) for (const id of [...evaluations.keys()].slice(0, over)) evaluations.delete(id);
    },

    async evaluations({ agentId, limit, before }) {
      const wanted = [...evaluations.values()].filter(
        (row) => (agentId === undefined || row.agentId === agentId) && (before === undefined || newestFirst(before, row) < 0),
      );
      const page = wanted.sort(newestFirst).slice(0, limit);
      return page.map(({ data }) => data);
    },

    async windows({ agentId, fromMs, toMs }) {
      const wanted = [...windows.values()].filter(
        (window) => (agentId === undefined || window.agentId === agentId) && window.startMs >= fromMs && window.startMs < toMs,
      );
      return wanted.sort((a, b) => a.startMs - b.startMs).map(({ data }) => data);
    },

    async prune({ evaluationsBeforeMs = Number.NEGATIVE_INFINITY, windowsBeforeMs = Number.NEGATIVE_INFINITY }) {
      for (const [id, { createdMs }] of evaluations) if (createdMs < evaluationsBeforeMs) evaluations.delete(id);
      for (const [id, { startMs }] of windows) if (startMs < windowsBeforeMs) windows.delete(id);
    },

    async close() {},
  };
}

/** The order of evaluations. */
function newestFirst(a: { createdMs: number; evaluationId: string }, b: { createdMs: number; evaluationId: string }): number {
  return b.createdMs - a.createdMs || (a.evaluationId < b.evaluationId ? 1 : a.evaluationId > b.evaluationId ? -1 : 0);
}
