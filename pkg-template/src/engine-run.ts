// One run of the engine, from its start to its promise.

import { type Callbacks, OUTPUT_SCHEMA } from './callbacks.js';
import { DraftTracker } from './drafts.js';
import { Faults, runToEnd, type Watch } from './drive.js';
import type { OutputSchema } from './output-schema.js';
import { copied } from './plain.js';
import { race } from './race.js';
import type { CoreRun } from './run/core.js';
import { Ending } from './signal.js';
import { isSelfCritique } from './task.js';
import type { HostedResult, ReflectResult, ReflectTrace, Step } from './types.js';

/** Milliseconds that a schema may take to give the value of a text: the default of `verifierTimeoutMs`. */
const READ_MS = 60_000;

/** Drives a run to its end, and rejects as `runToEnd` says. */
export async function drive<T>(
  core: CoreRun<Step, HostedResult>,
  callbacks: Callbacks,
  watch: Watch,
  ending: Ending,
): Promise<ReflectResult<T>> {
  const { redaction, output } = callbacks;
  const faults = new Faults(redaction);
  const { onStep: step, onDraft: draft, onCall: call } = watch;
  const drafts = draft && new DraftTracker(faults.guarded('onDraft', draft), core.runId, redaction !== undefined);
  const onCall = call && faults.guarded('onCall', call);
  // What is redacted is a copy, which an observer may change.
  const onStep = step && faults.guarded<Step>('onStep', redaction === undefined ? (shown) => step(copied(shown)) : step);
  const finish = async (outcome: HostedResult): Promise<ReflectResult<T>> => {
    const { trace } = outcome;
    if (drafts !== undefined) {
      drafts.done(outcome);
      if (trace.drafts.length === 0) outcome.output = drafts.streamed;
    }
    // An observer that rejects at once is still noted.
    if (drafts !== undefined || onCall !== undefined) await Promise.resolve();
    if (output !== undefined && output.jsonSchema === undefined) noteUntold(outcome);
    faults.tell(outcome, trace);
    if (outcome.acceptedBy === 'critic' && isSelfCritique(callbacks)) trace.selfCritique = true;
    const result = outcome as ReflectResult<T>;
    return output === undefined || failed(trace)
      ? result
      : Object.assign(result, await objectOf<T>(output, result.output, ending));
  };
  const parts = { core, callbacks, ending, drafts, onStep, onCall };
  return runToEnd<Step, HostedResult, ReflectResult<T>>(parts, watch.signal, finish);
}

/** The value of an output that conforms. It is mostly remembered; else the schema is asked again, and may hang. */
async function objectOf<T>(output: OutputSchema, text: string, ending: Ending): Promise<{ object: T } | undefined> {
  // Nobody waits long for a run that was ended: what a schema does not say at once is not waited for.
  const [until, ms] = ending.ended ? [new Ending(), 0] : [ending, READ_MS];
  const read = await race(() => output.read(text), until, ms);
  return read.how === 'returned' ? (read.value as { object: T } | undefined) : undefined;
}

/** Notes that a draft failed a schema that the model could not be given. */
function noteUntold({ errors, trace }: HostedResult): void {
  if (!trace.drafts.some(({ verifiers }) => verifiers[OUTPUT_SCHEMA]?.passed === false)) return;
  const message =
    'a draft failed `outputSchema`, which no model was given: its library makes no JSON Schema of it; take one that can be converted ' +
    '(valibot: `toStandardJsonSchema`), or say in `input` or `systemPrompt` what is wanted';
  errors.unshift({ code: 'no_response_schema', message, seq: 0 });
}

/** Whether there is no draft, or the returned one failed the task's schema in this run. */
function failed({ drafts, draftIndex }: ReflectTrace): boolean {
  return drafts.length === 0 || drafts.find(({ index }) => index === draftIndex)?.verifiers[OUTPUT_SCHEMA]?.passed === false;
}
