// A table of many rows: sorted, filtered, searched, and shown a page at a time.

import { type Child, h, pressed, quoted, wide, words } from './dom.js';

export interface Column<R> {
  name: string;
  /** What it is sorted by; what is nothing comes last. */
  value(row: R): string | number | undefined;
  /** Default: the value. */
  show?(row: R): Child;
}

export interface Grid<R> {
  element: HTMLElement;
  show(rows: readonly R[]): void;
}

interface GridOptions<R> {
  label: string;
  columns: readonly Column<R>[];
  /** By which rows can be filtered. */
  group(row: R): string;
  /** What its first column does, where it does something. */
  open(row: R): (() => void) | undefined;
  /** What can be done with two rows. */
  pair?: { name: string; act(first: R, second: R): void };
}

const PAGE = 50;
/** Characters of a cell that is broken into lines. */
const LONG = 40;

export function grid<R>({ label, columns, group, open, pair }: GridOptions<R>): Grid<R> {
  let rows: readonly R[] = [];
  let [order, isDown, page] = [-1, false, 0];
  const picked: R[] = [];
  const search = h('input', { type: 'search', placeholder: 'Search', 'aria-label': `Search ${label}` });
  const filter = h('select', { 'aria-label': `Show which ${label}` });
  const count = h('span', { class: 'facts', role: 'status' });
  const heads = columns.map(({ name }, at) => {
    const sort = () => {
      [isDown, order] = [order === at && !isDown, at];
      draw();
    };
    return h('th', { scope: 'col' }, pressed(name, sort));
  });
  const body = h('tbody');
  const back = pressed('Previous', () => draw(page - 1));
  const next = pressed('Next', () => draw(page + 1));
  const together = pressed(pair?.name ?? '', () => pair?.act(...([...picked] as [R, R])));
  search.addEventListener('input', () => draw());
  filter.addEventListener('change', () => draw());

  function chosen(): R[] {
    const query = search.value.trim().toLowerCase();
    const found = rows.filter((row) => {
      if (filter.selectedIndex > 0 && group(row) !== filter.value) return false;
      return query === '' || columns.some(({ value }) => `${value(row) ?? ''}`.toLowerCase().includes(query));
    });
    const by = columns[order]?.value;
    return by === undefined ? found : found.sort((a, b) => compared(by(a), by(b), isDown));
  }

  function draw(to = 0): void {
    const all = chosen();
    page = Math.max(0, Math.min(to, Math.ceil(all.length / PAGE) - 1));
    const from = page * PAGE;
    const lines = all.slice(from, from + PAGE).map(lineOf);
    heads.forEach((head, at) => {
      head.setAttribute('aria-sort', at === order ? (isDown ? 'descending' : 'ascending') : 'none');
    });
    body.replaceChildren(...lines);
    const part = all.length > PAGE ? `${from + 1} to ${from + lines.length} of ` : '';
    const left = all.length < rows.length ? ` of ${rows.length.toLocaleString('en')}` : '';
    count.textContent = `${part}${all.length.toLocaleString('en')}${left} ${label}`;
    [back.hidden, next.hidden] = [all.length <= PAGE, all.length <= PAGE];
    [back.disabled, next.disabled] = [from === 0, from + PAGE >= all.length];
    together.hidden = picked.length !== 2;
  }

  function lineOf(row: R): HTMLElement {
    const cells = columns.map(({ value, show }, at) => {
      const cell = show?.(row) ?? `${value(row) ?? '–'}`;
      if (at > 0 && typeof cell === 'string')
        return h('td', { class: cell.length > LONG ? 'long' : undefined }, quoted(cell, 'span'));
      if (at > 0) return h('td', {}, cell);
      const name = quoted(String(value(row) ?? '–'), 'span');
      const act = open(row);
      return h('th', { scope: 'row' }, act === undefined ? name : pressed(name, act));
    });
    if (pair === undefined) return h('tr', {}, ...cells);
    const pick = h('input', { type: 'checkbox', 'aria-label': `Pick ${String(columns[0]?.value(row)).slice(0, 60)}` });
    pick.checked = picked.includes(row);
    pick.addEventListener('change', () => {
      if (pick.checked) picked.push(row);
      else picked.splice(picked.indexOf(row), 1);
      // The first of three is put back.
      if (picked.length > 2) picked.shift();
      draw(page);
    });
    return h('tr', {}, h('td', {}, pick), ...cells);
  }

  const head = h('tr', {}, pair !== undefined && h('td', {}), ...heads);
  const table = wide(`Table of ${label}`, h('table', {}, h('thead', {}, head), body));
  const tools = h('p', { class: 'row' }, search, filter, count, back, next, together);
  return {
    element: h('div', { class: 'grid' }, tools, table),
    show(newRows) {
      rows = newRows;
      picked.splice(0, picked.length, ...picked.filter((row) => rows.includes(row)));
      const groups = ['all', ...new Set(rows.map(group))];
      if (groups.join() !== Array.from(filter.options, ({ value }) => value).join()) {
        const was = filter.value;
        filter.replaceChildren(...groups.map((value) => h('option', { value }, words(value))));
        filter.selectedIndex = Math.max(0, groups.indexOf(was));
      }
      draw(page);
    },
  };
}

function compared(a: string | number | undefined, b: string | number | undefined, isDown: boolean): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const order =
    typeof a === 'number' && typeof b === 'number' ? a - b : `${a}`.localeCompare(`${b}`, undefined, { numeric: true });
  return isDown ? -order : order;
}
