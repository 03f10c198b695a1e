/**
 * Runs as traces of OpenTelemetry. Whoever sets up an SDK sees them; without one, nothing is recorded.
 *
 * @packageDocumentation
 */

import { checkEngine, checkOptions } from '../check/checks.js';
import { isPlain } from '../check/kind.js';
import { overlay } from '../check/overlay.js';
import type { ReflectEngine } from '../engine/engine.js';
import type { Gate, GateTask } from '../engine/gate.js';
import type { ReflectResult, ReflectTask, ResumeTask } from '../types.js';
import { RunTrace, type TracedEvaluation } from './run.js';

export type { TracedEvaluation } from './run.js';

export interface TracedOptions {
  /** What the engine is for: one of few names, since it is in the span's name. Default `reflect`. */
  name?: string | undefined;
  /** A span for each call of a model. Switch it off where your client makes spans of its own. Default `true`. */
  chatSpans?: boolean | undefined;
  /** Record texts, too: messages, arguments and results of tools, issues, messages of errors. Default `false`. */
  content?: boolean | undefined;
  /**
   * Called with each judgement of a critic or verifier, and with how each run ended, where an SDK records them or not. What it throws is
   * ignored. `reflect-engine/langfuse` and `/braintrust` make one.
   */
  onEvaluation?: ((evaluation: TracedEvaluation) => void) | undefined;
}

const KINDS = { name: 'string', chatSpans: 'boolean', content: 'boolean', onEvaluation: 'function' } as const;

/**
 * The same engine, whose `run`, `stream`, `resume`, `gate` and `reopenGate` are traced: a span for the run, one for each draft that a gate
 * judges and one for each call of a model or tool, a log record for each judgement of a critic or verifier, and the duration of the run as
 * a metric. Results are the same, whatever becomes of the trace.
 *
 * Throws `invalid_settings` for something that is no engine, and for an unknown option or one of the wrong type.
 */
export function traced(engine: ReflectEngine, options: TracedOptions = {}): ReflectEngine {
  checkEngine('traced', engine);
  checkOptions('traced', options, KINDS);
  const { name = 'reflect', chatSpans = true, content = false } = options;
  const startTrace = (task: object, snapshot?: string): RunTrace =>
    new RunTrace({ ...options, name, chatSpans, content }, task as ReflectTask<unknown>, snapshot);
  const opened = <T>(run: RunTrace, open: () => Gate<T>): Gate<T> => {
    try {
      return run.gate(run.within(open));
    } catch (thrown) {
      run.failed(thrown);
      throw thrown;
    }
  };

  const own = {
    run<T>(task: ReflectTask<T>): Promise<ReflectResult<T>> {
      if (!isPlain(task)) return engine.run(task);
      const run = startTrace(task);
      return run.ended(run.within(() => engine.run(run.task(task))));
    },
    resume<T>(snapshot: string, task: ResumeTask<T>): Promise<ReflectResult<T>> {
      if (!isPlain(task)) return engine.resume(snapshot, task);
      const run = startTrace(task);
      return run.ended(run.within(() => engine.resume(snapshot, run.task(task))));
    },
    stream<T>(task: ReflectTask<T>): ReturnType<typeof engine.stream<T>> {
      if (!isPlain(task)) return engine.stream(task);
      const run = startTrace(task);
      try {
        const stream = run.within(() => engine.stream(run.task(task)));
        run.ended(stream.result).catch(() => {});
        return stream;
      } catch (thrown) {
        run.failed(thrown);
        throw thrown;
      }
    },
    gate<T>(task: GateTask<T>): Gate<T> {
      if (!isPlain(task)) return engine.gate(task);
      const run = startTrace(task);
      return opened(run, () => engine.gate(run.task(task)));
    },
    reopenGate<T>(snapshot: string, task: Omit<GateTask<T>, 'input'>): Gate<T> {
      if (!isPlain(task)) return engine.reopenGate(snapshot, task);
      const run = startTrace(task, snapshot);
      return opened(run, () => engine.reopenGate(snapshot, run.task(task)));
    },
  };
  // The model of a host streams its answers, and that is traced.
  const answer = (...asked: Parameters<ReflectEngine['answer']>) => engine.answer.apply(shown, asked);
  const shown: ReflectEngine = overlay(engine, { ...own, answer });
  return shown;
}
