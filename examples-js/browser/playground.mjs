// Runs a task in this page, and shows it in the package's `view.html` while it goes on.
//
// A page without a bundler names the package's files. With a bundler it is `import { ReflectEngine } from 'reflect-engine'`.

import { ReflectEngine } from '../node_modules/reflect-engine/dist/index.js';
import { recorded } from './recorded.mjs';
import { servedModel } from './server.mjs';

const trace = await (await fetch('../recordings/code-review.trace.json')).json();

const form = document.getElementById('form');
const { input, criteria, strategy, source, url, model, key } = form.elements;
const [server, stop, outcome, view] = ['server', 'stop', 'outcome', 'view'].map((id) => document.getElementById(id));
/** Ends the run that is on the page. */
let ending;

/** What was said belongs to the task, and the settings, of then. */
function choose() {
  const isRecorded = source.value === 'recorded';
  server.disabled = server.hidden = isRecorded;
  input.readOnly = criteria.disabled = strategy.disabled = isRecorded;
  if (isRecorded) Object.assign(input, { value: trace.task.input });
}

choose();
source.addEventListener('change', choose);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  run();
});
stop.addEventListener('click', () => ending?.abort());
if (view.contentDocument?.readyState !== 'complete' || view.contentWindow.location.href === 'about:blank')
  await new Promise((loaded) => {
    view.addEventListener('load', loaded, { once: true });
  });
run();

async function run() {
  ending?.abort();
  const own = new AbortController();
  ending = own;
  stop.disabled = false;
  outcome.textContent = '';

  const runId = crypto.randomUUID();
  const post = (kind) => (event) => view.contentWindow.postMessage({ runId, [kind]: event }, location.origin);
  const told = { onStep: post('step'), onDraft: post('draft'), onCall: post('call') };
  let text;
  try {
    post('input')(input.value);
    const task = source.value === 'server' ? servedTask() : recorded(trace);
    const result = await new ReflectEngine().run({ ...task, runId, signal: own.signal, ...told });
    post('result')(result);
    text = result.acceptedBy
      ? `Draft ${result.trace.draftIndex + 1} was accepted by the ${result.acceptedBy}.`
      : 'No draft was accepted: a person should look.';
  } catch (error) {
    if (error.result) post('result')(error.result);
    post('error')(error.message);
    text = own.signal.aborted ? 'The run was stopped.' : `The run failed: ${error.message}`;
  }
  if (ending !== own) return;
  stop.disabled = true;
  outcome.textContent = text;
}

function servedTask() {
  const lines = criteria.value.split('\n').flatMap((line) => line.trim() || []);
  const settings = { strategy: strategy.value, ...(lines.length > 0 && { criteria: lines }) };
  return { input: input.value, settings, model: servedModel(url.value, model.value, key.value) };
}
