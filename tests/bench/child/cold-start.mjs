// Seconds from before the import to the first step, in this process, as JSON: `cold-start.mjs reflect|aiSdk`.

import { answersOf, instantModel } from '../workload.mjs';

const model = instantModel(answersOf(1024));

const FIRST_STEP = {
  async reflect() {
    const { ReflectEngine } = await import('reflect-engine');
    await new Promise((resolve, reject) => {
      new ReflectEngine().run({ input: 'What is the CAP theorem?', model, onStep: resolve }).catch(reject);
    });
  },
  async aiSdk() {
    const { aiSdkLoop } = await import('../loops/ai-sdk.mjs');
    await aiSdkLoop(model, { maxReflections: 0 });
  },
};

const begin = performance.now();
await FIRST_STEP[process.argv[2]]();
console.log(JSON.stringify((performance.now() - begin) / 1000));
