// The memory of one part of the core, as JavaScript reads it. Texts that are written in its source are read once.

import { FIELDS, MAKERS, type Maker } from './records.js';

/** What the wasm itself exports, beneath its glue. */
export interface RawExports {
  readonly memory: WebAssembly.Memory;
  /** Where the stack of the core ends. */
  readonly __stack_pointer: WebAssembly.Global;
  /** Fills the table of values of the host. */
  __wbindgen_start(): void;
  /** Where texts for the engine are written, with room for so many bytes. */
  scratch?(bytes: number): number;
}

/** Places for texts that never change: a text that comes to a taken one takes it. */
const CONSTANTS = 1_024;

/** Bytes from which a text is long. */
const LONG = 65_536;

interface Constant {
  place: number;
  text: string;
}

/** Texts up to this many bytes are put together letter by letter, which is faster than a decoder. */
const SHORT = 48;
/** The least room for texts that go in, in bytes. */
const LEAST = 8_192;

export class Memory {
  /** What the wasm exports, beneath its glue. */
  readonly raw: RawExports;
  /** All of it, as numbers of 64 bits. A new view where the memory has grown: look at it after every call into wasm. */
  numbers = new Float64Array();
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private readonly constants: (Constant | undefined)[] = new Array(CONSTANTS).fill(undefined);
  private readonly makers = new Map<number, Maker>();
  private readonly schemas = new Map<number, unknown>();
  private buffer: ArrayBufferLike | undefined;
  private bytes = new Uint8Array();
  private readonly encoder = new TextEncoder();
  private scratch = new Uint8Array();

  constructor(raw: RawExports) {
    this.raw = raw;
  }

  /** Makes the views anew where the memory has grown. */
  look(): void {
    const { buffer } = this.raw.memory;
    if (buffer === this.buffer) return;
    this.buffer = buffer;
    this.bytes = new Uint8Array(buffer);
    this.numbers = new Float64Array(buffer);
  }

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

  /** Writes a text for the engine, which takes it at its next call; the length in bytes. */
  write(text: string): number {
    // A letter of UTF-16 is at most three bytes of UTF-8.
    const most = 3 * text.length;
    let { byteOffset, length } = this.scratch;
    if (most > length) {
      length = Math.max(LEAST, 2 ** Math.ceil(Math.log2(most)));
      byteOffset = (this.raw.scratch?.(length) ?? 0) >>> 0;
    }
    const { buffer } = this.raw.memory;
    if (length !== this.scratch.length || buffer !== this.scratch.buffer)
      this.scratch = new Uint8Array(buffer, byteOffset, length);
    return this.encoder.encodeInto(text, this.scratch).written;
  }

  /** A text that never changes, by its address times 65,536, and its length. */
  constant(place: number): string {
    const at = Math.floor(place / LONG);
    const slot = (at ^ (at >> 10)) % CONSTANTS;
    const kept = this.constants[slot];
    if (kept?.place === place) return kept.text;
    const text = this.text(at, place - at * LONG);
    this.constants[slot] = { place, text };
    return text;
  }

  /** What makes a record of the type whose name is here. */
  maker(place: number): Maker {
    let make = this.makers.get(place);
    if (make === undefined) {
      const name = this.constant(place);
      make = MAKERS[name] ?? makerOf(FIELDS[name]?.split(' ') ?? []);
      this.makers.set(place, make);
    }
    return make;
  }

  /** A JSON Schema that never changes: one object for all, which nobody can change. */
  schema(place: number): unknown {
    let schema = this.schemas.get(place);
    if (schema === undefined) {
      schema = frozen(JSON.parse(this.constant(place)) as object);
      this.schemas.set(place, schema);
    }
    return schema;
  }
}

/** What makes a record that crosses rarely. */
function makerOf(fields: readonly string[]): Maker {
  return (values) => {
    const record: Record<string, unknown> = {};
    for (const field of fields) {
      const value = values.value();
      if (value !== undefined) record[field] = value;
    }
    return record;
  };
}

/** A value that nobody can change. */
export function frozen<V extends object>(value: V): V {
  for (const field of Object.values(value)) if (typeof field === 'object' && field !== null) frozen(field as object);
  return Object.freeze(value);
}
