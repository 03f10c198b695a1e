// A reflection before a decision ships, through the package: callbacks, time, abort, revision.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { applyRevision, DecisionReflector } from 'reflect-engine/decision';
import { scriptedModel } from 'reflect-engine/testing';
import { columns, never, refusals, rejection, thrown, throws } from './support.mjs';

const REVISE =
  '{"shouldRevise": true, "revisedAction": "REJECT", "revisedConfidence": 0.4, "concerns": ["Two devices"], "contraArgument": "c"}';
const tool = (name, more) => ({ tool: name, success: true, ...more });
const risky = { agentId: 'A', decision: 'APPROVE', riskScore: 75, confidence: 0.92, evidence: [tool('kyc')] };
const clean = { ...risky, riskScore: 28, confidence: 0.7, evidence: [tool('kyc'), tool('bank'), tool('graph')] };

test('a model is asked first, and what it says is what comes', async () => {
  const model = scriptedModel([REVISE]);
  const reflection = await new DecisionReflector({ model }).reflect({ ...clean, agentName: 'Onboarding', domain: 'fraud' });
  const { usage, steps, ...said } = reflection;
  assert.deepEqual(said, {
    shouldRevise: true,
    revisedAction: 'REJECT',
    revisedConfidence: 0.4,
    concerns: ['Two devices'],
    contraArgument: 'c',
    reflectionConfidence: 0.5,
    llmEnhanced: true,
    errors: [],
  });
  assert.equal(usage.byPurpose.reflection.calls, 1);
  const { nowMs, durationMs, seq, ...step } = steps[0];
  assert.deepEqual([seq, steps.length, step.type, step.kind, step.llmEnhanced], [0, 1, 'reflection', 'REFLECTION', true]);
  assert.ok(durationMs >= 0 && Math.abs(nowMs - Date.now()) < 60_000);
  const [request] = model.requests;
  assert.deepEqual([request.callId, request.purpose, request.responseSchema.required.length], ['reflection-1', 'reflection', 6]);
});

test('without a model, and with one that fails in any way, the rules speak and say why', async () => {
  const failing = {
    no_model: undefined,
    model_error: throws(new Error('503')),
    timeout: never,
    unreadable: () => 'I would not do that.',
  };
  for (const [fallback, model] of Object.entries(failing)) {
    const reflection = await new DecisionReflector({ model, budget: { callTimeoutMs: 5 } }).reflect(risky);
    const { shouldRevise, revisedAction, revisedConfidence, reflectionConfidence, llmEnhanced, rules } = reflection;
    assert.deepEqual(
      [reflection.fallback, shouldRevise, revisedAction, revisedConfidence, reflectionConfidence, llmEnhanced, rules],
      [fallback, true, 'REVIEW', undefined, 0.7, false, ['overconfidence', 'risk']],
    );
    const errors = { no_model: 0, model_error: 1, timeout: 1, unreadable: 2 };
    assert.equal(reflection.errors.length, errors[fallback]);
  }
  for (const model of [async () => ({ content: 3 }), async () => undefined, () => Promise.reject(null)]) {
    assert.equal((await new DecisionReflector({ model }).reflect(risky)).fallback, 'model_error');
  }
});

test('a decision is taken in every form in which it can be revised', async () => {
  const reflector = new DecisionReflector({ rules: { overconfidence: false }, minConcerns: 1 });
  const failed = [{ tool: 'kyc', success: false }];
  const forms = [
    { decision: 'APPROVE' },
    { decision: { action: 'APPROVE' } },
    { decision: { decision: 'APPROVE', riskScore: 28 } },
    { decision: { decision: 'REVIEW', recommendation: { action: 'APPROVE', decisionId: 'D' } } },
    { decision: 'REJECT', recommendation: { action: 'APPROVE' } },
    { decision: 'APPROVE', recommendation: { decisionId: 'D' } },
    { recommendation: { action: 'APPROVE' } },
    { decision: 'APPROVE', recommendation: null },
  ];
  for (const form of forms) {
    const { concerns } = await reflector.reflect({ ...form, riskScore: 75 });
    assert.deepEqual(concerns, ['risk score 75 is above 60, and yet the decision is APPROVE'], JSON.stringify(form));
  }
  const leaning = { decision: 'REVIEW', recommendation: { action: 'REVIEW', reliesOn: ['bank'] }, evidence: failed };
  assert.deepEqual((await reflector.reflect(leaning)).concerns, [], 'it does not lean on what failed');
  await refusals(
    'invalid_task',
    [
      [{ decision: 'APPROVE', recommendation: 'APPROVE' }, '`recommendation` must be an object with `action`, got a string'],
      [{ recommendation: {} }, '`decision.action` must be a string, got nothing'],
    ],
    (request) => reflector.reflect(request),
  );
});

