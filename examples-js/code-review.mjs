// A model of yours writes a function, and tests judge it: what `npx reflect-engine demo` plays from a recording, live.
//
//   node code-review.mjs --gguf FILE                       a local model, in this process
//   OPENAI_BASE_URL=http://127.0.0.1:11434/v1 OPENAI_MODEL=qwen2.5-coder node code-review.mjs
//
// --temperature N and --seed N are the model's. --trace FILE writes the run as a file, for `npx reflect-engine view`. With --record in the
// repository the demo plays this run from then on.

import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { isReflectError, ReflectEngine } from 'reflect-engine';
import { traceOf } from 'reflect-engine/trace';

import { chooseModel } from './code-review/choose-model.mjs';
import { input, systemPrompt, test } from './code-review/task.mjs';
import { terminalView } from './code-review/view.mjs';

const text = { type: 'string' };
const { values } = parseArgs({
  options: { gguf: text, record: { type: 'boolean' }, temperature: text, seed: text, trace: text },
});

const view = terminalView(process.stdout);
const { model, told, save, close } = await chooseModel(values).catch((error) => {
  console.error(`error: ${error.message}`);
  process.exit(1);
});
if (model === undefined) {
  console.log('Give a model: --gguf FILE, or OPENAI_BASE_URL or OPENAI_API_KEY. `npx reflect-engine demo` plays a recorded run.');
  process.exit();
}
const interrupt = new AbortController();
process.once('SIGINT', () => interrupt.abort(new Error('interrupted')));

const engine = new ReflectEngine({ maxReflections: 4 });
const task = { input, systemPrompt, onDraft: view.draft, signal: interrupt.signal };

try {
  view.begin(input, told);
  const tested = await engine.run({ ...task, model, critic: false, verifiers: { tests } });
  view.end(tested);
  if (values.trace) await writeFile(values.trace, JSON.stringify(traceOf(tested)));
  await save?.();
} catch (error) {
  // Without any draft, or interrupted, a run rejects; the error holds what there is.
  if (!isReflectError(error) || error.result === undefined) throw error;
  view.end(error.result);
  process.exitCode = 1;
} finally {
  await close?.();
}

/** The verifier. What it finds forbids acceptance, and goes into the next request. */
async function tests(draft, { signal }) {
  const findings = await test(draft, signal);
  view.tests(draft, findings);
  return findings.filter(({ passed }) => !passed).map(({ issue }) => issue);
}
