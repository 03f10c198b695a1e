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
    [() => new Slim(), /^reflect-engine\/slim has no wasm yet: call initSync\(bytes\)/],
    [() => new LoopMonitor(), /^reflect-engine\/slim has no wasm of the companions yet: call initSync\(engine, companions\)/],
  ];
  for (const [use, message] of cases) {
    const error = thrown(use);
    assert.equal(error.code, 'no_wasm');
    assert.match(error.message, message);
  }
});

test('`initSync` names what is wrong with what it is given, and keeps nothing of it', async () => {
  const bytes = (half) => readFileSync(fileURLToPath(import.meta.resolve(`reflect-engine/${half}_bg.wasm`)));
  const [engine, companions] = [bytes('reflect_engine'), bytes('companions')];
  const cases = [
    [[companions], 'misuse', '`engine` must be the wasm of `reflect-engine/reflect_engine_bg.wasm`, and is another'],
    [[engine, engine], 'misuse', '`companions` must be the wasm of `reflect-engine/companions_bg.wasm`, and is another'],
    [[undefined], 'misuse', '`engine` must be the bytes of a wasm file or a WebAssembly.Module, got nothing'],
    [['a.wasm'], 'misuse', '`engine` must be the bytes of a wasm file or a WebAssembly.Module, got a string'],
    [[Promise.resolve(engine)], 'misuse', /^`engine` must be .* got a promise: wait for it first$/],
    [[new Uint8Array(8)], 'no_wasm', /^`engine` cannot be compiled: /],
  ];
  for (const [given, code, message] of cases) {
    const error = thrown(() => initSync(...given));
    assert.ok(isReflectError(error));
    assert.equal(error.code, code);
    if (typeof message === 'string') assert.equal(error.message, message);
    else assert.match(error.message, message);
  }
  assert.equal(thrown(() => new Slim()).code, 'no_wasm');
  initSync(engine);
  assert.equal((await new Slim().run({ input: 'q', model: scriptedModel(['a', accept()]) })).accepted, true);
  assert.equal(thrown(() => new LoopMonitor()).code, 'no_wasm');
  initSync(engine, await WebAssembly.compile(companions));
  new LoopMonitor().free();
});
