// What the application has set up for logs and metrics. It may do so after an engine was made, so it is asked for each time.

import type { Attributes, Context, Histogram, Meter } from '@opentelemetry/api';
import * as api from '@opentelemetry/api';

/** What is used of a logger. */
interface Logs {
  getLogger(name: string): { emit(record: { eventName: string; attributes: Attributes; context: Context }): void };
}

/** Where `@opentelemetry/api-logs` keeps its provider, for others of its version 1. Imported, it would be a second peer, and not be there. */
const API_LOGS = Symbol.for('io.opentelemetry.js.api.logs');

/** Records what was judged. Logs are part of the API from 1.10 on. */
export function emit(eventName: string, attributes: Attributes, place: Context): void {
  const own = (Reflect.get(api, 'logs') as { getLoggerProvider?(): Logs } | undefined)?.getLoggerProvider?.();
  const before = (globalThis as { [API_LOGS]?: (version: number) => Logs })[API_LOGS];
  const logs = before?.(1) ?? own;
  logs?.getLogger('reflect-engine').emit({ eventName, attributes, context: place });
}

/** Workflows are recorded on the metric of agents. */
const DURATION = 'gen_ai.invoke_agent.duration';
const OPTIONS = {
  unit: 's',
  description: 'Duration of a run',
  advice: {
    // From 0.01 to 81.92.
    explicitBucketBoundaries: Array.from({ length: 14 }, (_, doublings) => 0.01 * 2 ** doublings),
  },
};

let kept: { meter: Meter; duration: Histogram } | undefined;

/** Notes how many seconds a run took. */
export function record(seconds: number, attributes: Attributes, place: Context): void {
  const meter = api.metrics.getMeter('reflect-engine');
  if (kept?.meter !== meter) kept = { meter, duration: meter.createHistogram(DURATION, OPTIONS) };
  kept.duration.record(seconds, attributes, place);
}
