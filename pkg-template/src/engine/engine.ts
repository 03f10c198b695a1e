import { bad, badSettings, checkKeys, checkOptions, checkReview, type Kinds } from '../check/checks.js';
import { isObject, isPlain } from '../check/kind.js';
import { flattenResult } from '../check/observed.js';
import type { OutputSchema } from '../check/output-schema.js';
import { jsonText } from '../check/plain.js';
import { checkTime } from '../check/timed.js';
import { describeError, ReflectError, safely } from '../error.js';
import type { CoreEngine } from '../generated/reflect_engine.js';
import { engine as instance, wasm } from '../load/index.js';
import { frozen } from '../load/memory.js';
import { callCore, freeingOnError } from '../load/trap.js';
import { callAndRead, PLAIN, toWire } from '../load/wire.js';
import { type Callbacks, OUTPUT_SCHEMA } from '../run/callbacks.js';
import { VERIFIER_TIMEOUT_MS } from '../run/core.js';
import { DraftTracker } from '../run/drafts.js';
import { Faults, runToEnd } from '../run/drive.js';
import { requireClock, seedOf, timeOf } from '../run/durable.js';
import { type EngineRun, replayRun, startRun } from '../run/engine.js';
import { answerFor, type HostAnswer, type HostQuestion, piecesOf, retryCall, streamOf, untilAborted } from '../run/host-model.js';
import { HostedReflectRun } from '../run/hosted.js';
import type { Observers } from '../run/pump.js';
import { race } from '../run/race.js';
import { Redaction } from '../run/redact.js';
import { RunCancellation } from '../run/signal.js';
import { type ParsedSnapshot, parseSnapshot, restore, withoutAbort } from '../run/snapshot.js';
import { promised, RunStream, shownTo } from '../run/stream.js';
import { callbacksOf, isSelfCritique, RUN_KEYS, wireOf } from '../run/task.js';
import type {
  Calibration,
  HostedResult,
  HostedTask,
  Json,
  Learnable,
  Model,
  ReflectResult,
  ReflectRun,
  ReflectSettings,
  ReflectStream,
  ReflectTask,
  ReflectTrace,
  ResumeTask,
  SchemaResult,
  Screen,
  ShownDraft,
  Step,
  WithSchema,
} from '../types.js';
import { ActionJudge, type ActionParts, checkActions } from './actions.js';
import { Gate, type GateTask } from './gate.js';
import { checkRestoring, checkResumed } from './resumed.js';

/**
 * Makes an agent check its own work: draft, critique, revise, until the draft is accepted or the budget is spent.
 *
 * One engine runs any number of tasks, also at once. It holds its settings, what it noticed of its critics, and, without a seed, whether
 * revisions or drafts written anew helped after a failed check, for each `calibration.key`.
 */
export class ReflectEngine {
  /** @internal Bundlers rename classes: what an exported one is called is written in it. */
  static readonly name: string = 'ReflectEngine';
  readonly name = 'reflect' as const;
  #settings: ReflectSettings;
  /** The settings, checked. */
  #core: CoreEngine;
  #freed = false;
  /** Runs in which critics looked and accepted all that they saw; NaN once one rejected something. */
  #runsWithoutRejection = 0;
  /** Who judges a task that names no critic. Absent: the model itself, and behind a gate nobody but verifiers. */
  readonly critic: ReflectTask['critic'];
  /** What drafts came to after a failed check, by `calibration.key`; the key used last is the last. */
  readonly #counts = new Map<string | undefined, Counts>();
  /** A core whose calibration includes this engine's own runs, of the key used last. */
  #learnedCore: (Checked & { calibration: Calibration | Key }) | undefined;

  /** Throws `invalid_settings` for an unknown key, a wrong type or a value out of range, naming the field. */
  constructor(settings?: EngineSettings) {
    if (typeof settings === 'function')
      throw badSettings(`${NO_SETTINGS} a function: call a preset; a model goes to \`run({ model })\``);
    if (typeof settings === 'string') throw badSettings(`${NO_SETTINGS} a string: \`resolveEngine(name)\` takes one`);
    const { critic, rest } = splitCritic(settings);
    this.critic = critic;
    this.#core = callCore(() => new (wasm().CoreEngine)(...toWire(rest)));
    // As they were checked, so that neither later changes to the caller's object nor a `toJSON` of its class go unchecked; results show them.
    this.#settings = settingsOf(this.#core);
  }

