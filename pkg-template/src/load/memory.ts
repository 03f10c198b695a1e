// The memory of one part of the core, as JavaScript reads it. Texts that are written in its source are read once.

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
  private readonly constants = new Map<number, { length: number; text: string }>();
  /** No key: what stands before the first of each struct. */
  readonly keys: Key = { place: 0, name: '', next: undefined, others: undefined };
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

  /** A text that never changes. */
  constant(at: number, length: number): string {
    const kept = this.constants.get(at);
    if (kept !== undefined && kept.length === length) return kept.text;
    const text = this.text(at, length);
    this.constants.set(at, { length, text });
    return text;
  }

  /** The key of a field that stands behind another, by its address times 64, and its length, times 16. */
  keyBehind(before: Key, place: number): Key {
    before.others ??= new Map();
    let key = before.others.get(place);
    if (key === undefined) {
      // As the host keeps the names of properties, which it finds faster.
      const [name] = Object.keys({ [this.text(Math.floor(place / 1_024), (place / 16) % 64)]: 0 }) as [string];
      key = { place, name, next: undefined, others: undefined };
      before.others.set(place, key);
    }
    before.next = key;
    return key;
  }

  /** A JSON Schema that never changes: one object for all, which nobody can change. */
  schema(at: number, length: number): unknown {
    let schema = this.schemas.get(at);
    if (schema === undefined) {
      schema = frozen(JSON.parse(this.text(at, length)) as object);
      this.schemas.set(at, schema);
    }
    return schema;
  }
}

/** A field name and the names that followed it. Fields come in the same order each time, so the last successor is tried first. */
interface Key {
  readonly place: number;
  readonly name: string;
  next: Key | undefined;
  others: Map<number, Key> | undefined;
}

/** A value that nobody can change. */
export function frozen<V extends object>(value: V): V {
  for (const field of Object.values(value)) if (typeof field === 'object' && field !== null) frozen(field as object);
  return Object.freeze(value);
}
