// What a run makes of the critiques for which the three seeds have rules of their own (`by_policy` of the verdict list), under each seed's
// preset. No policy makes a run accept what could not be read.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { presets, ReflectEngine, readCritique } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { accept } from './support.mjs';

const lines = readFileSync(new URL('../fixtures/verdicts.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const cases = lines.map((line) => JSON.parse(line)).filter(({ by_policy }) => by_policy !== undefined);

async function run(settings, { schema, input, config }) {
  const criteria =
    schema === 'criteria' ? { criteria: Array.from({ length: config.n_criteria }, (_, n) => `criterion ${n}`) } : {};
  const met = JSON.stringify({ criteria_met: [true, true, true], confidence: 1, suggestions: [], reasoning: 'yes' });
  const model = scriptedModel(['first', input, 'second', schema === 'criteria' ? met : accept()]);
  const result = await new ReflectEngine({ ...settings, ...criteria }).run({ input: 'q', model });
  return { result, revised: model.requests.some(({ purpose }) => purpose === 'revision') };
}

/** What each policy's word means for a run: whether it revises, and whether it may accept the first draft. */
const policies = {
  seed004: { settings: presets.agentlib, accepted: 'ends' },
  seed002: {
    settings: { ...presets.producerCritic(), advanced: { ...presets.producerCritic().advanced, critiqueFormat: 'score' } },
    invalid: 'ends',
  },
  conservative: {
    settings: { ...presets.agentlib, advanced: { ...presets.agentlib.advanced, onContradiction: 'revise' } },
    needs_revision: 'revises',
  },
  // A confidence off its scale counts as none, so both of its cases go on.
  shipit: { settings: presets.criteria, needs_revision: 'revises', accepted: 'revises' },
};

test('each case with a policy does in a run what its seed says', async () => {
  assert.equal(cases.length, 18);
  for (const each of cases) {
    for (const [policy, word] of Object.entries(each.by_policy)) {
      const { settings, ...meaning } = policies[policy];
      const { result, revised } = await run(settings, each);
      const title = `${each.id} under ${policy}`;
      assert.equal(revised, meaning[word] === 'revises', title);
      if (revised) continue;
      assert.equal(result.output, 'first', title);
      const onContradiction = settings.advanced?.onContradiction;
      const reading = readCritique(each.input, { critiqueFormat: 'score', onContradiction });
      assert.equal(result.accepted, reading.status === 'accepted', title);
      assert.equal(result.accepted, policy === 'seed004' && each.expect.code === 'contradictory', title);
      if (!result.accepted) assert.equal(result.status, 'needs_review', title);
    }
  }
});
