import type { Step } from '../types.js';

/** What a step says of a draft, in a line for people, and a line a fault; nothing where it says nothing of one. */
export function judgementOf(step: Step, criteria: readonly string[] = []): string[] {
  if (step.type !== 'reflection' || step.critiqueStatus === undefined) return [];
  const { draftIndex, needsRevision, score, issues = [], critiqueStatus, criteriaMet, reason } = step;
  const points = score === undefined ? '' : ` ${score}/10`;
  const read = needsRevision ? 'needs a revision' : 'accepted';
  const unread = reason === undefined ? critiqueStatus : `${critiqueStatus} (${reason})`;
  const verdict = critiqueStatus === 'read' ? read : unread;
  return [
    `draft ${draftIndex + 1}:${points} ${verdict}`,
    ...[...unmet(criteria, criteriaMet), ...issues].map((fault) => `  - ${fault}`),
  ];
}

/** The criteria that a critic found not met, a line each. */
export function unmet(criteria: readonly string[], met: readonly boolean[] = []): string[] {
  return criteria.filter((_, at) => met[at] === false).map((criterion) => `not met: ${criterion}`);
}
