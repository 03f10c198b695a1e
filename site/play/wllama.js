// A model in the visitor's tab: a GGUF file, run by llama.cpp compiled to WebAssembly. It speaks OpenAI's language, for which the
// package has an adapter. Where a request has a schema, llama.cpp makes a grammar of it, and writes nothing else.

import { Wllama } from '@wllama/wllama';
import { chatModel } from 'reflect-engine/openai';

const CONTEXT_TOKENS = 4_096;
const MOST_TOKENS = 512;
const LONGEST_TEXT = 160;
const LONGEST_LIST = 3;
/** Of one file: what an ArrayBuffer holds. */
const MOST_BYTES = 2 ** 31;
const megabytes = (bytes) => `${Math.round(bytes / 2 ** 20)} MB`;

/** `{ model, close }` of a file, or of the files of a model that was split. Replies are written one at a time. `onProgress` gets per cents. */
export async function localModel(files, onProgress) {
  for (const file of files) await checkFile(file);
  const name = files[0].name.replace(/(-\d{5}-of-\d{5})?\.gguf$/i, '');
  const total = files.reduce((sum, { size }) => sum + size, 0);

  // The first error that it names comes here, and so does a worker that the page may not start: nothing else ends that wait.
  const failed = Promise.withResolvers();
  let reason = '';
  const error = (words) => {
    if (words instanceof Event) failed.reject(new Error('its worker may not start: the page needs `worker-src blob:`'));
    else if (typeof words === 'string') reason ||= words.trim();
  };
  const silent = () => {};
  const wllama = new Wllama(
    { default: new URL('./wllama.wasm', import.meta.url).href },
    { logger: { debug: silent, log: silent, warn: silent, error } },
  );
  // What it would do for browsers that lack something comes from a third party.
  wllama.setCompat(null);
  try {
    await Promise.race([
      wllama.loadModel(watched(files, total, onProgress), { n_ctx: CONTEXT_TOKENS, n_parallel: 1 }),
      failed.promise,
    ]);
    if (!wllama.getLoadedContextInfo().success) throw new Error(`llama.cpp does not take it: ${reason}`);
  } catch (cause) {
    await wllama.exit();
    const needs = `It needs over ${megabytes(total)} of memory: if that is short, close other tabs, or take a smaller model.`;
    throw new Error(`${name} could not be loaded: ${cause.message ?? cause}. ${needs}`, { cause });
  }

  const create = ({ response_format: format, ...body }, { signal }) => {
    if (format) body.response_format = JSON.parse(JSON.stringify(format), ending);
    return wllama.createChatCompletion({ ...body, abortSignal: signal });
  };
  const write = chatModel({ chat: { completions: { create } } }, name, { n: 1, max_tokens: MOST_TOKENS, temperature: 0 });
  let turn = Promise.resolve();
  const model = (request) => {
    const reply = turn.then(() => {
      request.signal.throwIfAborted();
      return write(request).finally(() => request.signal.throwIfAborted());
    });
    turn = reply.catch(() => {});
    return reply;
  };
  return { model, close: () => wllama.exit() };
}

/** Texts and lists of a schema get an end: a small model that is held to one can fill it for ever. */
function ending(_key, value) {
  if (value?.type === 'string' && !value.enum) return { maxLength: LONGEST_TEXT, ...value };
  return value?.type === 'array' ? { maxItems: LONGEST_LIST, ...value } : value;
}

async function checkFile(file) {
  if ((await file.slice(0, 4).text()) !== 'GGUF')
    throw new Error(`${file.name} is not a GGUF file: take a model for llama.cpp, whose name ends in .gguf`);
  if (file.size >= MOST_BYTES)
    throw new Error(
      `${file.name} has ${megabytes(file.size)}, and files must be under ${megabytes(MOST_BYTES)}: ` +
        'split it with `llama-gguf-split --split-max-size 512M` and pick all parts, or take a smaller model',
    );
}

/** The same files, which tell how much of them was read. */
function watched(files, total, onProgress) {
  let loaded = 0;
  const more = (bytes) => {
    loaded = Math.min(loaded + bytes, total);
    onProgress(Math.round((100 * loaded) / total));
  };
  return files.map((file) => ({
    name: file.name,
    size: file.size,
    slice(start, end) {
      more(end - start);
      return file.slice(start, end);
    },
    stream() {
      const transform = (chunk, controller) => {
        more(chunk.byteLength);
        controller.enqueue(chunk);
      };
      return file.stream().pipeThrough(new TransformStream({ transform }));
    },
  }));
}
