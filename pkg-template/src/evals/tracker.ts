import { describeError } from '../error.js';
import { lateSettings, missingEvaluator, unevaluatedDecisions, wrongLine } from './errors.js';
import { Events } from './events.js';
import { checkDecision, Jobs } from './jobs.js';
import { checkName } from './names.js';
import { checkedRecord, FIRST_MS, Ids, LAST_MS, placeOf, recordOf, rowOf } from './record.js';
import { HOUR_MS } from './rows.js';
import { checkSettings, type FullSettings, integer } from './settings.js';
import type { EvalStore, EvaluationQuery, EvaluationRow } from './store.js';
import type {
  AgentEvalStats,
  AgentSummary,
  EvalEvents,
  EvalHistoryEntry,
  EvalRegression,
  EvalTrackerCounts,
  EvalTrackerSettings,
  EvaluationInput,
  EvaluationPayload,
  EvaluationPlace,
  EvaluationRecord,
  RegressionSettings,
  SystemEvalStats,
} from './types.js';
import { Watch } from './watch.js';
import {
  entry,
  hoursOf,
  nextTurn,
  type OnDamaged,
  readWindows,
  regressionsIn,
  type StoredWindow,
  slices,
  sorted,
  statsOf,
  TREND_HOURS,
  type Window,
} from './windows.js';
import { closedError, Writer } from './writer.js';

const FOREVER = { fromMs: FIRST_MS, toMs: LAST_MS };
/** Time before an alarm that says what was usual. */
const USUAL_MS = 720 * HOUR_MS;
/** Rows that are skipped, of which as many are reported. */
const SKIPPED = 1_000;
/** Evaluations that are imported at once. */
const PAGE = 500;
/** Evaluations that are exported at once. */
const EXPORTED = 2_000;

/**
 * Keeps evaluations of decisions, shows how scores develop, hour by hour, and notices when they fall (the *Evaluation Tracking* design).
 *
 * `record` and `evaluateDecision` return at once; rows go to the store in groups of 256, or after 20 ms. When `flush` has resolved, what
 * was recorded before is as durable as the store. Queries see all that was recorded before them.
 */
export class EvalTracker {
  /** @internal */
  static readonly name: string = 'EvalTracker';
  private readonly settings: FullSettings;
  private readonly ids = new Ids();
  private readonly events = new Events();
  private readonly writer: Writer;
  private readonly jobs: Jobs | undefined;
  private readonly watch: Watch;
  private readonly counted = { recorded: 0, evaluated: 0, refused: 0, evaluatorErrors: 0 };
  /** What a warning was given for, until it works again. */
  private readonly warned = new Set<'store' | 'evaluator' | 'row'>();
  /** What was said of rows that are skipped. */
  private readonly skipped = new Set<string>();
  private closing: Promise<void> | undefined;

  /** Throws `invalid_settings` for an unknown key, a wrong type or a value out of range, naming the field. */
  constructor(settings: EvalTrackerSettings = {}) {
    this.settings = checkSettings(settings);
    const { store, evaluator, jobs, maxQueue } = this.settings;
    this.jobs = evaluator && new Jobs(evaluator, jobs);
    this.watch = new Watch(this.settings, this.events, () => this.writer, this.damaged);
    this.writer = new Writer({
      store,
      now: this.settings.now,
      maxQueue,
      onCommitted: (rows) => {
        this.warned.delete('store');
        this.events.call(() => this.watch.committed(rows));
      },
      onError: (error) => this.report('store', error.message, error),
      onDropped: (error) => this.events.emit('error', error),
      onDamaged: this.damaged,
    });
  }

  /**
   * Keeps one evaluation, and returns its id at once. Throws `invalid_task` for an evaluation of the wrong shape, and nothing else: a
   * store that fails, a queue that is full, or a tracker that is closed is reported by `flush`, the event `error` and `counts`.
   */
  record(evaluation: EvaluationInput): string {
    return this.keep(evaluation).id;
  }

  /**
   * Resolves when all that was recorded is durable. Rejects with `store_error` when it is not (the tracker tries again by itself), and when
   * evaluations were dropped: every flush that waits then rejects, or else the next one.
   */
  flush(): Promise<void> {
    return this.writer.flush();
  }

