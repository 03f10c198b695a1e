// Any server with an OpenAI-compatible API as a reflect-engine `Model`: OpenAI, Ollama, llama.cpp, vLLM.

import OpenAI from 'openai';
import { chatModel } from 'reflect-engine/openai';

/**
 * Reads `OPENAI_BASE_URL` and `OPENAI_API_KEY` as the official client does, and `OPENAI_MODEL`.
 *
 * @param {{ temperature?: number, seed?: number }} sampling
 */
export async function servedModel(sampling = {}) {
  const { OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL } = process.env;
  const client = clientOf({ apiKey: OPENAI_API_KEY ?? 'none' });
  const name = OPENAI_MODEL ?? (OPENAI_BASE_URL ? await firstModel(client) : 'gpt-4.1-mini');
  return { name, model: chatModel(client, name, sampling) };
}

/** The official client. */
export const clientOf = (options) => new OpenAI(options);

async function firstModel(client) {
  for await (const { id } of client.models.list()) return id;
  throw new Error('the server at OPENAI_BASE_URL lists no models; name one with OPENAI_MODEL');
}
