// Reads a saved run. A snapshot is all that came in: settings, task, seed, and each input with its time. To restore it, the inputs are
// played to a new run, so a forged one can only say what any host could say: no count or verdict in it is believed.

import { checkRunId, checkSnapshot } from '../check/checks.js';
import { describeWrongKind, isObject, type JsonObject, kindOf } from '../check/kind.js';
import { MAX_DEPTH, nestsTooDeep } from '../check/plain.js';
import { ReflectError } from '../error.js';
import { callCore, freeingOnError } from '../load/trap.js';
import type { Json } from '../types.js';
import type { Answer, CoreCall } from './calls.js';
import { type CoreRun, FORMAT, type Next, VERSION } from './core.js';
import type { Entry } from './input-log.js';

/** A saved run, of which only the shape was checked. */
export interface ParsedSnapshot {
  /** What the run was made of. */
  run: Record<string, Json>;
  seed: number;
  key: string | undefined;
  startedMs: number;
  runId: string | undefined;
  /** Steps that were shown; absent where all were. */
  stepsShown: number | undefined;
  log: Entry[];
}

/** Bytes that a snapshot may have at most. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Levels around a value in a snapshot: the snapshot, its log, an entry. */
const AROUND = 3;

/** The class that makes a run, by the key of its settings. */
const MAKERS = { settings: 'ReflectEngine', autopilot: 'Autopilot', research: 'ResearchLoop' };

/** Reads a snapshot of a run of this kind. Throws `invalid_snapshot`; for a run of another kind with what to do (`hint`). */
export function parseSnapshot(snapshot: unknown, kind: keyof typeof MAKERS, hint = ''): ParsedSnapshot {
  checkSnapshot(snapshot);
  const { format, version, seed, key, run, log, startedMs, shown, runId } = parsed(snapshot);
  if (format !== FORMAT || version !== VERSION) throw snapshotError(`expected ${FORMAT} version ${VERSION}`);
  if (typeof seed !== 'number' || seed !== seed >>> 0) throw snapshotError('`seed`');
  const times = { startedMs: number(startedMs, 'startedMs'), stepsShown: number(shown, 'shown') };
  if (!isObject(run)) throw snapshotError('`run` must be an object');
  if (run[kind] === undefined) {
    const [, other = 'something else'] = Object.entries(MAKERS).find(([name]) => run[name] !== undefined) ?? [];
    throw new ReflectError('invalid_snapshot', `the run is one of ${other}, and not of ${MAKERS[kind]}${hint}`);
  }
  if (key !== undefined && (typeof key !== 'string' || !/^[0-9a-f]{16}$/i.test(key))) {
    throw snapshotError('`key` must be 16 hexadecimal digits');
  }
  if (!Array.isArray(log)) throw snapshotError('`log` must be a list');
  checkRunId(runId);
  return { run: run as ParsedSnapshot['run'], seed, key, ...times, runId, log: log.map(entry) };
}

/** The run before its abort, if it ended so: an aborted run may go on. */
export function withoutAbort(from: ParsedSnapshot): ParsedSnapshot {
  return from.log.at(-1)?.do === 'abort' ? { ...from, stepsShown: undefined, log: from.log.slice(0, -1) } : from;
}

/** Has a new run go on from a saved one, at this time, with these settings laid over. Frees the new run when that fails. */
export function restore(
  run: CoreRun<unknown, unknown>,
  { log, stepsShown }: ParsedSnapshot,
  over: object | undefined,
  nowMs: number,
): void {
  freeingOnError(run, () => {
    play(run, log);
    bySnapshot(() => run.resume(stepsShown, over, nowMs));
  });
}

/** Hears what happens while the inputs of a run are played. */
export interface Listener<S, R> {
  polled(next: Next<S, R>, at: number): void;
  answered(wanted: CoreCall, answer: Answer, at: number): void;
  aborted(unmade: readonly CoreCall[], at: number): void;
  resumed(at: number): void;
}

/** Plays the inputs of a saved run to a new one. Throws `invalid_snapshot` for inputs that no host could hand in. */
export function play<S, R>(run: CoreRun<S, R>, log: readonly Entry[], listener?: Listener<S, R>): void {
  for (const entry of log) bySnapshot(() => input(run, entry, listener));
}

