// What a monitor reads of whatever says how a run ended.

import { isReflectError } from '../error.js';
import type { Json, ReflectResult } from '../types.js';

/**
 * What a monitor reads of a result, as `ReflectEngine` and `Autopilot` give it; for your own loop give what you know. Other keys are
 * ignored.
 */
export interface ObservedResult {
  status: 'ok' | 'needs_review' | 'failed';
  accepted: boolean;
  /**
   * `'aborted'` is an abort; a reason that begins with `max_` is a limit that was hit (`timeout_rate`). A run that ends after one iteration
   * is `stopped_at_iteration_1` unless it failed, was aborted, hit a limit, or broke: `model_error`, `tool_error`, `empty_draft`,
   * `unreadable_critique`, `critic_unavailable`, `invalid_input`.
   */
  stopReason: string;
  /** Integer from 0. */
  iterations: number;
  /** Identifies the run: feedback finds it, and a run that is reported twice counts once. */
  runId?: string | undefined;
  /**
   * False: nobody evaluated the answer: it is not in `pass_rate`. Otherwise a run that neither failed nor was aborted is one evaluation.
   */
  judged?: boolean | undefined;
  /** All evaluations of answers in this run, when there may be several. */
  evaluations?: readonly { readonly passed: boolean }[] | undefined;
  /**
   * Times that an answer was sent back. Default: `repairs`, else one less than `evaluations`, else one less than `iterations` (in a
   * best-of-n run, all drafts that are not revisions are the first iteration).
   */
  retries?: number | undefined;
  repairs?: number | undefined;
  /** Required fields that are still empty. Default: entries of `missing` that are strings, or whose `required` is absent or `'must'`. */
  missingFields?: number | undefined;
  missing?: readonly unknown[] | undefined;
  /** Who accepted the answer. An acceptance by a `'verifier'`, a `'human'` or a `'critic'` in iteration 1 opens no alert. */
  acceptedBy?: string | undefined;
  /** The critic that accepted is the model that wrote the answer. Such an acceptance does open an alert. */
  selfCritique?: boolean | undefined;
  /**
   * How often the same action was taken again. Default: the number of `drafts` with a `duplicateOf`, or with the text of an earlier one
   * (case and white space do not matter); without `drafts`, the same for the outputs of `steps` of type `'iteration'`.
   */
  repetitionHits?: number | undefined;
  /**
   * What correlates with ratings, `0..=1`: `evaluation.score`, else `critique.score` of 10 or the share of its `criteriaMet`, else the share
   * of the verdict's `criteriaMet`, else this. A critique with the `status` `'invalid'` has none, nor has a run with `judged: false`.
   */
  score?: number | undefined;
  evaluation?: { readonly score?: number | undefined } | undefined;
  critique?:
    | {
        readonly status?: string | undefined;
        readonly score?: number | undefined;
        readonly criteriaMet?: readonly boolean[] | undefined;
      }
    | undefined;
  criticVerdict?: { readonly criteriaMet?: readonly boolean[] | undefined } | undefined;
  drafts?:
    | readonly {
        readonly text?: string | undefined;
        readonly parent?: number | undefined;
        readonly duplicateOf?: number | undefined;
      }[]
    | undefined;
  steps?: readonly { readonly type: string; readonly output?: unknown }[] | undefined;
  /** Default for these three: what `usage` says. */
  calls?: number | undefined;
  tokens?: number | undefined;
  costUsd?: number | undefined;
  usage?: { readonly total: object; readonly byPurpose: object } | undefined;
  metadata?: { readonly [key: string]: Json } | undefined;
}

/** What a monitor reads of a reflection on a decision. It counts as one evaluation, passed when nothing is to be revised. */
export interface ObservedDecision {
  /** Default `'ok'`: there is a reflection. */
  status?: 'ok' | 'needs_review' | 'failed' | undefined;
  shouldRevise: boolean;
  /** Default `'reflected'`. */
  stopReason?: string | undefined;
  runId?: string | undefined;
}

/** Flattens a result: its trace beside its top-level fields. Drops the score, which the critique has. */
export function flattenResult(result: unknown): unknown {
  if (typeof result !== 'object' || result === null || !('trace' in result)) return result;
  const { trace, score: _, ...first } = result as { trace: unknown; score?: unknown };
  return typeof trace === 'object' && trace !== null ? { ...trace, ...first } : result;
}

/**
 * A run's result, or that of the error which it rejected with. A reflection on a decision says nothing of its status: there is one, so it
 * went well, and where an error carries it there is none.
 */
export function finishedResult(value: unknown): unknown {
  const rejected = isReflectError<unknown>(value);
  const result = flattenResult(rejected ? value.result : value);
  if (typeof result !== 'object' || result === null) return result;
  const { status, stopReason, shouldRevise } = result as { status?: unknown; stopReason?: unknown; shouldRevise?: unknown };
  if (typeof shouldRevise !== 'boolean' || status !== undefined) return result;
  if (rejected) return { ...result, status: 'failed', stopReason: value.code };
  return { ...result, status: 'ok', stopReason: stopReason ?? 'reflected' };
}

/** How a run ended, as a provider's reply carries it: these keys of a result and of its errors, as JSON. */
export function endingOf(result: ReflectResult<unknown>): { [key: string]: Json } {
  const keys = 'status stopReason iterations acceptedBy score reviewReasons errors code message'.split(' ');
  return JSON.parse(JSON.stringify(result, keys)) as { [key: string]: Json };
}
