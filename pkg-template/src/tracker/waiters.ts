// Those who wait until rows are settled: durable, or refused for good.

import type { ReflectError } from '../error.js';

interface Waiter {
  /** The last row that it waits for. */
  until: number;
  resolve(): void;
  reject(error: ReflectError): void;
}

export class Waiters {
  /** In the order in which they came, which is that of their rows. */
  private waiting: Waiter[] = [];

  wait(until: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ until, resolve, reject });
    });
  }

  /** All rows before this one are settled. */
  settled(before: number): void {
    const still = this.waiting.findIndex(({ until }) => until >= before);
    for (const { resolve } of this.waiting.splice(0, still < 0 ? this.waiting.length : still)) resolve();
  }

  /** What those wait for who wait for no row from this one on is not durable. */
  failed(before: number, error: ReflectError): void {
    const still = this.waiting.findIndex(({ until }) => until >= before);
    for (const { reject } of this.waiting.splice(0, still < 0 ? this.waiting.length : still)) reject(error);
  }
}
