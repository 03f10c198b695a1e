// What a bench came to: figures of each way, and which of them to take.

import { corrected, type Estimate, gain, type Share, share } from '../measure/statistics.js';
import { AXIS, fixed, plotted, signed, table } from './figures.js';
import { ONE, type Outcome } from './ways.js';

export interface Line extends Outcome {
  /** A digest of the task, the way and the setup. */
  key: string;
  task: string;
  way: string;
}

export interface Judge {
  sensitivity: Share;
  specificity: Share;
}

/** What each way comes to, on average of tasks, and the cheapest of those that no other is certainly better than. */
export function rowsOf(ways: readonly string[], tasks: readonly Line[][], judge: Judge | undefined) {
  const columns = ways.map((way, at) => ({ way, lines: tasks.map((lines) => lines[at] as Line) }));
  const base = columns[0]?.lines ?? [];
  const rows = columns.map(({ way, lines }) => {
    const mean = (figure: (line: Line) => number): number => lines.reduce((sum, line) => sum + figure(line), 0) / lines.length;
    const right = share(rightOf(lines), lines.length) as Share;
    const rate = judge && corrected(right, judge.sensitivity, judge.specificity);
    const accepted = lines.filter((line) => line.accepted);
    const sure = share(rightOf(accepted), accepted.length);
    return {
      way,
      right,
      ...(rate && { corrected: rate }),
      ...(way !== ONE && { gain: over(lines, base), accepted: share(accepted.length, lines.length) as Share }),
      ...(sure && { rightOfAccepted: sure }),
      calls: mean(({ calls }) => calls),
      tokens: mean(({ tokens }) => tokens),
      ...(lines.every(({ costUsd }) => costUsd !== undefined) && { costUsd: mean(({ costUsd = 0 }) => costUsd) }),
      seconds: mean(({ seconds }) => seconds),
    };
  });
  const best = columns.filter(
    ({ way, lines }) => (way === ONE || over(lines, base).low > 0) && columns.every((other) => over(other.lines, lines).low <= 0),
  );
  const callsOf = (way: string): number => rows.find((row) => row.way === way)?.calls ?? 0;
  const [cheapest] = best.map(({ way }) => way).sort((a, b) => callsOf(a) - callsOf(b));
  return { ways: rows, recommended: cheapest };
}

function rightOf(lines: readonly Line[]): number {
  return lines.filter(({ right }) => right).length;
}

/** How much more is right in these lines than in others of the same tasks. */
function over(lines: readonly Line[], others: readonly Line[]): Estimate {
  const mended = lines.filter(({ right }, at) => right && !others[at]?.right).length;
  const broken = lines.filter(({ right }, at) => !right && others[at]?.right).length;
  return gain(mended, broken, lines.length);
}

interface Figures extends ReturnType<typeof rowsOf> {
  tasks: number;
  notRun: number;
  callsMade: number;
  results: string;
  notes: string[];
}

export function linesOf({ ways, recommended, tasks, notRun, callsMade, results, notes }: Figures): string[] {
  const isPriced = ways.some(({ costUsd }) => costUsd !== undefined);
  const heads = ['', 'gain', '', 'accepted', 'right of these', 'calls', 'tokens', 'seconds', ...(isPriced ? ['$'] : [])];
  const cells = ways.map(({ way, gain, accepted, rightOfAccepted: sure, calls, tokens, seconds, costUsd }) => [
    way,
    gain ? `${signed(gain.value)} (${signed(gain.low)} to ${signed(gain.high)})` : '',
    gain ? (gain.low > 0 ? 'pays' : gain.high < 0 ? 'harms' : 'may pay or harm') : '',
    accepted ? fixed(accepted.value) : '',
    sure ? `${sure.count} of ${sure.of}` : '',
    calls.toFixed(1),
    tokens.toFixed(0),
    seconds.toFixed(1),
    costUsd?.toFixed(5) ?? '',
  ]);
  return [
    `${tasks} tasks, ${notRun} not run; ${callsMade} calls made; results in ${results}`,
    ...(tasks === 0 ? [] : [AXIS]),
    ...ways.flatMap(({ way, right }) => plotted(way, right)),
    ...ways.flatMap(({ way, corrected: rate }) => plotted(`${way}, corrected`, rate)),
    ...(tasks === 0 ? [] : table([heads, ...cells])),
    ...adviceOn(ways, recommended),
    ...notes.map((text) => `- ${text}`),
  ];
}

function adviceOn(ways: Figures['ways'], recommended: string | undefined): string[] {
  const [one] = ways;
  const best = ways.find(({ way }) => way === recommended);
  if (one === undefined || best === undefined) return [];
  const worse = ways.filter(({ gain }) => gain !== undefined && gain.high < 0).map(({ way }) => way);
  const more = worse.length === 0 ? '' : ` Worse than one answer: ${worse.join(', ')}.`;
  if (best.gain !== undefined && best.gain.low > 0)
    return [
      `Take ${best.way}: ${signed(best.gain.value)} right for ${best.calls.toFixed(1)} calls a task instead of ${one.calls.toFixed(1)}.${more}`,
    ];
  const most = Math.max(...ways.map(({ gain }) => gain?.high ?? 0));
  return [
    `Do not reflect: on these tasks no way is certainly better than one answer. A gain of up to ${fixed(most)} may be hidden in so few.${more}`,
  ];
}
