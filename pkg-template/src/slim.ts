export * from './index.js';
export { initSync } from './load/slim.js';
