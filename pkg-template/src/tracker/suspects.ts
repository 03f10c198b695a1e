// Rows that a store refused alone: they stand aside, so that the others go in, and are tried again now and then, one after another.

import type { Row } from './record.js';

/** Rows that stand aside at most, beside those of the queue. */
const MOST = 1_000;
/** Refusals after which the others are tried another time. */
const REFUSALS = 64;
/** Milliseconds until they are tried again: doubled while nothing comes of it, up to the last. */
const AGAIN_MS = [100, 10_000] as const;

export class Suspects {
  private readonly rows: Row[] = [];
  /** Those that are still to be tried this time. */
  private left = 0;
  private refusals = 0;
  private wanted = false;
  private idle = 0;

  get count(): number {
    return this.rows.length;
  }

  get isFull(): boolean {
    return this.rows.length >= MOST;
  }

  get all(): readonly Row[] {
    return this.rows;
  }

  /** The least number of a row. */
  get first(): number {
    return this.rows.reduce((first, { at }) => Math.min(first, at), Number.POSITIVE_INFINITY);
  }

  /** Whether one is to be tried now. */
  get isDue(): boolean {
    return this.left > 0 || (this.wanted && this.rows.length > 0);
  }

  /** Whether none is, since the last one of this time was. */
  get isOver(): boolean {
    return this.left === 0;
  }

  /** Those that stand there are to be tried. */
  want(): void {
    this.wanted = true;
  }

  /** The others are tried another time. */
  enough(): void {
    this.left = 0;
  }

  /** Nobody wants more of them. */
  rest(): void {
    this.left = 0;
    this.wanted = false;
  }

  /** The row to be tried. */
  next(): Row | undefined {
    if (this.left === 0) {
      this.left = this.rows.length;
      this.refusals = 0;
      this.wanted = false;
    }
    return this.rows[0];
  }

  add(row: Row): void {
    this.rows.push(row);
  }

  /** The row that was tried stands there no more. */
  remove(): void {
    this.rows.shift();
    this.left = Math.max(this.left - 1, 0);
  }

  /** It was refused, and goes behind the others. */
  putBack(all: boolean): void {
    const row = this.rows.shift();
    if (row !== undefined) this.rows.push(row);
    this.refusals += 1;
    this.left = this.refusals >= REFUSALS && !all ? 0 : Math.max(this.left - 1, 0);
  }

  /** Milliseconds until the next time; whether anything came of the last one. */
  wait(any: boolean): number {
    const [first, last] = AGAIN_MS;
    this.idle = any ? 0 : this.idle + 1;
    return Math.min(first * 2 ** this.idle, last);
  }
}
