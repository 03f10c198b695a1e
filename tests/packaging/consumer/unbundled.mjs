// The script of the page without a bundler: the browser loads the package's files as they are.

import { ReflectEngine } from './node_modules/reflect-engine/dist/index.js';
import { scriptedModel } from './node_modules/reflect-engine/dist/testing/index.js';
import { report } from './report.mjs';

report({ ReflectEngine, scriptedModel });
