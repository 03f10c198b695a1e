// One suite for every store: what is committed is there, once, in its windows, in order, and after a crash, a full disk, a lock or damage.
// SQLite runs here where this Node has it, and else in the Node 24 of the tests. PostgreSQL is a real one, started for this file.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isReflectError } from 'reflect-engine';
import { EvalTracker, memoryStore } from 'reflect-engine/evals';
import { sqliteStore } from 'reflect-engine/evals/sqlite';
import { ended } from './cli/shell.mjs';
import { checkWritten, evaluation, everywhere, filled, persistent as lasting, NOW, tools } from './stores/conformance.mjs';
import { checkFirstVersion, NEWER, ROWS, SQLITE } from './stores/first-version.mjs';
import { inFolder, onDisk } from './stores/folder.mjs';
import { ask, opened } from './stores/postgres.mjs';
import { PostgresServer, programs } from './stores/server.mjs';
import { isWhole, rejection, thrown } from './support.mjs';

const KILLS = isWhole ? 20 : 3;

/** This process runs the tests of SQLite for one whose Node has none, or through the other driver. */
const only = process.env.STORES;
const Sqlite = await import('node:sqlite').then(
  ({ DatabaseSync }) => DatabaseSync,
  async () => only === 'better-sqlite3' && (await import('better-sqlite3')).default,
);
const server = only === undefined && programs !== undefined ? await PostgresServer.start() : undefined;
after(() => server?.stop());

const files = Sqlite ? { sqlite: (folder) => sqliteStore(join(folder, 'evals.db')) } : {};
const databases = server ? { postgres: (folder) => opened(urlOf(folder)) } : {};
const persistent = { ...files, ...databases };
const stores = { ...(only ? {} : { memory: () => memoryStore() }), ...persistent };

/** The database that belongs to a folder. */
function urlOf(folder) {
  return server.url(basename(folder));
}

const inFile = (work) => inFolder((folder) => work(join(folder, 'evals.db')));

/** A failure of the store that names the file, in these words. */
function told(error, path, words, what = 'it') {
  const { code, message } = error;
  assert.ok(isReflectError(error) && code === 'store_error' && message.includes(path), `${what}: ${message}`);
  assert.match(message, words, what);
}

async function inDatabase(work) {
  return inFolder(async (folder) => {
    await ask(server.url('postgres'), `CREATE DATABASE "${basename(folder)}"`);
    try {
      return await work(folder);
    } finally {
      await ask(server.url('postgres'), `DROP DATABASE "${basename(folder)}" WITH (FORCE)`);
    }
  });
}

const onSmallDisk = (context, work) => onDisk(context, '2m', (folder, remount) => work(join(folder, 'evals.db'), remount));

function record(evals, more) {
  return evals.record({ agentId: 'A', scores: { m: 0.5 }, createdAt: NOW, ...more });
}

const host = tools({ EvalTracker, memoryStore, assert });
const { tracker } = host;
const recounted = (evals, acknowledged) => checkWritten(evals, acknowledged, host);

for (const [name, open] of Object.entries(stores)) {
  const inPlace = name in databases ? inDatabase : inFolder;
  for (const [title, run] of Object.entries({ ...everywhere, ...(name in persistent && lasting) }))
    test(`${name}: ${title}`, () => inPlace((folder) => run({ ...host, open: () => open(folder) })));
}

for (const [name, open] of Object.entries(persistent)) {
  const inPlace = name in databases ? inDatabase : inFolder;

  test(`${name}: four processes write at once, one killed ${KILLS} times: no flushed row is lost, and the windows are the recount`, () =>
    inPlace(async (folder) => {
      const script = fileURLToPath(new URL('./stores/writer.mjs', import.meta.url));
      const place = name in databases ? urlOf(folder) : folder;
      const acknowledged = [];
      const writer = (number, flushes = 10) =>
        new Promise((resolve) => {
          const child = spawn(process.execPath, [script, name, place, String(number), String(flushes)], {
            stdio: ['ignore', 'pipe', 'inherit'],
          });
          let text = '';
          child.stdout.setEncoding('utf8').on('data', (part) => {
            // Those that would never end are killed some time after their first acknowledgement.
            if (text === '' && flushes === Infinity) setTimeout(() => child.kill('SIGKILL'), (number * 7) % 41);
            text += part;
          });
          child.on('close', (code, signal) => {
            const whole = text.split('\n').slice(0, -1);
            acknowledged.push(...whole.flatMap((line) => JSON.parse(line)));
            resolve(signal ?? code);
          });
        });
      const killed = async () => {
        for (let n = 0; n < KILLS; n += 1) assert.equal(await writer(10 + n, Infinity), 'SIGKILL');
      };
      const [codes] = await Promise.all([Promise.all([1, 2, 3].map((n) => writer(n))), killed()]);
      assert.deepEqual(codes, [0, 0, 0]);
      assert.ok(acknowledged.length >= 3 * 400 + KILLS * 40, `${acknowledged.length}`);
      const evals = tracker(open(folder));
      await recounted(evals, acknowledged);
      await evals.close();
    }));
}

