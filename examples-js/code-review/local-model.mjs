// A local model as a reflect-engine `Model`: a GGUF file, run in this process by llama.cpp.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';

import { llamaModule, VERSION } from './llama.mjs';

/** @typedef {import('reflect-engine').Model} Model */
/** @typedef {{ temperature?: number, seed?: number, maxTokens?: number, contextSize?: number, longestText?: number, longestList?: number }} Sampling */

/** What runs the model, for records. */
export const runtime = `node-llama-cpp ${VERSION}`;

/**
 * Loads the file. Replies are held to the request's JSON Schema, if it has one. One generation goes on at a time; further requests wait for their turn.
 *
 * @param {string} file
 * @param {Sampling} sampling
 */
export async function localModel(file, sampling = {}) {
  const { LlamaChat, getLlama, LlamaLogLevel } = await llamaModule();
  const options = { gpu: false, build: 'never', skipDownload: true, logLevel: LlamaLogLevel.error };
  // Two threads stall each other on a busy machine.
  const llama = await getLlama({ ...options, maxThreads: 1 });
  const loaded = await llama.loadModel({ modelPath: file });
  const context = await loaded.createContext({ contextSize: sampling.contextSize ?? 4096, threads: 1 });
  const sequence = context.getSequence();
  const chat = new LlamaChat({ contextSequence: sequence });
  const name = basename(file, '.gguf');
  let turn = Promise.resolve();

  async function generate({ messages, responseSchema, signal, onDelta }, own) {
    signal.throwIfAborted();
    const chosen = { ...sampling, ...own };
    const { maxTokens = 512, temperature = 0, seed = 1 } = chosen;
    const grammar = responseSchema ? await llama.createGrammarForJsonSchema(grammarSchema(responseSchema, chosen)) : undefined;
    await sequence.clearHistory();
    const before = sequence.tokenMeter.getState();
    const { response, metadata } = await chat.generateResponse(messages.map(historyItem), {
      signal,
      maxTokens,
      temperature,
      seed,
      ...(grammar && { grammar }),
      ...(onDelta && { onTextChunk: onDelta }),
    });
    const used = sequence.tokenMeter.diff(before);
    return {
      content: response,
      model: name,
      usage: { inputTokens: used.usedInputTokens, outputTokens: used.usedOutputTokens },
      finishReason: metadata.stopReason === 'maxTokens' ? 'length' : 'stop',
    };
  }

  return {
    name,
    /** @param {Parameters<Model>[0]} request @param {Sampling} [own] sampling of this one request */
    model(request, own) {
      const reply = turn.then(() => generate(request, own));
      turn = reply.catch(() => {});
      return reply;
    },
    /** Resolves when nothing is being written. */
    idle: () => turn,
    /** Frees the model's memory. */
    async close() {
      await turn;
      await llama.dispose();
    },
  };
}

/** Hex SHA-256 of a file. */
export async function sha256(file) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

/** A message as llama.cpp's chat templates take it. These models read text only. */
function historyItem({ role, content }) {
  const text = typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  if (role === 'assistant') return { type: 'model', response: [text] };
  return { type: role === 'system' ? 'system' : 'user', text };
}

/**
 * The part of JSON Schema that grammars know: ranges of numbers cannot be held while writing. Texts and lists get an end, since a small
 * model that is held to a schema can fill a string for ever.
 */
function grammarSchema(schema, { longestText = 400, longestList = 5 }) {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === 'minimum' || key === 'maximum') return undefined;
    if (value?.type === 'string' && !value.enum) return { maxLength: longestText, ...value };
    if (value?.type === 'array') return { maxItems: longestList, ...value };
    return value;
  });
}
