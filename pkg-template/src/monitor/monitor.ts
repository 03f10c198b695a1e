import { badSettings, checkKeys, mustBe } from '../check/checks.js';
import { describeWrongKind, isObject, isPromise } from '../check/kind.js';
import { finishedResult } from '../check/observed.js';
import { checkTime } from '../check/timed.js';
import { describeError, ignored, isReflectError, ReflectError } from '../error.js';
import type { Monitor as Core, LoopReport } from '../generated/statistics.js';
import { Owned } from '../load/owned.js';
import { core, instance } from '../load/statistics.js';
import { callCore } from '../load/trap.js';
import { callAndRead, toWire } from '../load/wire.js';
import type { Usage } from '../types.js';
import type {
  AlertEvent,
  FeedbackOutcome,
  LoopHealth,
  MonitorReport,
  MonitorSettings,
  MonitorState,
  ObservedDecision,
  ObservedResult,
  ObserveOptions,
  UserFeedback,
} from './types.js';

const SETTINGS = ['mode', 'minRated', 'window', 'remember', 'levels', 'onEvent'];
const OPTIONS = ['runId', 'nowMs'];
/** What is read of a state that is merged: the runs that it remembers are feedback's, and may be megabytes. */
const COUNTED = ['format', 'version', 'bucketMs', 'series'];
/** What is read of a result as it is, and of what is nested in it. Drafts and steps may be megabytes. */
const READ = [
  'status',
  'accepted',
  'stopReason',
  'iterations',
  'runId',
  'judged',
  'retries',
  'repairs',
  'missingFields',
  'repetitionHits',
  'score',
  'shouldRevise',
  'acceptedBy',
  'selfCritique',
  'calls',
  'tokens',
  'costUsd',
];
const NESTED: readonly (readonly [string, readonly string[]])[] = [
  ['evaluation', ['score']],
  ['critique', ['status', 'score', 'criteriaMet']],
  ['criticVerdict', ['criteriaMet']],
  ['metadata', ['strategy']],
  ['evaluations', ['passed']],
  ['missing', ['required']],
  ['drafts', ['parent']],
];

/**
 * Watches loops (the Lazy Agent essay): figures of their health, four alerts, and which part is broken, over all runs and in a sliding
 * window. It holds a few numbers, whatever the number of runs. Give each agent a monitor of its own.
 */
export class LoopMonitor extends Owned {
  /** @internal */
  static override readonly name: string = 'LoopMonitor';
  private readonly onEvent: ((event: AlertEvent) => void) | undefined;

  /** Throws `invalid_settings` for an unknown key, a wrong type or a value out of range, naming the field. */
  constructor(settings: MonitorSettings = {}) {
    checkKeys(core, settings, SETTINGS, 'setting', 'the settings of a monitor', 'invalid_settings');
    const { onEvent, ...rest } = settings;
    if (onEvent !== undefined) mustBe('onEvent', onEvent, 'function', badSettings);
    super(
      callCore(() => core().Monitor.create(...toWire(rest))),
      'monitor',
    );
    this.onEvent = onEvent;
  }

  /** A monitor that goes on from a state. Throws `invalid_snapshot` for anything but the state of one with the same `window.bucketMs`. */
  static fromJSON(state: MonitorState | string, settings: MonitorSettings = {}): LoopMonitor {
    const monitor = new LoopMonitor(settings);
    const saved = toWire(plainState(state));
    callCore(() => monitor.core.restore(...saved));
    return monitor;
  }

  /**
   * A monitor with the figures of all runs that these monitors saw, each a state of a process of its own, in any order; alerts are computed
   * anew. A run that two of them saw counts twice. What they remember of runs is not merged: give feedback to the process that observed its
   * run. Throws `invalid_snapshot`, naming the state and its field, for anything but states of monitors with the same `window.bucketMs`.
   */
  static merge(
    states: readonly (MonitorState | string)[],
    settings: MonitorSettings = {},
    options: { nowMs?: number | undefined } = {},
  ): LoopMonitor {
    if (!Array.isArray(states))
      throw new ReflectError('invalid_snapshot', describeWrongKind('`states`', 'a list of states of monitors', states));
    const monitor = new LoopMonitor(settings);
    const nowMs = time(options);
    for (const [at, state] of states.entries()) {
      try {
        const counted = toWire(picked(plainState(state), COUNTED));
        callCore(() => monitor.core.merge(...counted, nowMs));
      } catch (cause) {
        throw new ReflectError('invalid_snapshot', `\`states[${at}]\`: ${describeError(cause)}`, { cause });
      }
    }
    return monitor;
  }

  private get core(): Core {
    return this.handle() as Core;
  }

  /**
   * Counts a finished run: the result of any loop, a reflection on a decision, or the `ReflectError` that a run rejected with, if it
   * carries a result. False when a run of this `runId` was counted before; then nothing changes. Throws `invalid_task` when it is not a
   * result, naming the field.
   */
  observe(
    result: ObservedResult | ObservedDecision | ReflectError<ObservedResult | ObservedDecision>,
    options: ObserveOptions = {},
  ): boolean {
    checkKeys(core, options, OPTIONS, 'option', 'the options of observe', 'invalid_task');
    const seen = toWire(readObserved(result, options));
    return this.tell((core) => core.observe(...seen, time(options)));
  }

