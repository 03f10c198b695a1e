// Texts for the engine: they go in through one kept piece of its memory.

import type { EngineExports } from '../load/exports.js';
import { engine } from '../load/index.js';

/** The smallest piece of memory that texts are written to, in bytes. */
const LEAST = 8_192;
/** Finish reasons that are remembered. */
const MOST_REASONS = 100;

class Scratch {
  private readonly glue: EngineExports;
  private readonly memory: WebAssembly.Memory;
  private readonly encoder = new TextEncoder();
  private readonly finishCodes = new Map<string, number>();
  private bytes = new Uint8Array();
  private at = 0;

  constructor(glue: EngineExports, memory: WebAssembly.Memory) {
    this.glue = glue;
    this.memory = memory;
  }

  /** Writes a text for the core to take; its length in bytes. */
  write(text: string): number {
    const { buffer } = this.memory;
    // A letter of UTF-16 is at most three bytes of UTF-8.
    if (text.length * 3 > this.bytes.length) this.grow(text.length * 3);
    else if (buffer !== this.bytes.buffer) this.bytes = new Uint8Array(buffer, this.at, this.bytes.length);
    return this.encoder.encodeInto(text, this.bytes).written;
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

  private grow(bytes: number): void {
    const length = Math.max(LEAST, 2 ** Math.ceil(Math.log2(bytes)));
    this.at = this.glue.scratch(length) >>> 0;
    this.bytes = new Uint8Array(this.memory.buffer, this.at, length);
  }
}

let made: Scratch | undefined;

/** That of the engine, which is instantiated at the first call. */
export function scratch(): Scratch {
  if (made === undefined) {
    const { glue, raw } = engine();
    made = new Scratch(glue, raw.memory);
  }
  return made;
}
