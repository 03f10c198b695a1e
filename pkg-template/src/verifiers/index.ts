/**
 * Verifiers that need no model. Give them by name: `engine.run({ …, verifiers: { sums: arithmetic(), short: length({ max: 200, unit: 'words' }) } })`.
 *
 * Each looks at the whole draft, takes time linear in its length, and says what is wrong and where. What it says goes into the critique
 * and into the next revision; one that fails forbids acceptance. Beside them is what says what the answer in a draft is, for the `answer`
 * of a task: `finalNumber`, `lastLine`, `codeOutputs`.
 *
 * @packageDocumentation
 */

export { type CodeOutputsOptions, codeOutputs, finalNumber, lastLine } from './answers.js';
export { arithmetic } from './arithmetic.js';
export { mustContain, mustNotContain, type Wanted } from './contain.js';
export { type JsonFencesOptions, jsonFences } from './fences.js';
export { type LengthOptions, length } from './length.js';
export { matchesSchema } from './schema.js';
