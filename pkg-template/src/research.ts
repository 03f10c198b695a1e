import { Refusal } from './calls.js';
import { canonicalModel } from './canonical-model.js';
import { Faults, runToEnd } from './drive.js';
import { timeOf } from './durable.js';
import { ReflectError } from './error.js';
import { Evaluator, measuring } from './evaluator.js';
import { extractionNotes } from './extract-notes.js';
import type { ResearchRun } from './generated/companions.js';
import type { ResearchResult as ResearchOutcome, ResearchWire } from './generated/reflect_engine.js';
import { Host, type HostParts } from './host.js';
import { kindOf } from './kind.js';
import { companions } from './load/index.js';
import { plain } from './plain.js';
import type { Reflection } from './reflector-data.js';
import type { Fact } from './reflector-types.js';
import type { ComposeRequest, ResearchRequest, ResearchResult, ResearchSettings, ResearchTask } from './research-types.js';
import { Ending } from './signal.js';
import { evaluationTool } from './subject.js';
import { type Callbacks, callbacksFor, checkKeys, checkSignal, durableOf } from './task.js';
import { direct, refuseAfterTraps } from './trap.js';
import type { Json, Model, ModelRequest, ModelResponse } from './types.js';

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
const TASK = ['query', 'research', 'compose', 'onStep', 'signal', 'durable'];
/** Characters of the facts of one search or of one answer, as JSON. */
const MAX_CHARS = 16_000_000;

/**
 * Searches until a canonical model is full and agrees with itself, then has the answer judged, and repairs what the judge names (seed 000).
 * What is searched for follows from what is missing and what is in conflict, never from how good it looks; how good the answer is is
 * asked when there is nothing more to find.
 *
 * One loop answers any number of questions, also at once. It holds nothing but its settings.
 */
export class ResearchLoop {
  private readonly wire: Omit<ResearchWire, 'compose'>;
  private readonly evaluator: Evaluator | undefined;

  /** Throws `invalid_settings` for an unknown key, a wrong type or a value out of range, naming the field. */
  constructor(settings: ResearchSettings) {
    checkKeys(settings, SETTINGS, 'setting', 'the settings of a research loop', 'invalid_settings');
    const { canonicalModel: source, evaluator = {}, ...rest } = settings;
    if (evaluator !== false) this.evaluator = evaluator instanceof Evaluator ? evaluator : new Evaluator(evaluator);
    const judged = this.evaluator === undefined ? (false as const) : measuring(this.evaluator).wire;
    const known = { ...rest, canonicalModel: canonicalModel(source), evaluator: judged };
    direct(() => companions().checkResearch({ ...known, compose: false }));
    // A copy, so that later changes to the caller's objects do not go unchecked.
    this.wire = JSON.parse(JSON.stringify(known)) as ResearchWire;
  }

  /**
   * Searches, composes, evaluates, repairs. Rejects with a {@link ReflectError} that carries `result` when no fact was found, or the run was
   * aborted (`name: 'AbortError'`); whatever else happens resolves, with `status: 'needs_review'` unless the evaluator accepted.
   */
  async run(task: ResearchTask): Promise<ResearchResult> {
    checkTask(task);
    const { query } = task;
    if (typeof query !== 'string') throw bad(`\`query\` must be a string, got ${kindOf(query)}`);
    refuseAfterTraps();
    const wire = this.wireOf(task);
    return this.drive(
      direct(() => companions().ResearchRun.create(wire, query, timeOf(durableOf(task.durable)))),
      task,
    );
  }

  /**
   * Goes on from the `snapshot` of a result, also in another process; limits and evaluator are this loop's. Rejects as `run` does, and with
   * `invalid_snapshot` for a snapshot that is damaged or of another canonical model.
   */
  async resume(snapshot: string, task: Omit<ResearchTask, 'query'>): Promise<ResearchResult> {
    checkTask(task);
    if (typeof snapshot !== 'string')
      throw new ReflectError('invalid_snapshot', `a snapshot must be a string, got ${kindOf(snapshot)}`);
    refuseAfterTraps();
    const wire = this.wireOf(task);
    return this.drive(
      direct(() => companions().ResearchRun.restore(snapshot, wire, timeOf(durableOf(task.durable)))),
      task,
    );
  }

  private wireOf({ compose, durable }: Omit<ResearchTask, 'query'>): ResearchWire {
    // A durable host repeats the run: nothing in it may be random.
    const seed = durable === undefined ? this.wire.seed : (this.wire.seed ?? durableOf(durable)?.seed ?? 0);
    return { ...this.wire, seed, compose: compose !== undefined };
  }

