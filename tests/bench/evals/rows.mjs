// Durable rows a second by the writer, and how many SQLite itself takes one by one, without windows and without us; taking turns.

import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { EvalTracker } from 'reflect-engine/evals';
import { interleaved, median, ratio } from '../measure.mjs';
import { digits, time } from '../table.mjs';
import { evaluation, NOW } from './evaluation.mjs';
import { storeAt } from './places.mjs';

/** How many times as fast as bare inserts one by one the writer is at least, on SQLite (DESIGN §7). */
const BARE = 10;
/** Rows that are recorded before one waits for them. */
const BURST = 8_192;
/** Rows that are made beforehand. */
const MADE = 4_096;

export async function rowsASecond(places, { rounds, ms }) {
  const contestants = {};
  const trackers = [];
  for (const name of ['sqlite', 'postgres']) {
    const store = await storeAt(name, await places.fresh(name));
    const evals = new EvalTracker({ store, now: () => NOW });
    trackers.push(evals);
    let n = 0;
    contestants[name] = async () => {
      for (let row = 0; row < BURST; row += 1) evals.record(evaluation((n += 1)));
      await evals.flush();
      return BURST;
    };
  }
  const bare = await bareInserts(await places.fresh('sqlite'));
  const disk = syncs(await places.fresh('sqlite'));
  const seconds = await interleaved({ ...contestants, bare: bare.insert, disk: disk.sync }, { rounds, ms });
  for (const evals of trackers) await evals.close();
  bare.close();
  disk.close();
  const gain = ratio(seconds.bare, seconds.sqlite);
  const perSecond = (name) => Math.round(1 / median(seconds[name]));
  return [
    { section: 'Durable rows a second' },
    {
      what: 'sqlite, against bare inserts one by one, without windows',
      target: `≥ ${BARE} ×`,
      measured: `${perSecond('sqlite')} against ${perSecond('bare')}`,
      ratio: `${digits(gain)} ×`,
      met: gain >= BARE,
    },
    { what: 'postgres', measured: String(perSecond('postgres')) },
    { what: 'one 4 KB write and its sync, without a database', measured: time(median(seconds.disk)) },
  ];
}

/** What the disk takes for one row, on which the ratio above depends. */
function syncs(path) {
  const file = openSync(path, 'w');
  const page = Buffer.alloc(4_096, 7);
  let at = 0;
  const sync = () => {
    writeSync(file, page, 0, page.length, at);
    at += page.length;
    fdatasyncSync(file);
    return 1;
  };
  return { sync, close: () => closeSync(file) };
}

/** The rows of the writer, ready made, into its tables. */
async function bareInserts(path) {
  const store = await storeAt('sqlite', path);
  const evals = new EvalTracker({ store, now: () => NOW });
  for (let n = 0; n < MADE; n += 1) evals.record(evaluation(n));
  await evals.close();
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(path);
  database.exec('PRAGMA synchronous = FULL; PRAGMA cache_size = -16384');
  const made = database.prepare('SELECT * FROM agent_evaluations').all();
  const statement = database.prepare('INSERT INTO agent_evaluations VALUES (?, ?, ?, ?)');
  const agents = made.map(({ data }) => JSON.parse(data).agentId);
  let turn = 0;
  const insert = () => {
    const at = (turn += 1) % MADE;
    const { data, created_at, updated_at } = made[at];
    statement.run(`EVAL-${agents[at]}-${String(turn).padStart(12, '0')}`, data, created_at, updated_at);
    return 1;
  };
  return { insert, close: () => database.close() };
}
