// Durable rows a second: each row flushed before the next is recorded, against the writer, on the same kind of store, taking turns; and how
// many SQLite itself takes, without windows and without us, in transactions as large as the writer's and one by one.

import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { EvalTracker } from 'reflect-engine/evals';
import { interleaved, median, ratio } from '../measure.mjs';
import { digits, time } from '../table.mjs';
import { evaluation, NOW } from './evaluation.mjs';
import { storeAt } from './places.mjs';

const STORES = { sqlite: undefined, postgres: 50 };
/** How many times as fast as bare inserts one by one the writer is at least, on SQLite (DESIGN §7). */
const BARE = 10;
/** Rows that are recorded before one waits for them. */
const BURST = 8_192;
/** Rows of a transaction, as the writer has it. */
const GROUP = 4_096;

export async function rowsASecond(places, { rounds, ms }) {
  const contestants = {};
  const trackers = [];
  for (const name of Object.keys(STORES)) {
    for (const burst of [1, BURST]) {
      const store = await storeAt(name, await places.fresh(name));
      const evals = new EvalTracker({ store, now: () => NOW });
      trackers.push(evals);
      let n = 0;
      contestants[`${name} ${burst}`] = async () => {
        for (let row = 0; row < burst; row += 1) evals.record(evaluation((n += 1)));
        await evals.flush();
        return burst;
      };
    }
  }
  const bare = await bareInserts(await places.fresh('sqlite'));
  const disk = syncs(await places.fresh('sqlite'));
  const seconds = await interleaved(
    { ...contestants, bare: () => bare.insert(GROUP), 'bare 1': () => bare.insert(1), disk: disk.sync },
    { rounds, ms },
  );
  for (const evals of trackers) await evals.close();
  bare.close();
  disk.close();
  const rows = [{ section: 'Durable rows a second, row by row against the writer' }];
  for (const [name, target] of Object.entries(STORES)) {
    const [single, ours] = [seconds[`${name} 1`], seconds[`${name} ${BURST}`]];
    const gain = ratio(single, ours);
    rows.push({
      what: name,
      target: target === undefined ? '' : `≥ ${target} ×`,
      measured: `${Math.round(1 / median(single))} against ${Math.round(1 / median(ours))}`,
      ratio: `${digits(gain)} ×`,
      ...(target === undefined ? {} : { met: gain >= target }),
    });
  }
  const alone = seconds['sqlite 1'];
  rows.push({
    what: 'bare inserts, sqlite',
    measured: `${Math.round(1 / median(alone))} against ${Math.round(1 / median(seconds.bare))}`,
    ratio: `${digits(ratio(alone, seconds.bare))} ×`,
  });
  const ours = seconds[`sqlite ${BURST}`];
  rows.push({
    what: 'sqlite, against bare inserts one by one, without windows',
    target: `≥ ${BARE} ×`,
    measured: `${Math.round(1 / median(seconds['bare 1']))} against ${Math.round(1 / median(ours))}`,
    ratio: `${digits(ratio(seconds['bare 1'], ours))} ×`,
    met: ratio(seconds['bare 1'], ours) >= BARE,
  });
  rows.push({ what: 'one 4 KB write and its sync, without a database', measured: time(median(seconds.disk)) });
  return rows;
}

/** What the disk takes for a group of one, on which every ratio above depends. */
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
  for (let n = 0; n < GROUP; n += 1) evals.record(evaluation(n));
  await evals.close();
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(path);
  database.exec('PRAGMA synchronous = FULL; PRAGMA cache_size = -16384');
  const made = database.prepare('SELECT * FROM agent_evaluations').all();
  const statement = database.prepare('INSERT INTO agent_evaluations VALUES (?, ?, ?, ?)');
  const agents = made.map(({ data }) => JSON.parse(data).agentId);
  let turn = 0;
  const insert = (rows) => {
    turn += 1;
    database.exec('BEGIN IMMEDIATE');
    for (const [n, { data, created_at, updated_at }] of made.slice(0, rows).entries())
      statement.run(
        `EVAL-${agents[n]}-${String(turn).padStart(8, '0')}${String(n).padStart(4, '0')}`,
        data,
        created_at,
        updated_at,
      );
    database.exec('COMMIT');
    return rows;
  };
  return { insert, close: () => database.close() };
}
