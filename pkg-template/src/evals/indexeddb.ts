import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { inTime } from '../check/timed.js';
import { describeError, ignored, isReflectError, type ReflectError } from '../error.js';
import { failedIndexedDb, unopenedIndexedDb } from './errors.js';
import { checkPlace } from './names.js';
import { byId, type KeptRow, keptRow } from './rows.js';
import type { EvalStore, WindowRow } from './store.js';

/** The tables of the *Evaluation Tracking* design. */
interface Schema extends DBSchema {
  agent_evaluations: {
    key: string;
    value: KeptRow;
    indexes: { by_agent: [string, number, string]; by_time: [number, string] };
  };
  agent_eval_history: { key: string; value: WindowRow; indexes: { by_agent: [string, number]; by_time: [number, string] } };
}

type Table = 'agent_evaluations' | 'agent_eval_history';
type Mode = 'readonly' | 'readwrite';
type Database = IDBPDatabase<Schema>;
type Transaction<M extends Mode> = IDBPTransaction<Schema, Table[], M>;

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
  checkPlace('name', name);
  let opening: Promise<Database> | undefined;

  /** One transaction: durable when this resolves, and undone when it rejects. */
  async function use<R, M extends Mode>(mode: M, work: (transaction: Transaction<M>) => Promise<R>): Promise<R> {
    let transaction: Transaction<M> | undefined;
    try {
      transaction = await openTransaction(mode);
      // It rejects too when work fails, which does not wait for it.
      ignored(transaction.done);
      const result = await work(transaction);
      await transaction.done;
      return result;
    } catch (thrown) {
      // What a request says of an abort is not why.
      const error: unknown = transaction?.error ?? thrown;
      // What could not be opened may be there the next time.
      if (transaction === undefined) opening = undefined;
      else abortTransaction(transaction);
      throw failure(name, error);
    }
  }

  async function openTransaction<M extends Mode>(mode: M): Promise<Transaction<M>> {
    for (let again = false; ; again = true) {
      const database = await (opening ??= opened(name));
      try {
        return database.transaction(TABLES, mode, { durability: 'strict' });
      } catch (thrown) {
        // It was closed since: for another page, or by the browser.
        if (again || (thrown as DOMException | null)?.name !== 'InvalidStateError') throw thrown;
        opening = undefined;
      }
    }
  }

  async function forget(table: Table, beforeMs: number | undefined): Promise<void> {
    if (beforeMs === undefined) return;
    for (let count = PRUNED; count === PRUNED; ) {
      count = await use('readwrite', async (transaction) => {
        const store = transaction.objectStore(table);
        const keys = await store.index('by_time').getAllKeys(IDBKeyRange.upperBound([beforeMs], true), PRUNED);
        await Promise.all(keys.map((key) => store.delete(key)));
        return keys.length;
      });
    }
  }

  return {
    async commit(rows, fold) {
      if (rows.length === 0) return;
      const added = byId(rows);
      await use('readwrite', async (transaction) => {
        const evaluations = transaction.objectStore('agent_evaluations');
        const history = transaction.objectStore('agent_eval_history');
        // A transaction stays active for what follows its requests at once, so nothing else may be awaited inside of one.
        const ids = await Promise.all([...added.keys()].map((id) => evaluations.getKey(id)));
        for (const id of ids) if (id !== undefined) added.delete(id);
        const newRows = [...added.values()];
        if (newRows.length === 0) return;
        const touched = new Set(newRows.map(({ historyId }) => historyId));
        const stored = await Promise.all([...touched].map((id) => history.get(id)));
        const data = stored.flatMap((window) => window?.data ?? []);
        const writes = newRows.map((row) => evaluations.add(keptRow(row)));
        await Promise.all([...writes, ...fold(newRows, data).map((window) => history.put(window))]);
      });
    },

    evaluations({ agentId, limit, before }) {
      // A list is less than a longer one that begins with it, and greater than any number.
      const head = agentId === undefined ? [] : [agentId];
      const last = before === undefined ? [...head, []] : [...head, before.createdMs, before.evaluationId];
      return use('readonly', async (transaction) => {
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
    },

    async windows({ agentId, fromMs, toMs }) {
      if (fromMs >= toMs) return [];
      const head = agentId === undefined ? [] : [agentId];
      return use('readonly', async (transaction) => {
        const range = IDBKeyRange.bound([...head, fromMs], [...head, toMs], false, true);
        const index = transaction.objectStore('agent_eval_history').index(agentId === undefined ? 'by_time' : 'by_agent');
        return (await index.getAll(range)).map(({ data }) => data);
      });
    },

    async prune({ evaluationsBeforeMs, windowsBeforeMs }) {
      await forget('agent_evaluations', evaluationsBeforeMs);
      await forget('agent_eval_history', windowsBeforeMs);
    },

    async close() {
      const closing = opening?.catch(() => undefined);
      opening = undefined;
      (await closing)?.close();
    },
  };
}

/** Opens the database, and makes its tables. It gives way to a page that upgrades or deletes it. Rejects with `store_error`. */
async function opened(name: string): Promise<Database> {
  const fail = (why: string, cause?: unknown): ReflectError => unopenedIndexedDb(name, why, cause);
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
  let database: Database;
  try {
    database = await inTime(opening, OPENING_MS, 'another page that holds it does not let go; close that page');
  } catch (thrown) {
    // One that comes later would hold the database for nobody.
    opening.then((tooLate) => tooLate.close()).catch(() => {});
    const isNewer = (thrown as DOMException | null)?.name === 'VersionError';
    throw fail(isNewer ? 'it is of a newer version than this page knows; reload the page' : describeError(thrown), thrown);
  }
  if (TABLES.every((table) => database.objectStoreNames.contains(table))) return database;
  database.close();
  throw fail('it is of another program; choose another name');
}

function abortTransaction(transaction: Transaction<Mode>): void {
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
  return failedIndexedDb(name, what, thrown);
}
