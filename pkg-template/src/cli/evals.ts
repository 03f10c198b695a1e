import { createInterface } from 'node:readline';
import { EvalTracker } from '../evals/index.js';
import { postgresStore } from '../evals/postgres.js';
import { sqliteStore } from '../evals/sqlite.js';
import type { EvalStore } from '../evals/store.js';
import { type Arguments, WrongUse } from './arguments.js';
import { print } from './screen.js';

/** What a store of evaluations knows; resolves with the exit code. */
export async function evals({ words: [place = '', what = 'list', agent], flags, json }: Arguments): Promise<number> {
  const { store, end } = await opened(place);
  const tracker = new EvalTracker({ store, regressions: false });
  const rows = (list: object[], line: (row: never) => string): void => {
    for (const row of list) print(json ? JSON.stringify(row) : line(row as never));
  };
  try {
    if (what === 'list') rows((await tracker.getSystemEvalStats()).agents, figures);
    else if (what === 'trend') rows(await tracker.getEvalTrend(agent as string, Number(flags.hours ?? 168)), figures);
    else if (what === 'export') for await (const line of tracker.exportJsonl()) print(line);
    else if (what === 'import') print(`${await tracker.importJsonl(createInterface({ input: process.stdin }))} evaluations`);
    else throw new WrongUse(`\`evals\` has list, trend, import and export, got "${what}"`);
  } finally {
    await tracker.close();
    await end();
  }
  return 0;
}

/** Hours and alarms of all agents of a store, for the page that shows them. */
export async function trends(place: string): Promise<object[]> {
  const { store, end } = await opened(place);
  const tracker = new EvalTracker({ store });
  try {
    const { agents } = await tracker.getSystemEvalStats();
    const rows = agents.map(async ({ agentId }) => [
      ...(await tracker.getEvalTrend(agentId, 30 * 24)),
      ...(await tracker.checkForRegression(agentId)),
    ]);
    return (await Promise.all(rows)).flat();
  } finally {
    await tracker.close();
    await end();
  }
}

async function opened(place: string): Promise<{ store: EvalStore; end: () => unknown }> {
  if (!/^postgres(ql)?:\/\//.test(place)) return { store: sqliteStore(place), end: () => {} };
  const name: string = 'pg';
  const { default: pg } = (await import(name).catch(() => {
    throw new WrongUse('a postgres:// URL needs the package `pg`: npm install pg');
  })) as { default: { Pool: new (options: object) => Parameters<typeof postgresStore>[0] & { end(): unknown } } };
  const pool = new pg.Pool({ connectionString: place });
  return { store: postgresStore(pool), end: () => pool.end() };
}

type Figures = { agentId: string; windowStart?: string; evalCount: number; avgScore: number | null; scoreTrend: string };

function figures({ agentId, windowStart, evalCount, avgScore, scoreTrend }: Figures): string {
  return [windowStart ?? agentId, String(evalCount).padStart(7), avgScore?.toFixed(3) ?? '    –', scoreTrend].join('  ');
}