test('own rules and an own reading of signals are the caller’s functions', async () => {
  const seen = [];
  const reflector = new DecisionReflector({
    signals: ({ vote }, at) => {
      if (vote === undefined) throw new Error('no vote');
      return at === 0 ? vote : { reject: 1 };
    },
    ownRules: {
      silent: () => true,
      nothing: () => null,
      forgetful: () => {},
      refusing: () => false,
      velocity: async (request, { signal }) => {
        seen.push(request, signal.aborted);
        return ['five accounts', 'one hour'];
      },
      broken: () => 7,
      throwing: throws(new Error('no table')),
    },
  });
  const request = { ...clean, evidence: [{ vote: 'approve', signal: 'reject' }, { vote: 1 }, {}] };
  const reflection = await reflector.reflect(request);
  assert.deepEqual(reflection.rules, ['contradiction', 'refusing', 'velocity', 'velocity']);
  assert.deepEqual(seen, [request, false]);
  assert.deepEqual(columns(reflection.errors, 'code', 'message'), [
    ['callback_error', '`signals` failed on `evidence[2]`: no vote'],
    ['bad_response', 'the rule `forgetful` failed: it returned nothing: return true, or a sentence that says what is wrong'],
    ['bad_response', 'the rule `broken` failed: it returned a number: return true, or a sentence that says what is wrong'],
    ['verifier_error', 'the rule `throwing` failed: no table'],
  ]);
});

test('a rule that hangs names the limit that it has', async () => {
  const reflector = new DecisionReflector({ ownRules: { slow: never }, budget: { callTimeoutMs: 5 } });
  const { errors } = await reflector.reflect(risky);
  assert.deepEqual(
    errors.map(({ message }) => message),
    ['the rule `slow` failed: no answer within 5 ms (see `budget.callTimeoutMs`)'],
  );
});

test('own rules are heard when a model sees nothing wrong', async () => {
  const model = () => '{"shouldRevise": false, "concerns": ["m"], "contraArgument": "c", "reflectionConfidence": 0.9}';
  const sanctions = ({ input }) => (input.listed ? 'the seller is listed' : true);
  const reflector = new DecisionReflector({ model, ownRules: { sanctions }, minConcerns: 1 });
  const listed = await reflector.reflect({ input: { listed: true }, decision: 'APPROVE' });
  assert.deepEqual([listed.shouldRevise, listed.revisedAction, listed.concerns], [true, 'REVIEW', ['m', 'the seller is listed']]);
  assert.deepEqual([listed.rules, listed.llmEnhanced, listed.fallback], [['sanctions'], true, undefined]);
  const clean = await reflector.reflect({ input: { listed: false }, decision: 'APPROVE' });
  assert.deepEqual([clean.shouldRevise, clean.concerns, 'rules' in clean], [false, ['m'], false]);
});

test('risk and confidence are those of the decision object, and a second argument is refused', async () => {
  const observation = {
    decision: 'APPROVE',
    riskScore: 70,
    confidence: 0.95,
    reasoning: 'x',
    recommendation: { action: 'APPROVE' },
  };
  const reflector = new DecisionReflector();
  for (const decision of [observation, { recommendation: { action: 'APPROVE', riskScore: 70, confidence: 0.95 } }]) {
    const { shouldRevise, rules } = await reflector.reflect({ decision, evidence: [] });
    assert.deepEqual([shouldRevise, rules], [true, ['overconfidence', 'risk']]);
  }
  const { rules } = await reflector.reflect({ recommendation: observation.recommendation, decision: observation, riskScore: 28 });
  assert.deepEqual(rules, ['overconfidence'], 'what the request says goes first');
  const must =
    '`reflect` takes one request, got a second argument, a list: give `{ decision: observation, evidence: actions, input,';
  const numbers = { ...observation, confidence: Number.NaN };
  await refusals(
    'invalid_task',
    [
      [observation, [tool('kyc')], {}, {}, new RegExp(`^${must.replace(/[{}.]/g, '\\$&')} chainOfThought \\}\`$`)],
      [{ decision: numbers }, '`decision.confidence` must be a number from 0 to 1, got NaN'],
      [{ decision: { ...observation, riskScore: 700 } }, '`decision.riskScore` must be a number from 0 to 100, got 700'],
      [{ decision: { ...observation, confidence: 'high' } }, '`decision.confidence` must be a number from 0 to 1, got a string'],
    ],
    (...given) => reflector.reflect(...given),
  );
});

