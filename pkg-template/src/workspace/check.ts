// A sealed check: the user's command in a clean copy with the agent's work, judged by what ran at the seal.

import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { badSettings, checkOptions } from '../check/checks.js';
import { describeWrongKind } from '../check/kind.js';
import type { VerdictInput } from '../given-types.js';
import type { VerifierContext } from '../types.js';
import { copyDependencies, listDependencies } from './dependencies.js';
import {
  blankPrepare,
  changedSeal,
  changedWork,
  emptyHidden,
  lateTests,
  missingPart,
  slowedTests,
  unreadableHidden,
  wrongAllow,
  wrongBase,
  wrongSeconds,
  wrongVariable,
} from './errors.js';
import { type Files, hashFiles, listFolder, readFiles } from './files.js';
import { findCommit } from './git.js';
import { hasFailed, type JudgedRun, prepareReports, readReports, type TestResult, type Tests } from './reports.js';
import { type Place, type SealRules, sealingOf } from './rules.js';
import { type Isolation, isolationOf, type RunOutcome, runIn } from './run.js';
import { makeScratch, removeFolder } from './scratch.js';
import { describeSeal, findPlace, listOf, readWork, type Seal, sealCommit, sealFolder, type Work } from './seal.js';
import { combineFiles, makeTree, type Tree, type TreeOptions } from './tree.js';
import { runTwins, type TwinCounts } from './twins.js';

export interface SealedCheckOptions extends SealRules {
  /** The command that must succeed, for a shell. */
  verify: string;
  /** The folder that it runs in; default: the current one. Globs are relative to it. */
  project?: string | undefined;
  /** The commit that is sealed; default: where HEAD is now. Where there is no commit, the files are sealed as they are now. */
  base?: string | undefined;
  /** A command that makes the dependencies of a copy, such as `npm ci --ignore-scripts`. It may reach the network. */
  prepare?: string | undefined;
  /** What runs of the tests may reach beside their copy. */
  allow?: readonly 'network'[] | undefined;
  /** Names of variables that runs of the tests have from our environment, beside a short list. */
  env?: readonly string[] | undefined;
  /** Seconds that a judgement may take, less than `budget.verifierTimeoutMs` of the gate; default 55. */
  seconds?: number | undefined;
  /** A folder with checks that the agent never had. Its files are mixed in among the tests, at the same paths from the top of the project. */
  hidden?: string | undefined;
  /** Refuses work where a part of the judgement was not made. */
  strict?: boolean | undefined;
}

/** What came of a piece of work. */
export interface Judgement {
  passed: boolean;
  /** What is wrong, for the agent. Empty where it passed. */
  issues: string[];
  /** What a person wants to know beside it: sealed files that were not used, parts that were not made. */
  notes: string[];
  /** What was not made: for want of time, or since the runner is not known. */
  missing: string[];
  /** The sealed commit; `undefined` of a copy. */
  commit: string | undefined;
  /** Hashes of the sealed files and of the work. */
  seal: string;
  work: string;
  /** Tests of sealed files that passed, where a known runner told. */
  tests: number | undefined;
  /** What came of tests whose expectations were made wrong. */
  twins: TwinCounts;
  /** One hash for the hidden checks. */
  hidden: string | undefined;
  isolation: Isolation;
}

export interface SealSummary {
  /** The sealed commit; `undefined` of a copy. */
  readonly commit: string | undefined;
  /** One hash for the sealed files. */
  readonly hash: string;
  /** The path of the project in the workspace: "" or one that ends with a slash. */
  readonly place: string;
  /** Files that are sealed since others name them. */
  readonly referred: readonly string[];
  /** Whether a path is the agent's to change. */
  isWork(path: string): boolean;
}

export interface SealedCheck {
  /** A verifier for `task.verifiers`. */
  (draft: string, context: Pick<VerifierContext, 'signal'>): Promise<VerdictInput>;
  readonly seal: SealSummary;
  readonly options: SealedCheckOptions;
  /** What is sealed, in words for a person. */
  readonly description: string;
  judge(signal?: AbortSignal): Promise<Judgement>;
}

