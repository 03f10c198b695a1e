// The sentences of the command line, each a named constructor.

import { describe, kindOf } from '../check/kind.js';
import { describeError } from '../error.js';

/** What a person wrote cannot be done; the message says what to write instead. */
export class WrongUse extends Error {}

export const missingWords = (command: string, takes: string) => new WrongUse(`\`${command}\` needs ${takes}`);
export const wrongNumber = (name: string, isWhole: boolean, text: string) =>
  new WrongUse(`\`--${name}\` must be a ${isWhole ? 'whole ' : ''}number, got "${text}"`);
export const extraTraces = () => new WrongUse('`backtest` takes one trace or folder');
export const unusableTraces = (place: string) => new WrongUse(`${place} holds no trace that can be replayed`);
export const extraTaskFiles = () => new WrongUse('`bench` takes one file of tasks');
export const wrongShare = (share: string | undefined) =>
  new WrongUse(`\`--at-least\` must be a share above 0 and at most 1, got "${share}"`);
export const wrongCallCount = (calls: number) => new WrongUse(`\`--calls\` must be from 2 to 100, got ${calls}`);
export const missingJudge = () => new WrongUse('`--labels` says how good a judge is: `--judge NAME` is missing');
export const twoJudges = () => new WrongUse('`--judge` and `--grade` both say what is right: give one of them');
export const missingLabels = () =>
  new WrongUse('`--judge` needs `--labels FILE`: `measure LABELS.jsonl --model JUDGE --out FILE` says how good it is');
export const tooFewLabels = (labels: string) =>
  new WrongUse(`${labels} says too little of the judge: it needs right and wrong drafts with the judge’s word`);
export const foreignResults = (file: string, line: unknown) =>
  new WrongUse(`${file} holds something else than results (${describe(line)}): give another \`--out\``);
export const extraCertificates = (count: number) => new WrongUse(`\`certificate\` takes one FILE, got ${count}`);
export const missingPrivateKey = () => new WrongUse('`--out` needs `--key FILE` with a private key, which signs');
export const unreadableFile = (file: string, thrown: unknown) => new WrongUse(`${file} cannot be read: ${describeError(thrown)}`);
export const missingModel = () => new WrongUse('`--model NAME` is missing');
export const brokenApiKey = () => new WrongUse('$OPENAI_API_KEY has a line break, or a letter that no key has');
export const missingApiKey = () => new WrongUse('set $OPENAI_API_KEY, or give `--base-url URL` of a server of your own');
export const wrongBaseUrl = () => new WrongUse('`--base-url` must be an http or https URL');
export const wrongReply = (url: string) => new Error(`${url} sent something that is not JSON`);
export const wrongFormat = (formats: string, format: string) =>
  new WrongUse(`\`--response-format\` must be ${formats}, got "${format}"`);
export const unreachableServer = (url: string, reason: string, cause: unknown) =>
  new Error(`${url} cannot be reached: ${reason}`, { cause });
export const wrongStatus = (url: string, status: number, text: string) => new Error(`${url} answered ${status}: ${text}`);
export const unknownEvalsCommand = (what: string) => new WrongUse(`\`evals\` has list, trend, import and export, got "${what}"`);
export const missingAgent = () => new WrongUse('`evals STORE trend` needs AGENT');
export const longLine = (at: number, most: number) => new WrongUse(`line ${at} has more than ${most} characters`);
export const missingStore = (place: string) => new WrongUse(`there is no store ${place}`);
export const missingPostgres = () => new WrongUse('a postgres:// URL needs the package `pg`: npm install pg');
export const unjudgedCriteria = () => new WrongUse('`--criteria` needs `--model NAME`, who judges them');
export const blankVerify = () => new WrongUse('`--verify` is blank: give a command');
export const missingVerify = () => new WrongUse('`--verify COMMAND` or `--model NAME` is missing: nobody could accept');
export const wrongVerifySeconds = (seconds: number) => new WrongUse(`\`--verify-seconds\` must be above 0, got ${seconds}`);
export const wrongProject = (thrown: unknown) => new WrongUse(`\`--project\` must be a folder: ${describeError(thrown)}`);
export const wrongHooks = (file: string, what: string, value: unknown) =>
  new WrongUse(`${file}: ${what}, got ${kindOf(value)}: mend it first`);
