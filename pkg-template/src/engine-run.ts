// One run of the engine, from its start to its promise.

import { DraftTracker } from './drafts.js';
import { Faults, runToEnd, type Watch } from './drive.js';
import type { ReflectResult as CoreResult } from './generated/reflect_engine.js';
import type { OutputSchema } from './output-schema.js';
import { copied } from './plain.js';
import { race } from './race.js';
import type { CoreRun } from './run/core.js';
import { Pump } from './run/pump.js';
import { Ending } from './signal.js';
import { type Callbacks, isSelfCritique, OUTPUT_SCHEMA } from './task.js';
import type { ReflectResult, Step } from './types.js';

/** Milliseconds that a schema may take to give the value of a text: the default of `verifierTimeoutMs`. */
const READ_MS = 60_000;

/** Drives a run to its end, and rejects as `runToEnd` says. */
export async function drive<T>(
  core: CoreRun<Step, CoreResult>,
  callbacks: Callbacks,
  watch: Watch,
  ending: Ending,
): Promise<ReflectResult<T>> {
  const faults = new Faults();
  const drafts = watch.onDraft === undefined ? undefined : new DraftTracker(faults.guarded('onDraft', watch.onDraft));
  const { redaction, output } = callbacks;
  const pump = new Pump({ core, callbacks, ending, drafts, onStep: shown(watch, faults, redaction) });
  const finish = async (outcome: CoreResult): Promise<ReflectResult<T>> => {
    if (drafts !== undefined) {
      drafts.done(outcome);
      await Promise.resolve(); // an `onDraft` that rejects at once is still noted
    }
    if (output !== undefined && output.jsonSchema === undefined) noteUntold(outcome);
    faults.tell(outcome);
    redaction?.result(outcome);
    const result: ReflectResult<T> = outcome;
    if (result.acceptedBy === 'critic' && isSelfCritique(callbacks)) result.selfCritique = true;
    return output === undefined || failed(result)
      ? result
      : Object.assign(result, await objectOf<T>(output, result.output, ending));
  };
  return runToEnd<Step, CoreResult, ReflectResult<T>>(pump, watch.signal, finish);
}

/** What an observer is shown of a step: a copy, which it may change. */
function shown({ onStep }: Watch, faults: Faults, redaction: Callbacks['redaction']): ((step: Step) => void) | undefined {
  if (onStep === undefined) return undefined;
  const seen = faults.guarded('onStep', onStep);
  return (step) => seen(redaction === undefined ? copied(step) : redaction.step(step));
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
