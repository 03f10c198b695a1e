import { checkOptions } from '../check/checks.js';
import { ReflectEngine } from '../engine/engine.js';
import type { CriticModel, Model, ReflectResult, ReflectSettings, ReflectTask } from '../types.js';
import { derivedRequirements, missingCritic, strangeSetting, wrongDraft, wrongMaxCalls } from './errors.js';
import { faultOf, isUnknown, type Labelled, type Measure, measure } from './measure.js';
import { AT_ONCE, pooled, SPENT, spent } from './pool.js';

export interface MeasureOptions {
  /** The settings of an engine that say what critics are told, and what accepts. */
  settings?:
    | Pick<
        ReflectSettings,
        'acceptanceThreshold' | 'advanced' | 'confidenceThreshold' | 'criteria' | 'critiquePrompt' | 'requirements'
      >
    | undefined;
  /** Calls at most. All drafts are judged once, then once more, then in pairs; the last of these are left out first. */
  maxCalls?: number | undefined;
  /** Called after each critique. */
  onProgress?: ((done: number, all: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** A measure, and what it was computed from. */
export interface CriticMeasure extends Measure {
  calls: number;
  /** The drafts with what the critic said, for `measure`: under another threshold, or with more labels. */
  labelled: Labelled[];
}

/** Settings that say something of a critic. */
const CRITIC_SETTINGS = ['acceptanceThreshold', 'advanced', 'confidenceThreshold', 'criteria', 'critiquePrompt', 'requirements'];

export function checkCriticSettings(settings: object): void {
  const strange = Object.keys(settings).find((key) => !CRITIC_SETTINGS.includes(key));
  if (strange !== undefined) throw strangeSetting(strange, CRITIC_SETTINGS.join(', '));
}

/**
 * Asks a critic about labelled drafts as an engine would: once if its verdict is not known, then once more, and about pairs of drafts of
 * one task in both orders; then measures it. Throws `invalid_task` for a draft with a wrong label; rejects with an `AbortError`.
 */
export async function measureCritic(
  critic: NonNullable<Exclude<ReflectTask['critic'], false>>,
  labelled: readonly Labelled[],
  options: MeasureOptions = {},
): Promise<CriticMeasure> {
  checkOptions('measureCritic', options, { settings: 'object', maxCalls: 'number', onProgress: 'function', signal: 'object' });
  const { settings = {}, maxCalls = Number.POSITIVE_INFINITY, onProgress, signal } = options;
  const { acceptanceThreshold } = settings;
  if (options.maxCalls !== undefined && !(Number.isInteger(maxCalls) && maxCalls >= 0)) throw wrongMaxCalls(maxCalls);
  // They are checked before a call is made.
  new ReflectEngine(settings).free();
  checkCriticSettings(settings);
  if (settings.requirements === 'derive') throw derivedRequirements();
  if (!critic) throw missingCritic(critic);
  measure(labelled, acceptanceThreshold);
  for (const [at, one] of labelled.entries()) {
    const fault = faultOf(one, true);
    if (fault !== undefined) throw wrongDraft(at, fault);
  }
  const drafts = labelled.map((one) => ({ ...one }));
  const reasons = new Set<string>();
  const failed: string[] = [];
  let calls = 0;
  const counted = (one: Model | CriticModel): Model | CriticModel => {
    const ask = typeof one === 'object' && one !== null ? one.model : one;
    if (typeof ask !== 'function') return one;
    const model: Model = (request) => {
      if (calls >= maxCalls) throw spent('`maxCalls` of the measure are spent');
      calls += 1;
      return ask(request);
    };
    return typeof one === 'object' ? { ...one, model } : model;
  };
  const critics = isList(critic) ? critic.map(counted) : counted(critic);
  const jury = [critics].flat();
  // One call each, unless there are tools to call before.
  const budget = jury.some((one) => typeof one === 'object' && one?.tools) ? undefined : { maxCalls: 1 + jury.length };

  /** What the critic says of a draft, or of two at once; `undefined` where there are not the calls for it, or they failed. */
  const look = async (input: string, [draft = '', ...beside]: string[]): Promise<ReflectResult | undefined> => {
    if (calls >= maxCalls) return undefined;
    const alone = { ...settings, strategy: 'keep-best' as const, maxReflections: 0 };
    // The seed is that of their order.
    const together = { strategy: 'best-of-n' as const, drafts: 2, budget };
    const advanced = { ...settings.advanced, maxCritiqueFailures: 1, seed: 1 };
    const engine = new ReflectEngine(beside.length === 0 ? alone : { ...alone, ...together, advanced });
    const contents = [draft, ...beside];
    const task = beside.length === 0 ? { input, draft } : { input };
    const result = await engine.run({ ...task, model: () => ({ contents }), critic: critics, signal });
    if (result.errors.some(({ code }) => code === SPENT)) return undefined;
    const failure = isRead(result) ? undefined : result.errors.find(({ code }) => code === 'model_error' || code === 'timeout');
    if (failure !== undefined) failed.push(failure.message);
    else for (const { message } of result.errors) reasons.add(message);
    return failure === undefined ? result : undefined;
  };
  const verdict = async ({ input = '', draft = '' }: Labelled): Promise<Labelled> => {
    const result = await look(input, [draft]);
    if (result === undefined) return {};
    if (!isRead(result)) return { accepted: false, unread: true };
    const { score, probability, needsRevision } = result.trace.critique ?? {};
    if (score === undefined) return { accepted: result.accepted };
    const points = { score, ...(probability !== undefined && { probability }) };
    // A critic that leaves it to its points, or its probability, would accept by another threshold.
    const isOwnWord = needsRevision && (probability === undefined || score >= (acceptanceThreshold ?? 8));
    return isList(critic) || isOwnWord ? { accepted: result.accepted, ...points } : points;
  };
  /** Which of two is the better one: below 0 the second. */
  const better = async (input: string, first: string, second: string): Promise<number | undefined> => {
    const history = (await look(input, [first, second]))?.trace.revisionHistory ?? [];
    const points = [0, 1].map((at) => {
      const { score, criteriaMet } = history.find(({ draftIndex }) => draftIndex === at)?.critique ?? {};
      return score ?? criteriaMet?.filter(Boolean).length;
    });
    return points[0] === undefined || points[1] === undefined ? undefined : Math.sign(points[0] - points[1]);
  };

  const unjudged = drafts.filter(isUnknown);
  const first = unjudged.map((one) => async () => void Object.assign(one, await verdict(one)));
  const again = unjudged.map((one) => async () => {
    const { accepted, score } = isUnknown(one) ? one : await verdict(one);
    const word = accepted ?? score;
    if (word !== undefined) one.again = word;
  });
  // A probability is that of one draft.
  const areApart = jury.every((one) => typeof one === 'object' && one.probability);
  const turned = pairsOf(areApart ? [] : unjudged).map(([one, other]) => async () => {
    const [input = '', a = '', b = ''] = [one.input, one.draft, other.draft];
    const signs = [await better(input, a, b), await better(input, b, a)];
    if (signs[0] !== undefined && signs[1] !== undefined) one.turned = signs[0] !== -signs[1];
  });
  let done = 0;
  const all = first.length + again.length + turned.length;
  for (const jobs of [first, again, turned])
    await pooled(jobs, AT_ONCE, async (job) => {
      await job();
      onProgress?.((done += 1), all);
    });
  const measured = measure(drafts, acceptanceThreshold);
  if (measured.unread > 0) measured.notes.push(`${measured.unread} not read: ${[...reasons][0] ?? 'the reply is no critique'}`);
  if (failed.length > 0) measured.notes.push(`${failed.length} looks failed: ${failed[0]}`);
  return { ...measured, calls, labelled: drafts };
}

function isList<C>(value: C | readonly C[]): value is readonly C[] {
  return Array.isArray(value);
}

function isRead({ trace: { critiqueStatus } }: ReflectResult): boolean {
  return critiqueStatus === 'read' || critiqueStatus === 'contradictory';
}

/** Drafts of one task, two and two. */
function pairsOf(drafts: readonly Labelled[]): [Labelled, Labelled][] {
  const waiting = new Map<string | undefined, Labelled>();
  return drafts.flatMap((one): [Labelled, Labelled][] => {
    const other = waiting.get(one.input);
    if (other === undefined) waiting.set(one.input, one);
    else waiting.delete(one.input);
    return other === undefined || other.draft === one.draft ? [] : [[other, one]];
  });
}
