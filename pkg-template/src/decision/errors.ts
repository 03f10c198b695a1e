// The sentences about a request, a decision and a reflection on it, each a named constructor.

import { bad } from '../check/checks.js';
import { describeWrongItems, kindOf } from '../check/kind.js';

export const extraArgument = (got: unknown, form: string) =>
  bad(`\`reflect\` takes one request, got a second argument, ${kindOf(got)}: give \`${form}\``);
export const largeRequest = (most: number) => bad(`a request must not be larger than ${most} characters`);
export const wrongSignals = (at: number, expected: string, got: string) =>
  bad(`\`evidence[${at}]\`: \`signals\` must give ${expected}, got ${got}`);
export const wrongConfidence = (confidence: unknown) =>
  bad(`the decision's \`confidence\` must be a finite number, got ${confidence}`);
export const missingAction = (where: string, action: unknown) =>
  bad(`a decision must hold its action as ${where}, got ${kindOf(action)}`);
export const wrongConcerns = (concerns: unknown) => bad(describeWrongItems("a reflection's `concerns`", 'strings', concerns));
