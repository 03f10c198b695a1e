// The tests of traces once more, with the API 1.10, where logs are part of it.

import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (name, from, next) => next(name.replace(/^@opentelemetry\/api(-logs)?$/, 'opentelemetry-api-1.10'), from),
});
assert.ok((await import('@opentelemetry/api')).logs);
await import('./otel.test.mjs');
