/**
 * The engine as a graph of LangGraph.
 *
 * @packageDocumentation
 */

import { Annotation, END, interrupt, START, StateGraph } from '@langchain/langgraph';
import type { ReflectEngine } from '../engine.js';
import type { ReflectResult, ReflectTask } from '../types.js';

/** What a graph of {@link reflectGraph} carries. `input` is what you give. */
export const ReflectState = Annotation.Root({
  input: Annotation<ReflectTask['input']>,
  output: Annotation<string>,
  object: Annotation<unknown>,
  status: Annotation<ReflectResult['status']>,
  acceptedBy: Annotation<ReflectResult['acceptedBy']>,
  stopReason: Annotation<ReflectResult['stopReason']>,
  reviewReasons: Annotation<ReflectResult['reviewReasons']>,
  score: Annotation<ReflectResult['score']>,
  iterations: Annotation<number>,
  usage: Annotation<ReflectResult['usage']>,
  errors: Annotation<ReflectResult['errors']>,
  /** The run, for the person's review and for `engine.resume`. */
  snapshot: Annotation<string>,
});

/** What a person is asked, as the value of the interrupt. Resume with a {@link GraphReview}. */
export type GraphQuestion = Pick<ReflectResult, 'output' | 'score' | 'stopReason' | 'reviewReasons'>;

/** `new Command({ resume: { accepted: false, feedback: '…' } })` */
export interface GraphReview {
  accepted: boolean;
  feedback?: string;
}

export interface ReflectGraphOptions {
  engine: ReflectEngine;
  /** The task of each run, without its input. */
  task: Omit<ReflectTask<unknown>, 'input' | 'signal'>;
  /** A result that needs review interrupts the graph, which needs a checkpointer then. Default true. */
  review?: boolean;
}

/**
 * A graph with the nodes `reflect` and `review`, to compile or to add to yours. They are two because LangGraph runs an interrupted node
 * again from its start: in one, every call would be made and paid twice.
 */
export function reflectGraph({ engine, task, review = true }: ReflectGraphOptions) {
  const next = ({ status }: typeof ReflectState.State): 'review' | typeof END =>
    review && status === 'needs_review' ? 'review' : END;
  return new StateGraph(ReflectState)
    .addNode('reflect', async ({ input }, { signal }) => told(await engine.run({ ...task, input, ...(signal && { signal }) })))
    .addNode('review', async ({ snapshot, output, score, stopReason, reviewReasons }, { signal }) => {
      const given = interrupt<GraphQuestion, GraphReview>({
        output,
        stopReason,
        reviewReasons,
        ...(score !== undefined && { score }),
      });
      return told(await engine.resume(snapshot, { ...task, review: given, ...(signal && { signal }) }));
    })
    .addEdge(START, 'reflect')
    .addConditionalEdges('reflect', next, ['review', END])
    .addConditionalEdges('review', next, ['review', END]);
}

function told(result: ReflectResult<unknown>) {
  const { output, object, status, acceptedBy, stopReason, reviewReasons, score, iterations, usage, errors, snapshot } = result;
  return { output, object, status, acceptedBy, stopReason, reviewReasons, score, iterations, usage, errors, snapshot };
}
