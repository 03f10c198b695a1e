import { ReflectEngine } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing'; // plays your model, so that this runs without a key

const model = scriptedModel([
  'The CAP theorem is about databases.',
  '{"score": 5, "issues": ["names none of the three properties"], "suggestion": "Name them.", "needs_revision": true}',
  'Of consistency, availability and partition tolerance a system can keep two when the network splits.',
  '{"score": 9, "issues": [], "suggestion": "", "needs_revision": false}',
]);
const result = await new ReflectEngine({ maxReflections: 1 }).run({ input: 'What is the CAP theorem?', model });
console.log(result.output); // Of consistency, availability and partition tolerance …
console.log(result.accepted, result.acceptedBy, result.iterations); // true critic 2
