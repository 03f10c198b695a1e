import { bad, badSettings, checkKeys, checkSignal, durableOf, mustBe } from '../check/checks.js';
import { actionIn, describeWrongFunction, describeWrongKind, isObject, isPlain, kindOf } from '../check/kind.js';
import { copied, jsonText, type KeyPath, plain } from '../check/plain.js';
import { ignored, type ReflectError } from '../error.js';
import type { DecisionReflection as CoreReflection } from '../generated/reflect_engine.js';
import { callCore } from '../load/trap.js';
import { PLAIN, toWire } from '../load/wire.js';
import type { Callbacks } from '../run/callbacks.js';
import { callbacksFor } from '../run/callbacks.js';
import { concernsOf } from '../run/calls.js';
import { CoreRun } from '../run/core.js';
import { Faults, runToEnd } from '../run/drive.js';
import { requireClock, seedOf, timeOf } from '../run/durable.js';
import { RunCancellation } from '../run/signal.js';
import type { Json } from '../types.js';
import { core, instance } from './core.js';
import { extraArgument, largeRequest, wrongSignals } from './errors.js';
import { applyRevision } from './revision.js';
import type {
  DecisionLog,
  DecisionReflection,
  DecisionRequest,
  DecisionRule,
  DecisionSettings,
  Evidence,
  RevisableDecision,
  RevisedDecision,
  Revising,
} from './types.js';

const SETTINGS = [
  'model',
  'systemPrompt',
  'onUnreadableCritique',
  'actions',
  'approveActions',
  'rejectActions',
  'escalateTo',
  'minConcerns',
  'rules',
  'ownRules',
  'signals',
  'budget',
  'prices',
  'seed',
];
const REQUEST = [
  'agentId',
  'agentName',
  'domain',
  'input',
  'evidence',
  'decision',
  'recommendation',
  'riskScore',
  'confidence',
  'chainOfThought',
  'signal',
  'durable',
];
const EVIDENCE: readonly unknown[] = ['tool', 'domain', 'success', 'error', 'signal', 'signals'];
const SIGNAL = "'approve', 'reject', 'neutral', an action, { approve, reject } or nothing, at once";

/** Characters that a request may have, as JSON. */
const MAX_CHARS = 16_000_000;

/** What the core must know of a reflector: everything but its callbacks. */
type Wire = Omit<DecisionSettings, 'model' | 'signals' | 'ownRules'> & { ownRules: string[]; model: boolean };

/**
 * One step before a decision ships (the *Reflection Agent* design): a model argues against it. Without a model, or when it throws, takes
 * too long or cannot be read, four mechanical rules answer. Its place is between observing and the policy check of a `reason()` flow.
 *
 * One reflector serves any number of decisions, also at once. It holds nothing but its settings.
 */
export class DecisionReflector<E = Evidence, I = unknown> {
  /** @internal */
  static readonly name: string = 'DecisionReflector';
  private readonly wire: Wire;
  private readonly settings: Pick<DecisionSettings<E, I>, 'model' | 'signals'>;
  private readonly ownRules: [string, DecisionRule<E, I>][];

  /** Throws `invalid_settings` for an unknown key, a wrong type or a value out of range, naming the field. */
  constructor(settings: DecisionSettings<E, I> = {}) {
    checkKeys(core, settings, SETTINGS, 'setting', 'the settings of a decision reflector', 'invalid_settings');
    const { model, signals, ownRules = {}, ...data } = settings;
    for (const [key, callback] of Object.entries({ model, signals })) {
      if (callback !== undefined && typeof callback !== 'function') throw badSettings(describeWrongFunction(key, callback));
    }
    this.ownRules = rulesOf(ownRules);
    this.settings = { ...(model && { model }), ...(signals && { signals }) };
    const checkedSettings = { ...data, ownRules: this.ownRules.map(([name]) => name), model: model !== undefined };
    callCore(() => core().checkDecision(...toWire(checkedSettings)));
    // A copy, so that neither later changes to the caller's objects nor what a class says of itself go unchecked.
    this.wire = copied(checkedSettings) as Wire;
  }

  /**
   * Reflects on one decision. Rejects with `invalid_task` for a request of the wrong shape, and with an `AbortError` when the signal ends
   * it. Whatever else happens, the rules answer.
   */
  async reflect(request: DecisionRequest<E, I>): Promise<DecisionReflection>;
  async reflect(request: DecisionRequest<E, I>, ...others: unknown[]): Promise<DecisionReflection> {
    if (others.length > 0) {
      const form = '{ decision: observation, evidence: actions, input, chainOfThought }';
      throw extraArgument(others[0], form);
    }
    checkKeys(core, request, REQUEST, 'key', 'a request to reflect', 'invalid_task');
    checkSignal(request.signal);
    const faults = new Faults();
    const situation = this.situationOf(request, faults);
    const callbacks = this.callbacks(request);
    const { durable } = callbacks;
    requireClock(durable, this.wire.budget);
    const wire = { ...this.wire, seed: seedOf(durable, this.wire.seed, this.wire, jsonText(situation)) };
    const nowMs = timeOf(durable);
    const run = callCore(() => core().beginDecision(...toWire({ settings: wire, situation }, PLAIN), nowMs));
    // Nobody goes on with a reflection that was interrupted.
    const companion = new DecisionRun({ run, startedMs: nowMs }, instance().memory);
    const parts = { core: companion, callbacks, ending: new RunCancellation(), watch: { signal: request.signal }, faults };
    return runToEnd(parts, ({ failure: _, status: __, stopReason: ___, ...result }) => {
      faults.tell(result);
      return result;
    });
  }

