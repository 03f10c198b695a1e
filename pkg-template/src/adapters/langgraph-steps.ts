// Runs whose calls a checkpointer of LangGraph remembers.

import { type LangGraphRunnableConfig, type RetryPolicy, task } from '@langchain/langgraph';
import { checkOptions } from '../check/checks.js';
import { journalled } from '../run/journal.js';
import type { Durable } from '../types.js';

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
