// Every callback of a run sees the async context in which its own run was begun, also when hundreds run at once.

import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { test } from 'node:test';
import { Autopilot, Critic, ReflectEngine } from 'reflect-engine';
import { DecisionReflector } from 'reflect-engine/decision';
import { ResearchLoop } from 'reflect-engine/research';

const RUNS = 200;
const storage = new AsyncLocalStorage();
const REVISE = '{"score": 5, "issues": ["x"], "suggestion": "y", "needs_revision": true}';
const MET = '{"reasoning": "", "criteria_met": [true], "confidence": 1, "suggestions": []}';
const QUESTION = '{"shouldRevise": false, "concerns": [], "contraArgument": "none", "reflectionConfidence": 0.5}';

/** Begins many runs in one tick, each in a context of its own; gives what callbacks saw another run, and how many there were. */
async function runs(begin) {
  const wrong = {};
  let seen = 0;
  await Promise.all(
    Array.from({ length: RUNS }, (_, own) =>
      storage.run(own, async () => {
        const note = (what) => {
          seen += 1;
          if (storage.getStore() !== own) wrong[what] = (wrong[what] ?? 0) + 1;
        };
        await begin(note, own);
        note('after the run');
      }),
    ),
  );
  return { wrong, seen };
}

const later = (own) => new Promise((resolve) => setTimeout(resolve, own % 7));

const DURABLE = {
  none: () => undefined,
  'one after another': (note) => ({ run: (_, step) => (note('durable.run'), step()), now: () => (note('durable.now'), 0) }),
  'at once': (note) => ({
    run: (_, step) => (note('durable.run'), step()),
    all: (steps) => (note('durable.all'), Promise.all(steps)),
  }),
};

for (const [name, durable] of Object.entries(DURABLE)) {
  for (const pause of [later, () => undefined]) {
    test(`the engine's callbacks see their own run: durable ${name}, ${pause === later ? 'slow' : 'instant'} model`, async () => {
      const engine = new ReflectEngine({ strategy: 'keep-best', maxReflections: 2 });
      const { wrong, seen } = await runs(async (note, own) => {
        let drafts = 0;
        const model = async ({ purpose, onDelta }) => {
          note(purpose);
          await pause(own);
          note(`${purpose}, after a wait`);
          if (purpose === 'critique') return REVISE;
          drafts += 1;
          onDelta?.('piece');
          if (drafts === 1) return { content: '', toolCalls: [{ name: 'look', arguments: {} }] };
          return `draft ${drafts}`;
        };
        const look = async () => {
          note('tool');
          await pause(own);
          return 1;
        };
        await engine.run({
          input: 'q',
          model,
          critic: [model, model],
          tools: [{ name: 'look', parameters: {}, execute: look }],
          verifiers: { fine: () => (note('verifier'), { passed: true }) },
          usable: () => (note('usable'), true),
          onStep: () => note('onStep'),
          onDraft: () => note('onDraft'),
          onCall: () => note('onCall'),
          durable: durable(note),
        });
      });
      assert.deepEqual(wrong, {});
      assert.ok(seen > RUNS * 20, `${seen} were seen`);
    });
  }
}

const COMPANIONS = {
  Autopilot: (note, own) =>
    new Autopilot({
      agent: async () => (note('agent'), await later(own), 'output'),
      goal: { objective: 'o', successCriteria: ['a'] },
      critic: new Critic({ model: async () => (note('critic'), await later(own), MET) }),
      budget: { maxIterations: 2 },
    }).run(),
  Critic: (note, own) =>
    new Critic({ model: async () => (note('critic'), await later(own), MET) }).review({
      objective: 'o',
      criteria: ['a'],
      output: 'text',
    }),
  ResearchLoop: (note, own) =>
    new ResearchLoop({ canonicalModel: { fields: [{ path: 'a' }] }, evaluator: false, maxIterations: 2 }).run({
      query: 'q',
      research: async () => (note('research'), await later(own), [{ path: 'a', value: 1, sourceId: 's' }]),
      onStep: () => note('onStep'),
      onCall: () => note('onCall'),
    }),
  DecisionReflector: (note, own) =>
    new DecisionReflector({ model: async () => (note('model'), await later(own), QUESTION) }).reflect({
      agentId: 'a',
      decision: 'APPROVE',
      riskScore: 75,
      confidence: 0.9,
      evidence: [],
    }),
};

for (const [name, begin] of Object.entries(COMPANIONS)) {
  test(`the callbacks of ${name} see their own run`, async () => {
    const { wrong, seen } = await runs(async (note, own) => {
      await begin(note, own);
    });
    assert.deepEqual(wrong, {});
    assert.ok(seen >= RUNS * 2, `${seen} were seen`);
  });
}
