import type { Step } from '../types.js';

/** What a step says about a draft, for people: a line, and one for each fault; empty for a step that says nothing about one. */
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
