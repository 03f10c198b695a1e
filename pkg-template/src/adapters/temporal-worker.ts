/**
 * Runs inside workflows of Temporal: what their workers import. The workflow imports `reflect-engine/temporal`.
 *
 * @packageDocumentation
 */

import { ApplicationFailure, Context, sleep } from '@temporalio/activity';
import { badSettings, checkOptions } from '../check/checks.js';
import { isAssertion, short } from '../check/refusal.js';
import { inTime } from '../check/timed.js';
import { describeError } from '../error.js';
import type { Check, Model, ModelReply, ModelRequest, Tool, ToolContext, VerifierContext } from '../types.js';

export interface WorkerOptions {
  /** Who writes and who judges, by the names that `activity.model(name)` gives. */
  models?: Record<string, Model> | undefined;
  tools?: readonly Tool[] | undefined;
  verifiers?: Record<string, Check> | undefined;
  /** How often a call is tried that fails. Default 4; the second try comes after 200 ms. A request that the provider refuses (4xx) is final. */
  attempts?: number | undefined;
  /** Bytes of JSON that a reply may have. Default 1,900,000: Temporal keeps each in its history, and takes 2 MiB. */
  maxBytes?: number | undefined;
}

/** A request as it crosses. */
type Sent<T> = Omit<T, 'signal' | 'onDelta'>;

/** The activities by which the calls of a run are made. */
export interface WorkerCalls {
  reflectModel(name: string, request: Sent<ModelRequest>): Promise<ModelReply>;
  reflectTool(name: string, args: unknown, context: Sent<ToolContext>): Promise<unknown>;
  reflectVerify(name: string, draft: string, context: Sent<VerifierContext>): Promise<Awaited<ReturnType<Check>>>;
}

/** Milliseconds that a timer takes. */
const MAX_TIMER = 2 ** 31 - 1;
/** Milliseconds between heartbeats where the activity has no limit: without them no cancel arrives. */
const HEARTBEAT = 1_000;
/** Of the time of an activity, what its call may take: Temporal would make it again after the rest, for ever. */
const SHARE = 0.9;

/**
 * `Worker.create({ activities: reflectActivities({ models, tools, verifiers }) })`. A call that fails is tried again here, and then fails for
 * good. Temporal's own retries are for crashes of a worker.
 */
export function reflectActivities(options: WorkerOptions): WorkerCalls {
  const kinds = { models: 'object', tools: 'object', verifiers: 'object', attempts: 'number', maxBytes: 'number' };
  checkOptions('reflectActivities', options, kinds);
  const { models = {}, tools = [], verifiers = {}, attempts = 4, maxBytes = 1_900_000 } = options;
  if (!Array.isArray(tools)) throw badSettings('`tools` of reflectActivities must be a list: give `[tool({ … })]`');
  const toolsByName = Object.fromEntries(tools.map((tool: Tool) => [tool.name, tool]));

  async function make<R>(callId: string, ask: (signal: AbortSignal) => R | Promise<R>): Promise<R> {
    const context = Context.current();
    const { info, cancellationSignal } = context;
    const heartbeats = setInterval(() => context.heartbeat(), (info.heartbeatTimeoutMs ?? 3 * HEARTBEAT) / 3);
    const end = new AbortController();
    const signal = AbortSignal.any([cancellationSignal, end.signal]);
    const limit = Math.min(SHARE * info.startToCloseTimeoutMs, MAX_TIMER);
    const late = `\`${callId}\` took more than ${limit} ms (see \`startToCloseTimeout\`)`;
    try {
      const value = await Promise.race([
        inTime(
          tryAgain(() => ask(signal), signal),
          limit,
          late,
        ),
        context.cancelled,
      ]);
      const bytes = Buffer.byteLength(JSON.stringify(value) ?? '');
      if (bytes > maxBytes) throw new Error(`\`${callId}\` gave ${bytes} bytes, and \`maxBytes\` of the worker is ${maxBytes}`);
      return value;
    } catch (error) {
      if (cancellationSignal.aborted) throw cancellationSignal.reason;
      const type = error instanceof ApplicationFailure ? error.type : (error as Error | null)?.name;
      throw ApplicationFailure.nonRetryable(short(describeError(error)), type, { status: statusOf(error) });
    } finally {
      clearInterval(heartbeats);
      end.abort();
    }
  }

  async function tryAgain<R>(ask: () => R | Promise<R>, signal: AbortSignal): Promise<R> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await ask();
      } catch (error) {
        if (signal.aborted || attempt >= attempts || isFinal(error)) throw error;
        await sleep(200 * 2 ** (attempt - 1));
      }
  }

  return {
    reflectModel: (name, request) => make(request.callId, (signal) => pick('model', models, name)({ ...request, signal })),
    reflectTool: (name, args, context) =>
      make(context.callId, (signal) => pick('tool', toolsByName, name).execute(args, { ...context, signal })),
    reflectVerify: (name, draft, context) =>
      make(context.callId, async (signal) => {
        try {
          return await pick('verifier', verifiers, name)(draft, { ...context, signal });
        } catch (error) {
          if (isAssertion(error)) return { passed: false, issues: [short(describeError(error))] };
          throw error;
        }
      }),
  };
}

function pick<T>(kind: string, from: Record<string, T>, name: string): T {
  const value = Object.hasOwn(from, name) ? from[name] : undefined;
  if (value !== undefined) return value;
  const names = Object.keys(from).join(', ') || 'none';
  throw ApplicationFailure.nonRetryable(`this worker has no ${kind} \`${name}\`; it has ${names}`, 'unknown_name');
}

function statusOf(error: unknown): unknown {
  const { status, statusCode = status } = (error ?? {}) as { status?: unknown; statusCode?: unknown };
  return statusCode;
}

/** A request, key or name that is wrong stays so; a provider that is busy does not. */
function isFinal(error: unknown): boolean {
  if (error instanceof ApplicationFailure) return error.nonRetryable === true;
  const status = statusOf(error);
  return typeof status === 'number' && status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status);
}
