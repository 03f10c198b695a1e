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
