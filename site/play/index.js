// The playground: fills the form, runs what it says, and shows the run in the package's own view.

import { isReflectError, ReflectEngine } from 'reflect-engine';
import { backtest } from 'reflect-engine/measure';
import { traceOf } from 'reflect-engine/trace';
import { CHECKS } from './checks.js';
import { codeOf } from './code.js';
import { find, h } from './dom.js';
import * as form from './form.js';
import { RECORDING_ENDS, recordedModel } from './recorded.js';
import { SCENARIOS } from './scenarios.js';
import { servedModel } from './server.js';
import { pause, Turns } from './turns.js';

const view = find('view');
const loaded =
  view.contentDocument?.readyState === 'complete' && view.contentWindow.location.href !== 'about:blank'
    ? Promise.resolve()
    : new Promise((resolve) => view.addEventListener('load', resolve, { once: true }));
/** Runs that the view has been told of: their places there. */
const placesInView = new Map();
const turns = new Turns((waiting) => {
  if (turns.isPaused)
    say(waiting.length > 0 ? `Paused before ${waiting.join(', ')}.` : 'Paused: the call that is being made still comes back.');
});
/** Where a call is in the drawn loop, by its purpose. */
const PLACES = { answer: 'draft', revision: 'draft', verify: 'verifiers', critique: 'critic' };
let chosen = 'code';
/** The form as the scenario has it. */
let before;
/** What runs; what ended last, and may go on; the trace that is asked about. */
let running;
let ended;
let trace;
/** The model of a file stays loaded. */
let local;

for (const [name, { label }] of Object.entries(SCENARIOS)) {
  const button = h('button', { type: 'button', textContent: label });
  button.dataset.scenario = name;
  button.addEventListener('click', () => {
    // What was typed comes back by the browser's own button.
    history.pushState(null, '', location.href);
    choose(name);
  });
  find('scenarios').append(button);
}
for (const [kind, { label }] of Object.entries(CHECKS)) find('kind').append(h('option', { value: kind, textContent: label }));

const press = (id, act) => find(id).addEventListener('click', act);
press('pause', () => {
  if (turns.isPaused) turns.go();
  else turns.isPaused = true;
  showButtons();
});
press('step', () => {
  turns.step();
  if (!running) start();
  showButtons();
});
press('abort', () => running?.abort(new Error('aborted by you')));
press('resume', () => resume());
press('compare', compare);
press('accept', () => resume({ review: { accepted: true } }));
press('save', save);
press('copy', () => navigator.clipboard.writeText(find('code').textContent));
find('review').addEventListener('submit', (event) => {
  event.preventDefault();
  const feedback = find('word').value.trim();
  resume({ review: { accepted: false, ...(feedback && { feedback }) } });
});
press('add', () => {
  form.addCheck({ kind: find('kind').value });
  changed();
  find('checks').lastElementChild.querySelector('textarea')?.focus();
});
find('form').addEventListener('input', changed);
find('form').addEventListener('submit', (event) => {
  event.preventDefault();
  turns.go();
  start();
});
find('load').addEventListener('change', ({ target }) => load(target.files[0]));
find('whatif').addEventListener('input', whatIf);
addEventListener('hashchange', () => open(location.hash));
open(location.hash);

/** What an address names; without one the first scenario, played at once. `#embed` shows the run alone, for a frame of another page. */
function open(address) {
  const kept = new URLSearchParams(address.slice(1));
  document.body.classList.toggle('embed', kept.has('embed'));
  choose(Object.hasOwn(SCENARIOS, kept.get('scenario')) ? kept.get('scenario') : 'code', kept);
}

function choose(name, kept = new URLSearchParams()) {
  running?.abort(new Error('another scenario was chosen'));
  turns.go();
  chosen = name;
  ended = trace = undefined;
  const { about, made, form: setup, pane } = SCENARIOS[name];
  for (const button of find('scenarios').children) button.ariaPressed = `${button.dataset.scenario === name}`;
  find('about').textContent = `${about} ${made}`;
  form.fill(setup);
  before = form.formState();
  let fault;
  try {
    form.restore(kept);
  } catch (error) {
    fault = `The address of this page cannot be read, and is left aside: ${error.message}`;
    form.fill(setup);
  }
  document.body.dataset.runs = setup ? 'form' : 'alone';
  showPane(pane !== undefined);
  find('review').hidden = find('whatif').hidden = true;
  changed();
  if (fault) say(fault);
  else if (find('source').value === 'recorded') start();
  else say('Press Run: a link asks no model by itself.');
}

function showPane(isShown) {
  find('pane').hidden = !isShown;
  view.hidden = isShown;
}

function changed() {
  const { form: setup, runs, pane } = SCENARIOS[chosen];
  const source = find('source').value;
  for (const place of document.querySelectorAll('[data-source]')) place.hidden = place.dataset.source !== source;
  // What was said belongs to the task of then.
  for (const id of ['input', 'system', 'criteria']) find(id).readOnly = source === 'recorded';
  find('criteria').closest('div').hidden = source === 'recorded' && !setup?.criteria;
  const isSound = form.isSound();
  if (!setup) find('code').textContent = (runs ?? pane).code;
  else if (isSound) find('code').textContent = codeOf(form.readForm());
  if (!document.body.classList.contains('embed')) history.replaceState(null, '', form.addressOf(chosen, before));
  showButtons();
}

