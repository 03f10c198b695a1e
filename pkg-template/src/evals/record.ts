// One evaluation: checked, named, and made a row.

import { bad } from '../check/checks.js';
import { describeWrongKind, isObject, isPlain } from '../check/kind.js';
import { plain } from '../check/plain.js';
import { describeError } from '../error.js';
import { core } from '../load/statistics.js';
import { damagedRow, forbiddenMetric, tooManyScores, wrongBefore } from './errors.js';
import { checkName, MAX_AGENT_CHARS, MAX_ID_CHARS, wrong } from './names.js';
import { iso } from './rows.js';
import type { EvaluationRow } from './store.js';
import type { EvaluationInput, EvaluationPlace, EvaluationRecord } from './types.js';

const MAX_INPUT_CHARS = 2_000;
const MAX_SCORE = 1e6;
const MAX_SCORES = 1_000;
/** Years 0 to 9999, of which ISO dates sort as texts. */
export const FIRST_MS = -62_167_219_200_000;
export const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const TEXTS = ['decisionId', 'evalSource', 'evaluatorId', 'evaluatorVersion', 'explanation', 'decision'] as const;
/** Those that keep scores apart. */
const NAMES = new Set<string>(['evalSource', 'evaluatorId', 'evaluatorVersion']);
const NUMBERS = ['riskScore', 'confidence', 'costUsd'] as const;
const KINDS: readonly unknown[] = ['model', 'code', 'human'];
const OTHERS = ['agentId', 'scores', 'sourceKind', 'input', 'evaluationId', 'createdAt', 'aggregateScore'];
const KEYS = new Set<string>([...TEXTS, ...NUMBERS, ...OTHERS]);

/** Characters of a counter, so that later names sort behind. */
const COUNTER_CHARS = 7;

/**
 * Names of evaluations: agent, time, who counts, and a counter, so that no two are the same, in whatever process, and those of a
 * millisecond are in their order.
 */
export class Ids {
  private readonly who = Array.from({ length: 6 }, () => Math.floor(Math.random() * 36).toString(36)).join('');
  private counter = 0;

  next(agentId: string, ms: number): string {
    this.counter += 1;
    return `EVAL-${agentId}-${Math.floor(ms).toString(36)}-${this.who}${this.counter.toString(36).padStart(COUNTER_CHARS, '0')}`;
  }
}

/** An evaluation as it is kept; `now` gives whole milliseconds. `aggregateScore` is computed anew. Throws `invalid_task`, naming the field. */
export function checkedRecord(evaluation: EvaluationInput, ids: Ids, now: () => number): EvaluationRecord {
  if (typeof evaluation !== 'object' || evaluation === null)
    throw bad(describeWrongKind('an evaluation', 'an object', evaluation));
  for (const key in evaluation)
    if (!KEYS.has(key)) throw bad(core().unknownWord('key of an evaluation', key, [...KEYS].join('\n')));
  const { agentId, sourceKind } = evaluation;
  checkName('agentId', agentId, MAX_AGENT_CHARS);
  const createdMs = evaluation.createdAt === undefined ? now() : timeOf(evaluation.createdAt);
  const scores = scoresOf(evaluation.scores);
  const evaluationId = evaluation.evaluationId ?? ids.next(agentId, createdMs);
  checkName('evaluationId', evaluationId, MAX_ID_CHARS);
  const record: EvaluationRecord = { evaluationId, agentId, ...scores, createdAt: iso(createdMs) };
  for (const key of TEXTS) {
    const text = evaluation[key];
    if (text === undefined || text === null) continue;
    if (typeof text !== 'string') throw wrong(key, 'a string', text);
    if (NAMES.has(key)) checkName(key, text);
    record[key] = text;
  }
  for (const key of NUMBERS) {
    const number = evaluation[key];
    if (number === undefined || number === null) continue;
    if (typeof number !== 'number' || !Number.isFinite(number)) throw wrong(key, 'a finite number', number);
    record[key] = number;
  }
  if (sourceKind !== undefined && sourceKind !== null) {
    if (!KINDS.includes(sourceKind)) throw wrong('sourceKind', `one of 'model', 'code', 'human'`, sourceKind);
    record.sourceKind = sourceKind;
  }
  if (evaluation.input !== undefined) record.input = short(evaluation.input);
  return record;
}

