/**
 * Runs inside workflows of Temporal: what the workflow imports. Its calls are activities of `reflect-engine/temporal/worker`.
 *
 * @packageDocumentation
 */

import {
  ActivityFailure,
  type ActivityOptions,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import { checkOptions } from '../check/checks.js';
import { isReflectError } from '../error.js';
import type { Check, Durable, Model, Tool } from '../types.js';
import type { WorkerCalls } from './temporal-worker.js';

/** Bytes of one value: the server takes 2 MiB, and tries for ever what is more. */
const MAX_BYTES = 1_900_000;
/** Bytes that one workflow task may schedule: over 4 MiB the server terminates the workflow. */
const TASK_BYTES = 3_000_000;
/** How Temporal's server calls the end of a call that still had heartbeats. */
const HANGS = ['TemporalTimeout:StartToClose'];

// Temporal gives each workflow its own copy of this module.
let runs = 0;
let maxBytes = MAX_BYTES;
let room = TASK_BYTES;
let turn = Promise.resolve();

export interface TemporalOptions {
  /**
   * Begins the next execution when the history is long: `(snapshot) => continueAsNew<typeof answer>({ input, snapshot })`, where the
   * workflow goes on by `engine.resume`. Default: the run stays in this execution.
   */
  continueAsNew?: ((snapshot: string) => Promise<never>) | undefined;
  /** Whether the history is long. It is asked between two calls. Default: what `continueAsNewSuggested` of Temporal says. */
  isLong?: (() => boolean) | undefined;
  /** Bytes of JSON that a request, the result or the snapshot may have. Default 1,900,000. A `payloadCodec` that compresses allows more. */
  maxBytes?: number | undefined;
}

/** Aborts a run whose history is long. */
class LongHistory extends Error {
  constructor(readonly continueAsNew: (snapshot: string) => Promise<never>) {
    super('the history of the workflow is long');
  }
}

/**
 * What a task needs to run inside a workflow: `engine.run({ ...task, ...onTemporal() })`, and the workflow inside {@link reflecting}. The
 * model, and tools and verifiers that do more than compute, are each an {@link activity}: Temporal remembers it. A cancel of the workflow
 * aborts the run. Call it once for each run, and give a resumption what its run had.
 */
export function onTemporal(options: TemporalOptions = {}): { durable: Durable; signal: AbortSignal } {
  checkOptions('onTemporal', options, { continueAsNew: 'function', isLong: 'function', maxBytes: 'number' });
  // A reset keeps this id, and changes `runId`. Outside of a workflow Temporal refuses.
  const { originalExecutionRunId } = workflowInfo();
  const { continueAsNew, isLong = () => workflowInfo().continueAsNewSuggested } = options;
  maxBytes = options.maxBytes ?? MAX_BYTES;
  const abort = new AbortController();
  CancellationScope.current().cancelRequested.catch((error) => abort.abort(error));
  let open = 0;
  let made = 0;
  const run: Durable['run'] = async (_, fn) => {
    // At least one call in each execution: a long snapshot would begin executions for ever.
    if (continueAsNew && open === 0 && made > 0 && isLong()) {
      abort.abort(new LongHistory(continueAsNew));
      throw abort.signal.reason;
    }
    open += 1;
    made += 1;
    return fn().finally(() => (open -= 1));
  };
  const seed = (Number.parseInt(originalExecutionRunId.slice(-8), 16) + runs++) >>> 0;
  return { durable: { seed, now: () => Date.now(), run, all: (steps) => Promise.all(steps) }, signal: abort.signal };
}

/** Where and how long an activity runs. Default: 10 minutes, a `heartbeatTimeout` of 30 seconds, and any number of crashes of a worker. */
export type CallOptions = Omit<ActivityOptions, 'activityId' | 'summary'>;

/** Functions of a task that hand each call to a worker's function of this name, which {@link reflectActivities} there was given. */
export const activity = {
  model:
    (name: string, options?: CallOptions): Model =>
    ({ signal, onDelta: _, ...request }) =>
      call('reflectModel', request, signal, options, [name, request]) as ReturnType<Model>,
  /** Of the tool the workflow needs the name, the description and the schema. */
  tool: (tool: Omit<Tool<never>, 'execute'>, options?: CallOptions): Tool<never> => ({
    ...tool,
    execute: (args, { signal, ...context }) => call('reflectTool', context, signal, options, [tool.name, args, context]),
  }),
  verifier:
    (name: string, options?: CallOptions): Check =>
    (draft, { signal, ...context }) =>
      call('reflectVerify', context, signal, options, [name, draft, context]) as ReturnType<Check>,
};

/**
 * A workflow that fails, with the run's `code` as the type of its failure, when its run fails: Temporal would try it for ever. So does a
 * result that the server would not take. It goes on in a new execution where its history is long ({@link TemporalOptions.continueAsNew}).
 */
export function reflecting<A extends unknown[], R>(workflow: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      const result = await workflow(...args);
      mustFit('result', result);
      return result;
    } catch (error) {
      if (!isReflectError(error)) throw error;
      const { cause, code, message, result } = error;
      if (cause instanceof LongHistory && result !== undefined) {
        mustFit('snapshot', result.snapshot);
        return cause.continueAsNew(result.snapshot);
      }
      if (code === 'aborted' && isCancellation(cause)) throw cause;
      throw ApplicationFailure.nonRetryable(message, code);
    }
  };
}

