// An agent whose process is killed: two attempts, of which the first is the best. It prints where it is.

import { writeSync } from 'node:fs';
import { ReflectEngine } from 'reflect-engine';
import { keepAttempts } from 'reflect-engine/workspace';
import { attempt } from './history.mjs';

const [, , folder] = process.argv;
const engine = await keepAttempts(new ReflectEngine({ maxReflections: 1 }), { folder });
const tests = (draft) => ({ passed: false, score: draft === 'attempt 1' ? 5 : 1, issues: ['not yet'] });
const gate = engine.gate({ input: 'Make the tests pass.', verifiers: { tests } });
for (const number of [1, 2]) {
  attempt(folder, number);
  writeSync(1, `written ${number}\n`);
  await gate.submit(`attempt ${number}`);
  writeSync(1, `judged ${number}\n`);
}