/** Does what a snapshot says: misuse is a fault of the snapshot. */
function bySnapshot(work: () => unknown): void {
  try {
    callCore(work);
  } catch (thrown) {
    throw thrown instanceof ReflectError && thrown.code === 'misuse' ? snapshotError(thrown.message) : thrown;
  }
}

function input<S, R>(run: CoreRun<S, R>, entry: Entry, listener: Listener<S, R> | undefined): void {
  const { at } = entry;
  const { out } = run;
  const poll = (): void => {
    for (const next of run.poll(at)) listener?.polled(next, at);
  };
  const find = (name: string): CoreCall | undefined => out.find(({ call }) => call.callId === name);
  // After a review that sends a draft back, and where calls waited for another, they come without an entry.
  const pollFor = (names: readonly string[]): void => {
    if (names.some((name) => find(name) === undefined)) poll();
  };
  switch (entry.do) {
    case 'advance': {
      const before = run.log.length;
      poll();
      if (run.log.length === before) throw snapshotError('the run waits, or is over');
      return;
    }
    case 'reply':
    case 'fail': {
      pollFor([entry.call]);
      const wanted = find(entry.call);
      if (wanted === undefined) throw snapshotError(`call \`${entry.call.slice(0, 80)}\` is not awaited`);
      const answer = entry.do === 'reply' ? { reply: entry.value } : { error: { code: entry.code, message: entry.message } };
      run.answer(wanted, answer, at);
      return listener?.answered(wanted, answer, at);
    }
    case 'abort': {
      const { made } = entry;
      pollFor(made ?? []);
      const unmade = out.filter(({ call }) => made?.includes(call.callId) === false);
      run.abortRun(entry.message, unmade, at);
      return listener?.aborted(unmade, at);
    }
    case 'act':
      run.act(entry.value, at);
      return poll();
    case 'review':
      return run.review(entry.accepted, entry.message ?? undefined, at);
    case 'restore':
      run.resumed(entry.value, at);
      return listener?.resumed(at);
  }
}

/** The error of a snapshot that is wrong. */
export function snapshotError(what: string): ReflectError {
  return new ReflectError('invalid_snapshot', `this is not a snapshot that can be restored: ${what}`);
}

function parsed(snapshot: string): JsonObject {
  const bytes = snapshot.length * 3 <= MAX_BYTES ? 0 : new TextEncoder().encode(snapshot).length;
  if (bytes > MAX_BYTES) throw snapshotError(`it has ${bytes} bytes, at most ${MAX_BYTES} are allowed`);
  if (nestsTooDeep(snapshot, AROUND)) throw snapshotError(`a value in it is nested deeper than ${MAX_DEPTH}`);
  let read: Json;
  try {
    read = JSON.parse(snapshot) as Json;
  } catch {
    throw snapshotError('it is not JSON');
  }
  if (!isObject(read)) throw snapshotError(describeWrongKind('it', 'an object', read));
  return read;
}

/** The fields of each kind of entry beside its time, and their types. */
const FIELDS: { [K in Entry['do']]: { [field: string]: string } } = {
  advance: {},
  reply: { call: 'a string', value: 'anything' },
  fail: { call: 'a string', code: 'a string', message: 'a string' },
  abort: { message: 'a string', made: 'a list or null' },
  act: { value: 'anything' },
  review: { accepted: 'a boolean', message: 'a string or null' },
  restore: { value: 'anything' },
};

function entry(line: Json, index: number): Entry {
  const place = `log[${index}]`;
  if (!isObject(line)) throw snapshotError(describeWrongKind(`\`${place}\``, 'an object', line));
  const kind = line.do as Entry['do'];
  if (!Object.hasOwn(FIELDS, kind)) throw snapshotError(`\`${place}.do\` is of no known kind`);
  const read: JsonObject = { at: number(line.at, `${place}.at`), do: kind };
  for (const [key, wanted] of Object.entries(FIELDS[kind])) {
    const value = line[key] ?? null;
    const fits = wanted === 'anything' ? key in line : wanted.split(' or ').includes(kindOf(value));
    if (!fits) throw snapshotError(`\`${place}.${key}\` must be ${wanted}, got ${key in line ? kindOf(value) : 'nothing'}`);
    read[key] = value;
  }
  return read as unknown as Entry;
}

function number(value: Json | undefined, key: string): number {
  if (typeof value === 'number') return value;
  throw snapshotError(`\`${key}\` must be a number`);
}
