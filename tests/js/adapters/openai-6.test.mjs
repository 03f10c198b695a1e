// The tests of OpenAI's client once more, with its version 6.

import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) => next(specifier.replace(/^openai(?=$|\/)/, 'openai-6'), context),
});
await import('./openai.test.mjs');
