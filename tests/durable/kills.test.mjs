// What a durable run is worth: `kill -9` in the middle of three runs at once, 200 runs on two workers, and what a step costs.
// It prints how many steps were found again, and how many calls were asked again. With `WHOLE=1` there are as many kills as docs/durable.md
// says.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { accept, isWhole, reject } from '../js/support.mjs';
import { dbos, inngest, lacksTemporal, langgraph, models, restate, temporal, until } from './host.mjs';

const TASKS = ['a', 'b', 'c'];
const SEED = 7;
/** Calls of a run: a tool turn and the tool, four drafts, three jurors for each. */
const CALLS = 18;
/** Milliseconds between an answer and its kill; the first comes before the answer. */
const MOMENTS = [undefined, 0, 15];

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const MANY = isWhole ? 200 : 20;

for (const [name, open, killed, { many = MANY, skip = false, hasClock = true } = {}] of [
  ['Restate', restate, isWhole ? { worker: 15, server: 6 } : { worker: 3, server: 1 }],
  ['DBOS', dbos, { worker: isWhole ? 15 : 3 }],
  ['LangGraph', langgraph, { worker: isWhole ? 15 : 3 }],
  // Time stands still inside its workflows.
  [
    'Temporal',
    temporal,
    isWhole ? { worker: 10, server: 3 } : { worker: 3, server: 1 },
    { many: 0, skip: lacksTemporal, hasClock: false },
  ],
  // A function is called anew for each step.
  ['Inngest', inngest, { worker: isWhole ? 10 : 3 }, { many: 20, hasClock: false }],
])
  describe(name, { timeout: isWhole ? 900_000 : 300_000, skip }, () => {
    /** Is told of each call that is asked for the first time, and may wait. */
    let first = () => undefined;
    let quick = false;
    const seen = new Set();
    const answer = async ({ id, callId, purpose }) => {
      const isFirst = !seen.has(`${id}:${callId}`);
      seen.add(`${id}:${callId}`);
      if (!quick) await pause(10);
      if (isFirst) await first();
      if (purpose === 'tool') return { sum: 3 };
      if (purpose === 'critique') return { content: quick || callId.startsWith('critique-4') ? accept() : reject() };
      const toolCalls = [{ id: 't1', name: 'add', arguments: { a: 1, b: 2 } }];
      return callId === 'answer-1' && !quick ? { content: '', toolCalls } : { content: `The text of ${callId}` };
    };
    let [model, host] = [];
    before(async () => {
      model = await models(answer);
      host = await open(model.url);
    });
    after(async () => {
      await host?.stop();
      await model.close();
    });

    /** The idempotency keys that a run sent, by call; each has one. */
    function keysOf(id) {
      const keys = {};
      for (const { callId, key } of model.asked.filter((question) => question.id === id)) {
        assert.equal(keys[callId] ?? key, key, `${id}:${callId} has two keys`);
        keys[callId] = key;
      }
      return keys;
    }

    const plain = new Map();
    test('undisturbed, three runs at once ask each call once', async () => {
      const given = TASKS.map((task) => ({ id: `plain-${task}`, task, seed: SEED }));
      const results = await Promise.all(given.map((input) => host.finished('run', input)));
      for (const [at, { id, task }] of given.entries()) {
        assert.deepEqual([results[at].status, results[at].iterations, results[at].timed], ['ok', 4, true]);
        assert.equal(model.asked.filter((question) => question.id === id).length, CALLS);
        plain.set(task, { result: results[at], keys: keysOf(id) });
      }
      assert.notDeepEqual(plain.get('a').keys, plain.get('b').keys);
      console.log(`${name}: a run of ${CALLS} calls and four verifiers leaves ${await host.size('plain-a')}`);
    });

    for (const [part, times] of Object.entries(killed))
      test(`kill -9 of the ${part}, ${times} times: the same results and keys, and nothing is asked again that was kept`, async () => {
        const every = Math.floor((TASKS.length * CALLS) / (times + 1));
        const given = TASKS.map((task) => ({ id: `${part}-${task}`, task, seed: SEED }));
        const looks = [];
        const finished = new Set();
        /** What is kept now, and how many calls were asked for before. */
        const look = async () =>
          looks.push({
            kept: new Set(await host.kept()),
            at: model.asked.length,
            open: given.filter(({ id }) => !finished.has(id)),
          });
        let [fresh, kills, killing] = [0, 0, Promise.resolve()];
        const kill = async () => {
          // On a busy machine a host may be late with what it keeps; a kill that finds nothing new shows nothing.
          await until(async () => (await host.kept()).length > (looks.at(-1)?.kept.size ?? 0));
          // No worker, no calls: what it left is what it will find. A server that is gone tells nothing.
          if (part === 'server') await look();
          await host[part].kill();
          if (part !== 'server') await look();
          await host[part].start();
          kills += 1;
        };
        first = async () => {
          fresh += 1;
          if (fresh % every !== 0 || fresh / every > times) return;
          const moment = MOMENTS[(fresh / every) % MOMENTS.length];
          killing = killing.then(() => pause(moment ?? 0)).then(kill);
          if (moment === undefined) await killing;
        };
        const begun = model.asked.length;
        const ends = given.map((input) => host.finished('run', input).finally(() => finished.add(input.id)));
        const results = await Promise.all(ends).finally(() => (first = () => undefined));
        await killing;
        assert.equal(kills, times);
        for (const [at, { id, task }] of given.entries()) {
          assert.deepEqual(results[at], plain.get(task).result);
          assert.deepEqual(keysOf(id), plain.get(task).keys);
        }
        let found = 0;
        for (const { kept, at, open } of looks) {
          for (const { id } of open) found += [...kept].filter((step) => step.startsWith(`${id}:`)).length;
          for (const { id, callId } of model.asked.slice(at))
            assert.ok(!kept.has(`${id}:${callId}`), `${id}:${callId} was asked again`);
        }
        assert.ok(found > times, `${found}`);
        const again = model.asked.length - begun - TASKS.length * CALLS;
        console.log(
          `${name}, ${part}: ${kills} kills, ${found} steps found again, ${again} calls in flight asked again, 0 kept ones`,
        );
      });

    test(`${many} runs at once on two workers ask each call once`, { skip: many === 0 }, async () => {
      const others = await open(model.url, ['one', 'two']);
      try {
        const given = Array.from({ length: many }, (_, at) => ({ id: `many-${at}`, task: TASKS[at % 3], seed: SEED }));
        const begun = performance.now();
        const results = await Promise.all(given.map((input, at) => others.finished('run', input, ['one', 'two'][at % 2])));
        console.log(`${name}: ${many} runs at once on two workers in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
        for (const [at, { id, task }] of given.entries()) {
          assert.deepEqual(results[at], plain.get(task).result);
          assert.deepEqual(keysOf(id), plain.get(task).keys);
        }
        const asked = model.asked.filter(({ id }) => id.startsWith('many-'));
        assert.equal(asked.length, given.length * CALLS);
        const by = ['one', 'two'].map((worker) => asked.filter((question) => question.by === worker).length);
        assert.ok(Math.min(...by) > asked.length / 5, `${by}`);
      } finally {
        await others.stop();
      }
    });

    test('what the engine adds to the cost of its steps', { skip: !hasClock || (!isWhole && 'WHOLE=1') }, async () => {
      quick = true;
      // In turn, so that what else the machine does falls on both; the first third warms up.
      const rounds = 30;
      const times = { steps: [], run: [] };
      for (let at = 0; at < rounds; at += 1)
        for (const kind of ['steps', 'run']) {
          times[kind].push(await host.finished('cost', { id: `cost-${kind}-${at}`, engine: kind === 'run' }));
        }
      const [steps, run] = Object.values(times).map((all) => all.slice(rounds / 3).sort((a, b) => a - b));
      const median = rounds / 3;
      console.log(`${name}: six steps ${steps[median].toFixed(1)} ms, a run of six steps ${run[median].toFixed(1)} ms`);
      assert.ok(run[0] < 3 * steps[0], `${run[0]}`);
      quick = false;
    });
  });
