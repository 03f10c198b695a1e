import { ReflectEngine } from 'reflect-engine';
import { expect, test } from 'vitest';

function taskOf(...passes) {
  let run = 0;
  return {
    input: 'Why is the sky blue?',
    model: () => (passes[run++ % passes.length] ? 'Light scatters.' : 'I do not know.'),
    critic: false,
    settings: { maxReflections: 0 },
    verifiers: { sure: (text) => !text.includes('do not know') || 'it does not know' },
  };
}
const run = (task) => new ReflectEngine().run(task);

test('passes: accepted', async () => expect(await run(taskOf(true))).toBeAccepted());
test('passes: a promise', () => expect(run(taskOf(true))).resolves.toBeAccepted());
test('passes: share', () => expect(taskOf(true, true, true, true, false)).toBeAccepted({ runs: 5, atLeast: 0.8 }));
test('passes: not', async () => expect(await run(taskOf(false))).not.toBeAccepted());
test('fails: refused', async () => expect(await run(taskOf(false))).toBeAccepted());
test('fails: share', () => expect(taskOf(true, false)).toBeAccepted({ runs: 5, atLeast: 0.8 }));
test('fails: not', async () => expect(await run(taskOf(true))).not.toBeAccepted());
test('fails: few runs', () => expect(taskOf(true)).toBeAccepted({ runs: 5, atLeast: 0.8, confidence: 0.95 }));