test('an abort hands out that nothing is revised', async () => {
  const controller = new AbortController();
  const pending = new DecisionReflector({ model: never }).reflect({ ...risky, signal: controller.signal });
  controller.abort();
  assert.equal((await rejection(pending)).result.shouldRevise, false);
});

test('a revision keeps what it was, takes a fifth off the confidence, and changes nothing that was given', () => {
  const reflection = { shouldRevise: true, revisedAction: 'REVIEW', concerns: ['a', 'b'] };
  const marks = { originalAction: 'APPROVE', revisedByReflection: true, reflectionConcerns: ['a', 'b'] };
  const freeze = (value) => Object.freeze(value);
  const short = applyRevision(freeze({ action: 'APPROVE', confidence: 0.5, id: 1 }), freeze(reflection));
  assert.deepEqual(short.decision, { action: 'REVIEW', confidence: 0.4, id: 1, ...marks });
  assert.deepEqual(short.log, {
    reflectionApplied: true,
    originalDecision: 'APPROVE',
    revisedDecision: 'REVIEW',
    reflectionConcerns: ['a', 'b'],
  });
  const recommendation = freeze({ action: 'APPROVE', decisionId: 'DEC-1' });
  const seed = freeze({ decision: 'APPROVE', recommendation, confidence: 0.5, riskScore: 28 });
  assert.deepEqual(applyRevision(seed, reflection).decision, {
    decision: 'REVIEW',
    recommendation: { action: 'REVIEW', decisionId: 'DEC-1', ...marks },
    confidence: 0.4,
    riskScore: 28,
  });
  assert.equal(applyRevision({ action: 'APPROVE', confidence: 0.9 }, reflection).decision.confidence, 0.72);
  const sure = applyRevision({ decision: 'APPROVE', confidence: 1 }, { ...reflection, revisedConfidence: 0 }).decision.confidence;
  assert.equal(sure, 0);
  assert.equal('confidence' in applyRevision({ action: 'APPROVE' }, reflection).decision, false, 'no confidence is not NaN');
  const stands = applyRevision(seed, { shouldRevise: false, concerns: ['a'] });
  assert.deepEqual(stands.decision, seed);
  assert.notEqual(stands.decision, seed);
  assert.deepEqual(stands.log, {
    reflectionApplied: false,
    originalDecision: 'APPROVE',
    revisedDecision: 'APPROVE',
    reflectionConcerns: ['a'],
  });
  assert.match(thrown(() => applyRevision({}, reflection)).message, /must hold its action/);
});

test('an empty action revises nothing', () => {
  const decision = { action: 'APPROVE', confidence: 0.9 };
  const { decision: left, log } = applyRevision(decision, { shouldRevise: true, revisedAction: '', concerns: ['a'] });
  assert.deepEqual([left, log.reflectionApplied, log.revisedDecision], [decision, false, 'APPROVE']);
});

test('a revision of the wrong shape is refused by name', async () => {
  const revise = { shouldRevise: true, revisedAction: 'REVIEW', concerns: ['a'] };
  const decision = { action: 'APPROVE', confidence: 0.9 };
  const confidence = "a reflection's `revisedConfidence` must be a number from 0 to 1, got";
  const table = [
    [decision, undefined, 'a reflection must be an object, got nothing'],
    [decision, { ...revise, concerns: undefined }, "a reflection's `concerns` must be a list of strings, got nothing"],
    [decision, { ...revise, concerns: 'a' }, "a reflection's `concerns` must be a list of strings, got a string"],
    [decision, { ...revise, concerns: [1] }, "a reflection's `concerns` must be a list of strings, got a list of other things"],
    [decision, { ...revise, shouldRevise: 'true' }, "a reflection's `shouldRevise` must be true or false, got a string"],
    [decision, { ...revise, revisedConfidence: '0.3' }, `${confidence} "0.3"`],
    [decision, { ...revise, revisedConfidence: Number.NaN }, `${confidence} NaN`],
    [['APPROVE'], revise, 'a decision must be an object, got a list'],
    ['APPROVE', revise, 'a decision must be an object, got a string'],
    [decision, [revise], 'a reflection must be an object, got a list'],
    [{ ...decision, recommendation: 'APPROVE' }, revise, "a decision's `recommendation` must be an object, got a string"],
    [{ ...decision, recommendation: [] }, revise, "a decision's `recommendation` must be an object, got a list"],
    [{ ...decision, decision: { x: 1 } }, revise, "a decision's `decision` must be a string, got an object"],
    [{ action: ['APPROVE'] }, revise, "a decision's `action` must be a string, got a list"],
    [{ ...decision, confidence: Number.NaN }, revise, "the decision's `confidence` must be a finite number, got NaN"],
  ];
  await refusals('invalid_task', table, applyRevision);
});

