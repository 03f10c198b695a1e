// What is read by its keys must have them: a Map or an instance of a class, read so, would be nothing at all.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import vm from 'node:vm';
import {
  Autopilot,
  Critic,
  canonicalModel,
  DecisionReflector,
  EvalTracker,
  Evaluator,
  isReflectError,
  LoopMonitor,
  ReflectEngine,
  Reflector,
  ResearchLoop,
} from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { length } from 'reflect-engine/verifiers';
import { accept, rejection, thrown } from './support.mjs';

const goal = { objective: 'o', successCriteria: ['a'] };
const agent = () => 'x';
const tests = () => ({ passed: false });
class Checks {
  fast = tests;
  tests() {
    return { passed: false };
  }
}

test('verifiers that are no plain object are refused by name', async () => {
  for (const [verifiers, what] of [
    [new Map([['tests', tests]]), 'Map'],
    [new Checks(), 'Checks'],
    [Object.create({ tests }), 'Object'],
  ]) {
    const error = await rejection(new ReflectEngine().run({ input: 'q', model: scriptedModel(['a', accept()]), verifiers }));
    assert.ok(isReflectError(error), String(error));
    assert.deepEqual(
      [error.code, error.message],
      ['invalid_task', `\`verifiers\` must be a plain object of functions by name, got an instance of ${what}`],
    );
    assert.equal(thrown(() => new ReflectEngine().start({ input: 'q', verifiers })).message, error.message);
  }
});

test('settings, and what is nested in them, are refused by name when their keys cannot be seen', () => {
  const map = new Map([['maxReflections', 0]]);
  const cases = [
    [() => new ReflectEngine(map), 'settings must be an object, got an instance of Map'],
    [() => new ReflectEngine(new (class extends Map {})()), 'settings must be an object, got an instance of a class'],
    [() => new ReflectEngine({ budget: new Map([['maxCalls', 1]]) }), '`budget` must be an object, got an instance of Map'],
    [() => new ReflectEngine({ advanced: { prices: new Map() } }), /^`prices`.* got an instance of Map$/],
    [() => new ReflectEngine({ jury: new Date(0) }), '`jury` must be an object, got an instance of Date'],
    [() => new Autopilot({ agent, goal, budget: new Map() }), /^`budget`.* got an instance of Map$/],
    [() => new Critic(map), /must be a plain object, got an instance of Map$/],
    [() => new DecisionReflector(map), /must be a plain object, got an instance of Map$/],
    [() => new DecisionReflector({ budget: map }), /^`budget`.* got an instance of Map$/],
    [
      () => new DecisionReflector({ ownRules: map }),
      '`ownRules` must be a plain object of functions by name, got an instance of Map',
    ],
    [() => new Evaluator(map), /must be a plain object, got an instance of Map$/],
    [() => new Evaluator({ metrics: map }), '`metrics` must be a plain object of functions, got an instance of Map'],
    [() => new Evaluator({ metrics: { m: () => 1 }, weights: map }), /^`weights`.* got an instance of Map$/],
    [() => new EvalTracker(map), /must be a plain object, got an instance of Map$/],
    [() => new EvalTracker({ regressions: map }), /^`regressions` must be a plain object, got an instance of Map$/],
    [() => new LoopMonitor(map), /must be a plain object, got an instance of Map$/],
    [() => new LoopMonitor({ window: map }), /^`window`.* got an instance of Map$/],
    [() => new Reflector({ a: 'required' }, map), /an instance of Map/],
    [() => new ResearchLoop({ canonicalModel: { a: 'required' }, budget: map }), /^`budget`.* got an instance of Map$/],
    [() => canonicalModel({ a: 'required' }, map), /must be a plain object, got an instance of Map$/],
    [() => length(map), /must be a plain object, got an instance of Map$/],
  ];
  for (const [make, message] of cases) {
    const error = thrown(make);
    assert.ok(isReflectError(error), String(error));
    assert.equal(error.code, 'invalid_settings', error.message);
    if (typeof message === 'string') assert.equal(error.message, message);
    else assert.match(error.message, message);
  }
});

test('a schema that is neither a Standard Schema nor a plain object is refused', async () => {
  class OldLibrary {
    _def = { typeName: 'ZodObject' };
    parse() {}
  }
  for (const outputSchema of [new Map([['type', 'object']]), new OldLibrary()]) {
    const error = await rejection(new ReflectEngine().run({ input: 'q', model: scriptedModel(['{}', accept()]), outputSchema }));
    assert.equal(error.code, 'invalid_task');
    assert.match(error.message, /^`outputSchema` cannot be used: a JSON Schema must be a plain object, got an instance of/);
  }
});

test('plain objects of any realm, without a prototype, and instances with fields are taken', async () => {
  class Settings {
    maxReflections = 0;
  }
  const elsewhere = vm.runInNewContext('({ maxReflections: 0 })');
  for (const settings of [new Settings(), elsewhere, Object.assign(Object.create(null), { maxReflections: 0 })]) {
    const verifiers = Object.assign(Object.create(null), { v: () => ({ passed: true }) });
    const result = await new ReflectEngine(settings).run({ input: 'q', model: scriptedModel(['a']), verifiers });
    assert.equal(result.stopReason, 'max_reflections');
    assert.equal(result.drafts[0].verifiers.v.passed, true);
  }
  new ReflectEngine(vm.runInNewContext('({})'));
  new ReflectEngine(Object.create(null));
});
