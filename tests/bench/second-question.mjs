// `cargo xtask bench second-question`: a critic accepts an answer and writes a sentence beside its object, and `ReflectEngine` asks it once
// more. The first reply is scripted, the second is a real local model's. Does it revise where the sentence names a fault, and stay with
// its acceptance where it names none?
//
//   node second-question.mjs [--gguf FILE] [--temperature N] [--free]
//
// `--free`: the model is not held to the schema. Replies go to target/bench-second-question/ as they come, and are not written twice.

import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ReflectEngine } from 'reflect-engine';

import { sha256 } from '../../examples-js/code-review/local-model.mjs';
import { smallModel } from '../real-model/fetch-model.mjs';
import { localModel, named } from './items/local.mjs';
import { table, wilson } from './items/report.mjs';

const OBJECT = '{"reasoning": "Right and complete.", "score": 9, "issues": [], "suggestion": "", "needs_revision": false}';
const PLACES = { before: (prose) => `${prose}\n\n${OBJECT}`, after: (prose) => `${OBJECT}\n\n${prose}` };
const ENDS = ['accepted', 'revised', 'unread'];

const { values } = parseArgs({
  options: { gguf: { type: 'string' }, temperature: { type: 'string', default: '0' }, free: { type: 'boolean' } },
});
const limits = { answer: 200, critique: 140, text: 100, list: 2, temperature: Number(values.temperature) };
const lines = readFileSync(new URL('second-question.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const [wrong, right] = [true, false].map((faulty) => lines.map(JSON.parse).filter(({ fault }) => Boolean(fault) === faulty));
const kinds = [
  ['wrong, its fault told beside', wrong, 'fault'],
  ['wrong, praise beside', wrong, 'praise'],
  ['right, praise beside', right, 'praise'],
];
const file = values.gguf ?? (await smallModel());
const folder = fileURLToPath(new URL('../../target/bench-second-question/', import.meta.url));
mkdirSync(folder, { recursive: true });
const local = await localModel(file, `${folder}${(await sha256(file)).slice(0, 12)}.jsonl`, limits);
const rows = [];
for (const [kind, cases, beside] of kinds) {
  for (const [place, written] of Object.entries(PLACES)) {
    const ends = [];
    for (const [at, each] of cases.entries()) ends.push(await asked(each, written(each[beside]), at));
    rows.push([kind, place, ...ENDS.map((end) => share(ends.filter((other) => other === end).length, ends.length))]);
    console.error(rows.at(-1).join('  '));
  }
}
await local.close();
const form = values.free ? 'asked for the form' : 'held to the schema';
console.log(`${local.name}, ${form}, ${named(limits)}; 95 % intervals\n`);
console.log(table([['answer', 'sentence', ...ENDS], ...rows]));

/** What becomes of an answer whose critic first replies with `first`. */
async function asked({ question, answer }, first, at) {
  const critic = (request) => {
    if (request.attempt === 1) return first;
    const { responseSchema, ...free } = request;
    // The object is not shown, so both places make one request; drawn twice it may give two replies.
    return local.ask(values.free ? free : request, limits.temperature === 0 ? 1 : 2 * at + Number(first.startsWith('{')));
  };
  const engine = new ReflectEngine({ strategy: 'keep-best', maxReflections: 0, advanced: { seed: 7 } });
  const { accepted, trace } = await engine.run({ input: question, model: () => answer, critic });
  if (accepted) return 'accepted';
  // A form that contradicts itself revises, as is the default.
  return trace.critique?.status === 'needs_revision' ? 'revised' : 'unread';
}

function share(hits, of) {
  const [low, high] = wilson(hits, of).map((bound) => Math.round(bound * 100));
  return `${hits} of ${of} (${low} to ${high} %)`;
}
