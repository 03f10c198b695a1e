import type * as glue from '../generated/reflect_engine.js';

/** What the Rust core exports, without the functions that instantiate it: only this folder may. */
export type Exports = Omit<typeof glue, 'initSync' | 'default'>;
