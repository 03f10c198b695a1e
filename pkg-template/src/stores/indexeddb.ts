import { isReflectError, ReflectError, told } from '../error.js';
import { kindOf } from '../kind.js';
import { INDEX, opened, TABLE } from './indexeddb-schema.js';
import type { EvalStore, EvaluationQuery, EvaluationRow, FoldWindows, WindowRow } from './types.js';

type Kept = Pick<EvaluationRow, 'evaluationId' | 'agentId' | 'createdMs' | 'data'>;

/** Rows that are forgotten in one transaction, so that writers of other tabs need not wait for all. */
const PRUNED = 2_000;

/**
 * Keeps evaluations in a page's IndexedDB database of this name. A commit is one transaction with strict durability; any number of tabs
 * and workers of one origin may write at once. Rejections are `store_error` and name the database: no IndexedDB, no room left, held by
 * another page, or of a newer version.
 */
export function indexedDbStore(name: string): EvalStore {
  if (typeof name !== 'string' || name === '') {
    throw new ReflectError('invalid_settings', `\`name\` must be a string that is not empty, got ${kindOf(name)}`);
  }
  return new IndexedDbStore(name);
}

class IndexedDbStore implements EvalStore {
  private readonly name: string;
  private opening: Promise<IDBDatabase> | undefined;

  constructor(name: string) {
    this.name = name;
  }

  async commit(rows: readonly EvaluationRow[], fold: FoldWindows): Promise<void> {
    if (rows.length === 0) return;
    const given = new Map<string, EvaluationRow>();
    for (const row of rows) if (!given.has(row.evaluationId)) given.set(row.evaluationId, row);
    await this.use('readwrite', async (evaluations, history) => {
      const ids = await Promise.all([...given.keys()].map((id) => asked(evaluations.getKey(id))));
      for (const id of ids) if (typeof id === 'string') given.delete(id);
      const added = [...given.values()];
      if (added.length === 0) return;
      const touched = [...new Set(added.map(({ historyId }) => historyId))];
      const stored = (await Promise.all(touched.map((id) => asked<WindowRow | undefined>(history.get(id))))).flatMap((window) =>
        window === undefined ? [] : [window.data],
      );
      for (const { evaluationId, agentId, createdMs, data } of added) {
        evaluations.add({ evaluationId, agentId, createdMs, data } satisfies Kept);
      }
      for (const { historyId, agentId, startMs, data } of fold(added, stored)) history.put({ historyId, agentId, startMs, data });
    });
  }

  evaluations({ agentId, limit, before }: EvaluationQuery): Promise<string[]> {
    // A list is less than a longer one that begins with it, and greater than any number.
    const head = agentId === undefined ? [] : [agentId];
    const last = before === undefined ? [...head, []] : [...head, before.createdMs, before.evaluationId];
    return this.use('readonly', (evaluations) => {
      const index = evaluations.index(agentId === undefined ? INDEX.byTime : INDEX.byAgent);
      return newest(index.openCursor(IDBKeyRange.bound(head, last, false, true), 'prev'), limit);
    });
  }

  windows({ agentId, fromMs, toMs }: { agentId?: string; fromMs: number; toMs: number }): Promise<string[]> {
    const head = agentId === undefined ? [] : [agentId];
    if (fromMs >= toMs) return Promise.resolve([]);
    return this.use('readonly', async (_, history) => {
      const index = history.index(agentId === undefined ? INDEX.byTime : INDEX.byAgent);
      const range = IDBKeyRange.bound([...head, fromMs], [...head, toMs], false, true);
      return (await asked<WindowRow[]>(index.getAll(range))).map(({ data }) => data);
    });
  }

  async prune({
    evaluationsBeforeMs,
    windowsBeforeMs,
  }: {
    evaluationsBeforeMs?: number;
    windowsBeforeMs?: number;
  }): Promise<void> {
    await this.forget(TABLE.evaluations, evaluationsBeforeMs);
    await this.forget(TABLE.history, windowsBeforeMs);
  }

  async close(): Promise<void> {
    const { opening } = this;
    this.opening = undefined;
    await opening?.then(
      (database) => database.close(),
      () => {},
    );
  }

  private async forget(table: string, beforeMs: number | undefined): Promise<void> {
    if (beforeMs === undefined) return;
    for (let count = PRUNED; count === PRUNED; ) {
      count = await this.use('readwrite', async (...tables) => {
        const [store] = tables.filter(({ name }) => name === table) as [IDBObjectStore];
        const keys = await asked(store.index(INDEX.byTime).getAllKeys(IDBKeyRange.upperBound([beforeMs], true), PRUNED));
        for (const key of keys) store.delete(key);
        return keys.length;
      });
    }
  }

  /** One transaction: durable when this resolves, and undone when it rejects. */
  private async use<R>(
    mode: IDBTransactionMode,
    work: (evaluations: IDBObjectStore, history: IDBObjectStore) => Promise<R>,
  ): Promise<R> {
    let transaction: IDBTransaction | undefined;
    try {
      transaction = await this.begun(mode);
      const ended = finished(transaction);
      const result = await work(transaction.objectStore(TABLE.evaluations), transaction.objectStore(TABLE.history));
      await ended;
      return result;
    } catch (thrown) {
      // What a request says of an abort is not why.
      const error: unknown = transaction?.error ?? thrown;
      if (transaction !== undefined) abort(transaction);
      throw failure(this.name, error);
    }
  }

  private async begun(mode: IDBTransactionMode): Promise<IDBTransaction> {
    const tables = [TABLE.evaluations, TABLE.history];
    for (let again = false; ; again = true) {
      const database = await this.connected();
      try {
        return database.transaction(tables, mode, { durability: 'strict' });
      } catch (thrown) {
        // It was closed for another page since.
        if (again || (thrown as DOMException | null)?.name !== 'InvalidStateError') throw thrown;
        this.opening = undefined;
      }
    }
  }

  private async connected(): Promise<IDBDatabase> {
    const opening = (this.opening ??= opened(this.name, () => {
      if (this.opening === opening) this.opening = undefined;
    }));
    try {
      return await opening;
    } catch (thrown) {
      // What could not be opened may be there the next time.
      if (this.opening === opening) this.opening = undefined;
      throw thrown;
    }
  }
}

/** `data` of what a cursor finds, so many at most. */
function newest(request: IDBRequest<IDBCursorWithValue | null>, limit: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const found: string[] = [];
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (cursor !== null) found.push((cursor.value as Kept).data);
      if (cursor === null || found.length >= limit) resolve(found);
      else cursor.continue();
    };
  });
}

/** A transaction stays active for what follows its requests at once, so nothing else may be awaited inside of one. */
function asked<R>(request: IDBRequest<R>): Promise<R> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function finished(transaction: IDBTransaction): Promise<void> {
  const ended = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
  });
  // Who failed earlier does not wait for it.
  ended.catch(() => {});
  return ended;
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended.
  }
}

function failure(name: string, thrown: unknown): ReflectError {
  if (isReflectError(thrown) && thrown.code === 'store_error') return thrown;
  const full = (thrown as DOMException | null)?.name === 'QuotaExceededError';
  const what = full
    ? 'is full: this origin has used up what the browser allows it (QuotaExceededError)'
    : `failed: ${told(thrown)}`;
  return new ReflectError('store_error', `the IndexedDB database ${name} ${what}`, { cause: thrown });
}
