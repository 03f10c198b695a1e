// Preloaded by a Node without node:sqlite: `better-sqlite3` is there by its own name, which it is not for the other tests (its release
// for Node 22 and later ends a Node 20 that so much as imports it).
import { registerHooks } from 'node:module';

registerHooks({ resolve: (name, context, next) => next(name === 'better-sqlite3' ? 'better-sqlite3-13' : name, context) });