test('postgres: the same suite', {
  skip: (only && 'elsewhere') || (server === undefined && process.env.CI !== 'true' && 'no PostgreSQL here'),
}, () => {
  assert.ok(server, 'CI needs PostgreSQL');
});

if (Sqlite) {
  test('sqlite: a database of version 0.1.0 is opened with all that is in it, and one of a newer version is refused', () =>
    inFile(async (path) => {
      const database = new Sqlite(path);
      database.exec(SQLITE);
      for (const { table, id, data, created } of ROWS)
        database.prepare(`INSERT INTO ${table} VALUES (?, ?, ?, ?)`).run(id, data, created, created);
      await checkFirstVersion(sqliteStore(path));
      const versions = () =>
        database
          .prepare('SELECT version FROM agent_eval_schema')
          .all()
          .map(({ version }) => version);
      assert.deepEqual(versions(), [1], 'from now on it says its version');
      database.exec('DROP INDEX agent_evaluations_by_time; INSERT INTO agent_eval_schema VALUES (2)');
      const newer = sqliteStore(path);
      told(await rejection(newer.evaluations({ limit: 1 })), path, NEWER);
      await newer.close();
      const indexes = database.prepare("SELECT name FROM sqlite_master WHERE name = 'agent_evaluations_by_time'").all();
      assert.deepEqual(indexes, [], 'nothing was written');
      database.close();
    }));

  test('sqlite: a path that cannot be opened is refused with its name, and nothing recorded is lost', () =>
    inFolder(async (folder) => {
      const path = join(folder, 'missing', 'evals');
      const [store, seen] = [sqliteStore(path), []];
      const evals = tracker(store, { warn: (message) => seen.push(message), maxQueue: 2 });
      for (let n = 0; n < 3; n += 1) evals.record(evaluation(1, { m: 0.1 }));
      const error = await rejection(evals.flush());
      assert.ok(isReflectError(error) && error.code === 'store_error' && error.message.includes(path), error.message);
      assert.deepEqual([seen.length, evals.counts().queued, evals.counts().dropped], [1, 2, 1]);
      assert.equal((await rejection(evals.getEvalHistory('A'))).code, 'store_error');
      await mkdir(join(folder, 'missing'));
      const dropped = await rejection(evals.flush());
      assert.match(dropped.message, /^1 evaluations were dropped/);
      await evals.flush();
      assert.equal((await evals.getEvalHistory('A')).length, 2, 'what waited is there');
      await evals.close();
    }));

  test('sqlite: a row that the database refuses is dropped and told, and the others are kept', () =>
    inFile(async (path) => {
      const evals = tracker(sqliteStore(path));
      await evals.getEvalHistory('A');
      const database = new Sqlite(path);
      database.exec(`CREATE TRIGGER picky BEFORE INSERT ON agent_evaluations WHEN new.data LIKE '%unwanted%'
        BEGIN SELECT raise(ABORT, 'not here'); END`);
      database.close();
      for (let n = 0; n < 300; n += 1) evals.record(evaluation(1, { m: 0.5 }, n === 9 ? { decision: 'unwanted' } : {}));
      let message = '';
      for (let tries = 0; tries < 20 && evals.counts().dropped === 0; tries += 1) ({ message } = await rejection(evals.flush()));
      assert.match(
        message,
        /^1 evaluations were dropped: the store refused EVAL-A-\S+: the SQLite database .* failed: not here$/,
      );
      assert.equal((await evals.getAgentEvalStats('A')).evalCount, 299);
      await evals.close();
    }));

  // As a disk damages it: a control character within the JSON, or a letter of a key.
  for (const [what, from, to, row] of [
    ['an evaluation', 'DAMAGED', '\x01AMAGED', 'with the `evaluationId` "E-1"'],
    ['an evaluation of another shape', '"scores":', '"scorez":', 'with the `evaluationId` "E-1"'],
    ['an evaluation without its id', '"evaluationId":"E-1"', '"evaluationId":  -1 ', 'without a readable `evaluationId`'],
    ['a window', 'metric', '\x01etric', 'with the `historyId` "EVALH-A-2026022211"'],
    ['a window of another shape', '"hour":', '"huor":', 'with the `historyId` "EVALH-A-2026022211"'],
  ])
    test(`sqlite: ${what} that is damaged is reported by name`, () =>
      inFile(async (path) => {
        const first = tracker(sqliteStore(path));
        first.record(evaluation(1, { metric: 0.25 }, { evaluationId: 'E-1', explanation: 'DAMAGED' }));
        await first.close();
        const bytes = await readFile(path);
        for (let at = bytes.indexOf(from); at !== -1; at = bytes.indexOf(from, at + 1)) bytes.write(to, at);
        await writeFile(path, bytes);
        const evals = tracker(sqliteStore(path));
        const errors = [];
        evals.on('error', (error) => errors.push(error));
        const [history, trend, stats] = ['getEvalHistory', 'getEvalTrend', 'getSystemEvalStats'].map((name) => evals[name]('A'));
        const isWindow = what.startsWith('a window');
        // A window is skipped, since the others can be shown without it.
        await Promise.all(isWindow ? [trend, stats] : []);
        for (const error of isWindow ? errors : [await rejection(history)]) {
          assert.ok(isReflectError(error) && error.code === 'store_error', String(error));
          assert.ok(
            error.message.startsWith(`the store holds a damaged row ${row}, to be repaired or deleted there: `),
            error.message,
          );
        }
        assert.equal(errors.length, isWindow ? 1 : 0);
        await Promise.allSettled([history, trend, stats, evals.close()]);
      }));

  test('sqlite: a full disk is told with the path, the queue stays bounded, and all goes in when there is room', (context) =>
    onSmallDisk(context, async (path, remount) => {
      const evals = tracker(sqliteStore(path), { maxQueue: 300 });
      const explanation = 'long '.repeat(400);
      const { acknowledged, error } = await filled(evals, 50, explanation);
      told(error, path, /full|no space|ENOSPC/i);
      for (let n = 0; n < 400; n += 1) record(evals, { explanation });
      assert.deepEqual([evals.counts().queued, evals.counts().dropped], [300, 150]);
      assert.equal((await rejection(evals.flush())).code, 'store_error');
      remount('size=32m');
      assert.match((await rejection(evals.flush())).message, /^150 evaluations were dropped/);
      await evals.flush();
      await evals.close();
      const reader = tracker(sqliteStore(path));
      assert.equal((await recounted(reader, acknowledged)).size, acknowledged.length + 300);
      await reader.close();
    }));

  test('sqlite: a disk that may not be written is told with the path, and nothing is lost', (context) =>
    onSmallDisk(context, async (path, remount) => {
      const first = tracker(sqliteStore(path));
      const acknowledged = [record(first)];
      await first.close();
      remount('ro');
      const evals = tracker(sqliteStore(path));
      acknowledged.push(record(evals));
      const error = await rejection(evals.flush());
      told(error, path, /read-?only/i);
      remount('rw');
      await evals.flush();
      assert.equal((await recounted(evals, acknowledged)).size, 2);
      await evals.close();
    }));

  test('sqlite: a lock that another holds for long is an error with the path; ours goes on meanwhile, and nothing is lost', () =>
    inFile(async (path) => {
      const evals = tracker(sqliteStore(path));
      const acknowledged = [record(evals)];
      await evals.flush();
      const other = new Sqlite(path);
      other.exec('BEGIN IMMEDIATE');
      acknowledged.push(record(evals));
      let turns = 0;
      const clock = setInterval(() => {
        turns += 1;
      }, 20);
      const error = await rejection(evals.flush());
      clearInterval(clock);
      told(error, path, /database is locked/);
      assert.ok(turns > 20, `${turns}`);
      other.exec('ROLLBACK');
      await evals.flush();
      other.exec('BEGIN IMMEDIATE');
      setTimeout(() => other.exec('ROLLBACK'), 300);
      acknowledged.push(record(evals));
      await evals.flush();
      other.close();
      assert.equal((await recounted(evals, acknowledged)).size, 3);
      await evals.close();
    }));

  test('sqlite: a question waits for no other process that writes', () =>
    inFile(async (path) => {
      const first = tracker(sqliteStore(path));
      record(first);
      await first.close();
      const other = new Sqlite(path);
      other.exec('BEGIN IMMEDIATE');
      const evals = tracker(sqliteStore(path));
      // One that waits is refused after five seconds.
      for (let n = 0; n < 3; n += 1) assert.equal((await evals.getEvalHistory('A')).length, 1);
      other.exec('ROLLBACK');
      other.close();
      await evals.close();
    }));

  test('sqlite: a damaged file is refused with its path, and left as it is', () =>
    inFile(async (path) => {
      const damages = {
        'all but the first page': (bytes) => bytes.fill(0xa5, 4_096),
        'every other kilobyte': (bytes) => {
          for (let at = 4_096; at < bytes.length; at += 2_048) bytes.fill(0, at, at + 1_024);
        },
        'the header': (bytes) => bytes.fill(0x20, 0, 64),
        'the second half': undefined,
        'all of it, for a text': () => Buffer.from('this is no database, and never was one. '.repeat(100)),
      };
      for (const [what, damage] of Object.entries(damages)) {
        rmSync(path, { force: true });
        const evals = tracker(sqliteStore(path));
        for (let n = 0; n < 600; n += 1) record(evals, { agentId: `A${n % 9}`, explanation: 'x'.repeat(200) });
        await evals.close();
        const bytes = readFileSync(path);
        if (damage === undefined) truncateSync(path, statSync(path).size / 2);
        else writeFileSync(path, damage(bytes) ?? bytes);
        const before = readFileSync(path);
        const damaged = tracker(sqliteStore(path));
        record(damaged);
        const error = await rejection(damaged.flush());
        told(error, path, /malformed|not a database/, what);
        await damaged.close().catch(() => {});
        assert.ok(readFileSync(path).equals(before), what);
      }
    }));

  test('sqlite: both tables hold the records of the seed, and a query by agent uses the index', () =>
    inFile(async (path) => {
      const evals = tracker(sqliteStore(path));
      evals.record(evaluation(1, { m: 0.25 }));
      await evals.close();
      const database = new Sqlite(path);
      const [row] = database.prepare('SELECT * FROM agent_evaluations').all();
      assert.equal(row.created_at, '2026-02-22T11:34:56.789Z');
      assert.match(row.evaluation_id, /^EVAL-A-[0-9a-z]+-[0-9a-z]+$/);
      const [window] = database.prepare('SELECT * FROM agent_eval_history').all();
      const { historyId, windowStart, windowEnd, evalCount, scoresByMetric, ...figures } = JSON.parse(window.data);
      const { avgScore: avg, minScore: min, maxScore: max } = figures;
      assert.deepEqual([window.history_id, historyId], ['EVALH-A-2026022211', 'EVALH-A-2026022211']);
      assert.deepEqual([windowStart, windowEnd], ['2026-02-22T11:00:00.000Z', '2026-02-22T12:00:00.000Z']);
      assert.deepEqual([avg, min, max, evalCount], [0.25, 0.25, 0.25, 1]);
      assert.deepEqual(scoresByMetric, { m: { avg, min, max, count: 1 } });
      const sql = `SELECT data FROM agent_evaluations WHERE json_extract(data, '$.agentId') = ?
        ORDER BY created_at DESC, evaluation_id DESC LIMIT 50`;
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all('A');
      assert.match(JSON.stringify(plan), /agent_evaluations_by_agent/);
      // The index gives the order of time; only rows of the same millisecond are sorted.
      assert.doesNotMatch(JSON.stringify(plan), /TEMP B-TREE(?! FOR LAST TERM OF ORDER BY)/);
      database.close();
    }));
}

