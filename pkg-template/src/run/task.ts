// A task as a person wrote it: checked, and split into what the core must know and what the host calls.

import { bad, checkKeys, checkRunId, checkSignal, durableOf, mustBe } from '../check/checks.js';
import { describeWrongFunction, describeWrongKind, isObject, isPlain, type JsonObject, modelKindOf } from '../check/kind.js';
import { misspelt } from '../check/model-reply.js';
import { OutputSchema } from '../check/output-schema.js';
import { type KeyPath, type NotJson, pathOf, plain } from '../check/plain.js';
import { closeObjects } from '../check/schema.js';
import { type PreparedTool, prepareTool } from '../check/tool.js';
import { ReflectError } from '../error.js';
import { wasm } from '../load/index.js';
import type { Check, CriticModel, HostedTask, Model, PartialCheck, ReflectTask, ResumeTask, Tool, Verifier } from '../types.js';
import { ANSWER, type Callbacks, isCritic, OUTPUT_SCHEMA, type RunCritic, USABLE } from './callbacks.js';
import { Redaction } from './redact.js';

/** Characters that input, system prompt and tool schemas may have together, as JSON. The core's limits are lower. */
const MAX_TASK_CHARS = 64_000_000;
const PLAINLY = 'no cycles, no NaN, no BigInt, no functions, no binary data, at most 60 levels deep';

/** The tools or verifiers of a task without any: one for all, since most runs wait with it. */
const NONE = new Map<string, never>();

type AnyTask = ReflectTask<unknown> | ResumeTask<unknown> | HostedTask;

/** Keys of a task that a host drives. */
const HOSTED = [
  'input',
  'systemPrompt',
  'model',
  'critic',
  'tools',
  'verifiers',
  'usable',
  'answer',
  'outputSchema',
  'draft',
  'redact',
  'settings',
  'runId',
];
export const RUN_KEYS = [...HOSTED, 'onStep', 'onDraft', 'onCall', 'signal', 'durable'];
const CRITIC = ['model', 'name', 'tools', 'probability'];
const KEYS = { start: HOSTED, run: RUN_KEYS, resume: [...RUN_KEYS, 'review'] };
/** What to do instead where a method does not take a key that another one takes. */
const INSTEAD: Readonly<Record<string, string>> = {
  onStep: '`poll` gives the steps of a run that you drive',
  onDraft: 'you make the calls of a run that you drive',
  onCall: 'you make the calls of a run that you drive',
  signal: '`abort` ends a run that you drive',
  durable: 'make its calls as steps, and give `nowMs` and the setting `seed`',
  review: 'it is for `resume` or the `review` of a run',
};

/** Checks a task and takes its callbacks. Throws `invalid_task`, naming the key. */
export function callbacksOf(task: AnyTask, method: keyof typeof KEYS, gate?: boolean): Callbacks {
  if (!isObject(task)) throw bad(describeWrongKind('a task', 'an object, { input, model }', task));
  for (const key of Object.keys(task)) {
    if (KEYS[method].includes(key)) continue;
    if (KEYS.resume.includes(key)) throw bad(`\`${key}\` is not taken here: ${INSTEAD[key]}`);
    throw bad(wasm().unknownWord('task key', key, KEYS.resume.join('\n')));
  }
  const fields: Partial<ReflectTask<unknown>> = task as ReflectTask<unknown>;
  const calls = method !== 'start';
  if ((calls || fields.model !== undefined) && typeof fields.model !== 'function')
    throw bad(describeWrongFunction('model', fields.model));
  for (const key of ['onStep', 'onDraft', 'onCall', 'redact', USABLE, ANSWER] as const) {
    const isHosts = !calls && (key === USABLE || key === ANSWER);
    if (fields[key] !== undefined && !isHosts) mustBe(key, fields[key], 'function');
  }
  checkSignal(fields.signal);
  checkRunId(fields.runId);
  const tools = toolsOf(fields.tools, calls);
  // No `map` here and for tools, as in `WireWriter`.
  const critics: RunCritic[] = [];
  for (const critic of criticsOf(fields)) critics.push(criticOf(critic, calls));
  return {
    model: fields.model,
    tools,
    critics,
    ...verifiersOf(fields.verifiers, calls),
    usable: fields.usable,
    answer: fields.answer,
    output: fields.outputSchema === undefined ? undefined : outputOf(fields.outputSchema),
    durable: durableOf(fields.durable),
    redaction: fields.redact === undefined ? undefined : new Redaction(fields.redact),
    gate,
  };
}

