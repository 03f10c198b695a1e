import { isObject } from '../check/kind.js';
import type { OutputSchema } from '../check/output-schema.js';
import type { PreparedTool } from '../check/tool.js';
import type { Check, Durable, Model, PartialCheck, ReflectTask } from '../types.js';
import type { Redaction } from './redact.js';

/** Names of verifiers: that of the task's `outputSchema`, and those in the calls that ask its `usable` and its `answer`. */
export const OUTPUT_SCHEMA = 'outputSchema';
export const USABLE = 'usable';
export const ANSWER = 'answer';

export interface RunCritic {
  model: Model;
  name?: string | undefined;
  tools: Map<string, PreparedTool>;
  /** Its replies have a probability. */
  probability?: boolean | undefined;
}

/** The callbacks of a task, by the names that the core knows them by. */
export interface Callbacks {
  model: Model | undefined;
  critics: RunCritic[];
  tools: Map<string, PreparedTool>;
  verifiers: Map<string, Check>;
  /** Of the verifiers that may stop a draft while it is written; absent where there is none. */
  partials?: ReadonlyMap<string, PartialCheck> | undefined;
  usable?: ReflectTask<unknown>['usable'];
  answer?: ReflectTask<unknown>['answer'];
  output?: OutputSchema | undefined;
  durable?: Durable | undefined;
  redaction?: Redaction | undefined;
  /** Drafts are written by a loop of the host's own, whenever it likes. */
  gate?: boolean | undefined;
}

/** The callbacks of a run that has a model, a critic and tools, and nothing else. */
export function callbacksFor(model: Model | undefined, critic?: RunCritic, tools: Callbacks['tools'] = new Map()): Callbacks {
  return { model, critics: critic === undefined ? [] : [critic], tools, verifiers: new Map() };
}

/** The mark of a `Critic`: `instanceof` fails across copies of a package; a registered symbol does not. */
export const CRITIC = Symbol.for('reflect-engine.critic');

export function isCritic<C extends object>(value: unknown): value is C {
  return isObject(value) && (value as { [CRITIC]?: unknown })[CRITIC] === true;
}
