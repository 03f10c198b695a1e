import { checkKeys, checkSignal, durableOf, mustBe } from '../check/checks.js';
import { copied } from '../check/plain.js';
import type { ReflectError } from '../error.js';
import type { ResearchResult as ResearchOutcome, ResearchTraceStep } from '../generated/reflect_engine.js';
import { callCore } from '../load/trap.js';
import { toWire } from '../load/wire.js';
import type { Callbacks } from '../run/callbacks.js';
import { callbacksFor } from '../run/callbacks.js';
import { CoreRun } from '../run/core.js';
import { runToEnd } from '../run/drive.js';
import { requireClock, seedOf, timeOf } from '../run/durable.js';
import type { Observers } from '../run/pump.js';
import { Redaction } from '../run/redact.js';
import { RunResult } from '../run/result.js';
import { RunCancellation } from '../run/signal.js';
import { type ParsedSnapshot, parseSnapshot, restore, withoutAbort } from '../run/snapshot.js';
import { RunStream } from '../run/stream.js';
import type { Durable, Json, Model } from '../types.js';
import { adjudicateTool, composed, contradictionsTool, evaluationTool, searched } from './calls.js';
import { canonicalModel } from './canonical-model.js';
import { core, instance } from './core.js';
import { missingModel } from './errors.js';
import { Evaluator, type Measuring, measuring } from './evaluator.js';
import { FactReader } from './facts.js';
import type { ReflectorSettings } from './reflector-types.js';
import type { ResearchResult, ResearchSettings, ResearchStream, ResearchTask, ResumedResearchTask } from './types.js';

const SETTINGS = [
  'canonicalModel',
  'reflector',
  'evaluator',
  'maxIterations',
  'maxRepairs',
  'repetition',
  'budget',
  'prices',
  'seed',
];
const TASK = ['query', 'research', 'compose', 'adjudicate', 'redact', 'onStep', 'onCall', 'signal', 'durable'];
const RESUMED = TASK.filter((key) => key !== 'query');

/** Which of the callbacks that a run can do without are there. */
type Able = { compose: boolean; adjudicate: boolean };

/** What the core must know of a research loop: everything but its callbacks. */
type Wire = Omit<ResearchSettings, 'evaluator'> & { evaluator: Measuring['wire'] | false; contradictions: boolean } & Able;

/**
 * Searches until a canonical model is full and agrees with itself, then has the answer judged, and repairs what the judge names (the Lazy
 * Agent essay). What it searches for follows from what is missing and what is in conflict, never from how good the answer looks. The
 * quality of the answer is judged when there is nothing more to find.
 *
 * One loop answers any number of questions, also at once. It holds nothing but its settings.
 */
export class ResearchLoop {
  /** @internal */
  static readonly name: string = 'ResearchLoop';
  private readonly wire: Omit<Wire, keyof Able>;
  private readonly evaluator: Evaluator | undefined;
  private readonly reader: FactReader;

  /** Throws `invalid_settings` for an unknown key, a wrong type or a value out of range, naming the field. */
  constructor(settings: ResearchSettings) {
    checkKeys(core, settings, SETTINGS, 'setting', 'the settings of a research loop', 'invalid_settings');
    const { canonicalModel: source, evaluator = {}, reflector = {}, ...rest } = settings;
    if (source === undefined) throw missingModel();
    if (evaluator !== false) this.evaluator = evaluator instanceof Evaluator ? evaluator : new Evaluator(evaluator);
    const judged = this.evaluator === undefined ? (false as const) : measuring(this.evaluator).wire;
    const model = canonicalModel(source);
    this.reader = new FactReader(model, reflector);
    const contradictions = this.reader.contradictions !== undefined;
    const checkedSettings = {
      ...rest,
      reflector: this.reader.settings,
      canonicalModel: model,
      evaluator: judged,
      contradictions,
    };
    // Whether there is an adjudicator is for the task to say.
    const adjudicate = (reflector as ReflectorSettings | null)?.settle === 'adjudicator';
    callCore(() => core().checkResearch(...toWire({ ...checkedSettings, compose: false, adjudicate })));
    // A copy, so that neither later changes to the caller's objects nor what a class says of itself go unchecked.
    this.wire = copied(checkedSettings) as Wire;
  }

  /**
   * Searches, composes, evaluates, repairs. Rejects with a {@link ReflectError} that carries `result` when no fact was found, or the run
   * was aborted (`name: 'AbortError'`). It resolves whatever else happens, with `status: 'needs_review'` unless the answer was accepted.
   */
  async run(task: ResearchTask): Promise<ResearchResult> {
    return this.drive(this.begin(task), task.query, task, task, new RunCancellation());
  }

  /** Runs, and shows the steps as they come. Throws at once when the task itself is wrong. */
  stream(task: ResearchTask): ResearchStream {
    const core = this.begin(task);
    return new RunStream((watch, ending) => this.drive(core, task.query, task, watch, ending), task);
  }