  private async drive(run: ResearchRun, task: Omit<ResearchTask, 'query'>): Promise<ResearchResult> {
    const faults = new Faults();
    const onStep = faults.guarded('onStep', task.onStep) as HostParts['onStep'];
    const host = new Host({ run, callbacks: this.callbacks(task), ending: new Ending(), drafts: undefined, onStep });
    const finish = ({ failure: _, ...outcome }: ResearchOutcome): ResearchResult => {
      faults.tell(outcome);
      const { missing, conflicts } = outcome.reflection;
      return { ...outcome, facts: outcome.facts as unknown as Fact[], missing, conflicts };
    };
    return runToEnd(companions(), host, task.signal, finish);
  }

  private callbacks(task: Omit<ResearchTask, 'query'>): Callbacks {
    const model: Model = (request) => (request.purpose === 'compose' ? composed(task, request) : found(task, request));
    const tools: Callbacks['tools'] = new Map();
    if (this.evaluator !== undefined) tools.set('evaluation', evaluationTool(this.evaluator));
    return { ...callbacksFor(model, undefined, tools), durable: durableOf(task.durable) };
  }
}

/** Makes one search; its facts go to the core beside a reply without text. */
async function found({ research }: Pick<ResearchTask, 'research'>, call: ModelRequest): Promise<ModelResponse> {
  const { iteration, callId, idempotencyKey } = call;
  const { query, asked } = spoken<Omit<ResearchRequest, 'query'>>(call);
  const given = await research({
    ...asked,
    query,
    iteration,
    callId,
    idempotencyKey,
    get signal() {
      return call.signal;
    },
  });
  const list: unknown = Array.isArray(given) || !given ? (given ?? []) : (given as { facts?: unknown }).facts;
  if (!Array.isArray(list)) throw refused(`\`research\` must give a list of facts, { facts } or nothing, got ${kindOf(given)}`);
  const made = plain(list, { maxChars: MAX_CHARS, notes: true });
  if (made.cut) throw refused(`\`research\` gave more than ${MAX_CHARS} characters at once`);
  const response: ModelResponse = { content: '', metadata: { facts: made.value, ...extractionNotes(given) } };
  const usage = Array.isArray(given) ? undefined : (given as { usage?: ModelResponse['usage'] } | null | undefined)?.usage;
  if (usage !== undefined) response.usage = usage;
  return response;
}

async function composed({ compose }: Pick<ResearchTask, 'compose'>, call: ModelRequest): Promise<ModelResponse> {
  const { callId, idempotencyKey } = call;
  const { query, asked } = spoken<{ facts: Fact[]; reflection: Reflection; feedback: string | null }>(call);
  const { missing, thin, conflicts } = asked.reflection;
  const given: ComposeRequest = {
    query,
    facts: asked.facts,
    gaps: [...missing, ...thin],
    conflicts,
    callId,
    idempotencyKey,
    get signal() {
      return call.signal;
    },
  };
  if (asked.feedback !== null) given.feedback = asked.feedback;
  const answer = await compose?.(given);
  if (typeof answer === 'string') return { content: answer };
  if (typeof answer !== 'object' || answer === null)
    throw refused(`\`compose\` must give a text or an object, got ${kindOf(answer)}`);
  const made = plain(answer, { maxChars: MAX_CHARS, notes: false });
  if (made.cut) throw refused(`\`compose\` gave more than ${MAX_CHARS} characters`);
  if (made.changed) throw refused('`compose` must give what JSON can hold');
  return { content: JSON.stringify(made.value), metadata: { object: true } };
}

/** What the core asks: the query as text, the rest beside it. */
function spoken<A>({ messages }: ModelRequest): { query: string; asked: A } {
  const message = messages[0];
  return { query: String(message?.content ?? ''), asked: (message?.metadata ?? {}) as Json as A };
}

function checkTask(task: Partial<ResearchTask>): void {
  checkKeys(task, TASK, 'task key', 'a research task', 'invalid_task');
  for (const key of ['research', 'compose', 'onStep'] as const) {
    const given: unknown = task[key];
    if (typeof given !== 'function' && (key === 'research' || given !== undefined)) {
      throw bad(`\`${key}\` must be a function, got ${kindOf(given)}`);
    }
  }
  checkSignal(task.signal);
}

function refused(message: string): Refusal {
  return new Refusal('bad_response', message);
}

function bad(message: string): ReflectError {
  return new ReflectError('invalid_task', message);
}