function mustFit(what: string, value: unknown): void {
  const fault = faultOf(what, bytesOf(value));
  if (fault !== undefined) throw ApplicationFailure.nonRetryable(fault, 'too_large');
}

function faultOf(what: string, bytes: number): string | undefined {
  return bytes > maxBytes ? `the ${what} has ${bytes} bytes, and \`maxBytes\` is ${maxBytes}` : undefined;
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value) ?? '').length;
}

/** Waits for the next workflow task where this one is full. It depends on what is asked alone, so a replay does the same. */
function spaced(bytes: number): Promise<void> {
  turn = turn.then(async () => {
    if (bytes > room) {
      // A call that is cancelled meanwhile must not end the queue.
      await CancellationScope.nonCancellable(() => sleep(1));
      room = Math.max(TASK_BYTES, maxBytes);
    }
    room -= bytes;
  });
  return turn;
}

/**
 * Makes a call of a worker, as an activity whose id is the idempotency key: a replay compares it, so another task or other settings are
 * noticed. Temporal's UI shows its name. An abort of the call cancels it.
 */
async function call<T extends keyof WorkerCalls>(
  type: T,
  { callId, idempotencyKey }: { callId: string; idempotencyKey: string },
  signal: AbortSignal,
  options: CallOptions | undefined,
  args: Parameters<WorkerCalls[T]>,
): Promise<unknown> {
  const bytes = bytesOf(args);
  const fault = faultOf(`request of \`${callId}\``, bytes);
  if (fault !== undefined) throw new Error(fault);
  const scope = new CancellationScope();
  const cancel = (): void => scope.cancel();
  signal.addEventListener('abort', cancel);
  const activities = proxyActivities<WorkerCalls>({
    startToCloseTimeout: '10 minutes',
    heartbeatTimeout: '30 seconds',
    ...options,
    // Of crashes alone: the worker tries again what fails, and says when it is final. Of one that hangs the server says it at the latest.
    retry: { initialInterval: '200ms', maximumInterval: '10s', nonRetryableErrorTypes: HANGS, ...options?.retry },
    activityId: idempotencyKey,
    summary: callId,
  });
  const make = activities[type] as (...args: unknown[]) => Promise<unknown>;
  try {
    return await scope.run(() => spaced(bytes).then(() => make(...args)));
  } catch (error) {
    const cause = error instanceof ActivityFailure && !isCancellation(error) ? error.cause : undefined;
    // The engine reads the status of a provider's error.
    throw cause instanceof ApplicationFailure ? Object.assign(cause, cause.details?.[0]) : (cause ?? error);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
