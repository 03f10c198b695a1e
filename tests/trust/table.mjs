// Can `accepted` be trusted? The verdict list and the critiques of real models, ours beside others.
//
// `cargo xtask trust` prints it. A false acceptance is one that neither the list's verdict nor its alternatives allow.

import { readdirSync, readFileSync } from 'node:fs';
import { readCritique } from 'reflect-engine';
import { table } from '../bench/items/report.mjs';
import { agentlib, repaired } from './peers.mjs';

function lines(file) {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function print(title, rows) {
  console.log(`\n${title}\n\n${table(rows.map((row) => row.map(String)))}`);
}

const FORMS = { score: 'score', criteria: 'criteria', sentinel: 'status', status: 'status' };

function optionsOf({ schema, config, context = {} }) {
  const options = { critiqueFormat: FORMS[schema], onContradiction: 'revise' };
  const put = (key, value) => value !== undefined && Object.assign(options, { [key]: value });
  put('acceptanceThreshold', config.acceptance_threshold);
  put('confidenceThreshold', config.confidence_threshold);
  put('criteriaCount', config.n_criteria);
  put('maxSuggestions', config.max_suggestions);
  put('sentinels', config.sentinel === undefined ? undefined : [config.sentinel]);
  put('prompt', context.critique_prompt ?? context.prompt);
  put('answer', context.answer ?? context.draft ?? context.output);
  put('finishReason', context.finish_reason ?? context.finishReason);
  return options;
}

const verdicts = lines('../fixtures/verdicts.jsonl');

/** Whether the list lets this case be accepted, by its verdict, an alternative, or a seed's own policy. */
function mayAccept({ expect, also_ok = [], by_policy = {} }, policy) {
  return expect.status === 'accepted' || also_ok.includes('accepted') || by_policy[policy] === 'accepted';
}

function count(cases, says, policy) {
  const said = cases.map((each) => [each, says(each)]);
  const wrongly = said.filter(([each, what]) => what === 'accepted' && !mayAccept(each, policy)).length;
  const thrown = said.filter(([, what]) => what === 'throws').length;
  return cases.length === 0 ? '–' : `${wrongly} of ${cases.length}${thrown > 0 ? `, ${thrown} throw` : ''}`;
}

const ours = (each) => readCritique(each.input, optionsOf(each)).status;
/** Where the list allows no verdict, asking the critic again is one. */
function allowed(each) {
  const ok = [each.expect.status, ...(each.also_ok ?? [])];
  return ok.includes(ours(each)) || (ours(each) === 'unclear' && ok.includes('invalid'));
}

const threshold = (each) => each.config.acceptance_threshold ?? 8;
const categories = [...new Set(verdicts.map(({ category }) => category))];
const rows = [...categories, 'all'].map((category) => {
  const cases = verdicts.filter((each) => category === 'all' || each.category === category);
  const scored = cases.filter(({ schema }) => schema === 'score');
  return [
    category,
    `${cases.filter(allowed).length} of ${cases.length}`,
    count(cases, ours),
    count(scored, (each) => agentlib(each.input, threshold(each)), 'seed004'),
    count(scored, (each) => repaired(each.input, threshold(each))),
  ];
});
const heads = ['category', 'ours: as allowed', 'ours', 'agentlib', 'jsonrepair, score >= 8'];
print('The verdict list: how often a reply is accepted that must not be', [heads, ...rows]);

const critiques = readdirSync(new URL('../fixtures/critiques/', import.meta.url)).flatMap((file) =>
  lines(`../fixtures/critiques/${file}`),
);
const kinds = new Map();
for (const each of critiques) {
  const name = `${each.model}, ${each.kind}, temperature ${each.temperature}`;
  kinds.set(name, [...(kinds.get(name) ?? []), each]);
}
const real = [...kinds].map(([name, cases]) => {
  const say = (...statuses) =>
    cases.filter(({ raw, finish }) => {
      const finishReason = finish === 'maxTokens' ? 'length' : 'stop';
      return statuses.includes(readCritique(raw, { critiqueFormat: 'score', finishReason }).status);
    }).length;
  const peers = [agentlib, repaired].map((peer) => cases.filter(({ raw }) => peer(raw, 8) === 'accepted').length);
  return [name, cases.length, say('accepted'), say('unclear', 'invalid'), say('needs_revision', 'contradictory'), ...peers];
});
const sums = real.reduce((all, row) => all.map((sum, at) => (at === 0 ? 'all' : sum + row[at])), ['all', 0, 0, 0, 0, 0, 0]);
print('Replies of real models: critiques, and answers that are none and must not be accepted', [
  ['', 'replies', 'accepted at once', 'asked again', 'refused', 'agentlib accepts', 'jsonrepair accepts'],
  ...real,
  sums,
]);