test('settings and requests of the wrong shape are refused by name', async () => {
  const settings = [
    [{ modle: 1 }, 'unknown setting `modle`, did you mean `model`?'],
    [
      { model: 'gpt' },
      /^`model` must be a function, got a string: give what asks it, as `chatModel\(client, name\)` of 'reflect-engine\/openai'$/,
    ],
    [{ ownRules: [] }, '`ownRules` must be a plain object of functions by name, got a list'],
    [{ ownRules: { a: 1 } }, '`ownRules.a` must be a function, got a number'],
    [{ escalateto: 'X' }, 'unknown setting `escalateto`, did you mean `escalateTo`?'],
    [{ escalateTo: 'X' }, /^`escalateTo` must be among `actions` \(APPROVE, REVIEW, REJECT\), got "X"/],
    [{ actions: ['ALLOW', 'REVIEW'] }, /^`approveActions` must be among `actions` \(ALLOW, REVIEW\), got "APPROVE"/],
    [{ rejectActions: ['APPROVE'] }, /^`approveActions` and `rejectActions` both name "APPROVE"/],
    [{ minConcerns: 0 }, '`minConcerns` must be an integer from 1 to 100, got 0'],
    [{ rules: { risks: false } }, 'unknown setting `rules.risks`, did you mean `rules.risk`?'],
    [{ rules: { risk: { above: 3 } } }, /^unknown setting `rules.risk.above`/],
    [{ rules: { risk: 3 } }, '`rules.risk` must be an object, got 3'],
    [{ rules: { contradiction: { above: 0.6 } } }, '`rules.contradiction.above` must be a number from 0 to 0.5, got 0.6'],
  ];
  await refusals('invalid_settings', settings, (given) => new DecisionReflector(given));
  const requests = [
    [undefined, 'a request to reflect must be an object, got nothing'],
    [{ ...clean, evidance: [] }, 'unknown key `evidance`, did you mean `evidence`?'],
    [{ ...clean, decision: 'HOLD' }, '`decision` must be one of the actions APPROVE, REVIEW, REJECT, got "HOLD"'],
    [{ ...clean, signal: 3 }, '`signal` must be an AbortSignal, got a number'],
    ...[
      [{ decision: null }, '`decision` must be an action or an object with `action`, got null'],
      [{ decision: { act: 1 } }, '`decision.action` must be a string, got nothing'],
      [{ riskScore: 101 }, '`riskScore` must be a number from 0 to 100, got 101'],
      [{ riskScore: '28' }, '`riskScore` must be a number from 0 to 100, got a string'],
      [{ confidence: 92 }, '`confidence` must be a number from 0 to 1, got 92'],
      [{ confidence: -0.1 }, '`confidence` must be a number from 0 to 1, got -0.1'],
      [{ evidence: {} }, '`evidence` must be a list, got an object'],
      [{ evidence: [{ signal: 'aprove' }] }, /^`evidence\[0\]`: `signal` must be 'approve', 'reject', 'neutral', an action/],
      [{ evidence: [{ signals: { approve: 1.5 } }] }, /^`evidence\[0\]`: `signals`: `approve` must be a whole number/],
      [{ evidence: [{ signals: { approved: 3 } }] }, /`signals`: unknown key `approved`, did you mean `approve`\?/],
      [{ evidence: [{ success: 'yes' }] }, /^`evidence\[0\]`: `success` must be true or false, got a string/],
      [{ agentName: ' ' }, /^`agentName` must be a string that is not blank/],
    ].map(([over, message]) => [{ ...clean, ...over }, message]),
  ];
  await refusals('invalid_task', requests, (given) => new DecisionReflector().reflect(given));
  const cyclic = { ...clean };
  cyclic.input = cyclic;
  assert.equal((await new DecisionReflector().reflect(cyclic)).shouldRevise, false, 'what JSON cannot hold is only shown');
});

