// One run of the engine, from its start to its promise.

import { DraftTracker } from './drafts.js';
import { Faults, runToEnd, type Watch } from './drive.js';
import type { ReflectResult as CoreResult, ReflectRun as CoreRun } from './generated/reflect_engine.js';
import { Host } from './host.js';
import { wasm } from './load/index.js';
import type { OutputSchema } from './output-schema.js';
import { race } from './race.js';
import { Ending } from './signal.js';
import { type Callbacks, isSelfCritique, OUTPUT_SCHEMA } from './task.js';
import type { ReflectResult, Step } from './types.js';

/** Milliseconds that a schema may take to give the value of a text: the default of `verifierTimeoutMs`. */
const READ_MS = 60_000;

/** Drives a run to its end, and rejects as `runToEnd` says. */
export async function drive<T>(run: CoreRun, callbacks: Callbacks, watch: Watch, ending: Ending): Promise<ReflectResult<T>> {
  const faults = new Faults();
  const drafts = watch.onDraft === undefined ? undefined : new DraftTracker(faults.guarded('onDraft', watch.onDraft));
  const { redaction, output } = callbacks;
  const seen = faults.guarded('onStep', watch.onStep);
  const onStep = redaction === undefined ? seen : (step: Step): void => seen(redaction.step(step));
  const host = new Host({ run, callbacks, ending, drafts, onStep });
  const finish = async (outcome: CoreResult): Promise<ReflectResult<T>> => {
    if (drafts !== undefined) {
      drafts.done(outcome);
      await Promise.resolve(); // an `onDraft` that rejects at once is still noted
    }
    if (output !== undefined && output.jsonSchema === undefined) noteUntold(outcome);
    faults.tell(outcome);
    redaction?.result(outcome);
    const { failure: _, ...rest } = outcome;
    const result = rest.acceptedBy === 'critic' && isSelfCritique(callbacks) ? { ...rest, selfCritique: true as const } : rest;
    return output === undefined || failed(result) ? result : { ...result, ...(await objectOf<T>(output, result.output, ending)) };
  };
  return runToEnd<CoreResult, ReflectResult<T>>(wasm(), host, watch.signal, finish);
}

/** The value of an output that conforms. It is mostly remembered; else the schema is asked again, and may hang. */
async function objectOf<T>(output: OutputSchema, text: string, ending: Ending): Promise<{ object: T } | undefined> {
  // Nobody waits long for a run that was ended: what a schema does not say at once is not waited for.
  const [until, ms] = ending.ended ? [new Ending(), 0] : [ending, READ_MS];
  const read = await race(() => output.read(text), until, ms);
  return read.how === 'returned' ? (read.value as { object: T } | undefined) : undefined;
}

/** Notes that a draft failed a schema that the model could not be told of. */
function noteUntold({ drafts, errors }: CoreResult): void {
  if (!drafts.some(({ verifiers }) => verifiers[OUTPUT_SCHEMA]?.passed === false)) return;
  const message =
    'a draft failed `outputSchema`, which no model was told of: its library makes no JSON Schema of it; take one that can be converted ' +
    '(valibot: `toStandardJsonSchema`), or say in `input` or `systemPrompt` what is wanted';
  errors.unshift({ code: 'no_response_schema', message, seq: 0 });
}

/** Whether there is no draft, or the returned one failed the task's schema in this run. */
function failed({ drafts, draftIndex }: ReflectResult<unknown>): boolean {
  return drafts.length === 0 || drafts.find(({ index }) => index === draftIndex)?.verifiers[OUTPUT_SCHEMA]?.passed === false;
}
