import { badSettings, checkKeys } from '../checks.js';
import { ignored, isReflectError, ReflectError, told } from '../error.js';
import type { Monitor as Core } from '../generated/monitor.js';
import { isPromise, kindOf } from '../kind.js';
import { ended } from '../observed.js';
import { written } from '../plain.js';
import { direct, refuseAfterTraps } from '../trap.js';
import type { Json } from '../types.js';
import { core } from './core.js';
import type {
  AlertEvent,
  FeedbackOutcome,
  MonitorReport,
  MonitorSettings,
  MonitorState,
  ObservedDecision,
  ObservedResult,
  ObserveOptions,
  UserFeedback,
} from './types.js';

const SETTINGS = ['mode', 'minRated', 'window', 'remember', 'levels', 'onEvent'];
const OPTIONS = ['agent', 'runId', 'nowMs'];
/** What is read of a result as it is, and of what is nested in it. Drafts and steps may be megabytes. */
const READ = [
  'status',
  'accepted',
  'stopReason',
  'iterations',
  'runId',
  'agent',
  'judged',
  'retries',
  'repairs',
  'missingFields',
  'repetitionHits',
  'score',
  'shouldRevise',
  'acceptedBy',
  'selfCritique',
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
 * Watches loops (the Lazy Agent essay): figures of their health, four alerts, and which part is broken, over all runs, by agent and in a
 * sliding window. It holds a few numbers for each, whatever the number of runs.
 */
export class LoopMonitor {
  private core: Core | undefined;
  private readonly onEvent: ((event: AlertEvent) => void) | undefined;

  /** Throws `invalid_settings` for an unknown key, a wrong type or a value out of range, naming the field. */
  constructor(settings: MonitorSettings = {}) {
    const { rest, onEvent } = checked(settings);
    refuseAfterTraps();
    this.core = direct(() => core().Monitor.create(rest));
    this.onEvent = onEvent;
  }

  /** A monitor that goes on from a state. Throws `invalid_snapshot` for anything else than the state of one with the same `window.bucketMs`. */
  static fromJSON(state: MonitorState | string, settings: MonitorSettings = {}): LoopMonitor {
    const monitor = new LoopMonitor(settings);
    const { rest } = checked(settings);
    const restored = direct(() => core().Monitor.restore(rest, stateText(state)));
    monitor.free();
    monitor.core = restored;
    return monitor;
  }

  /**
   * Counts a finished run: a result of any loop, a reflection on a decision too, or the `ReflectError` with one that a run rejected with.
   * False when a run of its `runId` was counted before, which changes nothing. Throws `invalid_task` when it is no result, naming the field.
   */
  observe(
    result: ObservedResult | ObservedDecision | ReflectError<ObservedResult | ObservedDecision>,
    options: ObserveOptions = {},
  ): boolean {
    checkKeys(core, options, OPTIONS, 'option', 'the options of observe', 'invalid_task');
    const seen = read(result, options);
    return this.tell((core) => core.observe(seen, time(options)));
  }

  /**
   * Counts what a person says of a run's answer: the first rating where there is a score, and the first rejection of an accepted answer.
   * Throws `invalid_task`, naming the field.
   */
  feedback(feedback: UserFeedback, options: { nowMs?: number | undefined } = {}): FeedbackOutcome {
    return this.tell((core) => core.feedback(feedback, time(options)));
  }

  /** Figures, alerts that are open, and diagnosis, as of now. */
  report(options: { nowMs?: number | undefined } = {}): MonitorReport {
    const { all, window, agents, agentsLeftOut } = this.tell((core) => core.report(time(options)));
    const byName = agents.map(({ agent, all, window }) => [agent, { ...all, window }] as const);
    return { ...all, window, agents: Object.fromEntries(byName), agentsLeftOut };
  }

  /** What it has counted, as plain JSON, for `fromJSON`. */
  toJSON(): MonitorState {
    return JSON.parse(direct(() => this.live.state())) as MonitorState;
  }

  free(): void {
    this.core?.free();
    this.core = undefined;
  }

  [Symbol.dispose](): void {
    this.free();
  }

  private get live(): Core {
    if (this.core === undefined) throw new ReflectError('misuse', 'this monitor was freed');
    return this.core;
  }

  /** Does something with the core, then tells the events that came of it. */
  private tell<R>(work: (core: Core) => R): R {
    const came = direct(() => work(this.live));
    for (const event of direct(() => this.live.events()) ?? []) {
      try {
        ignored(this.onEvent?.(event));
      } catch {
        // Who watches a monitor cannot stop it.
      }
    }
    return came;
  }
}

function checked(settings: MonitorSettings): { rest: Omit<MonitorSettings, 'onEvent'>; onEvent: MonitorSettings['onEvent'] } {
  checkKeys(core, settings, SETTINGS, 'setting', 'the settings of a monitor', 'invalid_settings');
  const { onEvent, ...rest } = settings;
  if (onEvent !== undefined && typeof onEvent !== 'function') {
    throw badSettings(`\`onEvent\` must be a function, got ${kindOf(onEvent)}`);
  }
  return { rest, onEvent };
}

/** What a monitor reads of a result, copied: as JSON, or as it is where JSON cannot say it. */
function read(given: unknown, { agent, runId }: ObserveOptions): unknown {
  const result = isReflectError<unknown>(given) ? given.result : given;
  if (typeof result !== 'object' || result === null || Array.isArray(result)) {
    const what = isReflectError(given)
      ? 'an error without a `result` is no run'
      : `a result must be an object, got ${kindOf(result)}`;
    throw new ReflectError('invalid_task', what, { cause: given });
  }
  if (isPromise(result)) {
    throw new ReflectError('invalid_task', 'a result must be that of a finished run, got a promise: wait for it first');
  }
  try {
    const copy = new Copy();
    const whole = ended(given) as Record<string, unknown>;
    const seen = copy.of(whole, READ);
    for (const [key, keys] of NESTED) {
      const nested = whole[key];
      if (nested === undefined) continue;
      seen[key] = Array.isArray(nested) ? nested.map((item) => copy.inside(item, keys)) : copy.inside(nested, keys);
    }
    seen.repetitionHits ??= repetitions(whole);
    if (agent !== undefined) seen.agent = copy.leaf(agent);
    if (runId !== undefined) seen.runId = copy.leaf(runId);
    return copy.plain ? written(seen as Json) : seen;
  } catch (cause) {
    throw new ReflectError('invalid_task', `a result cannot be read: ${told(cause)}`, { cause });
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

/** Copies single values of an object, one level deep. */
class Copy {
  /** JSON can say everything that was copied. */
  plain = true;

  of(from: object, keys: readonly string[]): Record<string, unknown> {
    const seen: Record<string, unknown> = {};
    for (const key of keys) {
      const value: unknown = (from as Record<string, unknown>)[key];
      if (value !== undefined) seen[key] = this.leaf(value);
    }
    return seen;
  }

  inside(value: unknown, keys: readonly string[]): unknown {
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? this.of(value, keys) : this.leaf(value);
  }

  /** Of an object, which has no place here, that it is one; of a list what it holds. */
  leaf(value: unknown): unknown {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        this.plain &&= Number.isFinite(value);
        return value;
      case 'object':
        if (value === null) return value;
        return Array.isArray(value) ? value.map((item) => (isLeaf(item) ? this.leaf(item) : {})) : {};
      default:
        this.plain = false;
        return value;
    }
  }
}

function isLeaf(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function time({ nowMs }: { nowMs?: number | undefined }): number {
  if (nowMs === undefined) return Date.now();
  if (typeof nowMs !== 'number')
    throw new ReflectError('misuse', `\`nowMs\` must be a number of milliseconds, got ${kindOf(nowMs)}`);
  return nowMs;
}

function stateText(state: unknown): string {
  if (typeof state === 'string') return state;
  try {
    // A monitor says its state by `toJSON`.
    return written(JSON.parse(JSON.stringify(state)) as Json);
  } catch (cause) {
    throw new ReflectError('invalid_snapshot', `not the state of a monitor: ${told(cause)}`, { cause });
  }
}
