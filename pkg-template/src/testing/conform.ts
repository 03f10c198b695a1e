import { inTime } from '../check/timed.js';
import type { ModelResponse, ModelResponses } from '../given-types.js';
import type { Message, Model, ModelRequest } from '../types.js';

/** What a provider answers to one request. */
export interface ProviderReply {
  text?: string;
  /** Further completions, when several are asked for. */
  others?: readonly string[];
  toolCalls?: readonly { id: string; name: string; arguments: object }[];
  /** Absent: the provider reports no tokens. */
  usage?: { inputTokens: number; outputTokens: number };
  /** A text to put where the provider keeps what it wants to see again: a signature, the id of a reasoning item. */
  mark?: string;
  /** An HTTP status and the provider's error message. */
  error?: { status: number; message: string };
  /** No reply at all: the connection stays open until the client closes it. */
  hangs?: boolean;
}

/** An adapter in front of a provider that plays a script. */
export interface Trial {
  model: Model;
  /** The bodies of the requests that the provider got. */
  readonly requests: readonly string[];
  /** How many connections the client closed before the reply had ended. */
  readonly closed: number;
  close?(): void | Promise<void>;
}

/** Makes an adapter's model whose provider gives these replies, one a request, streamed in pieces when the request asks for that. */
export type MakeModel = (script: readonly ProviderReply[]) => Trial | Promise<Trial>;

/** What {@link conform} checks. */
export type Point = 'answer' | 'several' | 'tools' | 'schema' | 'stream' | 'usage' | 'abort' | 'error' | 'metadata';

/** Milliseconds that a call, and the closing of a connection, may take. */
const PATIENCE = 10_000;
const LATE = `nothing after ${PATIENCE} ms`;

const USER: Message = { role: 'user', content: 'What is 17 + 26?' };
const CALL = { id: 'call_17', name: 'sum_of_two', arguments: { first: 17, second: 26 } };
const NUMBERS = {
  type: 'object',
  properties: { first: { type: 'number' }, second: { type: 'number' } },
  required: ['first', 'second'],
};
const TOOL = {
  name: 'sum_of_two',
  description: 'Adds two numbers, carefully',
  parameters: { ...NUMBERS, additionalProperties: false },
};
const TEXT = 'Seventeen and twenty-six make forty-three.';
const OTHER = 'They make 43.';
const SCHEMA = { type: 'object', properties: { verdict_of_nine: { type: 'string' } }, required: ['verdict_of_nine'] };
const USAGE = { inputTokens: 1_234, outputTokens: 567 };
const ERROR = { status: 400, message: 'the provider is out of order' };

/**
 * Tries an adapter and returns its faults, one text each; the engine can rely on a model without any. `without` names points that the
 * provider cannot do. Only the model sends anything: the provider is yours, and plays the script.
 *
 * - `answer`: messages reach the provider, and its text comes back.
 * - `several`: a request with `n` gives each text that the provider gives, or one as `content`.
 * - `tools`: descriptions, calls and results go both ways, whole and streamed.
 * - `schema`: `responseSchema` reaches the provider, and a reply that breaks it comes back as it is.
 * - `stream`: with `onDelta` the text comes in pieces, and the reply is the same.
 * - `usage`: tokens as the provider reports them, and none where it reports none.
 * - `abort`: an aborted call ends and closes its connection.
 * - `error`: the provider's words reach the caller, and the request is made once.
 * - `metadata`: what the provider wants to see again comes back, whole and streamed.
 */
