import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { EvalTracker, type EvalTrackerSettings } from '../evals/index.js';
import { postgresStore } from '../evals/postgres.js';
import { sqliteStore } from '../evals/sqlite.js';
import { type Arguments, WrongUse } from './arguments.js';
import { print } from './screen.js';

/** What a store of evaluations knows; resolves with the exit code. */
export function evals({ words: [place = '', what = 'list', agent], flags, json }: Arguments): Promise<number> {
  const rows = (list: object[]): void => {
    for (const row of list) print(json ? JSON.stringify(row) : figures(row as Figures));
  };
  return opened(place, what === 'import', async (tracker) => {
    if (what === 'list') rows((await tracker.getSystemEvalStats()).agents);
    else if (what === 'trend') rows(await tracker.getEvalTrend(agent as string, Number(flags.hours ?? 168)));
    else if (what === 'export') for await (const line of tracker.exportJsonl()) print(line);
    else if (what === 'import') print(`${await tracker.importJsonl(createInterface({ input: process.stdin }))} evaluations`);
    else throw new WrongUse(`\`evals\` has list, trend, import and export, got "${what}"`);
    return 0;
  });
}

/** Hours of all agents of a store, and the alarms of each that is over, for the page that shows them. */
export function trends(place: string): Promise<object[]> {
  // The alarms of an hour are those that a tracker knows when it ends.
  let now = Date.now();
  const begun = now;
  const work = async (tracker: EvalTracker): Promise<object[]> => {
    const rows: object[] = [];
    for (const { agentId } of (await tracker.getSystemEvalStats()).agents) {
      now = begun;
      const hours = await tracker.getEvalTrend(agentId, 30 * 24);
      rows.push(...hours);
      for (const ended of hours.map(({ windowEnd }) => Date.parse(windowEnd)).filter((end) => end <= begun)) {
        now = ended;
        rows.push(...(await tracker.checkForRegression(agentId)));
      }
    }
    return rows;
  };
  // They are on the page.
  return opened(place, false, work, { now: () => now, warn: () => {} });
}

async function opened<R>(
  place: string,
  isNew: boolean,
  work: (tracker: EvalTracker) => Promise<R>,
  more: EvalTrackerSettings = {},
): Promise<R> {
  const isFile = !/^postgres(ql)?:\/\//.test(place);
  if (isFile && !isNew && !existsSync(place)) throw new WrongUse(`there is no store ${place}`);
  const pool = isFile ? undefined : await postgres(place);
  const store = pool ? postgresStore(pool) : sqliteStore(place);
  // What is brought in is no news.
  const tracker = new EvalTracker({ store, ...more, ...(isNew && { regressions: false }) });
  try {
    return await work(tracker);
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

function figures({ agentId, windowStart, evalCount, avgScore, scoreTrend }: Figures): string {
  return [windowStart ?? agentId, String(evalCount).padStart(7), avgScore?.toFixed(3) ?? '    –', scoreTrend].join('  ');
}
