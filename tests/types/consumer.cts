// The same package, required.

import reflect = require('reflect-engine');
import testing = require('reflect-engine/testing');

const engine = new reflect.ReflectEngine();
export const output: Promise<string> = engine
  .run({ input: 'hello', model: testing.scriptedModel(['hi']) })
  .then((result) => result.output);
