// How a person is asked in a graph, and what whoever watches it sees.

import { interrupt } from '@langchain/langgraph';
import { checkReview, mustBeReview } from '../check/checks.js';
import { describeError } from '../error.js';
import type { ReflectResult, ResumeTask, Screen } from '../types.js';

/** The question to a person, as the value of the interrupt. Resume with a {@link GraphReview}. */
export type GraphQuestion = { [Key in 'output' | 'score' | 'stopReason' | 'reviewReasons']: ReflectResult<unknown>[Key] } & {
  /** What was wrong with the previous answer, when the question is asked again. */
  error?: string;
};
const ASKED = ['output', 'score', 'stopReason', 'reviewReasons'] as const;

/** `new Command({ resume: { accepted: false, feedback: '…' } })` */
export type GraphReview = NonNullable<ResumeTask['review']>;

/** Asks until the answer is a review: what a node throws over an answer it throws for ever, since LangGraph remembers that answer. */
export function reviewOf(state: Omit<GraphQuestion, 'error'>): GraphReview {
  const question = Object.fromEntries(ASKED.map((key) => [key, state[key]])) as GraphQuestion;
  for (let error: string | undefined; ; ) {
    const review: unknown = interrupt<GraphQuestion>({ ...question, ...(error !== undefined && { error }) });
    try {
      mustBeReview(review);
      checkReview(
        () => ({
          unknownWord: (kind, word, allowed) => `unknown ${kind} \`${word}\`; known are ${allowed.replaceAll('\n', ', ')}`,
        }),
        review,
      );
      return review as GraphReview;
    } catch (thrown) {
      error = describeError(thrown);
    }
  }
}

/** Drafts for whoever streams `custom`, as they are written. */
export function screenOf(write: (chunk: unknown) => void): Screen {
  return {
    draft: (draft, status, more) => write({ type: 'reflect.draft', draft, status, ...more }),
    text: (delta) => write({ type: 'reflect.text', delta }),
  };
}
