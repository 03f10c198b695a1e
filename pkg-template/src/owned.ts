import { ReflectError } from './error.js';

/** Holds an object of the wasm until it is freed. */
export class Owned<C extends { free(): void }> {
  readonly #what: string;
  #core: C | undefined;

  /** `what` it is, for who uses it too late. */
  constructor(core: C, what: string) {
    this.#core = core;
    this.#what = what;
  }

  /** Throws `misuse` once it was freed. */
  protected get core(): C {
    if (this.#core === undefined) throw new ReflectError('misuse', `this ${this.#what} was freed`);
    return this.#core;
  }

  /** Another takes its place. */
  protected set core(core: C) {
    this.free();
    this.#core = core;
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