  /** The decision after a reflection, and the record for a decision log. The same as the function of this name. */
  applyRevision<D extends RevisableDecision>(
    decision: D,
    reflection: Revising,
  ): { decision: RevisedDecision<D>; log: DecisionLog } {
    return applyRevision(decision, reflection);
  }

  /** What the decision rests on, as the core reads it. */
  private situationOf(request: DecisionRequest<E, I>, faults: Faults): Json {
    const { signal: _, durable: __, ...situation } = request;
    const signals = this.readSignals(request.evidence, faults);
    const made = plain({ ...situation, signals }, { maxChars: MAX_CHARS, notes: true, numbers: isRead });
    if (made.cut) throw largeRequest(MAX_CHARS);
    return withAction(made.value);
  }

  /** What the user's own function reads from each piece of evidence. */
  private readSignals(evidence: unknown, faults: Faults): unknown[] | undefined {
    const { signals } = this.settings;
    if (signals === undefined || !Array.isArray(evidence)) return undefined;
    return (evidence as E[]).map((one, at) => {
      let signal: unknown;
      try {
        signal = signals(one, at) ?? null;
      } catch (thrown) {
        faults.note(`\`signals\` failed on \`evidence[${at}]\``, thrown);
        return null;
      }
      const wrong = notJsonKind(signal);
      if (wrong !== undefined) throw wrongSignals(at, SIGNAL, wrong);
      return signal;
    });
  }

  private callbacks(request: DecisionRequest<E, I>): Callbacks {
    const verifiers: Callbacks['verifiers'] = new Map();
    for (const [name, rule] of this.ownRules) {
      verifiers.set(name, async (_, context) => concernsOf(name, await rule(request, context)));
    }
    return { ...callbacksFor(this.settings.model), verifiers, durable: durableOf(request.durable) };
  }
}

class DecisionRun extends CoreRun<CoreReflection['steps'][number], CoreReflection> {
  /** A rule may take as long as the model. */
  override readonly verifierLimit = 'callTimeoutMs';

  /** What the model wrote and own rules found. It is no reflection: nothing says whether to revise. */
  salvageResult(error: ReflectError): CoreReflection | undefined {
    if (this.replies.length === 0) return undefined;
    const replies = this.replies as { content?: string; issues?: string[] }[];
    const contraArgument = replies
      .map(({ content = '' }) => content)
      .join('\n')
      .trim();
    const concerns = replies.flatMap(({ issues = [] }) => issues);
    return { ...this.trapResult(error), concerns, contraArgument, steps: this.steps } as unknown as CoreReflection;
  }
}

function rulesOf<E, I>(ownRules: unknown): [string, DecisionRule<E, I>][] {
  if (!isPlain(ownRules)) throw badSettings(describeWrongKind('`ownRules`', 'a plain object of functions by name', ownRules));
  const rules = Object.entries(ownRules as Record<string, DecisionRule<E, I>>);
  for (const [name, rule] of rules) mustBe(`ownRules.${name}`, rule, 'function', badSettings);
  return rules;
}

/** What JSON would make nothing of. */
function notJsonKind(value: unknown): string | undefined {
  if (typeof value === 'function' || typeof value === 'symbol') return kindOf(value);
  if (typeof (value as { then?: unknown } | null)?.then !== 'function') return undefined;
  ignored(value);
  return 'a promise';
}

/** A situation whose `decision` holds its action as the core reads it, also where it is that of a `recommendation`, or has one. */
function withAction(situation: Json): Json {
  const { recommendation = null, ...rest } = situation as { [key: string]: Json };
  const { decision = null } = rest;
  if (recommendation !== null && !isObject(recommendation))
    throw bad(describeWrongKind('`recommendation`', 'an object with `action`', recommendation));
  if (recommendation === null && !isObject(decision)) return rest;
  const whole: { [key: string]: Json } = isObject(decision) ? { ...decision } : decision === null ? {} : { decision };
  const inner = recommendation ?? whole.recommendation;
  const action = actionIn({ ...whole, recommendation: inner }) as Json | undefined;
  if (action !== undefined) whole.action = action;
  if (isObject(inner) && inner.reliesOn !== undefined) whole.reliesOn = inner.reliesOn as Json;
  for (const key of ['riskScore', 'confidence']) if (isObject(inner)) whole[key] ??= (inner[key] ?? null) as Json;
  return { ...rest, decision: whole };
}

/** Whether the rules read this place of a situation; the rest is for the model alone. */
function isRead([key, at, field]: KeyPath): boolean {
  if (key === 'evidence') return at === undefined || EVIDENCE.includes(field);
  if (key === 'decision' || key === 'recommendation') {
    const name = at === 'recommendation' ? field : at;
    return name === 'reliesOn' || name === 'riskScore' || name === 'confidence';
  }
  return key !== 'input' && key !== 'chainOfThought';
}
