// The tests of the AI SDK once more, with its version 6.

import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) => next(specifier.replace(/^ai(?=$|\/)/, 'ai-6'), context),
});
await import('./ai-sdk.test.mjs');
await import('./ai-sdk-gate.test.mjs');
await import('./judged.test.mjs?hosts=ai');
