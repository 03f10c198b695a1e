// The page: opens files and what is in it, follows live runs, and shows all of them as a table, or one or two.

import type { AgentSummary, EvalHistoryEntry, EvalRegression, EvaluationRecord } from '../evals/types.js';
import type { LoopMetric, MonitorReport } from '../monitor/types.js';
import { seconds } from './calls.js';
import { when } from './chart.js';
import { h, type Part, pressed, quoted, section, table, update, wide, words } from './dom.js';
import { round } from './drafts.js';
import { grid } from './grid.js';
import type { ServedAt } from './index.js';
import { emptyRun, follow, type LiveMessage, type Run, type RunRow, rowOf, stateOf } from './run.js';
import { runParts } from './show-run.js';
import { AGENT_COLUMNS, alarmText, summaryOf, type Trend, trendCard, trendsOf } from './trend.js';
import { followed, partsIn, runsIn, shownIn, type TrendRow } from './values.js';

/** A line of a table, and what is behind it, which is read when it is shown. */
interface Line<Row, Whole> {
  row: Row;
  open(): Whole | Promise<Whole>;
}
/** Its number is its address: others may go. */
type Entry = Line<RunRow, Run> & { id: number };
type Agent = Line<AgentSummary, Trend>;

/** What is beside each other on the page. */
interface Parts {
  main: Part[];
  aside?: Part[];
}

/** What is open. */
interface Shelf {
  runs: Entry[];
  agents: Agent[];
  alarms: EvalRegression[];
  reports: Record<string, MonitorReport>;
}

/** Where pages of one origin announce their runs. */
const CHANNEL = 'reflect-engine';
/** Milliseconds of work between two turns of the page. */
const TURN_MS = 30;
/** Milliseconds between two questions to the server. */
const POLL_MS = 1_000;
const SILENT = 'the server does not answer: what it said last is shown';
/** The same of a dashboard. */
const BOARD_MS = 60_000;
/** Alarms that are listed. */
const ALARMS = 12;
/** Runs that stay read. */
const KEPT = 4;

const find = (id: string) => document.getElementById(id) as HTMLElement;
const say = (fault: string) => {
  find('fault').textContent = fault;
};
const emptyShelf = (): Shelf => ({ runs: [], agents: [], alarms: [], reports: {} });
let shelf = emptyShelf();
const read = new Map<Entry, Run>();
/** Entries of a server or of a channel, which change. */
const named = new Map<string, Entry>();
let entries = 0;
let isDue = false;
let turns = 0;

