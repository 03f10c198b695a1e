// The database of a page: its tables, their versions, and how pages share it.

import { ReflectError, told } from '../error.js';

/** The names of the *Evaluation Tracking* design. */
export const TABLE = { evaluations: 'agent_evaluations', history: 'agent_eval_history' } as const;
/** Of both tables. */
export const INDEX = { byAgent: 'by_agent', byTime: 'by_time' } as const;

/** Milliseconds that an opening waits for other pages to let go, as SQLite's does for other processes. */
const BUSY_MS = 5_000;

/** What brings a database from a version, by place in this list, to the next. */
const UPGRADES: readonly ((database: IDBDatabase) => void)[] = [
  (database) => {
    const evaluations = database.createObjectStore(TABLE.evaluations, { keyPath: 'evaluationId' });
    evaluations.createIndex(INDEX.byAgent, ['agentId', 'createdMs', 'evaluationId']);
    evaluations.createIndex(INDEX.byTime, ['createdMs', 'evaluationId']);
    const history = database.createObjectStore(TABLE.history, { keyPath: 'historyId' });
    history.createIndex(INDEX.byAgent, ['agentId', 'startMs']);
    history.createIndex(INDEX.byTime, ['startMs', 'agentId']);
  },
];

/**
 * Opens the database, brought up to this version. `onLost` is called when the connection is of no use any more: it gives way to a page that
 * upgrades or deletes the database, or the browser has cleared it. Rejects with `store_error`.
 */
export function opened(name: string, onLost: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const fail = (why: string, cause?: unknown): void => {
      clearTimeout(timer);
      const message = `the IndexedDB database ${name} cannot be opened: ${why}`;
      reject(new ReflectError('store_error', message, { cause }));
    };
    let waited = false;
    const timer = setTimeout(() => {
      waited = true;
      fail('another page that holds it does not let go; close that page');
    }, BUSY_MS);
    const request = begun(name, fail);
    if (request === undefined) return;
    request.onupgradeneeded = ({ oldVersion }) => {
      for (const upgrade of UPGRADES.slice(oldVersion)) upgrade(request.result);
    };
    request.onerror = () => fail(reason(request.error), request.error);
    request.onsuccess = () => {
      const database = request.result;
      const letGo = (): void => {
        database.close();
        onLost();
      };
      if (waited) return database.close();
      if (!Object.values(TABLE).every((table) => database.objectStoreNames.contains(table))) {
        database.close();
        return fail('it is of another program; choose another name');
      }
      database.onversionchange = letGo;
      database.onclose = onLost;
      clearTimeout(timer);
      resolve(database);
    };
  });
}

function begun(name: string, fail: (why: string, cause?: unknown) => void): IDBOpenDBRequest | undefined {
  if (typeof indexedDB === 'undefined') {
    fail('there is no IndexedDB here; it is for pages and their workers');
    return undefined;
  }
  try {
    return indexedDB.open(name, UPGRADES.length);
  } catch (thrown) {
    fail(told(thrown), thrown);
    return undefined;
  }
}

function reason(error: DOMException | null): string {
  if (error?.name === 'VersionError') return 'it is of a newer version than this page knows; reload the page';
  return told(error);
}
