import { existsSync } from 'node:fs';
import statistics from 'packed:statistics';
import { linesOf, MAX_MESSAGE } from '../check/body.js';
import { EvalTracker } from '../evals/index.js';
import { postgresStore } from '../evals/postgres.js';
import { HOUR_MS } from '../evals/rows.js';
import { sqliteStore } from '../evals/sqlite.js';
import type { EvalHistoryEntry } from '../evals/types.js';
import { within } from '../load/host.js';
import { wasm } from '../load/index.js';
import { type Arguments, isPostgres, numberOf } from './arguments.js';
import { longLine, missingAgent, missingPostgres, missingStore, unknownEvalsCommand, WrongUse } from './errors.js';
import { note, print, printLine } from './screen.js';

/** The page shows thirty days, and fewer of many agents, so that there are at most so many hours. */
const SHOWN_HOURS = 720;
const MOST_HOURS = 40_000;
const WEEK_HOURS = 168;
/** Evaluations of an agent that are shown, and as many before each alarm. */
const SHOWN_EVALUATIONS = 50;

export function evals(args: Arguments): Promise<number> {
  const { words, json } = args;
  const [place = '', what = 'list', agent] = words;
  const rows = (list: Figures[]): void => {
    const width = Math.max(...list.map(({ agentId }) => agentId.length));
    for (const row of list) json ? print(JSON.stringify(row)) : printLine(figures(row, width));
  };
  return opened(place, what === 'import', async (tracker) => {
    if (what === 'list') {
      const { agents } = await tracker.getSystemEvalStats();
      if (agents.length === 0) note('there are no evaluations');
      rows(agents);
    } else if (what === 'trend') rows(await hoursOf(tracker, agent, numberOf(args, 'hours') ?? WEEK_HOURS));
    else if (what === 'export') for await (const line of tracker.exportJsonl()) print(line);
    else if (what === 'import') print(`${await tracker.importJsonl(wholeLines(process.stdin))} evaluations`);
    else throw unknownEvalsCommand(what);
    return 0;
  });
}

async function hoursOf(tracker: EvalTracker, agent: string | undefined, hours: number): Promise<Figures[]> {
  if (agent === undefined) throw missingAgent();
  const found = await tracker.getEvalTrend(agent, hours);
  if (found.length > 0) return found;
  const agents = (await tracker.getSystemEvalStats()).agents.map(({ agentId }) => agentId);
  if (!agents.includes(agent)) throw new WrongUse(wasm().unknownWord('agent', agent, agents.join('\n')));
  for (const { createdAt } of await tracker.getEvalHistory(agent, 1))
    note(`none in the last ${hours} hours; the newest is of ${createdAt}`);
  return found;
}

async function* wholeLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let at = 0;
  for await (const line of linesOf(stream)) {
    at += 1;
    if (line === undefined) throw longLine(at, MAX_MESSAGE);
    yield line;
  }
}

/** Hours of all agents of a store, their alarms and their newest evaluations, for the page that shows them. */
export function trends(place: string): Promise<object[]> {
  return opened(place, false, async (tracker) => {
    const rows: object[] = [];
    const agents = await tracker.getEvalBoard(SHOWN_HOURS);
    const hours = Math.max(24, Math.min(SHOWN_HOURS, Math.floor(MOST_HOURS / agents.length)));
    for (const { agentId } of agents) {
      const alarms = await tracker.getEvalRegressions(agentId, hours);
      rows.push(...(await tracker.getEvalTrend(agentId, hours)).map(shortened), ...alarms);
      const ends = alarms.map(({ windowStart }) => new Date(Date.parse(windowStart) + HOUR_MS).toISOString());
      const cursors = [undefined, ...[...new Set(ends)].map((createdAt) => ({ createdAt, evaluationId: '!' }))];
      const pages = cursors.map((cursor) => tracker.getEvalHistory(agentId, SHOWN_EVALUATIONS, cursor));
      const evaluations = (await Promise.all(pages)).flat();
      rows.push(...new Map(evaluations.map((evaluation) => [evaluation.evaluationId, evaluation])).values());
    }
    return rows;
  });
}

/** An hour without what the page does not show, and with fewer digits: there may be many. */
function shortened({ historyId: _, windowEnd: __, ...hour }: EvalHistoryEntry): object {
  return JSON.parse(JSON.stringify(hour, (_, value) => (typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value)));
}

/** A store that is open until `close`. */
export async function trackerOf(place: string, isNew = false): Promise<{ tracker: EvalTracker; close: () => Promise<void> }> {
  const isFile = !isPostgres(place);
  if (isFile && !isNew && !existsSync(place)) throw missingStore(place);
  const pool = isFile ? undefined : await postgres(place);
  const Tracker = within(EvalTracker, statistics);
  // An import reports no regressions.
  const regressions = isNew ? (false as const) : { rule: 'drop15' as const };
  const tracker = new Tracker({ store: pool ? postgresStore(pool) : sqliteStore(place), regressions });
  const close = async () => {
    await tracker.close();
    await pool?.end();
  };
  return { tracker, close };
}

async function opened<R>(place: string, isNew: boolean, use: (tracker: EvalTracker) => Promise<R>): Promise<R> {
  const { tracker, close } = await trackerOf(place, isNew);
  try {
    return await use(tracker);
  } finally {
    await close();
  }
}

type Pool = Parameters<typeof postgresStore>[0] & { end(): unknown };

async function postgres(connectionString: string): Promise<Pool> {
  const name: string = 'pg';
  const { default: pg } = (await import(name).catch(() => {
    throw missingPostgres();
  })) as { default: { Pool: new (options: object) => Pool } };
  return new pg.Pool({ connectionString });
}

type Figures = { agentId: string; windowStart?: string; evalCount: number; avgScore: number | null; scoreTrend: string };

function figures({ agentId, windowStart, evalCount, avgScore, scoreTrend }: Figures, width: number): string {
  const [name, count] = [windowStart ?? agentId.padEnd(width), String(evalCount).padStart(7)];
  return [name, count, avgScore?.toFixed(3) ?? '    –', scoreTrend].join('  ');
}
