// A run whose drafts the host writes, in a loop of its own: the model of the run is the promise that `submit` settles.

import { bad } from '../check/checks.js';
import { describeWrongKind, describeWrongValue, isObject, isPlain } from '../check/kind.js';
import { misspelt } from '../check/model-reply.js';
import { plain } from '../check/plain.js';
import { recordFault, textOf } from '../check/records.js';
import { describeError, isReflectError, ReflectError } from '../error.js';
import type { ToolRecordInput } from '../given-types.js';
import { TOKENS } from '../run/calls.js';
import { RunCancellation } from '../run/signal.js';
import { callsIn } from '../run/work.js';
import type { Json, Message, Model, ModelRequest, ReflectResult, ReflectTask, Step, Usage } from '../types.js';
import { type Action, type ActionJudge, type Actions, type ActionVerdict, readAction } from './actions.js';

/** What a gate judges, and who judges it. `criteria` is the setting of that name. */
export type GateTask<T = string> = Pick<
  ReflectTask<T>,
  | 'input'
  | 'systemPrompt'
  | 'critic'
  | 'verifiers'
  | 'outputSchema'
  | 'settings'
  | 'signal'
  | 'redact'
  | 'runId'
  | 'onStep'
  | 'onCall'
> & {
  criteria?: readonly string[] | undefined;
  /** Who looks at what the agent is about to do, for `step`. */
  actions?: Actions | undefined;
};

/** What belongs to a draft. */
export interface Submission {
  /**
   * The host's tool calls behind the draft and what they gave, as records or as messages: critics see them, and verifiers as `toolCalls`.
   * A tool's message with `metadata: { isError: true }` holds an error.
   */
  evidence?: readonly (Message | ToolRecordInput)[] | undefined;
  /** What the draft has cost. */
  usage?: Usage | undefined;
  /** Why the model stopped, in its provider's word: a draft that was cut is accepted only if a verifier passes it. */
  finishReason?: string | undefined;
}

/** The verdict on a draft: the run has ended, accepted or not, or the draft goes back. */
export type GateVerdict<T = string> =
  | { done: true; result: ReflectResult<T> }
  | {
      done: false;
      /**
       * What to tell the writer: the engine's own request for a revision, after the draft when that is not the last one, and that tools may
       * be called again.
       */
      feedback: string;
      /** The faults alone, worst first. */
      issues: string[];
      /** The draft that the feedback is about: the best so far, which may be an earlier one. */
      draft: string;
      /** Drafts that may still be submitted, by `maxReflections`. */
      remaining: number;
    };

/** @internal A reply of a host, with the text of it that went to the gate. */
export interface SubmittedReply<R> {
  text: string;
  reply: R;
}

/** A run that is driven, and how often it may be revised. */
interface Opened<T> {
  core: { snapshot(): string };
  result: Promise<ReflectResult<T>>;
  maxReflections: number;
  actions: ActionJudge | undefined;
}

/** Judges the drafts of a host's own loop, until one is accepted or the budget is spent. Make it with `engine.gate(task)`. */
export class Gate<T = string> {
  readonly #run: Opened<T>;
  readonly #ending = new RunCancellation();
  #result: ReflectResult<T> | undefined;
  /** Why the run has ended. */
  #closed: string | undefined;
  /** The engine waits for a draft. */
  #wanted: { request: ModelRequest; give: (reply: object) => void } | undefined;
  /** A draft that came before the engine waited for it. */
  #early: object | undefined;
  /** Somebody waits for a verdict. */
  #verdict: ((verdict: GateVerdict<T>) => void) | undefined;
  #issues: string[] = [];
  /** The draft that was submitted last. */
  #last = '';

