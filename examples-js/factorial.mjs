// Seed 002's factorial: a producer writes code, a critic reviews it against explicit requirements, and what comes out is the page's output.
// `reflection_code_reviewer.mjs` is the same as a graph of nodes.
import { presets, ReflectEngine } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing'; // takes the place of your models, so that this runs without a key

const requirements = [
  'The function has a docstring.',
  'It accepts an integer n and returns n!.',
  'calculate_factorial(0) returns 1.',
  'A negative n raises ValueError.',
];
const [head, body] = ['def calculate_factorial(n):', '    return 1 if n == 0 else n * calculate_factorial(n - 1)'];
const docstring = '    """Return n! for an integer n of at least 0."""';
const check = '    if n < 0:\n        raise ValueError("n is negative")';
const producer = scriptedModel([[head, body].join('\n'), [head, docstring, check, body].join('\n')]);
const critic = scriptedModel([
  '{"status": "needs_revision", "critique": "A negative n recurses without end.", "issues": ["no docstring", "no ValueError"]}',
  '{"status": "accepted", "critique": "Accepted: all requirements are satisfied.", "issues": []}',
]);

const engine = new ReflectEngine({ ...presets.producerCritic(3), requirements });
const result = await engine
  .run({
    input: 'Write a Python function calculate_factorial(n) that handles 0, positive integers, and invalid negative inputs.',
    model: producer,
    critic,
    usable: (draft) => draft.includes('def '), // prose without code is no draft
  })
  .catch((error) => error.result ?? Promise.reject(error)); // a failed run has a result, too

const { status, accepted, iterations, output, errors, trace } = result;
console.log(
  JSON.stringify({
    status,
    accepted,
    iterations,
    final_code: output,
    final_critique: trace.critique?.reasoning ?? null,
    errors: errors.map(({ message }) => message),
  }),
);
for (const { iteration, critique } of trace.revisionHistory)
  console.log(`${iteration}: ${critique?.status}, ${critique?.reasoning}`);
