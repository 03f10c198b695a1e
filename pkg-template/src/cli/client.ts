// As much of OpenAI's client as `chatModel` uses, over `fetch`: for any server that speaks its language.

import { setTimeout as sleep } from 'node:timers/promises';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type OpenAI from 'openai';
import { chatModel } from '../adapters/openai.js';
import { MAX_MESSAGE, textOf } from '../check/body.js';
import { parseJson } from '../error.js';
import type { Model } from '../types.js';
import type { Arguments } from './arguments.js';
import {
  brokenApiKey,
  missingApiKey,
  missingModel,
  unreachableServer,
  wrongBaseUrl,
  wrongFormat,
  wrongReply,
  wrongStatus,
} from './errors.js';

/** How often a request is made anew, when the server is busy or cannot be reached. */
const RETRIES = 2;
const BUSY = [408, 409, 429];
/** Letters of a key that is masked in what a server says: a shorter one stands in words, and guards nothing. */
const MIN_KEY = 8;
/** What `chatModel` is given for each way to ask for JSON. */
const FORMATS: { [format: string]: Parameters<typeof chatModel>[2] } = {
  json_schema: {},
  json_object: { response_format: { type: 'json_object' } },
  none: { response_format: undefined },
};

/** The model of this name. Throws `WrongUse` where it cannot be asked. */
export function modelOf(name: string | undefined, flags: Arguments['flags']): Model {
  if (name === undefined || name === '') throw missingModel();
  const { OPENAI_API_KEY, OPENAI_BASE_URL } = process.env;
  const key = OPENAI_API_KEY?.trim();
  // The error of `fetch` would show it.
  if (key && /[^!-~]/.test(key)) throw brokenApiKey();
  const base = flags['base-url'] ?? (OPENAI_BASE_URL || undefined);
  if (base === undefined && !key) throw missingApiKey();
  const url = `${(base ?? 'https://api.openai.com/v1').replace(/\/+$/, '')}/chat/completions`;
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw wrongBaseUrl();
  const parseReply = (text: string): unknown => {
    const value = parseJson(text);
    // The text is not shown: some servers send the key back.
    if (value === undefined) throw wrongReply(url);
    return value;
  };
  const create = async (body: { stream?: boolean | null }, { signal }: { signal: AbortSignal }): Promise<unknown> => {
    const response = await post(url, key, body, signal);
    if (!body.stream) return parseReply(await textOf(response));
    const isWhole = response.headers.get('content-type')?.includes('json');
    return isWhole ? whole(parseReply(await textOf(response))) : chunksOf(response, parseReply);
  };
  const format = flags['response-format'] ?? 'json_schema';
  if (!Object.hasOwn(FORMATS, format)) throw wrongFormat(Object.keys(FORMATS).join(', '), format);
  return chatModel({ chat: { completions: { create } } } as unknown as OpenAI, name, FORMATS[format]);
}

async function post(url: string, key: string | undefined, body: object, signal: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
  for (let tried = 0; ; tried += 1) {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal }).catch((cause: Error) => {
      const reason = (cause.cause as Error | undefined)?.message || cause.message;
      if (signal.aborted || tried === RETRIES) throw unreachableServer(url, reason, cause);
    });
    if (response?.ok) return response;
    if (response) {
      const isBusy = BUSY.includes(response.status) || response.status >= 500;
      const said = await textOf(response);
      const text = (key && key.length >= MIN_KEY ? said.replaceAll(key, '[key]') : said).slice(0, 500);
      const { status } = response;
      if (!isBusy || tried === RETRIES) throw Object.assign(wrongStatus(url, status, text), { status });
    }
    const after = Number(response?.headers.get('retry-after') ?? Number.NaN);
    await sleep(after >= 0 && after <= 60 ? after * 1_000 : 500 * 2 ** tried, undefined, { signal });
  }
}

/** A reply that came in one piece, although a stream was wanted. */
async function* whole(reply: unknown): AsyncGenerator<unknown> {
  const { choices = [], usage } = reply as { choices?: { message: object }[]; usage?: object };
  yield { choices: choices.map(({ message, ...choice }) => ({ ...choice, delta: message })), usage };
}

/** The data of server-sent events. */
async function* chunksOf({ body }: Response, read: (text: string) => unknown): AsyncGenerator<unknown> {
  if (body === null) return;
  const parser = new EventSourceParserStream({ maxBufferSize: MAX_MESSAGE });
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(parser);
  for await (const { data } of events as unknown as AsyncIterable<{ data: string }>) if (data !== '[DONE]') yield read(data);
}
