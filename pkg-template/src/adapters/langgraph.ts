/**
 * The engine as a graph of LangGraph.
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
  task,
  type UpdateType,
} from '@langchain/langgraph';
import { checkOptions, checkReview, mustBeReview } from '../check/checks.js';
import type { ReflectEngine } from '../engine/engine.js';
import { describeError } from '../error.js';
import { journalled } from '../run/journal.js';
import type { Durable, ReflectResult, ReflectTask, ResumeTask, Screen } from '../types.js';
import { checkHost } from './check.js';

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

/** The question to a person, as the value of the interrupt. Resume with a {@link GraphReview}. */
export type GraphQuestion = { [Key in 'output' | 'score' | 'stopReason' | 'reviewReasons']: ReflectResult<unknown>[Key] } & {
  /** What was wrong with the previous answer, when the question is asked again. */
  error?: string;
};
const ASKED = ['output', 'score', 'stopReason', 'reviewReasons'] as const;

/** `new Command({ resume: { accepted: false, feedback: '…' } })` */
export type GraphReview = NonNullable<ResumeTask['review']>;

/** Asks until the answer is a review: what a node throws over an answer it throws for ever, since LangGraph remembers that answer. */
function reviewOf(state: Omit<GraphQuestion, 'error'>): GraphReview {
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
function screenOf(write: (chunk: unknown) => void): Screen {
  return {
    draft: (draft, status, more) => write({ type: 'reflect.draft', draft, status, ...more }),
    text: (delta) => write({ type: 'reflect.text', delta }),
  };
}

export interface LangGraphOptions {
  /** How each call is tried. Default: 4 attempts, and an `initialInterval` of 200 ms. A call that fails for good fails the graph. */
  retry?: RetryPolicy | undefined;
  /** Milliseconds that one attempt of a call may take. Default: no limit; the budget's own does not hold for durable calls. */
  callTimeoutMs?: number | undefined;
}

/**
 * What a task needs to run inside a node: `engine.run({ ...task, ...(await onLangGraph(config)) })`, in a graph with a checkpointer. Each
 * call of a model, tool or verifier is a task of LangGraph, so a node that runs again, after an interrupt or a crash, makes and pays for no
 * call twice. One node holds one run at a time, and its resumptions.
 */
export async function onLangGraph(
  { configurable, signal }: LangGraphRunnableConfig,
  options: LangGraphOptions = {},
): Promise<{ durable: Durable; signal: AbortSignal }> {
  checkOptions('onLangGraph', options, { retry: 'object', callTimeoutMs: 'number' });
  const { retry = { maxAttempts: 4, initialInterval: 200 }, callTimeoutMs: timeout } = options;
  const abort = new AbortController();
  const step = <T>(name: string, fn: () => Promise<T>): Promise<T> =>
    task<[], unknown>({ name, retry, ...(timeout !== undefined && { timeout }) }, fn)() as Promise<T>;
  // From the node's UUID: LangGraph stores results beside the run, and a crash may lose the first one, which would hold the seed.
  const seed = Number.parseInt(String(configurable?.checkpoint_ns).slice(-8), 16) || 0;
  const signals = [abort.signal, signal ?? abort.signal];
  return { durable: await journalled(step, abort, { seed }), signal: AbortSignal.any(signals) };
}
