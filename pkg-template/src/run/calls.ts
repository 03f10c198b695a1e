// Makes one call of the core: asks the model, runs the tool, asks the verifier.

import { isObject, kindOf } from '../check/kind.js';
import { replyFault, withUsage } from '../check/model-reply.js';
import { isWellFormed, type KeyPath, MAX_DEPTH, PROMISE, pathOf, plain } from '../check/plain.js';
import { isAssertion, Refusal, refusalIn, short } from '../check/refusal.js';
import type { Checked } from '../check/schema.js';
import { assertNever, describeError, safely } from '../error.js';
import type {
  Call,
  CallError,
  CallEvent,
  Json,
  JsonSchema,
  Message,
  ModelCall,
  ModelRequest,
  ToolRun,
  ToolSchema,
  Usage,
  VerifierVerdict,
  VerifyRun,
} from '../types.js';
import type { Callbacks } from './callbacks.js';
import { ANSWER, OUTPUT_SCHEMA, USABLE } from './callbacks.js';
import { contextOf, type Worker } from './context.js';
import type { DeltaSink, DeltaTaker, DraftTracker } from './drafts.js';
import { PartialChecks, StoppedDraft, type StoppedReply } from './partial.js';
import { CallbackRace, type Outcome } from './race.js';
import { askWithSchema } from './schema-refusal.js';

/** Characters of one model reply or verdict, as JSON; a larger one is refused. */
const MAX_REPLY_CHARS = 16_777_216;
/** Characters of one tool result, as JSON; what is more is left out, with a note to the model. */
const MAX_TOOL_RESULT_CHARS = 1_000_000;

/** The text of a model, and what it reports beside it. */
export interface ModelAnswer {
  content: string;
  usage?: Usage;
  finishReason?: string;
  model?: string;
}

/** `plain`: the reply, where it needs no closer look. */
export type Answer = { reply: Json; plain?: ModelAnswer } | { error: CallError };

/** A call that the core wants, and how it knows it. */
export interface CoreCall {
  call: Call;
  number: number;
}

export class OpenCall extends CallbackRace implements CoreCall {
  readonly call: Call;
  readonly number: number;
  /** Where the pieces of a draft go, when somebody watches. */
  readonly deltas: DeltaSink | undefined;
  /** Who may stop the draft while it is written. */
  readonly partials: PartialChecks | undefined;
  /** Nobody knows when it is done. */
  readonly isUntimed: boolean;
  /** Its callback was called, or its durable step begun. */
  begun = false;
  /** When observers were told that it began; nothing once they were told of its end. */
  beganMs: number | undefined;

  readonly #callbacks: Callbacks;
  readonly #core: Worker & { readonly runId: string };

  constructor(
    { call, number }: CoreCall,
    callbacks: Callbacks,
    core: Worker & { readonly runId: string },
    drafts: DraftTracker | undefined,
  ) {
    super();
    this.#callbacks = callbacks;
    this.#core = core;
    this.call = call;
    this.number = number;
    this.deltas = call.kind === 'model' ? drafts?.begin(call) : undefined;
    this.isUntimed = callbacks.gate === true && call.kind === 'model' && !isOfCritic(call);
    // A gate's host hands in drafts that are whole.
    if (callbacks.partials !== undefined && call.kind === 'model' && isDraft(call) && !this.isUntimed)
      this.partials = new PartialChecks(call, callbacks.partials, this, core, partialVerdict);
  }

  /** The answer, with what went wrong in a `partial`. */
  toldFaults(answer: Answer): Answer {
    const faults = this.partials?.faults;
    if (faults === undefined || faults.length === 0 || 'error' in answer) return answer;
    const reply = isObject(answer.reply) ? answer.reply : { content: answer.reply };
    return { reply: { ...reply, partialFaults: faults as unknown as Json } };
  }

