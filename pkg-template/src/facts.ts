// Lists of facts as the core reads them.

import type { Place } from './plain.js';

/** Whether what stands at this place of a list is part of a fact. Its `metadata` is yours, and may hold anything. */
export function isOfFact([, key]: Place): boolean {
  return key !== undefined && key !== 'metadata';
}