  /**
   * Counts a person's verdict on a run's answer: the first rating if there is a score, and the first rejection of an accepted answer.
   * Throws `invalid_task`, naming the field.
   */
  feedback(feedback: UserFeedback, options: { nowMs?: number | undefined } = {}): FeedbackOutcome {
    return this.tell((core) => callAndRead<FeedbackOutcome>(instance, () => core.feedback(...toWire(feedback), time(options))));
  }

  /** Figures, open alerts and diagnosis, as of now. */
  report(options: { nowMs?: number | undefined } = {}): MonitorReport {
    const { all, window } = this.tell((core) => callAndRead<LoopReport>(instance, () => core.report(time(options))));
    return { ...named(all), window: named(window) };
  }

  /** What it has counted, as plain JSON, for `fromJSON`. */
  toJSON(): MonitorState {
    return callAndRead<MonitorState>(instance, () => this.core.state());
  }

  /** Does something with the core, then reports the events that it caused. */
  private tell<R>(work: (core: Core) => R): R {
    const came = callCore(() => work(this.core));
    const events = this.core.events();
    if (events === undefined) return came;
    for (const event of callAndRead<AlertEvent[]>(instance, () => events)) {
      try {
        ignored(this.onEvent?.(event));
      } catch {
        // A listener cannot stop a monitor.
      }
    }
    return came;
  }
}

/** What a monitor reads of a result. */
function readObserved(value: unknown, { runId }: ObserveOptions): object {
  const result = isReflectError<unknown>(value) ? value.result : value;
  if (!isObject(result)) {
    const what = isReflectError(value)
      ? 'an error without a `result` is not a run'
      : describeWrongKind('a result', 'an object', result);
    throw new ReflectError('invalid_task', what, { cause: value });
  }
  if (isPromise(result)) {
    throw new ReflectError('invalid_task', 'a result must be that of a finished run, got a promise: wait for it first');
  }
  try {
    const whole = finishedResult(value) as Record<string, unknown>;
    const seen = picked(whole, READ);
    for (const [key, keys] of NESTED) {
      const nested = whole[key];
      seen[key] = Array.isArray(nested) ? nested.map((item) => picked(item, keys)) : picked(nested, keys);
    }
    seen.repetitionHits ??= repetitions(whole);
    for (const [key, spent] of Object.entries(spentOf(whole.usage))) seen[key] ??= spent;
    if (runId !== undefined) seen.runId = runId;
    return seen;
  } catch (cause) {
    throw new ReflectError('invalid_task', `a result cannot be read: ${describeError(cause)}`, { cause });
  }
}

/**
 * Drafts that repeat an earlier one of the run: marked as a duplicate, or the same text but for case and white space. An autopilot's drafts
 * are the outputs of its iterations.
 */
function repetitions({ drafts, steps }: { drafts?: unknown; steps?: unknown }): number | undefined {
  if (Array.isArray(drafts)) return repeated(drafts as Draft[]);
  if (!Array.isArray(steps)) return undefined;
  const iterations = (steps as { type?: unknown; output?: unknown }[]).filter((step) => step?.type === 'iteration');
  return repeated(iterations.map(({ output }) => ({ text: output })));
}

interface Draft {
  text?: unknown;
  duplicateOf?: unknown;
}

function repeated(drafts: readonly Draft[]): number {
  const texts = new Set<string>();
  let count = 0;
  for (const draft of drafts) {
    const text = typeof draft?.text === 'string' ? draft.text.toLowerCase().replace(/\s+/g, ' ').trim() : '';
    if ((draft?.duplicateOf ?? undefined) !== undefined || texts.has(text)) count += 1;
    if (text !== '') texts.add(text);
  }
  return count;
}

/** What a run used, where its result holds a report of that. */
function spentOf(usage: unknown): { calls?: number; tokens?: unknown; costUsd?: unknown } {
  if (!isObject(usage) || !isObject(usage.total) || !isObject(usage.byPurpose)) return {};
  const { inputTokens = 0, outputTokens = 0, totalTokens, costUsd } = usage.total as Usage;
  const calls = (Object.values(usage.byPurpose) as { calls: number }[]).reduce((sum, one) => sum + one.calls, 0);
  return { calls, tokens: totalTokens ?? inputTokens + outputTokens, costUsd };
}

/** Each figure by both of its names. */
function named(health: LoopHealth): Pick<MonitorReport, 'metrics'> & LoopHealth {
  const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const both = Object.entries(health.metrics).flatMap(([name, figure]) => [
    [name, figure],
    [camel(name), figure],
  ]);
  return { ...health, metrics: Object.fromEntries(both) as MonitorReport['metrics'] };
}

/** These keys of an object; what is none stays as it is. */
function picked(value: unknown, keys: readonly string[]): Record<string, unknown> {
  if (!isObject(value)) return value as never;
  return Object.fromEntries(keys.map((key) => [key, (value as Record<string, unknown>)[key]]));
}

function time({ nowMs = Date.now() }: { nowMs?: number | undefined }): number {
  return checkTime('nowMs', nowMs);
}

function plainState(state: unknown): unknown {
  try {
    // A monitor says its state by `toJSON`.
    return JSON.parse(typeof state === 'string' ? state : JSON.stringify(state));
  } catch (cause) {
    throw new ReflectError('invalid_snapshot', `not the state of a monitor: ${describeError(cause)}`, { cause });
  }
}
