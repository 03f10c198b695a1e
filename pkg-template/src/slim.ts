export * from './index.js';
export type { CompiledModule } from './load/slim.js';
export { initSync } from './load/slim.js';