/** The row of an evaluation: everything is a field of its own, so that a store may copy it as it likes. */
export function rowOf(record: EvaluationRecord): EvaluationRow {
  const { evaluationId, agentId, createdAt } = record;
  const historyId = historyIdOf(agentId, createdAt);
  return { evaluationId, agentId, createdMs: Date.parse(createdAt), createdAt, historyId, data: JSON.stringify(record) };
}

/** The evaluation that a store kept. */
export function recordOf(data: string): EvaluationRecord {
  return readRow(data, 'evaluationId', ({ evaluationId, scores }) => typeof evaluationId === 'string' && isObject(scores));
}

/** A row of a store, as it was written; rejects a damaged one as `store_error`, by its id, which comes first in it. */
export function readRow<T extends object>(data: string, id: string, isWhole: (row: Partial<T>) => boolean): T {
  let why = 'it is not what was written';
  try {
    const row = JSON.parse(data) as T;
    if (isObject(row) && isWhole(row)) return row;
  } catch (thrown) {
    why = describeError(thrown);
  }
  const [, name] = new RegExp(`"${id}":("(?:[^"\\\\]|\\\\.)*")`).exec(data) ?? [];
  const row = name === undefined ? `without a readable \`${id}\`` : `with the \`${id}\` ${name}`;
  throw damagedRow(row, why);
}

/** `EVALH-{agentId}-{YYYYMMDDHH}`, in UTC. */
export function historyIdOf(agentId: string, time: string): string {
  return `EVALH-${agentId}-${time.slice(0, 13).replace(/[-T]/g, '')}`;
}

/** By metric, where null is not zero; and their mean. */
function scoresOf(value: unknown): Pick<EvaluationRecord, 'scores' | 'aggregateScore'> {
  if (!isPlain(value)) throw wrong('scores', 'a plain object of numbers by metric', value);
  const scores: EvaluationRecord['scores'] = {};
  let [count, sum] = [0, 0];
  for (const [metric, score] of Object.entries(value) as [string, unknown][]) {
    if (metric === '__proto__') throw forbiddenMetric();
    checkName('a metric', metric);
    if (score === null || score === undefined) {
      scores[metric] = null;
      continue;
    }
    if (typeof score !== 'number' || !(Math.abs(score) <= MAX_SCORE))
      throw wrong(`scores.${metric}`, `a number from -${MAX_SCORE} to ${MAX_SCORE} or null`, score);
    scores[metric] = score;
    count += 1;
    sum += score;
  }
  if (count > MAX_SCORES) throw tooManyScores(MAX_SCORES, count);
  return { scores, aggregateScore: count === 0 ? null : sum / count };
}

function timeOf(value: unknown): number {
  const ms = value instanceof Date ? value.getTime() : typeof value === 'string' ? parsedTime(value) : value;
  if (isTime(ms)) return Math.floor(ms);
  throw wrong('createdAt', 'a date, ISO 8601 with a time of day, or milliseconds, of the years 0 to 9999', value);
}

export function isTime(ms: unknown): ms is number {
  return typeof ms === 'number' && ms >= FIRST_MS && ms <= LAST_MS;
}

/** A day and a time of day. `Date.parse` finds a date in much more, also in a name that ends in a number. */
const ISO_8601 = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/;

/** Milliseconds since the epoch; NaN for what is no ISO 8601. */
function parsedTime(text: string): number {
  const [, day] = ISO_8601.exec(text) ?? [];
  if (day === undefined) return Number.NaN;
  // The 30th of February would be one of March.
  const ms = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day) ? Date.parse(text) : Number.NaN;
}

/** The place of an evaluation in a history. */
export function placeOf(place: EvaluationPlace | null): { createdMs: number; evaluationId: string } {
  const { createdAt, evaluationId } = place ?? {};
  const createdMs = typeof createdAt === 'string' ? parsedTime(createdAt) : Number.NaN;
  if (Number.isNaN(createdMs) || typeof evaluationId !== 'string' || evaluationId === '') throw wrongBefore();
  checkName('before.evaluationId', evaluationId);
  return { createdMs, evaluationId };
}

function short(input: unknown): string {
  const text = typeof input === 'string' ? input : JSON.stringify(plain(input, { maxChars: MAX_INPUT_CHARS, notes: true }).value);
  return text.length <= MAX_INPUT_CHARS ? text : `${text.slice(0, MAX_INPUT_CHARS)}…`;
}
