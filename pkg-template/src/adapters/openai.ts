/**
 * OpenAI's client as a model of the engine.
 *
 * @packageDocumentation
 */

import type OpenAI from 'openai';
import { describe } from '../check/kind.js';
import { describeError } from '../error.js';
import type { CriticModel, Json, Message, Model, ToolCall } from '../types.js';
import { checkModel } from './check.js';
import { apart, jsonOf, schemaOf, textOf } from './messages.js';

type Call = OpenAI.ChatCompletionMessageFunctionToolCall & { index?: number };
/** Parameters of each request; a `response_format` that is `undefined` asks for none. */
type ChatParams = Partial<Omit<Params, 'response_format'>> & { response_format?: Params['response_format'] | undefined };
type Params = OpenAI.ChatCompletionCreateParamsNonStreaming;
const CHAT = ['client', 'chat.completions.create', '`new OpenAI()` of openai 6 or 7'] as const;
type Choice = Pick<OpenAI.ChatCompletion.Choice, 'message' | 'finish_reason'>;

/**
 * A chat model of an OpenAI client, also for servers that speak its language (Ollama, llama.cpp, vLLM).
 *
 * `more` goes into each request. Its `response_format` is used only when a schema is wanted, and spares a server without JSON Schema the
 * request that it refuses: `{ type: 'json_object' }`, or `undefined`. For a server that refuses `n`, `{ n: 1 }` never asks for several
 * completions. Retries are the client's (`maxRetries`).
 */
export function chatModel(client: OpenAI, name: string, more: ChatParams = {}): Model {
  checkModel(['chatModel', ...CHAT], client, name, more);
  const { response_format: format, ...rest } = more;
  return async ({ messages, n, tools, responseSchema: schema, purpose, signal, onDelta }) => {
    const body: Params = { ...rest, model: name, messages: messages.map(messageOf) };
    const several = n !== undefined && !('n' in more);
    if (several) body.n = n;
    if (tools) body.tools = tools.map((tool) => ({ type: 'function', function: tool }));
    if (schema && 'response_format' in more) {
      if (format) body.response_format = format;
    } else if (schema) {
      body.response_format = { type: 'json_schema', json_schema: schemaOf(schema, purpose) };
    }
    const streamed = { ...body, stream: true, stream_options: { include_usage: true } } as const;
    const reply = onDelta
      ? await gathered(await client.chat.completions.create(streamed, { signal }), onDelta)
      : await client.chat.completions.create(body, { signal });
    const choice = reply.choices?.[0];
    // Some servers say what is wrong with status 200.
    if (!choice) throw noChoice(reply);
    return {
      ...(several ? { contents: reply.choices.map(completionOf) } : completionOf(choice)),
      model: name, // `prices` are by this name; the reply's own is dated.
      usage: usageOf(reply),
    };
  };
}

function usageOf({ usage }: Pick<OpenAI.ChatCompletion, 'usage'>) {
  return (
    usage && {
      inputTokens: usage.prompt_tokens,
      outputTokens: usage.completion_tokens,
      cachedTokens: usage.prompt_tokens_details?.cached_tokens,
      reasoningTokens: usage.completion_tokens_details?.reasoning_tokens,
    }
  );
}

function noChoice(reply: unknown): Error {
  return new Error(`the server gave no choice: ${JSON.stringify(reply).slice(0, 500)}`);
}

function completionOf({ message: { content, refusal, tool_calls: calls }, finish_reason }: Choice) {
  return {
    content: content ?? refusal ?? '',
    toolCalls: calls?.flatMap((call) => (call.type === 'function' ? [callOf(call)] : [])),
    finishReason: refusal ? 'refusal' : finish_reason,
  };
}

/** What else a call holds comes back with it as `metadata`: Gemini wants its signatures again. */
function callOf({ id, type, index, function: { name, arguments: args }, ...more }: Call): ToolCall {
  return { id, name, arguments: args, ...(Object.keys(more).length > 0 && { metadata: more as Json }) };
}

