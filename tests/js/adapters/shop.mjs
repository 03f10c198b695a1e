// The one task of all gates: an agent has looked up the wrong price, and can mend that only by its tool.

/** A verifier. */
export const isRight = (draft) => draft.includes('3 euros') || 'this is the price of coffee: look up that of tea';

/** What the tool gives. */
export const priceOf = (item) => (item === 'tea' ? '3 euros' : '7 euros');

export const QUESTION = 'What does tea cost?';

/**
 * What the model says to what it is shown, and may do: it looks up `item`, or answers with a `text`. The first time that is the wrong one;
 * the right one as soon as it is told, and may.
 */
export function clerk(shown, mayLook) {
  if (shown.includes('3 euros')) return { text: 'It costs 3 euros.' };
  if (!shown.includes('7 euros')) return mayLook ? { item: 'coffee' } : { text: 'I do not know.' };
  const told = shown.includes('look up that of tea');
  return told && mayLook ? { item: 'tea' } : { text: 'It costs 7 euros.' };
}