  /**
   * Has the evaluator score a decision, in the background, and records the scores. The payload is copied at once. It never rejects, and you
   * need not wait for it: it resolves with the id of the evaluation, or with nothing when there is none (`counts` says why). A decision of
   * the wrong shape is not evaluated and raises the event `error`.
   */
  async evaluateDecision(payload: EvaluationPayload): Promise<string | undefined> {
    const { jobs } = this;
    if (jobs === undefined) return this.failed(missingEvaluator());
    if (this.closing !== undefined || jobs.isFull) return this.refused();
    let decision: ReturnType<typeof checkDecision>;
    try {
      decision = checkDecision(payload, this.ids);
    } catch (thrown) {
      this.refused();
      this.report('evaluator', `Eval failed: ${describeError(thrown)}`, thrown);
      return undefined;
    }
    try {
      const result = await jobs.run(decision.payload);
      if (result === undefined || this.closing !== undefined) return this.refused();
      const { id, isKept } = this.keep({ ...decision.kept, ...result });
      if (isKept) this.counted.evaluated += 1;
      this.warned.delete('evaluator');
      return isKept ? id : undefined;
    } catch (thrown) {
      return this.failed(thrown);
    }
  }

  /**
   * Evaluations of an agent, newest first. `limit` is an integer from 1 to 10,000. For the next page, give the last evaluation of this one
   * as `before`.
   */
  async getEvalHistory(agentId: string, limit = 50, before?: EvaluationPlace): Promise<EvaluationRecord[]> {
    checkName('agentId', agentId);
    integer('limit', limit, 50, 1, 10_000);
    const place = before === undefined ? undefined : placeOf(before);
    const store = await this.store();
    const rows = await store.evaluations({ agentId, limit, ...(place && { before: place }) });
    return rows.map(recordOf);
  }

  /** The hours of an agent that have evaluations, oldest first, among the last `windowHours` (default a week, integer up to 87,600). */
  async getEvalTrend(agentId: string, windowHours = 168): Promise<EvalHistoryEntry[]> {
    checkName('agentId', agentId);
    integer('windowHours', windowHours, 168, 1, 87_600);
    const store = await this.store();
    const nowMs = this.settings.now();
    const toMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS + HOUR_MS;
    const fromMs = toMs - windowHours * HOUR_MS;
    const windows = await store.windows({ agentId, fromMs: fromMs - TREND_HOURS * HOUR_MS, toMs });
    return hoursOf(readWindows(windows, this.damaged), nowMs, fromMs);
  }

  /** Figures of an agent over all hours that are kept. */
  async getAgentEvalStats(agentId: string): Promise<AgentEvalStats> {
    checkName('agentId', agentId);
    const store = await this.store();
    const windows = await store.windows({ agentId, ...FOREVER });
    const { agents, ...none } = await statsOf(windows, this.settings.now(), this.damaged);
    return agents[0] ?? { agentId, ...none, scoreTrend: 'insufficient_data' };
  }

  /** Figures of all agents, and of each, over all hours that are kept. */
  async getSystemEvalStats(): Promise<SystemEvalStats> {
    const store = await this.store();
    return statsOf(await store.windows(FOREVER), this.settings.now(), this.damaged);
  }

  /** For a dashboard: a line for each agent with evaluations in the last `windowHours` (default a week, integer up to 87,600). */
  async getEvalBoard(windowHours = 168): Promise<AgentSummary[]> {
    integer('windowHours', windowHours, 168, 1, 87_600);
    return boardOf(await this.store(), this.settings.regressions, this.settings.now(), windowHours, this.damaged);
  }

  /** The alarms of an agent in the last `windowHours`, by the rules of the tracker; empty when it has no rules. This raises no alarm. */
  async getEvalRegressions(agentId: string, windowHours = 168): Promise<EvalRegression[]> {
    checkName('agentId', agentId);
    integer('windowHours', windowHours, 168, 1, 87_600);
    const { regressions, now } = this.settings;
    const store = await this.store();
    if (regressions === false) return [];
    const nowMs = now();
    const sinceMs = nowMs - windowHours * HOUR_MS;
    const windows = await store.windows({ agentId, fromMs: sinceMs - USUAL_MS, toMs: nowMs });
    return regressionsIn(readWindows(windows, this.damaged), regressions, sinceMs, nowMs);
  }

  /**
   * What has fallen in the last closed hour with evaluations, within two weeks, also in the quiet hours after an alarm. Alarms that were not
   * raised yet are raised now. The tracker also looks by itself after each closed hour.
   */
  async checkForRegression(agentId: string): Promise<EvalRegression[]> {
    checkName('agentId', agentId);
    await this.store();
    return this.watch.check(agentId);
  }