/** The task for the core, checked: a plain `RunTask`. */
export function wireOf(task: ReflectTask<unknown> | HostedTask, callbacks: Callbacks): JsonObject {
  const { input, systemPrompt, draft } = task;
  if (typeof input !== 'string' && !Array.isArray(input))
    throw bad(describeWrongKind('`input`', 'a string or a list of messages', input));
  if (systemPrompt !== undefined) mustBe('systemPrompt', systemPrompt, 'string');
  if (draft !== undefined) mustBe('draft', draft, 'string');
  const tools = toolSchemas(callbacks);
  const isPlainModel = ({ name, tools, probability }: RunCritic): boolean =>
    name === undefined && tools.size === 0 && !probability;
  const judgeOf = ({ name, tools, probability }: RunCritic) => ({ name, tools: toolSchemas({ tools }), probability });
  const verifiers = [...callbacks.verifiers.keys()];
  if (callbacks.output !== undefined) verifiers.push(OUTPUT_SCHEMA);
  const critics = task.critic === false ? 0 : Math.max(callbacks.critics.length, 1);
  const parts = {
    input,
    systemPrompt,
    tools,
    critics,
    judges: callbacks.critics.every(isPlainModel) ? undefined : callbacks.critics.map(judgeOf),
    verifiers,
    usable: callbacks.usable === undefined ? undefined : true,
    answer: callbacks.answer === undefined ? undefined : true,
    partial: callbacks.partials === undefined || callbacks.gate ? undefined : true,
    gate: callbacks.gate,
    draft,
    answerSchema: callbacks.output?.jsonSchema,
  };
  const made = plain(parts, { maxChars: MAX_TASK_CHARS, notes: true, numbers: () => true, functions: isCarried });
  if (made.cut) throw new ReflectError('invalid_input', `the task is larger than ${MAX_TASK_CHARS} characters`);
  if (made.notJson !== undefined) throw bad(notJsonIn(made.notJson, tools));
  const wire = made.value as JsonObject;
  if (isObject(wire.answerSchema)) closeObjects(wire.answerSchema);
  for (const [at, message] of (Array.isArray(wire.input) ? wire.input : []).entries()) {
    const other = isObject(message) ? misspelt(message, ['toolCalls', 'toolCallId']) : undefined;
    if (other !== undefined) throw bad(`\`input[${at}]\` has ${other}`);
  }
  return wire;
}

/** The message for a value in a task that is not plain JSON. */
function notJsonIn({ what, place }: NotJson, tools: { name: string }[]): string {
  const [part, at] = place;
  const refusal = (name: string, path: KeyPath): string => {
    const where = path.length === 0 ? '' : ` at \`${pathOf(path)}\``;
    return `${name} must be plain JSON: ${PLAINLY}; got ${what}${where}`;
  };
  if (part === 'tools') return refusal(`the schema of tool \`${tools[Number(at)]?.name}\``, place.slice(3));
  if (part === 'judges') return refusal('the schema of a tool of `critic`', place.slice(5));
  return part === 'input' ? refusal('`input`', place) : refusal('the JSON Schema of `outputSchema`', place.slice(1));
}

/** Whether the value at this place of a task is passed on with its message as it is. */
function isCarried([key, , part]: KeyPath): boolean {
  return key === 'input' && (part === 'content' || part === 'toolCalls' || part === 'metadata');
}

export function toolSchemas({ tools }: Pick<Callbacks, 'tools'>) {
  const schemas: (Pick<Tool, 'name' | 'description'> & Pick<PreparedTool, 'parameters'>)[] = [];
  for (const { tool, parameters } of tools.values()) {
    const { name, description } = tool;
    schemas.push({ name, description, parameters });
  }
  return schemas;
}

/** Whether the only critic is the model that writes. */
export function isSelfCritique({ model, critics }: Callbacks): boolean {
  return critics.length > 0 && critics.every((critic) => critic.model === model);
}

export function criticsOf({ critic, model }: Partial<ReflectTask<unknown>>): readonly (Model | CriticModel)[] {
  if (critic === false) return [];
  if (critic === undefined) return model === undefined ? [] : [model];
  const list = (Array.isArray(critic) ? critic : [critic]) as readonly (Model | CriticModel)[];
  if (list.length === 0) throw bad('`critic` must name at least one critic; `false` means that verifiers alone decide');
  return list;
}

