// The sentences about the options of built-in verifiers, each a named constructor.

import { badSettings } from '../check/checks.js';
import { describe } from '../check/kind.js';
import { describeError, ReflectError } from '../error.js';

export const unplainAnswer = (cause: unknown) =>
  new ReflectError('misuse', `\`run\` of codeOutputs must give plain JSON: ${describeError(cause)}`, { cause });
export const zeroTimes = () => badSettings('`times` must be at least 1, got 0: leave the verifier out');
export const wrongToolOrder = (names: unknown) =>
  badSettings(`\`toolOrder\` takes a list of at least two names of tools, got ${describe(names)}`);
export const emptyPatterns = (verifier: string) =>
  badSettings(`\`${verifier}\` needs at least one string or RegExp, got an empty list`);
export const emptyPattern = (verifier: string) => badSettings(`\`${verifier}\` takes no empty string: every draft contains it`);
export const wrongPattern = (verifier: string, each: unknown) =>
  badSettings(`\`${verifier}\` takes strings and RegExps, got ${describe(each)}`);
export const missingLimits = () => badSettings('`length` needs `min` or `max`');
export const crossedLimits = (min: number, max: number) => badSettings(`\`min\` must not exceed \`max\`, got ${min} and ${max}`);
export const unusableSchema = (thrown: unknown) => badSettings(`\`schema\` cannot be used: ${describeError(thrown)}`);
