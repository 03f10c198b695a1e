/**
 * Models for tests, without a network.
 *
 * @packageDocumentation
 */

import { badSettings } from '../check/checks.js';
import { describeWrongKind, describeWrongValue, isKeyless, isObject, kindOf } from '../check/kind.js';
import type { ModelResponse, ModelResponses } from '../given-types.js';
import { race } from '../run/race.js';
import { follow, RunCancellation } from '../run/signal.js';
import type { Model, ModelReply, ModelRequest } from '../types.js';

export type { MakeModel, Point, ProviderReply, Trial } from './conform.js';
export { conform } from './conform.js';

/**
 * One reply of a scripted model: text, a response (which may be delayed, streamed or thrown), an error to throw, or a function of the
 * request that gives one of these.
 */
export type ScriptedReply =
  | string
  | ScriptedResponse
  | Error
  | ((request: ModelRequest) => ScriptedReply | Promise<ScriptedReply>);

export interface ScriptedResponse extends Omit<ModelResponse, 'content'> {
  content?: ModelResponse['content'] | undefined;
  /** For a request with `n`, in place of `content`. */
  contents?: ModelResponses['contents'] | undefined;
  /** Milliseconds before the reply. */
  delayMs?: number | undefined;
  /** Pieces for `request.onDelta`, after the delay. Without `content` they are the content. */
  deltas?: readonly string[] | undefined;
  /** Thrown instead of a reply, after delay and deltas, unless it is `undefined`. */
  throw?: unknown;
  /** Whether it goes on after the signal was aborted, as some models do. Default false: a delay ends with the signal's reason. */
  ignoreSignal?: boolean | undefined;
}

/** A model that answers from a script and remembers what it was asked. */
export interface ScriptedModel extends Model {
  (request: ModelRequest): Promise<ModelReply>;
  /** Every request so far, in order. */
  readonly requests: ModelRequest[];
  /** Number of replies that are left. */
  readonly remaining: number;
}

/**
 * A model that gives these replies, one for each request, in order.
 *
 * A double that always returns one text is no critic: its text is no verdict, so by default the critic is asked a second time, and the run
 * ends in `needs_review` with `unreadable_critique`. Give `critic: false` and a verifier, or a verdict to requests of purpose `critique`.
 *
 * ```js
 * const model = scriptedModel([
 *   'First draft.',
 *   '{"score": 5, "issues": ["too short"], "suggestion": "Say more.", "needs_revision": true}',
 *   { deltas: ['Second ', 'draft.'], delayMs: 10 },
 *   (request) => `I was asked for a ${request.purpose}.`,
 *   { content: '', toolCalls: [{ name: 'search', arguments: { q: 'cap' } }] },
 *   new Error('rate limited'),
 * ]);
 * ```
 *
 * When the script runs out, the model throws an error that names the request.
 *
 * Throws `invalid_settings` for an invalid reply: an unknown key, an object that says nothing. The model throws it for such a result of a
 * function of the script.
 */
export function scriptedModel(script: readonly ScriptedReply[]): ScriptedModel {
  const replies = repliesOf(script);
  const requests: ModelRequest[] = [];
  const model = async (request: ModelRequest): Promise<ModelReply> => {
    const at = requests.push(request) - 1;
    let reply = replies[at];
    if (reply === undefined) {
      throw new Error(
        `scriptedModel: the script has ${replies.length} replies, and \`${request.callId}\` asks for number ${at + 1}`,
      );
    }
    while (typeof reply === 'function') reply = await reply(request);
    return give(replyOf(reply, at), request);
  };
  return Object.defineProperties(model, {
    requests: { value: requests, enumerable: true },
    remaining: { get: () => Math.max(replies.length - requests.length, 0), enumerable: true },
  }) as typeof model & { requests: ModelRequest[]; remaining: number };
}

async function give(reply: string | ScriptedResponse | Error, { signal, onDelta }: ModelRequest): Promise<ModelReply> {
  if (typeof reply === 'string') return reply;
  if (reply instanceof Error) throw reply;
  const { delayMs = 0, deltas = [], ignoreSignal = false, ...response } = reply;
  if (delayMs > 0) await delay(delayMs, ignoreSignal ? undefined : signal);
  for (const delta of deltas) {
    onDelta?.(delta);
    await Promise.resolve();
  }
  if (response.throw !== undefined) throw response.throw;
  delete response.throw;
  const { content, contents, ...rest } = response;
  return contents === undefined
    ? { ...rest, content: content ?? deltas.join('') }
    : ({ ...response, contents } as ModelResponses);
}

async function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const ending = new RunCancellation();
  const unfollow = follow(signal, ending);
  await race(() => new Promise(() => {}), ending, ms);
  unfollow();
  if (ending.ended) throw ending.reason;
}

const SPEAKING = ['content', 'contents', 'deltas', 'toolCalls', 'throw'] as const;
const KEYS = [
  ...SPEAKING,
  'usage',
  'model',
  'responseId',
  'metadata',
  'finishReason',
  'probability',
  'delayMs',
  'ignoreSignal',
] as const;

/** The replies of a script. Throws `invalid_settings`, naming what is none. */
function repliesOf(script: unknown): ScriptedReply[] {
  if (!Array.isArray(script)) {
    const hint = typeof script === 'string' ? ': write `scriptedModel([text])`' : '';
    throw badSettings(`\`scriptedModel\` takes a list of replies, got ${kindOf(script)}${hint}`);
  }
  return Array.from(script, (reply: unknown, at) =>
    typeof reply === 'function' ? (reply as ScriptedReply) : replyOf(reply, at),
  );
}

/** A reply that is there. Throws `invalid_settings` for what is none. */
function replyOf(reply: unknown, at: number): string | ScriptedResponse | Error {
  const name = `script[${at}]`;
  if (typeof reply === 'string' || reply instanceof Error) return reply;
  if (!isObject(reply) || isKeyless(reply)) {
    throw badSettings(
      describeWrongKind(`\`${name}\``, 'a text, a response, an Error, or a function that gives one of these', reply),
    );
  }
  const fields: Partial<Record<string, unknown>> = { ...reply };
  for (const key of Object.keys(fields)) {
    if (!(KEYS as readonly string[]).includes(key))
      throw badSettings(`unknown key \`${name}.${key.slice(0, 80)}\`; known are ${KEYS.join(', ')}`);
  }
  if (SPEAKING.every((key) => fields[key] === undefined || fields[key] === null)) {
    throw badSettings(`\`${name}\` has none of ${SPEAKING.join(', ')}; an empty draft is \`''\``);
  }
  const { deltas = [], delayMs = 0, ignoreSignal = false } = fields;
  if (!Array.isArray(deltas) || !deltas.every((delta) => typeof delta === 'string'))
    throw badSettings(`\`${name}.deltas\` must be a list of strings`);
  if (typeof delayMs !== 'number' || !(delayMs >= 0))
    throw badSettings(describeWrongValue(`\`${name}.delayMs\``, 'a number from 0', delayMs));
  if (typeof ignoreSignal !== 'boolean')
    throw badSettings(describeWrongKind(`\`${name}.ignoreSignal\``, 'true or false', ignoreSignal));
  return reply;
}
