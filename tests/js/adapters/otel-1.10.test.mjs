// Traces with the API 1.10, where logs are part of it.

import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { after, test } from 'node:test';

registerHooks({
  resolve: (name, from, next) => next(name === '@opentelemetry/api' ? 'opentelemetry-api-1.10' : name, from),
});
const { logs, trace } = await import('@opentelemetry/api');
const { judgements, telemetry, tree } = await import('./telemetry.mjs');
const seen = telemetry((provider) => logs.setGlobalLoggerProvider(provider));
const { ReflectEngine } = await import('reflect-engine');
const { traced } = await import('reflect-engine/otel');
const { scriptedModel } = await import('reflect-engine/testing');
const { accept } = await import('../support.mjs');

after(() => seen.stop());

test('spans, records and the histogram are there with the API 1.10, too', async () => {
  await traced(new ReflectEngine()).run({ input: 'q', model: scriptedModel(['a', accept()]) });
  assert.deepEqual(tree(seen.spans()), [['invoke_workflow reflect', ['chat', 'chat']]]);
  assert.deepEqual(
    judgements(seen.spans(), seen.logs()).map(([, name, , label, draft]) => [name, label, draft]),
    [['critique', 'pass', 'answer-1']],
  );
  assert.deepEqual(
    (await seen.histograms()).map(({ name, points }) => [name, points[0].value.count]),
    [['gen_ai.invoke_agent.duration', 1]],
  );
  assert.ok(trace.getTracer('x'));
});
