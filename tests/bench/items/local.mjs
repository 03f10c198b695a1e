// A local model made quick enough for a thousand calls on one thread: answers and critiques each keep the beginning they share, and a
// reply that is held to a schema is written without blanks. What was asked before with the same seed is not written twice.

import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { llamaModule } from '../../../examples-js/code-review/llama.mjs';

/** Tokens of an answer and of a critique; characters of a text and items of a list in a critique; both kinds are sampled alike. */
const LIMITS = { answer: 48, critique: 96, text: 32, list: 1, temperature: 0.6 };

/** What limits are, for the head of a table. */
export function named({ answer, critique, temperature } = LIMITS) {
  return `${answer} tokens an answer, ${critique} a critique, temperature ${temperature}, one thread`;
}

/**
 * @param {string} file a GGUF file
 * @param {string} memory where replies are kept
 * @param {typeof LIMITS} limits
 * @returns `ask(request, seed)`, a reply with the `seconds` that it took to write, now or before; `written()`, how many were written now; `close()`
 */
export async function localModel(file, memory, limits = LIMITS) {
  const { LlamaChat, LlamaGrammar, getLlama, LlamaLogLevel } = await llamaModule();
  const llama = await getLlama({
    gpu: false,
    build: 'never',
    skipDownload: true,
    logLevel: LlamaLogLevel.error,
    maxThreads: 1,
  });
  const loaded = await llama.loadModel({ modelPath: file });
  const context = await loaded.createContext({ contextSize: 2048, threads: 1, sequences: 2 });
  const chats = [context.getSequence(), context.getSequence()].map((contextSequence) => new LlamaChat({ contextSequence }));
  const known = remembered(memory);
  const grammars = new Map();
  const name = basename(file, '.gguf');
  let turn = Promise.resolve();
  let written = 0;

  async function write({ messages, responseSchema, drafts, exact, signal }, seed) {
    signal?.throwIfAborted();
    const form = responseSchema ? compactGrammar(responseSchema, limits, exact ? drafts?.length : undefined) : '';
    const maxTokens = responseSchema ? limits.critique * (drafts?.length ?? 1) : limits.answer;
    const key = keyOf({ messages, form, maxTokens, temperature: limits.temperature, seed });
    if (known.has(key)) return known.get(key);
    const started = performance.now();
    const chat = chats[responseSchema ? 1 : 0];
    const before = chat.sequence.tokenMeter.getState();
    const { response, metadata } = await chat.generateResponse(messages.map(historyItem), {
      maxTokens,
      temperature: limits.temperature,
      seed,
      ...(signal && { signal }),
      ...(form && { grammar: grammar(form) }),
    });
    const used = chat.sequence.tokenMeter.diff(before);
    const reply = {
      content: response,
      model: name,
      usage: { inputTokens: used.usedInputTokens, outputTokens: used.usedOutputTokens },
      finishReason: metadata.stopReason === 'maxTokens' ? 'length' : 'stop',
      seconds: (performance.now() - started) / 1000,
    };
    written += 1;
    known.set(key, reply);
    appendFileSync(memory, `${JSON.stringify({ key, reply })}\n`);
    return reply;
  }

  function grammar(text) {
    if (!grammars.has(text)) grammars.set(text, new LlamaGrammar(llama, { grammar: text }));
    return grammars.get(text);
  }

  return {
    name,
    ask(request, seed) {
      const reply = turn.then(() => write(request, seed));
      turn = reply.catch(() => {});
      return reply;
    },
    written: () => written,
    async close() {
      await turn;
      await llama.dispose();
    },
  };
}

/** All that a reply follows from. */
export function keyOf({ messages, form, maxTokens, temperature, seed }) {
  return createHash('sha256')
    .update(JSON.stringify([messages, form, maxTokens, temperature, seed]))
    .digest('base64url');
}

/** Replies of an earlier run; one that a crash cut in the middle is written anew. */
function remembered(memory) {
  const known = new Map();
  for (const line of existsSync(memory) ? readFileSync(memory, 'utf8').split('\n') : []) {
    try {
      const { key, reply } = JSON.parse(line);
      known.set(key, reply);
    } catch {}
  }
  return known;
}

/** A message as llama.cpp's chat templates take it. */
function historyItem({ role, content }) {
  const text = typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  if (role === 'assistant') return { type: 'model', response: [text] };
  return { type: role === 'system' ? 'system' : 'user', text };
}

/**
 * GBNF of a flat JSON Schema, or of a list of such objects, keys in their order and no blanks. Unlike llama.cpp's own it also keeps a
 * number within its bounds, as whole points. `entries`: so many objects of the list, numbered.
 */
export function compactGrammar(schema, limits = LIMITS, entries = undefined) {
  if (entries !== undefined) {
    const entry = objectRule(schema.properties.drafts.items, limits);
    const numbered = Array.from({ length: entries }, (_, at) => entry.replace('[0-9]{1,6}', `"${at + 1}"`));
    return `root ::= "{\\"drafts\\":[" ${numbered.join(' "," ')} "]}"\n`;
  }
  return `root ::= ${objectRule(schema, limits)}\n`;
}

function objectRule({ properties }, limits) {
  const keys = Object.entries(properties).map(([key, value]) => `"\\"${key}\\":" ${valueRule(value, limits)}`);
  return `"{" ${keys.join(' "," ')} "}"`;
}

function valueRule({ type, minimum, maximum, items }, limits) {
  if (type === 'boolean') return '("true" | "false")';
  if (type === 'string') return `"\\"" [^"\\\\\\x00-\\x1f]{0,${limits.text}} "\\""`;
  if (type === 'array' && items.type === 'object') return `"[" ${listRule(objectRule(items, limits), { list: 6 })} "]"`;
  if (type === 'array') return `"[" (${listRule(valueRule(items, limits), limits)})? "]"`;
  if (minimum === undefined || maximum === undefined) return '[0-9]{1,6}';
  const points = Array.from({ length: maximum - minimum + 1 }, (_, at) => `"${minimum + at}"`);
  return `(${points.join(' | ')})`;
}

function listRule(item, { list }) {
  return list > 1 ? `${item} ("," ${item}){0,${list - 1}}` : item;
}
