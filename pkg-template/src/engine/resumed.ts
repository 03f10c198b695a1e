// What a run that goes on from a snapshot asks its host for: that is settled when it begins, and no later task adds to it.

import { checkKeys, checkRunId, mustBe } from '../check/checks.js';
import { ReflectError } from '../error.js';
import { wasm } from '../load/index.js';
import { ANSWER, type Callbacks, OUTPUT_SCHEMA, USABLE } from '../run/callbacks.js';
import { requireClock } from '../run/durable.js';
import type { ParsedSnapshot } from '../run/snapshot.js';
import type { BudgetSettings, ReflectSettings, ResumeTask } from '../types.js';

interface SavedTask {
  input?: unknown;
  systemPrompt?: string | null;
  critics?: number;
  judges?: { tools: { name: string }[] }[] | null;
  tools?: { name: string }[] | null;
  verifiers?: string[] | null;
  usable?: boolean | null;
  answer?: boolean | null;
}

/** What a saved run was made of, as far as it is read here. */
interface Made {
  settings: ReflectSettings;
  task: SavedTask;
}

/** Checks what a run is restored with, beside its snapshot. Throws `invalid_task`, naming the key. */
export function checkRestoring(options: { redact?: unknown; runId?: unknown }): void {
  checkKeys(wasm, options, ['redact', 'runId'], 'option', 'the options of restore', 'invalid_task');
  const { redact, runId } = options;
  checkRunId(runId);
  if (redact !== undefined) mustBe('redact', redact, 'function');
}

/**
 * Refuses a task for a run that was restored from this snapshot, and could not be what the task says: a judge that the run has not
 * would never be asked, one that is missing would fail each call, and a time limit of the run's needs a clock.
 */
export function checkResumed(
  saved: ParsedSnapshot,
  task: ResumeTask<unknown>,
  callbacks: Callbacks,
  budgets: (BudgetSettings | undefined)[],
): void {
  const { log } = saved;
  const run = saved.run as unknown as Made;
  checkJudges(run.task, task, callbacks);
  if (task.review?.accepted !== true) checkAll(run.task, callbacks);
  checkPrompt(run.task, task);
  checkInput(run.task, task);
  if ((task as { draft?: unknown }).draft !== undefined) throw lacking('draft', 'drafts of its own', 'to judge another one');
  const over = log.filter((entry) => entry.do === 'restore').map(({ value }) => (value as ReflectSettings | null)?.budget);
  requireClock(callbacks.durable, run.settings.budget, ...over, ...budgets);
}

function checkJudges(saved: SavedTask, task: ResumeTask<unknown>, callbacks: Callbacks): void {
  const { critics = 1 } = saved;
  const verifiers = saved.verifiers ?? [];
  for (const name of callbacks.verifiers.keys()) {
    if (!verifiers.includes(name)) throw lacking(`verifiers.${name}`, `no verifier \`${name}\``);
  }
  // Where a person accepts, nobody is asked any more, and the schema only gives the value.
  if (callbacks.output !== undefined && !verifiers.includes(OUTPUT_SCHEMA) && task.review?.accepted !== true) {
    throw lacking('outputSchema', 'no output schema');
  }
  for (const key of [USABLE, ANSWER] as const) {
    if (callbacks[key] !== undefined && saved[key] !== true) throw lacking(key, `no \`${key}\``);
  }
  // Without the key the critic is the model itself.
  if (task.critic !== undefined && callbacks.critics.length > critics) {
    const has =
      critics === 0 ? 'no critic' : `${critics} ${critics === 1 ? 'critic' : 'critics'}, not ${callbacks.critics.length}`;
    throw lacking('critic', has);
  }
}

/**
 * Refuses a resumed task that lacks the run's critics, verifiers or tools, which would otherwise fail after paid calls. Not checked when a
 * person accepts the draft.
 */
function checkAll({ tools, judges, verifiers, critics = 1, ...saved }: SavedTask, callbacks: Callbacks): void {
  const checks = (verifiers ?? []).filter((name) => name !== OUTPUT_SCHEMA);
  const missing = [
    ...(tools ?? []).filter(({ name }) => !callbacks.tools.has(name)).map(({ name }) => `tools.${name}`),
    ...(judges ?? []).flatMap(({ tools }, at) => {
      const own = callbacks.critics[at]?.tools;
      return tools.filter(({ name }) => own?.has(name) !== true).map(({ name }) => `critic.tools.${name}`);
    }),
    ...checks.filter((name) => !callbacks.verifiers.has(name)).map((name) => `verifiers.${name}`),
    ...(verifiers?.includes(OUTPUT_SCHEMA) && callbacks.output === undefined ? ['outputSchema'] : []),
    ...([USABLE, ANSWER] as const).filter((key) => saved[key] === true && callbacks[key] === undefined),
    ...(callbacks.critics.length < critics ? ['critic'] : []),
  ];
  if (missing[0] === undefined) return;
  const had = missing[0] === 'critic' && critics > 1 ? `${critics} critics` : 'it';
  throw new ReflectError(
    'invalid_task',
    `\`${missing[0]}\` is missing: the run in the snapshot has ${had}; give it to \`resume\` again`,
  );
}

/** The same prompt may be in the task, as in a copy of the first one. */
function checkPrompt({ systemPrompt: saved }: SavedTask, { systemPrompt }: ResumeTask<unknown>): void {
  if (systemPrompt === undefined || systemPrompt === saved) return;
  throw lacking(
    'systemPrompt',
    saved === undefined || saved === null ? 'no system prompt' : 'another system prompt',
    'to change it',
  );
}

/** As the prompt. A conversation is not compared: in the snapshot what was given as `null` is left out. */
function checkInput({ input: saved }: SavedTask, { input }: ResumeTask<unknown>): void {
  if (input === undefined || input === saved || (Array.isArray(input) && typeof saved !== 'string')) return;
  throw lacking('input', 'another input', 'to ask something else');
}

function lacking(key: string, what: string, why = 'to add it'): ReflectError {
  return new ReflectError('invalid_task', `\`${key}\`: the run in the snapshot has ${what}; start a new run ${why}`);
}