  /** Adds a listener; the returned function removes it. An error in a listener affects no other. */
  on<E extends keyof EvalEvents>(event: E, listener: (event: EvalEvents[E]) => unknown): () => void {
    return this.events.on(event, listener);
  }

  /** How much was done since the tracker was made. */
  counts(): EvalTrackerCounts {
    const { committed, dropped, queued } = this.writer;
    return { ...this.counted, committed, dropped, queued };
  }

  /** Every evaluation that is kept as a line of JSON, newest first; U+2028 is escaped, since some readers end a line there. */
  async *exportJsonl(): AsyncGenerator<string, void, void> {
    for (let before: EvaluationQuery['before']; ; ) {
      const page = await (await this.store()).evaluations({ limit: EXPORTED, ...(before && { before }) });
      for (const line of page) yield line.replace(/[\u2028\u2029]/g, (end) => (end === '\u2028' ? '\\u2028' : '\\u2029'));
      const last = page.at(-1);
      if (last === undefined || page.length < EXPORTED) return;
      before = placeOf(recordOf(last));
    }
  }

  /**
   * Keeps the evaluations of these lines, as `exportJsonl` gives them. None is kept twice, so an import may be repeated. Resolves with
   * their number when all is durable. Rejects with `invalid_task`, naming the line, at the first line that is no evaluation, and with
   * `store_error` when the store fails, or evaluations were dropped meanwhile.
   */
  async importJsonl(lines: Iterable<string> | AsyncIterable<string>): Promise<number> {
    let [count, at] = [0, 0];
    const { dropped } = this.writer;
    const resume = this.watch.suspend();
    try {
      for await (const line of lines) {
        at += 1;
        if (line.trim() === '') continue;
        await this.writer.addWhenRoom(this.imported(line, at));
        this.counted.recorded += 1;
        count += 1;
        if (count % PAGE === 0) await this.writer.drain();
      }
      await this.writer.drain();
    } finally {
      resume();
    }
    const loss = this.writer.droppedSince(dropped);
    if (loss !== undefined) throw loss;
    return count;
  }

  /**
   * Makes all durable, reports the alarms of the hours that are over, and closes the store, also when it rejects, as `flush` does.
   * Decisions that wait for an evaluator are given up; evaluators at work get their signal aborted, and their results are ignored. The
   * tracker cannot be used afterwards: further evaluations are dropped and reported as such; queries reject with `store_error`.
   */
  close(): Promise<void> {
    // A turn later: who hears of it may call this again.
    this.closing ??= Promise.resolve().then(() => this.end());
    return this.closing;
  }

  private async end(): Promise<void> {
    const left = this.jobs?.close() ?? 0;
    if (left > 0) this.events.emit('error', unevaluatedDecisions(left, closedError().message));
    try {
      await this.writer.close();
    } finally {
      await this.watch.stop().finally(() => this.settings.store.close());
    }
  }

  /** The row of a line. */
  private imported(line: string, at: number): EvaluationRow {
    try {
      return rowOf(checkedRecord(JSON.parse(line) as EvaluationInput, this.ids, this.settings.now));
    } catch (thrown) {
      throw wrongLine(at, thrown);
    }
  }

  /** Its id, and whether it was not dropped. */
  private keep(evaluation: EvaluationInput): { id: string; isKept: boolean } {
    const record = checkedRecord(evaluation, this.ids, this.settings.now);
    this.counted.recorded += 1;
    return { id: record.evaluationId, isKept: this.writer.add(rowOf(record)) };
  }

  /** The store, with all that was recorded; one that cannot be written may still be read. One that was closed would be opened anew. */
  private async store(): Promise<EvalStore> {
    await this.writer.drain().catch(() => {});
    if (this.closing !== undefined) throw closedError();
    return this.settings.store;
  }

  private refused(): undefined {
    this.counted.refused += 1;
  }

  private failed(thrown: unknown): undefined {
    this.counted.evaluatorErrors += 1;
    this.report('evaluator', `Eval failed: ${describeError(thrown)}`, thrown);
  }

  /** A window that cannot be read is reported once. */
  private readonly damaged = (error: unknown): void => {
    const message = describeError(error);
    if (this.skipped.has(message) || this.skipped.size >= SKIPPED) return;
    this.skipped.add(message);
    this.report('row', `a row is skipped: ${message}`, error);
  };

