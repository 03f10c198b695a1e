// What a line of the file says. The file is what happened, in order: rows came, and what is older than some time was forgotten. A file
// that was written anew holds the rows that are left, then the windows of those that are not, and what it tells of the files before it.

import type { EvaluationRow, WindowRow } from './types.js';

/** Evaluations, and windows, from before these times are forgotten. */
export interface Limits {
  evaluationsBeforeMs?: number;
  windowsBeforeMs?: number;
}

/** Files that were replaced, by name, and how many bytes of each are in this one; those of a file add up to the largest number. */
export type Past = readonly (readonly [name: string, bytes: number])[];

/** `counted: false`: the row is kept, and its window was forgotten. `again`: how often its id had been forgotten when it came. */
export type Line =
  | { kind: 'row'; row: EvaluationRow; counted: boolean; again: number }
  | { kind: 'window'; window: WindowRow }
  | { kind: 'forget'; limits: Limits }
  | { kind: 'past'; past: Past };

interface Said {
  historyId?: unknown;
  data?: unknown;
  counted?: unknown;
  again?: unknown;
  window?: unknown;
  forget?: unknown;
  past?: unknown;
}

/** Nothing for a line that was torn, or is of none of these kinds. */
export function read(text: string): Line | undefined {
  try {
    const said = JSON.parse(text) as Said;
    if (said.forget !== undefined) return { kind: 'forget', limits: limitsOf(said.forget) };
    if (said.past !== undefined) return { kind: 'past', past: pastOf(said.past) };
    if (typeof said.historyId !== 'string') return undefined;
    if (said.window !== undefined) return { kind: 'window', window: windowOf(said.historyId, said.window) };
    const { evaluationId, agentId, createdAt } = said.data as { evaluationId: unknown; agentId: string; createdAt: string };
    const createdMs = Date.parse(createdAt);
    if (typeof evaluationId !== 'string' || Number.isNaN(createdMs)) return undefined;
    const row = { evaluationId, agentId, createdMs, createdAt, historyId: said.historyId, data: JSON.stringify(said.data) };
    const again = typeof said.again === 'number' ? said.again : 0;
    return { kind: 'row', row, counted: said.counted !== false, again };
  } catch {
    return undefined;
  }
}

export function rowLine({ historyId, data }: EvaluationRow, again: number, counted = true): string {
  const times = again === 0 ? '' : `,"again":${again}`;
  return `{"historyId":${JSON.stringify(historyId)},"data":${data}${times}${counted ? '' : ',"counted":false'}}`;
}

export function windowLine({ historyId, agentId, startMs, data }: WindowRow): string {
  return `{"historyId":${JSON.stringify(historyId)},"window":{"agentId":${JSON.stringify(agentId)},"startMs":${startMs},"data":${data}}}`;
}

export function forgetLine(limits: Limits): string {
  return JSON.stringify({ forget: limits });
}

export function pastLine(past: Past): string {
  return JSON.stringify({ past });
}

/** How lines begin, and a file of them. */
const BEGINNINGS = ['{"historyId":', '{"replaces":', '{"forget":', '{"past":'];

/** Whether a file that begins so may be one of these lines, of which a crash may have torn the first. */
export function mayBeOurs(start: string): boolean {
  const [line = ''] = start.replace(/^[\n\0]+/, '').split('\n');
  return BEGINNINGS.some((beginning) => line.startsWith(beginning) || beginning.startsWith(line));
}

/** Without reading it all. */
export function isPast(text: string): boolean {
  return text.startsWith('{"past":');
}

/** A window that begins here or later is not forgotten. */
export function windowsFrom({ windowsBeforeMs = Number.NEGATIVE_INFINITY }: Limits): number {
  return windowsBeforeMs;
}

/** An evaluation from here or later is not forgotten. */
export function evaluationsFrom({ evaluationsBeforeMs = Number.NEGATIVE_INFINITY }: Limits): number {
  return evaluationsBeforeMs;
}

function limitsOf(said: unknown): Limits {
  const { evaluationsBeforeMs, windowsBeforeMs } = said as Limits;
  return {
    ...(typeof evaluationsBeforeMs === 'number' ? { evaluationsBeforeMs } : {}),
    ...(typeof windowsBeforeMs === 'number' ? { windowsBeforeMs } : {}),
  };
}

function windowOf(historyId: string, said: unknown): WindowRow {
  const { agentId, startMs, data } = said as { agentId: string; startMs: number; data: object };
  return { historyId, agentId, startMs, data: JSON.stringify(data) };
}

function pastOf(said: unknown): Past {
  return (said as unknown[][]).flatMap(([name, bytes]) =>
    typeof name === 'string' && typeof bytes === 'number' ? [[name, bytes] as const] : [],
  );
}
