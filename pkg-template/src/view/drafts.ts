// A draft as a card: its text, what changed against its parent, and what was said of it.

import { type Change, diffWords } from 'diff';
import type { Judge, Quote } from '../types.js';
import { whyNot } from './advice.js';
import { type Child, folded, h, listed, pressed, quoted, words } from './dom.js';
import type { Critique, Run, RunDraft } from './run.js';

/** Milliseconds, and characters of two texts, for a comparison: made by itself, or by the button. */
const DIFF = { byItself: { ms: 40, most: 50_000 }, byButton: { ms: 500, most: 500_000 } };
type Limit = (typeof DIFF)['byButton'];

export function draftCard(draft: RunDraft, parent: RunDraft | undefined, { settings, result }: Run): HTMLElement {
  const { index, state, score, answer, duplicateOf, lengthGrowth, stoppedBy, verifiers = {}, looks } = draft;
  const facts = words(
    draft.parent !== undefined && `revises draft ${draft.parent + 1}`,
    duplicateOf !== undefined && `repeats draft ${duplicateOf + 1}`,
    draft.oscillation && 'came back to an earlier answer',
    stoppedBy !== undefined && 'was stopped before its end',
    lengthGrowth !== undefined && `${round(lengthGrowth)} times longer`,
  );
  const title = h('h2', { class: 'title' }, `Draft ${index + 1}`);
  const verdicts = Object.entries(verifiers).map(([name, { passed, issues, score }]) => {
    const word = ` ${passed ? 'passed' : 'failed'}${score === undefined ? '' : `, ${round(score)}`}`;
    return h('li', {}, mark(passed), quoted(name, 'span'), word, listed(issues));
  });
  return h(
    'article',
    { class: `card ${state}`, 'aria-label': `Draft ${index + 1}`, tabindex: '-1' },
    h('header', { class: 'row' }, title, h('span', { class: 'state' }, state), scoreBadge(score)),
    facts !== '' && h('p', { class: 'facts' }, facts),
    answer !== undefined && h('p', { class: 'facts' }, 'answer ', quoted(answer, 'span')),
    ...textOf(draft.text, state === 'running' ? undefined : parent?.text, quotesOf(looks)),
    verdicts.length > 0 && h('ul', { class: 'plain', 'aria-label': 'Verifiers' }, ...verdicts),
    ...looks.map((look) => lookOf(look, settings?.criteria ?? [], whyNot(draft, look, result))),
  );
}

