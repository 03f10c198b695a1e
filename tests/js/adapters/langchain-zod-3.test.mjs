// The tests of LangChain once more, where zod of version 3 is beside the package.

import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) => {
    const isOurs = context.parentURL?.includes('/reflect-engine/');
    return next(isOurs ? specifier.replace(/^zod(?=$|\/)/, 'zod-3') : specifier, context);
  },
});
await import('./langchain.test.mjs');
