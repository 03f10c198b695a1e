// Figures with their intervals, and tables, as lines of text.

import type { Estimate, Share } from '../measure/index.js';

/** Columns of a plot, from 0 to 1, and of the names before it. */
const WIDTH = 41;
const NAMES = 30;

export const AXIS = `${' '.repeat(NAMES)}0${'.5'.padStart(WIDTH / 2)}${'1'.padStart(WIDTH / 2)}`;

/** A line of a plot; none where the figure cannot be told. */
export function plotted(name: string, figure: Estimate | Share | undefined): string[] {
  if (figure === undefined) return [];
  const { value, low, high } = figure;
  const columnOf = (one: number): number => Math.round(Math.max(0, one) * (WIDTH - 1));
  const [start, at, end] = [columnOf(low), columnOf(value), columnOf(high)];
  const bar = Array.from({ length: WIDTH }, (_, column) => {
    if (column === at) return '●';
    return column === start ? '├' : column === end ? '┤' : column > start && column < end ? '─' : ' ';
  });
  const counts = 'of' in figure ? `  ${figure.count} of ${figure.of}` : '';
  return [`${name.padEnd(NAMES)}${bar.join('')}  ${fixed(value)} (${fixed(low)} to ${fixed(high)})${counts}`];
}

/** Rows as lines, each column as wide as its widest cell. */
export function table(rows: readonly (readonly unknown[])[]): string[] {
  const cells = rows.map((row) => row.map(String));
  const widths = cells[0]?.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0))) ?? [];
  const padded = (row: string[]): string[] => row.map((cell, at) => cell.padEnd(widths[at] ?? 0));
  return cells.map((row) => padded(row).join('  ').trimEnd());
}

export function fixed(value: number): string {
  return value.toFixed(2).replace('-', '−');
}

export function signed(value: number): string {
  return `${value < 0 ? '' : '+'}${fixed(value)}`;
}