function showButtons() {
  const isRunning = running !== undefined;
  find('pause').disabled = find('abort').disabled = !isRunning;
  find('step').disabled = isRunning && !turns.isPaused;
  find('pause').textContent = turns.isPaused ? 'Continue' : 'Pause';
  find('resume').disabled = isRunning || !ended?.canResume;
  find('save').disabled = trace === undefined;
}

/** Lights the place of the drawn loop where the run is. */
function light(place) {
  for (const box of document.querySelectorAll('#loop [data-at]')) box.classList.toggle('on', box.dataset.at === place);
}

function say(text) {
  find('outcome').textContent = text;
}

async function start() {
  const { runs, pane } = SCENARIOS[chosen];
  if (pane) return alone((own) => pane.run({ ...own, pane: find('pane') }));
  if (runs)
    return alone(async (own) => {
      const result = await runs.run(own);
      own.post({ trace: traceOf(result) });
      return outcomeOf(result);
    });
  const made = await makeTask();
  return made && begin((task) => made.engine.run(task), made);
}

/** Engine and task of the form; nothing where the form is wrong, which it then says. */
async function makeTask(strategy) {
  if (!form.isSound()) return refused('something is wrong with the form.');
  const { input, systemPrompt, hasCritic, checks, settings, ...source } = form.readForm();
  const verifiers = await form.verifiersOf(checks);
  if (verifiers === undefined) return refused('something is wrong with a verifier.');
  try {
    const model = await modelOf(source);
    const task = { input, ...(systemPrompt && { systemPrompt }), model, verifiers, ...(!hasCritic && { critic: false }) };
    const engine = new ReflectEngine({ ...settings, ...(strategy && { strategy }) });
    return { engine, task, name: crypto.randomUUID(), source: source.source };
  } catch (error) {
    return form.markError(error) ? refused('something is wrong with the form.') : say(error.message);
  }
}

/** Says that a fault was marked in the form, and goes there. */
function refused(what) {
  light('');
  say(`Nothing was run: ${what} Look at the red lines.`);
  document.querySelector('[aria-invalid]')?.focus();
}

async function modelOf({ source, url, name }) {
  if (source === 'recorded') return recordedModel(SCENARIOS[chosen].recording, find('pace').checked);
  if (source === 'server') {
    if (!/^https?:\/\/./.test(url) || !URL.canParse(url))
      throw form.fieldError('url', 'the URL of the server begins with http:// or https://, such as http://localhost:11434/v1');
    if (name === '') throw form.fieldError('name', 'the name of the model is missing, as the server knows it');
    if (!/^[\x21-\x7e]*$/.test(find('key').value)) throw form.fieldError('key', 'the key has characters that no header can hold');
    return servedModel(url, name, find('key').value);
  }
  const files = [...find('gguf').files];
  if (files.length === 0) throw form.fieldError('file', 'choose a GGUF file, such as one of Qwen2.5 or SmolLM2');
  if (local?.files.every((file, at) => file === files[at])) return local.model;
  await local?.close();
  local = undefined;
  const { localModel } = await import('./wllama.js');
  const onProgress = (percent) => say(`Loading the model: ${percent} %`);
  local = { files, ...(await localModel(files, onProgress)) };
  return local.model;
}

/** Runs a scenario with a program of its own. */
async function alone(run) {
  await within(async (signal, say) => {
    const name = crypto.randomUUID();
    say('Running…');
    say(await run({ signal, turns, say, runId: name, post: poster(name) }));
  });
}

/** Runs, or goes on, to the end. */
async function begin(run, made) {
  const { task, name } = made;
  await within(async (signal, say) => {
    const post = poster(name);
    const onStep = (step) => post({ step });
    const onDraft = (draft) => post({ draft });
    const onCall = (call) => {
      post({ call });
      if (call.type === 'start') light(PLACES[call.purpose]);
    };
    find('review').hidden = true;
    say('Running…');
    try {
      post({ input: task.input });
      const result = await run({ ...task, model: turns.through(task.model), signal, onStep, onDraft, onCall });
      end(result, made, post);
      say(outcomeOf(result));
    } catch (error) {
      if (isReflectError(error) && error.result) end(error.result, made, post, error.code === 'aborted');
      else post({ error: error.message });
      if (!error.result && form.markError(error)) refused('something is wrong with the form.');
      else say(signal.aborted ? 'Aborted. What there is can be resumed.' : `The run failed: ${error.message}`);
    }
  });
}

/** One run at a time; `act` has its signal, and may say something while it is that one. */
async function within(act) {
  running?.abort(new Error('another run was begun'));
  const own = new AbortController();
  running = own;
  showButtons();
  try {
    await act(own.signal, (text) => running === own && say(text));
  } catch (error) {
    if (running === own) say(own.signal.aborted ? 'Aborted.' : error.message);
  }
  if (running !== own) return;
  running = undefined;
  showButtons();
}

