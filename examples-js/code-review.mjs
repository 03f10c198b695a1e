// A producer writes a function, tests run it, a critic judges it, and the producer mends it until both agree.
//
//   node code-review.mjs                                   a recorded conversation of a real model; the checks run live
//   node code-review.mjs --gguf FILE                       a local model, in this process
//   OPENAI_BASE_URL=http://127.0.0.1:11434/v1 OPENAI_MODEL=qwen2.5-coder node code-review.mjs
//
// With --record the conversation goes to recordings/code-review.json. --temperature N and --seed N are the model's.

import { parseArgs } from 'node:util';
import { isReflectError, ReflectEngine } from 'reflect-engine';

import { chooseModel } from './code-review/choose-model.mjs';
import { check, input, settings, systemPrompt } from './code-review/task.mjs';
import { terminalView } from './code-review/view.mjs';

const text = { type: 'string' };
const { values } = parseArgs({ options: { gguf: text, record: { type: 'boolean' }, temperature: text, seed: text } });

const view = terminalView(process.stdout);
const { model, told, save, close } = await chooseModel(values, view).catch((error) => {
  console.error(`error: ${error.message}`);
  process.exit(1);
});
const interrupt = new AbortController();
process.once('SIGINT', () => interrupt.abort(new Error('interrupted')));

view.begin(input, settings.requirements, told);
try {
  const engine = new ReflectEngine(settings);
  const watch = { onDraft: view.draft, onStep: view.step, signal: interrupt.signal };
  const result = await engine.run({ input, systemPrompt, model, verifiers: { checks }, ...watch });
  view.end(result);
  await save?.();
} catch (error) {
  // Without any draft, or interrupted, a run rejects; the error holds what there is.
  if (!isReflectError(error) || error.result === undefined) throw error;
  view.end(error.result);
  process.exitCode = 1;
} finally {
  await close?.();
}

/** The verifier. What it finds forbids acceptance, and goes to the critic and into the next revision. */
async function checks(draft, { signal }) {
  const findings = await check(draft, signal);
  view.checks(findings);
  const failed = findings.filter(({ passed }) => !passed);
  return { passed: failed.length === 0, issues: failed.map(({ issue }) => issue) };
}
