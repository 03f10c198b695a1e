/**
 * The engine as a graph of LangGraph.
 *
 * @packageDocumentation
 */

import { END, START, StateGraph, type StateType, type UpdateType } from '@langchain/langgraph';
import type { ReflectEngine } from '../engine/engine.js';
import type { ReflectTask, Screen } from '../types.js';
import { checkHost } from './check.js';
import { reviewOf } from './langgraph-review.js';
import { type Channels, type GraphState, ReflectState, stateOf } from './langgraph-state.js';

export type { GraphQuestion, GraphReview } from './langgraph-review.js';
export { type GraphState, ReflectState } from './langgraph-state.js';
export { type LangGraphOptions, onLangGraph } from './langgraph-steps.js';

type ReflectGraph = StateGraph<
  Channels,
  StateType<Channels>,
  UpdateType<Channels>,
  '__start__' | 'reflect' | 'review',
  Channels,
  Channels
>;

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
export function reflectGraph(options: ReflectGraphOptions): ReflectGraph {
  checkHost('reflectGraph', options, { review: 'boolean' }, 'input signal');
  const { engine, task, review = true } = options;
  const next = ({ status }: GraphState): 'review' | typeof END => (review && status === 'needs_review' ? 'review' : END);
  return new StateGraph(ReflectState)
    .addNode('reflect', async ({ input }, { signal, writer }) => {
      const run = engine.stream({ ...task, input, signal, onDraft: task.onDraft ?? (() => {}) });
      return stateOf(await run.show(screenOf(writer)));
    })
    .addNode('review', async (state, { signal }) => {
      const review = reviewOf(state);
      return stateOf(await engine.resume(state.snapshot, { ...task, review, ...(signal && { signal }) }));
    })
    .addEdge(START, 'reflect')
    .addConditionalEdges('reflect', next, ['review', END])
    .addConditionalEdges('review', next, ['review', END]);
}

/** Drafts for whoever streams `custom`, as they are written. */
function screenOf(write: (chunk: unknown) => void): Screen {
  return {
    draft: (draft, status, told) => write({ type: 'reflect.draft', draft, status, ...told }),
    text: (delta) => write({ type: 'reflect.text', delta }),
  };
}