export const unkeptBest = (thrown: unknown) => new WrongUse(`\`--keep-best\`: ${describeError(thrown)}`);
export const notFile = () => new Error('this is no file');
export const takenPort = (port: number, message: string) => new WrongUse(`port ${port} cannot be had: ${message}`);
export const extraLabelFiles = () => new WrongUse('`measure` takes one file of labels');
export const wrongKappa = (kappa: string | undefined) => new WrongUse(`\`--min-kappa\` must be at most 1, got "${kappa}"`);
export const unpromisedFlag = (flag: string) =>
  new WrongUse(`\`--${flag}\` says nothing of a promised error: leave it out beside \`--wrong\``);
export const missingWrong = () => new WrongUse('`--confidence` is that of a promise: give `--wrong` too');
export const missingCriteriaFile = () => new WrongUse('`--criteria FILE` is missing');
export const wrongReviewFormat = (format: string) => new WrongUse(`\`--format\` must be text or github, got "${format}"`);
export const emptyFile = (path: string) => new WrongUse(`${path} is empty`);
export const extraTasks = () => new WrongUse('`run` takes one task: write it in quotes');
export const twoCritics = () => new WrongUse('`--critic-model` and `--no-critic` exclude each other: leave one of them out');
export const missingJudges = () =>
  new WrongUse('`--no-critic` needs `--verify COMMAND` or `--schema FILE`: nothing else would judge');
export const missingPrices = () => new WrongUse('`--max-cost-usd` needs `--prices FILE`');
export const emptyCriteria = (file: string) => new WrongUse(`${file} has no criteria: write one a line`);
export const unwritableFile = (file: string, thrown: unknown) =>
  new WrongUse(`${file} cannot be written: ${describeError(thrown)}`);
export const unparsedFile = (file: string, thrown: unknown) => new WrongUse(`${file} must be JSON: ${describeError(thrown)}`);
export const emptyLines = (file: string, what: string) => new WrongUse(`${file} has no ${what} a line`);
export const missingWork = (name: string) => new WrongUse(`\`--${name}\` needs \`--work GLOB\`: what the agent may change`);
export const workBesideSeal = () => new WrongUse('`--work` and `--seal` exclude each other: with `--work` all else is sealed');
export const unverifiedSeal = () => new WrongUse('`--work` and `--seal` need `--verify COMMAND`, which is run in a clean copy');
export const unknownCommand = (command: string, printed: string) => new Error(`\`${command}\` cannot be run: ${printed.trim()}`);
export const blankCheck = () => new WrongUse('a check is blank: give a command, or a file with a function');
export const unimportedCheck = (text: string, thrown: unknown) =>
  new WrongUse(`${text} cannot be imported: ${describeError(thrown)}`);
export const missingDefault = (text: string) =>
  new WrongUse(`${text} must export a function by default: (draft, { task, signal }) => true, or what is wrong`);
export const extraPlaces = () => new WrongUse('`view` takes one trace, folder or store');
export const liveOut = () => new WrongUse('`--live` writes no file: leave `--out` out');
export const portWithoutLive = () => new WrongUse('`--port` is for `--live`');
export const wrongPort = (port: number) => new WrongUse(`\`--port\` must be from 0 to 65535, got ${port}`);
export const missingLivePlace = () => new WrongUse('`view --live` takes a folder, a store, or a folder and a store');
export const wrongLivePlace = (store: string, folder: string) =>
  new WrongUse(`\`--live\` follows a folder, and ${store} is none: give that of its traces, such as ${folder}`);
export const missingTraces = (place: string) => new WrongUse(`${place} holds no traces: \`run --trace FILE\` writes one`);
export const wrongFile = (name: string) => new WrongUse(`${name} is not a file`);
export const unusableFile = (file: string, thrown: unknown) => new WrongUse(`${file}: ${describeError(thrown)}`);
