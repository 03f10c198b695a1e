// The page: opens files and what is in it, follows live runs, and shows one of them.

import { h, update } from './dom.js';
import { emptyRun, follow, type LiveMessage, type Run, runOf } from './run.js';
import { runParts, stateOf } from './show-run.js';
import { type Trend, trendParts, trendsOf } from './trend.js';
import { shownIn, valuesIn } from './values.js';

type Shown = Run | Trend;

/** Where pages of one origin announce their runs. */
const CHANNEL = 'reflect-engine';

const find = (id: string) => document.getElementById(id) as HTMLElement;
const pick = find('pick') as HTMLSelectElement;
let entries: Shown[] = [];
let isDue = false;

find('file').addEventListener('change', ({ target }) => openFiles((target as HTMLInputElement).files));
pick.addEventListener('change', draw);
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
if (embedded !== '') open(() => opened('the page', embedded));
draw();

/** Reads a file: one JSON text, or one a line. Throws for what the page cannot show, and says what it can. */
function opened(name: string, text: string): Shown[] {
  try {
    const { runs, rows } = shownIn(valuesIn(text, JSON.parse));
    return [...runs.map(runOf), ...trendsOf(rows)];
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`);
  }
}

async function openFiles(files: FileList | null): Promise<void> {
  const texts = await Promise.all([...(files ?? [])].map(async (file) => ({ name: file.name, text: await file.text() })));
  if (texts.length > 0) open(() => texts.flatMap(({ name, text }) => opened(name, text)));
}

function open(read: () => Shown[]): void {
  try {
    entries = read();
    pick.selectedIndex = 0;
    draw();
  } catch (error) {
    find('fault').textContent = (error as Error).message;
  }
}

/** A message that another page posts. */
function live(message: LiveMessage | null): void {
  if (typeof message?.runId !== 'string') return;
  const at = entries.findIndex((entry) => entry.kind === 'run' && entry.runId === message.runId);
  if (at === -1) pick.replaceChildren();
  const known = (entries[at] ?? emptyRun(message.runId)) as Run;
  entries[at === -1 ? entries.length : at] = follow(known, message, performance.now());
  if (!isDue) requestAnimationFrame(draw);
  isDue = true;
}

function draw(): void {
  isDue = false;
  find('fault').textContent = '';
  const names = entries.map(nameOf);
  const chosen = pick.options.length === 0 ? entries.length - 1 : pick.selectedIndex;
  if (names.length !== pick.options.length) pick.replaceChildren(...names.map(() => h('option')));
  names.forEach((name, at) => {
    const option = pick.options[at];
    if (option !== undefined && option.textContent !== name) option.textContent = name;
  });
  pick.selectedIndex = Math.max(0, chosen);
  const entry = entries[pick.selectedIndex];
  find('several').hidden = entries.length < 2;
  find('empty').hidden = entry !== undefined;
  document.title = entry === undefined ? 'reflect-engine' : `${nameOf(entry)} · reflect-engine`;
  try {
    const { main, aside } =
      entry === undefined ? { main: [], aside: [] } : entry.kind === 'run' ? runParts(entry) : trendParts(entry);
    update(find('main'), main);
    update(find('aside'), aside);
  } catch (error) {
    find('fault').textContent = `this cannot be shown: ${(error as Error).message}`;
  }
}

function nameOf(entry: Shown): string {
  return entry.kind === 'trend' ? entry.agentId : `${stateOf(entry)}: ${(entry.input || entry.runId).slice(0, 60)}`;
}
