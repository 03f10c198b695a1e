import { badSettings } from '../check/checks.js';
import { describeWrongValue, isObject } from '../check/kind.js';
import { parseAnswer } from '../check/output-schema.js';
import { checkOf, isStandard } from '../check/schema.js';
import type { StandardSchema } from '../given-types.js';
import type { Check } from '../types.js';
import { unusableSchema } from './errors.js';
import { verdict } from './verdict.js';

/**
 * A verifier of drafts that must be JSON of this schema, alone or in one code fence: a Standard Schema (zod, valibot, ArkType) or a JSON
 * Schema. The task's `outputSchema` does the same and types the result; this one is for a second schema, or one under another name.
 */
export function matchesSchema(schema: StandardSchema | object): Check {
  if (!isObject(schema) && !isStandard(schema))
    throw badSettings(describeWrongValue('`schema`', 'a Standard Schema or a JSON Schema', schema));
  let check: ReturnType<typeof checkOf>;
  try {
    check = checkOf(schema);
  } catch (thrown) {
    throw unusableSchema(thrown);
  }
  return async (draft) => {
    const parsed = parseAnswer(draft);
    if (!parsed.ok) return verdict([`the answer must be JSON and nothing else: ${parsed.why}`]);
    const found = await check(parsed.value);
    return verdict(found.ok ? [] : found.issues);
  };
}
