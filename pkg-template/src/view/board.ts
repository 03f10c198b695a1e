// What a monitor says: alerts with what to do, the diagnosis, and its figures with their intervals.

import type { LoopMetric, MonitorReport } from '../monitor/types.js';
import { h, type Part, pressed, quoted, section, table, wide, words } from './dom.js';
import { round } from './drafts.js';
import type { RunRow } from './run.js';

/** The runs that a figure counts. */
const COUNTED: { [metric in LoopMetric]?: (row: RunRow) => boolean } = {
  timeout_rate: ({ stop = '' }) => stop.startsWith('max_'),
  stopped_at_iteration_1: ({ drafts, stop = '' }) => drafts === 1 && !stop.startsWith('max_'),
  avg_retry_count: ({ drafts, by }) => drafts > 2 && by !== undefined,
  pass_rate: ({ state }) => state === 'review',
};

/** Whether a figure counts this run; one that is not listed counts all. */
export function isCounted(row: RunRow, metric = ''): boolean {
  return !Object.hasOwn(COUNTED, metric) || COUNTED[metric as LoopMetric]?.(row) === true;
}

/** `openRuns` shows the runs that a figure counts. */
export function reportParts(reports: Readonly<Record<string, MonitorReport>>, openRuns: (metric: string) => void): Part[] {
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
