// A process can hold the package twice, as ESM and as CommonJS: an engine of each, at work at the same time.

import { createRequire } from 'node:module';
import * as esm from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { smoke } from './smoke.mjs';

const require = createRequire(import.meta.url);
const cjs = require('reflect-engine');
if (cjs.ReflectEngine === esm.ReflectEngine) throw new Error('ESM and CommonJS are one copy: nothing was tested');

await Promise.all([
  smoke({ ...esm, scriptedModel }),
  smoke({ ...cjs, scriptedModel: require('reflect-engine/testing').scriptedModel }),
]);
try {
  new cjs.ReflectEngine({ maxReflections: -1 });
  throw new Error('a wrong setting was taken');
} catch (error) {
  if (!esm.isReflectError(error)) throw error;
}
console.log(`ok ${process.versions.node}`);
