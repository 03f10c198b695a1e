// A result as the engine's runs give it: plain fields, and a snapshot that is written when it is read.

import type { ReflectError } from '../generated/reflect_engine.js';

/** Why a run failed, if it did, and how its snapshot is written. */
export interface Behind {
  failure: ReflectError | undefined;
  snapshot: () => string;
}

/** Getters of the class: an own one would make a hidden class for each result. */
class Ended {
  #behind: Behind;

  constructor(fields: object, behind: Behind) {
    Object.assign(this, fields);
    this.#behind = behind;
  }

  get snapshot(): string {
    return this.#behind.snapshot();
  }

  /** Why a `failed` run failed: told by the error that carries this result. */
  get failure(): ReflectError | undefined {
    return this.#behind.failure;
  }

  toJSON(): object {
    return { ...this, snapshot: this.snapshot };
  }
}

/** A result of these fields. */
export function ended<R extends object>(fields: object, behind: Behind): R {
  return new Ended(fields, behind) as unknown as R;
}
