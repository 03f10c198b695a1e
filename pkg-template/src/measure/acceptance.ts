// How often a task is accepted, for tests: by one run, or by several and what they show of all others.

import { badSettings, checkOptions } from '../check/checks.js';
import { describeWrongValue, isObject, isPlain, isPromise } from '../check/kind.js';
import { ReflectEngine } from '../engine/engine.js';
import { isReflectError } from '../error.js';
import type { Accepted, NotAccepted, ReflectResult, ReflectTask } from '../types.js';
import { certainConfidence, limitsAfterRun, missingTasks, unfinishedRun, wrongRunResult, wrongSubject } from './errors.js';
import { AT_ONCE, pooled } from './pool.js';
import { chanceOfFewer, exactShare, type Share } from './statistics.js';

/** What a test reads of a run that has ended: the result of an engine, or of an autopilot. */
export type Ended = Pick<Accepted<string> | NotAccepted, 'accepted'> & {
  readonly output?: string;
  readonly status?: string;
  readonly stopReason?: string;
};

/** A task, several, or a function that makes a run of your own. */
export type Repeatable = ReflectTask<unknown> | readonly ReflectTask<unknown>[] | (() => Ended | Promise<Ended>);

/** How many runs, and how many of them must be accepted. */
export interface AcceptanceLimits {
  /** Runs of each task, at most 10,000; default 1. Up to four are made at once, each with an engine of its own. */
  runs?: number | undefined;
  /** The share of the runs that must be accepted, above 0 and at most 1; default 1. */
  atLeast?: number | undefined;
  /**
   * Above 0 and below 1: it is not enough that the runs reach `atLeast`; they must show, with this confidence, that all others would. Too
   * few runs for that are refused.
   */
  confidence?: number | undefined;
}

/** How often a task was accepted. */
export interface Acceptance {
  /** Whether `atLeast` is reached; with `confidence`, by the lower bound. */
  reached: boolean;
  /** The runs that were accepted. Its interval is exact (Clopper and Pearson 1934). */
  accepted: Share;
  /** With `confidence`: the share that is shown, by the exact lower bound. */
  lowerBound?: number;
  /** All of it in words, with each draft that was not accepted and why. */
  message: string;
}

/** Runs at most, of all tasks. */
const MAX_RUNS = 10_000;
/** Drafts that a message shows, and letters of each. */
const MAX_DRAFTS = 10;
const MAX_LETTERS = 600;

/**
 * Runs a task, or several, and counts how often it is accepted. A run that ends without a draft counts as not accepted. Rejects with
 * `invalid_task` and `invalid_settings` for a wrong task or limit, and with what a function throws.
 */
export async function measureAcceptance(subject: Repeatable, limits: AcceptanceLimits = {}): Promise<Acceptance> {
  checkOptions('an acceptance', limits, { runs: 'number', atLeast: 'number', confidence: 'number' });
  const tasks = tasksOf(subject);
  const { runs = 1, atLeast = 1, confidence } = limits;
  const all = runs * tasks.length;
  checkLimits({ runs, atLeast, confidence }, tasks.length);
  const ended: Ended[] = new Array(all);
  await pooled(Array.from({ length: all }).keys(), AT_ONCE, async (at) => {
    ended[at] = await endOf(tasks[at % tasks.length] as Runnable);
  });
  const count = ended.filter(({ accepted }) => accepted).length;
  const accepted = exactShare(count, all);
  const lowerBound = confidence === undefined ? undefined : exactShare(count, all, 2 * confidence - 1).low;
  const reached =
    confidence === undefined ? count / all >= atLeast : chanceOfFewer(all - count, all, 1 - atLeast) <= 1 - confidence;
  const wanted =
    lowerBound === undefined
      ? 'is wanted'
      : `must be shown; with a confidence of ${confidence} at least ${fixed(lowerBound)} of all runs are accepted`;
  const message = [
    `accepted in ${count} of ${all} runs, ${fixed(accepted.value)}, where at least ${atLeast} ${wanted}`,
    `the exact 95 % interval is ${fixed(accepted.low)} to ${fixed(accepted.high)}`,
    ...draftsOf(ended),
  ].join('\n');
  return { reached, accepted, ...(lowerBound !== undefined && { lowerBound }), message };
}

/** Throws where a run that has ended was not accepted. */
export function assertAccepted(result: Ended): void;
/** Runs a task, and rejects where too few runs are accepted. */
export function assertAccepted(subject: Repeatable, limits?: AcceptanceLimits): Promise<Acceptance>;
export function assertAccepted(subject: Ended | Repeatable, limits?: AcceptanceLimits): Promise<Acceptance> | undefined {
  const said = toBeAccepted(subject, limits);
  if (!(said instanceof Promise)) {
    mustPass(said);
    return undefined;
  }
  return said.then((counted) => {
    mustPass(counted);
    return counted.acceptance;
  });
}

/** What a matcher says. */
export interface MatcherResult {
  pass: boolean;
  message: () => string;
}

/** The same of a task, with what was counted. */
export interface CountedResult extends MatcherResult {
  acceptance: Acceptance;
}

