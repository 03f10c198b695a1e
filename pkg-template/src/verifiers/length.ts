import { badSettings, checkOptions } from '../check/checks.js';
import { describeWrongValue } from '../check/kind.js';
import type { Check, VerifierVerdict, WatchingVerifier } from '../types.js';
import { crossedLimits, missingLimits } from './errors.js';
import { verdict, watching, wholeNumber } from './verdict.js';

/** At least one of `min` and `max` must be given. */
export interface LengthOptions {
  /** Least number allowed, a whole number from 0. */
  min?: number | undefined;
  /** Greatest number allowed, a whole number from 0. */
  max?: number | undefined;
  /**
   * `characters`: Unicode code points, so that an accented letter or a simple emoji is one. `words`: pieces between white space that have a
   * letter or a digit; in scripts without spaces (Han, kana) each character is a word.
   */
  unit: 'characters' | 'words';
}

/** A verifier of a draft's length. It stops a draft that is longer than `max`. */
export function length(options: LengthOptions): Check & WatchingVerifier {
  checkOptions('length', options, { min: 'number', max: 'number', unit: 'string' });
  const { unit } = options;
  if (unit !== 'characters' && unit !== 'words') {
    throw badSettings(describeWrongValue('`unit`', `one of 'characters', 'words'`, unit));
  }
  const min = wholeNumber('min', options.min);
  const max = wholeNumber('max', options.max);
  if (min === undefined && max === undefined) throw missingLimits();
  if (min !== undefined && max !== undefined && min > max) throw crossedLimits(min, max);
  const judge = (draft: string, least = 0): VerifierVerdict => {
    const parts = unit === 'words' ? (draft.match(WORD) ?? []).filter((run) => /[\p{L}\p{N}]/u.test(run)) : Array.from(draft);
    const found = parts.length;
    if (found < least) return verdict([`too short: ${found} ${unit}, at least ${least} are wanted`]);
    if (max !== undefined && found > max) return verdict([`too long: ${found} ${unit}, at most ${max} are allowed`]);
    return verdict([]);
  };
  // White space at the end is no part of a draft.
  return watching(
    (draft) => judge(draft, min),
    (text) => judge(text.trimEnd()),
  );
}

/** One character of a script without spaces, or a run of others. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;
