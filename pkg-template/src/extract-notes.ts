// What an extraction left out, as a research loop notes it.

import type { ExtractedFacts } from './extract-types.js';
import type { Json } from './types.js';

/** Sentences for the core, by what they are about; each list is cut at what it tells. */
export function extractionNotes(given: unknown): { [key: string]: Json } {
  const { dropped, unread } = (given ?? {}) as Partial<ExtractedFacts>;
  const notes: { [key: string]: Json } = {};
  if (Array.isArray(dropped)) {
    notes.dropped = dropped.slice(0, MOST).map(({ path, sourceId, why }) => {
      return `a fact about \`${path ?? '(no path)'}\` from \`${sourceId}\` was dropped: ${why}`;
    });
  }
  if (Array.isArray(unread)) {
    notes.unread = unread.slice(0, MOST).map(({ sourceId, from, to, why }) => {
      return `characters ${from} to ${to} of \`${sourceId}\` were not read: ${why}`;
    });
  }
  return notes;
}

/** Of each kind, for one search. */
const MOST = 20;
