// Where an ES module finds a wasm: in what `initSync` was given, else inside the JavaScript, packed and as base64, so that the package works
// straight after import, in every host that may compile wasm, with no file, network or await. What `slim` exports is the same, and says
// nowhere what is inside. The build replaces this module by `node.ts` for CommonJS.

import decoder from 'wasm:lzma';
import { describeError, ReflectError } from '../error.js';
import { missing, supplied } from './slim.js';

/** Bytes of a page of memory. */
const PAGE = 65_536;

/** The bytes of `X_bg.wasm`, where a host has the file. */
type Read = (part: string) => Uint8Array<ArrayBuffer>;

let read: Read | undefined;

/** From now on the file is taken where it can be read: see `file.ts`. */
export function readWith(reader: Read): void {
  read = reader;
}

/** How to make what is inside, by its name. */
const inside = new Map<string, () => object>();

/** The wasm of this name. Throws `no_wasm`. */
export function compiled(part: string): object {
  const module = supplied(part) ?? inside.get(part)?.();
  if (module === undefined) throw missing(part);
  return module;
}

/** What needs these wasm, which are inside from now on: of each its name, the length of its file, and LZMA. The build writes the calls. */
export function within<V>(value: V, ...sources: string[]): V {
  for (const source of sources) {
    const [part = ''] = source.split(' ', 1);
    inside.set(part, () => unpacked(source));
  }
  return value;
}

function unpacked(source: string): WebAssembly.Module {
  const [part = '', length = '', packed = ''] = source.split(' ');
  try {
    return new WebAssembly.Module(fromFile(part, Number(length)) ?? decodeLzma(decodeBase64(packed), Number(length)));
  } catch (cause) {
    const allow =
      "a page must allow 'wasm-unsafe-eval' in the script-src of its Content-Security-Policy, " +
      'and a host that compiles ahead of time takes `reflect-engine/slim`';
    throw new ReflectError('no_wasm', `this host compiles no WebAssembly (${describeError(cause)}): ${allow}`, { cause });
  }
}

/** None where it is of another length, or somewhere else, as in a program that a bundler made one file of. */
function fromFile(part: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = read?.(part);
    return bytes?.length === length ? bytes : undefined;
  } catch {
    return undefined;
  }
}

interface Host {
  readonly Uint8Array: { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };
  readonly Buffer?: { from: (text: string, encoding: 'base64') => Uint8Array<ArrayBuffer> };
  readonly atob?: (text: string) => string;
}

/** Decodes base64 by the fastest way that the host has. `Uint8Array.from(atob(…))` is four times slower than any. */
export function decodeBase64(text: string, host: Host = globalThis as unknown as Host): Uint8Array<ArrayBuffer> {
  if (typeof host.Uint8Array.fromBase64 === 'function') return host.Uint8Array.fromBase64(text);
  if (typeof host.Buffer?.from === 'function') return host.Buffer.from(text, 'base64');
  if (typeof host.atob === 'function') {
    const binary = host.atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  }
  return decodeByHand(text);
}

/** For hosts with nothing but the language, such as a bare `node:vm` context or a workflow isolate. */
function decodeByHand(text: string): Uint8Array<ArrayBuffer> {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const values = new Uint8Array(128);
  for (let i = 0; i < alphabet.length; i++) values[alphabet.charCodeAt(i)] = i;

  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  const sextet = (at: number): number => values[text.charCodeAt(at)] ?? 0;
  for (let i = 0, at = 0; i < text.length; i += 4) {
    const group = (sextet(i) << 18) | (sextet(i + 1) << 12) | (sextet(i + 2) << 6) | sextet(i + 3);
    // Writes past the end of a typed array are ignored, which drops what the padding meant.
    bytes[at++] = group >> 16;
    bytes[at++] = group >> 8;
    bytes[at++] = group;
  }
  return bytes;
}

/** What the wasm of `xtask/lzma` exports. */
interface Decoder {
  readonly memory: WebAssembly.Memory;
  /** Decodes the bytes at an address to the place behind them, where so many must come out. Traps where they do not. */
  decode(packed: number, bytes: number, length: number): void;
}

/** What this LZMA holds, which has that length. Throws where it is cut or changed. */
export function decodeLzma(packed: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(decodeBase64(decoder)));
  const { memory, decode } = exports as unknown as Decoder;
  const from = memory.buffer.byteLength;
  memory.grow(Math.ceil((packed.length + length) / PAGE));
  new Uint8Array(memory.buffer).set(packed, from);
  decode(from, packed.length, length);
  return new Uint8Array(memory.buffer as ArrayBuffer, from + packed.length, length);
}
