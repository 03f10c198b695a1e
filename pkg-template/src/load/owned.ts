import { ReflectError } from '../error.js';

interface Freed {
  free(): void;
}

/**
 * Holds an object of the wasm until it is freed. Its declaration does not name that object's type, which would bring in all of the core's.
 */
export class Owned {
  readonly #what: string;
  #core: Freed | undefined;

  /** `what` names it in the error of a late use. */
  constructor(core: Freed, what: string) {
    this.#core = core;
    this.#what = what;
  }

  /** Throws `misuse` after `free`. */
  protected handle(): Freed {
    if (this.#core === undefined) throw new ReflectError('misuse', `this ${this.#what} was freed`);
    return this.#core;
  }

  /** Frees the memory at once; otherwise that happens some time after the last reference is gone. Do not use the object afterwards. */
  free(): void {
    this.#core?.free();
    this.#core = undefined;
  }

  [Symbol.dispose](): void {
    this.free();
  }
}
