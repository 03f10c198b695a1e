// The models of all adapters, each of the real SDK, by the name that docs/adapters.md gives them.

import { createOpenAI } from '@ai-sdk/openai';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import { ChatOpenAI } from '@langchain/openai';
import OpenAI from 'openai';
import { aiModel } from 'reflect-engine/ai-sdk';
import { messagesModel } from 'reflect-engine/anthropic';
import { geminiModel } from 'reflect-engine/google';
import { langchainModel } from 'reflect-engine/langchain';
import { chatModel, responsesModel } from 'reflect-engine/openai';

const KEY = { apiKey: 'none', maxRetries: 0 };
const openai = (url) => new OpenAI({ ...KEY, baseURL: `${url}/v1` });
const aiSdk = (url) => createOpenAI({ apiKey: 'none', baseURL: `${url}/v1` });
const chat = (url, more) => new ChatOpenAI({ ...KEY, model: 'fake', configuration: { baseURL: `${url}/v1` }, ...more });

/** `make` takes the address of a server; `without` names the points that the provider or the SDK cannot do. */
export const MODELS = {
  'ai-sdk: aiModel': { make: (url) => aiModel(aiSdk(url).responses('fake'), { maxRetries: 0 }) },
  'ai-sdk: aiModel, chat': { make: (url) => aiModel(aiSdk(url).chat('fake'), { maxRetries: 0 }), without: ['metadata'] },
  'openai: chatModel': { make: (url) => chatModel(openai(url), 'fake') },
  'openai: responsesModel': { make: (url) => responsesModel(openai(url), 'fake') },
  'anthropic: messagesModel': { make: (url) => messagesModel(new Anthropic({ ...KEY, baseURL: url }), 'fake') },
  'google: geminiModel': {
    make: (url) => geminiModel(new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: url } }), 'fake'),
  },
  'langchain: langchainModel': { make: (url) => langchainModel(chat(url, { useResponsesApi: true })) },
  'langchain: langchainModel, chat': { make: (url) => langchainModel(chat(url)), without: ['metadata'] },
};
