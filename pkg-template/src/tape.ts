// Builds the values that come out of wasm as a tape (`src/js/tape.rs`): a list of numbers and one text.

import type { Output as CoreOutput, Tape } from './generated/reflect_engine.js';
import type { Json } from './types.js';

/** What a value begins with. The same list, with what follows each, stands in `tape.rs`. */
const MARK = { null: 0, false: 1, true: 2, number: 3, text: 4, again: 5, list: 6, object: 7, known: 8 } as const;

/** Reads the tapes of one run: later ones name keys that earlier ones told. */
export class TapeReader {
  private readonly keys: string[] = [];
  private readonly contents: string[] = [];
  private numbers: Float64Array = new Float64Array();
  private text = '';
  /** How far the numbers and the text are read. */
  private at = 0;
  private from = 0;

  /** What was handed in apart from its reply; texts that stand in it are not told again. */
  knows(content: string | undefined): void {
    if (content !== undefined) this.contents.push(content);
  }

  /** The outputs of a run that are on a tape. */
  read([numbers, text]: Tape): CoreOutput[] {
    this.numbers = numbers;
    this.text = text;
    this.at = 0;
    this.from = 0;
    const outputs: unknown[] = [];
    while (this.at < numbers.length) outputs.push(this.value());
    this.text = '';
    return outputs as CoreOutput[];
  }

  private next(): number {
    return this.numbers[this.at++] as number;
  }

  private slice(length: number): string {
    const from = this.from;
    this.from += length;
    return this.text.substring(from, this.from);
  }

  private value(): Json {
    switch (this.next()) {
      case MARK.text:
        return this.slice(this.next());
      case MARK.number:
        return this.next();
      case MARK.object:
        return this.object(this.next());
      case MARK.list: {
        const list: Json[] = [];
        for (let left = this.next(); left > 0; left--) list.push(this.value());
        return list;
      }
      case MARK.true:
        return true;
      case MARK.false:
        return false;
      case MARK.again: {
        const from = this.next();
        return this.text.substring(from, from + this.next());
      }
      case MARK.known: {
        const content = this.contents[this.next()] as string;
        const from = this.next();
        return content.substring(from, from + this.next());
      }
      default:
        return null;
    }
  }

  private object(entries: number): Json {
    const object: Record<string, Json> = {};
    for (let left = entries; left > 0; left--) {
      const key = this.key(this.next());
      const value = this.value();
      // A model may have written it, to set a prototype.
      if (key !== '__proto__') object[key] = value;
    }
    return object;
  }

  private key(number: number): string {
    if (number < 0) return this.slice(-1 - number);
    if (number === this.keys.length) this.keys.push(this.slice(this.next()));
    return this.keys[number] as string;
  }
}