  private report(what: 'store' | 'evaluator' | 'row', message: string, error: unknown): void {
    if (!this.warned.has(what)) this.events.call(() => this.settings.warn(`[EvalTracker] ${message}`));
    this.warned.add(what);
    this.events.emit('error', error);
  }
}

/** By a registered symbol: a process may hold several copies of this package, as ESM and as CommonJS. */
const SHARED = Symbol.for('reflect-engine.eval-tracker');

/**
 * The one tracker of the process (the *Evaluation Tracking* design), made by the first call. Give its settings there: later calls with
 * settings throw `invalid_settings`. Without settings it keeps evaluations in memory.
 */
export function getEvalTracker(settings?: EvalTrackerSettings): EvalTracker {
  const shared = globalThis as { [SHARED]?: EvalTracker };
  if (shared[SHARED] !== undefined && settings !== undefined) {
    throw lateSettings();
  }
  shared[SHARED] ??= new EvalTracker(settings);
  return shared[SHARED];
}

/** Hours that say whether an agent has fallen: seven days that say what was usual, the lag of `cusum`, and a day of the drop. */
const USUAL_HOURS = 216;

/** The agents with evaluations in the last so many hours, by id. Windows are read a slice at a time, and others get their turn after each. */
async function boardOf(
  store: EvalStore,
  rules: RegressionSettings | false,
  nowMs: number,
  windowHours: number,
  onDamaged: OnDamaged,
): Promise<AgentSummary[]> {
  const toMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS + HOUR_MS;
  const fromMs = toMs - windowHours * HOUR_MS;
  const agents = new Map<string, StoredWindow[]>();
  const usual = new Map<string, Window[]>();
  const stored = await store.windows({ fromMs: Math.min(fromMs, toMs - USUAL_HOURS * HOUR_MS), toMs });
  for await (const slice of slices(stored, onDamaged)) {
    for (const window of slice) {
      if (window.hour * HOUR_MS >= fromMs) entry(agents, window.agentId, () => []).push(window);
      entry(usual, window.agentId, () => []).push(aggregatesOf(window));
    }
  }
  const summaries: AgentSummary[] = [];
  for (const [agentId, own] of sorted(agents)) {
    const [last] = (await store.evaluations({ agentId, limit: 1 })).map(recordOf);
    const hours: (number | null)[] = Array.from({ length: windowHours }, () => null);
    let [evalCount, sum, scored] = [0, 0, 0];
    for (const { hour, evalCount: count, avgScore, series } of own) {
      hours[hour - fromMs / HOUR_MS] = avgScore === null ? null : Math.round(avgScore * 1e4) / 1e4;
      evalCount += count;
      const weight = series.reduce((all, { aggregate }) => all + aggregate.count, 0);
      [sum, scored] = [sum + (avgScore ?? 0) * weight, scored + weight];
    }
    const trendOf = (windows: StoredWindow[]) => hoursOf(windows, nowMs, fromMs).at(-1)?.scoreTrend ?? 'insufficient_data';
    let scoreTrend = trendOf(own);
    if (scoreTrend === 'insufficient_data') {
      const before = await store.windows({ agentId, fromMs: fromMs - TREND_HOURS * HOUR_MS, toMs: fromMs });
      scoreTrend = trendOf([...readWindows(before, onDamaged), ...own]);
    }
    const avgScore = scored === 0 ? null : sum / scored;
    const lastScore = last?.aggregateScore ?? null;
    const regression = rules === false ? undefined : fallenIn(usual.get(agentId) ?? [], rules, nowMs);
    const more = { ...(last && { lastAt: last.createdAt }), ...(regression && { regression }) };
    summaries.push({ agentId, evalCount, avgScore, lastScore, ...more, scoreTrend, hours });
    if (summaries.length % 10 === 0) await nextTurn();
  }
  return summaries;
}

function aggregatesOf({ agentId, hour, series }: Window): Window {
  return { agentId, hour, series: series.map((one) => ({ ...one, metrics: {} })) };
}

/** What an aggregate score has lost in the last closed hour, the most if there are several evaluators. */
function fallenIn(windows: readonly Window[], rules: RegressionSettings, nowMs: number): EvalRegression | undefined {
  const last = windows.filter(({ hour }) => (hour + 1) * HOUR_MS <= nowMs).at(-1);
  if (last === undefined) return undefined;
  const fallen = regressionsIn(windows, { ...rules, coolDownHours: 0 }, last.hour * HOUR_MS, nowMs);
  return fallen.sort((a, b) => b.drop - a.drop)[0];
}
