import type { Check, VerifierVerdict, WatchingVerifier } from '../types.js';
import { emptyPattern, emptyPatterns, wrongPattern } from './errors.js';
import { type Issue, placeOf, quoted, verdict, watching } from './verdict.js';

/** Text to look for as it is, or a pattern. Letter case matters unless the pattern has the flag `i`. */
export type Wanted = string | RegExp;

/** Places of one forbidden text that are named. */
const MAX_PLACES = 3;

/** A verifier that fails when any of these is missing. Give one, or a list. */
export function mustContain(wanted: Wanted | readonly Wanted[]): Check {
  const all = patterns('mustContain', wanted);
  return (draft) => verdict(all.filter(({ pattern }) => draft.search(pattern) === -1).map(({ name }) => `must contain ${name}`));
}

/**
 * A verifier that fails when any of these is found. Give one, or a list. It stops a draft in which a string is found; a pattern may match
 * the beginning of a text, and not the whole.
 */
export function mustNotContain(unwanted: Wanted | readonly Wanted[]): Check & WatchingVerifier {
  const all = patterns('mustNotContain', unwanted);
  const judge = (draft: string, patterns = all): VerifierVerdict => {
    const issues: Issue[] = [];
    for (const { name, pattern } of patterns) {
      let places = 0;
      for (const { index, 0: text } of draft.matchAll(pattern)) {
        issues.push(() => `must not contain ${name}: ${placeOf(draft, index)}, "${quoted(text)}"`);
        if (++places === MAX_PLACES) break;
      }
    }
    return verdict(issues);
  };
  const literal = all.filter(({ isLiteral }) => isLiteral);
  return watching(
    (draft) => judge(draft),
    (text) => judge(text, literal),
  );
}

/** Each with its name in an issue, and with the flag `g`: `search` and `matchAll` leave no mark in it. */
function patterns(verifier: string, wanted: unknown): { name: string; pattern: RegExp; isLiteral: boolean }[] {
  const list: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  if (list.length === 0) throw emptyPatterns(verifier);
  return list.map((each) => {
    if (each === '') throw emptyPattern(verifier);
    if (typeof each === 'string')
      return {
        name: JSON.stringify(each),
        pattern: new RegExp(each.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'g'),
        isLiteral: true,
      };
    // Also one of another realm.
    if (Object.prototype.toString.call(each) !== '[object RegExp]') throw wrongPattern(verifier, each);
    const { source, flags } = each as RegExp;
    const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
    return { name: `/${source}/${flags}`, pattern, isLiteral: false };
  });
}
