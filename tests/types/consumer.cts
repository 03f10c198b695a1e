// The same package, required.

import reflect = require('reflect-engine');
import testing = require('reflect-engine/testing');
import verifiers = require('reflect-engine/verifiers');

const engine = new reflect.ReflectEngine();
export const output: Promise<string> = engine
  .run({ input: 'hello', model: testing.scriptedModel(['hi']) })
  .then((result) => result.output);
export const short: reflect.Verifier = verifiers.length({ max: 3, unit: 'words' });