  /** Runs the callback. What it throws is the callback's own, or a {@link Refusal}. */
  work(): unknown {
    const { call } = this;
    const callbacks = this.#callbacks;
    this.begun = true;
    switch (call.kind) {
      case 'model':
        return ask(call, callbacks, this.#core.runId, this);
      case 'tool':
        return runTool(call, callbacks, this);
      case 'verify':
        return verify(call, callbacks, this, this.#core);
      default:
        return assertNever(call);
    }
  }
}

export function badResponse(message: string): Refusal {
  return new Refusal('bad_response', message);
}

export const TOKENS = ['inputTokens', 'outputTokens', 'totalTokens', 'cachedTokens', 'reasoningTokens', 'costUsd'] as const;

/** A model's reply, if it is a text with plain fields beside it that need no closer look. */
export function plainAnswer(value: unknown): ModelAnswer | undefined {
  // A reply that throws when it is read needs a closer look.
  const answer = typeof value === 'string' ? { content: value } : safely(() => answerIn(value));
  return answer !== undefined && answer.content.length <= MAX_REPLY_CHARS && isWellFormed(answer.content) ? answer : undefined;
}

function answerIn(value: unknown): ModelAnswer | undefined {
  // So does an instance of a class, which may have a `toJSON`.
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const answer: Partial<ModelAnswer> = {};
  // Each field by its name, and not by `key`: V8 knows the hidden class then.
  for (const key in value) {
    const field = (value as Record<string, unknown>)[key];
    if (key === 'usage') {
      const usage = tokensOf(field);
      if (usage === undefined) return undefined;
      answer.usage = usage;
    } else if (typeof field !== 'string') return undefined;
    else if (key === 'content') answer.content = field;
    else if (key === 'finishReason') answer.finishReason = field;
    else if (key === 'model') answer.model = field;
    else return undefined;
  }
  return answer.content === undefined ? undefined : (answer as ModelAnswer);
}

function tokensOf(value: unknown): Usage | undefined {
  if (typeof value !== 'object' || value === null || 'then' in value) return undefined;
  const usage: Usage = {};
  for (const key in value) {
    const count = (value as Record<string, unknown>)[key];
    if (typeof count !== 'number' || !(count >= 0) || count === Number.POSITIVE_INFINITY) return undefined;
    if (key === 'inputTokens') usage.inputTokens = count;
    else if (key === 'outputTokens') usage.outputTokens = count;
    else if (TOKENS.includes(key as (typeof TOKENS)[number])) usage[key as (typeof TOKENS)[number]] = count;
    else return undefined;
  }
  return usage;
}

/**
 * What a callback returned, or a durable step stored, as plain JSON for the core. Values that JSON cannot hold are left out, so that they
 * do not become text of a draft; in data that is only carried a note replaces them.
 */
export function replyFromValue(call: Call, value: unknown, isStored = false): Answer {
  const { kind } = call;
  if (kind === 'tool') return { reply: plain(value, { maxChars: MAX_TOOL_RESULT_CHARS, notes: true }).value };
  const answer = kind === 'model' ? plainAnswer(value) : undefined;
  if (answer !== undefined) return { reply: typeof value === 'string' ? value : (answer as unknown as Json), plain: answer };
  const who = nameCaller(call);
  if (kind === 'verify' && typeof value === 'boolean') return { reply: value };
  if (typeof value !== 'string' && typeof value !== 'object')
    return badReply(`${kind === 'verify' ? VERDICT : `${who} must return a string or { content }`}, got ${kindOf(value)}`);
  // Usage without a number is reported by some models as NaN; a verdict without one is a mistake.
  const numbers = ([key]: KeyPath): boolean => key === (kind === 'verify' ? 'score' : 'probability');
  const notes = kind === 'model' && isCarried;
  const { value: copy, cut, notJson, tooDeep } = plain(value, { maxChars: MAX_REPLY_CHARS, notes, numbers });
  if (notJson?.what === PROMISE) return badReply(`${who} returned a promise at \`${pathOf(notJson.place)}\`: await it`);
  if (tooDeep !== undefined) return badReply(`${who} returned \`${pathOf(tooDeep)}\`, which is nested deeper than ${MAX_DEPTH}`);
  if (cut) return badReply(tooLong(call));
  const reply =
    kind === 'model' ? withUsage(isStored ? copy : withoutMarks(copy)) : kind === 'verify' ? withFewIssues(copy) : copy;
  const fault = kind === 'model' ? replyFault(who, value, reply, call.n) : undefined;
  return fault === undefined ? { reply } : badReply(fault);
}

/** A model's reply without the keys that only this package writes. */
function withoutMarks(reply: Json): Json {
  if (!isObject(reply) || !('stopped' in reply || 'partialFaults' in reply)) return reply;
  const { stopped: _, partialFaults: __, ...rest } = reply;
  return rest;
}

function nameCaller(call: Call): string {
  if (call.kind === 'verify') return 'the verifier';
  return call.kind === 'model' && isOfCritic(call) ? 'the critic' : 'the model';
}

function tooLong(call: Call): string {
  return `${nameCaller(call)} returned more than ${MAX_REPLY_CHARS} characters`;
}

/** Whether only the provider reads this place of a model's reply: metadata, and parts except their text. */
function isCarried(place: KeyPath): boolean {
  const [key, at, part] = place[0] === 'contents' ? place.slice(2) : place;
  if (key === 'content') return typeof at === 'number' && part !== undefined && part !== 'type' && part !== 'text';
  return key === 'metadata' || key === 'toolResults' || (key === 'toolCalls' && part === 'metadata');
}

const VERDICT = 'a verdict must be true or false, an issue, a list of issues or { passed, issues?, score? }';

/** Issues of one verdict; of more the first are kept, and how many there were is the last one. */
const MAX_ISSUES = 100;

function withFewIssues(verdict: Json): Json {
  const list = isObject(verdict) ? verdict.issues : verdict;
  if (!Array.isArray(list) || list.length <= MAX_ISSUES) return verdict;
  const issues = [...list.slice(0, MAX_ISSUES), `and ${list.length - MAX_ISSUES} more issues`];
  return isObject(verdict) ? { ...verdict, issues } : issues;
}

/** A verdict, with `issues` as they came; `undefined` for a shape that the core refuses. */
function verdictOf(reply: Json): VerifierVerdict | undefined {
  if (typeof reply === 'boolean') return { passed: reply };
  if (typeof reply === 'string') return { passed: false, issues: [reply] };
  if (Array.isArray(reply)) return { passed: reply.length === 0, issues: reply as string[] };
  if (reply === null || typeof reply !== 'object') return undefined;
  const { passed, issues, score } = reply;
  if (typeof passed !== 'boolean' || typeof (score ?? 0) !== 'number') return undefined;
  return {
    passed,
    ...((issues ?? undefined) !== undefined && { issues: issues as string[] }),
    ...(typeof score === 'number' && { score }),
  };
}

/** Whether these are words against a draft or an action. */
function areIssues(issues: unknown): issues is string[] {
  return Array.isArray(issues) && issues.every((issue) => typeof issue === 'string' && issue.trim() !== '');
}

/** What a rule says against it, if anything. A rule that returns nothing may have forgotten a `return`: then this throws. */
export function concernsOf(name: string, said: unknown): string[] {
  const verdict = said === null ? { passed: true } : verdictOf(said as Json);
  const issues: unknown = verdict?.issues ?? [];
  if (verdict === undefined || !areIssues(issues))
    throw badResponse(`it returned ${kindOf(said)}: return true, or a sentence that says what is wrong`);
  if (verdict.passed) return [];
  return issues.length > 0 ? issues : [`the rule \`${name}\` forbids it`];
}

export function badReply(message: string): Answer {
  return { error: { code: 'bad_response', message } };
}

/** `verifierLimit`: the setting that limits the time of a verifier. */
export function answerFromOutcome(call: Call, outcome: Outcome, verifierLimit = 'verifierTimeoutMs'): Answer {
  switch (outcome.how) {
    case 'returned':
      return replyFromValue(call, outcome.value);
    case 'threw':
      return failed(call, outcome.error);
    case 'timeout': {
      const limit = call.kind === 'verify' ? verifierLimit : 'callTimeoutMs';
      return { error: { code: 'timeout', message: `no answer within ${call.timeoutMs} ms (see \`budget.${limit}\`)` } };
    }
    case 'aborted':
      return { error: ABORTED };
  }
}

/** The error of a call that was out when the run was aborted. */
export const ABORTED: CallError = { code: 'aborted', message: 'the run was aborted' };

const FAILED = { model: 'model_error', tool: 'tool_error', verify: 'verifier_error' } as const;

export function failed(call: Call, thrown: unknown): Answer {
  return thrownAnswer(call, thrown) ?? { error: { code: FAILED[call.kind], message: short(describeError(thrown)) } };
}

/** The answer in an error: a {@link Refusal}, a draft that was stopped, or the verdict in a verifier's failed assertion. */
export function thrownAnswer(call: Call, thrown: unknown): Answer | undefined {
  if (safely(() => thrown instanceof StoppedDraft)) return { reply: (thrown as StoppedDraft).reply };
  const refused = refusalIn(thrown);
  if (refused !== undefined) return { error: refused };
  return call.kind === 'verify' && call.verifier !== ANSWER && safely(() => isAssertion(thrown))
    ? { reply: { passed: false, issues: [short(describeError(thrown))] } }
    : undefined;
}

function ask(call: Call & { kind: 'model' }, callbacks: Callbacks, runId: string, turn: OpenCall): unknown {
  const model = isOfCritic(call) ? callbacks.critics[call.critic ?? 0]?.model : callbacks.model;
  if (model === undefined) throw new Refusal('model_error', `the task has no model for \`${call.callId}\``);
  const made = (): ModelRequest => {
    const request: ModelRequest = new Request(turn, runId, call);
    const push = turn.deltas?.attempt?.();
    const check = turn.partials?.attempt();
    if (push !== undefined || check !== undefined) {
      let left = MAX_REPLY_CHARS;
      const take: DeltaTaker = (text) => {
        if (!turn.isOpen || typeof text !== 'string') return;
        left -= text.length;
        if (left < 0) return turn.fail(badResponse(tooLong(call)));
        push?.(text);
        check?.(text);
      };
      if (push !== undefined) take.whole = push;
      request.onDelta = take;
    }
    return request;
  };
  return call.responseSchema === undefined ? model(made()) : askWithSchema(model, made(), made);
}

/** The context of a callback. Its signal is made when it is first read, by a getter of the prototype: an own getter costs more. */
class Context {
  #turn: CallbackRace;

  constructor(turn: CallbackRace) {
    this.#turn = turn;
  }

  get signal(): AbortSignal {
    return this.#turn.signal;
  }
}

/** What a model is given of its call. A field after the other: copied as a whole, they cost more than the rest of the call. */
class Request extends Context implements ModelRequest {
  declare runId: string;
  declare callId: string;
  declare purpose: string;
  declare iteration: number;
  declare attempt: number;
  declare messages: Message[];
  declare idempotencyKey: string;
  declare n?: number;
  declare drafts?: number[];
  declare tools?: ToolSchema[];
  declare responseSchema?: JsonSchema;
  declare criticFeedback?: string[];

  constructor(turn: CallbackRace, runId: string, call: ModelCall) {
    super(turn);
    this.runId = runId;
    this.callId = call.callId;
    this.purpose = call.purpose;
    this.iteration = call.iteration;
    this.attempt = call.attempt;
    this.messages = call.messages;
    this.idempotencyKey = call.idempotencyKey;
    if (call.n !== undefined) this.n = call.n;
    if (call.drafts !== undefined) this.drafts = call.drafts;
    if (call.tools !== undefined) this.tools = call.tools;
    if (call.responseSchema !== undefined) this.responseSchema = call.responseSchema as JsonSchema;
    if (call.criticFeedback !== undefined) this.criticFeedback = call.criticFeedback;
  }
}

function isDraft({ purpose, n }: ModelCall): boolean {
  return (purpose === 'answer' || purpose === 'revision') && n === undefined;
}

/** What a `partial` said: a verdict that stops the draft, or why it is broken; nothing where the draft may go on. */
function partialVerdict(look: Call & { kind: 'verify' }, outcome: Outcome): VerifierVerdict | CallError | undefined {
  // One that returns nothing has nothing against the draft.
  if (outcome.how === 'returned' && outcome.value === undefined) return undefined;
  const broken = (message: string): CallError => ({ code: 'verifier_error', message });
  let answer: Answer;
  try {
    answer = answerFromOutcome(look, outcome);
  } catch (thrown) {
    return broken(describeError(thrown));
  }
  if ('error' in answer) return answer.error.code === 'timeout' ? answer.error : broken(answer.error.message);
  const verdict = verdictOf(answer.reply);
  if (verdict === undefined) return broken(`${VERDICT}, got ${kindOf(answer.reply)}`);
  const issues: unknown = verdict.issues ?? [];
  if (!areIssues(issues)) return broken('an issue must be a string that is not blank');
  return verdict.passed ? undefined : verdict;
}

/** Whether a critic is asked, and not whoever writes: behind a gate also for requirements. */
function isOfCritic({ purpose, critic }: ModelCall): boolean {
  return purpose === 'critique' || critic !== undefined;
}

const NO_JSON_SCHEMA =
  ' (no model was given this schema: its library cannot convert it to JSON Schema, as zod does from 4.2 on; give the tool `parameters`)';

async function runTool(call: ToolRun, callbacks: Callbacks, turn: CallbackRace): Promise<unknown> {
  const tools = call.critic === undefined ? callbacks.tools : callbacks.critics[call.critic]?.tools;
  const prepared = tools?.get(call.toolName);
  if (prepared === undefined)
    throw new Refusal('unknown_tool', `the ${call.critic === undefined ? 'task' : 'critic'} has no tool \`${call.toolName}\``);
  const unchecked = (thrown: unknown): Checked => ({ ok: false, issues: [describeError(thrown)] });
  const checked = await prepared.check(ownArgs(call)).catch(unchecked);
  if (!checked.ok)
    throw new Refusal('invalid_arguments', checked.issues.join('; ') + (prepared.hasNoJsonSchema ? NO_JSON_SCHEMA : ''));
  if (!turn.isOpen) return null;
  const { callId, toolCallId, idempotencyKey } = call;
  return prepared.tool.execute(checked.value, Object.assign(new Context(turn), { callId, toolCallId, idempotencyKey }));
}

function verify(call: VerifyRun, { output, usable, answer, verifiers }: Callbacks, turn: CallbackRace, worker: Worker): unknown {
  if (call.verifier === USABLE && usable !== undefined) return passed(usable(call.draft, new Context(turn)));
  if (call.verifier === ANSWER && answer !== undefined) return keyOf(answer(call.draft, new Context(turn)));
  if (call.verifier === OUTPUT_SCHEMA && output !== undefined) return output.verify(call.draft);
  const verifier = verifiers.get(call.verifier);
  if (verifier === undefined) throw new Refusal('verifier_error', `the task has no verifier \`${call.verifier}\``);
  return verifier(call.draft, contextOf(call, turn, worker));
}

async function passed(usable: boolean | Promise<boolean>): Promise<{ passed: boolean }> {
  const answer = await usable;
  if (typeof answer !== 'boolean') throw badResponse(`\`usable\` must return true or false, got ${kindOf(answer)}`);
  return { passed: answer };
}

async function keyOf(answer: string | undefined | Promise<string | undefined>): Promise<string | null> {
  const key = await answer;
  if (key !== undefined && typeof key !== 'string')
    throw badResponse(`\`answer\` must return a string or undefined, got ${kindOf(key)}`);
  return key ?? null;
}

/** The arguments with own keys only: a model's arguments may try to set a prototype. */
export function ownArgs({ args }: { args: Json }): Json {
  return plain(args, { maxChars: Number.MAX_SAFE_INTEGER, notes: true }).value;
}

/** Which call it is; tools run for the draft of this iteration. */
export function nameOf(call: Call, iteration: number): Pick<CallEvent, 'callId' | 'purpose' | 'iteration' | 'attempt'> {
  const { callId } = call;
  switch (call.kind) {
    case 'model':
      return { callId, purpose: call.purpose, iteration: call.iteration, attempt: call.attempt };
    case 'tool':
      return { callId, purpose: 'tool', iteration, attempt: 1 };
    case 'verify':
      return { callId, purpose: 'verify', iteration: call.draftIndex + 1, attempt: 1 };
  }
}

/** The outcome of a call, as it is reported: the tokens of a model, the verdict of a verifier, also on a draft that it stopped, an error. */
export function endOf(call: Call, answer: Answer): Pick<CallEvent, 'usage' | 'verdict' | 'stoppedBy' | 'error'> {
  const reply = 'reply' in answer ? answer.reply : undefined;
  const of =
    call.kind === 'model' && isObject(reply) ? (reply as { usage?: Usage | null; stopped?: StoppedReply['stopped'] }) : {};
  const { usage, stopped } = of;
  const verdict = call.kind === 'verify' && call.verifier !== ANSWER && reply !== undefined ? verdictOf(reply) : stopped?.verdict;
  return {
    ...(usage && { usage: { ...usage } }),
    ...(verdict !== undefined && { verdict }),
    ...(stopped && { stoppedBy: stopped.verifier }),
    ...('error' in answer && { error: { ...answer.error } }),
  };
}
