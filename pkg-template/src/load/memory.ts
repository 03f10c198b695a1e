// The memory of one part of the core, as JavaScript reads it. Texts that are written in its source are read once.

import { COMMON, type RecordFields } from './records.js';

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

/** Bytes from which a text is long. */
const LONG = 65_536;

/** The least room for texts that go in, in bytes. */
const LEAST = 8_192;

export class Memory {
  /** All of it, as numbers of 64 bits. A new view where the memory has grown: look at it after every call into wasm. */
  numbers = new Float64Array();
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #constants = new Map<number, string>();
  readonly #known = new Map<number, readonly string[]>();
  readonly #schemas = new Map<number, unknown>();
  #buffer: ArrayBufferLike | undefined;
  #bytes = new Uint8Array();
  readonly #encoder = new TextEncoder();
  #scratch = new Uint8Array();

  #fields: RecordFields;

  /** `raw`: what the wasm exports, beneath its glue. */
  constructor(
    readonly raw: RawExports,
    fields: RecordFields,
  ) {
    this.#fields = fields;
  }

  /** These records may cross, too. */
  addFields(fields: RecordFields): void {
    this.#fields = { ...this.#fields, ...fields };
  }

  /** Makes the views anew where the memory has grown. */
  look(): void {
    const { buffer } = this.raw.memory;
    if (buffer === this.#buffer) return;
    this.#buffer = buffer;
    this.#bytes = new Uint8Array(buffer);
    this.numbers = new Float64Array(buffer);
  }

  text(at: number, length: number): string {
    return this.#decoder.decode(this.#bytes.subarray(at, at + length));
  }

  /** Writes a text for the engine, which takes it at its next call; the length in bytes. */
  write(text: string): number {
    // A letter of UTF-16 is at most three bytes of UTF-8.
    const most = 3 * text.length;
    let { byteOffset, length } = this.#scratch;
    if (most > length) {
      length = Math.max(LEAST, 2 ** Math.ceil(Math.log2(most)));
      byteOffset = (this.raw.scratch?.(length) ?? 0) >>> 0;
    }
    const { buffer } = this.raw.memory;
    if (length !== this.#scratch.length || buffer !== this.#scratch.buffer)
      this.#scratch = new Uint8Array(buffer, byteOffset, length);
    return this.#encoder.encodeInto(text, this.#scratch).written;
  }

  /** A text that never changes, by its address times 65,536, and its length. */
  constant(place: number): string {
    let text = this.#constants.get(place);
    if (text === undefined) {
      const at = Math.floor(place / LONG);
      text = this.text(at, place - at * LONG);
      this.#constants.set(place, text);
    }
    return text;
  }

  /** The fields of the record whose name is here. */
  fieldsOf(place: number): readonly string[] {
    let fields = this.#known.get(place);
    if (fields === undefined) {
      const name = this.constant(place);
      const names = (this.#fields[name] ?? COMMON[name])?.split(' ') ?? [];
      // As the host keeps the names of properties, which it finds faster.
      fields = Object.keys(Object.fromEntries(names.map((name) => [name])));
      this.#known.set(place, fields);
    }
    return fields;
  }

  /** A JSON Schema that never changes: one object for all, which nobody can change. */
  schema(place: number): unknown {
    let schema = this.#schemas.get(place);
    if (schema === undefined) {
      schema = frozen(JSON.parse(this.constant(place)) as object);
      this.#schemas.set(place, schema);
    }
    return schema;
  }
}

/** A value that nobody can change. */
export function frozen<V extends object>(value: V): V {
  for (const field of Object.values(value)) if (typeof field === 'object' && field !== null) frozen(field as object);
  return Object.freeze(value);
}
