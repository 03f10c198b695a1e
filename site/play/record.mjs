// Draws further drafts for the scenario `code`, beside those of the demo, from a local model: node site/play/record.mjs FILE.gguf, after `cargo xtask demo`.

import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { localModel, runtime } from '../../examples-js/code-review/local-model.mjs';
import { input, systemPrompt, test } from '../../examples-js/code-review/task.mjs';

const { resolve } = createRequire(new URL('../../examples-js/code-review.mjs', import.meta.url));
const { ReflectEngine } = await import(pathToFileURL(resolve('reflect-engine')));
const RUNS = 4;
const TEMPERATURE = 0.8;
/** A reply that is cut is no fault of the strategy under which it is played. */
const TOKENS = 600;

const local = await localModel(process.argv[2], { maxTokens: TOKENS });
const drawn = { answer: [], revision: [] };
const tests = async (draft) => (await test(draft)).flatMap(({ passed, issue }) => (passed ? [] : issue));
const model = async (request) => {
  const seed = drawn.answer.length + drawn.revision.length + 1;
  const reply = await local.model(request, { temperature: TEMPERATURE, seed });
  drawn[request.purpose].push(reply.content);
  return reply;
};
for (let run = 0; run < RUNS; run += 1) {
  const engine = new ReflectEngine({ strategy: run % 2 ? 'classic' : 'keep-best', maxReflections: 4 });
  await engine.run({ input, systemPrompt, critic: false, verifiers: { tests }, model });
}
await local.close();

const day = new Date().toISOString().slice(0, 10);
const about = `${local.name} at temperature ${TEMPERATURE}, drawn by ${runtime} on ${day}: ${drawn.answer.length} drafts and ${drawn.revision.length} revisions of at most ${TOKENS} tokens.`;
const recording = { about, input, systemPrompt, answers: drawn.answer, revisions: drawn.revision };
await writeFile(new URL('code.json', import.meta.url), `${JSON.stringify(recording, null, 1)}\n`);
console.log(about);
