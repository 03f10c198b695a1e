import { ReflectError } from '../error.js';

interface Freed {
  free(): void;
}

/** Holds an object of the wasm until it is freed. Its declaration does not name the type of that, which would bring those of all the core. */
export class Owned {
  readonly #what: string;
  #core: Freed | undefined;

  /** `what` it is, for who uses it too late. */
  constructor(core: Freed, what: string) {
    this.#core = core;
    this.#what = what;
  }

  /** Throws `misuse` once it was freed. */
  protected handle(): Freed {
    if (this.#core === undefined) throw new ReflectError('misuse', `this ${this.#what} was freed`);
    return this.#core;
  }

  /** Frees the memory at once; without it that happens some time after the last reference is gone. Not to be used afterwards. */
  free(): void {
    this.#core?.free();
    this.#core = undefined;
  }

  [Symbol.dispose](): void {
    this.free();
  }
}