/** Less than the time that an engine gives a verifier by default: what it stops is no refusal. */
const SECONDS = 55;
/** Characters of what a command printed that an agent is shown: the last ones. */
const SHOWN = 1_500;

/** Seals a project now, and gives the verifier that judges work in it. */
export async function sealedCheck(options: SealedCheckOptions): Promise<SealedCheck> {
  checkSealedOptions(options);
  const place = await findPlace(options.project ?? '.');
  const commit = await sealedCommit(place, options.base);
  const scratch = await makeScratch();
  try {
    const seal = commit === undefined ? await sealFolder(place, options) : await sealCommit(place, commit, options, scratch);
    const paths = options.prepare === undefined ? await listDependencies(place.root) : [];
    if (paths.length === 0) return checkOf(seal, options);
    const folder = await makeScratch();
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    await copyDependencies(place.root, folder, paths);
    return checkOf({ ...seal, dependencies: { folder, paths } }, options);
  } finally {
    await removeFolder(scratch);
  }
}

/** The commit that is sealed, by its hash. Throws where there is none of the name that was given. */
export async function sealedCommit(
  place: Place & { commit: string | undefined },
  base: string | undefined,
): Promise<string | undefined> {
  if (base === undefined) return place.commit;
  const commit = await findCommit(place.root, base);
  if (commit === undefined) throw wrongBase(place.root, base);
  return commit;
}

/** The check of a seal that was taken before. */
export function checkOf(seal: Seal, options: SealedCheckOptions): SealedCheck {
  const known: Known = { base: undefined };
  const judge = (signal?: AbortSignal): Promise<Judgement> => judgeWork(seal, options, known, signal);
  const verify = async (_: string, { signal }: Pick<VerifierContext, 'signal'>): Promise<VerdictInput> => {
    const { passed, issues } = await judge(signal);
    return passed || issues;
  };
  return Object.assign(verify, { seal, options, judge, description: describeSeal(seal) });
}

/** What the sealed tests do on the sealed work does not change from judgement to judgement. */
interface Known {
  base: JudgedRun | undefined;
}

