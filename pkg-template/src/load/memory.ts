// The memory of one part of the core, as JavaScript reads it. Texts that are written in its source are read once.

import { COMMON, type Records, type Values } from './records.js';

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

/** The least room for texts that go in, in bytes. */
const LEAST = 8_192;

/** A power of two: more than there are constants in a run. */
const SLOTS = 1_024;

/** A text in the source of the core, which never changes, and what was made of it. */
export interface Constant {
  text: string;
  /** Its length in bytes × 16 + its tag. */
  word: number;
  /** Its address. */
  at: number;
  /** Another one in the same slot. */
  next: Constant | undefined;
  /** What makes the records of this name. */
  record: RecordMaker | undefined;
  /** The JSON Schema that it is: one object for all, which nobody can change. */
  schema: unknown;
}

/** Makes a record with the fields whose bit is set. */
type RecordMaker = new (from: Values, bits: number) => object;

export class Memory {
  /** All of it, as words of 32 bits. A new view where the memory has grown: look at it after every call into wasm. */
  words = new Int32Array();
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** By the low bits of their addresses. */
  readonly #constants = Array.from<Constant | undefined>({ length: SLOTS });
  readonly #encoder = new TextEncoder();
  #scratch = new Uint8Array();

  #records: Records;
  readonly #stack: unknown;

  /** `raw`: what the wasm exports, beneath its glue. */
  constructor(
    readonly raw: RawExports,
    records: Records,
  ) {
    this.#records = records;
    this.#stack = raw.__stack_pointer.value;
  }

  /** A trap leaves the stack of the core where it was: puts it back, so that other runs go on. */
  restoreStack(): void {
    this.raw.__stack_pointer.value = this.#stack;
  }

  /** These records may cross, too. */
  addRecords(records: Records): void {
    this.#records = { ...this.#records, ...records };
  }

  /** Makes the view anew where the memory has grown, which leaves the one before it empty. */
  look(): void {
    if (this.words.length === 0) this.words = new Int32Array(this.raw.memory.buffer);
  }

  text(at: number, length: number): string {
    return this.#decoder.decode(new Uint8Array(this.words.buffer, at, length));
  }

  /** Writes a text for the engine, which takes it at its next call; the length in bytes. */
  write(text: string): number {
    // A letter of UTF-16 is at most three bytes of UTF-8.
    const most = 3 * text.length;
    if (most > this.#scratch.length) {
      const length = Math.max(LEAST, 2 ** Math.ceil(Math.log2(most)));
      const at = (this.raw.scratch?.(length) ?? 0) >>> 0;
      this.#scratch = new Uint8Array(this.raw.memory.buffer, at, length);
    }
    return this.#encoder.encodeInto(text, this.#scratch).written;
  }

  /** The text of this length and at this address. It is read once, and kept as V8 keeps names: two of those are equal if they are the same. */
  constant(word: number, at: number): Constant {
    const slot = at & (SLOTS - 1);
    const first = this.#constants[slot];
    for (let one = first; one !== undefined; one = one.next) if (one.at === at && one.word === word) return one;
    const [text = ''] = Object.keys({ [this.text(at, word >>> 4)]: true });
    const constant = { text, word, at, next: first, record: undefined, schema: undefined };
    this.#constants[slot] = constant;
    return constant;
  }

  /** What makes the records of this name, which are plain objects. */
  recordMaker(name: string): RecordMaker {
    const maker = (this.#records[name] ?? COMMON[name]) as unknown as RecordMaker;
    maker.prototype = Object.prototype;
    return maker;
  }
}

/** A value that nobody can change. */
export function frozen<V extends object>(value: V): V {
  for (const field of Object.values(value)) if (typeof field === 'object' && field !== null) frozen(field as object);
  return Object.freeze(value);
}