export async function conform(makeModel: MakeModel, { without = [] }: { without?: readonly Point[] } = {}): Promise<string[]> {
  const faults: string[] = [];
  const checks: Record<Point, (fault: (what: string) => void) => Promise<void>> = {
    answer: async (fault) => {
      const { reply, requests } = await once(
        makeModel,
        { text: TEXT },
        { messages: [{ role: 'system', content: 'Be brief.' }, USER] },
      );
      if (textOf(reply) !== TEXT) fault(`the reply is ${JSON.stringify(textOf(reply))} and not the provider's text`);
      for (const text of ['Be brief.', 'What is 17 + 26?'])
        if (!requests[0]?.includes(text)) fault(`"${text}" is not in the request`);
    },
    several: async (fault) => {
      const scripted = { text: TEXT, others: [OTHER], usage: USAGE };
      const { reply } = await once(makeModel, scripted, { n: 2 });
      const { contents = [reply] } = reply as { contents?: ModelResponses['contents'] };
      const texts = contents.map((one) => textOf(typeof one === 'string' ? { content: one } : one));
      if (![TEXT, [TEXT, OTHER].join()].includes(texts.join())) fault(`the replies are ${JSON.stringify(texts)}`);
    },
    tools: (fault) => bothWays((onDelta) => callTool(makeModel, onDelta, fault)),
    schema: (fault) =>
      bothWays(async (onDelta) => {
        const { reply, requests } = await once(makeModel, { text: TEXT }, { responseSchema: SCHEMA, onDelta });
        if (!requests[0]?.includes('verdict_of_nine')) fault('the schema is not in the request');
        if (textOf(reply) !== TEXT) fault('a reply that breaks the schema did not come back as it is');
      }),
    stream: async (fault) => {
      const pieces: string[] = [];
      const { reply } = await once(makeModel, { text: TEXT }, { onDelta: (text) => void pieces.push(text) });
      if (pieces.length < 2) fault(`the text came in ${pieces.length} pieces`);
      if (pieces.join('') !== TEXT || textOf(reply) !== TEXT)
        fault(`the pieces are ${JSON.stringify(pieces)}, the reply ${JSON.stringify(textOf(reply))}`);
    },
    usage: (fault) =>
      bothWays(async (onDelta) => {
        const usage = (await once(makeModel, { text: TEXT, usage: USAGE }, { onDelta })).reply.usage;
        if (usage?.inputTokens !== 1_234 || usage.outputTokens !== 567)
          fault(`1234 and 567 tokens were reported as ${JSON.stringify(usage)}`);
        const none = (await once(makeModel, { text: TEXT }, { onDelta })).reply.usage;
        if (none?.inputTokens || none?.outputTokens)
          fault(`tokens were reported that the provider did not report: ${JSON.stringify(none)}`);
      }),
    abort: (fault) => bothWays((onDelta) => checkAbort(makeModel, onDelta, fault)),
    error: (fault) =>
      bothWays(async (onDelta) => {
        const { error, requests } = await tried(makeModel, [{ error: ERROR }, { text: TEXT }], [{ onDelta }]);
        if (!(error instanceof Error) || !error.message.includes(ERROR.message))
          fault(`the provider's error came as ${String(error)}`);
        if (requests.length !== 1) fault(`${requests.length} requests were made for one call that failed`);
      }),
    metadata: (fault) => bothWays((onDelta) => callTool(makeModel, onDelta, fault, 'bWFyay1vZi1mb3J0eS10d28=')),
  };
  for (const point of Object.keys(checks) as Point[]) {
    const fault = (what: string): void => void faults.push(`${point}: ${what}`);
    if (!without.includes(point)) await checks[point](fault).catch((error: unknown) => fault(`it ended with ${String(error)}`));
  }
  return faults;
}

async function bothWays(check: (onDelta: ModelRequest['onDelta']) => Promise<void>): Promise<void> {
  await check(undefined);
  await check(() => {});
}