async function judgeWork(seal: Seal, options: SealedCheckOptions, known: Known, signal?: AbortSignal): Promise<Judgement> {
  const { allow = [], seconds = SECONDS, strict = false } = options;
  const ends = performance.now() + seconds * 1_000;
  const secondsLeft = (): number => Math.max((ends - performance.now()) / 1_000, 0);
  const network = allow.includes('network');
  const work = await readWork(seal);
  const hidden = await readHidden(seal, options.hidden);
  const judged: Judgement = {
    ...{ passed: false, issues: [], notes: notesOf(work), missing: [], commit: seal.commit, seal: seal.hash, work: work.hash },
    ...{ tests: undefined, twins: { moved: 0, uncovered: 0, hidden: 0 }, isolation: await isolationOf(network) },
    hidden: hidden.size === 0 ? undefined : hashFiles(hidden),
  };
  const refuse = (...issues: string[]): Judgement => ({ ...judged, issues: [...issues, ...judged.notes] });
  if (options.prepare === undefined && seal.dependencies === undefined && (await listDependencies(seal.root)).length > 0)
    judged.notes.push('dependencies in the workspace are not used: `prepare` is the command that makes them in a clean copy');
  const scratch = await makeScratch();
  const run = (tree: Omit<RunSetting, 'scratch'>, limit = secondsLeft()): Promise<JudgedRun | Unprepared> =>
    runOnce(seal, options, { ...tree, scratch }, { network, seconds: Math.min(limit, secondsLeft()), signal });
  try {
    const real = await run({ work });
    if ('unprepared' in real) return refuse(real.unprepared);
    if (real.isLate) return refuse(lateTests(options.verify, seconds));
    if (real.code !== 0) return refuse(failureOf(options.verify, real));

    // Work that is fast leaves the sealed work its time, too.
    const limitOf = (least: number): number => Math.max(least, secondsLeft() / 3);
    const made = known.base ?? (await run({ isWhole: true }, limitOf(1.5 * real.seconds)));
    const base = 'unprepared' in made || made.isLate ? undefined : made;
    known.base = base;
    if (base === undefined) judged.missing.push('the tests could not be run as they were when sealed, to compare with them');
    const touched = real.touched.filter((path) => !base?.touched.includes(path));
    if (touched.length > 0) return refuse(changedSeal(listOf(touched)));
    const faults = compareTests(base, real.tests ?? new Map());
    if (faults.length > 0) return refuse(...faults);
    if (base?.tests === undefined && real.tests === undefined)
      judged.missing.push(
        'the runner is not known, so its tests were not counted: the seal and the clean copy alone were judged',
      );
    judged.tests = real.tests && countTests(real.tests, 'passed');

    const twins = await runTwins({
      files: combineFiles(seal, work),
      hidden,
      real: real.tests,
      base,
      run: async ({ isWork, ...altered }) => {
        const usual = isWork ? real.seconds : Math.max(real.seconds, base?.seconds ?? 0);
        if (secondsLeft() < 1.5 * usual) return undefined;
        const made = await run({ ...altered, ...(isWork && { work }), isWhole: true }, limitOf(5 * usual));
        // The time of all is over, and not that of this run.
        return 'unprepared' in made || (made.isLate && secondsLeft() === 0) ? undefined : made;
      },
    });
    judged.twins = twins.counts;
    judged.missing.push(...twins.missing);
    if (twins.fault !== undefined) return refuse(twins.fault);
    if (twins.isCut && base !== undefined && isSlowed(real, base, seconds))
      return refuse(slowedTests(real.seconds, base.seconds));

    if ((await readWork(seal)).hash !== work.hash) return refuse(changedWork());
    judged.notes.push(...judged.missing.map((part) => `not made: ${part}`));
    if (strict && judged.missing.length > 0) return refuse(missingPart());
    return { ...judged, passed: true };
  } finally {
    await removeFolder(scratch);
  }
}

/** Whether it is the work that leaves no time: all of its tests ran much faster at the seal, and all runs would have had time. */
function isSlowed(real: JudgedRun, base: JudgedRun, seconds: number): boolean {
  const isSame = [...(real.tests?.keys() ?? [])].every((key) => base.tests?.has(key));
  return isSame && real.seconds > 3 * base.seconds && 5 * base.seconds < seconds;
}

interface Unprepared {
  unprepared: string;
}

interface RunSetting extends TreeOptions {
  /** Whether all tests must run, also after one has failed. */
  isWhole?: boolean;
}

type Limits = { network: boolean; seconds: number; signal: AbortSignal | undefined };

/** The command in a new copy, which is removed. */
async function runOnce(
  seal: Seal,
  { verify, prepare, env, hidden }: SealedCheckOptions,
  altered: RunSetting,
  { network, seconds, signal }: Limits,
): Promise<JudgedRun | Unprepared> {
  const began = performance.now();
  const tree = await makeTree(seal, altered);
  try {
    const covered = hidden === undefined ? [] : [resolve(hidden)];
    const shared = { workspace: seal.root, signal, covered };
    if (prepare !== undefined) {
      const made = await runIn(tree, prepare, { ...shared, seconds, network: true, env: 'all' });
      if (made.code !== 0 || made.isLate) return { unprepared: inWorkspace(failureOf(prepare, made), tree, seal) };
    }
    const before = await tree.hashSealed();
    const variables = await prepareReports(tree, { workspace: seal.root, env, isWhole: altered.isWhole });
    const left = seconds - (performance.now() - began) / 1_000;
    const outcome = await runIn(tree, verify, { ...shared, seconds: Math.max(left, 0.1), network, env, variables });
    const after = await tree.hashSealed();
    const touched = [...before].flatMap(([path, hash]) => (after.get(path) === hash ? [] : [path]));
    const tests = await readReports(seal, tree, outcome.output, altered.more);
    const output = inWorkspace(outcome.output, tree, seal);
    const code = outcome.code === 0 && hasFailed(tree) ? 1 : outcome.code;
    return { ...outcome, code, output, tests, touched, seconds: (performance.now() - began) / 1_000 };
  } finally {
    await tree.remove();
  }
}

