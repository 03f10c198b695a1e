// A process that makes a JSONL store forget: `node pruner.mjs PATH HOW`.
//
// HOW `loop`: over and over, a little more each time, until it is told to stop by the end of its input. HOW `before:K` or `after:K`: once, while
// it writes too, and it is killed at the K-th call to the file system. Prints the ids of each flush once it is acknowledged, and `done`.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { EvalTracker } from 'reflect-engine';
import { jsonlStore } from 'reflect-engine/stores/jsonl';
import { NOW, write } from './conformance.mjs';

const HOUR = 3_600_000;
const [path, how] = process.argv.slice(2);
const store = jsonlStore(path);
const evals = new EvalTracker({ store, now: () => NOW, warn: () => {} });
const say = (ids) => fs.writeSync(1, `${JSON.stringify(ids)}\n`);
await evals.getAgentEvalStats('A');

if (how === 'loop') {
  let stopped = false;
  process.stdin.resume().on('end', () => {
    stopped = true;
  });
  // What writers write now is newer than all of this.
  for (let hours = 200; hours > 10 && !stopped; hours -= 1) {
    await store.prune({ evaluationsBeforeMs: NOW - hours * HOUR });
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
} else {
  const [when, count] = how.split(':');
  killAt(Number(count), when);
  const pruned = store.prune({ evaluationsBeforeMs: NOW - 10 * HOUR, windowsBeforeMs: NOW - 150 * HOUR });
  await Promise.all([pruned, write(evals, 7, { flushes: 3, onFlushed: say })]);
}
await evals.close();
fs.writeSync(1, '"done"\n');

function killAt(last, when) {
  let count = 0;
  for (const name of ['openSync', 'writeSync', 'fsyncSync', 'linkSync', 'renameSync', 'unlinkSync', 'closeSync']) {
    const call = fs[name];
    fs[name] = (...given) => {
      if (given[0] === 1) return call(...given);
      count += 1;
      if (count === last && when === 'before') process.kill(process.pid, 'SIGKILL');
      const came = call(...given);
      if (count === last) process.kill(process.pid, 'SIGKILL');
      return came;
    };
  }
  syncBuiltinESMExports();
}