test('sqlite: a path that is none is refused', () => {
  assert.match(thrown(() => sqliteStore('')).message, /^`path` must be a string that is not empty/);
  assert.equal(thrown(() => sqliteStore(3)).code, 'invalid_settings');
});

test('sqlite: where there is none, the error says what to install', {
  skip: Sqlite && 'this Node has SQLite',
}, async () => {
  const evals = tracker(sqliteStore('/nowhere/evals.db'));
  evals.record(evaluation(1, { m: 1 }));
  const error = await rejection(evals.flush());
  assert.equal(error.code, 'store_error');
  assert.match(error.message, /Node 22 or later, which has node:sqlite, or install better-sqlite3/);
});

const NODE_24 = fileURLToPath(new URL('../node_modules/node-24/bin/node', import.meta.url));
const INSTALLED = `--no-experimental-sqlite --import ${new URL('./stores/better-sqlite3.mjs', import.meta.url)}`;

/**
 * Runs the tests of SQLite once more in Node 24, which has it, by itself or through better-sqlite3 when it is taken away. Some must have run,
 * and none failed.
 */
async function again(stores) {
  const { NODE_TEST_CONTEXT: _, ...own } = process.env;
  const env = { ...own, STORES: stores, NODE_OPTIONS: stores === 'sqlite' ? '' : INSTALLED };
  const child = spawn(NODE_24, ['--test', '--test-reporter=tap', fileURLToPath(import.meta.url)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, printed } = await ended(child);
  assert.equal(code, 0, printed);
  assert.match(printed, /^ *ok \d+ - sqlite: (?!.*# SKIP)/m);
}

if (only === undefined) {
  const skip = !existsSync(NODE_24) && 'no Node 24';
  if (!Sqlite) test('sqlite: the same suite in Node 24', { skip }, () => again('sqlite'));
  test('better-sqlite3: the same suite in a Node 24 without node:sqlite', { skip }, () => {
    return again('better-sqlite3');
  });
}