function scoreBadge(score: number | undefined): Child {
  return score !== undefined && h('span', { class: 'score' }, round(score), h('small', {}, ' of 10'));
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A line that is indented, or begins a block of code or a row of a table: code and Markdown have their columns. */
const MONO = /^(?:\t| {2}|```|~~~|\|)/m;

/** What critics quoted, each with whether it is there. */
function quotesOf(looks: readonly Pick<Critique, 'evidence' | 'jurors'>[]): Quote[] {
  const all = looks.flatMap(({ evidence, jurors = [] }) => [evidence, ...jurors.map((juror) => juror.evidence)]);
  return all.flatMap((evidence) => (Array.isArray(evidence?.quotes) ? evidence.quotes : []));
}

/** The first part of a text, with what was quoted of it marked. */
function marked(text: HTMLElement, quotes: readonly Quote[]): HTMLElement {
  const found = quotes.filter(({ found, from }) => found && `${from}`.trim().toLowerCase() === 'answer');
  const patterns = found.map(({ quote }) => {
    const literal = `${quote}`.trim().replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    return literal.replace(/\s+/g, '\\s+');
  });
  const { firstChild } = text;
  if (patterns.length === 0 || !(firstChild instanceof Text)) return text;
  const parts = firstChild.data.split(new RegExp(`(${patterns.join('|')})`, 'i'));
  firstChild.replaceWith(...parts.map((part, at) => (at % 2 === 1 ? h('mark', { class: 'evidence' }, part) : part)));
  return text;
}

/** The text; for a revision with a button that shows what changed. */
function textOf(text: string, before: string | undefined, quotes: readonly Quote[]): Child[] {
  const plain = marked(quoted(text), quotes);
  plain.classList.toggle('mono', MONO.test(text));
  if (before === undefined || before === text || text === '') return [plain];
  const changes = quoted('');
  changes.className = plain.className;
  const show = (isChanges: boolean): void => {
    [plain.hidden, changes.hidden] = [isChanges, !isChanges];
    button.setAttribute('aria-pressed', `${isChanges}`);
  };
  const compare = (limit: Limit): boolean => {
    if (changes.textContent === '') changes.append(...changesOf(before, text, limit));
    return changes.textContent !== '';
  };
  const button = pressed('Changes', () => {
    show(changes.hidden && compare(DIFF.byButton));
    if (changes.textContent === '') button.replaceWith(h('p', { class: 'facts' }, 'too much changed to be compared'));
  });
  show(compare(DIFF.byItself));
  return [button, plain, changes];
}

/** Nothing where the comparison takes too long. */
function changesOf(before: string, after: string, { ms, most }: Limit): (Node | string)[] {
  // To take a long text apart into words is slow already.
  if (before.length + after.length > most) return [];
  const intlSegmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  const changes = (diffWords(before, after, { intlSegmenter, timeout: ms }) ?? []) as Change[];
  return changes.map(({ value, added, removed }) => (added ? h('ins', {}, value) : removed ? h('del', {}, value) : value));
}

function mark(passed: boolean | undefined): HTMLElement {
  const [kind, sign] = passed === undefined ? ['open', '?'] : passed ? ['ok', '✓'] : ['bad', '✗'];
  return h('span', { class: `mark ${kind}`, 'aria-hidden': 'true' }, sign);
}

/** What a critic quoted, or several. */
function lookOf(look: Critique, criteria: readonly string[], not: string | undefined): HTMLElement {
  const { suggestion = '', suggestions = [], criteriaMet = [], confidence, probability, jurors = [], raw } = look;
  const who = jurors.length > 0 ? 'Jury' : 'Critic';
  const quotes = quotesOf([look]).map(({ quote, from, says, found }) => {
    const where = h('span', { class: 'facts' }, found ? ' in ' : ' not found in ', `${from}`);
    return h('li', {}, mark(found), quoted(`“${quote}”`, 'span'), where, `${says}` !== '' && quoted(`: ${says}`, 'span'));
  });
  const votes = jurors.map(({ critic, judge, accepted, score, issues, reason }) => {
    const vote = accepted === undefined ? 'left out' : accepted ? 'accepts' : 'rejects';
    const head = h('span', {}, mark(accepted), `Juror ${critic + 1} `, quoted(words(vote, reason), 'span'));
    return h('li', { class: 'row' }, head, named(judge), scoreBadge(score), listed(issues));
  });
  const sure = confidence !== undefined && `confidence ${round(confidence)}`;
  const odds = probability !== undefined && `probability ${round(probability)}`;
  const verdict = quoted(words(look.status, sure, odds, look.reason, look.disagreement && 'votes differ'), 'span');
  const met = criteriaMet.map((is, at) => h('li', {}, mark(is), quoted(criteria[at] ?? `criterion ${at + 1}`, 'span')));
  return h(
    'div',
    { class: 'look' },
    h('p', { class: 'row' }, h('strong', {}, who), named(look.judge), verdict, scoreBadge(look.score)),
    not !== undefined && h('p', { class: 'bad' }, 'Did not count: ', quoted(not, 'span')),
    met.length > 0 && h('ul', { class: 'plain', 'aria-label': 'Criteria' }, ...met),
    // Those of a jury are those of its jurors.
    jurors.length === 0 && listed(look.issues, 'Issues'),
    ...[suggestion, ...suggestions].map(
      (text) => text !== '' && h('p', {}, h('strong', { class: 'facts' }, 'Suggestion '), quoted(text, 'span')),
    ),
    quotes.length > 0 && h('ul', { class: 'plain', 'aria-label': 'Quotes' }, ...quotes),
    jurors.length > 0 && h('ul', { class: 'plain', 'aria-label': 'Jurors' }, ...votes),
    raw !== undefined && folded('What the critic wrote', () => [quoted(raw, 'pre')]),
  );
}

/** Name and model of a critic, if known. */
function named(judge: Judge | undefined): Child {
  const who = [judge?.name, judge?.model].filter((part) => part !== undefined).join(' · ');
  return who !== '' && h('span', { class: 'facts' }, quoted(who, 'span'));
}
