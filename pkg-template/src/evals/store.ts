/** What a store keeps of one evaluation. */
export interface EvaluationRow {
  evaluationId: string;
  agentId: string;
  /** Milliseconds since the epoch. */
  createdMs: number;
  /** The same, in ISO 8601, UTC. */
  createdAt: string;
  /** The window that it falls into. */
  historyId: string;
  /** The record, as JSON. */
  data: string;
}

/** What a store keeps of one agent's evaluations of one hour. */
export interface WindowRow {
  /** `EVALH-{agentId}-{YYYYMMDDHH}`, in UTC. */
  historyId: string;
  agentId: string;
  /** Its beginning, in milliseconds since the epoch. */
  startMs: number;
  /** The window, as JSON. */
  data: string;
}

/** Adds rows that are new to the stored windows that they belong to. */
export type FoldWindows = (added: readonly EvaluationRow[], stored: readonly string[]) => WindowRow[];

/** Where evaluations are kept. A store is opened by its first use. */
export interface EvalStore {
  /**
   * In one transaction, keeps the rows whose ids are not there yet, and brings their windows up to date: `fold` gets those rows and the
   * stored `data` of their windows. When it resolves, all is durable; when it rejects, nothing was kept. The same rows may come again.
   *
   * A tracker keeps rejected rows and tries again. When a row can never be kept, the error names it, as a {@link RefusedRow}: the row is
   * dropped and reported.
   */
  commit(rows: readonly EvaluationRow[], fold: FoldWindows): Promise<void>;
  /** `data` of evaluations before `before`, newest first (then by id, the last first). */
  evaluations(query: EvaluationQuery): Promise<string[]>;
  /** `data` of windows that begin in `fromMs..toMs`, oldest first; without an agent, of all agents. */
  windows(query: { agentId?: string; fromMs: number; toMs: number }): Promise<string[]>;
  /** Forgets evaluations and windows from before these times. */
  prune(limits: { evaluationsBeforeMs?: number; windowsBeforeMs?: number }): Promise<void>;
  close(): Promise<void>;
}

/** Rejects a commit because of one row. */
export interface RefusedRow extends Error {
  evaluationId: string;
}

/** Which evaluations are wanted. */
export interface EvaluationQuery {
  /** Default: all agents. */
  agentId?: string;
  limit: number;
  before?: { createdMs: number; evaluationId: string };
}
