// What people write with agents of LangChain, with each major of zod that the manifest names.

import { FakeListChatModel } from '@langchain/core/utils/testing';
import { createAgent } from 'langchain';
import { ReflectEngine } from 'reflect-engine';
import { langchainModel } from 'reflect-engine/langchain';
import { reflectMiddleware } from 'reflect-engine/langchain/middleware';

const chat = new FakeListChatModel({ responses: ['x'] });
const engine = new ReflectEngine();
const checked = reflectMiddleware({ engine, name: 'gate', task: { criteria: ['Short.'], critic: langchainModel(chat) } });
const state = await createAgent({ model: chat, middleware: [checked] }).invoke({ messages: 'q' });
export const judged: ['ok' | 'needs_review' | 'failed' | undefined, string | undefined] = [
  state.reflection?.status,
  state.messages.at(-1)?.text,
];

// @ts-expect-error the class in place of an engine
reflectMiddleware({ engine: ReflectEngine, task: {} });
// @ts-expect-error an input, which is that of each turn
reflectMiddleware({ engine, task: { input: 'q' } });
// @ts-expect-error an option that is one of the task
reflectMiddleware({ engine, task: {}, verifiers: {} });

// Options that may be absent, under `exactOptionalPropertyTypes`.
declare const name: string | undefined;
export const absent = [
  reflectMiddleware({ engine, name, task: {} }),
  langchainModel(chat, { name, options: undefined, format: undefined }),
];
