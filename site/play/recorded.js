// A model that says what was recorded: `{ answers, revisions, reviews }`, texts of drafts, and what the critic says of each draft.

import { pause } from './turns.js';

/** How the errors of a recording begin that has nothing more to say. */
export const RECORDING_ENDS = 'recording ends here';
const WORD_MS = 30;
const REVIEW_MS = 600;
/** How a request to a critic shows a draft. */
const SHOWN = /^Answer(?: \d+)? to evaluate:\n\[begin (\w+)\]\n([\s\S]*?)\n\[end \1\]/gm;

/** Drafts come in their order; a look at several has what was said of each. `isPaced`: as slowly as a model writes. */
export function recordedModel({ answers = [], revisions = [], reviews = [] }, isPaced) {
  const left = { answer: [...answers], revision: [...revisions] };
  const texts = [...answers, ...revisions];
  const replies = new Map();
  return async ({ purpose, callId, messages, signal, onDelta }) => {
    if (purpose === 'critique') {
      if (isPaced) await pause(REVIEW_MS, signal);
      const drafts = [...messages.at(-1).content.matchAll(SHOWN)].map(([, , text]) => text);
      const forms = drafts.map((text) => reviews[texts.indexOf(text)]);
      if (forms.length === 0 || forms.includes(undefined))
        throw new Error(`the ${RECORDING_ENDS}: it has no review of this draft`);
      return JSON.stringify(forms.length > 1 ? { drafts: forms.map((form, at) => ({ draft: at + 1, ...form })) } : forms[0]);
    }
    // A call that was aborted is made again.
    const text = replies.get(callId) ?? left[purpose].shift();
    replies.set(callId, text);
    if (text === undefined)
      throw new Error(`the ${RECORDING_ENDS}: it has no further ${purpose === 'answer' ? 'draft' : 'revision'}`);
    if (isPaced)
      for (const word of text.match(/\S*\s*/g)) {
        await pause(WORD_MS, signal);
        onDelta?.(word);
      }
    return text;
  };
}
