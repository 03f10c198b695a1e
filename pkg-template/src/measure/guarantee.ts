// A promised error, from labels of whole runs: learn then test (Angelopoulos et al. 2021), by exact binomial tests in a fixed sequence.

import { bad, badSettings, checkOptions, faultOfKeys } from '../check/checks.js';
import { describeWrongKind, isBlank, isPlain } from '../check/kind.js';
import type { Guarantee, GuaranteedJudge, ReflectResult, ReflectSettings } from '../types.js';
import { humanAcceptance, otherJudge, wrongLabel, wrongLabelledRun } from './errors.js';
import { chanceOfFewer, type Share, share } from './statistics.js';

/** What a run ended with, and a person's word on it. */
export interface Label {
  /** `trace.acceptanceScore` of the run. Absent: nothing could have accepted its text. */
  score?: number | undefined;
  /** A person's word: the text that the run returned is right. Needed for a guarantee. */
  right?: boolean | undefined;
  /** What it has in common with other labels: a customer, a document. Of a group one label counts. Default: a group of its own. */
  group?: string | undefined;
  /** Whose word `score` is. */
  judge?: GuaranteedJudge | undefined;
  runId?: string | undefined;
  /** For the person who labels; not read. */
  input?: string | undefined;
  output?: string | undefined;
}

/** A label that was made of a run. */
export interface RunLabel extends Label {
  judge: GuaranteedJudge;
  runId: string;
}

/** What is promised. */
export interface ErrorLimit {
  /** The share of what is accepted that may be wrong, above 0 and below 1. */
  wrong: number;
  /** How sure the promise is, above 0 and below 1. Default 0.95. */
  confidence?: number | undefined;
}

/** How newer labels compare with a promise. */
export interface Drift {
  /** So many of the accepted are wrong that the promise does not hold any more, with its own confidence. */
  alarm: boolean;
  /** The wrong ones of those that are accepted; absent where none is. */
  wrong?: Share;
}

/** What a label may have. */
const KINDS: Readonly<Record<keyof Label, readonly [string]>> = {
  score: ['number'],
  right: ['boolean'],
  group: ['string'],
  judge: ['object'],
  runId: ['string'],
  input: ['string'],
  output: ['string'],
};

/**
 * The label of a run, without any text of it; a person's word, and what the task has in common with others, may be added later. Throws
 * `invalid_task` for what is no result of a `ReflectEngine`, and for one that a person has reviewed.
 */
export function labelRun(result: ReflectResult<unknown>, more: Pick<Label, 'right' | 'group'> = {}): RunLabel {
  const trace: ReflectResult['trace'] | undefined = result?.trace;
  if (!isPlain(trace?.settings) || typeof trace.metadata?.engineVersion !== 'string' || typeof result.runId !== 'string')
    throw wrongLabelledRun(result);
  if (result.acceptedBy === 'human') throw humanAcceptance();
  const { draftIndex, drafts, revisionHistory, metadata, acceptanceScore: score } = trace;
  const looks = revisionHistory.filter((one) => one.draftIndex === draftIndex && READ.has(one.critiqueStatus));
  const { judge, jurors = [{ judge }] } = looks.at(-1) ?? { jurors: [] };
  const { right, group } = more;
  const label: RunLabel = {
    runId: result.runId,
    ...(score !== undefined && { score }),
    ...(right !== undefined && { right }),
    ...(group !== undefined && { group }),
    judge: {
      critics: jurors.map(({ judge: one }) => one?.model ?? one?.name ?? UNNAMED),
      verifiers: Object.keys(drafts.find(({ index }) => index === draftIndex)?.verifiers ?? {}),
      version: metadata.engineVersion as string,
      settings: counting(trace.settings),
    },
  };
  const fault = faultOfLabel(label);
  if (fault !== undefined) throw bad(fault);
  return label;
}

/** Critiques that have a verdict. */
const READ: ReadonlySet<string | undefined> = new Set(['read', 'contradictory']);

/** A critic whose replies name no model, and which has no name. */
const UNNAMED = 'unnamed';

/** The settings without those that change no draft, nor what accepts it. */
function counting({ guarantee: _, advanced = {}, ...settings }: ReflectSettings): ReflectSettings {
  const { seed: _seed, prices: _prices, calibration: _calibration, ...rest } = advanced;
  return Object.keys(rest).length > 0 ? { ...settings, advanced: rest } : settings;
}

/** As below; labels of runs say whose acceptances these are, so that an engine can take it. */
export function guarantee(labels: readonly RunLabel[], limit: ErrorLimit): Guarantee | undefined;
/**
 * The lowest score from which, with this confidence, at most this share of what is accepted is wrong: for the setting `guarantee` of the
 * engine that the runs were of. `undefined` where these labels allow no promise.
 *
 * Throws `invalid_settings` for a wrong limit, `invalid_task`, naming the label and the key, and `judge_changed` for labels of several judges.
 */
export function guarantee(labels: readonly Label[], limit: ErrorLimit): Omit<Guarantee, 'judge'> | undefined;
export function guarantee(labels: readonly Label[], limit: ErrorLimit): Omit<Guarantee, 'judge'> | undefined {
  checkOptions('guarantee', limit, { wrong: 'number', confidence: 'number' });
  const { wrong, confidence = 0.95 } = limit;
  for (const [key, value] of Object.entries({ wrong, confidence }))
    if (!(value > 0 && value < 1)) throw badSettings(`\`${key}\` must be a share above 0 and below 1, got ${value}`);
  const judge = checkLabels(labels);
  const drawn = drawOneAGroup(labels);
  let threshold: number | undefined;
  for (const { from, accepted } of thresholdsOf(drawn)) {
    if (chanceOfFewer(accepted.count, accepted.of, wrong) <= 1 - confidence) threshold = from;
    // Where even no fault would say too little, nothing was tested yet.
    else if (chanceOfFewer(0, accepted.of, wrong) <= 1 - confidence) break;
  }
  if (threshold === undefined) return undefined;
  return { threshold, wrong, confidence, labels: drawn.length, ...(judge !== undefined && { judge }) };
}

