import { checkOptions } from '../check/checks.js';
import { ReflectEngine } from '../engine/engine.js';
import { ReflectError } from '../error.js';
import type { ReflectResult, ReflectSettings, ReflectTask } from '../types.js';
import { faultOf, isUnknown, type Labelled, type Measure, measure } from './measure.js';

export interface MeasureOptions {
  /** By what it judges: those settings of an engine that say what critics are told, and what accepts. */
  settings?:
    | Pick<
        ReflectSettings,
        'acceptanceThreshold' | 'advanced' | 'confidenceThreshold' | 'criteria' | 'critiquePrompt' | 'requirements'
      >
    | undefined;
  /** Calls at most. All drafts are looked at once, then once more, then in pairs: what comes last is left out first. */
  maxCalls?: number | undefined;
  /** Hears of each look that is done. */
  onProgress?: ((done: number, all: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** A measure, and what it was made of. */
export interface CriticMeasure extends Measure {
  calls: number;
  /** The drafts with what the critic said, for `measure`: under another threshold, or with more labels. */
  labelled: Labelled[];
}

/** Looks at once. */
const AT_ONCE = 4;
/** Calls of one critic in a look: it is asked once more where it was unclear. */
const MOST = 2;

/**
 * Asks a critic about labelled drafts as an engine would: once where nothing is known of its word, then once more, and about pairs of drafts of one
 * task in both orders; then measures it. Throws `invalid_task` for a draft that is not labelled so, rejects with an `AbortError`.
 */
export async function measureCritic(
  critic: NonNullable<Exclude<ReflectTask['critic'], false>>,
  labelled: readonly Labelled[],
  options: MeasureOptions = {},
): Promise<CriticMeasure> {
  checkOptions('measureCritic', options, { settings: 'object', maxCalls: 'number', onProgress: 'function', signal: 'object' });
  const { settings = {}, maxCalls = Number.POSITIVE_INFINITY, onProgress, signal } = options;
  const { acceptanceThreshold } = settings;
  measure(labelled, acceptanceThreshold);
  for (const [at, one] of labelled.entries()) {
    const fault = faultOf(one, true);
    if (fault !== undefined) throw new ReflectError('invalid_task', `labelled[${at}]: ${fault}`);
  }
  const drafts = labelled.map((one) => ({ ...one }));
  const critics = Array.isArray(critic) ? critic.length : 1;
  const failures = new Set<string>();
  /** Calls that were made, or may still be. */
  let calls = 0;

  /** What the critic says of a draft, or of two at once; `undefined` where there are no calls left. */
  const look = async (input: string, [draft = '', ...beside]: string[]): Promise<ReflectResult | undefined> => {
    const writes = beside.length > 0 ? 1 : 0;
    const most = Math.min(maxCalls - calls, MOST * critics);
    if (most < critics) return undefined;
    calls += most;
    const strategy = writes > 0 ? { strategy: 'best-of-n' as const, drafts: 2 } : { strategy: 'keep-best' as const };
    const advanced = { ...settings.advanced, maxCritiqueFailures: 1, ...(writes > 0 && { seed: 1 }) };
    const budget = { maxCalls: writes > 0 ? writes + critics : most };
    const engine = new ReflectEngine({ ...settings, ...strategy, maxReflections: 0, budget, advanced });
    const contents = [draft, ...beside];
    const task = writes > 0 ? { input } : { input, draft };
    const result = await engine.run({ ...task, model: () => ({ contents }), critic, signal });
    calls += (result.usage.byPurpose.critique?.calls ?? 0) - most;
    for (const { message } of result.errors) failures.add(message);
    return result;
  };
  const verdict = async ({ input = '', draft = '' }: Labelled): Promise<Labelled> => {
    const result = await look(input, [draft]);
    if (result === undefined) return {};
    const { critiqueStatus, critique } = result.trace;
    if (critiqueStatus !== 'read' && critiqueStatus !== 'contradictory') return { accepted: false, unread: true };
    return { accepted: result.accepted, ...(critique?.score !== undefined && { score: critique.score }) };
  };
  /** Which of two is the better one: below 0 the second. */
  const better = async (input: string, first: string, second: string): Promise<number | undefined> => {
    const history = (await look(input, [first, second]))?.trace.revisionHistory ?? [];
    const points = [0, 1].map((at) => history.find(({ draftIndex }) => draftIndex === at)?.critique?.score);
    return points[0] === undefined || points[1] === undefined ? undefined : Math.sign(points[0] - points[1]);
  };

  const told = drafts.filter(isUnknown);
  const first = told.map((one) => async () => void Object.assign(one, await verdict(one)));
  const again = told.map((one) => async () => {
    const { accepted } = one.accepted === undefined ? one : await verdict(one);
    if (accepted !== undefined) one.again = accepted;
  });
  const turned = pairsOf(told).map(([one, other]) => async () => {
    const [input = '', a = '', b = ''] = [one.input, one.draft, other.draft];
    const signs = [await better(input, a, b), await better(input, b, a)];
    if (signs[0] !== undefined && signs[1] !== undefined) one.turned = signs[0] !== -signs[1];
  });
  let done = 0;
  const all = first.length + again.length + turned.length;
  for (const jobs of [first, again, turned]) {
    const queue = jobs.values();
    const work = async (): Promise<void> => {
      for (const job of queue) {
        await job();
        onProgress?.((done += 1), all);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
  const measured = measure(drafts, acceptanceThreshold);
  if (measured.unread > 0) measured.notes.push(`${measured.unread} not read: ${[...failures][0] ?? 'the reply is no critique'}`);
  return { ...measured, calls, labelled: drafts };
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
