// The sentences about evaluations and their stores, each a named constructor.

import { bad, badSettings } from '../check/checks.js';
import { describeError, ReflectError } from '../error.js';

export const wrongServiceStatus = (status: number) =>
  new ReflectError('model_error', `the evaluation service answered ${status}`);
export const unopenedIndexedDb = (name: string, why: string, cause: unknown) =>
  new ReflectError('store_error', `the IndexedDB database ${name} cannot be opened: ${why}`, { cause });
export const failedIndexedDb = (name: string, what: string, thrown: unknown) =>
  new ReflectError('store_error', `the IndexedDB database ${name} ${what}`, { cause: thrown });
export const lateEvaluator = (timeoutMs: number) => bad(`the evaluator took longer than ${timeoutMs} ms`);
export const wrongEvaluatorResult = () => bad('the evaluator must return { scores }');
export const unknownResultKey = (key: string, keys: string) =>
  bad(`unknown key \`${key}\` of what the evaluator returned; known are ${keys}`);
export const longName = (key: string, most: number, length: number) =>
  bad(`\`${key}\` must have at most ${most} characters, got ${length}`);
export const wrongEncoding = (encoding: unknown) => new Error(`its encoding must be UTF8, got ${encoding}`);
export const missingClient = () => new Error('the pool lent no client');
export const damagedRow = (row: string, why: string) =>
  new ReflectError('store_error', `the store holds a damaged row ${row}, to be repaired or deleted there: ${why}`);
export const forbiddenMetric = () => bad('`scores` must not have a metric `__proto__`');
export const tooManyScores = (most: number, count: number) => bad(`\`scores\` must hold at most ${most} numbers, got ${count}`);
export const wrongBefore = () => bad('`before` must be an evaluation, or its `createdAt` and `evaluationId`');
export const newerTables = (version: unknown, known: number, use: string) =>
  new Error(`its tables are of version ${version}, and this reflect-engine knows those up to ${known}: ${use}`);
export const missingMerge = () => badSettings('`fleet.merge` is required: `LoopMonitor.merge` of reflect-engine/monitor');
export const missingImport = () => badSettings('`fleet` needs a `tracker` that has `importJsonl`');
export const wrongBasePath = (path: unknown) =>
  badSettings(`\`basePath\` must begin with a slash and not end with one, as \`/api/agents\`, got ${JSON.stringify(path)}`);
export const storeAsText = (how: string) => badSettings(`\`store\` must be an EvalStore, got a string: give ${how}`);
export const missingSqlite = (install: string, cause: unknown) =>
  new ReflectError('store_error', `no SQLite: ${install}`, { cause });
export const missingEvaluator = () => badSettings('an `evaluator` is needed to evaluate decisions');
export const unevaluatedDecisions = (left: number, why: string) =>
  new ReflectError('aborted', `${left} decisions were not evaluated: ${why}`);
export const wrongLine = (at: number, thrown: unknown) =>
  new ReflectError('invalid_task', `line ${at} is not an evaluation: ${describeError(thrown)}`, { cause: thrown });
export const lateSettings = () =>
  badSettings('the shared tracker was made before: give `settings` to the first getEvalTracker()');
export const closedTracker = () => new ReflectError('store_error', 'the tracker is closed');
export const droppedEvaluations = (count: number, why: string, cause: unknown) =>
  new ReflectError('store_error', `${count} evaluations were dropped: ${why}`, cause === undefined ? {} : { cause });
export const failedStore = (thrown: unknown) =>
  new ReflectError('store_error', `the store failed: ${describeError(thrown)}`, { cause: thrown });
