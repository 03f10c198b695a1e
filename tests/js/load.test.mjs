// The pieces of the loader that hosts without `atob`, `TextEncoder` and the like depend on.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { build } from 'esbuild';
import { initSync, LoopMonitor, ReflectEngine as Slim } from 'reflect-engine/slim';
import { scriptedModel } from 'reflect-engine/testing';
import { accept, refusals, thrown } from './support.mjs';

const { decodeBase64 } = await source('load/base64.ts');
const { inflated } = await source('load/inflate.ts');
const { Utf8Decoder, Utf8Encoder } = await source('load/text.ts');

/** Lengths around the group of three, and around the tail of one and two. */
const LENGTHS = [0, 1, 2, 3, 4, 5, 6, 255, 256, 257, 4096];

const hosts = {
  'Uint8Array.fromBase64': { Uint8Array: { fromBase64: (text) => new Uint8Array(Buffer.from(text, 'base64')) } },
  'Buffer.from': { Uint8Array: {}, Buffer },
  atob: { Uint8Array: {}, atob },
  'the language alone': { Uint8Array: {} },
};
for (const [name, host] of Object.entries(hosts)) {
  test(`base64 is decoded by ${name}`, () => {
    for (const length of LENGTHS) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 151 + 7) % 256);
      const decoded = decodeBase64(Buffer.from(bytes).toString('base64'), host);
      assert.deepEqual([...decoded], [...bytes], `${length} bytes`);
    }
  });
}

for (const [name, host] of Object.entries({ 'the zlib of Node': globalThis, 'the language alone': {} })) {
  test(`wasm is inflated by ${name}`, () => {
    for (const length of LENGTHS) {
      // Bytes that repeat and bytes that do not, behind others of the same buffer.
      const bytes = Uint8Array.from({ length }, (_, index) => (index % 3 === 0 ? 7 : (index * index * 151) % 256));
      const packed = new Uint8Array([9, 9, length & 255, length >> 8, 0, 0, ...deflateRawSync(bytes)]).subarray(2);
      assert.deepEqual([...inflated(packed, host)], [...bytes], `${length} bytes`);
    }
  });
}

const TEXTS = [
  '',
  'plain',
  '\u0000\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff',
  'naïve 東京 🦀 👩‍🚀 \u{10000}\u{10ffff}',
  '\ufeffbyte order mark',
  'x'.repeat(5000) + '🐳'.repeat(5000),
];

test('text is encoded as the host would', () => {
  for (const text of [...TEXTS, 'half \ud83e and \udd80 pairs', '\ud83e']) {
    assert.deepEqual([...new Utf8Encoder().encode(text)], [...new TextEncoder().encode(text)]);
  }
});

test('text is encoded into what room there is, whole characters only', () => {
  for (const room of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const ours = new Uint8Array(room);
    const theirs = new Uint8Array(room);
    assert.deepEqual(new Utf8Encoder().encodeInto('aé東🦀', ours), new TextEncoder().encodeInto('aé東🦀', theirs));
    assert.deepEqual(ours, theirs);
  }
});

test('text is decoded as the host would', () => {
  const host = new TextDecoder('utf-8', { ignoreBOM: true });
  for (const text of TEXTS) {
    const bytes = new TextEncoder().encode(text);
    assert.equal(new Utf8Decoder().decode(bytes), host.decode(bytes));
  }
  assert.equal(new Utf8Decoder().decode(), '');
});

/** A module of the package's source, which no entry exports. */
async function source(path) {
  const file = fileURLToPath(new URL(`../../pkg-template/src/${path}`, import.meta.url));
  const { outputFiles } = await build({ entryPoints: [file], bundle: true, format: 'esm', write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

test('no file of the package says where it was built', () => {
  const folder = fileURLToPath(new URL('..', import.meta.resolve('reflect-engine')));
  const here = fileURLToPath(new URL('../..', import.meta.url));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  assert.ok(files.length > 30, `${files.length} files`);
  for (const { parentPath, path = parentPath, name } of files) {
    const text = readFileSync(join(path, name), 'latin1');
    for (const place of [here, homedir()]) assert.ok(place === '/' || !text.includes(place), `${name} holds ${place}`);
  }
});

test('reflect-engine/slim without its wasm is `no_wasm`, and no trap', async () => {
  const none = (part, file) => `reflect-engine/slim has no such wasm yet: call initSync({ ${part} }) with ${file}_bg.wasm first`;
  await refusals('no_wasm', [
    [() => new Slim(), none('engine', 'reflect_engine')],
    [() => new LoopMonitor(), none('monitor', 'monitor')],
  ]);
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
  for (const [given, code, message] of cases) await refusals(code, [[() => initSync(given), message]]);
  assert.equal(thrown(() => new Slim()).code, 'no_wasm');
  initSync({ engine });
  assert.equal((await new Slim().run({ input: 'q', model: scriptedModel(['a', accept()]) })).accepted, true);
  assert.equal(thrown(() => new LoopMonitor()).code, 'no_wasm');
  initSync({ monitor: await WebAssembly.compile(monitor) });
  new LoopMonitor().free();
});