/** A tool turn and the answer after it: with a `mark` only that is looked for. */
async function callTool(
  makeModel: MakeModel,
  onDelta: ModelRequest['onDelta'],
  fault: (what: string) => void,
  mark?: string,
): Promise<void> {
  const script: ProviderReply[] = [{ toolCalls: [CALL], ...(mark && { mark }) }, { text: TEXT }];
  const next = ({ toolCalls, metadata, content }: ModelResponse): Partial<ModelRequest> => {
    const calls = (toolCalls ?? []).map((call) => ({ ...call, id: call.id ?? 'call_17' })) as NonNullable<Message['toolCalls']>;
    const turn = { role: 'assistant', content, toolCalls: calls, metadata } as Message;
    const result: Message = { role: 'tool', content: 'forty-three', toolCallId: calls[0]?.id };
    return { messages: [USER, turn, result], tools: [TOOL], onDelta };
  };
  const { replies, requests, error } = await tried(makeModel, script, [{ tools: [TOOL], onDelta }, (reply) => next(reply)]);
  if (error !== undefined) throw error;
  if (mark !== undefined)
    return requests[1]?.includes(mark) ? undefined : fault('what the provider gave does not come back to it');
  const call = replies[0]?.toolCalls?.[0];
  const args = typeof call?.arguments === 'string' ? (JSON.parse(call.arguments) as unknown) : call?.arguments;
  if (call?.name !== CALL.name || JSON.stringify(args) !== JSON.stringify(CALL.arguments))
    fault(`the call came as ${JSON.stringify(call)}`);
  if (!requests[0]?.includes(TOOL.description) || !requests[0].includes('"first"')) fault('the tool is not in the request');
  if (!requests[1]?.includes('forty-three') || !requests[1].includes('sum_of_two'))
    fault('the call and its result are not in the next request');
  if (textOf(replies[1]) !== TEXT) fault('the answer after the tool did not come back');
}

async function checkAbort(makeModel: MakeModel, onDelta: ModelRequest['onDelta'], fault: (what: string) => void): Promise<void> {
  const trial = await makeModel([{ hangs: true }]);
  const stop = new AbortController();
  try {
    const call = Promise.resolve(trial.model(request({ onDelta, signal: stop.signal }))).then(
      () => 'a reply',
      () => 'an error',
    );
    await until(() => trial.requests.length > 0);
    stop.abort(new Error('stop'));
    if ((await inTime(call, PATIENCE, LATE)) !== 'an error') fault('an aborted call gave a reply');
    if (!(await until(() => trial.closed > 0))) fault('the connection was left open');
  } finally {
    await trial.close?.();
  }
}

type Asked = Partial<ModelRequest> | ((reply: ModelResponse) => Partial<ModelRequest>);

/** Makes one call after another of a fresh model. */
async function tried(makeModel: MakeModel, script: readonly ProviderReply[], calls: readonly Asked[]) {
  const trial = await makeModel(script);
  const replies: ModelResponse[] = [];
  let error: unknown;
  try {
    for (const next of calls) {
      const call = request(typeof next === 'function' ? next(replies.at(-1) ?? { content: '' }) : next);
      const reply = await inTime(
        Promise.resolve().then(() => trial.model(call)),
        PATIENCE,
        LATE,
      );
      replies.push(typeof reply === 'string' ? { content: reply } : (reply as ModelResponse));
    }
  } catch (thrown) {
    error = thrown;
  } finally {
    await trial.close?.();
  }
  return { replies, requests: trial.requests, error };
}

async function once(makeModel: MakeModel, scripted: ProviderReply, parts: Partial<ModelRequest>) {
  const { replies, requests, error } = await tried(makeModel, [scripted], [parts]);
  const reply = replies[0];
  if (reply === undefined) throw error;
  return { reply, requests };
}

function request(parts: Partial<ModelRequest>): ModelRequest {
  const names = { runId: 'trial', callId: 'answer-1', purpose: 'answer', iteration: 1, attempt: 1, idempotencyKey: 'trial' };
  return { ...names, messages: [USER], signal: new AbortController().signal, ...parts };
}

function textOf(reply: Pick<ModelResponse, 'content'> | undefined): string {
  const content = reply?.content ?? '';
  return typeof content === 'string' ? content : content.map((part) => ('text' in part ? String(part.text) : '')).join('');
}

async function until(true_: () => boolean): Promise<boolean> {
  for (let waited = 0; !true_() && waited < PATIENCE; waited += 10) await new Promise((resolve) => setTimeout(resolve, 10));
  return true_();
}
