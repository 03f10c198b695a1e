// What people write with OpenAI's client, against each major of it that the manifest names.

import OpenAI from 'openai';
import { ReflectEngine } from 'reflect-engine';
import { chatModel, responsesModel } from 'reflect-engine/openai';

const client = new OpenAI({ apiKey: 'none' });
export const { output } = await new ReflectEngine().run({
  input: 'q',
  model: chatModel(client, 'gpt-4.1-mini', { temperature: 0, response_format: { type: 'json_object' } }),
  critic: responsesModel(client, 'gpt-4.1', { include: [], tools: [{ type: 'web_search' }] }),
});
// A reply's usage as it comes.
const { chat } = client;
export const own = await new ReflectEngine().run({
  input: 'q',
  model: async ({ signal }) => {
    const reply = await chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'q' }] }, { signal });
    return { content: reply.choices[0]?.message.content ?? '', usage: reply.usage };
  },
});

// @ts-expect-error a key in place of a client
chatModel('sk-1', 'm');
// @ts-expect-error no name
chatModel(client);
// @ts-expect-error a parameter that the API has not
responsesModel(client, 'm', { temprature: 0 });
