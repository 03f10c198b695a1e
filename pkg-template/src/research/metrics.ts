// The metrics that need no model. They are worked out in the core; here is what each one reads of a subject.

import { badSettings, checkKeys } from '../check/checks.js';
import { describeWrongKind, describeWrongValue } from '../check/kind.js';
import { plain } from '../check/plain.js';
import { ReflectError } from '../error.js';
import type { MeasuredScore } from '../generated/research.js';
import { callAndRead, PLAIN, toWire } from '../load/wire.js';
import { core, instance } from './core.js';
import { missingContrarian, wrongSubject } from './errors.js';
import type { EvaluatorSource, EvaluatorSubject, Metric } from './evaluator-types.js';

/** Characters of an answer that are read. */
const MAX_CHARS = 1_000_000;

/**
 * How much of the question the answer covers, by words alone: the share of the question's words that occur in it, each weighted by the
 * square of its letters. It knows no meaning: an answer that repeats the question has the highest relevance.
 */
export function lexicalRelevance(): Metric<EvaluatorSubject> {
  return (subject) => {
    const { question, text } = answerOf(subject);
    return measured(() => core().lexicalRelevance(question, text));
  };
}

/** What a metric of relevance reads of a subject. Throws where it is not there. */
export function answerOf(subject: EvaluatorSubject): { question: string; text: string } {
  const { question, output } = checkedSubject(subject);
  if (typeof question !== 'string') throw wrongSubject('question', 'a string', question);
  if (output === undefined) throw wrongSubject('output', 'the answer', output);
  const text = typeof output === 'string' ? output : JSON.stringify(plain(output, { maxChars: MAX_CHARS, notes: false }).value);
  return { question, text };
}

/**
 * The mean `trust` of the sources, which you give: no program knows whom to trust. A source without it counts as `unrated`, `0..=1`;
 * without that setting the metric cannot be measured.
 */
export function sourceTrust(settings: { unrated?: number | undefined } = {}): Metric<EvaluatorSubject> {
  checkKeys(core, settings, ['unrated'], 'setting', 'the settings of sourceTrust', 'invalid_settings');
  const { unrated } = settings;
  if (unrated !== undefined && !isShare(unrated)) {
    throw badSettings(describeWrongValue('`unrated`', 'a number from 0 to 1', unrated));
  }
  return (subject) => {
    const sources = sourcesOf(subject);
    if (sources.length === 0) return { score: 0, explanation: 'it has no sources' };
    const named = sources.map(({ trust = unrated }, at) => {
      if (!isShare(trust)) {
        const hint = "; a research loop takes it from a fact's `metadata.trust`";
        throw wrongSubject(`sources[${at}].trust`, 'a number from 0 to 1', trust, hint);
      }
      return trust;
    });
    const score = named.reduce((sum, trust) => sum + trust, 0) / named.length;
    const unknown = sources.filter(({ trust }) => trust === undefined).length;
    const counted = unknown === 0 ? '' : `; nobody rated ${unknown} of them, which count as ${unrated}`;
    const explanation = `${named.length} sources, the least trusted with ${Math.min(...named)}${counted}`;
    return { score: Math.min(score, 1), explanation };
  };
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

/**
 * How evenly the sources are spread over domains (the host of a URL, without `www.`): their entropy, 1 only when no two share one. A source
 * without a `url` is known by its `id`; a URL without a host, such as `file:///notes.txt`, is a domain of its own.
 */
export function sourceDiversity(): Metric<EvaluatorSubject> {
  return (subject) => {
    const names = sourcesOf(subject).map(({ url, id }, at) => {
      const name = url ?? id;
      if (name === undefined) throw wrongSubject(`sources[${at}].url`, 'a string, or `id` one', name);
      return name;
    });
    return measured(() => core().sourceDiversity(...toWire({ sources: names }, PLAIN)));
  };
}

/**
 * How evenly both sides are heard: the share of `contrarian` fields that hold a fact, times how even the split is between the sources of
 * those fields and of all others (entropy in bits). 0 when one side has none.
 */
export function perspectiveBalance(settings: { contrarian: readonly string[] }): Metric<EvaluatorSubject> {
  checkKeys(core, settings, ['contrarian'], 'setting', 'the settings of perspectiveBalance', 'invalid_settings');
  const { contrarian } = settings;
  if (
    !Array.isArray(contrarian) ||
    contrarian.length === 0 ||
    !contrarian.every((path) => typeof path === 'string' && path !== '')
  ) {
    throw missingContrarian();
  }
  const fields = [...contrarian];
  return (subject) => {
    const { paths, sources } = factsOf(subject);
    return measured(() => core().perspectiveBalance(...toWire({ contrarian: fields, paths, sources }, PLAIN)));
  };
}

/** The threshold where none is set (the Lazy Agent essay). */
const THRESHOLD = 0.7;

/** What an evaluator measures by default: what a program can tell without a model. */
export function defaultMetrics(threshold: unknown): Record<'trust' | 'diversity', Metric<EvaluatorSubject>> {
  // Relevance is not among it: the words of a question that an answer lacks ("compare", "which") say nothing of that. A source that nobody
  // rated is at the threshold, and so speaks neither for the answer nor against it.
  const unrated = isShare(threshold) ? threshold : THRESHOLD;
  return { trust: sourceTrust({ unrated }), diversity: sourceDiversity() };
}

function measured(measure: () => number): MeasuredScore {
  return callAndRead<MeasuredScore>(instance, measure);
}

function factsOf(subject: EvaluatorSubject): { paths: string[]; sources: string[] } {
  const { facts } = checkedSubject(subject);
  if (!Array.isArray(facts)) throw wrongSubject('facts', 'a list', facts);
  const read = (facts as readonly unknown[]).map((fact, at) => {
    const { path, sourceId = '' } = (fact ?? {}) as { path?: unknown; sourceId?: unknown };
    if (typeof path !== 'string') throw wrongSubject(`facts[${at}].path`, 'a string', path);
    if (typeof sourceId !== 'string') throw wrongSubject(`facts[${at}].sourceId`, 'a string', sourceId);
    return { path, sourceId };
  });
  return { paths: read.map(({ path }) => path), sources: read.map(({ sourceId }) => sourceId) };
}

function sourcesOf(subject: EvaluatorSubject): EvaluatorSource[] {
  const { sources } = checkedSubject(subject);
  if (!Array.isArray(sources)) throw wrongSubject('sources', 'a list', sources);
  return (sources as readonly unknown[]).map((source, at) => {
    if (typeof source === 'string') return { id: source };
    if (typeof source !== 'object' || source === null) throw wrongSubject(`sources[${at}]`, 'a string or an object', source);
    const read = source as EvaluatorSource;
    for (const key of ['id', 'url'] as const) {
      if (read[key] !== undefined && typeof read[key] !== 'string')
        throw wrongSubject(`sources[${at}].${key}`, 'a string', read[key]);
    }
    return read;
  });
}

function checkedSubject(subject: EvaluatorSubject): EvaluatorSubject {
  if (typeof subject === 'object' && subject !== null) return subject;
  throw new ReflectError('invalid_task', describeWrongKind('the subject', 'an object', subject));
}
