// Rows into windows, by the core: what every store is given as `fold`.

import { companions } from '../load/index.js';
import type { EvaluationRow, WindowRow } from '../stores/types.js';
import { direct } from '../trap.js';
import { HOUR_MS, historyIdOf, iso, tallyOf } from './record.js';
import type { EvalFigures } from './types.js';

/** A window as the core writes it. */
export interface CoreWindow extends EvalFigures {
  agentId: string;
  hour: number;
}

/** The windows of new rows, added to the stored ones. */
export function folded(added: readonly EvaluationRow[], stored: readonly string[]): WindowRow[] {
  const parts = JSON.stringify(gathered(added));
  const windows = parsed<CoreWindow[]>(wasmCall((core) => core.foldEvaluations(parts, listed(stored))));
  return windows.map((window) => {
    const { agentId, hour } = window;
    const startMs = hour * HOUR_MS;
    const historyId = historyIdOf(agentId, startMs);
    const data = { historyId, windowStart: iso(startMs), windowEnd: iso(startMs + HOUR_MS), ...window };
    return { historyId, agentId, startMs, data: JSON.stringify(data) };
  });
}

/** The scores of rows, by hour and evaluator. */
function gathered(rows: readonly EvaluationRow[]): object[] {
  const parts = new Map<string, { head: object; evaluations: number; aggregate: number[]; metrics: Map<string, number[]> }>();
  for (const row of rows) {
    const { kind, evaluator, version, aggregate, scores } = tallyOf(row);
    const hour = Math.floor(row.createdMs / HOUR_MS);
    const { agentId } = row;
    // Lengths tell where an id ends that holds a blank.
    const key = `${hour} ${kind} ${agentId.length} ${agentId} ${evaluator.length} ${evaluator} ${version}`;
    let part = parts.get(key);
    if (part === undefined) {
      const head = { agentId, hour, kind, evaluator, version };
      part = { head, evaluations: 0, aggregate: [], metrics: new Map() };
      parts.set(key, part);
    }
    part.evaluations += 1;
    if (aggregate !== null) part.aggregate.push(aggregate);
    for (const [metric, score] of scores) {
      const known = part.metrics.get(metric);
      if (known === undefined) part.metrics.set(metric, [score]);
      else known.push(score);
    }
  }
  return [...parts.values()].map(({ head, evaluations, aggregate, metrics }) => ({
    ...head,
    evaluations,
    aggregate,
    metrics: Object.fromEntries(metrics),
  }));
}

/** Calls the core; a trap is an error. */
export function wasmCall(call: (core: ReturnType<typeof companions>) => string): string {
  return direct(() => call(companions()));
}

export function listed(items: readonly string[]): string {
  return `[${items.join(',')}]`;
}

export function parsed<T>(text: string): T {
  return JSON.parse(text) as T;
}