/** Parts that are not text (images, files) go as you wrote them: in OpenAI's form. */
function messageOf({ role, content, toolCalls, toolCallId }: Message): OpenAI.ChatCompletionMessageParam {
  const tool_calls = toolCalls?.map(({ id, name, arguments: args, metadata }) => {
    return { ...(metadata as object), id, type: 'function', function: { name, arguments: jsonOf(args) } };
  });
  const parts = role === 'user' ? content : textOf(content);
  return { role, content: parts, tool_call_id: toolCallId, tool_calls } as OpenAI.ChatCompletionMessageParam;
}

type Chunk = OpenAI.ChatCompletionChunk;
type Completion = Pick<OpenAI.ChatCompletion, 'usage'> & {
  choices: Pick<OpenAI.ChatCompletion.Choice, 'message' | 'finish_reason'>[];
};
/** What servers and clients give that follow the protocol by and large. */
type Loose = Omit<Chunk, 'choices'> & {
  error?: unknown;
  choices?: (Omit<Chunk['choices'][number], 'delta'> & { delta?: Chunk['choices'][number]['delta'] | null })[];
};

/** The largest index of a tool call. The server writes it, and it is the place in a list. */
const MAX_INDEX = 255;

async function gathered(stream: AsyncIterable<Chunk>, onDelta: (text: string) => void): Promise<Completion> {
  const message = { role: 'assistant' as const, content: '', refusal: '' };
  const calls = new Map<number, { function: { name: string; arguments: string } }>();
  let finish: Chunk['choices'][number]['finish_reason'] = null;
  let usage: Chunk['usage'];
  for await (const chunk of stream as AsyncIterable<Loose>) {
    if (chunk.error) throw new Error(describeError(chunk.error), { cause: chunk.error });
    usage = chunk.usage ?? usage;
    const choice = chunk.choices?.[0];
    const { content, refusal, tool_calls } = choice?.delta ?? {};
    finish = choice?.finish_reason ?? finish;
    if (content) onDelta(content);
    message.content += content ?? '';
    message.refusal += refusal ?? '';
    for (const { index, function: part, ...more } of tool_calls ?? []) {
      if (!Number.isInteger(index) || index < 0 || index > MAX_INDEX)
        throw new Error(
          `\`tool_calls[].index\` of the stream must be a whole number from 0 to ${MAX_INDEX}, got ${describe(index)}`,
        );
      const call = calls.get(index) ?? { function: { name: '', arguments: '' } };
      call.function.name += part?.name ?? '';
      call.function.arguments += part?.arguments ?? '';
      calls.set(index, { ...call, ...more });
    }
  }
  const tool_calls = [...calls].sort(([a], [b]) => a - b).map(([, call]) => ({ type: 'function', ...call }));
  const whole = { ...message, ...(tool_calls.length > 0 && { tool_calls }) } as OpenAI.ChatCompletionMessage;
  return { choices: finish === null ? [] : [{ message: whole, finish_reason: finish }], ...(usage && { usage }) };
}

type Token = Pick<OpenAI.ChatCompletionTokenLogprob, 'token' | 'logprob'>;

/** Of all first tokens at least this share must be a yes or a no. */
const ANSWERED = 0.5;

/**
 * A chat model of an OpenAI client as a critic: asked whether the draft can be used as it stands, by the log probabilities of its first
 * token, yes against no. The model must report `logprobs`; those that think before they answer do not. `more` goes into each request.
 */
export function decisionCritic(client: OpenAI, name: string, more: Partial<Params> = {}): CriticModel {
  checkModel(['decisionCritic', ...CHAT], client, name, more);
  return {
    probability: true,
    model: async ({ messages, signal }) => {
      const asked = { max_completion_tokens: 1, top_logprobs: 20, ...more, logprobs: true, stream: false } as const;
      const body: Params = { ...asked, model: name, messages: messages.map(messageOf) };
      const reply = await client.chat.completions.create(body, { signal });
      const choice = reply.choices?.[0];
      if (!choice) throw noChoice(reply);
      const first = choice.logprobs?.content?.[0];
      if (!first) throw new Error(`the server gave no \`logprobs\` of ${name}: take a model that reports them`);
      return {
        content: choice.message.content ?? first.token,
        probability: probabilityOf([first, ...(first.top_logprobs ?? [])]),
        model: name,
        usage: usageOf(reply),
      };
    },
  };
}

