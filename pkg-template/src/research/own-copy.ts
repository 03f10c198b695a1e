// Copies of what several callbacks are given at once, so that none changes what another reads.

import { isPlain } from '../kind.js';

/** A copy of plain objects and lists, however deep, of any shape; what is neither (an instance of a class, a function) stays what it is. */
export function ownCopy<T>(given: T): T {
  const copies = new Map<object, object>();
  const open: object[] = [];
  const copied = (value: unknown): unknown => {
    if (!Array.isArray(value) && !isPlain(value)) return value;
    const known = copies.get(value);
    if (known !== undefined) return known;
    const copy: object = Array.isArray(value) ? [] : (Object.create(Object.getPrototypeOf(value) as object | null) as object);
    copies.set(value, copy);
    open.push(value);
    return copy;
  };
  const first = copied(given);
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    const copy = copies.get(from) as object;
    if (Array.isArray(from)) (copy as unknown[]).length = from.length;
    // An assignment to `__proto__` would set the prototype.
    for (const [key, value] of Object.entries(from))
      Object.defineProperty(copy, key, { value: copied(value), writable: true, enumerable: true, configurable: true });
  }
  return first as T;
}
