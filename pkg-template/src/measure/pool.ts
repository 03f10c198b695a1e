// Many jobs with a limit of calls.

import { Refusal } from '../check/refusal.js';

/** Jobs at once. */
export const AT_ONCE = 4;
/** The code of a call that was not made: the limit of all jobs is reached. */
export const SPENT: string = 'calls_spent';

/** What a model throws once the limit is reached. */
export function spent(limit: string): Refusal {
  return new Refusal(SPENT, limit);
}

/** Does all jobs, so many at once. Rejects with the first failure; no other job is begun then. */
export async function pooled<J>(jobs: Iterable<J>, atOnce: number, work: (job: J) => Promise<void>): Promise<void> {
  const queue = [...jobs];
  const worker = async (): Promise<void> => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) await work(job);
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, worker));
  } finally {
    queue.length = 0;
  }
}
