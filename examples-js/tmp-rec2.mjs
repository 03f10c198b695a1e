// A producer writes a function, and tests judge it. Then a critic alone: a review that looks like an acceptance is asked for again.
//
//   node code-review.mjs                                   a recorded conversation of a real model; the tests run live
//   node code-review.mjs --gguf FILE                       a local model, in this process
//   OPENAI_BASE_URL=http://127.0.0.1:11434/v1 OPENAI_MODEL=qwen2.5-coder node code-review.mjs
//
// With --record the conversation goes to recordings/code-review.json. --temperature N and --seed N are the model's. --trace FILE writes
// the run with the tests as a file, for `npx reflect-engine view`.

import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { isReflectError, ReflectEngine } from 'reflect-engine';
import { traceOf } from 'reflect-engine/trace';


import { doubtful, input, systemPrompt, test } from './code-review/task.mjs';
import { terminalView } from './code-review/view.mjs';

const text = { type: 'string' };
const values={};

const view = terminalView(process.stdout);
const model=globalThis.__model, told=[], save=undefined, close=globalThis.__done;
const interrupt = new AbortController();
process.once('SIGINT', () => interrupt.abort(new Error('interrupted')));

// The seed fixes the random marks around quoted text, so that a recorded conversation fits the next run.
const engine = new ReflectEngine({ maxReflections: 4, advanced: { seed: 2 } });
const task = { input, systemPrompt, onDraft: view.draft, signal: interrupt.signal };

try {
  view.begin(input, told);
  const tested = await engine.run({ ...task, runId: 'tested', model, critic: false, verifiers: { tests } });
  view.end(tested);
  if (values.trace) await writeFile(values.trace, JSON.stringify(traceOf(tested)));

  view.next('the first draft once more, without tests');
  const [{ text: draft }] = tested.trace.drafts;
  const judged = await engine.run({ ...task, runId: 'judged', model: judging(draft), settings: { maxReflections: 0 } });
  view.verdict(judged);
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

/** A draft that is there, a first review that is made up, and the model, which is asked for a second one. */
function judging(draft) {
  return async (request) => {
    if (request.purpose === 'answer') return draft;
    const made = request.attempt === 1;
    const reply = made ? doubtful : await model(request);
    view.review(made ? reply : reply.content, made);
    return reply;
  };
}