/**
 * Whether newer labels break a promise: an exact test of those that it accepts, one a group. Each look at labels may give a false alarm, as
 * rarely as the promise may be broken: so count the labels of a period once. Throws as `guarantee` does.
 */
export function drift(promise: Omit<Guarantee, 'judge'> & { judge?: GuaranteedJudge }, newLabels: readonly Label[]): Drift {
  const { threshold, wrong, confidence, judge } = isPlain(promise) ? promise : ({} as Partial<Guarantee>);
  if (threshold === undefined || wrong === undefined || confidence === undefined)
    throw bad(describeWrongKind('`guarantee`', 'what `guarantee(labels, …)` returned', promise));
  checkLabels(newLabels, judge);
  const accepted = drawOneAGroup(newLabels).filter(({ score = Number.NEGATIVE_INFINITY }) => score >= threshold);
  const faults = share(accepted.filter(({ right }) => !right).length, accepted.length);
  if (faults === undefined) return { alarm: false };
  // As many right ones or fewer.
  return { alarm: chanceOfFewer(faults.of - faults.count, faults.of, 1 - wrong) <= 1 - confidence, wrong: faults };
}

/** A score, and of the labels from it on how many are wrong. */
export interface Threshold {
  from: number;
  accepted: Share;
}

/** Every score, the highest first. Equal ones are accepted together. */
export function thresholdsOf(drawn: readonly Label[]): Threshold[] {
  const scored = drawn.flatMap(({ score, right }) => (score === undefined ? [] : [{ score, right }]));
  scored.sort((a, b) => b.score - a.score);
  let wrong = 0;
  return scored.flatMap(({ score, right }, at) => {
    if (!right) wrong += 1;
    const accepted = share(wrong, at + 1);
    return accepted === undefined || scored[at + 1]?.score === score ? [] : [{ from: score, accepted }];
  });
}

/**
 * One label of each group, whichever order they came in, and whatever a person hopes for: its place among those of its group, sorted, is
 * that of a hash of all groups.
 */
export function drawOneAGroup(labels: readonly Label[]): Label[] {
  const groups = new Map<string, Label[]>();
  const alone: Label[] = [];
  for (const label of labels) {
    const { group } = label;
    if (group === undefined) alone.push(label);
    else groups.set(group, [...(groups.get(group) ?? []), label]);
  }
  let all = labels.length;
  for (const group of groups.keys()) all ^= hashOf(group, 0);
  const drawn = [...groups].map(([group, own]) => {
    own.sort((a, b) => (a.score ?? -1) - (b.score ?? -1) || Number(a.right) - Number(b.right));
    return own[hashOf(group, all) % own.length] as Label;
  });
  return [...alone, ...drawn];
}

/** FNV-1a, and the last steps of MurmurHash3, which spread it. */
function hashOf(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** What is wrong with a label; `isWhole`: with a person's word. */
export function faultOfLabel(label: unknown, isWhole = false): string | undefined {
  if (!isPlain(label)) return describeWrongKind('a label', 'an object', label);
  const fault = faultOfKeys(label, KINDS);
  if (fault !== undefined) return fault;
  const { score = 0, right, group = 'a' } = label as Label;
  if (!Number.isFinite(score))
    return `\`score\` must be a number, got ${score}; leave it out where nothing could accept the text`;
  if (isBlank(group)) return '`group` must not be blank: leave it out where a label has no other like it';
  return isWhole && right === undefined ? '`right` is missing: a person’s word, true or false' : undefined;
}

/** Whose labels these are, where they say it; they must be of one judge, of this one if it is given. */
function checkLabels(labels: readonly Label[], given?: GuaranteedJudge): GuaranteedJudge | undefined {
  if (!Array.isArray(labels)) throw bad(describeWrongKind('labels', 'a list', labels));
  let first = given && { name: 'that of the guarantee', judge: given };
  for (const [at, label] of labels.entries()) {
    const fault = faultOfLabel(label, true);
    if (fault !== undefined) throw wrongLabel(at, fault);
    // What nobody could accept says nothing of who judges.
    if (label.score === undefined) continue;
    first ??= { name: `that of labels[${at}]`, judge: label.judge };
    const path = differenceOf(first.judge, label.judge);
    if (path !== undefined) throw otherJudge(at, path, first.name);
  }
  return first?.judge;
}

/** The path of what two judges differ in; the order of keys does not count. */
function differenceOf(one: GuaranteedJudge | undefined, other: GuaranteedJudge | undefined): string | undefined {
  const [ours, theirs] = [leavesOf(one), leavesOf(other)];
  return [...ours.keys(), ...theirs.keys()].find((path) => ours.get(path) !== theirs.get(path));
}

function leavesOf(judge: object | undefined): Map<string, string> {
  const leaves = new Map<string, string>();
  const open: [string, unknown][] = [['judge', judge]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, value] = next;
    if (isPlain(value)) for (const [key, inner] of Object.entries(value)) open.push([`${path}.${key}`, inner]);
    else if (value !== undefined) leaves.set(path, JSON.stringify(value));
  }
  return leaves;
}
