// What a store must hold in the end: every row that was acknowledged, once, in windows that are those of its rows.
import assert from 'node:assert/strict';
import { EvalTracker, memoryStore } from 'reflect-engine/evals';

/** The rows that are there, by id. `now` is the time of `evals`. */
export async function recounted(evals, acknowledged, now) {
  const lines = [];
  for await (const line of evals.exportJsonl()) lines.push(line);
  const kept = new Set(lines.map((line) => JSON.parse(line).evaluationId));
  assert.deepEqual(
    acknowledged.filter((id) => !kept.has(id)),
    [],
    'what was acknowledged is there',
  );
  assert.equal(kept.size, lines.length, 'once');
  const store = memoryStore();
  const again = new EvalTracker({ store, now: () => now, regressions: false });
  await again.importJsonl(lines);
  assert.deepEqual(await evals.getSystemEvalStats(), await again.getSystemEvalStats());
  return kept;
}
