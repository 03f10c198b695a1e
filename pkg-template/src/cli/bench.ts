import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, truncateSync } from 'node:fs';
import { faultOfKeys } from '../check/checks.js';
import { describeWrongKind, isBlank, isPlain } from '../check/kind.js';
import { ReflectEngine } from '../engine/engine.js';
import { parseJson } from '../error.js';
import { faultOf, type Labelled, measure } from '../measure/measure.js';
import { AT_ONCE, pooled, SPENT } from '../measure/pool.js';
import type { ReflectSettings } from '../types.js';
import { type Arguments, numberOf } from './arguments.js';
import { modelOf } from './client.js';
import {
  extraTaskFiles,
  foreignResults,
  missingJudge,
  missingLabels,
  tooFewLabels,
  twoJudges,
  wrongCallCount,
  wrongShare,
} from './errors.js';
import { fixed, signed } from './figures.js';
import { type Case, summarize, writeJunit } from './junit.js';
import { LABELS } from './measure.js';
import { type Judge, type Line, linesOf, rowsOf } from './report.js';
import { interruption, linesIn, readText, settingsOf, writable } from './run.js';
import { note, print, printLine } from './screen.js';
import { checkIn } from './verify.js';
import { type Bench, type BenchTask, DRAW, NotRun, ONE, onTask } from './ways.js';

/** Tasks that fail in a row before no other is begun. */
const FAILURES = 3;
const KEYS = { id: ['string'], input: ['string'], systemPrompt: ['string'], expected: ['string', 'number'], data: [] };