/** The probability of a yes among those of a yes and a no, in whatever letter case. A token that was taken may be listed once more. */
function probabilityOf(tokens: readonly Token[]): number {
  const odds = new Map(tokens.map(({ token, logprob }) => [token, Math.exp(logprob)]));
  const shareOf = (word: string): number =>
    [...odds].reduce((sum, [token, share]) => (token.trim().toLowerCase() === word ? sum + share : sum), 0);
  const [yes, no] = [shareOf('yes'), shareOf('no')];
  if (!(yes + no >= ANSWERED))
    throw new Error(`the model says neither yes nor no: its first tokens are ${JSON.stringify([...odds.keys()].slice(0, 5))}`);
  return yes / (yes + no);
}

type Body = OpenAI.Responses.ResponseCreateParamsNonStreaming;

/**
 * A model of OpenAI's Responses API. Nothing is stored at OpenAI: reasoning comes encrypted and goes back as it came. A model that does not
 * reason refuses to be asked for it: give it `{ include: [] }`. `more` goes into each request. Retries are the client's (`maxRetries`).
 */
export function responsesModel(client: OpenAI, name: string, more: Partial<Body> = {}): Model {
  checkModel(['responsesModel', 'client', 'responses.create', '`new OpenAI()` of openai 6 or 7'], client, name, more);
  return async ({ messages, tools, responseSchema: schema, purpose, signal, onDelta }) => {
    const { system: instructions, turns } = apart(messages);
    const input = turns.flatMap(itemsOf);
    const body: Body = { store: false, include: ['reasoning.encrypted_content'], ...more, model: name, input };
    if (instructions) body.instructions = instructions;
    if (tools) body.tools = tools.map((tool) => ({ type: 'function', strict: false, ...tool }));
    if (schema) body.text = { ...more.text, format: { type: 'json_schema', ...schemaOf(schema, purpose) } };
    // Without the client's helper for streams: it throws where a reply breaks its schema, and that is for the engine to read.
    let reply: OpenAI.Responses.Response | undefined;
    if (onDelta) {
      for await (const event of await client.responses.create({ ...body, stream: true }, { signal })) {
        if (event.type === 'response.output_text.delta') onDelta(event.delta);
        if (event.type === 'error') throw new Error(event.message, { cause: event });
        if ('response' in event) reply = event.response;
      }
    } else {
      reply = await client.responses.create(body, { signal });
    }
    if (!reply) throw new Error('the server gave no response');
    if (reply.error) throw new Error(reply.error.message, { cause: reply.error });
    const calls = reply.output.flatMap((item) => (item.type === 'function_call' ? [item] : []));
    const parts = reply.output.flatMap((item) => (item.type === 'message' ? item.content : []));
    const refusal = parts.flatMap((part) => (part.type === 'refusal' ? [part.refusal] : [])).join('');
    return {
      content: parts.map((part) => (part.type === 'output_text' ? part.text : '')).join('') || refusal,
      toolCalls: calls.map(({ call_id: id, name, arguments: args }) => ({ id, name, arguments: args })),
      finishReason: refusal ? 'refusal' : (reply.incomplete_details?.reason ?? reply.status),
      model: name, // `prices` are by this name; the reply's own is dated.
      metadata: { items: reply.output },
      usage: reply.usage && {
        inputTokens: reply.usage.input_tokens,
        outputTokens: reply.usage.output_tokens,
        cachedTokens: reply.usage.input_tokens_details?.cached_tokens,
        reasoningTokens: reply.usage.output_tokens_details?.reasoning_tokens,
      },
    };
  };
}

/** Parts that are not text (images, files) go as you wrote them: in OpenAI's form. */
function itemsOf({ role, content, toolCalls = [], toolCallId, metadata }: Message): OpenAI.Responses.ResponseInputItem[] {
  if (role === 'tool') return [{ type: 'function_call_output', call_id: toolCallId ?? '', output: textOf(content) }];
  const { items } = (metadata ?? {}) as { items?: OpenAI.Responses.ResponseInputItem[] };
  if (items) return items;
  const parts = role === 'user' ? content : textOf(content);
  const message = { role, content: parts } as OpenAI.Responses.EasyInputMessage;
  const calls = toolCalls.map(({ id, name, arguments: args }) => {
    return { type: 'function_call' as const, call_id: id, name, arguments: jsonOf(args) };
  });
  return parts.length > 0 ? [message, ...calls] : calls;
}
