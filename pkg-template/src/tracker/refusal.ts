// Whether a store that fails may mean the rows that it was given, or surely does not: a lock, a full disk, a connection.

import { isReflectError } from '../error.js';

/** Results of SQLite: error, too big, constraint, mismatch, range. */
const SQLITE = new Set([1, 18, 19, 20, 25]);
const SQLITE_NAMES = /^SQLITE_(?:ERROR|TOOBIG|CONSTRAINT|MISMATCH|RANGE)/;
/** Classes of SQLSTATE: data, integrity, access rule, view's check, program limit, raised by a trigger. */
const SQLSTATE = /^(?:22|23|42|44|54|P0)...$/;
/** Of IndexedDB. */
const DATA_ERRORS = new Set(['DataError', 'DataCloneError', 'ConstraintError']);
/** Of a system, of a driver's connection, of SQL and of SQLite. */
const CODES = /^E[A-Z0-9]+$|CONN|TIMEOUT|CLOSED|ENDED|^[0-9A-Z]{5}$|^SQLITE_/;
/** Causes of causes that are looked at. */
const MAX_CAUSES = 5;

/** A store of this package names the code of its database; where there is none, it is the place. One's own may throw anything. */
export function mayBeOfRows(thrown: unknown): boolean {
  let at = thrown;
  for (let depth = 0; depth < MAX_CAUSES && typeof at === 'object' && at !== null; depth += 1) {
    const known = isReflectError(at) ? undefined : verdict(at);
    if (known !== undefined) return known;
    at = (at as { cause?: unknown }).cause;
  }
  return !isReflectError(thrown);
}

/** Nothing where nothing is known. */
function verdict(thrown: object): boolean | undefined {
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
