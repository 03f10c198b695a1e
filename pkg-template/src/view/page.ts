// The page: opens files and what is in it, follows live runs, and shows all of them as a table, or one or two.

import { seconds } from './calls.js';
import { h, type Part, pressed, section, update } from './dom.js';
import { type Column, grid } from './grid.js';
import { emptyRun, follow, type LiveMessage, type Run, type RunRow, rowOf, stateOf } from './run.js';
import { runParts } from './show-run.js';
import { when } from './time.js';
import { type Trend, trendParts, trendsOf } from './trend.js';
import { followed, partsIn, runsIn, shownIn, type TrendRow } from './values.js';

/** A run, which is read when it is shown. */
interface Entry {
  row: RunRow;
  open(): Run | Promise<Run>;
}

/** What is open. */
interface Shelf {
  runs: Entry[];
  trends: Trend[];
}

/** Where pages of one origin announce their runs. */
const CHANNEL = 'reflect-engine';
/** Milliseconds of work between two turns of the page. */
const TURN_MS = 30;
/** Milliseconds between two questions to the server. */
const POLL_MS = 1_000;
/** Runs that stay read. */
const KEPT = 4;

const find = (id: string) => document.getElementById(id) as HTMLElement;
let shelf: Shelf = { runs: [], trends: [] };
const read = new Map<Entry, Run>();
/** Of a server or of a channel: they change. */
const named = new Map<string, Entry>();
let isDue = false;
let turns = 0;

const COLUMNS: Column<Entry>[] = [
  { name: 'Task', value: ({ row }) => row.task || row.runId },
  { name: 'Status', value: ({ row }) => row.state, show: ({ row }) => h('span', { class: `state ${row.state}` }, row.state) },
  { name: 'Accepted by', value: ({ row }) => row.by },
  { name: 'Score', value: ({ row }) => row.score },
  { name: 'Calls', value: ({ row }) => row.calls },
  { name: 'Tokens', value: ({ row }) => row.tokens, show: ({ row }) => row.tokens?.toLocaleString('en') ?? '–' },
  { name: 'Time', value: ({ row }) => row.ms, show: ({ row }) => (row.ms === undefined ? '–' : seconds(row.ms)) },
  { name: 'Begun', value: ({ row }) => row.at, show: ({ row }) => (row.at === undefined ? '–' : when(row.at)) },
];
const runs = grid<Entry>({
  label: 'runs',
  columns: COLUMNS,
  group: ({ row }) => row.state,
  open: (entry) => go('run', entry),
  pair: { name: 'Compare the two', act: (...two) => go('run', ...two) },
});
const runTable = section('Runs', runs.element);

