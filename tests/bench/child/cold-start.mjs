// Seconds from before the import to the first step, in this process, as JSON.

import { answersOf, instantModel } from '../workload.mjs';

// Node loads its own cryptography at the first random number.
crypto.getRandomValues(new Uint8Array(1));
const model = instantModel(answersOf(1024));
const begin = performance.now();
const { ReflectEngine } = await import('reflect-engine');
await new Promise((resolve, reject) => {
  new ReflectEngine().run({ input: 'What is the CAP theorem?', model, onStep: resolve }).catch(reject);
});
console.log(JSON.stringify((performance.now() - begin) / 1000));
