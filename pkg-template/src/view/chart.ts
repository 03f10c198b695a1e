// Curves by uPlot, in the colours of the page.

import uPlot from 'uplot';
import { h } from './dom.js';

interface Curve {
  /** What lies between `upper` and `lower` is a band. */
  label: string;
  values: readonly (number | null)[];
  /** A custom property of the page: `--busy`. */
  colour: string;
  /** Default: a line. */
  as?: 'dots' | 'dashes';
}

export interface Chart {
  /** What it shows, for those who do not see it. */
  label: string;
  x: readonly number[];
  /** `x` is seconds since the epoch. */
  isTime?: boolean;
  curves: readonly Curve[];
  /** Of the y axis. */
  range?: [number, number];
  /** Places on the x axis that are marked by a line. */
  marks?: readonly number[];
}

const HEIGHT = 220;

export function chart({ label, x, isTime = false, curves, range, marks = [] }: Chart): HTMLElement {
  const holder = h('div', { role: 'img', 'aria-label': label });
  const axis = (size: number): uPlot.Axis => ({
    size,
    stroke: colour('--faint'),
    grid: { stroke: colour('--edge'), width: 1 },
    ticks: { show: false },
  });
  // By the hour, and where a day begins by the day.
  const times = (_: uPlot, splits: number[]) =>
    splits.map((at) => (when(at * 1_000).endsWith('00:00') ? when(at * 1_000).slice(5, 10) : when(at * 1_000).slice(11)));
  const edges = ['upper', 'lower'].map((name) => curves.findIndex((curve) => curve.label === name) + 1) as [number, number];
  const [first = 0, last = first] = [x[0], x.at(-1)];
  const options: uPlot.Options = {
    width: 1,
    height: HEIGHT,
    legend: { show: isTime },
    cursor: { drag: { x: false, y: false } },
    scales: { x: isTime ? {} : { time: false, range: [first - 0.3, last + 0.3] }, y: range ? { range } : {} },
    axes: [{ ...axis(30), ...(isTime ? { values: times } : { incrs: [1, 2, 5, 10, 20, 50, 100] }) }, axis(40)],
    series: [
      { label: isTime ? 'hour' : 'draft', value: (_, at) => (at === null ? '–' : isTime ? when(at * 1_000) : `${at}`) },
      ...curves.map((curve): uPlot.Series => {
        const stroke = colour(curve.colour);
        const isDotted = curve.as === 'dots' || (!isTime && curve.label === 'score');
        // No line leads to a value between two gaps.
        const isAlone = (at: number) => (curve.values[at - 1] ?? curve.values[at + 1] ?? null) === null;
        const filter = () => (isDotted ? null : [...curve.values.keys()].filter(isAlone));
        const points = { show: isDotted, filter, size: 7, fill: stroke };
        const dash = curve.as === 'dashes' ? { dash: [6, 5] } : {};
        const value = (_: uPlot, of: number | null) => (of === null ? '–' : of.toFixed(2));
        return { label: curve.label, stroke, width: curve.as === 'dots' ? 0 : 2, points, ...dash, value };
      }),
    ],
    bands: edges.includes(0) ? [] : [{ series: edges, fill: colour('--band') }],
    hooks: { draw: [(plot) => drawMarks(plot, marks)] },
  };
  const plot = new uPlot(options, [x, ...curves.map(({ values }) => values)] as uPlot.AlignedData, holder);
  new ResizeObserver(() => plot.setSize({ width: holder.clientWidth, height: HEIGHT })).observe(holder);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => plot.redraw());
  return holder;
}

const probe = h('i', { hidden: '' });
document.body.append(probe);

/** A colour of the page, as a canvas takes it. */
function colour(name: string): () => string {
  return () => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
}

/** A line with a head at each mark. */
function drawMarks({ ctx, bbox, valToPos }: uPlot, marks: readonly number[]): void {
  ctx.fillStyle = colour('--no')();
  const unit = devicePixelRatio;
  for (const mark of marks) {
    const x = valToPos(mark, 'x', true);
    ctx.fillRect(x - unit, bbox.top, 2 * unit, bbox.height);
    ctx.beginPath();
    ctx.moveTo(x - 6 * unit, bbox.top);
    ctx.lineTo(x + 6 * unit, bbox.top);
    ctx.lineTo(x, bbox.top + 9 * unit);
    ctx.fill();
  }
}

/** A time in the reader's zone, to the minute: `2026-02-10 15:00`. */
export function when(time: number | string): string {
  return new Date(time).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
}
