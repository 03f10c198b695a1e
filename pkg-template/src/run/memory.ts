// The memory of the engine's wasm, as JavaScript reads and writes it: texts go in through one kept piece of it, and constants that were
// read once are kept.

import type { EngineExports, RawExports } from '../load/exports.js';
import { engine } from '../load/index.js';

/** Texts up to this many bytes are put together letter by letter, which is faster than a decoder. */
const SHORT = 48;
/** The smallest piece of memory that texts are written to, in bytes. */
const SCRATCH = 8_192;
/** Finish reasons that are remembered. */
const MOST_REASONS = 100;

export class Memory {
  /** All of the memory, as numbers of 64 bits. A new view where the memory has grown: look at it after every call into wasm. */
  numbers = new Float64Array();
  readonly glue: EngineExports;
  /** What its wasm exports, beneath the glue. */
  readonly raw: RawExports;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private readonly constants = new Map<number, string>();
  private readonly finishCodes = new Map<string, number>();
  private readonly schemas = new Map<number, Record<string, unknown>>();
  private buffer: ArrayBufferLike | undefined;
  private bytes = new Uint8Array();
  private scratch = new Uint8Array();
  private scratchAt = 0;

  constructor(glue: EngineExports, raw: RawExports) {
    this.glue = glue;
    this.raw = raw;
  }

  /** Makes the views anew where the memory has grown. */
  look(): void {
    const { buffer } = this.raw.memory;
    if (buffer === this.buffer) return;
    this.buffer = buffer;
    this.bytes = new Uint8Array(buffer);
    this.numbers = new Float64Array(buffer);
    this.scratch = new Uint8Array(buffer, this.scratchAt, this.scratch.length);
  }

  /** Writes a text for the core to take; its length in bytes. */
  write(text: string): number {
    // A letter of UTF-16 is at most three bytes of UTF-8.
    if (text.length * 3 > this.scratch.length) this.grow(text.length * 3);
    this.look();
    return this.encoder.encodeInto(text, this.scratch).written;
  }

  /** What a provider's finish reason means, of which the core is asked once. */
  finishCode(reason: string): number {
    let code = this.finishCodes.get(reason);
    if (code === undefined) {
      code = this.glue.finishCode(reason);
      if (this.finishCodes.size < MOST_REASONS) this.finishCodes.set(reason, code);
    }
    return code;
  }

  /** A text of the core. */
  text(at: number, length: number): string {
    if (length > SHORT) return this.decoder.decode(this.bytes.subarray(at, at + length));
    let text = '';
    for (let place = at; place < at + length; place++) {
      const byte = this.bytes[place] as number;
      if (byte > 127) return this.decoder.decode(this.bytes.subarray(at, at + length));
      text += String.fromCharCode(byte);
    }
    return text;
  }

  /** A text of the core that never changes. */
  constant(at: number, length: number): string {
    // Two constants may begin at the same place.
    const key = at * 65_536 + length;
    let text = this.constants.get(key);
    if (text === undefined) {
      text = this.text(at, length);
      this.constants.set(key, text);
    }
    return text;
  }

  /** A JSON Schema that is in the source of the core: one object for all, which nobody can change. */
  schema(at: number, length: number): Record<string, unknown> {
    let schema = this.schemas.get(at);
    if (schema === undefined) {
      schema = frozen(JSON.parse(this.text(at, length)) as Record<string, unknown>);
      this.schemas.set(at, schema);
    }
    return schema;
  }

  private grow(bytes: number): void {
    const wanted = Math.max(SCRATCH, 2 ** Math.ceil(Math.log2(bytes)));
    this.scratchAt = this.glue.scratch(wanted) >>> 0;
    this.buffer = undefined;
    this.scratch = new Uint8Array(this.raw.memory.buffer, this.scratchAt, wanted);
  }
}

/** A value that nobody can change. */
export function frozen<V extends object>(value: V): V {
  for (const held of Object.values(value)) if (typeof held === 'object' && held !== null) frozen(held as object);
  return Object.freeze(value);
}

let made: Memory | undefined;

/** That of the engine, which is instantiated at the first call. */
export function memory(): Memory {
  if (made === undefined) {
    const { glue, raw } = engine();
    made = new Memory(glue, raw);
  }
  return made;
}
