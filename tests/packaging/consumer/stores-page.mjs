// The script of the page that keeps evaluations: it waits for `tests/browser/stores-page.mjs` to ask for its parts.

import { assert } from './assert.mjs';
import { checkWritten, evaluation, everywhere, NOW, persistent, tools, write } from './conformance.mjs';
import { EvalTracker, memoryStore } from './node_modules/reflect-engine/dist/evals/index.js';
import { indexedDbStore } from './node_modules/reflect-engine/dist/evals/indexeddb.js';

const host = { EvalTracker, memoryStore, assert };
const modes = new Set();
const { transaction } = IDBDatabase.prototype;
IDBDatabase.prototype.transaction = function (...given) {
  const begun = transaction.apply(this, given);
  modes.add(`${begun.mode} ${begun.durability}`);
  return begun;
};

function tracker(name, more) {
  return new EvalTracker({ store: indexedDbStore(name), now: () => NOW, warn: () => {}, ...more });
}

/** What a promise gives, or the message that it rejects with. */
const outcome = (promise) => promise.then(String, ({ code, message }) => `${code}: ${message}`);

/** Text that no browser can make shorter. */
function noise(chars) {
  let text = '';
  while (text.length < chars)
    text += String.fromCharCode(...crypto.getRandomValues(new Uint8Array(10_000)).map((byte) => 48 + (byte % 64)));
  return text.slice(0, chars);
}

const trackers = new Map();
const connections = [];

globalThis.parts = {
  /** Runs the suite; what failed, and how many ran. */
  async conformance() {
    const [failed, cases] = [[], Object.entries({ ...everywhere, ...persistent })];
    for (const [at, [title, run]] of cases.entries()) {
      const open = async () => indexedDbStore(`conformance ${at}`);
      await run({ ...tools(host), open }).catch((error) => failed.push(`${title}: ${error.stack ?? error}`));
    }
    return { failed, ran: cases.length };
  },

  /** Kinds of transaction that were begun so far. */
  modes: () => [...modes].sort(),

  write: (name, number, flushes) => write(tracker(name), number, { flushes }),

  /** Writes until the browser is killed, and says in the console what was acknowledged. */
  writeOn(name) {
    write(tracker(name), 4, { flushes: 1_000_000, onFlushed: (ids) => console.log(JSON.stringify(ids)) });
  },

  async checkWritten(name, acknowledged) {
    const evals = tracker(name);
    return outcome(checkWritten(evals, acknowledged, host).then(() => evals.close()));
  },

  /** Records some more with a tracker that stays, and tells how its flush and its history are. */
  async record(name, { count = 1, chars = 0, look = true } = {}) {
    if (!trackers.has(name)) trackers.set(name, tracker(name));
    const evals = trackers.get(name);
    for (let n = 0; n < count; n += 1) evals.record(evaluation(1, { m: 0.5 }, { explanation: noise(chars) }));
    const flushed = await outcome(evals.flush());
    const { queued, committed } = evals.counts();
    if (!look) return { flushed, queued, committed };
    return { flushed, queued, committed, history: await outcome(evals.getEvalHistory('A').then(({ length }) => length)) };
  },

  /** Opens a database while the machine has no time for it. */
  busy(name) {
    const asked = outcome(indexedDbStore(name).evaluations({ limit: 1 }));
    for (const until = performance.now() + 6_000; performance.now() < until; );
    return asked;
  },

  /** What somebody else's script does to a database: opens it, and never lets go. */
  hold: (name, version) =>
    new Promise((resolve) => {
      const request = indexedDB.open(name, version);
      request.onblocked = () => resolve('blocked');
      request.onerror = () => resolve(String(request.error));
      request.onsuccess = () => resolve(`open ${connections.push(request.result)}`);
    }),

  letGo() {
    for (const connection of connections.splice(0)) connection.close();
  },

  /** Deletes a database; does not wait for those who hold it. */
  remove: (name) =>
    new Promise((resolve) => {
      const request = indexedDB.deleteDatabase(name);
      request.onblocked = () => resolve('blocked');
      request.onsuccess = () => resolve('deleted');
      request.onerror = () => resolve(String(request.error));
    }),

  /** Settings that no store takes. */
  async refused() {
    const wrong = [];
    for (const name of ['', undefined, 3]) {
      try {
        indexedDbStore(name);
      } catch ({ code, message }) {
        wrong.push(`${code}: ${message}`);
      }
    }
    return wrong;
  },
};

document.getElementById('outcome').textContent = 'ready';
