// A real model, in process and over HTTP, writes and judges twenty small tasks and the code review. It passes when every run ends
// within its budget and tells the truth about itself; texts are never compared.
//
//   node real-model/run.mjs [--gguf FILE]

import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ReflectEngine } from 'reflect-engine';
import { chatModel } from 'reflect-engine/openai';

import { localModel } from '../../examples-js/code-review/local-model.mjs';
import { clientOf } from '../../examples-js/code-review/openai-model.mjs';
import { table } from '../bench/items/report.mjs';
import { abortDuring, PURPOSES } from './abort.mjs';
import { smallModel } from './fetch-model.mjs';
import { serve } from './server.mjs';
import { SETTINGS, tasks } from './tasks.mjs';
import { faultsOf } from './truth.mjs';

/** Small models do not know when to stop: tokens of a reply; characters of a string and items of a list in a constrained one. */
const SHORT = { maxTokens: 96, longestText: 40, longestList: 2 };

const { values } = parseArgs({ options: { gguf: { type: 'string' } } });
const file = values.gguf ? resolve(values.gguf) : await smallModel();
const local = await localModel(file, SHORT);
const server = await serve(local);
const ways = {
  'in process': (request) => local.model(request),
  HTTP: chatModel(clientOf({ baseURL: server.url, apiKey: 'none', maxRetries: 0 }), local.name, { temperature: 0 }),
};
const rows = [];
let failed = 0;

console.log(`${local.name}, ${tasks.length} tasks and ${PURPOSES.length} aborts each way, then the example\n`);
for (const [way, model] of Object.entries(ways)) {
  for (const task of tasks) await runTask(way, model, task);
  for (const purpose of PURPOSES) note(way, `abort during the ${purpose}`, await abortDuring(purpose, model), 'aborted');
}
note('HTTP', 'an abort ends the generation', await generationsEnded());
await example('HTTP', [], { OPENAI_BASE_URL: server.url, OPENAI_MODEL: local.name });
await example('in process', ['--gguf', file], {});
await server.close();
await local.close();

const heads = ['task', 'way', '', 'stopped by', 'drafts', 'calls', 'tokens', 's'];
console.log(`\n${table([heads, ...rows])}\n\n${rows.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function runTask(way, model, { name, free = false, settings: own, ...task }) {
  const settings = { ...SETTINGS, ...own };
  const log = [];
  const logged = async (request) => {
    const { callId, purpose, iteration } = request;
    const entry = { callId, purpose, iteration };
    log.push(entry);
    const { responseSchema, ...unconstrained } = request;
    const reply = await model(free ? unconstrained : request);
    const { content, finishReason, usage } = reply;
    Object.assign(entry, { content, finishReason, tokens: usage.inputTokens + usage.outputTokens });
    return reply;
  };
  const started = performance.now();
  let end = {};
  try {
    end = { result: await new ReflectEngine(settings).run({ ...task, model: logged }) };
  } catch (error) {
    end = { error };
  }
  const faults = await faultsOf({ task, settings, log, ...end });
  const { stopReason, iterations, usage } = end.result ?? end.error?.result ?? {};
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  note(way, name, faults, stopReason, iterations, log.length, usage?.total.totalTokens, seconds);
}

/** The server heard of every abort: nothing went on writing for nobody. */
async function generationsEnded() {
  // In line behind what is still being written; then every generation has ended.
  await local.idle();
  const aborted = server.ended.filter((how) => how === 'aborted').length;
  const broken = server.ended.filter((how) => how === 'failed').length;
  const faults = aborted === PURPOSES.length ? [] : [`${aborted} of ${PURPOSES.length} generations ended with the run`];
  return broken === 0 ? faults : [...faults, `${broken} generations failed`];
}

/** The code review ends by itself and says why it stopped. */
async function example(way, arguments_, environment) {
  const started = performance.now();
  const { OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL, ...env } = process.env;
  const cwd = fileURLToPath(new URL('../../examples-js/', import.meta.url));
  const child = spawn(process.execPath, ['code-review.mjs', ...arguments_], {
    cwd,
    env: { ...env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const piece of child.stdout.setEncoding('utf8')) {
    process.stdout.write(piece);
    printed += piece;
  }
  const status = child.exitCode ?? (await new Promise((resolve) => child.on('close', resolve)));
  const faults = [];
  if (status !== 0) faults.push(`it ended with ${status}`);
  const said = ['task', 'draft 1', 'it defines countWords', 'outcome', 'stopped because'].filter(
    (word) => !printed.includes(word),
  );
  if (said.length > 0) faults.push(`it never showed: ${said.join(', ')}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  note(way, 'examples-js/code-review.mjs', faults, '', '', '', '', seconds);
}

function note(way, name, faults, stopReason = '', drafts = '', calls = '', tokens = '', seconds = '') {
  if (faults.length > 0) failed += 1;
  rows.push([name, way, faults.length === 0 ? 'ok' : 'FAILED', stopReason, drafts, calls, tokens, seconds].map(String));
  console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${way}: ${name} ${stopReason} ${seconds && `${seconds} s`}`);
  for (const fault of faults) console.log(`       ${fault}`);
}
