import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, type IDBPTransaction, openDB } from 'idb';
import { describeError, isReflectError, ReflectError } from '../error.js';
import { kindOf } from '../kind.js';
import { byId } from './rows.js';
import type { EvalStore, EvaluationQuery, EvaluationRow, FoldWindows, WindowRow } from './store.js';

type Kept = Pick<EvaluationRow, 'evaluationId' | 'agentId' | 'createdMs' | 'data'>;

/** The tables of the *Evaluation Tracking* design. */
interface Schema extends DBSchema {
  agent_evaluations: {
    key: string;
    value: Kept;
    indexes: { by_agent: [string, number, string]; by_time: [number, string] };
  };
  agent_eval_history: { key: string; value: WindowRow; indexes: { by_agent: [string, number]; by_time: [number, string] } };
}

type Table = 'agent_evaluations' | 'agent_eval_history';
type Mode = 'readonly' | 'readwrite';
type Database = IDBPDatabase<Schema>;
type Transaction<M extends Mode> = IDBPTransaction<Schema, Table[], M>;
type Store<T extends Table, M extends Mode> = IDBPObjectStore<Schema, Table[], T, M>;

const TABLES: Table[] = ['agent_evaluations', 'agent_eval_history'];
/**
 * Milliseconds that an opening waits for a page that holds the database while it is being deleted. On a busy machine a browser that was
 * killed needs more than five seconds to open one that nobody holds.
 */
const OPENING_MS = 20_000;
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
  private opening: Promise<Database> | undefined;

  constructor(name: string) {
    this.name = name;
  }

  async commit(rows: readonly EvaluationRow[], fold: FoldWindows): Promise<void> {
    if (rows.length === 0) return;
    const given = byId(rows);
    await this.use('readwrite', async (transaction) => {
      const evaluations = transaction.objectStore('agent_evaluations') as Store<'agent_evaluations', 'readwrite'>;
      const history = transaction.objectStore('agent_eval_history') as Store<'agent_eval_history', 'readwrite'>;
      // A transaction stays active for what follows its requests at once, so nothing else may be awaited inside of one.
      const ids = await Promise.all([...given.keys()].map((id) => evaluations.getKey(id)));
      for (const id of ids) if (id !== undefined) given.delete(id);
      const added = [...given.values()];
      if (added.length === 0) return;
      const touched = new Set(added.map(({ historyId }) => historyId));
      const stored = await Promise.all([...touched].map((id) => history.get(id)));
      const windows = fold(
        added,
        stored.flatMap((window) => (window === undefined ? [] : [window.data])),
      );
      await Promise.all([
        ...added.map(({ evaluationId, agentId, createdMs, data }) => evaluations.add({ evaluationId, agentId, createdMs, data })),
        ...windows.map(({ historyId, agentId, startMs, data }) => history.put({ historyId, agentId, startMs, data })),
      ]);
    });
  }

  evaluations({ agentId, limit, before }: EvaluationQuery): Promise<string[]> {
    // A list is less than a longer one that begins with it, and greater than any number.
    const head = agentId === undefined ? [] : [agentId];
    const last = before === undefined ? [...head, []] : [...head, before.createdMs, before.evaluationId];
    return this.use('readonly', async (transaction) => {
      const index = transaction.objectStore('agent_evaluations').index(agentId === undefined ? 'by_time' : 'by_agent');
      const found: string[] = [];
      let cursor = await index.openCursor(IDBKeyRange.bound(head, last, false, true), 'prev');
      while (cursor !== null) {
        found.push(cursor.value.data);
        if (found.length >= limit) break;
        cursor = await cursor.continue();
      }
      return found;
    });
  }

  async windows({ agentId, fromMs, toMs }: { agentId?: string; fromMs: number; toMs: number }): Promise<string[]> {
    if (fromMs >= toMs) return [];
    const head = agentId === undefined ? [] : [agentId];
    return this.use('readonly', async (transaction) => {
      const range = IDBKeyRange.bound([...head, fromMs], [...head, toMs], false, true);
      const index = transaction.objectStore('agent_eval_history').index(agentId === undefined ? 'by_time' : 'by_agent');
      return (await index.getAll(range)).map(({ data }) => data);
    });
  }

  async prune(limits: { evaluationsBeforeMs?: number; windowsBeforeMs?: number }): Promise<void> {
    await this.forget('agent_evaluations', limits.evaluationsBeforeMs);
    await this.forget('agent_eval_history', limits.windowsBeforeMs);
  }

  async close(): Promise<void> {
    const { opening } = this;
    this.opening = undefined;
    await opening?.then(
      (database) => database.close(),
      () => {},
    );
  }

  private async forget(table: Table, beforeMs: number | undefined): Promise<void> {
    if (beforeMs === undefined) return;
    for (let count = PRUNED; count === PRUNED; ) {
      count = await this.use('readwrite', async (transaction) => {
        const store = transaction.objectStore(table) as Store<Table, 'readwrite'>;
        const keys = await store.index('by_time').getAllKeys(IDBKeyRange.upperBound([beforeMs], true), PRUNED);
        await Promise.all(keys.map((key) => store.delete(key)));
        return keys.length;
      });
    }
  }

  /** One transaction: durable when this resolves, and undone when it rejects. */
  private async use<R, M extends Mode>(mode: M, work: (transaction: Transaction<M>) => Promise<R>): Promise<R> {
    let transaction: Transaction<M> | undefined;
    try {
      transaction = await this.begun(mode);
      // It rejects too when work fails, which does not wait for it.
      transaction.done.catch(() => {});
      const result = await work(transaction);
      await transaction.done;
      return result;
    } catch (thrown) {
      // What a request says of an abort is not why.
      const error: unknown = transaction?.error ?? thrown;
      // What could not be opened may be there the next time.
      if (transaction === undefined) this.opening = undefined;
      else abort(transaction);
      throw failure(this.name, error);
    }
  }

  private async begun<M extends Mode>(mode: M): Promise<Transaction<M>> {
    for (let again = false; ; again = true) {
      const database = await (this.opening ??= opened(this.name));
      try {
        return database.transaction(TABLES, mode, { durability: 'strict' });
      } catch (thrown) {
        // It was closed since: for another page, or by the browser.
        if (again || (thrown as DOMException | null)?.name !== 'InvalidStateError') throw thrown;
        this.opening = undefined;
      }
    }
  }
}

