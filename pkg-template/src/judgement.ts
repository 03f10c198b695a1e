import type { Step } from './types.js';

/** What a step says of a draft, in a line for people, and a line an issue; nothing where it says nothing of one. */
export function judgementOf(step: Step): string[] {
  if (step.type !== 'reflection' || step.critiqueStatus === undefined) return [];
  const { draftIndex, needsRevision, score, issues = [], critiqueStatus, reason } = step;
  const points = score === undefined ? '' : ` ${score}/10`;
  const read = needsRevision ? 'needs a revision' : 'accepted';
  const unread = reason === undefined ? critiqueStatus : `${critiqueStatus} (${reason})`;
  const verdict = critiqueStatus === 'read' ? read : unread;
  return [`draft ${draftIndex + 1}:${points} ${verdict}`, ...issues.map((issue) => `  - ${issue}`)];
}
