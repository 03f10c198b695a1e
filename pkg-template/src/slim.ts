/**
 * The package without its wasm: `initSync` is handed it.
 *
 * @packageDocumentation
 */

export * from './decision/index.js';
export * from './evals/index.js';
export * from './index.js';
export type { CompiledModule, WasmSource, WasmSources } from './load/slim.js';
export { initSync } from './load/slim.js';
export * from './measure/index.js';
export * from './monitor/index.js';
export * from './research/index.js';
export * from './trace/index.js';
