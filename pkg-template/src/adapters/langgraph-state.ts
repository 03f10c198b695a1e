// What a graph of `reflectGraph` carries.

import { Annotation, type AnnotationRoot, type LastValue } from '@langchain/langgraph';
import type { ReflectResult, ReflectTask } from '../types.js';

/** What a graph of {@link reflectGraph} carries: your `input`, and the result. */
export type GraphState = Pick<ReflectTask, 'input'> & { [Key in (typeof RESULT)[number]]: Written<ReflectResult<unknown>[Key]> };
/** What may be absent there is `undefined` here: LangGraph's types take no other. */
type Written<T> = undefined extends T ? Exclude<T, undefined> | undefined : T;
export type Channels = { [Key in keyof GraphState]-?: () => LastValue<GraphState[Key]> };

const RESULT = [
  ...(['output', 'object', 'status', 'accepted', 'acceptedBy', 'stopReason', 'reviewReasons'] as const),
  ...(['score', 'iterations', 'usage', 'errors', 'trace', 'snapshot'] as const),
] as const;

/** Of the same channels: for a graph of yours that has this one as a node. */
export const ReflectState: AnnotationRoot<Channels> = Annotation.Root(
  Object.fromEntries(['input', ...RESULT].map((key) => [key, Annotation<unknown>])) as unknown as Channels,
);

export function stateOf(result: ReflectResult<unknown>): Partial<GraphState> {
  return Object.fromEntries(RESULT.map((key) => [key, result[key]])) as Partial<GraphState>;
}