  /** Revisions at most, of a task with a critic. */
  get maxReflections(): number {
    return resolvedSettings(this.#live())[0];
  }

  /** Points from which a draft is accepted. */
  get acceptanceThreshold(): number {
    return resolvedSettings(this.#live())[1];
  }

  /** Tool turns at most in one answer or revision. */
  get maxAnswerSteps(): number {
    return resolvedSettings(this.#live())[2];
  }

  /** What critics are told, the format of their reply included. */
  get critiquePrompt(): string {
    return resolvedSettings(this.#live())[3];
  }

  /** As below, for a task with an `outputSchema`, which gives the type of `object`. */
  run<T = Json>(task: ReflectTask<T> & WithSchema): Promise<SchemaResult<T>>;
  /**
   * Runs a task to its end.
   *
   * Rejects with a {@link ReflectError} that carries `result` when there is no usable draft at all, or the run was aborted
   * (`name: 'AbortError'`). After the first draft it resolves whatever happens, with `status: 'needs_review'` unless the draft was
   * accepted.
   */
  run<T = string>(task: ReflectTask<T>): Promise<ReflectResult<T>>;
  run<T>(task: ReflectTask<T>): Promise<ReflectResult<T>> {
    let result: Promise<ReflectResult<T>>;
    try {
      const { core, callbacks } = this.#begin(task);
      result = this.#drive<T>(core, callbacks, task, new RunCancellation());
    } catch (error) {
      result = Promise.reject(error);
    }
    return promised(result);
  }

  /** As below, for a task with an `outputSchema`, which gives the type of `object`. */
  stream<T = Json>(task: ReflectTask<T> & WithSchema): ReflectStream<T, SchemaResult<T>>;
  /** Runs a task and shows its steps as they come. Throws at once when the task itself is wrong. */
  stream<T = string>(task: ReflectTask<T>): ReflectStream<T>;
  stream<T>(task: ReflectTask<T>): ReflectStream<T> {
    const { core, callbacks } = this.#begin(task);
    const start = (watch: Observers, ending: RunCancellation) => this.#drive<T>(core, callbacks, watch, ending);
    return new RunStream<Step, ReflectResult<T>>(start, task, this.#unjudged(core, callbacks));
  }

  /**
   * Opens a gate: a run whose drafts the host writes, in a loop of its own with its own tools. `submit` has a draft judged, and says what
   * is missing or that the run is over. Critics, verifiers, strategies and budgets work as in a run; `maxReflections` says how often a
   * draft may go back.
   */
  gate<T = string>(task: GateTask<T>): Gate<T> {
    return this.#opened(task, (whole) => this.#begin<T>(whole, true), true);
  }

  /**
   * Goes on with a gate from its snapshot. Give its task again, with the same critics and verifiers; the input may be left out. What critics
   * said and the settings are in the snapshot, and are believed. Throws `invalid_snapshot` for one of a run; a gate that has ended takes no
   * draft.
   */
  reopenGate<T = string>(snapshot: string, task: Omit<GateTask<T>, 'input'> & Partial<Pick<GateTask<T>, 'input'>>): Gate<T> {
    return this.#opened(task, (whole) => this.#resumed<T>(snapshot, whole, true));
  }

  /** Begins a run that the caller drives: poll, make the calls, hand in the replies. The time is in milliseconds. */
  start(task: HostedTask, nowMs: number = Date.now()): ReflectRun {
    this.#live();
    const whole = this.#withCritic(task);
    const callbacks = callbacksOf(whole, 'start');
    return new HostedReflectRun(this.#create(whole, callbacks, checkTime('nowMs', nowMs)), callbacks.redaction);
  }

  /**
   * Goes on with a run from a snapshot, driven by the caller. `settings` are laid over the engine's, and those over the snapshot's. Give
   * the run's `redact` once more: a snapshot holds no hook.
   */
  restore(
    snapshot: string,
    settings?: ReflectSettings,
    nowMs: number = Date.now(),
    options: Pick<HostedTask, 'redact' | 'runId'> = {},
  ): ReflectRun {
    this.#live();
    checkRestoring(options);
    const { redact, runId } = options;
    const { core } = this.#reopen(snapshot, { settings, runId }, checkTime('nowMs', nowMs));
    return new HostedReflectRun(core, redact === undefined ? undefined : new Redaction(redact));
  }

  /** As below, for a task with an `outputSchema`, which gives the type of `object`. */
  resume<T = Json>(snapshot: string, task: ResumeTask<T> & WithSchema): Promise<ReflectResult<T>>;
  /**
   * Goes on with a run from a snapshot: an interrupted or aborted one where it was, a finished one with a person's `review`. Settings of
   * this engine and of the task are laid over those in the snapshot. Who judges was settled when the run began: a task with another
   * verifier, critic, `usable` or `outputSchema`, or without one of the run's (or of its tools), is refused as `invalid_task`. Question and
   * system prompt are the snapshot's: others are refused, and so is a finished run without a `review`.
   */
  resume<T = string>(snapshot: string, task: ResumeTask<T>): Promise<ReflectResult<T>>;
  async resume<T>(snapshot: string, task: ResumeTask<T>): Promise<ReflectResult<T>> {
    const { core, callbacks } = this.#resumed(snapshot, task);
    const { review } = task;
    const watch: Observers = task;
    const { length } = core.log;
    const result = await this.#drive<T>(core, callbacks, watch, new RunCancellation());
    if (review === undefined && core.log.length === length)
      throw bad(
        `\`review\` is missing: the run in the snapshot has ended (${result.stopReason}), and goes on only with a person's { accepted, feedback? }`,
      );
    return result;
  }

  /**
   * Learns from finished runs, of this engine or another, with any strategy, whether to revise a draft that failed a verifier or to write
   * anew. Runs that have begun are not affected. Replaces what the engine counted itself of tasks with the same `calibration.key`. Throws
   * `invalid_task`, and learns nothing, when something is not a result.
   */
  calibrate(results: Learnable | readonly Learnable[]): void {
    this.#live();
    const list: readonly unknown[] = Array.isArray(results) ? results : [results];
    const lessons = new Map<string | undefined, Calibration>();
    for (const result of list) {
      const lesson = JSON.parse(asJson(flattenResult(result))) as { settings?: ReflectSettings } | null;
      const key = keyOf(lesson?.settings);
      lessons.set(key, learned(lessons.get(key) ?? this.#given(key), lesson));
    }
    for (const [key, given] of lessons) this.#keep(key, { given });
  }

  /**
   * What was learned so far, as plain JSON: the setting `advanced.calibration` of the next engine, or of the tasks with its key. `key`: of
   * the tasks with this `calibration.key`; without it, of those with the engine's own.
   */
  calibration(key: string | undefined = keyOf(this.#settings)): Calibration {
    this.#live();
    return learned(this.#counts.get(key)?.own ?? this.#given(key));
  }

  /** Starts no more runs; running ones are not affected. */
  free(): void {
    if (this.#freed) return;
    this.#freed = true;
    this.#core.free();
    this.#learnedCore?.core.free();
  }

  [Symbol.dispose](): void {
    this.free();
  }

  /** @internal Refuses options of an adapter that are not of these kinds, and a task that no run takes, or with what the adapter gives (`own`). */
  checkHost(of: string, options: object, kinds: Kinds, own: string): void {
    this.#live();
    checkOptions(of, options, { engine: 'object', ...kinds, task: 'object' });
    const { task, drafts, writer } = options as HostOptions;
    if (drafts === 'data' && writer === undefined) throw badSettings('`writer` is missing: give that of `createUIMessageStream`');
    if (task === undefined) return;
    const key = own.split(' ').find((key) => task[key] !== undefined);
    if (key !== undefined) throw badSettings(`\`task.${key}\` is not an option of ${of}: each run has its own`);
    callbacksOf({ model: () => '', ...task } as unknown as ReflectTask<unknown>, 'run');
    if (task.settings !== undefined) this.#laidOver(task.settings, () => {});
  }

  /** @internal As `checkHost`, for the task of a gate. */
  checkGated(of: string, options: { task?: Partial<GateTask<unknown>> }, kinds: Kinds): void {
    const { task } = options;
    if (isPlain(task)) checkKeys(wasm, task, [...GATE_KEYS, ...GATE_OWN], 'task key', 'the task of a gate', 'invalid_task');
    const { criteria, actions: _, ...rest } = isPlain(task) ? (task as Partial<GateTask>) : {};
    const run = { ...rest, settings: { ...rest.settings, ...(criteria && { criteria }) } };
    this.checkHost(of, { ...options, ...(isPlain(task) && { task: run }) }, kinds, OF_GATE);
    this.checkGate(task ?? {});
  }

  /**
   * @internal These methods of a language model, whose calls are made again when its provider is busy. Each takes options with an
   * `abortSignal`. Models of ai 5, whose replies have another form, are refused.
   */
  retrying<C extends { specificationVersion: string }, K extends keyof C & string>(
    client: C,
    methods: readonly K[],
    maxRetries = 2,
  ): Pick<C, K> {
    if (client.specificationVersion === 'v2')
      throw badSettings('`model` of reflected is a model of ai 5: give one of ai 6 or 7, `npm install ai@7`');
    if (!Number.isInteger(maxRetries) || maxRetries < 0)
      throw badSettings(`\`maxRetries\` must be a whole number from 0, got ${maxRetries}`);
    const made = methods.map((method) => {
      const call = (options: { abortSignal?: AbortSignal }) =>
        retryCall(() => (client[method] as (options: object) => PromiseLike<unknown>)(options), maxRetries, options.abortSignal);
      return [method, call];
    });
    return Object.fromEntries(made) as Pick<C, K>;
  }

  /** @internal The answer of a host's model to a question, judged. */
  answer<R>(task: Partial<ReflectTask<unknown>> = {}, question: HostQuestion<R>, screen?: Screen): Promise<HostAnswer<R>> {
    const run = (whole: ReflectTask<unknown>, screen: Screen | undefined) => {
      const stream = this.stream(whole);
      return screen ? stream.show(screen) : stream.result;
    };
    return answerFor(run, task, question, screen);
  }

  /** @internal */
  readonly piecesOf = piecesOf;
  /** @internal */
  readonly streamOf = streamOf;
  /** @internal */
  readonly untilAborted = untilAborted;

  /** @internal A screen for `show` of a stream. */
  drafts(show: (draft: ShownDraft) => void): Screen['draft'] {
    return shownTo(show);
  }

  /** No async function: V8 would compile all of it where it is called, and once more where it goes on. */
  #drive<T>(
    core: Run,
    callbacks: Callbacks,
    watch: Observers,
    ending: RunCancellation,
    faults?: Faults,
  ): Promise<ReflectResult<T>> {
    const before = core.steps.length;
    return driveRun<T>(core, callbacks, watch, ending, faults).then((result) => {
      // The host writes for a gate.
      if (before === 0 && callbacks.gate !== true && result.trace.settings.advanced?.seed === undefined)
        this.#remember(result.trace);
      this.#countLooks(result, before);
      return result;
    });
  }

  /** Says once, in the errors of a run, that the critics of the first runs rejected nothing. `before`: steps of the run before it was resumed. */
  #countLooks({ errors, trace: { revisionHistory, steps } }: ReflectResult<unknown>, before: number): void {
    if (Number.isNaN(this.#runsWithoutRejection)) return;
    // What came before a run was resumed was counted then.
    let came = 0;
    for (const { type } of steps.slice(before)) if (type === 'reflection') came += 1;
    let looks = 0;
    for (const { critiqueStatus, critique } of revisionHistory.slice(revisionHistory.length - came)) {
      if (critiqueStatus !== 'read') continue;
      looks += 1;
      if (critique?.status !== 'accepted') this.#runsWithoutRejection = Number.NaN;
    }
    if (looks === 0) return;
    this.#runsWithoutRejection += 1;
    if (this.#runsWithoutRejection !== LENIENT_RUNS) return;
    const message = `the critic accepted every draft of ${LENIENT_RUNS} runs: its word decides nothing; take another critic, or verifiers`;
    errors.push({ code: 'critic_never_rejects', message, seq: steps.length });
  }

  /** Counts what drafts came to after a failed check. */
  #remember({ drafts, settings }: Pick<ReflectTrace, 'drafts' | 'settings'>): void {
    if (this.#freed || !drafts.some(({ index, verifiers }) => index > 0 && Object.keys(verifiers).length > 0)) return;
    const key = keyOf(settings);
    this.#keep(key, { given: this.#given(key), own: learned(this.#counts.get(key)?.own ?? this.#given(key), { drafts }) });
  }

  /** What its settings, a task or results gave for a key. */
  #given(key: string | undefined): Calibration | Key | undefined {
    const own = this.#settings.advanced?.calibration;
    return this.#counts.get(key)?.given ?? (own?.key === key ? own : key === undefined ? undefined : { key });
  }

  #keep(key: string | undefined, counts: Counts): void {
    this.#counts.delete(key);
    this.#counts.set(key, counts);
    for (const oldest of this.#counts.keys()) if (this.#counts.size > MAX_KEYS) this.#counts.delete(oldest);
  }

  /** The engine with what was learned for a key; for a run that must repeat itself, without what was counted in its own runs. */
  #knowing(key: string | undefined, repeats: boolean): Checked {
    const counts = this.#counts.get(key);
    const calibration = (repeats ? undefined : counts?.own) ?? counts?.given;
    if (counts === undefined || calibration === undefined) return { core: this.#core, settings: this.#settings };
    this.#keep(key, counts);
    if (this.#learnedCore?.calibration !== calibration) {
      const core = callCore(() => this.#core.laidOver(...toWire({ advanced: { calibration } })));
      this.#learnedCore?.core.free();
      this.#learnedCore = { core, settings: settingsOf(core), calibration };
    }
    return this.#learnedCore;
  }

  /** @internal Refuses what no gate could ever judge by. */
  checkGate({ critic = this.critic ?? false, verifiers, outputSchema, settings, actions }: Partial<GateTask<unknown>>): void {
    if (actions !== undefined) checkActions(actions);
    if (actions?.criteria !== undefined) this.#laidOver({ criteria: [...actions.criteria] }, () => {});
    checkStrategy(settings?.strategy ?? this.#settings.strategy);
    if (critic === false && outputSchema === undefined && Object.keys(verifiers ?? {}).length === 0)
      throw bad('a gate needs `critic`, `verifiers` or `outputSchema`, or nobody could accept');
  }

  /** The task of the run behind a gate, a new one or one that is reopened. */
  #gateTask<T>(task: Partial<GateTask<T>>, model: Model, onStep: (step: Step) => void, isNew: boolean): ReflectTask<T> {
    checkKeys(wasm, task, GATE_KEYS, 'key', 'the task of a gate', 'invalid_task');
    this.checkGate(task);
    // A gate that is reopened has the critics that it had.
    const judge = isNew || this.critic === undefined ? (this.critic ?? false) : undefined;
    const { criteria, critic = judge, onStep: ownStep, settings, actions: _, ...rest } = task;
    // Each round of a gate is one of the host's agent: more of them are not the default, also where no critic is asked.
    const own = isNew ? { maxReflections: this.maxReflections } : {};
    const over: ReflectSettings = { ...own, ...settings, ...(criteria && { criteria }) };
    const both = (step: Step): void => {
      onStep(step);
      ownStep?.(step);
    };
    return { ...rest, ...(critic !== undefined && { critic }), model, settings: over, onStep: both } as ReflectTask<T>;
  }

  #opened<T>(task: Partial<GateTask<T>>, begin: (task: ReflectTask<T>) => Begun, isNew = false): Gate<T> {
    return new Gate<T>((model, ending, onStep) => {
      const whole = this.#gateTask(task, model, onStep, isNew);
      const { core, callbacks } = begin(whole);
      const maxReflections = this.#reflectionsOf(core);
      const { actions } = task;
      // The settings of answers are not those of actions.
      const run: ActionParts['run'] = (whole) => {
        const own = new ReflectEngine();
        return own.run<string>(whole).finally(() => own.free());
      };
      const faults = new Faults(callbacks.redaction);
      const judge = actions && new ActionJudge({ actions, core, ending, faults, run, task: whole, now: () => Date.now() });
      return { core, actions: judge, result: this.#drive<T>(core, callbacks, whole, ending, faults), maxReflections };
    });
  }

  /** Index of the draft that is returned as it is written: the last one of `classic`, where nobody looks at it. */
  #unjudged(core: Run, { verifiers, output, usable, tools, redaction }: Callbacks): number | undefined {
    const { strategy, advanced } = core.settings ?? {};
    if (strategy !== 'classic' || advanced?.judgeLast === true) return undefined;
    // A text before a call of a tool is no answer.
    const isLookedAt = verifiers.size > 0 || tools.size > 0 || (output ?? usable ?? redaction) !== undefined;
    return isLookedAt ? undefined : this.#reflectionsOf(core);
  }

  #reflectionsOf(core: Run): number {
    const { settings = {} } = core;
    return settings.maxReflections ?? this.#laidOver(settings, resolvedSettings)[0];
  }

  /** Does this with an engine that has these settings laid over its own. */
  #laidOver<V>(over: ReflectSettings, use: (engine: CoreEngine) => V): V {
    const engine = callCore(() => this.#core.laidOver(...toWire(over)));
    try {
      return use(engine);
    } finally {
      engine.free();
    }
  }

  /** A run that goes on where its snapshot was written. */
  #resumed<T>(snapshot: string, given: ResumeTask<T>, gate?: boolean): Begun {
    this.#live();
    // Who judges was settled when the run began: nobody, where it had no critic.
    const isJudged =
      this.critic === undefined || (parseSnapshot(snapshot, 'settings').run.task as { critics?: number }).critics !== 0;
    const task = isJudged ? this.#withCritic(given) : this.#withCritic(given, false);
    const callbacks = callbacksOf(task, 'resume', gate);
    const { review } = task;
    checkReview(wasm, review);
    this.#requireClock(callbacks, task.settings);
    const now = timeOf(callbacks.durable);
    const { core, from } = this.#reopen(snapshot, task, now, review === undefined && !gate);
    freeingOnError(core, () => {
      if (gate) {
        if ((from.run.task as { gate?: unknown } | null)?.gate !== true)
          throw new ReflectError(
            'invalid_snapshot',
            'the snapshot is of a run, and not of a gate: `engine.resume` goes on with it',
          );
        checkStrategy(core.settings?.strategy);
      }
      checkResumed(from, task, callbacks, [this.#settings.budget, task.settings?.budget]);
      if (review !== undefined) callCore(() => core.review(review.accepted, review.feedback, now));
    });
    return { core, callbacks };
  }

  #begin<T>(given: ReflectTask<T>, gate?: boolean): Begun {
    this.#live();
    const task = this.#withCritic(given);
    const callbacks = callbacksOf(task, 'run', gate);
    this.#requireClock(callbacks, task.settings);
    return { core: this.#create(task, callbacks, timeOf(callbacks.durable)), callbacks };
  }

  #create(task: ReflectTask<unknown> | HostedTask, callbacks: Callbacks, now: number): Run {
    const { settings } = task;
    const { durable } = callbacks;
    const wire = wireOf(task, callbacks);
    const setting = settings?.advanced?.seed ?? this.#settings.advanced?.seed;
    // Without such a host the core reads it from the settings, which it checks.
    const seed = durable && seedOf(durable, setting, jsonText(wire), this.#settings, settings);
    const repeats = durable !== undefined || setting !== undefined;
    const key = keyOf(settings?.advanced?.calibration === undefined ? this.#settings : settings);
    const own = this.#knowing(key, repeats);
    const engine = settings === undefined ? own.core : callCore(() => own.core.laidOver(...toWire(settings)));
    try {
      const merged = settings === undefined ? own.settings : settingsOf(engine);
      const given = settings?.advanced?.calibration;
      // Counts of a task replace what was counted for its key.
      if (!repeats && given !== undefined && 'revision' in given) this.#keep(key, { given: merged.advanced?.calibration });
      return startRun(engine, wire, seed, {
        runId: task.runId,
        isDurable: durable !== undefined,
        startedMs: now,
        settings: merged,
        priced: merged.advanced?.prices !== undefined || merged.budget?.maxCostUsd !== undefined,
        origin: { settings: merged, task: wire } as unknown as Json,
      });
    } finally {
      if (settings !== undefined) engine.free();
    }
  }

  /** `goesOn`: also where it was aborted. */
  #reopen(
    snapshot: string,
    task: Pick<ResumeTask, 'settings' | 'runId'>,
    now: number,
    goesOn = false,
  ): { core: Run; from: ParsedSnapshot } {
    const over = task.settings === undefined ? this.#settings : this.#laidOver(task.settings, settingsOf);
    const stored = parseSnapshot(snapshot, 'settings');
    const from = goesOn ? withoutAbort(stored) : stored;
    const core = replayRun(from, task.runId ?? from.runId);
    restore(core, from, over, now);
    return { core, from };
  }

  /** The task with a critic, where it names none and the engine has one. */
  #withCritic<K extends { critic?: unknown }>(task: K, critic = this.critic): K {
    if (this.critic === undefined || !isObject(task) || task.critic !== undefined) return task;
    return { ...task, critic };
  }

  #requireClock({ durable }: Callbacks, over: ReflectSettings | undefined): void {
    requireClock(durable, this.#settings.budget, over?.budget);
  }

  #live(): CoreEngine {
    if (this.#freed) throw new ReflectError('misuse', 'this engine was freed');
    return this.#core;
  }
}

/** The settings of an engine, and who judges where a task does not say it. */
export interface EngineSettings extends ReflectSettings {
  /** As `critic` of a task, which goes before it. */
  critic?: ReflectTask['critic'];
}

/** Settings without the critic, which is a function and no data. Throws `invalid_settings` for what is no critic. */
function splitCritic(settings: EngineSettings | undefined): { critic: ReflectTask['critic']; rest: ReflectSettings | undefined } {
  if (!isPlain(settings) || !Object.hasOwn(settings, 'critic')) return { critic: undefined, rest: settings };
  const { critic, ...rest } = settings;
  try {
    callbacksOf({ input: '', model: () => '', critic }, 'run');
  } catch (thrown) {
    throw badSettings(describeError(thrown));
  }
  return { critic, rest };
}

function checkStrategy(strategy: ReflectSettings['strategy']): void {
  if (strategy === 'best-of-n')
    throw badSettings("`strategy` of a gate must not be 'best-of-n': whoever submits has one draft at a time");
  // The compiler asks about a new one.
  strategy satisfies 'keep-best' | 'classic' | undefined;
}

/** Keys of a task that a gate has not: who writes is the host. */
const GATE_OWN = ['model', 'draft', 'tools', 'usable', 'answer', 'onDraft', 'durable'];
const GATE_KEYS = [...RUN_KEYS.filter((key) => !GATE_OWN.includes(key)), 'criteria', 'actions'];
/** And those that an adapter of a gate sets itself. */
const OF_GATE = ['input', 'signal', ...GATE_OWN].join(' ');

/** Runs after which a critic that never rejected is told of. */
const LENIENT_RUNS = 20;

/** An engine's settings, checked. */
interface Checked {
  core: CoreEngine;
  settings: ReflectSettings;
}

/** A calibration that begins with typical counts. */
type Key = Pick<Calibration, 'key'>;

/** What was given for a key, and the same with what the engine's own runs came to. */
interface Counts {
  given?: Calibration | Key | undefined;
  own?: Calibration;
}

/** Keys whose counts are kept, at most. */
const MAX_KEYS = 1_000;

function keyOf(settings: ReflectSettings | undefined): string | undefined {
  return settings?.advanced?.calibration?.key;
}

type Run = EngineRun<Step, HostedResult>;

/** What an adapter over a host's own model or agent takes, as far as it is read here. */
interface HostOptions {
  task?: { [key: string]: unknown } & Pick<ReflectTask, 'settings'>;
  drafts?: unknown;
  writer?: unknown;
}

interface Begun {
  core: Run;
  callbacks: Callbacks;
}

const NO_SETTINGS = 'settings must be an object, got';

/** @internal Revisions, threshold, tool turns and prompt that hold for an engine. */
export function resolvedSettings(core: CoreEngine): [number, number, number, string] {
  return callAndRead(instance, () => core.resolved());
}

function settingsOf(core: { settings(): number }): ReflectSettings {
  return frozen(callAndRead<ReflectSettings>(instance, () => core.settings()));
}

/** This calibration, or the typical one, with what a result teaches. */
function learned(calibration: Calibration | Key | undefined, result?: unknown): Calibration {
  const settings = calibration === undefined ? {} : { advanced: { calibration } };
  return callAndRead<Calibration>(instance, () => wasm().calibrated(...toWire({ settings, result }, PLAIN)));
}

const TEACHES_NOTHING = [
  'steps',
  'snapshot',
  'output',
  'text',
  'raw',
  'object',
  'rawCritique',
  'issues',
  'evidence',
  'metadata',
  'usage',
];

function asJson(result: unknown): string {
  try {
    return JSON.stringify(result, essential) ?? 'null';
  } catch (cause) {
    if (cause instanceof ReflectError) throw cause;
    throw new ReflectError('invalid_task', `a result must be plain JSON: ${describeError(cause)}`, { cause });
  }
}

/** Leaves out what can be long and teaches nothing. Throws `invalid_task` for a number that would become `null` and read as absent. */
function essential(key: string, value: unknown): unknown {
  if (TEACHES_NOTHING.includes(key)) return undefined;
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  // What is in no object has no key.
  throw bad(`${key === '' ? 'the value' : `\`${key}\``} must be a finite number, got ${value}`);
}

/** Names that {@link resolveEngine} knows. */
export type EngineName = 'reflect';

/**
 * The engine of a name, for frameworks that take one as a string. An engine is returned as it is, and takes no settings then. Throws
 * `unknown_engine`, naming the nearest.
 */
export function resolveEngine(engine: EngineName | ReflectEngine, settings?: ReflectSettings): ReflectEngine {
  if (isEngine(engine)) {
    if (settings === undefined) return engine;
    throw new ReflectError('invalid_settings', 'an engine has its settings already; give them with a name, or to the engine');
  }
  if (engine === 'reflect') return new ReflectEngine(settings);
  throw new ReflectError('unknown_engine', wasm().unknownWord('engine', describeError(engine), 'reflect'));
}

function isEngine(value: unknown): value is ReflectEngine {
  return safely(() => typeof value === 'object' && (value as { name?: unknown } | null)?.name) === 'reflect';
}

/** Drives a run to its end, and rejects as `runToEnd` says. */
function driveRun<T>(
  core: Run,
  callbacks: Callbacks,
  watch: Observers,
  ending: RunCancellation,
  faults = new Faults(callbacks.redaction),
): Promise<ReflectResult<T>> {
  const { redaction, output } = callbacks;
  const onDraft = faults.guarded('onDraft', watch.onDraft);
  const drafts = onDraft && new DraftTracker(onDraft, core.runId, redaction !== undefined);
  return runToEnd<Step, HostedResult, ReflectResult<T>>({ core, callbacks, ending, drafts, watch, faults }, async (outcome) => {
    const { trace } = outcome;
    if (drafts !== undefined) {
      drafts.done(outcome);
      if (trace.drafts.length === 0) outcome.output = drafts.streamed;
    }
    // An observer that rejects at once is still noted.
    if (drafts !== undefined || watch.onCall !== undefined) await Promise.resolve();
    if (output !== undefined && output.jsonSchema === undefined) noteNoSchema(outcome);
    faults.tell(outcome, trace);
    if (outcome.acceptedBy === 'critic' && isSelfCritique(callbacks)) {
      trace.selfCritique = true;
      outcome.reviewReasons.push('self_judged');
    }
    const result = outcome as ReflectResult<T>;
    return output === undefined || hasFailedSchema(trace)
      ? result
      : Object.assign(result, await objectOf<T>(output, outcome, ending));
  });
}

/** The value of an output that conforms. It is mostly remembered; else the schema is asked again, as long as a verifier may take. */
async function objectOf<T>(
  output: OutputSchema,
  { output: text, durationMs, errors, trace }: HostedResult,
  ending: RunCancellation,
): Promise<{ object: T } | undefined> {
  const { verifierTimeoutMs = VERIFIER_TIMEOUT_MS, maxSeconds = Number.POSITIVE_INFINITY } = trace.settings.budget ?? {};
  // Nobody waits for a run that is over: what a schema does not say at once is not waited for.
  const left = Math.max(0, maxSeconds * 1_000 - durationMs);
  const [until, ms] = ending.ended ? [new RunCancellation(), 0] : [ending, Math.min(verifierTimeoutMs, left)];
  const read = await race(() => output.readObject(text), until, ms);
  if (read.how === 'returned') return read.value as { object: T } | undefined;
  const why = read.how === 'threw' ? describeError(read.error) : 'it did not say so in time';
  const message = `there is no \`object\`: \`outputSchema\` was asked once more for the value of the output: ${why}`;
  errors.push({ code: read.how === 'timeout' ? 'timeout' : 'verifier_error', message, seq: trace.steps.length });
  return undefined;
}

/** Notes that a draft failed a schema that the model could not be given. */
function noteNoSchema({ errors, trace }: HostedResult): void {
  if (!trace.drafts.some(({ verifiers }) => verifiers[OUTPUT_SCHEMA]?.passed === false)) return;
  const message =
    'a draft failed `outputSchema`, which no model was given: its library cannot convert it to JSON Schema; take one that can ' +
    '(zod from 4.2 on; valibot: `toStandardJsonSchema`), or say in `input` or `systemPrompt` what is wanted';
  errors.unshift({ code: 'no_response_schema', message, seq: 0 });
}

/** Whether there is no draft, or the returned one failed the task's schema in this run. */
function hasFailedSchema({ drafts, draftIndex }: ReflectTrace): boolean {
  return drafts.length === 0 || drafts.find(({ index }) => index === draftIndex)?.verifiers[OUTPUT_SCHEMA]?.passed === false;
}
