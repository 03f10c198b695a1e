// A result as the engine's runs give it: plain fields, and a snapshot that is written when it is read.

/** The getter is of the class: an own one would make a hidden class for each result. */
class Ended {
  #write: () => string;

  constructor(fields: object, write: () => string) {
    Object.assign(this, fields);
    this.#write = write;
  }

  get snapshot(): string {
    return this.#write();
  }

  toJSON(): object {
    return { ...this, snapshot: this.snapshot };
  }
}

/** A result of these fields; `write` makes its snapshot. */
export function ended<R extends object>(fields: object, write: () => string): R {
  return new Ended(fields, write) as unknown as R;
}
