// What people write who have evals as tests, or scorers of autoevals.

import { makePartial, type Scorer } from 'autoevals';
import { Autopilot, type GateVerdict, ReflectEngine, type ReflectTask } from 'reflect-engine';
import { type Acceptance, assertAccepted, criticScorer, measureAcceptance } from 'reflect-engine/measure';
import 'reflect-engine/vitest';
import { expect } from 'vitest';

const task = { input: 'q', model: () => 'x', verifiers: { short: (text: string) => text.length < 300 } };
const result = await new ReflectEngine().run(task);

expect(result).toBeAccepted();
expect(result).not.toBeAccepted();
expect(await new Autopilot({ model: () => 'x', goal: { objective: 'x', successCriteria: ['y'] } }).run()).toBeAccepted();
const later: Promise<void> = expect(task).toBeAccepted({ runs: 5, atLeast: 0.8 });
await expect(task satisfies ReflectTask).toBeAccepted({ runs: 14, atLeast: 0.8, confidence: 0.95 });
await expect([task, task]).toBeAccepted({ atLeast: 0.5 });
await expect(() => new ReflectEngine().run(task)).toBeAccepted({ runs: 3 });
await expect(new ReflectEngine().run(task)).resolves.toBeAccepted();
// @ts-expect-error a run that has ended takes no limits
expect(result).toBeAccepted({ runs: 5 });
// @ts-expect-error a text is no run
expect('text').toBeAccepted();
// @ts-expect-error a misspelt limit
await expect(task).toBeAccepted({ runs: 5, atleast: 0.8 });
declare const verdict: GateVerdict;
// @ts-expect-error the verdict of a gate: its `result` is one
expect(verdict).toBeAccepted();
export const said = () => later;
export function atOnce(): void {
  return expect(result).toBeAccepted();
}

assertAccepted(result);
export const accepted: Acceptance = await assertAccepted(task, { runs: 5, atLeast: 0.8 });
export const low: number = (await measureAcceptance(task, { runs: 5 })).accepted.low;

export const scorer: Scorer<string, { input: string }> = criticScorer(() => 'x', { settings: { criteria: ['Short.'] } });
export const partial = makePartial(scorer, 'critic').partial({ input: 'q' });
// @ts-expect-error nobody revises here
criticScorer(() => 'x', { settings: { maxReflections: 2 } });
// @ts-expect-error `false` is no critic
criticScorer(false);
