// What the application has set up for logs and metrics. It may do so after an engine was made, so it is asked for each time.

import type { Attributes, Context, Histogram, Meter } from '@opentelemetry/api';
import * as api from '@opentelemetry/api';
import { DURATION } from './names.js';

/** What is used of a logger. */
interface Logs {
  getLogger(name: string): { emit(record: LogRecord): void };
}

interface LogRecord {
  eventName: string;
  attributes: Attributes;
  context: Context;
}

/** Where `@opentelemetry/api-logs` keeps its provider, for others of its version 1. Imported, it would be a second peer, and not be there. */
const API_LOGS = Symbol.for('io.opentelemetry.js.api.logs');

/** Logs are part of the API from 1.10 on. */
function logs(): Logs | undefined {
  const own = (Reflect.get(api, 'logs') as { getLoggerProvider?(): Logs } | undefined)?.getLoggerProvider?.();
  const before = (globalThis as { [API_LOGS]?: (version: number) => Logs })[API_LOGS];
  return before?.(1) ?? own;
}

export function emit(record: LogRecord): void {
  logs()?.getLogger('reflect-engine').emit(record);
}

let kept: { meter: Meter; duration: Histogram } | undefined;

/** Notes how many seconds a run took. */
export function record(seconds: number, attributes: Attributes, place: Context): void {
  const meter = api.metrics.getMeter('reflect-engine');
  if (kept?.meter !== meter) kept = { meter, duration: meter.createHistogram(DURATION.name, DURATION.options) };
  kept.duration.record(seconds, attributes, place);
}
