/**
 * Verifiers that need no model. Give them by name: `engine.run({ …, verifiers: { sums: arithmetic(), short: length({ max: 200, unit: 'words' }) } })`.
 *
 * Each looks at the whole draft, takes time linear in its length, and says what is wrong and where. Its issues go into the critique and
 * into the next revision; a verifier that fails forbids acceptance. `finalNumber`, `lastLine` and `codeOutputs` find the answer in a draft,
 * for the `answer` of a task.
 *
 * @packageDocumentation
 */

export { type CodeOutputsOptions, codeOutputs, finalNumber, lastLine } from './answers.js';
export { arithmetic } from './arithmetic.js';
export { type CalledToolOptions, calledTool, noToolErrors, toolOrder } from './calls.js';
export { mustContain, mustNotContain, type Wanted } from './contain.js';
export { type JsonFencesOptions, jsonFences } from './fences.js';
export { citesTools, type NumbersFromToolsOptions, numbersFromTools } from './grounded.js';
export { type LengthOptions, length } from './length.js';
export { matchesSchema } from './schema.js';