find('file').addEventListener('change', ({ target }) => openFiles((target as HTMLInputElement).files));
find('back').addEventListener('click', () => {
  location.hash = '';
});
addEventListener('hashchange', () => {
  draw();
  find('main').focus();
});
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  openFiles(event.dataTransfer?.files ?? null);
});
addEventListener('message', ({ source, data }) => {
  if (source === parent || source === opener) live(data);
});
new BroadcastChannel(CHANNEL).addEventListener('message', ({ data }) => live(data));
const embedded = find('data').textContent.trim();
const place = /^\{"live":/.test(embedded) ? (JSON.parse(embedded) as { live: string }).live : undefined;
if (place !== undefined) poll(place);
else if (embedded !== '') open([{ name: 'the page', text: embedded }]);
draw();

/** Asks the server for runs that changed, over and over. */
async function poll(place: string, after = 0): Promise<void> {
  find('empty').textContent = 'No run was written yet.';
  try {
    const answer = await fetch(`${place}?after=${after}`);
    const { seq, more, files } = (await answer.json()) as {
      seq: number;
      more: boolean;
      files: { file: string; rows: RunRow[] }[];
    };
    for (const { file, rows } of files) {
      for (const [at, row] of rows.entries())
        shelve(`${file} ${at}`, row, async () => {
          const text = await (await fetch(`run?file=${encodeURIComponent(file)}`)).text();
          return runsIn(text)[at] as Run;
        });
    }
    find('fault').textContent = '';
    if (files.length > 0) draw();
    setTimeout(poll, more ? 0 : POLL_MS, place, seq);
  } catch {
    find('fault').textContent = 'the server does not answer: what it said last is shown';
    setTimeout(poll, 5 * POLL_MS, place, after);
  }
}

/** Puts a run of this name on the shelf, or in the place of an earlier state of it. */
function shelve(name: string, row: RunRow, open: Entry['open']): Entry {
  const known = named.get(name) ?? { row, open };
  Object.assign(known, { row, open });
  read.delete(known);
  if (!named.has(name)) shelf.runs.push(known);
  named.set(name, known);
  return known;
}

async function openFiles(files: FileList | null): Promise<void> {
  const texts = await Promise.all([...(files ?? [])].map(async (file) => ({ name: file.name, text: await file.text() })));
  if (texts.length > 0) await open(texts);
}

/** Opens what is in files, in turns: what is read is shown. What was open stays where nothing can be read. */
async function open(files: readonly { name: string; text: string }[]): Promise<void> {
  const next: Shelf = { runs: [], trends: [] };
  const rows: TrendRow[] = [];
  const messages: LiveMessage[] = [];
  let due = performance.now() + TURN_MS;
  find('fault').textContent = '';
  for (const { name, text } of files) {
    try {
      for (const part of partsIn(text)) {
        const found = shownIn(JSON.parse(part));
        for (const run of found.runs) next.runs.push(entryOf(run, part, found.runs.length));
        rows.push(...found.rows);
        messages.push(...found.messages);
        if (performance.now() < due) continue;
        put(next);
        await new Promise((resolve) => setTimeout(resolve));
        due = performance.now() + TURN_MS;
      }
    } catch (error) {
      find('fault').textContent = `${name}: ${(error as Error).message}`;
    }
  }
  next.trends = trendsOf(rows);
  for (const run of followed(messages)) next.runs.push({ row: rowOf(run), open: () => run });
  if (next.runs.length + next.trends.length > 0) put(next);
}

/** The run of a part is read anew when it is shown; one of several in one part stays. */
function entryOf(run: Run, part: string, count: number): Entry {
  const entry: Entry = { row: rowOf(run), open: () => (count > 1 ? run : (shownIn(JSON.parse(part)).runs[0] as Run)) };
  if (read.size < KEPT) read.set(entry, run);
  return entry;
}

function put(next: Shelf): void {
  if (shelf !== next && shelf.runs.length + shelf.trends.length > 0) history.replaceState(null, '', ' ');
  if (shelf !== next) named.clear();
  shelf = next;
  draw();
}

/** A message that another page posts. */
function live(message: LiveMessage | null): void {
  if (typeof message?.runId !== 'string') return;
  const { runId } = message;
  const known = named.get(runId);
  const run = follow((known && read.get(known)) ?? emptyRun(runId), message, performance.now());
  keep(
    shelve(runId, rowOf(run), () => run),
    run,
  );
  if (known === undefined) history.replaceState(null, '', `#run=${shelf.runs.length - 1}`);
  if (!isDue) requestAnimationFrame(draw);
  isDue = true;
}

/** Shows these, and so that one can come back. */
function go(what: 'run' | 'agent', ...which: (Entry | Trend)[]): void {
  const all: readonly (Entry | Trend)[] = what === 'run' ? shelf.runs : shelf.trends;
  location.hash = `${what}=${which.map((one) => all.indexOf(one))}`;
}

/** What the address names, or the only thing there is. */
function chosen(): { runs: Entry[]; trend?: Trend | undefined } {
  const [, what, list = ''] = /^#(run|agent)=([\d,]+)$/.exec(location.hash) ?? [];
  const places = list.split(',').map(Number);
  const [only] = shelf.runs.length + shelf.trends.length === 1 ? [0] : [];
  if (what === 'agent') return { runs: [], trend: shelf.trends[places[0] ?? 0] };
  if (what === 'run') return { runs: places.flatMap((at) => shelf.runs[at] ?? []).slice(0, 2) };
  return only === undefined ? { runs: [] } : { runs: [...shelf.runs], trend: shelf.trends[0] };
}

async function draw(): Promise<void> {
  isDue = false;
  turns += 1;
  const turn = turns;
  const { runs: wanted, trend } = chosen();
  const isOverview = wanted.length === 0 && trend === undefined;
  const count = shelf.runs.length + shelf.trends.length;
  find('back').hidden = isOverview || count < 2;
  find('empty').hidden = count > 0;
  try {
    const opened = wanted.map((entry) => read.get(entry) ?? entry.open());
    const open = opened.some((run) => run instanceof Promise) ? await Promise.all(opened) : (opened as Run[]);
    if (turn !== turns) return;
    for (const [at, run] of open.entries()) keep(wanted[at] as Entry, run);
    document.title = [
      open.map((run) => `${stateOf(run)}: ${(run.input || run.runId).slice(0, 60)}`).join(' | ') || trend?.agentId,
      'reflect-engine',
    ]
      .filter(Boolean)
      .join(' · ');
    const { main, aside } = isOverview ? overview() : trend ? trendParts(trend) : partsOf(open);
    update(find('main'), main);
    update(find('aside'), aside);
  } catch (error) {
    find('fault').textContent = `this cannot be shown: ${(error as Error).message}`;
  }
}

function keep(entry: Entry, run: Run): void {
  read.delete(entry);
  read.set(entry, run);
  for (const old of read.keys()) if (read.size > KEPT) read.delete(old);
}

/** One run; or two, side by side. */
function partsOf(open: readonly Run[]): { main: Part[]; aside: Part[] } {
  const [run] = open;
  if (run !== undefined && open.length === 1) return runParts(run);
  const sides = open.map((run) => {
    const { main, aside } = runParts(run);
    const side = h('div', { class: 'side' });
    // Of landmarks there is one of each name.
    const grouped = (part: Part): Part => ({ ...part, make: () => withRole(part.make()) });
    update(side, [...main, ...aside].map(grouped));
    return side;
  });
  return { main: [{ key: 'pair', from: open, make: () => h('div', { class: 'pair' }, ...sides) }], aside: [] };
}

function withRole(element: Element): Element {
  if (element.localName === 'section') element.setAttribute('role', 'group');
  return element;
}

function overview(): { main: Part[]; aside: Part[] } {
  const main: Part[] = [];
  if (shelf.trends.length > 0) {
    const buttons = shelf.trends.map((trend) =>
      h(
        'li',
        {},
        pressed(trend.agentId, () => go('agent', trend)),
      ),
    );
    main.push({ key: 'agents', from: shelf.trends, make: () => section('Agents', h('ul', { class: 'plain' }, ...buttons)) });
  }
  if (shelf.runs.length > 0) {
    runs.show(shelf.runs);
    main.push({ key: 'runs', from: 'runs', make: () => runTable });
  }
  return { main, aside: [] };
}