/** The exit code is 1 where not all tasks were run, and where a strategy is right in too few. */
export async function bench(args: Arguments): Promise<number> {
  const { words, flags, json } = args;
  const [file = '', ...more] = words;
  if (more.length > 0) throw extraTaskFiles();
  const { out = `${file.replace(/\.jsonl?$/, '')}.results.jsonl`, verify, grade, junit } = flags;
  const atLeast = numberOf(args, 'at-least', false);
  if (atLeast !== undefined && !(atLeast > 0 && atLeast <= 1)) throw wrongShare(flags['at-least']);
  const calls = numberOf(args, 'calls') ?? 6;
  if (calls < 2 || calls > 100) throw wrongCallCount(calls);
  const { criteria, advanced, budget } = await settingsOf(args);
  const { maxCalls: limit = Number.MAX_SAFE_INTEGER, maxCostUsd: usd } = budget ?? {};
  const settings = { criteria, advanced } as ReflectSettings;
  const strategies = (flags.strategies ?? 'keep-best,best-of-n').split(',').map((name) => name.trim());
  // They are checked before a call is made.
  for (const strategy of strategies) new ReflectEngine({ ...settings, strategy } as ReflectSettings).free();
  const ways = [...new Set([ONE, ...(verify === undefined ? [] : [DRAW]), ...strategies])];
  const judge = await judgeOf(flags);
  const tasks = await tasksIn(file, flags);
  const done = await resultsIn(out);
  if (junit !== undefined) await writable(junit);
  const named = (name: string | undefined) => (name === undefined ? undefined : modelOf(name, flags));
  const model = modelOf(flags.model, flags);
  // No critic where a check says all that matters.
  const critic = named(flags['critic-model']) ?? (verify !== undefined && criteria === undefined ? false : model);
  const checks = { verify: await checkIn(verify), grade: await checkIn(grade), judge: named(flags.judge) };
  const left = { calls: limit, usd };
  const interrupted = interruption();
  const run: Bench = { model, critic, ...checks, calls, settings, signal: interrupted.signal, left };
  const setup = [flags.model, flags['critic-model'], flags.judge, verify, grade, calls, criteria];
  const keyOf = (task: BenchTask, way: string): string => digest([task, way, setup]).toString('hex');
  const reasons = new Set<string>();
  let [failures, isOver] = [0, false];
  const work = async ([at, task]: [number, BenchTask]): Promise<void> => {
    const missing = ways.filter((way) => !done.has(keyOf(task, way)));
    if (isOver || missing.length === 0) return;
    // The order in which drafts are shown, and the fences, are those of the task.
    const seed = digest(task).readUInt32LE();
    const answered = onTask({ ...run, settings: { ...settings, advanced: { ...advanced, seed } } }, task);
    const name = task.id ?? `task ${at + 1}`;
    try {
      for (const way of missing) {
        const line: Line = { key: keyOf(task, way), task: name, way, ...(await answered(way)) };
        appendFileSync(out, `${JSON.stringify(line)}\n`);
        done.set(line.key, line);
        const calls = `${line.calls} ${line.calls === 1 ? 'call' : 'calls'}`;
        note(`${name}  ${way}: ${line.right ? 'right' : 'wrong'}, ${calls}, ${line.seconds.toFixed(1)} s`, 2);
      }
      failures = 0;
    } catch (thrown) {
      if (!(thrown instanceof NotRun)) throw thrown;
      failures += 1;
      isOver ||= thrown.cause === SPENT || failures >= FAILURES;
      if (!reasons.has(thrown.message)) note(`${name}: ${thrown.message}`, 31);
      reasons.add(thrown.message);
    }
  };
  try {
    // One task at a time where dollars are limited: the cost of a call is known after it.
    await pooled(tasks.entries(), usd === undefined ? AT_ONCE : 1, work);
  } catch (thrown) {
    if (!interrupted.signal.aborted) throw thrown;
    note(`interrupted: what is done is in ${out}, and the same command goes on`);
    return interrupted.code();
  }
  const all = tasks.map((task) => ways.map((way) => done.get(keyOf(task, way))));
  // All ways on the same tasks.
  const lines = all.filter((of): of is Line[] => !of.includes(undefined));
  const notRun = tasks.length - lines.length;
  const notes = [...reasons].map((reason) => `not run: ${reason}`);
  const isSeen = judge === undefined && grade === undefined && tasks.some(({ expected }) => expected === undefined);
  if (isSeen) notes.push('right is what `--verify` lets pass, which strategies see: what it does not test is in no figure');
  if (judge !== undefined && [flags['critic-model'], flags.model].includes(flags.judge))
    notes.push('the judge is also a critic or the writer, and likes its own: take another one');
  const figures = {
    tasks: lines.length,
    notRun,
    callsMade: limit - left.calls,
    results: out,
    ...rowsOf(ways, lines, judge),
    notes,
  };
  if (json) print(JSON.stringify(figures, undefined, 2));
  else for (const line of linesOf(figures)) printLine(line);
  const judged = barsOf(figures.ways, strategies, atLeast);
  for (const { way, isKept, words } of judged)
    if (isKept === false) note(`${way} is ${words}, and not in ${atLeast} of the tasks`);
  if (junit !== undefined) await writeJunit(junit, suitesOf(tasks, all, ways, judged, atLeast));
  if (lines.length > 0)
    summarize(
      file,
      judged.map(({ way, words, more }) => `${way} is ${words}, ${more}`),
    );
  if (lines.length === 0) return 2;
  return notRun === 0 && judged.every(({ isKept }) => isKept !== false) ? 0 : 1;
}

/** A strategy, and whether it is right in as many tasks as it must be; `undefined` where nobody says in how many. */
interface Bar {
  way: string;
  isKept: boolean | undefined;
  words: string;
  more: string;
}

function barsOf(rows: ReturnType<typeof rowsOf>['ways'], strategies: readonly string[], atLeast: number | undefined): Bar[] {
  return rows.flatMap(({ way, right, gain, calls }): Bar[] => {
    if (!strategies.includes(way) || right === undefined) return [];
    const { count, of, value, low, high } = right;
    const words = `right in ${count} of ${of} tasks, ${fixed(value)} (${fixed(low)} to ${fixed(high)})`;
    const more = [...(gain ? [`${signed(gain.value)} over one answer`] : []), `${calls.toFixed(1)} calls a task`].join(', ');
    return [{ way, isKept: atLeast === undefined ? undefined : value >= atLeast, words, more }];
  });
}

/**
 * A suite a way, a test a task. A wrong answer fails where no share is asked for, or it is not reached; of ways that strategies are
 * compared with it never does.
 */
