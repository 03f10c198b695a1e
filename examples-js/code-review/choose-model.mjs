// Which model writes: a server, or a local file.

import { servedModel } from './openai-model.mjs';
import { recorder } from './recording.mjs';

/**
 * @param {{ gguf?: string, record?: boolean, temperature?: string, seed?: string }} options from the command line
 * @returns {Promise<{ model?: import('reflect-engine').Model, told?: string[], save?(): Promise<void>, close?(): Promise<void> }>}
 */
export async function chooseModel({ gguf, record, temperature, seed }) {
  const sampling = {
    ...(temperature !== undefined && { temperature: Number(temperature) }),
    ...(seed !== undefined && { seed: Number(seed) }),
  };
  const served = process.env.OPENAI_BASE_URL || process.env.OPENAI_API_KEY;
  if (!gguf && !served) return {};
  const chosen = gguf ? await fromFile(gguf, sampling) : await fromServer(sampling);
  if (!record) return chosen;
  const { model, save } = recorder(chosen.model, chosen.about);
  return { ...chosen, model, save };
}

async function fromFile(file, given) {
  // Loaded only here: without a local model nothing needs to be installed.
  const { localModel, sha256, runtime } = await import('./local-model.mjs');
  const local = await localModel(file, { maxTokens: 300, longestText: 200 });
  const sampling = { temperature: 0.8, seed: 1, ...given };
  const about = { model: local.name, sha256: await sha256(file), runtime, sampling };
  // A seed for each call: asked the same thing again, the model says something else.
  let calls = 0;
  return {
    model: (request) => local.model(request, { ...sampling, seed: sampling.seed + calls++ }),
    about,
    told: [`${local.name}, in this process`],
    close: local.close,
  };
}

async function fromServer(sampling) {
  const { name, model } = await servedModel(sampling);
  const where = process.env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1';
  return { model, about: { model: name, runtime: 'OpenAI-compatible server', sampling }, told: [`${name}, at ${where}`] };
}
