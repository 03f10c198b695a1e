// How others read a critique: does this reply end the loop as accepted? Each gives `accepted`, `rejected` or `throws`.

import { jsonrepair } from 'jsonrepair';

const FENCE = /```(?:json)?\s*([\s\S]*?)```/;

function judged(decide) {
  try {
    return decide() ? 'accepted' : 'rejected';
  } catch {
    return 'throws';
  }
}

/**
 * agentlib's ReflectEngine, as sammwyy/agentlib has it (packages/reasoning/src/engines/reflect.ts at f44595f, MIT; not in a registry): the
 * first code fence is opened, the rest must be JSON, and what is not counts as nine points without a wish for revision. Written anew from
 * that description.
 */
export function agentlib(reply, threshold) {
  return judged(() => {
    let critique = { score: 9, issues: [], needs_revision: false };
    try {
      critique = JSON.parse(reply.replace(FENCE, '$1').trim());
    } catch {
      // Accepted unread.
    }
    critique.issues.join('; '); // Its trace does so, and throws without issues.
    return !critique.needs_revision || critique.score >= threshold;
  });
}

/** What forty lines of one's own do: open the fence, repair, and look at the score. */
export function repaired(reply, threshold) {
  return judged(() => JSON.parse(jsonrepair(reply.replace(FENCE, '$1').trim())).score >= threshold);
}