/** Opens the database, and makes its tables. It gives way to a page that upgrades or deletes it. Rejects with `store_error`. */
async function opened(name: string): Promise<Database> {
  const fail = (why: string, cause?: unknown): ReflectError =>
    new ReflectError('store_error', `the IndexedDB database ${name} cannot be opened: ${why}`, { cause });
  if (typeof indexedDB === 'undefined') throw fail('there is no IndexedDB here; it is for pages and their workers');
  const opening = openDB<Schema>(name, 1, {
    upgrade(database) {
      const evaluations = database.createObjectStore('agent_evaluations', { keyPath: 'evaluationId' });
      evaluations.createIndex('by_agent', ['agentId', 'createdMs', 'evaluationId']);
      evaluations.createIndex('by_time', ['createdMs', 'evaluationId']);
      const history = database.createObjectStore('agent_eval_history', { keyPath: 'historyId' });
      history.createIndex('by_agent', ['agentId', 'startMs']);
      history.createIndex('by_time', ['startMs', 'agentId']);
    },
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(fail('another page that holds it does not let go; close that page')), OPENING_MS);
  });
  let database: Database;
  try {
    database = await Promise.race([opening, late]);
  } catch (thrown) {
    // One that comes later would hold the database for nobody.
    opening.then((tooLate) => tooLate.close()).catch(() => {});
    if (isReflectError(thrown)) throw thrown;
    const isNewer = (thrown as DOMException | null)?.name === 'VersionError';
    throw fail(isNewer ? 'it is of a newer version than this page knows; reload the page' : describeError(thrown), thrown);
  } finally {
    clearTimeout(timer);
  }
  if (TABLES.every((table) => database.objectStoreNames.contains(table))) return database;
  database.close();
  throw fail('it is of another program; choose another name');
}

function abort(transaction: Transaction<Mode>): void {
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
    : `failed: ${describeError(thrown)}`;
  return new ReflectError('store_error', `the IndexedDB database ${name} ${what}`, { cause: thrown });
}
