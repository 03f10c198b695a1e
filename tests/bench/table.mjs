// The table that is printed: what, target, measured, ratio, met or not.

import { cpus, loadavg } from 'node:os';

/** Measures these parts one after the other, and prints their rows below what they were measured on. */
export async function report(parts, names, work, about) {
  const rows = [];
  for (const name of names) {
    console.error(`measuring: ${name}`);
    rows.push(...(await work(parts[name])));
  }
  const [load, earlier] = loadavg().map((load) => load.toFixed(1));
  const machine = `${cpus().length} × ${cpus()[0].model.trim()}, ${process.platform}, Node ${process.versions.node}`;
  console.log(`\n${machine}, load ${load} (5 minutes: ${earlier})${about}\n`);
  print(rows);
  console.log(`\n${verdict(rows)}`);
  if (Number(load) > cpus().length) console.log('The machine was busy: ratios hold better than times.');
}

/** The number behind an option. */
export function wholeNumber(name, text, most) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw new Error(`--${name} must be a whole number from 1 to ${most}, not ${text}`);
  return number;
}

/** 12.3 µs, 4.56 ms, 1.23 s. */
export function time(seconds) {
  if (seconds < 1e-3) return `${digits(seconds * 1e6)} µs`;
  return seconds < 1 ? `${digits(seconds * 1e3)} ms` : `${digits(seconds)} s`;
}

/** 97.5 KB, of 1,000 bytes. */
export function kilobytes(bytes) {
  return `${digits(bytes / 1000)} KB`;
}

/** `1/25.0` for less than one, `1.20 ×` else. */
export function times(ratio) {
  return ratio < 0.5 ? `1/${digits(1 / ratio)}` : `${digits(ratio)} ×`;
}

/** Three significant digits at least. */
export function digits(value) {
  if (value === 0) return '0';
  const places = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(places, 4));
}

/**
 * @param rows `{ section }` or `{ what, target?, measured, ratio?, met? }`; `met` is left out where nothing is promised
 */
function print(rows) {
  const heads = ['what', 'target', 'measured', 'ratio', ''];
  const lines = rows.map((row) => (row.section === undefined ? cells(row) : row.section));
  const widths = heads.map((head, at) => Math.max(head.length, ...lines.filter(Array.isArray).map((line) => line[at].length)));
  const line = (texts) =>
    texts
      .map((text, at) => text.padEnd(widths[at]))
      .join('  ')
      .trimEnd();
  console.log(line(heads));
  for (const texts of lines) console.log(Array.isArray(texts) ? line(texts) : `\n${texts}`);
}

/** How many of the numbers that are promised were missed. */
function verdict(rows) {
  const promised = rows.filter(({ met }) => met !== undefined);
  const missed = promised.filter(({ met }) => !met).length;
  return missed === 0 ? 'Every number holds.' : `${missed} of ${promised.length} numbers are missed.`;
}

/** The parts that were asked for by name, `a,b`, or all of them. */
export function chosen(parts, only) {
  const names = only?.split(',') ?? Object.keys(parts);
  const unknown = names.find((name) => !(name in parts));
  if (unknown !== undefined) throw new Error(`no part is called ${unknown}: there are ${Object.keys(parts).join(', ')}`);
  return names;
}

function cells({ what, target = '', measured, ratio = '', met }) {
  return [`  ${what}`, target, measured, ratio, met === undefined ? '' : met ? 'met' : 'MISSED'];
}
