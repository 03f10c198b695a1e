// The package under the SDK of Inngest, driven by its own test engine, which needs no server: the function runs anew for each step.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InngestTestEngine } from '@inngest/test';
import { Inngest } from 'inngest';
import { ReflectEngine } from 'reflect-engine';
import { accept, reject } from '../js/support.mjs';

const engine = new ReflectEngine({ maxReflections: 1 });
const JURY = ['judge-1', 'judge-2', 'judge-3'];
const CALLS = ['answer-1', 'critique-1', 'revision-1', 'critique-2'].flatMap((name) =>
  name.startsWith('critique') ? JURY.map((judge) => `${name}.${judge}`) : [name],
);

/** A function that reflects, and the calls that its model was asked. */
function reflecting(durable = {}) {
  const calls = [];
  let executions = 0;
  const model = ({ callId, purpose, iteration }) => {
    calls.push(callId);
    if (purpose !== 'critique') return `Draft ${iteration}.`;
    return iteration === 1 ? reject() : accept();
  };
  const inngest = new Inngest({ id: 'tests', isDev: true, logger: { info() {}, warn() {}, error() {}, debug() {} } });
  const answer = inngest.createFunction({ id: 'answer', triggers: [{ event: 'asked' }] }, async ({ event, runId, step }) => {
    executions += 1;
    const run = (name, fn) => step.run(name, fn);
    const seed = Number.parseInt(runId.slice(-6), 36);
    const task = { input: event.data.input, model, critic: [model, model, model] };
    const { output, status, iterations } = await engine.run({ ...task, durable: { run, seed, ...durable } });
    return { output, status, iterations };
  });
  const events = [{ name: 'asked', data: { input: 'Name a prime.' } }];
  const host = new InngestTestEngine({ function: answer, events });
  return { host, calls, executions: () => executions };
}

test('a run with a jury asks each call once, though the function runs once for each step', async () => {
  const { host, calls, executions } = reflecting();
  const { result, error } = await host.execute();
  assert.equal(error, undefined);
  assert.deepEqual(result, { output: 'Draft 2.', status: 'ok', iterations: 2 });
  assert.deepEqual(calls, CALLS);
  assert.equal(executions(), CALLS.length + 1);
});

test('what its steps gave before is not asked again', async () => {
  const kept = { 'answer-1': { reply: 'Kept.' }, 'critique-1.judge-1': { reply: reject() } };
  const { host, calls } = reflecting();
  const steps = Object.entries(kept).map(([id, value]) => ({ id, handler: () => value }));
  const { result, error } = await host.execute({ steps });
  assert.equal(error, undefined);
  assert.deepEqual(
    calls,
    CALLS.filter((name) => !(name in kept)),
  );
  assert.equal(result.output, 'Draft 2.');
});

// Each branch of a parallel step goes on by itself there. Whether Inngest's server drops what comes twice could not be tried.
test('with `all`, what follows the jury is asked by each branch', async () => {
  const { host, calls } = reflecting({ all: (steps) => Promise.all(steps) });
  const { result } = await host.execute();
  assert.equal(result.output, 'Draft 2.');
  assert.equal(calls.filter((name) => name === 'revision-1').length, 3);
});
