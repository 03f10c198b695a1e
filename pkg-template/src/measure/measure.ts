import { faultOfKeys } from '../check/checks.js';
import { describeWrongKind, isBlank, isPlain } from '../check/kind.js';
import { ReflectError } from '../error.js';
import { wrongDraft, wrongThreshold } from './errors.js';
import { corrected, type Estimate, gain, kappa, mean, type Share, share } from './statistics.js';

/** A draft, a person's verdict on it, and a critic's, as far as they are known. */
export interface Labelled {
  /** The task; needed when a critic is to be asked. */
  input?: string | undefined;
  draft?: string | undefined;
  /** A person's verdict: whether it is right. A draft without one counts only for the pass rate. */
  correct?: boolean | undefined;
  /** The critic's verdict. Default: whether `score` reaches the threshold. */
  accepted?: boolean | undefined;
  /** Its points, 0 to 10. */
  score?: number | undefined;
  /** Its probability that the draft is right, 0 to 1, where it gives one; the score is then ten times that. */
  probability?: number | undefined;
  /** The critic's reply could not be read, which accepts nothing. */
  unread?: boolean | undefined;
  /** `accepted` or `score` when the critic was asked the same once more. */
  again?: boolean | number | undefined;
  /** Whether the better of two drafts changed when this one was shown beside another draft of its task, and then in the other order. */
  turned?: boolean | undefined;
  /** A person's verdict on the revision of this draft; the revision was made whatever the critic said. */
  revised?: boolean | undefined;
}

/** Which drafts to revise, and the result. Shares are of the drafts whose revision a person judged. */
export interface Policy {
  /** Every draft, those that the critic does not accept, or those with fewer points than this. */
  revise: 'all' | 'refused' | number;
  /** How many are revised. */
  revised: Share;
  /** How many are right in the end. */
  correct: Share;
  /** How many more that is than without revisions, as a share from −1 to 1. */
  gain: Estimate;
  /** `unclear`: the interval of `gain` has 0 in it. */
  pays: 'yes' | 'no' | 'unclear';
  /** With these rates it pays when fewer first drafts than this are right. Absent when it changed nothing, or one kind is missing. */
  breakEven?: number;
}

/** Whether reflecting pays. */
export interface Reflecting {
  /** First drafts that are right. */
  first: Share;
  /** Wrong drafts whose revision is right. */
  mended?: Share;
  /** Right drafts whose revision is wrong. */
  broken?: Share;
  /** The one that gains most is first. */
  policies: Policy[];
}

/** How good a critic is. A figure that cannot be computed is absent, and `notes` says why. */
export interface Measure {
  /** Drafts with a person's verdict and the critic's. */
  drafts: number;
  /** Among all drafts: those whose critique could not be read, and those without a known verdict of the critic. */
  unread: number;
  unasked: number;
  /** Right drafts that it accepts. */
  sensitivity?: Share;
  /** Wrong drafts that it does not accept. */
  specificity?: Share;
  /** Agreement beyond chance, −1 to 1. */
  kappa?: Estimate;
  /** The mean square of what its probabilities are off by (Brier 1950): .25 is that of always .5. Only where drafts have one. */
  brier?: Estimate;
  /** How often its verdict changes. */
  flips: { again?: Share; turned?: Share };
  /** Among the drafts without a person's verdict: how many it accepts, and how many are right. */
  passRate?: { accepted: Share; corrected?: Estimate };
  reflecting?: Reflecting;
  notes: string[];
}

/** What a draft may have. */
const KINDS: Record<keyof Labelled, readonly ('string' | 'boolean' | 'number')[]> = {
  input: ['string'],
  draft: ['string'],
  correct: ['boolean'],
  accepted: ['boolean'],
  score: ['number'],
  probability: ['number'],
  unread: ['boolean'],
  again: ['boolean', 'number'],
  turned: ['boolean'],
  revised: ['boolean'],
};

type Judged = Labelled & { accepted: boolean };

/**
 * How good a critic is, from its verdicts on drafts and a person's; `threshold` is the `acceptanceThreshold`. Calls nobody. Throws
 * `invalid_task`, naming the draft and the key.
 */