/** Checks that the agent never had, by their paths in the workspace. */
async function readHidden({ place }: Seal, folder: string | undefined): Promise<Files> {
  if (folder === undefined) return new Map();
  const { paths } = await listFolder(folder).catch((thrown: unknown) => {
    throw unreadableHidden(thrown);
  });
  if (paths.length === 0) throw emptyHidden(folder);
  const { files } = await readFiles(folder, paths);
  return new Map([...files].map(([path, entry]) => [`${place}${path}`, entry]));
}

/** What an agent reads names its own files. */
function inWorkspace(text: string, { root }: Tree, seal: Seal): string {
  return text.replaceAll(root, seal.root);
}

function failureOf(command: string, { code, isLate, output }: RunOutcome & { tests?: Tests | undefined }): string {
  const how = isLate ? 'its time was over' : code === null ? 'it was ended by a signal' : `exit code ${code}`;
  return `\`${command}\` fails in a clean copy of the workspace (${how}):\n${output.trim().slice(-SHOWN)}`;
}

/** Tests that ran at the seal, and did not pass now. Failures that the command did not mind then do not matter. */
function compareTests(base: JudgedRun | undefined, real: Tests): string[] {
  const wanted = [...(base?.tests ?? [])].filter(([, { end }]) => end === 'passed' || (end === 'failed' && base?.code !== 0));
  const named = (matches: (now: TestResult | undefined) => boolean): string[] =>
    wanted.flatMap(([key]) => (matches(real.get(key)) ? [key] : []));
  const missing = named((now) => now === undefined);
  const skipped = named((now) => now?.end === 'skipped');
  const failed = named((now) => now?.end === 'failed');
  return [
    ...(missing.length > 0 ? [`tests that ran when they were sealed did not run now: ${listOf(missing)}`] : []),
    ...(skipped.length > 0 ? [`tests that ran when they were sealed were skipped now: ${listOf(skipped)}`] : []),
    ...(failed.length > 0 ? [`tests failed although the command succeeded: ${listOf(failed)}`] : []),
  ];
}

export function countTests(tests: Tests, end: TestResult['end']): number {
  return [...tests.values()].filter((test) => test.end === end).length;
}

function notesOf({ changed, strange }: Work): string[] {
  return [
    ...(changed.length > 0 ? [`these files are sealed; your changes to them were not used: ${listOf(changed)}`] : []),
    ...(strange.length > 0 ? [`these are no plain files of the work, and were not used: ${listOf(strange)}`] : []),
  ];
}

/** Refuses options that no check could have. */
export function checkSealedOptions(options: SealedCheckOptions): void {
  const lists = { work: 'object', seal: 'object', allow: 'object', env: 'object' };
  const texts = { verify: 'string', project: 'string', base: 'string', prepare: 'string', hidden: 'string' };
  checkOptions('sealedCheck', options, { ...lists, ...texts, seconds: 'number', strict: 'boolean' });
  sealingOf(options, new Map(), '');
  const { verify, prepare, allow = [], env = [], seconds = SECONDS } = options;
  if (typeof verify !== 'string' || verify.trim() === '') throw badSettings(describeWrongKind('`verify`', 'a command', verify));
  if (prepare !== undefined && prepare.trim() === '') throw blankPrepare();
  const place = allow.find((name) => name !== 'network');
  if (place !== undefined) throw wrongAllow(place);
  const name = env.find((name) => !/^[A-Za-z_]\w*$/.test(name));
  if (name !== undefined) throw wrongVariable(name);
  if (!(seconds > 0 && Number.isFinite(seconds))) throw wrongSeconds(seconds);
}
