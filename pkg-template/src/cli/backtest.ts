import { type Backtest, backtest as decided } from '../measure/index.js';
import type { Trace } from '../trace/index.js';
import type { ReflectSettings } from '../types.js';
import { partsIn } from '../view/values.js';
import { type Arguments, numberIn } from './arguments.js';
import { extraTraces, unusableTraces } from './errors.js';
import { table } from './figures.js';
import { jsonIn, readText } from './run.js';
import { note, print, printLine } from './screen.js';
import { tracesIn } from './view.js';

/** Flags that take lists, and the setting of each. */
const AXES = { threshold: 'acceptanceThreshold', strategy: 'strategy', 'max-reflections': 'maxReflections' } as const;

export async function backtest({ words, flags, json }: Arguments): Promise<number> {
  const [place = '', ...more] = words;
  if (more.length > 0) throw extraTraces();
  let tried: ReflectSettings[] = [{}];
  for (const [flag, setting] of Object.entries(AXES)) {
    const words = flags[flag]?.split(',').map((word) => word.trim());
    const values = words?.map((word) => (flag === 'strategy' ? word : numberIn(word, flag, flag === 'max-reflections')));
    if (values !== undefined) tried = tried.flatMap((one) => values.map((value) => ({ ...one, [setting]: value })));
  }
  const axes = Object.keys(AXES).filter((flag) => flags[flag] !== undefined);
  const all = [(await tracesIn(place)) ?? partsIn(await readText(place)).map((part) => jsonIn(part, place))].flat() as Trace[];
  // A redacted trace has no log.
  const traces = all.filter((trace) => trace?.log !== undefined);
  if (traces.length < all.length) note(`left out: ${all.length - traces.length} without a \`log\`, as they were redacted`);
  if (traces.length === 0) throw unusableTraces(place);
  const rows = tried.map((settings) => ({ settings, ...decided(traces, settings) }));
  const figures = rows.map(({ runs: _, ...row }) => row);
  if (json) print(JSON.stringify(figures, undefined, 2));
  else for (const line of linesOf(rows, axes)) printLine(line);
  return 0;
}

function linesOf(rows: (Backtest & { settings: ReflectSettings })[], axes: string[]): string[] {
  const before = rows[0]?.before;
  const lines = rows.map(({ settings, accepted, notAccepted, open, rate, calls, missing }) => {
    const range = `${rate.value?.toFixed(2) ?? ''} (${rate.low.toFixed(2)} to ${rate.high.toFixed(2)})`.trim();
    const ends = Object.entries(missing).map(([what, count]) => `${what} ${count}`);
    return [...Object.values(settings), accepted, notAccepted, open, range, calls?.toFixed(1) ?? '?', ends.join(', ')];
  });
  const heads = [...axes, 'accepted', 'not', 'open', 'rate', 'calls', 'missing'];
  return [`runs: ${before?.of}, accepted as recorded: ${before?.count}`, ...table([heads, ...lines])];
}
