import { existsSync } from 'node:fs';
import statistics from 'packed:statistics';
import { linesOf, MAX_MESSAGE } from '../check/body.js';
import { EvalTracker } from '../evals/index.js';
import { postgresStore } from '../evals/postgres.js';
import { HOUR_MS } from '../evals/rows.js';
import { sqliteStore } from '../evals/sqlite.js';
import type { EvalStore } from '../evals/store.js';
import { readWindow, regressionsIn } from '../evals/windows.js';
import { within } from '../load/host.js';
import { wasm } from '../load/index.js';
import { type Arguments, numberOf, WrongUse } from './arguments.js';
import { note, print, printLine } from './screen.js';

/** Of a store, the page shows thirty days. */
const SHOWN_MS = 30 * 24 * HOUR_MS;

/** What a store of evaluations knows; resolves with the exit code. */
export function evals(given: Arguments): Promise<number> {
  const { words, json } = given;
  const [place = '', what = 'list', agent] = words;
  const rows = (list: Figures[]): void => {
    if (list.length === 0) note('there are no evaluations');
    const width = Math.max(...list.map(({ agentId }) => agentId.length));
    for (const row of list) json ? print(JSON.stringify(row)) : printLine(figures(row, width));
  };
  return opened(place, what === 'import', async (tracker) => {
    if (what === 'list') rows((await tracker.getSystemEvalStats()).agents);
    else if (what === 'trend') rows(await hoursOf(tracker, agent, numberOf(given, 'hours')));
    else if (what === 'export') for await (const line of tracker.exportJsonl()) print(line);
    else if (what === 'import') print(`${await tracker.importJsonl(wholeLines(process.stdin))} evaluations`);
    else throw new WrongUse(`\`evals\` has list, trend, import and export, got "${what}"`);
    return 0;
  });
}

async function hoursOf(tracker: EvalTracker, agent: string | undefined, hours: number | undefined): Promise<Figures[]> {
  if (agent === undefined) throw new WrongUse('`evals STORE trend` needs AGENT');
  const found = await tracker.getEvalTrend(agent, hours);
  if (found.length > 0) return found;
  const agents = (await tracker.getSystemEvalStats()).agents.map(({ agentId }) => agentId);
  if (agents.includes(agent)) return found;
  throw new WrongUse(wasm().unknownWord('agent', agent, agents.join('\n')));
}

async function* wholeLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let at = 0;
  for await (const line of linesOf(stream)) {
    at += 1;
    if (line === undefined) throw new WrongUse(`line ${at} has more than ${MAX_MESSAGE} characters`);
    yield line;
  }
}

/** Hours of all agents of a store, and their alarms, for the page that shows them. */
export function trends(place: string): Promise<object[]> {
  const now = Date.now();
  const fromMs = now - SHOWN_MS;
  return opened(place, false, async (tracker, store) => {
    const { agents } = await tracker.getSystemEvalStats();
    const hours = await Promise.all(agents.map(({ agentId }) => tracker.getEvalTrend(agentId, SHOWN_MS / HOUR_MS)));
    // The hours before those that are shown say what was usual.
    const windows = await store.windows({ fromMs: fromMs - SHOWN_MS, toMs: now });
    return [...hours.flat(), ...regressionsIn(windows.map(readWindow), {}, fromMs, now)];
  });
}

async function opened<R>(place: string, isNew: boolean, use: (tracker: EvalTracker, store: EvalStore) => Promise<R>): Promise<R> {
  const isFile = !/^postgres(ql)?:\/\//.test(place);
  if (isFile && !isNew && !existsSync(place)) throw new WrongUse(`there is no store ${place}`);
  const pool = isFile ? undefined : await postgres(place);
  const store = pool ? postgresStore(pool) : sqliteStore(place);
  // What was there before, and what is imported, is not reported.
  const tracker = new (within(EvalTracker, statistics))({ store, regressions: false });
  try {
    return await use(tracker, store);
  } finally {
    await tracker.close();
    await pool?.end();
  }
}

type Pool = Parameters<typeof postgresStore>[0] & { end(): unknown };

async function postgres(connectionString: string): Promise<Pool> {
  const name: string = 'pg';
  const { default: pg } = (await import(name).catch(() => {
    throw new WrongUse('a postgres:// URL needs the package `pg`: npm install pg');
  })) as { default: { Pool: new (options: object) => Pool } };
  return new pg.Pool({ connectionString });
}

type Figures = { agentId: string; windowStart?: string; evalCount: number; avgScore: number | null; scoreTrend: string };

function figures({ agentId, windowStart, evalCount, avgScore, scoreTrend }: Figures, width: number): string {
  const [name, count] = [windowStart ?? agentId.padEnd(width), String(evalCount).padStart(7)];
  return [name, count, avgScore?.toFixed(3) ?? '    –', scoreTrend].join('  ');
}
