/**
 * `expect(…).toBeAccepted()` for Vitest: `import 'reflect-engine/vitest'` once, or name it in `setupFiles`. Its types are for Vitest 5.
 *
 * @packageDocumentation
 */

import { type AcceptanceLimits, type Ended, type Repeatable, toBeAccepted } from 'reflect-engine/measure';
import { expect } from 'vitest';

/** What `toBeAccepted` is of a value: of a run that has ended it says it at once. */
export type ToBeAccepted<R, T> = unknown extends T
  ? (limits?: AcceptanceLimits) => R | Promise<void>
  : [T] extends [Ended]
    ? () => R
    : [T] extends [Repeatable]
      ? (limits?: AcceptanceLimits) => Promise<void>
      : never;

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /**
     * Of the result of a run: somebody accepted it. Of a task, several, or a function that runs one: so many of the runs are accepted. Its
     * message has the exact 95 % interval, and each draft that was not accepted.
     */
    toBeAccepted: ToBeAccepted<R, T>;
  }
}

expect.extend({ toBeAccepted });
