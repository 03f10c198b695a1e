/**
 * The engine as a graph of LangGraph.
 * @packageDocumentation
 */

import {
  Annotation,
  type AnnotationRoot,
  END,
  type LastValue,
  START,
  StateGraph,
  type StateType,
  type UpdateType,
} from '@langchain/langgraph';
import type { ReflectEngine } from '../engine/engine.js';
import type { ReflectResult, ReflectTask } from '../types.js';
import { checkHost } from './check.js';
import { reviewOf, screenOf } from './langgraph-review.js';

export type { GraphQuestion, GraphReview } from './langgraph-review.js';
export { type LangGraphOptions, onLangGraph } from './langgraph-steps.js';

/** The state of a graph of {@link reflectGraph}: your `input`, and the result. */
export type GraphState = Pick<ReflectTask, 'input'> & { [Key in (typeof RESULT)[number]]: Written<ReflectResult<unknown>[Key]> };
// What may be absent there is `undefined` here: LangGraph's types take no other.
type Written<T> = undefined extends T ? Exclude<T, undefined> | undefined : T;
type Channels = { [Key in keyof GraphState]-?: () => LastValue<GraphState[Key]> };

const RESULT = [
  ...(['output', 'object', 'status', 'accepted', 'acceptedBy', 'stopReason', 'reviewReasons'] as const),
  ...(['score', 'iterations', 'usage', 'errors', 'trace', 'snapshot'] as const),
] as const;

type ReflectGraph = StateGraph<
  Channels,
  StateType<Channels>,
  UpdateType<Channels>,
  '__start__' | 'reflect' | 'review',
  Channels,
  Channels
>;

/** The same channels, for a graph of yours that has this one as a node. */
export const ReflectState: AnnotationRoot<Channels> = Annotation.Root(
  Object.fromEntries(['input', ...RESULT].map((key) => [key, Annotation<unknown>])) as unknown as Channels,
);

export interface ReflectGraphOptions {
  engine: ReflectEngine;
  /** The task of each run, without its input. */
  task: Omit<ReflectTask<unknown>, 'input' | 'signal'>;
  /** Whether a result that needs review interrupts the graph, which then needs a checkpointer. Default true. */
  review?: boolean | undefined;
}

/**
 * A graph with the nodes `reflect` and `review`, to compile or to add to yours. There are two because LangGraph runs an interrupted node
 * again from its start: in a single node, every call would be made and paid for twice.
 */
export function reflectGraph(options: ReflectGraphOptions): ReflectGraph {
  checkHost('reflectGraph', options, { review: 'boolean' }, 'input signal');
  const { engine, task, review = true } = options;
  const next = ({ status }: GraphState): 'review' | typeof END => (review && status === 'needs_review' ? 'review' : END);
  return new StateGraph(ReflectState)
    .addNode('reflect', async ({ input }, { signal, writer }) => {
      const run = engine.stream({ ...task, input, signal, onDraft: task.onDraft ?? (() => {}) });
      return stateOf(await run.show(screenOf(writer)));
    })
    .addNode('review', async (state, { signal }) =>
      stateOf(await engine.resume(state.snapshot, { ...task, review: reviewOf(state), signal })),
    )
    .addEdge(START, 'reflect')
    .addConditionalEdges('reflect', next, ['review', END])
    .addConditionalEdges('review', next, ['review', END]);
}

function stateOf(result: ReflectResult<unknown>): Partial<GraphState> {
  return Object.fromEntries(RESULT.map((key) => [key, result[key]])) as Partial<GraphState>;
}