function suitesOf(
  tasks: readonly BenchTask[],
  all: readonly (Line | undefined)[][],
  ways: readonly string[],
  bars: readonly Bar[],
  atLeast: number | undefined,
): Record<string, Case[]> {
  return Object.fromEntries(
    ways.map((way, at) => {
      const bar = bars.find((one) => one.way === way);
      const end = bar === undefined || bar.isKept ? 'skipped' : 'failure';
      const cases = tasks.map(({ id, input }, task): Case => {
        const line = all[task]?.[at];
        const name = id ?? `task ${task + 1}: ${input.slice(0, 80)}`;
        if (line === undefined) return { name, error: 'not run' };
        return { name, seconds: line.seconds, ...(!line.right && { [end]: 'the answer is wrong', text: line.output }) };
      });
      const whole =
        bar?.isKept === undefined ? [] : [{ name: `right in at least ${atLeast}`, ...(!bar.isKept && { failure: bar.words }) }];
      return [way, [...cases, ...whole]];
    }),
  );
}

/** How good the judge is, by what it said of drafts that a person labelled. */
async function judgeOf({ judge, labels, grade }: Arguments['flags']): Promise<Judge | undefined> {
  if (judge === undefined && labels === undefined) return undefined;
  if (judge === undefined) throw missingJudge();
  if (grade !== undefined) throw twoJudges();
  if (labels === undefined) throw missingLabels();
  const { sensitivity, specificity } = measure(linesIn<Labelled>(await readText(labels), [labels, LABELS], faultOf));
  if (sensitivity && specificity) return { sensitivity, specificity };
  throw tooFewLabels(labels);
}

async function tasksIn(file: string, { verify, grade, judge }: Arguments['flags']): Promise<BenchTask[]> {
  const seen = new Set<string>();
  return linesIn<BenchTask>(await readText(file), [file, 'tasks: write { "input", "expected" }'], (task) => {
    if (!isPlain(task)) return describeWrongKind('a task', 'an object', task);
    const fault = faultOfKeys(task, KEYS, ': `data` is for checks');
    if (fault !== undefined) return fault;
    const blank = Object.entries(task).find(
      ([key, value]) => KEYS[key as keyof typeof KEYS].length > 0 && isBlank(String(value)),
    );
    if (blank !== undefined) return `\`${blank[0]}\` is blank`;
    const { input, expected } = task as Partial<BenchTask>;
    if (input === undefined) return '`input` is missing';
    if (judge !== undefined && expected !== undefined) return '`expected` and `--judge` both say what is right: give one of them';
    if ([verify, grade, judge, expected].every((one) => one === undefined))
      return 'nobody says what is right: give `expected`, or `--verify`, `--grade` or `--judge`';
    const text = JSON.stringify(task);
    if (seen.has(text)) return 'the same task is there already; give each an `id` where it is to be run twice';
    seen.add(text);
    return undefined;
  });
}

/** The beginning of a line that was cut off. */
const CUT = /^\{"key":"[0-9a-f]{0,16}(?:$|",)/;

/** Earlier results by their keys. A last line of ours that was cut off is removed; any other text there is somebody's own. */
async function resultsIn(file: string): Promise<Map<string, Line>> {
  await writable(file);
  const text = existsSync(file) ? await readText(file) : '';
  const end = text.lastIndexOf('\n') + 1;
  const whole = text.slice(0, end);
  const lines = whole.split('\n').filter((line) => line !== '');
  const last = text.slice(end);
  const isCut = CUT.test(last) && parseJson(last) === undefined;
  if (last !== '' && !isCut) lines.push(last);
  const results = lines.map((line) => {
    const result = parseJson(line) as Partial<Line> | null | undefined;
    if (typeof result?.key === 'string' && typeof result.way === 'string') return result as Line;
    throw foreignResults(file, line);
  });
  if (isCut) truncateSync(file, Buffer.byteLength(whole));
  else if (last !== '') appendFileSync(file, '\n');
  return new Map(results.map((line) => [line.key, line]));
}

function digest(value: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(value)).digest().subarray(0, 8);
}
