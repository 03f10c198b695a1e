// The models of all adapters, as people make them of the real SDKs: what conform.test.mjs and mistakes.test.mjs try, and tsc compiles.

import { createOpenAI } from '@ai-sdk/openai';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { FakeListChatModel } from '@langchain/core/utils/testing';
import { ChatOpenAI, type ChatOpenAIFields } from '@langchain/openai';
import OpenAI from 'openai';
import { aiModel } from 'reflect-engine/ai-sdk';
import { messagesModel } from 'reflect-engine/anthropic';
import { geminiModel } from 'reflect-engine/google';
import { langchainModel } from 'reflect-engine/langchain';
import { chatModel, responsesModel } from 'reflect-engine/openai';

const KEY = { apiKey: 'sk-secret', maxRetries: 0 };
const aiSdk = (url: string) => createOpenAI({ apiKey: 'sk-secret', baseURL: `${url}/v1` });
const openai = (url: string) => new OpenAI({ ...KEY, baseURL: `${url}/v1` });
const anthropic = (baseURL: string) => new Anthropic({ ...KEY, baseURL });
const google = (baseUrl: string) => new GoogleGenAI({ apiKey: 'sk-secret', httpOptions: { baseUrl } });
const chat = (url: string, more?: ChatOpenAIFields) =>
  new ChatOpenAI({ ...KEY, model: 'fake', configuration: { baseURL: `${url}/v1` }, ...more });

/**
 * By the name that docs/adapters.md gives them. `model` takes the address of a server; `without` names the points that the provider or the SDK
 * cannot do. `make` takes a `client`, which must have the method in `takes`, and is made as stands there; `call` makes a model of it.
 */
export const MODELS = {
  'ai-sdk: aiModel': {
    model: (url: string) => aiModel(aiSdk(url).responses('fake'), { maxRetries: 0 }),
    client: aiSdk('').responses('fake'),
    call: 'aiModel(model)',
  },
  'ai-sdk: aiModel, chat': { model: (url: string) => aiModel(aiSdk(url).chat('fake'), { maxRetries: 0 }), without: ['metadata'] },
  'openai: chatModel': {
    model: (url: string, more = {}) => chatModel(openai(url), 'fake', more),
    make: chatModel,
    client: openai(''),
    takes: ['chat.completions.create', '`new OpenAI()` of openai 6 or 7'],
  },
  'openai: responsesModel': {
    model: (url: string) => responsesModel(openai(url), 'fake'),
    make: responsesModel,
    client: openai(''),
    takes: ['responses.create', '`new OpenAI()` of openai 6 or 7'],
    call: 'chatModel(client, name)',
  },
  'anthropic: messagesModel': {
    model: (url: string) => messagesModel(anthropic(url), 'fake', { stop_sequences: [] }),
    make: messagesModel,
    client: anthropic(''),
    takes: ['messages.create', '`new Anthropic()` of @anthropic-ai/sdk 1'],
  },
  'google: geminiModel': {
    model: (url: string, more = {}) => geminiModel(google(url), 'fake', { temperature: 0, ...more }),
    make: geminiModel,
    client: google(''),
    takes: ['models.generateContent', '`new GoogleGenAI({})` of @google/genai 3'],
  },
  'langchain: langchainModel': {
    model: (url: string) => langchainModel(chat(url, { useResponsesApi: true }), { name: 'fake' }),
    client: new FakeListChatModel({ responses: [] }),
    call: 'langchainModel(chat)',
  },
  'langchain: langchainModel, chat': { model: (url: string) => langchainModel(chat(url)), without: ['metadata'] },
};

/** What tsc refuses is refused without it, too. */
export const WRONG = [
  // @ts-expect-error another client
  () => messagesModel(google(''), 'm'),
  // @ts-expect-error no name
  () => geminiModel(google('')),
  // @ts-expect-error no chat model
  () => langchainModel('gpt'),
];
