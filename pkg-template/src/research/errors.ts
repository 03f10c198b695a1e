// The sentences about canonical models, evaluators and facts, each a named constructor.

import { badSettings } from '../check/checks.js';
import { describe, describeWrongValue } from '../check/kind.js';
import { describeError, ReflectError } from '../error.js';

export const blankTopic = (topic: unknown) =>
  badSettings(`a ready-made model needs a name that is not blank, got ${describe(topic)}`);
export const missingJsonSchema = (vendor: string) =>
  badSettings(
    `the schema of ${vendor} cannot tell its JSON Schema, from which a canonical model is made; give the JSON Schema, or take a library that can (zod from 4.2 on; valibot: toStandardJsonSchema)`,
  );
export const wrongModel = (source: unknown, forms: string) =>
  badSettings(`${describeWrongValue('`canonicalModel`', 'an object', source)}: give ${forms}`);
export const fieldsAsObject = () =>
  badSettings("`fields` must be a list, got an object: give [{ path: 'price' }], or { price: 'number' } alone");
export const deepFields = (path: string, most: number) => badSettings(`\`${path}\` is nested deeper than ${most}`);
export const deepSchema = (path: string, most: number) => badSettings(`\`${path}\` is nested deeper than ${most}, or in itself`);
export const fieldlessSchema = () => badSettings('the JSON Schema of a canonical model must be of an object with properties');
export const wrongSchema = (thrown: unknown) =>
  badSettings(`the JSON Schema of a canonical model is not one: ${describeError(thrown)}`);
export const wrongFieldSettings = (key: string) => badSettings(`\`${key}\` in a JSON Schema must be the settings of a field`);
export const brokenReference = (reference: string) => badSettings(`\`${reference}\` in a JSON Schema refers to nothing in it`);
export const circularReference = () => badSettings('a `$ref` in a JSON Schema refers to itself');
export const settingsAsFunction = () =>
  badSettings('the settings of an evaluator must be an object, got a function: give it as { metrics: { name: function } }');
export const twoRelevances = (name: string) =>
  badSettings(`\`model\` measures \`${name}\`, and so does \`metrics.${name}\`: leave one of them out`);
export const abortedEvaluation = (cause: unknown) =>
  new ReflectError('aborted', `the evaluation was aborted: ${describeError(cause)}`, { cause });
export const wrongEvaluator = () => badSettings('`evaluator` must be an Evaluator, its settings, or false');
export const wrongContradictions = (what: string) => new ReflectError('invalid_input', `\`contradictions\` ${what}`);
export const missingModel = () => badSettings("`canonicalModel` is missing: what must an answer hold, as { price: 'number' }?");
export const missingContrarian = () => badSettings('`contrarian` must be a list of at least one path');
export const wrongSubject = (key: string, wanted: string, came: unknown, hint = '') =>
  new ReflectError('invalid_task', `${describeWrongValue(`the subject's \`${key}\``, wanted, came)}${hint}`);
export const wrongSearchKind = (kind: unknown) =>
  new ReflectError(
    'invalid_input',
    `${describeWrongValue('`kind` of a search', `'find' or 'verify'`, kind)}: give what \`next\` gave`,
  );
export const tooManyFacts = (most: number, count: number) =>
  new ReflectError('invalid_input', `a reflector takes ${most} facts at most, got ${count}`);
export const largeBatch = (most: number) =>
  new ReflectError('invalid_input', `a batch of facts must not be larger than ${most} characters`);