/** For `expect.extend({ toBeAccepted })`, where there is no subpath for it: it says at once what became of a run that has ended. */
export function toBeAccepted(received: unknown, limits?: AcceptanceLimits): MatcherResult | Promise<CountedResult> {
  if (isPromise(received)) throw unfinishedRun();
  if (!isEnded(received))
    return measureAcceptance(received as Repeatable, limits).then((acceptance) => {
      const { reached, message } = acceptance;
      return { pass: reached, message: () => message, acceptance };
    });
  if (limits !== undefined) throw limitsAfterRun();
  const { accepted, output = '' } = received;
  const message = accepted
    ? `the run was accepted:\n${indented(output)}`
    : ['the run was not accepted', ...draftsOf([received])].join('\n');
  return { pass: accepted, message: () => message };
}

function mustPass({ pass, message }: MatcherResult): void {
  if (!pass) throw Object.assign(new Error(message()), { name: 'AssertionError', code: 'ERR_ASSERTION' });
}

type Runnable = ReflectTask<unknown> | (() => Ended | Promise<Ended>);

function tasksOf(subject: Repeatable): readonly Runnable[] {
  if (Array.isArray(subject) && subject.length === 0) throw missingTasks();
  const tasks = (Array.isArray(subject) ? subject : [subject]) as readonly Runnable[];
  const strange = tasks.find((task) => typeof task !== 'function' && !isPlain(task));
  if (strange !== undefined || tasks.includes(undefined as never)) throw wrongSubject(strange);
  return tasks;
}

function checkLimits({ runs, atLeast, confidence }: AcceptanceLimits & { runs: number; atLeast: number }, tasks: number): void {
  if (!Number.isInteger(runs) || runs < 1 || runs * tasks > MAX_RUNS)
    throw badSettings(describeWrongValue('`runs`', `a whole number from 1, and at most ${MAX_RUNS} with all tasks`, runs));
  if (!(atLeast > 0 && atLeast <= 1)) throw badSettings(`\`atLeast\` must be a share above 0 and at most 1, got ${atLeast}`);
  if (confidence === undefined) return;
  if (!(confidence > 0 && confidence < 1))
    throw badSettings(`\`confidence\` must be a share above 0 and below 1, got ${confidence}`);
  if (atLeast === 1) throw certainConfidence();
  let least = 1;
  while (chanceOfFewer(0, least, 1 - atLeast) > 1 - confidence) least += 1;
  if (runs * tasks < least) {
    const each = Math.ceil(least / tasks);
    const got = tasks === 1 ? `got ${runs}` : `got ${runs} of each of ${tasks} tasks`;
    const shows = `show \`atLeast: ${atLeast}\` with \`confidence: ${confidence}\``;
    throw badSettings(
      `\`runs\` must be at least ${each} to ${shows}, ${got}: were all of them accepted, it would show too little`,
    );
  }
}

/** How a run ends. One that fails before its first draft is an end, too; a wrong task is not. */
async function endOf(task: Runnable): Promise<Ended> {
  if (typeof task !== 'function') {
    const engine = new ReflectEngine();
    try {
      return await engine.run(task);
    } catch (thrown) {
      if (!isReflectError(thrown) || thrown.code === 'aborted' || thrown.result === undefined) throw thrown;
      return thrown.result;
    } finally {
      engine.free();
    }
  }
  const end: unknown = await task();
  if (!isEnded(end)) throw wrongRunResult(end);
  return end;
}

function isEnded(value: unknown): value is Ended {
  return isObject(value) && typeof value.accepted === 'boolean';
}

/** Each draft that was not accepted, and why. */
function draftsOf(ended: readonly Ended[]): string[] {
  const failed = [...ended.entries()].filter(([, { accepted }]) => !accepted);
  const lines = failed.slice(0, MAX_DRAFTS).flatMap(([at, end]) => {
    const { output = '', status, stopReason } = end;
    const name = ended.length === 1 ? 'it ended with' : `run ${at + 1} ended with`;
    const reasons = faultsOf(end as Partial<ReflectResult>).map((fault) => `  - ${fault}`);
    return [`${name} ${[status, stopReason].filter(Boolean).join(', ')}`, ...reasons, indented(output)];
  });
  const more = failed.length - MAX_DRAFTS;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}

/** What verifiers, critics and calls say against the draft that a run ended with. */
function faultsOf({ trace, errors = [] }: Partial<ReflectResult>): string[] {
  const { drafts = [], draftIndex, critique } = trace ?? {};
  const verdicts = Object.entries(drafts.find(({ index }) => index === draftIndex)?.verifiers ?? {});
  const failed = verdicts.filter(([, { passed }]) => !passed);
  const said = failed.map(([name, { issues = [] }]) => [name, ...issues].join(': '));
  return [...new Set([...said, ...(critique?.issues ?? []), ...errors.map(({ message }) => message)])];
}

function indented(text: string): string {
  const cut = text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS)}…` : text;
  return text.trim() === '' ? '  (no draft)' : cut.replace(/^/gm, '  ');
}

function fixed(share: number): string {
  return share.toFixed(2);
}