  /**
   * Goes on from a snapshot of a run that was interrupted or aborted, also in another process. Limits and evaluator are those of this loop.
   * Rejects as `run` does, and with `invalid_snapshot` for a snapshot that is damaged or of another canonical model.
   */
  async resume(snapshot: string, task: ResumedResearchTask): Promise<ResearchResult> {
    checkTask(task, RESUMED);
    const durable = durableOf(task.durable);
    const wire = this.wireOf(abilities(task), durable);
    const from = withoutAbort(parseSnapshot(snapshot, 'research'));
    const { research, query } = from.run;
    const question = typeof query === 'string' ? query : '';
    const run = startResearch(research as unknown as Wire, question, from);
    restore(run, from, wire, timeOf(durable));
    return this.drive(run, question, task, task, new RunCancellation());
  }

  private begin(task: ResearchTask): Run {
    checkTask(task, TASK);
    const { query } = task;
    mustBe('query', query, 'string');
    const durable = durableOf(task.durable);
    const wire = this.wireOf(abilities(task), durable, query);
    return startResearch(wire, query, { startedMs: timeOf(durable) });
  }

  private wireOf(able: Able, durable: Durable | undefined, query = ''): Wire {
    requireClock(durable, this.wire.budget);
    return { ...this.wire, ...able, seed: seedOf(durable, this.wire.seed, this.wire, able, query) };
  }

  private async drive(
    core: Run,
    question: string,
    task: ResumedResearchTask,
    watch: Observers<ResearchTraceStep>,
    ending: RunCancellation,
  ): Promise<ResearchResult> {
    const redaction = task.redact && new Redaction(task.redact);
    const callbacks = { ...this.callbacks(question, task, core), redaction };
    return runToEnd({ core, callbacks, ending, watch }, (outcome: ResearchOutcome, faults) => {
      faults.tell(outcome, outcome);
      return finished(outcome, core, this.evaluator);
    });
  }

  private callbacks(question: string, task: ResumedResearchTask, run: Run): Callbacks {
    const model: Model = (request) =>
      request.purpose === 'compose' ? composed(task, request) : searched(task, request, question, this.reader);
    const tools: Callbacks['tools'] = new Map();
    if (this.evaluator !== undefined) tools.set('evaluation', evaluationTool(this.evaluator));
    const { contradictions } = this.reader;
    if (contradictions !== undefined)
      tools.set(
        'contradictions',
        contradictionsTool(contradictions, () => run.facts()),
      );
    if (task.adjudicate !== undefined) tools.set('adjudicate', adjudicateTool(task));
    return { ...callbacksFor(model, undefined, tools), durable: durableOf(task.durable) };
  }
}

class Run extends CoreRun<ResearchTraceStep, ResearchOutcome> {
  protected override get replies(): { content?: string; metadata?: { facts?: Json[]; object?: boolean } }[] {
    return super.replies as object[];
  }

  /** The facts as they were given, those too that the core would have refused. */
  facts(): Json[] {
    return this.replies.flatMap(({ metadata }) => metadata?.facts ?? []);
  }

  /** The last answer, and the facts. */
  salvageResult(error: ReflectError): ResearchOutcome | undefined {
    const { replies } = this;
    const facts = this.facts();
    if (facts.length === 0) return undefined;
    const answer = replies.filter(({ content = '' }) => content !== '').at(-1);
    const output = answer?.content ?? '';
    return {
      ...this.trapResult(error),
      output,
      ...(answer?.metadata?.object === true && { object: JSON.parse(output) as Json }),
      judged: false,
      iterations: replies.filter(({ metadata }) => metadata?.facts).length,
      reflection: { missing: [], conflicts: [] },
      evaluations: [],
      facts,
      steps: this.steps.slice(),
    } as unknown as ResearchOutcome;
  }
}

/** A run, or the beginning of one that was saved. */
function startResearch(
  research: Wire,
  query: string,
  { seed, key, startedMs }: Pick<ParsedSnapshot, 'startedMs'> & Partial<ParsedSnapshot>,
): Run {
  const run = callCore(() => core().beginResearch(...toWire(research), query, seed, startedMs));
  const origin = { research, query } as unknown as Json;
  return new Run({ run, key, startedMs, origin }, instance().memory);
}

/** A result as it is handed out. */
function finished(outcome: ResearchOutcome, core: Run, evaluator: Evaluator | undefined): ResearchResult {
  const { failure: _, judged, repairs, repetitionHits, reflection, evaluations, steps, ...first } = outcome;
  if (judged && evaluator !== undefined && !measuring(evaluator).knowsRelevance)
    first.reviewReasons.push('relevance_not_measured');
  const { missing, conflicts } = reflection;
  const trace = { judged, repairs, repetitionHits, reflection, evaluations, steps };
  const result = new RunResult('ResearchResult', () => core.snapshot());
  return Object.assign(result, first, { missing, conflicts, runId: core.runId, trace }) as unknown as ResearchResult;
}

function abilities({ compose, adjudicate }: Pick<ResearchTask, keyof Able>): Able {
  return { compose: compose !== undefined, adjudicate: adjudicate !== undefined };
}

function checkTask(task: Partial<ResearchTask>, allowedKeys: string[]): void {
  checkKeys(core, task, allowedKeys, 'task key', 'a research task', 'invalid_task');
  for (const key of ['research', 'compose', 'adjudicate', 'redact', 'onStep', 'onCall'] as const) {
    const callback: unknown = task[key];
    if (key === 'research' || callback !== undefined) mustBe(key, callback, 'function');
  }
  checkSignal(task.signal);
}
