// The script of a page that gives the wasm by its URL: the browser compiles it while it downloads.

import { initSync, ReflectEngine } from './node_modules/reflect-engine/dist/slim.js';
import { scriptedModel } from './node_modules/reflect-engine/dist/testing/index.js';
import { report } from './report.mjs';

const engine = await WebAssembly.compileStreaming(fetch('./node_modules/reflect-engine/reflect_engine_bg.wasm'));
initSync({ engine });
report({ ReflectEngine, scriptedModel });
