// `reflect-engine/slim`: whoever imports it brings the wasm.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { initSync, isReflectError, LoopMonitor, ReflectEngine as Slim } from 'reflect-engine/slim';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, thrown } from './support.mjs';

test('reflect-engine/slim without its wasm is `no_wasm`, and no trap', () => {
  const cases = [
    [
      () => new Slim(),
      /^reflect-engine\/slim has no such wasm yet: call initSync\(\{ engine \}\) with reflect_engine_bg.wasm first$/,
    ],
    [
      () => new LoopMonitor(),
      /^reflect-engine\/slim has no such wasm yet: call initSync\(\{ monitor \}\) with monitor_bg.wasm first$/,
    ],
  ];
  for (const [use, message] of cases) {
    const error = thrown(use);
    assert.equal(error.code, 'no_wasm');
    assert.match(error.message, message);
  }
});

test('`initSync` names what is wrong with what it is given, and keeps nothing of it', async () => {
  const bytes = (part) => readFileSync(fileURLToPath(import.meta.resolve(`reflect-engine/${part}_bg.wasm`)));
  const [engine, monitor] = [bytes('reflect_engine'), bytes('monitor')];
  const cases = [
    [{ engine: monitor }, 'misuse', '`engine` must be the wasm of `reflect-engine/reflect_engine_bg.wasm`, and is another'],
    [{ engine, monitor: engine }, 'misuse', '`monitor` must be the wasm of `reflect-engine/monitor_bg.wasm`, and is another'],
    [engine, 'misuse', 'initSync takes { engine, research, decision, monitor, evals }, got an instance of Buffer'],
    [{ engin: engine }, 'misuse', 'initSync takes { engine, research, decision, monitor, evals }, and has no `engin`'],
    [{ engine: undefined }, 'misuse', '`engine` must be the bytes of a wasm file or a WebAssembly.Module, got nothing'],
    [{ engine: 'a.wasm' }, 'misuse', '`engine` must be the bytes of a wasm file or a WebAssembly.Module, got a string'],
    [{ engine: Promise.resolve(engine) }, 'misuse', /^`engine` must be .* got a promise: wait for it first$/],
    [{ engine: new Uint8Array(8) }, 'no_wasm', /^`engine` cannot be compiled: /],
  ];
  for (const [given, code, message] of cases) {
    const error = thrown(() => initSync(given));
    assert.ok(isReflectError(error));
    assert.equal(error.code, code);
    if (typeof message === 'string') assert.equal(error.message, message);
    else assert.match(error.message, message);
  }
  assert.equal(thrown(() => new Slim()).code, 'no_wasm');
  initSync({ engine });
  assert.equal((await new Slim().run({ input: 'q', model: scriptedModel(['a', accept()]) })).accepted, true);
  assert.equal(thrown(() => new LoopMonitor()).code, 'no_wasm');
  initSync({ monitor: await WebAssembly.compile(monitor) });
  new LoopMonitor().free();
});

test('the wasm of the engine reads no JSON', () => {
  const bytes = readFileSync(fileURLToPath(import.meta.resolve('reflect-engine/reflect_engine_bg.wasm')));
  // What serde_json says of JSON that is nested too deep.
  assert.equal(bytes.includes('recursion limit exceeded'), false);
});