export function criticOf(critic: Model | CriticModel, calls: boolean, key = 'critic'): RunCritic {
  if (isCritic(critic))
    throw bad('a `Critic` reviews for an `Autopilot`; here `critic` takes its model, and `criteria` are settings');
  const isIdle = !calls && isPlain(critic) && !('model' in critic);
  const model: unknown = isIdle ? () => '' : typeof critic === 'function' ? critic : (critic as CriticModel | null)?.model;
  if (typeof model !== 'function')
    throw bad(
      `\`${key}\` must be a model function, an object with a \`model\`, a list of these, or false, got ${modelKindOf(model ?? critic)}`,
    );
  if (isPlain(critic)) checkKeys(wasm, critic, CRITIC, 'key', `\`${key}\``, 'invalid_task');
  const { name, tools, probability }: Partial<CriticModel> = typeof critic === 'function' ? {} : critic;
  if (name !== undefined && (typeof name !== 'string' || name.trim() === ''))
    throw bad(describeWrongKind(`\`${key}.name\``, 'a string that is not blank', name));
  if (probability !== undefined) mustBe(`${key}.probability`, probability, 'boolean');
  const prepared = toolsOf(tools, calls, `${key}.tools`);
  if (probability && prepared.size > 0)
    throw bad('a critic that answers with a `probability` calls no `tools`: leave one of them out');
  return { model: model as Model, name, tools: prepared, ...(probability && { probability }) };
}

export function toolsOf(tools: unknown, calls: boolean, key = 'tools'): Map<string, PreparedTool> {
  if (tools === undefined) return NONE;
  if (!Array.isArray(tools)) {
    const hint = isPlain(tools) && Object.keys(tools).length > 0 ? ': give its values, each with its `name`' : '';
    throw bad(`${describeWrongKind(`\`${key}\``, 'a list', tools)}${hint}`);
  }
  const prepared = new Map<string, PreparedTool>();
  for (const definition of tools as unknown[]) {
    const idle = !calls && typeof definition === 'object' && definition !== null;
    const tool = prepareTool(idle ? { execute: () => null, ...definition } : definition);
    if (prepared.has(tool.tool.name)) throw bad(`\`${key}\` has the name \`${tool.tool.name}\` twice`);
    prepared.set(tool.tool.name, tool);
  }
  return prepared;
}

function verifiersOf(verifiers: unknown, calls: boolean): Pick<Callbacks, 'verifiers' | 'partials'> {
  if (verifiers === undefined) return { verifiers: NONE, partials: undefined };
  const checks = new Map<string, Check>();
  const partials = new Map<string, PartialCheck>();
  if (!isPlain(verifiers)) throw bad(describeWrongKind('`verifiers`', 'a plain object of functions by name', verifiers));
  for (const [name, verifier] of Object.entries(verifiers as Record<string, Verifier>)) {
    if (name === '__proto__') throw bad('a verifier must not have the name `__proto__`');
    if (name === OUTPUT_SCHEMA) throw bad(`the verifier name \`${OUTPUT_SCHEMA}\` is taken by the task's output schema`);
    const { check, partial } = calls ? verifierOf(name, verifier) : { check: () => true, partial: undefined };
    checks.set(name, check);
    if (partial !== undefined) partials.set(name, partial);
  }
  return { verifiers: checks, partials: partials.size > 0 ? partials : undefined };
}

/** A verifier's functions, called on the object that has them. */
function verifierOf(name: string, verifier: Verifier): { check: Check; partial?: PartialCheck | undefined } {
  const place = `verifiers.${name}`;
  if (!((isObject(verifier) || typeof verifier === 'function') && 'check' in verifier)) {
    if (typeof verifier === 'function') return { check: verifier };
    throw bad(describeWrongKind(`\`${place}\``, 'a function or { check, partial }', verifier));
  }
  if (isPlain(verifier)) checkKeys(wasm, verifier, ['check', 'partial'], 'key', `\`${place}\``, 'invalid_task');
  mustBe(`${place}.check`, verifier.check, 'function');
  if (verifier.partial === undefined) return { check: (draft, context) => verifier.check(draft, context) };
  mustBe(`${place}.partial`, verifier.partial, 'function');
  return {
    check: (draft, context) => verifier.check(draft, context),
    partial: (text, context) => verifier.partial?.(text, context),
  };
}

function outputOf(schema: unknown): OutputSchema {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) {
    throw bad(describeWrongKind('`outputSchema`', 'a Standard Schema or a JSON Schema', schema));
  }
  return new OutputSchema(schema as ConstructorParameters<typeof OutputSchema>[0]);
}
