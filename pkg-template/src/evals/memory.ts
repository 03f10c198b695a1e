import { byId, type KeptRow, keptRow } from './rows.js';
import type { EvalStore, WindowRow } from './store.js';

/** Evaluations that are kept; of more the first to come are forgotten, and their windows are not. */
const MAX_EVALUATIONS = 100_000;

/**
 * Keeps evaluations as long as the process lives: the last 100,000, and the windows of all. A forgotten evaluation that comes again is
 * counted again.
 */
export function memoryStore(): EvalStore {
  const evaluations = new Map<string, KeptRow>();
  const windows = new Map<string, WindowRow>();
  /** The same by agent: many agents have few windows each. */
  const byAgent = new Map<string, Map<string, WindowRow>>();
  return {
    async commit(rows, fold) {
      const added = [...byId(rows).values()].filter(({ evaluationId }) => !evaluations.has(evaluationId));
      const stored = new Set(added.map(({ historyId }) => historyId));
      const data = [...stored].map((id) => windows.get(id)?.data).filter((text) => text !== undefined);
      for (const window of fold(added, data)) {
        windows.set(window.historyId, window);
        const own = byAgent.get(window.agentId) ?? new Map<string, WindowRow>();
        byAgent.set(window.agentId, own.set(window.historyId, window));
      }
      for (const row of added) evaluations.set(row.evaluationId, keptRow(row));
      const over = evaluations.size - MAX_EVALUATIONS;
      if (over > 0) for (const id of [...evaluations.keys()].slice(0, over)) evaluations.delete(id);
    },

    async evaluations({ agentId, limit, before }) {
      const own = [...evaluations.values()].filter((row) => agentId === undefined || row.agentId === agentId);
      const older = own.filter((row) => before === undefined || newestFirst(before, row) < 0);
      const page = older.sort(newestFirst).slice(0, limit);
      return page.map(({ data }) => data);
    },

    async windows({ agentId, fromMs, toMs }) {
      const own = agentId === undefined ? windows : byAgent.get(agentId);
      const inRange = [...(own?.values() ?? [])].filter(({ startMs }) => startMs >= fromMs && startMs < toMs);
      return inRange.sort((a, b) => a.startMs - b.startMs).map(({ data }) => data);
    },

    async prune({ evaluationsBeforeMs = Number.NEGATIVE_INFINITY, windowsBeforeMs = Number.NEGATIVE_INFINITY }) {
      for (const [id, { createdMs }] of evaluations) if (createdMs < evaluationsBeforeMs) evaluations.delete(id);
      for (const [id, { agentId, startMs }] of windows) {
        if (startMs >= windowsBeforeMs) continue;
        windows.delete(id);
        const own = byAgent.get(agentId);
        own?.delete(id);
        if (own?.size === 0) byAgent.delete(agentId);
      }
    },

    async close() {},
  };
}

/** The order of evaluations. */
function newestFirst(a: { createdMs: number; evaluationId: string }, b: { createdMs: number; evaluationId: string }): number {
  return b.createdMs - a.createdMs || (a.evaluationId < b.evaluationId ? 1 : a.evaluationId > b.evaluationId ? -1 : 0);
}