export function measure(labelled: readonly Labelled[], threshold = 8): Measure {
  if (!Array.isArray(labelled)) throw new ReflectError('invalid_task', describeWrongKind('labelled drafts', 'a list', labelled));
  if (!(threshold > 1 && threshold <= 10)) throw wrongThreshold(threshold);
  const wordOf = (word: boolean | number | undefined) => (typeof word === 'number' ? word >= threshold : word);
  const examples = labelled.map((example: Labelled, at): Labelled => {
    const wrong = faultOf(example);
    if (wrong !== undefined) throw wrongDraft(at, wrong);
    return { ...example, ...verdictOf(example, threshold) };
  });
  const judged = examples.filter((one): one is Judged => one.accepted !== undefined);
  const right = judged.filter(({ correct }) => correct === true);
  const wrong = judged.filter(({ correct }) => correct === false);
  const notes: string[] = [];
  const note = <V>(value: V | undefined, why: string): V | undefined => {
    if (value === undefined) notes.push(why);
    return value;
  };
  const accepted = (of: Judged[]): number => of.filter((one) => one.accepted).length;
  const sensitivity = note(share(accepted(right), right.length), 'no sensitivity: no draft is labelled as right');
  const refused = wrong.length - accepted(wrong);
  const specificity = note(share(refused, wrong.length), 'no specificity: no draft is labelled as wrong');
  const table = [accepted(right), right.length - accepted(right), accepted(wrong), refused] as const;
  const agreement = note(kappa(table), 'no κ: it needs right and wrong drafts');
  const flipped = shareOf(judged, ({ accepted, again }) => (again === undefined ? again : wordOf(again) !== accepted));
  const again = note(flipped, 'not known whether it flips: no draft was asked twice');
  const turned = note(
    shareOf(judged, ({ turned }) => turned),
    'not known whether order turns it: it takes two drafts of one `input`',
  );
  const squares = [...right, ...wrong].flatMap(({ correct, probability: p }) =>
    p === undefined ? [] : [(Number(correct) - p) ** 2],
  );
  const open = judged.filter(({ correct }) => correct === undefined);
  const passed = note(share(accepted(open), open.length), 'no pass rate: every draft has a person’s word');
  const rate = passed && sensitivity && specificity && corrected(passed, sensitivity, specificity);
  if (passed) note(rate, 'no corrected pass rate: on these drafts the critic may be no better than chance');
  const reflecting = note(reflectingOn(judged), 'not known whether reflecting pays: no draft has `revised`');
  return {
    drafts: right.length + wrong.length,
    unread: judged.filter(({ unread }) => unread).length,
    unasked: labelled.length - judged.length,
    ...(sensitivity && { sensitivity }),
    ...(specificity && { specificity }),
    ...(agreement && { kappa: agreement }),
    ...(squares.length > 0 && { brier: mean(squares) }),
    flips: { ...(again && { again }), ...(turned && { turned }) },
    ...(passed && { passRate: { accepted: passed, ...(rate && { corrected: rate }) } }),
    ...(reflecting && { reflecting }),
    notes,
  };
}

/** The critic's verdict, where it is known, and its points. */
export function verdictOf({ accepted, probability, ...rest }: Labelled, threshold = 8): Pick<Labelled, 'accepted' | 'score'> {
  const { score = probability === undefined ? undefined : 10 * probability } = rest;
  const verdict = accepted ?? (score === undefined ? undefined : score >= threshold);
  return verdict === undefined ? {} : { accepted: verdict, score };
}

/** Whether nothing is known of the critic's word. */
export function isUnknown({ accepted, score, probability }: Labelled): boolean {
  return accepted === undefined && score === undefined && probability === undefined;
}

/** What is wrong with a labelled draft; where a critic is to be asked, also what it lacks for that. */
export function faultOf(row: unknown, isAsked = false): string | undefined {
  if (!isPlain(row)) return describeWrongKind('a labelled draft', 'an object', row);
  const fault = faultOfKeys(row, KINDS);
  if (fault !== undefined) return fault;
  for (const [key, value] of Object.entries(row)) {
    const most = key === 'probability' ? 1 : 10;
    if (typeof value === 'number' && !(value >= 0 && value <= most)) return `\`${key}\` must be from 0 to ${most}, got ${value}`;
  }
  const { input = '', draft = '' } = row as Labelled;
  const isReady = !isAsked || !isUnknown(row as Labelled) || !(isBlank(input) || isBlank(draft));
  return isReady ? undefined : 'a critic is asked with `input` and `draft`, and one of them is missing or blank';
}

/** The share of the drafts of which something is known. */
function shareOf(of: Judged[], is: (one: Judged) => boolean | undefined): Share | undefined {
  const values = of.map(is).filter((value) => value !== undefined);
  return share(values.filter(Boolean).length, values.length);
}

function reflectingOn(judged: Judged[]): Reflecting | undefined {
  const pairs = judged.filter(({ correct, revised }) => correct !== undefined && revised !== undefined);
  const first = shareOf(pairs, ({ correct }) => correct);
  if (first === undefined) return undefined;
  const policyOf = (revise: Policy['revise'], chosen: (one: Judged) => boolean): Policy => {
    const revised = pairs.filter(chosen);
    const mended = revised.filter((one) => one.revised && !one.correct).length;
    const broken = revised.filter((one) => one.correct && !one.revised).length;
    const more = gain(mended, broken, pairs.length);
    // Each as a share of those that it can happen to.
    const [mends, breaks] = [mended / (first.of - first.count), broken / first.count];
    return {
      revise,
      revised: share(revised.length, pairs.length) as Share,
      correct: share(first.count + mended - broken, pairs.length) as Share,
      gain: more,
      pays: more.low > 0 ? 'yes' : more.high < 0 ? 'no' : 'unclear',
      ...(mends + breaks > 0 && { breakEven: mends / (mends + breaks) }),
    };
  };
  const points = [...new Set(pairs.flatMap(({ score }) => score ?? []))].sort((a, b) => a - b).slice(1);
  const policies = [
    policyOf('all', () => true),
    policyOf('refused', ({ accepted }) => !accepted),
    ...points.map((least) => policyOf(least, ({ score = 0 }) => score < least)),
  ];
  const mended = shareOf(pairs, ({ correct, revised }) => (correct ? undefined : revised));
  const broken = shareOf(pairs, ({ correct, revised }) => (correct ? !revised : undefined));
  policies.sort((a, b) => b.gain.value - a.gain.value);
  return { first, ...(mended && { mended }), ...(broken && { broken }), policies };
}
