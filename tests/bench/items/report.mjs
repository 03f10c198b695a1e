// The table: how many answers were right, what they cost, and what `accepted` was worth.

/** Bounds of a share by Wilson's score at 95 %. Of nothing, nothing is known. */
export function wilson(hits, of) {
  if (of === 0) return [0, 1];
  const z = 1.959964;
  const share = hits / of;
  const middle = share + z ** 2 / (2 * of);
  const half = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  const whole = 1 + z ** 2 / of;
  return [Math.max(0, (middle - half) / whole), Math.min(1, (middle + half) / whole)];
}

/** @param {{ way: string, right: boolean, accepted: boolean, broken?: string, calls: number, seconds: number, kind: string }[]} results */
export function report(results) {
  const byWay = grouped(results);
  const heads = [
    'way',
    'right',
    'of',
    '95 % interval',
    'calls',
    's',
    'accepted',
    'right of accepted',
    'right of the rest',
    'broken',
  ];
  const first = new Map((byWay.get('first draft') ?? []).map(({ name, right }) => [name, right]));
  const rows = [...byWay].map(([way, all]) => row(way, all));
  const kinds = [...new Set(results.map(({ kind }) => kind))];
  const kindRows = [...byWay].map(([way, all]) => [
    way,
    ...kinds.map((kind) => {
      const these = all.filter((result) => result.kind === kind);
      return `${count(these, 'right')} of ${these.length}`;
    }),
    `${all.filter(({ name, right }) => right && first.get(name) === false).length}`,
    `${all.filter(({ name, right }) => !right && first.get(name) === true).length}`,
  ]);
  return `${table([heads, ...rows])}\n\n${table([['way', ...kinds, 'mended', 'spoilt'], ...kindRows])}`;
}

function row(way, all) {
  const [yes, no] = [all.filter(({ accepted }) => accepted), all.filter(({ accepted }) => !accepted)];
  const right = count(all, 'right');
  return [
    way,
    percent(right / all.length),
    `${right}/${all.length}`,
    interval(right, all.length),
    mean(all, 'calls').toFixed(1),
    mean(all, 'seconds').toFixed(1),
    percent(yes.length / all.length),
    yes.length === 0 ? '-' : `${count(yes, 'right')}/${yes.length} (${interval(count(yes, 'right'), yes.length)})`,
    no.length === 0 ? '-' : `${count(no, 'right')}/${no.length}`,
    `${all.filter(({ broken }) => broken !== undefined).length}`,
  ];
}

function grouped(results) {
  const byWay = new Map();
  for (const result of results) byWay.set(result.way, [...(byWay.get(result.way) ?? []), result]);
  return byWay;
}

function interval(hits, of) {
  const [low, high] = wilson(hits, of);
  return `${percent(low)} to ${percent(high)}`;
}

function count(all, field) {
  return all.filter((result) => result[field]).length;
}

function mean(all, field) {
  return all.reduce((sum, result) => sum + result[field], 0) / all.length;
}

function percent(share) {
  return `${Math.round(share * 100)} %`;
}

/** Lines of cells, the first to the left and the others to the right. */
export function table(lines) {
  const widths = lines[0].map((_, at) => Math.max(...lines.map((line) => line[at].length)));
  const line = (cells) => cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  ');
  return lines.map(line).join('\n');
}
