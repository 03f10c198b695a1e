// A run from the question down to its steps.

import type { RunError, Step, Why } from '../types.js';
import { adviceOn } from './advice.js';
import { callList, seconds, tokens } from './calls.js';
import { type Chart, chart } from './chart.js';
import { folded, h, listed, type Part, pressed, quoted, section, words } from './dom.js';
import { draftCard, round } from './drafts.js';
import { type Run, rowOf, stateOf } from './run.js';

/** Points at which a draft is accepted, where the settings do not say. */
const THRESHOLD = 8;

export function runParts(run: Run): { main: Part[]; aside: Part[] } {
  const { drafts, calls, steps, result, input, error } = run;
  const why = steps.flatMap((step) => ('why' in step && step.why !== undefined ? [step.why] : []));
  const scores = scoreChart(run);
  const cards = drafts.map((draft): Part => {
    const parent = drafts.find(({ index }) => index === draft.parent);
    const from = [draft, parent?.text, result?.acceptedBy];
    return { key: `draft ${draft.index}`, from, make: () => draftCard(draft, parent, run) };
  });
  const main = [{ key: 'summary', from: [input, result, error, calls.length], make: () => summary(run) }, ...cards];
  const aside: Part[] = [];
  if (scores !== undefined)
    aside.push({ key: 'scores', from: scores, make: () => section('Scores', chart(scores), legend(scores)) });
  if (calls.length > 0) aside.push({ key: 'calls', from: calls, make: () => section('Calls', callList(run)) });
  if (why.length > 0) aside.push({ key: 'why', from: why, make: () => section('Why', h('ol', {}, ...why.map(whyLine))) });
  const line = (step: Step) => h('li', {}, h('strong', {}, words(step.type)), quoted(stepText(step)));
  const stepList = folded(`${steps.length} steps`, () => [h('ol', {}, ...steps.map(line))]);
  if (steps.length > 0) aside.push({ key: 'steps', from: steps, make: () => section('Steps', stepList) });
  return { main, aside };
}

function summary(run: Run): HTMLElement {
  const { result, error, input, calls, drafts } = run;
  const total = result?.usage.total;
  const models = [...new Set(calls.flatMap(({ model }) => model ?? []))];
  const facts = {
    stopped: result && words(result.stopReason),
    score: result?.score === undefined ? undefined : `${round(result.score)} of 10`,
    strategy: result?.trace.metadata?.strategy,
    'model calls': rowOf(run).calls,
    tokens: total && tokens(total),
    cost: total?.costUsd === undefined ? undefined : `$${total.costUsd.toPrecision(3)}`,
    time: result && seconds(result.durationMs),
    model: models.length > 0 ? models.join(', ') : undefined,
  };
  const state = stateOf(run);
  const outcome = {
    failed: `Failed: ${error ?? words(result?.stopReason)}`,
    running: 'Running…',
    accepted: `Accepted by the ${result?.acceptedBy}`,
    review: 'Needs review: nobody accepted this text',
  }[state];
  const terms = Object.entries(facts).map(
    ([name, value]) => value !== undefined && h('div', {}, h('dt', {}, name), h('dd', { class: 'quoted' }, `${value}`)),
  );
  const reasons = result?.reviewReasons.map((reason) => words(reason));
  return h(
    'section',
    { class: `card ${state}`, 'aria-label': 'Outcome' },
    h('p', { class: 'state outcome', role: 'status' }, quoted(outcome, 'span')),
    input !== '' && quoted(input),
    h('dl', { class: 'row' }, ...terms),
    listed(reasons, 'To look at'),
    result !== undefined && result.errors.length > 0 && errorList(result.errors),
    result !== undefined && drafts.length > 1 && taken(result.trace.draftIndex),
  );
}

/** Each error once, with what to do about it. */
function errorList(errors: readonly RunError[]): HTMLElement {
  const messages = new Map<string, Set<string>>();
  for (const { code, message } of errors) messages.set(code, (messages.get(code) ?? new Set()).add(message));
  const lines = [...messages].map(([code, texts]) =>
    h('li', {}, quoted(`${words(code)}: ${[...texts].join('; ')}`, 'span'), h('span', { class: 'facts' }, ' ', adviceOn(code))),
  );
  return h('ul', { 'aria-label': 'What went wrong' }, ...lines);
}

/** A button that goes to the draft that was returned. */
function taken(index: number): HTMLElement {
  const button = pressed(`Show draft ${index + 1}`, () =>
    button.closest('.side, #main')?.querySelector<HTMLElement>('article:is(.accepted, .returned)')?.focus(),
  );
  return button;
}

/** Scores over drafts: each juror's, and what they came to. */
function scoreChart({ drafts, result }: Run): Chart | undefined {
  const values = drafts.map(({ score }) => score ?? null);
  if (drafts.length < 2 || values.every((score) => score === null)) return undefined;
  const juries = drafts.map(({ looks }) => looks.filter((look) => look.jurors !== undefined).at(-1)?.jurors ?? []);
  const seats = Array.from({ length: Math.max(...juries.map((jury) => jury.length)) }, (_, seat) => seat);
  const threshold = result?.trace.settings?.acceptanceThreshold ?? THRESHOLD;
  const jurors = seats.map((seat) => ({
    label: `juror ${seat + 1}`,
    values: juries.map((jury) => jury[seat]?.score ?? null),
    colour: '--faint',
    as: 'dots' as const,
  }));
  return {
    label: `Scores: ${drafts.map(({ index, score }) => `draft ${index + 1}: ${score ?? 'none'}`).join(', ')}`,
    x: drafts.map(({ index }) => index + 1),
    range: [0, 10.4],
    curves: [
      { label: 'threshold', values: drafts.map(() => threshold), colour: '--faint', as: 'dashes' },
      ...jurors,
      { label: 'score', values, colour: '--busy' },
    ],
  };
}

function legend({ curves }: Chart): HTMLElement {
  const jurors = curves.some(({ label }) => label.startsWith('juror')) && 'grey: jurors';
  return h('p', { class: 'facts' }, words('line: score', jurors, 'dashes: threshold'));
}

function whyLine({ action, draftIndex, reason }: Why): HTMLElement {
  const name = draftIndex === undefined ? '' : ` draft ${draftIndex + 1}`;
  return h('li', {}, h('strong', {}, `${action}${name}`), ' ', quoted(reason, 'span'));
}

function stepText(step: Step): string {
  if (step.type === 'tool_call') return `${step.toolName} ${JSON.stringify(step.args)}`;
  if (step.type === 'action') return `${step.toolName} ${step.feedback ?? JSON.stringify(step.args)}`;
  if (step.type === 'tool_result') return `${step.toolName} ${step.error ?? JSON.stringify(step.result)}`;
  return step.type === 'reflection' ? step.assessment : step.content;
}
