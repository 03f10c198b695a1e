// One run from its start to its promise: settled as the one rule of failure says.

import { DraftTracker } from './drafts.js';
import { ReflectError, told } from './error.js';
import type {
  AutopilotRun,
  ReflectResult as CoreResult,
  ReflectRun as CoreRun,
  DecisionRun,
  ResearchRun,
} from './generated/reflect_engine.js';
import { Host } from './host.js';
import { wasm } from './load/index.js';
import { race } from './race.js';
import { type Ending, follow } from './signal.js';
import { type Callbacks, OUTPUT_SCHEMA } from './task.js';
import { fromWasm } from './trap.js';
import type { DraftEvent, ReflectResult, RunError, Step } from './types.js';

/** Milliseconds that a schema may take to give the value of a text: the default of `verifierTimeoutMs`. */
const READ_MS = 60_000;

/** What a run is watched by, and what may end it. */
export interface Watch<S = Step> {
  onStep?: ((step: S) => void) | undefined;
  onDraft?: ((event: DraftEvent) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Drives a run to its end. Resolves with its result, or rejects: `status: 'failed'` and an abort with a `ReflectError` that
 * carries the result, a trap with `engine_trap`.
 */
export async function drive<T>(core: CoreRun, callbacks: Callbacks, watch: Watch, ending: Ending): Promise<ReflectResult<T>> {
  const faults = new Faults();
  const drafts = watch.onDraft === undefined ? undefined : new DraftTracker(faults.guarded('onDraft', watch.onDraft));
  const { redaction } = callbacks;
  const seen = watch.onStep === undefined ? ignore : faults.guarded('onStep', watch.onStep);
  const onStep = redaction === undefined ? seen : (step: Step): void => seen(redaction.step(step));
  const host = new Host({ run: core, callbacks, ending, drafts, onStep });
  const unfollow = follow(watch.signal, ending);
  const result = await toTheEnd<CoreResult>(core, host).finally(unfollow);
  if (drafts !== undefined) {
    drafts.done(result);
    await Promise.resolve(); // an `onDraft` that rejects at once is still noted
  }
  faults.tell(result);
  redaction?.result(result);
  return settle<T>(result, callbacks, host.causes, ending);
}

/** Drives a run of the core to its end and frees it. */
export async function toTheEnd<R>(core: CoreRun | AutopilotRun | DecisionRun | ResearchRun, host: Host): Promise<R> {
  try {
    const result = (await wasm().drive(host)) as R;
    core.free();
    return result;
  } catch (thrown) {
    const error = fromWasm(thrown);
    // A trapped run's borrow stays taken, and its `free` would throw.
    if (error.code !== 'engine_trap') core.free();
    throw error;
  }
}

/** What decides whether a run that has ended rejects. */
export type Ended = Pick<CoreResult, 'status' | 'errors' | 'failure'> & { stopReason: string };

/** The one rule of failure (see `ReflectError`): what a run rejects with, if it does. */
export function refusal<R>(
  core: Ended,
  result: R,
  causes: ReadonlyMap<string, unknown>,
  ending: Ending,
): ReflectError<R> | undefined {
  const { failure } = core;
  if (core.stopReason === 'aborted') {
    return new ReflectError('aborted', failure?.message ?? 'the run was aborted', { cause: ending.reason, result });
  }
  if (core.status !== 'failed') return undefined;
  const threw = core.errors
    .map(({ callId }) => callId)
    .filter((id) => id !== undefined && causes.has(id))
    .at(-1);
  const cause = threw === undefined ? {} : { cause: causes.get(threw) };
  return new ReflectError(failure?.code ?? 'model_error', failure?.message ?? 'the run failed', { ...cause, result });
}

async function settle<T>(
  core: CoreResult,
  { output }: Callbacks,
  causes: ReadonlyMap<string, unknown>,
  ending: Ending,
): Promise<ReflectResult<T>> {
  const { failure: _, ...rest } = core;
  const result: ReflectResult<T> = rest;
  const error = refusal<ReflectResult<unknown>>(core, result, causes, ending);
  if (error !== undefined) throw error;
  if (output !== undefined && !failed(core)) {
    // Mostly remembered; else a schema is asked again, and may hang.
    const read = await race(() => output.read(core.output), ending, READ_MS);
    const value = read.how === 'returned' ? (read.value as { object: T } | undefined) : undefined;
    if (value !== undefined) result.object = value.object;
  }
  return result;
}

/** Whether the returned draft failed the task's schema in this run. */
function failed({ drafts, draftIndex }: CoreResult): boolean {
  return drafts.find(({ index }) => index === draftIndex)?.verifiers[OUTPUT_SCHEMA]?.passed === false;
}

/** Notes what the task's observers throw. They cannot stop or reorder a run, and a promise of theirs is not waited for. */
class Faults {
  private noted: RunError[] = [];
  private steps = 0;

  guarded<E extends DraftEvent | Step>(name: string, observe: (event: E) => unknown): (event: E) => void {
    return (event) => {
      if ('seq' in event) this.steps = event.seq + 1;
      try {
        const returned = observe(event) as { then?: unknown } | null | undefined;
        if (typeof returned?.then === 'function') returned.then(undefined, (thrown: unknown) => this.note(name, thrown));
      } catch (thrown) {
        this.note(name, thrown);
      }
    };
  }

  /** Adds them to a result, in the order of the steps. */
  tell({ errors }: CoreResult): void {
    if (this.noted.length === 0) return;
    errors.unshift(...this.noted);
    errors.sort((a, b) => a.seq - b.seq);
  }

  private note(name: string, thrown: unknown): void {
    this.noted.push({ code: 'callback_error', message: `\`${name}\` failed: ${told(thrown).slice(0, 2_000)}`, seq: this.steps });
  }
}

function ignore(): void {}
