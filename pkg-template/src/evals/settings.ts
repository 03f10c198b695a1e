// The settings of a tracker, every default filled in.

import { checkKeys } from '../check/checks.js';
import type { ReflectError } from '../error.js';
import { core } from '../load/statistics.js';
import { MAX_TIMER_MS } from '../run/signal.js';
import { storeAsText } from './errors.js';
import { memoryStore } from './memory.js';
import { wrong as refused } from './names.js';
import { isTime } from './record.js';
import type { EvalTrackerSettings } from './types.js';

const KEYS = [
  'store',
  'evaluator',
  'evaluatorTimeoutMs',
  'concurrency',
  'maxWaiting',
  'maxQueue',
  'regressions',
  'retention',
  'warn',
  'now',
];
const METHODS = ['commit', 'evaluations', 'windows', 'prune', 'close'] as const;
const DAY_MS = 86_400_000;
/** Hours before the first one that may raise an alarm: a baseline that reaches back two weeks, and the lag of `cusum`. */
export const BASELINE_HOURS = 360;
/** Hours for which the range that is read begins at the same hour, at least. */
const RANGE_HOURS = 168;

export type FullSettings = ReturnType<typeof checkSettings>;

/** Throws `invalid_settings`, naming the field, what is allowed and what came. */
export function checkSettings(settings: EvalTrackerSettings) {
  checkKeys(core, settings, KEYS, 'setting', 'the settings of a tracker', 'invalid_settings');
  const { store = memoryStore(), evaluator, regressions = {}, retention = {} } = settings;
  const { warn = (message: string) => console.warn(message), now = () => Date.now() } = settings;
  for (const [key, value] of Object.entries({ evaluator, warn, now }))
    if (value !== undefined && typeof value !== 'function') throw wrong(key, 'a function', value);
  if (typeof store === 'string') throw noStore(store);
  if (typeof store !== 'object' || store === null || !METHODS.every((name) => typeof store[name] === 'function'))
    throw wrong('store', `an EvalStore with ${METHODS.join(', ')}`, store);
  let coolDownHours = 0;
  if (regressions !== false) {
    checkKeys(core, regressions, ['rule', 'drop', 'minSamples', 'coolDownHours'], 'setting', '`regressions`', 'invalid_settings');
    const { rule, drop, minSamples } = regressions;
    if (rule !== undefined && rule !== 'drop15' && rule !== 'cusum') throw wrong('regressions.rule', `'drop15' or 'cusum'`, rule);
    number('regressions.drop', drop, 0.15, 0, 1);
    integer('regressions.minSamples', minSamples, 10, 1, 1_000_000);
    coolDownHours = integer('regressions.coolDownHours', regressions.coolDownHours, 24, 0, 8_760);
  }
  checkKeys(core, retention, ['evaluationDays', 'windowDays'], 'setting', '`retention`', 'invalid_settings');
  const days = (key: 'evaluationDays' | 'windowDays', least: number, why = ''): number | undefined =>
    retention[key] === undefined ? undefined : number(`retention.${key}`, retention[key], 0, least, 36_500, why) * DAY_MS;
  const leastDays = leastWindowDays(coolDownHours);
  const why = leastDays > leastWindowDays(0) ? ` where \`regressions.coolDownHours\` is ${coolDownHours}` : '';
  return {
    store,
    evaluator,
    jobs: {
      timeoutMs: number('evaluatorTimeoutMs', settings.evaluatorTimeoutMs, 60_000, 1, MAX_TIMER_MS),
      concurrency: integer('concurrency', settings.concurrency, 4, 1, 1_000),
      maxWaiting: integer('maxWaiting', settings.maxWaiting, 1_000, 0, 1_000_000),
    },
    maxQueue: integer('maxQueue', settings.maxQueue, 100_000, 1, 10_000_000),
    regressions,
    coolDownHours,
    retention: { evaluationMs: days('evaluationDays', 1 / 24), windowMs: days('windowDays', leastDays, why) },
    warn,
    now: (): number => {
      const ms: unknown = now();
      if (isTime(ms)) return Math.floor(ms);
      throw wrong('now', 'a function that gives milliseconds, of the years 0 to 9999', ms);
    },
  };
}

export function integer(key: string, value: unknown, usual: number, low: number, high: number): number {
  if (value === undefined) return usual;
  if (Number.isInteger(value) && (value as number) >= low && (value as number) <= high) return value as number;
  throw wrong(key, `an integer from ${low} to ${high}`, value);
}

function number(key: string, value: unknown, usual: number, low: number, high: number, why = ''): number {
  if (value === undefined) return usual;
  if (typeof value === 'number' && value >= low && value <= high) return value;
  throw wrong(key, `a number from ${low} to ${high}${why}`, value);
}

/** Days of windows that must be kept for a look, and one for rows that come late. */
function leastWindowDays(coolDownHours: number): number {
  return Math.ceil((2 * rangeHours(coolDownHours) + BASELINE_HOURS) / 24) + 1;
}

export function rangeHours(coolDownHours: number): number {
  return Math.max(RANGE_HOURS, coolDownHours);
}

/** A path or an address is not a store. An address is not repeated: it may hold a password. */
function noStore(place: string): ReflectError {
  const how = place.includes('://')
    ? "`postgresStore(client)` of 'reflect-engine/evals/postgres'"
    : `\`sqliteStore('${place.slice(0, 200)}')\` of 'reflect-engine/evals/sqlite'`;
  return storeAsText(how);
}

function wrong(key: string, wanted: string, came: unknown): ReflectError {
  return refused(key, wanted, came, 'invalid_settings');
}
