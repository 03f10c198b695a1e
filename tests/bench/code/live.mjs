// Forty JavaScript tasks of our own, played with a real model: a GGUF file in this process, or a server. What it writes runs in QuickJS,
// with limits. A model sees what a task asks for and its examples; the hidden tests are for the score.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { sha256 } from '../../../examples-js/code-review/local-model.mjs';
import { clientOf } from '../../../examples-js/code-review/openai-model.mjs';
import { runCases } from '../../../examples-js/code-review/sandbox.mjs';
import { codeOf } from '../../../examples-js/code-review/task.mjs';
import { localModel, named } from '../items/local.mjs';

const TEMPERATURE = 0.7;
const LIMITS = { answer: 400, critique: 160, text: 120, list: 2, temperature: TEMPERATURE };

/**
 * Calls are `[arguments, result]`. `right` solves the task; `wrong` is what a hasty reader writes, and some hidden test fails it.
 *
 * @typedef {[unknown[], unknown][]} Calls
 * @type {{ name: string, ask: string, examples: Calls, hidden: Calls, right: string, wrong: string }[]}
 */
export const tasks = readFileSync(new URL('tasks.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** What a model is asked for; the examples are in it. */
export function inputOf({ name, ask, examples }) {
  const lines = examples.map(([given, result]) => `${callOf(name, given)} returns ${JSON.stringify(result)}`);
  return `Write a JavaScript function ${name}. ${ask}\n\nExamples:\n${lines.join('\n')}\n\nAnswer with one code block and nothing else.`;
}

/** What a draft does with these calls, in QuickJS. @param {Calls} calls */
export async function findings({ name }, draft, calls) {
  const plain = plainName(name);
  const cases = calls.map(([given, result]) => ({
    call: `JSON.stringify(${callOf(name, given)})`,
    returns: JSON.stringify(result),
  }));
  return (await runCases(codeOf(draft, plain), plain, cases)).slice(1);
}

/** Whether a draft does what all of these calls must. */
export async function passes(task, draft, calls) {
  const found = await findings(task, draft, calls);
  return found.length === calls.length && found.every(({ passed }) => passed);
}

/** @param {(request: object, seed: number) => Promise<object>} ask */
export function live(task, ask, seed) {
  const tally = { calls: 0, looksAtFailed: 0 };
  const times = new Map();
  const failed = new Set();
  return {
    tally,
    input: inputOf(task),
    /** The same request at the same turn gets the same reply in every way. */
    async model(request) {
      tally.calls += 1;
      const words = JSON.stringify(request.messages);
      if (request.purpose === 'critique' && [...failed].some((draft) => words.includes(JSON.stringify(draft).slice(1, -1))))
        tally.looksAtFailed += 1;
      const time = (times.get(words) ?? 0) + 1;
      times.set(words, time);
      return ask(request, createHash('sha256').update(`${task.name} ${seed} ${time}`).digest().readUInt32LE() >>> 1);
    },
    async verifier(draft) {
      const found = await findings(task, draft, task.examples);
      const good = found.filter(({ passed }) => passed).length;
      if (good === task.examples.length) return { passed: true, score: 1 };
      failed.add(draft);
      const issues = found.filter(({ passed }) => !passed).map(({ issue }) => issue);
      const none = `The code must define a function ${plainName(task.name)}.`;
      return { passed: false, score: good / task.examples.length, issues: issues.length > 0 ? issues : [none] };
    },
    worth: (draft) => passes(task, draft, [...task.examples, ...task.hidden]),
  };
}

/** A model for `live`: of a file, whose replies are kept in target/bench-code/, or of a server with an OpenAI-compatible API. */
export async function liveModel({ gguf, 'base-url': baseURL, model }) {
  if (gguf !== undefined) {
    const folder = fileURLToPath(new URL('../../../target/bench-code/', import.meta.url));
    mkdirSync(folder, { recursive: true });
    const local = await localModel(gguf, `${folder}${(await sha256(gguf)).slice(0, 12)}.jsonl`, LIMITS);
    return { ask: local.ask, close: local.close, about: `${local.name}, ${named(LIMITS)}` };
  }
  if (baseURL === undefined || model === undefined)
    throw new Error('--live needs a model: --gguf FILE, or --base-url URL and --model NAME');
  const { chatModel } = await import('reflect-engine/openai');
  const client = clientOf({ baseURL, apiKey: process.env.OPENAI_API_KEY ?? 'none' });
  const ask = (request, seed) =>
    chatModel(client, model, { temperature: TEMPERATURE, seed })({
      ...request,
      signal: request.signal ?? new AbortController().signal,
    });
  return { ask, close: async () => {}, about: `${model}, temperature ${TEMPERATURE}` };
}

const plainName = (name) => name.slice(0, name.indexOf('('));
const callOf = (name, given) => `${plainName(name)}(${given.map((one) => JSON.stringify(one)).join(', ')})`;
