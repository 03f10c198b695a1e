// OpenTelemetry as an application sets it up, with all that is recorded kept in memory.

import { context, metrics, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs';
import { InMemoryMetricExporter, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';

/** `setLogs` takes the provider of the logs, and makes it that of the process. */
export function telemetry(setLogs) {
  const spans = new InMemorySpanExporter();
  const logs = new InMemoryLogRecordExporter();
  const measures = new InMemoryMetricExporter();
  const reader = new PeriodicExportingMetricReader({ exporter: measures, exportIntervalMillis: 3_600_000 });
  let broken;
  const breaking = {
    onStart: () => broken?.(),
    onEnd: () => broken?.(),
    onEmit: () => broken?.(),
    shutdown() {},
    forceFlush() {},
  };
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [breaking, new SimpleSpanProcessor(spans)] }));
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  setLogs(new LoggerProvider({ processors: [breaking, new SimpleLogRecordProcessor({ exporter: logs })] }));

  return {
    spans: () => spans.getFinishedSpans(),
    logs: () => logs.getFinishedLogRecords(),
    /** Of each histogram the points since the last time. */
    async histograms() {
      measures.reset();
      await reader.forceFlush();
      const found = measures.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics));
      return found.map(({ descriptor: { name, unit }, dataPoints }) => ({ name, unit, points: dataPoints }));
    },
    /** What each span and record then meets first. */
    breakWith(fault) {
      broken = fault;
    },
    reset() {
      spans.reset();
      logs.reset();
    },
    stop: () => reader.shutdown(),
  };
}

/** The spans as a tree of names, those of one parent in the order in which they began. */
export function tree(spans, parent = undefined) {
  const children = spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent?.spanContext().spanId);
  return children.sort(byTime).map((span) => {
    const below = tree(spans, span);
    return below.length === 0 ? span.name : [span.name, below];
  });
}

function byTime(a, b) {
  return a.startTime[0] - b.startTime[0] || a.startTime[1] - b.startTime[1];
}

/** What was judged: the name of the evaluation, its verdict, and the name and number of the span of the draft. */
export function judgements(spans, logs) {
  return logs.map(({ attributes, spanContext, eventName }) => {
    const span = spans.find((span) => span.spanContext().spanId === spanContext?.spanId);
    const { 'gen_ai.evaluation.name': name, 'gen_ai.evaluation.score.value': score } = attributes;
    const label = attributes['gen_ai.evaluation.score.label'] ?? attributes['error.type'];
    return [eventName, name, score, label, span?.attributes['reflect.call.id'] ?? span?.name];
  });
}
