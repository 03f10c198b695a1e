// A host returns a text that was judged. The engine cuts thinking from a reply and counts no reply that is thinking alone, so the number of
// a draft is no place in a host's list of replies, and a reply may hold more than was judged.

/** A reply of a host, with the text of it that went to the gate. */
export interface SubmittedReply<R> {
  text: string;
  reply: R;
}

/**
 * Finds the reply behind the output of a gate by its text. `isExact` is false where no reply has this text alone: then the host must put
 * `output` in the place of the reply's text.
 */
export function findJudgedReply<R>(replies: readonly SubmittedReply<R>[], output: string): { reply: R; isExact: boolean } {
  const newest = [...replies].reverse();
  const exact = newest.find(({ text }) => text === output);
  const found = exact ?? newest.find(({ text }) => text.includes(output)) ?? newest[0];
  if (found === undefined) throw new Error('a gate ended before its first reply');
  return { reply: found.reply, isExact: exact !== undefined };
}
