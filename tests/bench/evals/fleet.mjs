// Many processes that report to one: what a monitor costs its process, how large its state is, what merging and receiving takes the one
// process that all report to. The senders are other processes, on the same cores.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { ReflectEngine } from 'reflect-engine';
import { EvalTracker } from 'reflect-engine/evals';
import { evalHandler } from 'reflect-engine/evals/server';
import { LoopMonitor } from 'reflect-engine/monitor';
import { scriptedModel } from 'reflect-engine/testing';
import { ask } from '../../js/stores/postgres.mjs';
import { median } from '../measure.mjs';
import { kilobytes, time } from '../table.mjs';
import { evaluation } from './evaluation.mjs';
import { storeAt } from './places.mjs';

const HOUR = 3_600_000;
const HOURS = 24;
const RUNS = 10_000;
const SENDERS = 2;
/** Rows of a request. */
const ROWS = 1_000;

export async function fleet(places, { rounds, ms }) {
  const monitor = new LoopMonitor();
  const result = await finished();
  const begin = performance.now();
  for (let run = 0; run < RUNS; run += 1) monitor.observe(result, { runId: `run-${run}`, nowMs: (run % HOURS) * HOUR });
  const observe = (performance.now() - begin) / 1_000 / RUNS;
  const whole = JSON.stringify(monitor);
  const state = JSON.stringify({ ...monitor.toJSON(), runs: [] });
  const rows = [
    { section: 'A fleet: one process' },
    { what: 'observe(result)', measured: time(observe) },
    { what: `state of ${HOURS} hours`, measured: kilobytes(state.length) },
    { what: `the same with ${RUNS} remembered runs`, measured: kilobytes(whole.length) },
    { section: 'A fleet: the one that all report to' },
  ];
  for (const count of [100, 1_000, 10_000]) {
    const states = Array(count).fill(state);
    const taken = Array.from({ length: rounds }, () => {
      const from = performance.now();
      LoopMonitor.merge(states, {}, { nowMs: HOURS * HOUR }).report({ nowMs: HOURS * HOUR });
      return (performance.now() - from) / 1_000;
    });
    rows.push({ what: `merge ${count} states, and report`, measured: time(median(taken)) });
  }
  const lines = Array.from({ length: ROWS }, (_, n) => JSON.stringify(evaluation(n))).join('\n');
  for (const name of ['sqlite', 'postgres']) {
    const place = await places.fresh(name);
    const evals = new EvalTracker({ store: await storeAt(name, place), warn: () => {} });
    const options = { authorize: () => true, fleet: { merge: LoopMonitor.merge } };
    const server = serve({ fetch: evalHandler(evals, options), port: 0, hostname: '127.0.0.1' });
    await once(server, 'listening');
    const url = `http://127.0.0.1:${server.address().port}`;
    if (name === 'sqlite') {
      const sent = await senders(url, { method: 'PUT', path: '/writer/evals/monitor?process=', body: state }, ms);
      rows.push({ what: `states a second, from ${SENDERS} processes`, measured: String(Math.round(sent)) });
    }
    const request = { method: 'POST', path: '/evals/rows', body: lines, headers: { 'content-type': 'application/x-ndjson' } };
    const sent = await senders(url, request, ms);
    rows.push({ what: `rows a second, ${ROWS} a request, durable in ${name}`, measured: String(Math.round(sent * ROWS)) });
    server.close();
    server.closeAllConnections();
    await evals.flush();
    const { committed } = evals.counts();
    await evals.close();
    rows.push({
      what: `bytes a row in ${name}, indexes included`,
      measured: String(Math.round((await sizeOf(name, place)) / committed)),
    });
  }
  return rows;
}

async function sizeOf(name, place) {
  if (name === 'sqlite') return statSync(place).size;
  const [{ size }] = await ask(place, 'SELECT pg_database_size(current_database()) AS size');
  return Number(size);
}

/** A result as an engine gives it: a draft that was revised once. */
async function finished() {
  const critique = (score, again) =>
    JSON.stringify({ score, issues: again ? ['why?'] : [], suggestion: '', needs_revision: again });
  const model = scriptedModel(['one', critique(4, true), 'two', critique(9, false)]);
  return new ReflectEngine().run({ input: 'q', model });
}

/** Requests a second that processes send for so long. */
async function senders(url, request, ms) {
  const children = Array.from({ length: SENDERS }, () => fork(new URL('fleet-sender.mjs', import.meta.url)));
  await Promise.all(children.map((child) => once(child, 'message')));
  const counts = children.map(async (child, at) => {
    child.send({ url, request, ms, name: `p${at}-` });
    const [{ sent, seconds }] = await once(child, 'message');
    return sent / seconds;
  });
  return (await Promise.all(counts)).reduce((sum, rate) => sum + rate, 0);
}