test('a number that JSON cannot hold is refused by name where it is read, and switches no rule off', async () => {
  const { NaN: none, POSITIVE_INFINITY: endless } = Number;
  const signals = { approve: none, reject: 2 };
  const allowed = "'approve', 'reject', 'neutral', an action, or { approve, reject }";
  const table = [
    [{ confidence: none }, '`confidence` must be a number from 0 to 1, got NaN'],
    [{ riskScore: endless }, '`riskScore` must be a number from 0 to 100, got Infinity'],
    [{ riskScore: -endless }, '`riskScore` must be a number from 0 to 100, got -Infinity'],
    [{ domain: none }, '`domain` must be a string, got NaN'],
    [{ evidence: none }, '`evidence` must be a list, got NaN'],
    [{ decision: { action: 'APPROVE', reliesOn: none } }, '`decision`: `reliesOn` must be a list, got NaN'],
    [{ evidence: [{ tool: none }] }, '`evidence[0]`: `tool` must be a string, got NaN'],
    [{ evidence: [{ success: none }] }, '`evidence[0]`: `success` must be true or false, got NaN'],
    [{ evidence: [{}, { signal: none }] }, `\`evidence[1]\`: \`signal\` must be ${allowed}, got NaN`],
    [{ evidence: [{ signals }] }, '`evidence[0]`: `signals`: `approve` must be a whole number from 0, got NaN'],
  ];
  await refusals('invalid_task', table, (given) => new DecisionReflector().reflect({ ...risky, ...given }));
  const model = scriptedModel([REVISE]);
  const shown = { input: { amount: none }, chainOfThought: [endless], evidence: [tool('kyc', { result: { ratio: none } })] };
  await new DecisionReflector({ model }).reflect({ ...risky, ...shown });
  assert.match(JSON.stringify(model.requests[0].messages), /ratio[^a-z]+null/, 'what is only shown may be anything');
});

test('a function that gives no signal that can be read is told so, a promise too', async () => {
  const allowed = "'approve', 'reject', 'neutral', an action, or { approve, reject }";
  const must =
    "`evidence[0]`: `signals` must give 'approve', 'reject', 'neutral', an action, { approve, reject } or nothing, at once, got";
  const table = [
    [async () => 'reject', `${must} a promise`],
    [() => Promise.reject(new Error('late')), `${must} a promise`],
    [() => () => 'reject', `${must} a function`],
    [() => Symbol('reject'), `${must} a symbol`],
    [() => Number.NaN, `\`evidence[0]\`: the signal must be ${allowed}, got NaN`],
    [() => ({ approve: 1, reject: Number.NaN }), '`evidence[0]`: the signal: `reject` must be a whole number from 0, got NaN'],
  ];
  await refusals('invalid_task', table, (signals) => new DecisionReflector({ signals }).reflect(risky));
  await new Promise(setImmediate);
});

test('model and own rules are steps of a durable host', async () => {
  const names = [];
  const durable = { run: (name, work) => names.push(name) && work(), now: () => 5, seed: 3 };
  const reflector = new DecisionReflector({
    model: () => 'no',
    onUnreadableCritique: 'stop',
    ownRules: { velocity: () => 'fast' },
  });
  const reflection = await reflector.reflect({ ...risky, durable });
  assert.deepEqual(names, ['reflection-1', 'verify-1.velocity']);
  assert.deepEqual(reflection.rules, ['overconfidence', 'risk', 'velocity']);
});

test('under a durable host nothing is random, and time is the host’s', async () => {
  const asked = [];
  const reflected = async (durable, budget) => {
    const model = (request) => (asked.push(JSON.stringify(request.messages)), 'no');
    return new DecisionReflector({ model, budget, onUnreadableCritique: 'stop' }).reflect({ ...risky, durable });
  };
  const keys = [];
  const run = (_, work, { idempotencyKey }) => (keys.push(idempotencyKey), work());
  const [first] = (await reflected({ run })).steps;
  assert.deepEqual([first.nowMs, first.durationMs], [0, 0]);
  await reflected({ run });
  await reflected({ run, seed: 1 });
  assert.deepEqual([keys[0] === keys[1], asked[0] === asked[1]], [true, true]);
  assert.deepEqual([keys[1] === keys[2], asked[1] === asked[2]], [false, false]);
  let now = 1_000;
  const late = (name, work) => ((now += 60_000), run(name, work, {}));
  const { nowMs, durationMs } = (await reflected({ run: late, now: () => now })).steps[0];
  assert.deepEqual([nowMs, durationMs], [61_000, 60_000]);
  const { code, message } = await rejection(reflected({ run }, { maxSeconds: 5 }));
  assert.equal(code, 'invalid_task');
  assert.match(message, /^`budget.maxSeconds` needs `durable.now`/);
});
