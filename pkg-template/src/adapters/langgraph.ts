/**
 * The engine as a graph of LangGraph.
 *
 * @packageDocumentation
 */

import {
  Annotation,
  type AnnotationRoot,
  END,
  interrupt,
  type LangGraphRunnableConfig,
  type LastValue,
  type RetryPolicy,
  START,
  StateGraph,
  type StateType,
  task as step,
  type UpdateType,
} from '@langchain/langgraph';
import type { ReflectEngine } from '../engine.js';
import { journalled } from '../journal.js';
import type { Durable, ReflectResult, ReflectTask, ResumeTask } from '../types.js';

/** What a graph of {@link reflectGraph} carries: your `input`, and the result but for its `trace`. */
export type GraphState = Pick<ReflectTask, 'input'> & { [Key in (typeof RESULT)[number]]: ReflectResult<unknown>[Key] };
type Channels = { [Key in keyof GraphState]-?: () => LastValue<GraphState[Key]> };

const RESULT = [
  ...(['output', 'object', 'status', 'acceptedBy', 'stopReason', 'reviewReasons'] as const),
  ...(['score', 'iterations', 'usage', 'errors', 'snapshot'] as const),
] as const;

type ReflectGraph = StateGraph<
  Channels,
  StateType<Channels>,
  UpdateType<Channels>,
  '__start__' | 'reflect' | 'review',
  Channels,
  Channels
>;

/** Of the same channels: for a graph of yours that has this one as a node. */
export const ReflectState: AnnotationRoot<Channels> = Annotation.Root(
  Object.fromEntries(['input', ...RESULT].map((key) => [key, Annotation<unknown>])) as unknown as Channels,
);

/** What a person is asked, as the value of the interrupt. Resume with a {@link GraphReview}. */
export type GraphQuestion = Pick<GraphState, 'output' | 'score' | 'stopReason' | 'reviewReasons'>;

/** `new Command({ resume: { accepted: false, feedback: '…' } })` */
export type GraphReview = NonNullable<ResumeTask['review']>;

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
export function reflectGraph({ engine, task, review = true }: ReflectGraphOptions): ReflectGraph {
  const next = ({ status }: GraphState): 'review' | typeof END => (review && status === 'needs_review' ? 'review' : END);
  return new StateGraph(ReflectState)
    .addNode('reflect', async ({ input }, { signal }) => stateOf(await engine.run({ ...task, input, ...(signal && { signal }) })))
    .addNode('review', async ({ snapshot, output, score, stopReason, reviewReasons }, { signal }) => {
      const given = interrupt<GraphQuestion, GraphReview>({ output, score, stopReason, reviewReasons });
      return stateOf(await engine.resume(snapshot, { ...task, review: given, ...(signal && { signal }) }));
    })
    .addEdge(START, 'reflect')
    .addConditionalEdges('reflect', next, ['review', END])
    .addConditionalEdges('review', next, ['review', END]);
}

function stateOf(result: ReflectResult<unknown>): Partial<GraphState> {
  return Object.fromEntries(RESULT.map((key) => [key, result[key]])) as Partial<GraphState>;
}

export interface LangGraphOptions {
  /** Of each call. Default: 4 attempts, and an `initialInterval` of 200 ms. A call that fails for good fails the graph. */
  retry?: RetryPolicy;
  /** Milliseconds that one attempt of a call may take. Default: no limit; the budget's own does not hold for durable calls. */
  callTimeoutMs?: number;
}

/**
 * What a task needs to run inside a node: `engine.run({ ...task, ...(await onLangGraph(config)) })`, in a graph with a checkpointer. Each
 * call of a model, tool or verifier is a task of LangGraph, so that a node that runs again, after an interrupt or a crash, makes and pays
 * none twice. One node holds one run at a time, and what is resumed of it.
 */
export async function onLangGraph(
  { configurable, signal }: LangGraphRunnableConfig,
  { retry = { maxAttempts: 4, initialInterval: 200 }, callTimeoutMs: timeout }: LangGraphOptions = {},
): Promise<{ durable: Durable; signal: AbortSignal }> {
  const abort = new AbortController();
  const remembered = <T>(name: string, fn: () => Promise<T>): Promise<T> =>
    step<[], unknown>({ name, retry, ...(timeout !== undefined && { timeout }) }, fn)() as Promise<T>;
  // From the end of the node's UUID: LangGraph writes what a call gave beside the run, and a crash may lose the first of them alone.
  const seed = Number.parseInt(String(configurable?.checkpoint_ns).slice(-8), 16) || 0;
  const signals = [abort.signal, ...(signal === undefined ? [] : [signal])];
  return { durable: await journalled(remembered, abort, { seed }), signal: AbortSignal.any(signals) };
}
