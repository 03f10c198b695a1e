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

test('runs that wait for their durable host alone are collected', () => {
  const node = fileURLToPath(new URL('../node_modules/node-22/bin/node', import.meta.url));
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const left = Number(execFileSync(node, ['--expose-gc', '--input-type=module', '--eval', SCRIPT], { cwd, encoding: 'utf8' }));
  assert.ok(left <= 40, `${left} of 2000 runs are left`);
});