function end(result, made, post, canResume = false) {
  const whole = traceOf(result);
  light(result.accepted ? 'ok' : 'needs_review');
  post({ trace: whole });
  if (made.name !== [...placesInView.keys()].at(-1)) return;
  trace = whole;
  ended = { ...made, snapshot: result.snapshot, canResume };
  find('review').hidden = canResume || result.accepted || result.trace.drafts.length === 0;
  askWhatIf();
}

function outcomeOf({ accepted, acceptedBy, stopReason, iterations, usage, errors, trace: { draftIndex } }) {
  const calls = Object.values(usage.byPurpose).reduce((sum, purpose) => sum + purpose.calls, 0);
  const cost = `${counted(iterations, 'draft')}, ${counted(calls, 'model call')}`;
  const isAtEnd = errors.some(({ message }) => message.includes(RECORDING_ENDS));
  const what = isAtEnd ? `The ${RECORDING_ENDS}: take another model to go on.` : 'A person should look.';
  return accepted
    ? `Draft ${draftIndex + 1} was accepted by the ${acceptedBy}: ${cost}.`
    : `Nobody accepted a draft (${stopReason}): ${cost}. ${what}`;
}

const counted = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Goes on with the run that ended, under the form as it is now, with a person's review or without. */
async function resume(review) {
  turns.go();
  const { snapshot, name, source, task } = ended;
  const made = await makeTask();
  if (made === undefined) return;
  // A recording goes on where it was.
  if (made.source === 'recorded' && source === made.source) made.task.model = task.model;
  begin((task) => made.engine.resume(snapshot, { ...task, ...review }), { ...made, name });
}

/** The same task under two strategies, beside each other. */
async function compare() {
  turns.go();
  const strategies = [find('strategy').value, find('other').value];
  const both = [await makeTask(strategies[0]), await makeTask(strategies[1])];
  if (both.includes(undefined)) return;
  await within(async (signal, say) => {
    say('Running both…');
    const outcomes = [];
    const traces = [];
    for (const { engine, task, name } of both) {
      const post = poster(name);
      post({ input: task.input });
      try {
        const result = await engine.run({ ...task, model: turns.through(task.model), signal });
        traces.push(traceOf(result));
        post({ trace: traces.at(-1) });
        outcomes.push(outcomeOf(result));
      } catch ({ message }) {
        post({ error: message });
        outcomes.push(message);
      }
    }
    const places = both.map(({ name }) => placesInView.get(name));
    const { location: place } = view.contentWindow;
    // The view goes to a run that is new to it: it is to have heard of both.
    while (!signal.aborted && place.hash !== `#run=${places.at(-1)}`) await pause(20, signal);
    place.hash = `run=${places}`;
    // The first of the two, by its strategy.
    if (traces.length > 0) {
      [trace] = traces;
      ended = undefined;
      find('review').hidden = true;
      askWhatIf(` of the run under ${trace.settings?.strategy}`);
    }
    say(outcomes.map((outcome, at) => `${strategies[at]}: ${outcome}`).join('\n'));
  });
}

/** Tells the view of a run; once it is there, of everything before. */
function poster(name) {
  return async (message) => {
    if (!placesInView.has(name)) placesInView.set(name, placesInView.size);
    await loaded;
    view.contentWindow.postMessage({ runId: name, ...message }, location.origin);
  };
}

/** `run`: which one, where two are shown. */
function askWhatIf(run = '') {
  find('if-run').textContent = run;
  const { acceptanceThreshold = 8, strategy = 'keep-best' } = trace.settings ?? {};
  find('if-threshold').value = acceptanceThreshold;
  find('if-strategy').value = strategy;
  find('whatif').hidden = false;
  whatIf();
}

/** Decides the finished run again, under other settings: by its record. */
function whatIf() {
  const acceptanceThreshold = Number(find('if-threshold').value);
  const strategy = find('if-strategy').value;
  find('if-points').textContent = acceptanceThreshold;
  try {
    const [{ accepted, calls, missing }] = backtest([trace], { acceptanceThreshold, strategy }).runs;
    find('if-outcome').textContent = missing
      ? `It would ask for what was not recorded, after ${calls} calls of models and verifiers: ${missing}.`
      : `It would have been ${accepted ? 'accepted' : 'left for review'}, after ${calls} calls of models and verifiers.`;
  } catch (error) {
    find('if-outcome').textContent = error.message;
  }
}

function save() {
  const url = URL.createObjectURL(new Blob([JSON.stringify(trace)], { type: 'application/json' }));
  h('a', { href: url, download: `${trace.runId}.trace.json` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function load(file) {
  try {
    const opened = JSON.parse(await file.text());
    backtest([opened], {});
    running?.abort(new Error('a trace was opened'));
    trace = opened;
    ended = undefined;
    find('review').hidden = true;
    showPane(false);
    light('');
    poster(crypto.randomUUID())({ trace });
    say(`${file.name}: a run of ${new Date(trace.startedMs).toLocaleString()}.`);
    askWhatIf();
    showButtons();
  } catch (error) {
    say(`${file.name}: ${error.message}`);
  }
}
