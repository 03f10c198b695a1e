// Whether a store that fails surely does not mean the rows that it was given: a lock, a full disk, a connection.

import { isReflectError } from '../error.js';

/** Results of SQLite that are about a row: error, too big, constraint, mismatch, range. */
const SQLITE = new Set([1, 18, 19, 20, 25]);
const SQLITE_NAMES = /^SQLITE_(?:ERROR|TOOBIG|CONSTRAINT|MISMATCH|RANGE)/;
/** Classes of SQLSTATE that are: data, integrity, access rule, view's check, program limit, raised by a trigger. */
const SQLSTATE = /^(?:22|23|42|44|54|P0)...$/;
/** Errors of IndexedDB that are. */
const DATA_ERRORS = new Set(['DataError', 'DataCloneError', 'ConstraintError']);
/** All other codes of a system, of a driver's connection, of SQL and of SQLite are about the store. */
const CODES = /^E[A-Z0-9]+$|CONN|TIMEOUT|CLOSED|ENDED|^[0-9A-Z]{5}$|^SQLITE_/;
/** Causes of causes that are looked at. */
const MAX_CAUSES = 5;

/** A store of this package keeps the error of its database as `cause`; without a code it is the store. One's own may throw anything. */
export function isOfStore(thrown: unknown): boolean {
  let at = thrown;
  for (let depth = 0; depth < MAX_CAUSES && typeof at === 'object' && at !== null; depth += 1) {
    const isOfRows = isReflectError(at) ? undefined : rowsAreMeant(at);
    if (isOfRows !== undefined) return !isOfRows;
    at = (at as { cause?: unknown }).cause;
  }
  return isReflectError(thrown);
}

/** Nothing where nothing is known. */
function rowsAreMeant(thrown: object): boolean | undefined {
  const { errcode, code, name } = thrown as { errcode?: unknown; code?: unknown; name?: unknown };
  // The lowest byte of an extended result is the result.
  if (typeof errcode === 'number') return SQLITE.has(errcode % 256);
  if (typeof code === 'string') {
    if (SQLITE_NAMES.test(code) || SQLSTATE.test(code)) return true;
    return CODES.test(code) ? false : undefined;
  }
  if (typeof name !== 'string' || typeof DOMException !== 'function' || !(thrown instanceof DOMException)) return undefined;
  return DATA_ERRORS.has(name);
}