const runs = grid<Entry>({
  label: 'runs',
  columns: [
    { name: 'Task', value: ({ row }) => row.task || row.runId },
    { name: 'Status', value: ({ row }) => row.state, show: ({ row }) => h('span', { class: `state ${row.state}` }, row.state) },
    { name: 'Accepted by', value: ({ row }) => row.by },
    { name: 'Strategy', value: ({ row }) => row.strategy },
    { name: 'Score', value: ({ row }) => row.score },
    { name: 'Calls', value: ({ row }) => row.calls },
    { name: 'Tokens', value: ({ row }) => row.tokens, show: ({ row }) => row.tokens?.toLocaleString('en') },
    { name: 'Time', value: ({ row }) => row.ms, show: ({ row }) => (row.ms === undefined ? row.ms : seconds(row.ms)) },
    { name: 'Begun', value: ({ row }) => row.at, show: ({ row }) => row.at && when(row.at) },
  ],
  group: ({ row }) => row.state,
  open: (entry) => () => go(entry),
  pair: { name: 'Compare the two', act: (...two) => go(...two) },
});
const runTable = section('Runs', runs.element);
const agents = grid<Agent>({
  label: 'agents',
  columns: AGENT_COLUMNS,
  group: ({ row }) => row.scoreTrend,
  open: (agent) => () => goTo(agent),
});
const agentTable = section('Agents', agents.element);

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
if (/^\{"live":/.test(embedded)) {
  const { runs, evals } = (JSON.parse(embedded) as { live: ServedAt }).live;
  find('empty').textContent = 'Nothing was written yet.';
  if (runs !== undefined) poll(runs);
  if (evals !== undefined) board(evals);
} else if (embedded !== '') open([{ name: 'the page', text: embedded }]);
draw();

/** What a server answers of runs that changed. */
interface LiveRuns {
  seq: number;
  more: boolean;
  files: { file: string; rows: RunRow[] }[];
}

/** Asks the server for runs that changed, over and over. */
async function poll(place: string, after = 0): Promise<void> {
  try {
    const answer = await fetch(`${place}?after=${after}`);
    const { seq, more, files }: LiveRuns = await answer.json();
    for (const { file, rows } of files) {
      const read = async () => runsIn(await (await fetch(`run?file=${encodeURIComponent(file)}`)).text());
      for (const [at, row] of rows.entries()) shelve(`${file} ${at}`, row, async () => (await read())[at] as Run);
      let at = rows.length;
      while (unshelve(`${file} ${at}`)) at += 1;
    }
    if (find('fault').textContent === SILENT) say('');
    // A reader of the first run stays there when another run comes.
    const [only] = shelf.runs;
    if (only && sizeOf(shelf) === 1 && location.hash === '') history.replaceState(null, '', `#run=${only.id}`);
    if (files.length > 0) draw();
    setTimeout(poll, more ? 0 : POLL_MS, place, seq);
  } catch {
    say(SILENT);
    setTimeout(poll, 5 * POLL_MS, place, after);
  }
}

/** What an `evalHandler` answers of an agent: one of these for each path. */
interface AgentAnswer {
  trend: EvalHistoryEntry[];
  regressions: EvalRegression[];
  evaluations: EvaluationRecord[];
}

/** Asks an `evalHandler` for its agents, then for their alarms; both again after a while. */
async function board(base: string): Promise<void> {
  const ask = (agentId: string, rest: string) => fetched<AgentAnswer>(`${base}${encodeURIComponent(agentId)}/evals${rest}`);
  try {
    shelf.reports = await fetched(`${base}evals/reports`);
    const { agents } = await fetched<{ agents: AgentSummary[] }>(`${base}evals/board`);
    shelf.agents = agents.map((row) => {
      const { agentId } = row;
      // No id comes before `!`.
      const older = async (before: string) =>
        (await ask(agentId, `?limit=200&before=${before}~!`).catch(failed))?.evaluations ?? [];
      const open = async (): Promise<Trend> => {
        const rests = ['/trend?windowHours=720', '/regressions?windowHours=720', '?limit=200'];
        const answers = await Promise.all(rests.map((rest) => ask(agentId, rest)));
        const { trend: hours, regressions: alarms, evaluations } = Object.assign({}, ...answers) as AgentAnswer;
        return { kind: 'trend', agentId, hours, alarms, evaluations, older };
      };
      return { row, open };
    });
    draw();
    const alarms: EvalRegression[] = [];
    for (const { agentId } of agents) alarms.push(...(await ask(agentId, '/regressions')).regressions);
    shelf.alarms = alarms;
    if (chosen().isOverview) draw();
  } catch (error) {
    failed(error as Error);
  }
  setTimeout(board, BOARD_MS, base);
}

function failed({ message }: Error): void {
  say(`the evaluations cannot be read: ${message}`);
}

async function fetched<T>(path: string): Promise<T> {
  const response = await fetch(path);
  const answer = (await response.json()) as T & { error?: { message: string } };
  if (!response.ok) throw new Error(answer.error?.message ?? `${response.status}`);
  return answer;
}

/** Puts a run of this name on the shelf, or in the place of an earlier state of it. */
function shelve(name: string, row: RunRow, open: Entry['open']): Entry {
  const entry = Object.assign(named.get(name) ?? entryOf(row, open), { row, open });
  read.delete(entry);
  if (!named.has(name)) shelf.runs.push(entry);
  named.set(name, entry);
  return entry;
}

/** Takes a run off the shelf; false where there is none of this name. */
function unshelve(name: string): boolean {
  const gone = named.get(name);
  if (gone !== undefined) shelf.runs.splice(shelf.runs.indexOf(gone), 1);
  return named.delete(name);
}

async function openFiles(files: FileList | null): Promise<void> {
  const texts = await Promise.all([...(files ?? [])].map(async (file) => ({ name: file.name, text: await file.text() })));
  if (texts.length > 0) await open(texts);
}

/** Opens what is in files, in turns: what is read is shown. What was open stays where nothing can be read. */
async function open(files: readonly { name: string; text: string }[]): Promise<void> {
  const next = emptyShelf();
  const rows: TrendRow[] = [];
  const messages: LiveMessage[] = [];
  let due = performance.now() + TURN_MS;
  say('');
  // Not of `#shown`, which says so by itself while its parts are made.
  document.body.setAttribute('aria-busy', 'true');
  for (const { name, text } of files) {
    try {
      for (const part of partsIn(text)) {
        const found = shownIn(JSON.parse(part));
        for (const run of found.runs) {
          const again = () => (found.runs.length > 1 ? run : (shownIn(JSON.parse(part)).runs[0] as Run));
          next.runs.push(entryOf(rowOf(run), again, run));
        }
        rows.push(...found.rows);
        messages.push(...found.messages);
        for (const report of found.reports) next.reports[files.length > 1 ? name : ''] = report;
        if (performance.now() < due) continue;
        await new Promise((resolve) => setTimeout(resolve));
        replaceShelf(next);
        due = performance.now() + TURN_MS;
      }
    } catch (error) {
      say(`${name}: ${(error as Error).message}`);
    }
  }
  const trends = trendsOf(rows);
  next.agents = trends.map((trend) => ({ row: summaryOf(trend), open: () => trend }));
  next.alarms = trends.flatMap(({ alarms }) => alarms);
  for (const run of followed(messages)) next.runs.push(entryOf(rowOf(run), () => run));
  if (sizeOf(next) > 0) replaceShelf(next);
  document.body.removeAttribute('aria-busy');
}

function entryOf(row: RunRow, open: Entry['open'], run?: Run): Entry {
  const entry = { id: entries++, row, open };
  if (run !== undefined && read.size < KEPT) read.set(entry, run);
  return entry;
}

function replaceShelf(next: Shelf): void {
  if (shelf !== next && sizeOf(shelf) > 0) history.replaceState(null, '', ' ');
  if (shelf !== next) named.clear();
  shelf = next;
  draw();
}

function sizeOf({ runs, agents, reports }: Shelf): number {
  return runs.length + agents.length + Object.keys(reports).length;
}

/** A message that another page posts. */
function live(message: LiveMessage | null): void {
  if (typeof message?.runId !== 'string') return;
  const { runId } = message;
  const before = named.get(runId);
  const run = follow((before && read.get(before)) ?? emptyRun(runId), message, performance.now());
  const entry = shelve(runId, rowOf(run), () => run);
  keep(entry, run);
  if (before === undefined) history.replaceState(null, '', `#run=${entry.id}`);
  if (!isDue) requestAnimationFrame(draw);
  isDue = true;
}

/** Shows these, and so that one can come back. */
function go(...which: Entry[]): void {
  location.hash = `run=${which.map(({ id }) => id)}`;
}

function goTo(agent: Agent): void {
  location.hash = `agent=${placeOf(agent)}`;
}

/** An agent by its id: at another time another one may have its place. */
function placeOf({ row }: Agent): string {
  // As JSON, which has a form for half of a surrogate pair.
  return encodeURIComponent(JSON.stringify(`${row.agentId}`).slice(1, -1));
}

/** What the address names, or the only thing there is. */
function chosen(): { runs: Entry[]; agent?: Agent | undefined; isOverview: boolean; metric?: string | undefined } {
  const [, what, list = ''] = /^#(run|agent|metric)=(.+)$/.exec(location.hash) ?? [];
  const wanted = list.split(',').flatMap((id) => shelf.runs.find((one) => `${one.id}` === id) ?? []);
  const isOne = sizeOf(shelf) === 1 && Object.keys(shelf.reports).length === 0;
  const runs = what === 'run' ? wanted.slice(0, 2) : isOne ? [...shelf.runs] : [];
  const agent = what === 'agent' ? shelf.agents.find((one) => placeOf(one) === list) : isOne ? shelf.agents[0] : undefined;
  const isOverview = runs.length === 0 && agent === undefined;
  return { runs, agent, isOverview, metric: what === 'metric' ? list : undefined };
}

async function draw(): Promise<void> {
  isDue = false;
  turns += 1;
  const turn = turns;
  const { runs: wanted, agent, isOverview, metric } = chosen();
  find('back').hidden = (isOverview && metric === undefined) || sizeOf(shelf) < 2;
  find('empty').hidden = sizeOf(shelf) > 0;
  try {
    const open = await Promise.all(wanted.map((entry) => read.get(entry) ?? entry.open()));
    const trend = await agent?.open();
    if (turn !== turns) return;
    for (const [at, run] of open.entries()) keep(wanted[at] as Entry, run);
    const name = open.map((run) => `${stateOf(run)}: ${(run.input || run.runId).slice(0, 60)}`).join(' | ') || trend?.agentId;
    document.title = [name, 'reflect-engine'].filter(Boolean).join(' · ');
    const { main, aside = [] } = trend ? trendParts(trend) : isOverview ? overview(metric) : partsOf(open);
    update(find('main'), main);
    update(find('aside'), aside);
  } catch (error) {
    say(`this cannot be shown: ${(error as Error).message}`);
  }
}

/** How to go to a run, where it is open. */
function openRun(runId: string): (() => void) | undefined {
  const entry = shelf.runs.find(({ row }) => row.runId === runId);
  return entry && (() => go(entry));
}

function keep(entry: Entry, run: Run): void {
  read.delete(entry);
  read.set(entry, run);
  for (const old of read.keys()) if (read.size > KEPT) read.delete(old);
}

/** An agent. How older evaluations are asked for is no other trend. */
function trendParts(trend: Trend): Parts {
  const { older: _, ...from } = trend;
  return { main: [{ key: 'trend', from, make: () => trendCard(trend, openRun) }] };
}

/** One run; or two, side by side. */
function partsOf(open: readonly Run[]): Parts {
  const [run] = open;
  if (run !== undefined && open.length === 1) return runParts(run);
  const sides = open.map((run) => {
    const { main, aside } = runParts(run);
    const side = h('div', { class: 'side' });
    // Each landmark has a name of its own.
    const grouped = (part: Part): Part => ({ ...part, make: () => withRole(part.make()) });
    update(side, [...main, ...aside].map(grouped));
    return side;
  });
  return { main: [{ key: 'pair', from: open, make: () => h('div', { class: 'pair' }, ...sides) }] };
}

function withRole(element: Element): Element {
  if (element.localName === 'section') element.setAttribute('role', 'group');
  return element;
}

/** All there is; or the runs that a figure of a monitor counts. */
function overview(metric?: string): Parts {
  const { runs: entries, alarms, reports } = shelf;
  const main: Part[] = [];
  if (metric !== undefined) {
    const title = `Of the runs that are open, those that count for ${words(metric)}`;
    main.push({ key: 'counted', from: metric, make: () => h('p', { class: 'facts' }, title) });
  } else {
    const openRuns = (metric: string) => {
      location.hash = `metric=${metric}`;
    };
    main.push(...reportParts(reports, openRuns));
    if (alarms.length > 0) main.push({ key: 'alarms', from: alarms, make: () => alarmList(alarms) });
    agents.show(shelf.agents);
    if (shelf.agents.length > 0) main.push({ key: 'agents', from: 'agents', make: () => agentTable });
  }
  runs.show(entries.filter(({ row }) => isCounted(row, metric)));
  if (entries.length > 0 || metric !== undefined) main.push({ key: 'runs', from: 'runs', make: () => runTable });
  return { main };
}

/** The newest alarm of each series, the newest first. */
function alarmList(alarms: readonly EvalRegression[]): HTMLElement {
  const newest = [...alarms].sort((a, b) => Date.parse(b.windowStart) - Date.parse(a.windowStart));
  const lines = newest.slice(0, ALARMS).map((alarm) => {
    const agent = shelf.agents.find(({ row }) => row.agentId === alarm.agentId);
    const [what = '', how = ''] = alarmText(alarm);
    const open = agent !== undefined && pressed('Its hours', () => goTo(agent));
    const name = [quoted(alarm.agentId, 'span'), quoted(what, 'span')];
    const time = h('span', { class: 'facts' }, when(alarm.windowStart));
    return h('li', { class: 'row' }, ...name, h('span', { class: 'bad' }, how), time, open);
  });
  const hint = 'Look at the evaluations of that hour, and at what changed then: a model, a prompt, an evaluator.';
  const more = newest.length > ALARMS && h('p', { class: 'facts' }, `${newest.length - ALARMS} older ones are at their agents`);
  return section('Scores that fell', h('p', { class: 'facts' }, hint), h('ul', { class: 'plain' }, ...lines), more);
}

/** The runs that a figure counts. */
const COUNTED: { [metric in LoopMetric]?: (row: RunRow) => boolean } = {
  timeout_rate: ({ stop = '' }) => stop.startsWith('max_'),
  stopped_at_iteration_1: ({ drafts, stop = '' }) => drafts === 1 && !stop.startsWith('max_'),
  avg_retry_count: ({ drafts, by }) => drafts > 2 && by !== undefined,
  pass_rate: ({ state }) => state === 'review',
};

/** Whether a figure counts this run; one that is not listed counts all. */
function isCounted(row: RunRow, metric = ''): boolean {
  return !Object.hasOwn(COUNTED, metric) || COUNTED[metric as LoopMetric]?.(row) === true;
}

/** `openRuns` shows the runs that a figure counts. */
function reportParts(reports: Readonly<Record<string, MonitorReport>>, openRuns: (metric: string) => void): Part[] {
  return Object.entries(reports).map(([name, report]) => ({
    key: `monitor ${name}`,
    from: report,
    make: () => reportCard(name, report, openRuns),
  }));
}

function reportCard(name: string, report: MonitorReport, openRuns: (metric: string) => void): HTMLElement {
  const { alerts = [], diagnosis = [], measures, window, runs } = report;
  const lines = alerts.map((alert) => {
    const fix = diagnosis.find(({ metrics }) => metrics.includes(alert.metric))?.fix;
    const show = pressed('Its runs', () => openRuns(alert.metric));
    const text = `${words(alert.metric)} is ${figure(alert)}, ${alert.side} ${alert.level} (of ${alert.n})`;
    return h('li', {}, h('strong', { class: 'bad' }, text), ' ', quoted(words(alert.hint, fix), 'span'), ' ', show);
  });
  const figures = Object.entries(measures ?? {}).filter(([, { value }]) => value !== undefined);
  const rows = figures.map(([metric, measure]) => {
    return [words(metric), figure(measure), figure(window?.measures?.[metric as LoopMetric] ?? {}), `${measure.n}`];
  });
  const found = diagnosis.map(({ symptom, component, fix }) => [symptom, component, fix]);
  return section(
    name === '' ? 'Monitor' : `Monitor ${name}`,
    h('p', { class: 'facts' }, `${runs} runs`),
    lines.length > 0 ? h('ul', { 'aria-label': 'Open alerts' }, ...lines) : h('p', { class: 'ok' }, 'No alert is open.'),
    found.length > 0 && table(['Symptom', 'What is broken', 'What to do'], found, 'Diagnosis'),
    wide(`Figures ${name}`, table(['Figure', 'All runs', 'Lately', 'Counted'], rows)),
  );
}

/** A figure with its interval of 95 %. */
function figure({ value, low, high }: { value?: number; low?: number; high?: number }): string {
  if (value === undefined) return '–';
  return low === undefined || high === undefined ? `${round(value)}` : `${round(value)} (${round(low)} to ${round(high)})`;
}
