// The wasm inside the JavaScript is packed by LZMA, which no host decodes without an await: a wasm of one and a half kilobytes does.

import decoder from 'wasm:lzma';
import { decodeBase64 } from './base64.js';

/** What the wasm of `xtask/lzma` exports. */
interface Decoder {
  readonly memory: WebAssembly.Memory;
  /** Decodes the bytes at an address to the place behind them, where so many must come out. Traps where they do not. */
  decode(packed: number, bytes: number, length: number): void;
}

/** Bytes of a page of memory. */
const PAGE = 65_536;

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
