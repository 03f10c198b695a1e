// Runs that nobody goes on with, in Node 22: Node 20 keeps many of those that begin in one turn of the event loop.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SCRIPT = `
import { setImmediate as turn } from 'node:timers/promises';
import { ReflectEngine } from 'reflect-engine';

let left = 2_000;
const registry = new FinalizationRegistry(() => { left -= 1; });
const engine = new ReflectEngine();
for (let run = left; run > 0; run--) {
  const task = { input: 'q', model: () => 'a', durable: { run: () => new Promise(() => {}) } };
  registry.register(task.durable, run);
  engine.run(task);
}
for (let rounds = 0; rounds < 50 && left > 40; rounds++) {
  await turn();
  gc();
}
// The registry must live as long as they do.
registry.unregister(engine);
console.log(left);
`;

/** 200 gates at once, each in a context of its own: every fifth host goes away after its first draft, the others end theirs. */
const GATES = `
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { ReflectEngine } from 'reflect-engine';

const storage = new AsyncLocalStorage();
const engine = new ReflectEngine({ maxReflections: 2 });
const seen = { right: 0, wrong: 0 };
const left = [];
async function host(number) {
  const critic = async () => {
    await turn();
    seen[storage.getStore() === number ? 'right' : 'wrong'] += 1;
    return JSON.stringify({ score: 3, issues: ['short'], suggestion: '', needs_revision: true });
  };
  const gate = engine.gate({ input: 'q', critic });
  const goes = number % 5 === 0;
  for (let draft = 0; draft < (goes ? 1 : 3); draft++) await gate.submit('draft ' + draft);
  if (goes) left.push(new WeakRef(gate));
}
await Promise.all(Array.from({ length: 200 }, (_, number) => storage.run(number, () => host(number))));
for (let rounds = 0; rounds < 50 && left.some((gate) => gate.deref()); rounds++) {
  await turn();
  gc();
}
console.log(JSON.stringify({ ...seen, held: left.filter((gate) => gate.deref()).length, timers: process.getActiveResourcesInfo() }));
`;

/** What nobody but a call with a time limit holds: the callback has been forgotten, and the code that waits is held by the run itself. */
const WAITING = `
import { setTimeout as sleep } from 'node:timers/promises';
import { ReflectEngine } from 'reflect-engine';

const engine = new ReflectEngine({ budget: { callTimeoutMs: 300 } });
void engine.run({ input: 'q', model: () => new Promise(() => {}) }).catch(({ message }) => console.log(message));
for (let rounds = 0; rounds < 10; rounds++) {
  await sleep(10);
  gc();
}
`;

const cwd = fileURLToPath(new URL('..', import.meta.url));

function printed(script) {
  const node = fileURLToPath(new URL('../node_modules/node-22/bin/node', import.meta.url));
  return execFileSync(node, ['--expose-gc', '--input-type=module', '--eval', script], { cwd, encoding: 'utf8' });
}

test('runs that wait for their durable host alone are collected', () => {
  const left = Number(printed(SCRIPT));
  assert.ok(left <= 40, `${left} of 2000 runs are left`);
});

test('a call with a time limit ends at it, also where nothing else holds its run', () => {
  assert.match(printed(WAITING), /^answer-1: no answer within 300 ms \(see `budget\.callTimeoutMs`\)\n$/);
});

test('gates keep the context of their host, and one that its host has left is collected, without a timer', () => {
  const { right, wrong, held, timers } = JSON.parse(printed(GATES));
  assert.deepEqual([right, wrong], [40 + 160 * 3, 0]);
  assert.ok(held <= 4, `${held} of 40 are held`);
  assert.ok(!timers.includes('Timeout'), timers.join(' '));
});
