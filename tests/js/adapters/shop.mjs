// The tasks of all gates. In the first an agent has looked up the wrong price, and can mend that only by its tool.

import { accept, reject } from '../support.mjs';

/** A verifier. */
export const isRight = (draft) => draft.includes('3 euros') || 'this is the price of coffee: look up that of tea';

/** A gate that only checks the price. */
export const PRICE = { critic: false, verifiers: { price: isRight } };

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

/** A critic that is never content. */
export const NEVER = { critic: () => reject(), settings: { maxReflections: 2 } };

/** Of Blue, Green and Red, one after another, the first is best, and nobody accepts it. */
export const BLUE = {
  critic: ({ messages }) => reject(JSON.stringify(messages).includes('Blue') ? 7 : 2),
  settings: { maxReflections: 2, budget: { maxCalls: 9 } },
};

/** Drafts of an object, of which the second is accepted. */
export const COLOURS = ['{"name":"rot"}', '{"name":"red"}'];
export const ENGLISH = { verifiers: { judge: (draft) => draft === COLOURS[1] || 'this is German' } };

/** A critic that fails. */
export const BROKEN = { critic: () => Promise.reject(new Error('out of order')) };

/** A critic during whose call `signal` aborts. */
export function aborting() {
  const stop = new AbortController();
  const critic = () => {
    stop.abort(new Error('enough'));
    return new Promise(() => {});
  };
  return { task: { critic }, signal: stop.signal };
}
export const isAbort = (error) => error.name === 'AbortError' && error.cause?.message === 'enough';

/** Twenty questions to be asked at once, and their answers. */
export const QUESTIONS = Array.from({ length: 20 }, (_, at) => `Name ${at}.`);
export const ANSWERS = QUESTIONS.map(answerTo);

/** The answer to the last question in a text. */
export function answerTo(shown) {
  return `It is ${[...shown.matchAll(/Name (\d+)/g)].at(-1)[1]}.`;
}

/** Accepts the answer to its question, after a while. */
export async function nameCritic({ messages }) {
  await new Promise((resolve) => setTimeout(resolve, 5 * Math.random()));
  const shown = JSON.stringify(messages);
  return shown.includes(answerTo(shown)) ? accept() : reject();
}
