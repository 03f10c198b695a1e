// One run of the engine, from its start to its promise.

import type { OutputSchema } from '../check/output-schema.js';
import { describeError } from '../error.js';
import { type Callbacks, OUTPUT_SCHEMA } from '../run/callbacks.js';
import { type CoreRun, VERIFIER_TIMEOUT_MS } from '../run/core.js';
import { DraftTracker } from '../run/drafts.js';
import { Faults, runToEnd } from '../run/drive.js';
import type { Observers } from '../run/pump.js';
import { race } from '../run/race.js';
import { RunCancellation } from '../run/signal.js';
import { isSelfCritique } from '../run/task.js';
import type { HostedResult, ReflectResult, ReflectTrace, Step } from '../types.js';

/** Drives a run to its end, and rejects as `runToEnd` says. */
export async function drive<T>(
  core: CoreRun<Step, HostedResult>,
  callbacks: Callbacks,
  watch: Observers,
  ending: RunCancellation,
  faults = new Faults(callbacks.redaction),
): Promise<ReflectResult<T>> {
  const { redaction, output } = callbacks;
  const onDraft = faults.guarded('onDraft', watch.onDraft);
  const drafts = onDraft && new DraftTracker(onDraft, core.runId, redaction !== undefined);
  return runToEnd<Step, HostedResult, ReflectResult<T>>({ core, callbacks, ending, drafts, watch, faults }, async (outcome) => {
    const { trace } = outcome;
    if (drafts !== undefined) {
      drafts.done(outcome);
      if (trace.drafts.length === 0) outcome.output = drafts.streamed;
    }
    // An observer that rejects at once is still noted.
    if (drafts !== undefined || watch.onCall !== undefined) await Promise.resolve();
    if (output !== undefined && output.jsonSchema === undefined) noteNoSchema(outcome);
    faults.tell(outcome, trace);
    if (outcome.acceptedBy === 'critic' && isSelfCritique(callbacks)) {
      trace.selfCritique = true;
      outcome.reviewReasons.push('self_judged');
    }
    const result = outcome as ReflectResult<T>;
    return output === undefined || failed(trace) ? result : Object.assign(result, await objectOf<T>(output, outcome, ending));
  });
}

/** The value of an output that conforms. It is mostly remembered; else the schema is asked again, as long as a verifier may take. */
async function objectOf<T>(
  output: OutputSchema,
  { output: text, durationMs, errors, trace }: HostedResult,
  ending: RunCancellation,
): Promise<{ object: T } | undefined> {
  const { verifierTimeoutMs = VERIFIER_TIMEOUT_MS, maxSeconds = Number.POSITIVE_INFINITY } = trace.settings.budget ?? {};
  // Nobody waits for a run that is over: what a schema does not say at once is not waited for.
  const left = Math.max(0, maxSeconds * 1_000 - durationMs);
  const [until, ms] = ending.ended ? [new RunCancellation(), 0] : [ending, Math.min(verifierTimeoutMs, left)];
  const read = await race(() => output.read(text), until, ms);
  if (read.how === 'returned') return read.value as { object: T } | undefined;
  const why = read.how === 'threw' ? describeError(read.error) : 'it did not say so in time';
  const message = `there is no \`object\`: \`outputSchema\` was asked once more for the value of the output: ${why}`;
  errors.push({ code: read.how === 'timeout' ? 'timeout' : 'verifier_error', message, seq: trace.steps.length });
  return undefined;
}

/** Notes that a draft failed a schema that the model could not be given. */
function noteNoSchema({ errors, trace }: HostedResult): void {
  if (!trace.drafts.some(({ verifiers }) => verifiers[OUTPUT_SCHEMA]?.passed === false)) return;
  const message =
    'a draft failed `outputSchema`, which no model was given: its library cannot convert it to JSON Schema; take one that can ' +
    '(zod from 4.2 on; valibot: `toStandardJsonSchema`), or say in `input` or `systemPrompt` what is wanted';
  errors.unshift({ code: 'no_response_schema', message, seq: 0 });
}

/** Whether there is no draft, or the returned one failed the task's schema in this run. */
function failed({ drafts, draftIndex }: ReflectTrace): boolean {
  return drafts.length === 0 || drafts.find(({ index }) => index === draftIndex)?.verifiers[OUTPUT_SCHEMA]?.passed === false;
}
