// Runs a task in this page, and shows it in the package's `view.html` while it goes on.
//
// A page without a bundler names the package's files. With a bundler it is `import { ReflectEngine } from 'reflect-engine'`.

import { ReflectEngine } from '../node_modules/reflect-engine/dist/index.js';
import { conversation, task } from './conversation.mjs';
import { servedModel } from './server.mjs';

const form = document.getElementById('form');
const { input, criteria, strategy, source, url, model, key } = form.elements;
const [server, stop, outcome, view] = ['server', 'stop', 'outcome', 'view'].map((id) => document.getElementById(id));
/** Ends the run that is on the page. */
let ending;

/** What the script says was written for its task, and judged by a score. */
function choose() {
  const isScript = source.value === 'script';
  server.disabled = server.hidden = isScript;
  input.readOnly = criteria.disabled = isScript;
  if (isScript) Object.assign(input, { value: task });
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
  const lines = criteria.disabled ? [] : criteria.value.split('\n').flatMap((line) => line.trim() || []);
  const told = { onStep: post('step'), onDraft: post('draft'), onCall: post('call') };
  let text;
  try {
    post('input')(input.value);
    const engine = new ReflectEngine({ strategy: strategy.value, ...(lines.length > 0 && { criteria: lines }) });
    const producer = source.value === 'server' ? servedModel(url.value, model.value, key.value) : conversation;
    const result = await engine.run({ input: input.value, model: producer, runId, signal: own.signal, ...told });
    post('result')(result);
    text = result.acceptedBy
      ? `Draft ${result.trace.draftIndex + 1} was accepted by the ${result.acceptedBy}.`
      : `No draft was accepted (${result.reviewReasons.join(', ')}): a person should look.`;
  } catch (error) {
    if (error.result) post('result')(error.result);
    post('error')(error.message);
    text = own.signal.aborted ? 'The run was stopped.' : `The run failed: ${error.message}`;
  }
  if (ending !== own) return;
  stop.disabled = true;
  outcome.textContent = text;
}
