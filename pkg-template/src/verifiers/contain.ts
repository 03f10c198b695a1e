import type { Verifier } from '../types.js';
import { refused, shown } from './options.js';
import { placeOf, quoted, verdict } from './verdict.js';

/** Text that is looked for as it stands, or a pattern. Letters differ by case unless the pattern says `i`. */
export type Wanted = string | RegExp;

/** Places of one forbidden text that are told. */
const MAX_PLACES = 3;

/** A verifier that fails when any of these is missing. Give one, or a list. */
export function mustContain(wanted: Wanted | readonly Wanted[]): Verifier {
  const all = finders('mustContain', wanted);
  return (draft) => verdict(all.filter(({ find }) => find(draft, 1).length === 0).map(({ name }) => `must contain ${name}`));
}

/** A verifier that fails when any of these is found. Give one, or a list. */
export function mustNotContain(unwanted: Wanted | readonly Wanted[]): Verifier {
  const all = finders('mustNotContain', unwanted);
  return (draft) =>
    verdict(
      all.flatMap(({ name, find }) =>
        find(draft, MAX_PLACES).map(
          ({ at, text }) =>
            () =>
              `must not contain ${name}: ${placeOf(draft, at)}, "${quoted(text)}"`,
        ),
      ),
    );
}

interface Found {
  at: number;
  text: string;
}

interface Finder {
  /** As an issue names it. */
  name: string;
  /** The first places, so many at most. */
  find(draft: string, most: number): Found[];
}

function finders(verifier: string, wanted: unknown): Finder[] {
  const list: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  if (list.length === 0) throw refused(`\`${verifier}\` needs at least one string or RegExp, got an empty list`);
  return list.map((each) => {
    if (typeof each === 'string') {
      if (each === '') throw refused(`\`${verifier}\` takes no empty string: every draft contains it`);
      return ofText(each);
    }
    if (isPattern(each)) return ofPattern(each);
    throw refused(`\`${verifier}\` takes strings and RegExps, got ${shown(each)}`);
  });
}

/** Also one of another realm. */
function isPattern(value: unknown): value is RegExp {
  return Object.prototype.toString.call(value) === '[object RegExp]';
}

function ofText(text: string): Finder {
  return {
    name: JSON.stringify(text),
    find(draft, most) {
      const found: Found[] = [];
      for (let at = draft.indexOf(text); at !== -1 && found.length < most; at = draft.indexOf(text, at + text.length)) {
        found.push({ at, text });
      }
      return found;
    },
  };
}

/** A copy, since a pattern with `g` or `y` remembers where it stopped. */
function ofPattern(pattern: RegExp): Finder {
  const { source, flags } = pattern;
  const copy = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  return {
    name: `/${source}/${flags}`,
    find(draft, most) {
      const found: Found[] = [];
      copy.lastIndex = 0;
      for (let match = copy.exec(draft); match !== null && found.length < most; match = copy.exec(draft)) {
        found.push({ at: match.index, text: match[0] });
        if (match[0] === '') copy.lastIndex += 1;
      }
      return found;
    },
  };
}