  /** @internal */
  constructor(open: (model: Model, ending: RunCancellation, onStep: (step: Step) => void) => Opened<T>) {
    this.#run = open(
      (request) => this.#answer(request),
      this.#ending,
      (step) => {
        if (step.type === 'reflection') this.#issues = step.issues ?? [];
      },
    );
    // The caller of `submit` or `end` gets the error.
    this.#run.result.then(
      (result) => {
        this.#result = result;
        this.#closed = result.stopReason;
      },
      (thrown: unknown) => {
        this.#closed = isReflectError(thrown) ? thrown.code : 'failed';
      },
    );
  }

  /**
   * Has a draft judged. Rejects as `engine.run` does: with `AbortError` after an abort. Rejects with `misuse` while another draft is
   * judged, and when the gate has closed, and with `invalid_task` for a submission that is malformed: then the gate stays open.
   */
  submit(draft: string, submission: Submission = {}): Promise<GateVerdict<T>> {
    return new Promise((resolve, reject) => {
      const reply = replyOf(draft, submission);
      if (this.#closed !== undefined) throw this.#hasClosed();
      if (this.#verdict !== undefined) throw misuse('a draft is being judged: wait for its verdict');
      this.#last = draft;
      this.#verdict = resolve;
      // A reopened gate may end before it takes the draft: then its result is about an earlier one.
      this.#run.result.then(
        (result) => (this.#early === reply ? reject(this.#hasClosed()) : resolve({ done: true, result })),
        reject,
      );
      if (this.#wanted === undefined) this.#early = reply;
      else this.#wanted.give(reply);
      this.#wanted = undefined;
    });
  }

  /**
   * Says whether an action may be done, by the `actions` of the task: `feedback` is for the agent that may not. Rejects with `invalid_task`
   * for what is no action, and with `misuse` when the gate has closed or its task has no `actions`: what is not allowed must not be done.
   */
  async step(action: Action): Promise<ActionVerdict> {
    const read = readAction(action);
    if (this.#closed !== undefined) throw this.#hasClosed();
    if (this.#run.actions === undefined) throw misuse('the task of this gate has no `actions`');
    return this.#run.actions.judge(read);
  }

  /** @internal As `step`, for a host: a call of a model that cannot be judged is one that may not be made. */
  async mayCall(name: string, args: unknown): Promise<ActionVerdict> {
    try {
      return await this.step({ name, arguments: args });
    } catch (thrown) {
      return { allow: false, feedback: `\`${name}\` was not called: ${describeError(thrown)}` };
    }
  }

  /** Takes the best draft so far, and closes the gate; a finished gate gives its result. Throws `misuse` when there is no draft. */
  async end(): Promise<ReflectResult<T>> {
    this.#ending.end(new Error('the host took the best draft so far'));
    try {
      return await this.#run.result;
    } catch (thrown) {
      if (!isReflectError<ReflectResult<T>>(thrown) || thrown.code !== 'aborted') throw thrown;
      if (thrown.result === undefined || thrown.result.trace.drafts.length === 0) throw misuse('no draft was submitted');
      return thrown.result;
    }
  }

  /**
   * Closes the gate where the host's own loop failed: the result has the best draft and `stopReason: 'model_error'`. Rejects with the
   * host's error when no draft was submitted.
   */
  async fail(error: unknown): Promise<ReflectResult<T>> {
    const failed = Promise.reject(error);
    failed.catch(() => {}); // A gate that has closed does not read it.
    if (this.#wanted === undefined) this.#early = failed;
    else this.#wanted.give(failed);
    this.#wanted = undefined;
    try {
      return await this.#run.result;
    } catch (thrown) {
      throw isReflectError(thrown) && thrown.code === 'aborted' ? thrown : error;
    }
  }

  /** The gate as text, for `engine.reopenGate`, in this process or another. */
  get snapshot(): string {
    return this.#result?.snapshot ?? this.#run.core.snapshot();
  }

  /**
   * @internal Finds the reply behind the output of this gate by its text: the engine cuts thinking from a reply and counts no reply that is
   * thinking alone, so the number of a draft is no place in a host's list, and a reply may hold more than was judged. `isExact` is false where
   * no reply has this text alone: then the host must put `output` in the place of the reply's text.
   */
  findReply<R>(replies: readonly SubmittedReply<R>[], output: string): { reply: R; isExact: boolean } {
    const newest = [...replies].reverse();
    const exact = newest.find(({ text }) => text === output);
    const found = exact ?? newest.find(({ text }) => text.includes(output)) ?? newest[0];
    if (found === undefined) throw misuse('the gate ended before its first reply');
    return { reply: found.reply, isExact: exact !== undefined };
  }

  /** @internal */
  get ended(): Promise<ReflectResult<T>> {
    return this.#run.result;
  }

  #hasClosed(): ReflectError {
    return misuse(`the gate has closed (${this.#closed}): open another one`);
  }

  #answer(request: ModelRequest): Promise<string> {
    const verdict = this.#verdict;
    const early = this.#early;
    return new Promise((give) => {
      this.#early = undefined;
      if (early !== undefined) return give(early as never);
      this.#wanted = { request, give: give as never };
      this.#verdict = undefined;
      verdict?.(this.#revisionVerdict(request));
    });
  }

  #revisionVerdict({ messages, iteration, attempt }: ModelRequest): GateVerdict<T> {
    const [draft, last] = messages.slice(-2).map((message) => textOf(message)) as [string, string];
    // The writer must know which draft is meant, if it is not the last one.
    const about = draft === this.#last ? '' : `${EARLIER}\n\n${draft}\n\n`;
    const feedback = attempt > 1 ? EMPTY : `${about}${last} ${TOOLS}`;
    return { done: false, feedback, issues: this.#issues, draft, remaining: this.#run.maxReflections + 2 - iteration };
  }
}

const EARLIER = 'Go on from this answer, which is better than the last one:';
/** What an agent with its own tools needs beside the engine's request, which does not say how to answer. */
const TOOLS =
  'Mend files if that is your work. Then give the whole answer, with no word about the review. ' +
  'If you have tools, you may call them again before you answer.';
const EMPTY = 'There was no answer in this, only thinking. Give the whole answer.';

/** Characters of the evidence of one draft, as JSON. */
const MAX_EVIDENCE_CHARS = 16_777_216;
const ROLES = ['system', 'user', 'assistant', 'tool'];

/** What the engine gets for a draft, in place of a model's reply. */
function replyOf(draft: unknown, submission: Submission): object {
  if (typeof draft !== 'string' || draft.trim() === '')
    throw bad(describeWrongKind('a draft', 'a text that is not blank', draft));
  if (!isPlain(submission))
    throw bad(describeWrongKind('what belongs to a draft', '{ evidence, usage, finishReason }', submission));
  const { evidence = [], usage, finishReason } = submission;
  const toolResults = resultsIn(evidence);
  checkUsage(usage ?? {});
  if (typeof (finishReason ?? '') !== 'string') throw bad(describeWrongKind('`finishReason`', 'a text', finishReason));
  return {
    content: draft,
    ...(toolResults.length > 0 && { toolResults }),
    ...(usage && { usage }),
    ...(finishReason && { finishReason }),
  };
}

/** What tools gave, each with its call where that is known. */
function resultsIn(evidence: unknown): (ToolRecordInput | string)[] {
  if (!Array.isArray(evidence)) throw bad(describeWrongKind('`evidence`', 'a list of messages', evidence));
  const { value, cut } = plain(evidence, { maxChars: MAX_EVIDENCE_CHARS, notes: true });
  if (cut) throw bad(`\`evidence\` has more than ${MAX_EVIDENCE_CHARS} characters: give the results that the draft rests on`);
  return callsIn((value as Json[]).map((given, at) => checkEvidence(given, `evidence[${at}]`)));
}

/** Refuses what is neither a message, which has a role or content, nor a call, `{ name, arguments, result }`. */
function checkEvidence(given: Json, place: string): Message | ToolRecordInput {
  if (!isObject(given) || 'role' in given || 'content' in given) return checkMessage(given, place);
  const fault = recordFault(given);
  if (fault !== undefined) throw bad(`\`${place}\` ${fault}`);
  return given as unknown as ToolRecordInput;
}

function checkMessage(given: Json, place: string): Message {
  if (!isObject(given)) throw bad(describeWrongKind(`\`${place}\``, 'a message, { role, content }', given));
  const other = misspelt(given, ['toolCalls', 'toolCallId']);
  if (other !== undefined) throw bad(`\`${place}\` has ${other}`);
  const { role, content, toolCalls = null, toolCallId = null } = given;
  const wrong = (key: string, wanted: string, value: unknown): ReflectError =>
    bad(describeWrongKind(`\`${place}.${key}\``, wanted, value));
  if (typeof role !== 'string' || !ROLES.includes(role)) throw wrong('role', `one of ${ROLES.join(', ')}`, role);
  if (typeof content !== 'string' && !(Array.isArray(content) && content.every(isObject)))
    throw wrong('content', 'a text or a list of parts', content);
  if (toolCallId !== null && typeof toolCallId !== 'string') throw wrong('toolCallId', 'a text', toolCallId);
  // Nobody would see it: results of hosts stand in parts of their own.
  if (
    role === 'tool' &&
    toolCallId === null &&
    typeof content !== 'string' &&
    textOf({ content: content as Message['content'] }) === ''
  ) {
    const kinds = content.map((part) => (part as { type?: unknown }).type);
    throw bad(
      `\`${place}\` has no \`toolCallId\`, and no text in its parts (${kinds}): give a call and its result as { id, name, arguments, result }`,
    );
  }
  if (toolCalls !== null && !(Array.isArray(toolCalls) && toolCalls.every(isCall)))
    throw wrong('toolCalls', 'a list of { id, name, arguments }', toolCalls);
  return given as unknown as Message;
}

function isCall(call: Json): boolean {
  return isObject(call) && typeof (call.id ?? '') === 'string' && typeof call.name === 'string';
}

/** Keys that are not ours are let through, and a number that a provider does not know (NaN) is as absent, as in a model's reply. */
function checkUsage(usage: unknown): void {
  if (!isPlain(usage)) throw bad(describeWrongKind('`usage`', '{ inputTokens, outputTokens }', usage));
  const other = misspelt(usage, TOKENS);
  if (other !== undefined) throw bad(`\`usage\` has ${other}`);
  for (const key of TOKENS) {
    const count: unknown = (usage as Usage)[key] ?? 0;
    if (typeof count !== 'number' || count < 0 || count === Number.POSITIVE_INFINITY)
      throw bad(describeWrongValue(`\`usage.${key}\``, 'a number from 0', count));
  }
}

function misuse(message: string): ReflectError {
  return new ReflectError('misuse', message);
}
