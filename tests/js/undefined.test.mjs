// The types of inputs take `undefined` where a key may be absent: then it must mean the same.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  Autopilot,
  Critic,
  canonicalModel,
  DecisionReflector,
  EvalTracker,
  Evaluator,
  httpEvaluator,
  LoopMonitor,
  memoryStore,
  ReflectEngine,
  Reflector,
  ResearchLoop,
  readCritique,
  tool,
} from 'reflect-engine';
import { evalHandler } from 'reflect-engine/server';
import { scriptedModel } from 'reflect-engine/testing';
import { jsonFences, length } from 'reflect-engine/verifiers';
import { accept, reject } from './support.mjs';

/** An object with these keys, each `undefined`. */
const none = (keys) => Object.fromEntries(keys.split(' ').map((key) => [key, undefined]));
/** What a run came to, without what the clock and chance say. */
const told = (result) =>
  JSON.parse(JSON.stringify(result, (key, value) => (/nowMs|snapshot|seed/.test(key) ? undefined : value)));

const BUDGET = none('maxCalls maxTokens maxSeconds maxCostUsd callTimeoutMs verifierTimeoutMs');
const OF_ENGINE = {
  ...none('maxReflections acceptanceThreshold maxAnswerSteps critiquePrompt strategy drafts judgeLast returns form criteria'),
  ...none('confidenceThreshold maxSuggestions requirements deriveRequirements onUnreadableCritique maxCritiqueFailures'),
  ...none('advanced'),
  jury: none('mode order'),
  critique: none('sees fence memory'),
  budget: BUDGET,
  history: none('maxDrafts maxChars'),
  seed: 7,
};

test('settings, a task and what its callbacks give', async () => {
  const usage = none('inputTokens outputTokens totalTokens cachedTokens reasoningTokens costUsd estimated');
  const response = { ...none('toolCalls model responseId metadata finishReason'), usage };
  const call = { ...none('id metadata'), name: 'add', arguments: { a: 1 } };
  const run = (settings, task, say, asked, verdict, message) => {
    const model = scriptedModel([
      { ...say, content: '', toolCalls: [asked] },
      { ...say, content: 'One.' },
      reject(),
      { ...say, content: 'Two.' },
    ]);
    const add = tool({ name: 'add', schema: { type: 'object' }, execute: () => 2, ...message.tool });
    return new ReflectEngine(settings).run({
      input: [{ role: 'user', content: '1 + 1?', ...message.said }],
      model,
      tools: [add],
      verifiers: { fine: () => ({ passed: true, ...verdict }) },
      ...task,
    });
  };
  const plain = await run({ advanced: { seed: 7 } }, {}, {}, { name: 'add', arguments: { a: 1 } }, {}, {});
  const task = none('systemPrompt critic usable outputSchema onStep onDraft redact signal settings durable');
  const said = none('toolCallId toolCalls metadata');
  const verdict = none('issues score');
  const filled = await run(OF_ENGINE, task, response, call, verdict, { said, tool: none('description parameters') });
  assert.deepEqual(told(filled), told(plain));
});

test('a review, and a task that is resumed', async () => {
  const engine = new ReflectEngine({ maxReflections: 0 });
  const first = await engine.run({ input: 'q', model: scriptedModel(['a']) });
  const review = { accepted: true, feedback: undefined };
  const task = none(
    'input systemPrompt critic tools verifiers usable outputSchema onStep onDraft redact signal settings durable',
  );
  const reviewed = await engine.resume(first.snapshot, { ...task, model: scriptedModel([]), review });
  assert.equal(reviewed.acceptedBy, 'human');
  assert.equal(
    readCritique(accept(), { ...none('acceptanceThreshold finishReason answer prompt sentinels form') }).status,
    'accepted',
  );
});

test('critics and autopilots', async () => {
  const goal = { objective: 'o', successCriteria: ['c'] };
  const verdict = '{"criteria_met": [true], "confidence": 0.9, "suggestions": [], "reasoning": "r"}';
  const critic = new Critic({ model: () => verdict, ...none('systemPrompt confidenceThreshold maxSuggestions') });
  const review = { objective: 'o', criteria: ['c'], output: 'x', ...none('model signal') };
  assert.deepEqual((await critic.review(review)).criteriaMet, [true]);
  const budget = { ...none('maxIterations maxCalls maxTokens maxSeconds maxCostUsd callTimeoutMs') };
  const both = { goal, budget, ...none('checkpoint prices seed') };
  const agent = () => ({ output: 'x', ...none('done criteriaMet usage') });
  const ofAgent = new Autopilot({ ...both, agent, critic, ...none('model tools maxAnswerSteps') });
  const ofModel = new Autopilot({ ...both, model: () => 'x', critic, ...none('agent tools maxAnswerSteps') });
  for (const autopilot of [ofAgent, ofModel]) {
    assert.equal((await autopilot.run(none('runId signal'))).accepted, true);
  }
});

test('decisions', async () => {
  const rules = {
    contradiction: none('above minSignals'),
    overconfidence: none('above minTools'),
    risk: none('approveAbove rejectBelow'),
    failure: undefined,
  };
  const settings = none(
    'model systemPrompt actions approveActions rejectActions escalateTo minConcerns ownRules signals prices seed',
  );
  const request = none('agentId agentName domain input riskScore chainOfThought signal durable');
  const evidence = [
    { tool: 'kyc', success: false, ...none('domain error signal signals result') },
    { signals: none('approve reject') },
  ];
  const decision = { action: 'APPROVE', reliesOn: undefined };
  const given = { ...request, evidence, decision, confidence: 0.9 };
  const reflector = new DecisionReflector({ ...settings, rules, budget: { callTimeoutMs: undefined } });
  const reflection = await reflector.reflect(given);
  const plain = await new DecisionReflector().reflect({
    evidence: [{ tool: 'kyc', success: false }, {}],
    decision: { action: 'APPROVE' },
    confidence: 0.9,
  });
  assert.deepEqual([reflection.rules, reflection.shouldRevise], [plain.rules, plain.shouldRevise]);
  const { decision: revised } = reflector.applyRevision(
    { ...none('decision recommendation confidence'), action: 'APPROVE' },
    { ...reflection, revisedConfidence: undefined },
  );
  assert.equal(revised.action, 'REVIEW');
});

test('research', async () => {
  const field = none('required minCount minSources many contrarian unit asOf query values description');
  const fields = [{ path: 'price', type: 'number', ...field, tolerance: none('relative absolute') }];
  const fact = { path: 'price', value: 12, sourceId: 's', ...none('normalised unit asOf origin quote metadata') };
  const model = { fields, ...none('topic entities') };
  const settings = none('maxFruitless settle plurality normalise');
  const reflector = new Reflector(canonicalModel(model, none('topic entities fields')), settings);
  reflector.add([fact]);
  assert.equal(reflector.reflect().state, 'complete');
  const loop = new ResearchLoop({
    canonicalModel: model,
    reflector: settings,
    evaluator: none('metrics weights threshold metricTimeoutMs'),
    repetition: none('window limit'),
    budget: none('maxCalls maxTokens maxSeconds maxCostUsd callTimeoutMs'),
    ...none('maxIterations maxRepairs prices seed'),
  });
  const task = none('compose adjudicate onStep redact signal durable');
  const result = await loop.run({ query: 'q', research: () => ({ facts: [fact], ...none('usage') }), ...task });
  assert.equal(result.object.price, 12);
  const review = { accepted: true, feedback: undefined };
  assert.equal((await loop.resume(result.snapshot, { ...task, research: () => [], review })).acceptedBy, 'human');
  const metric = () => ({ score: 1, ...none('explanation paths') });
  const subject = { ...none('question output facts'), sources: [none('id url trust text')] };
  assert.equal((await new Evaluator({ metrics: { metric } }).evaluate(subject, none('signal'))).passed, true);
});

test('trackers and monitors', async () => {
  const monitor = new LoopMonitor({
    ...none('mode confidence minRated remember onEvent'),
    window: none('buckets bucketMs'),
    levels: none('timeoutRateHigh timeoutRateLow avgMissingFieldsHigh passRateLow correlationLow avgRetryCountHigh'),
  });
  const observed = { status: 'ok', accepted: true, stopReason: 'accepted', iterations: 1 };
  const more = 'runId agent judged evaluations retries repairs missingFields missing repetitionHits score evaluation critique';
  monitor.observe({ ...observed, ...none(`${more} criticVerdict drafts metadata`) }, none('agent runId nowMs'));
  const plain = new LoopMonitor();
  plain.observe(observed);
  assert.deepEqual(monitor.report(none('nowMs')).metrics, plain.report().metrics);
  monitor.feedback({ runId: 'r', rating: 1, rejected: undefined }, none('nowMs'));

  const keys = 'evaluator evaluatorTimeoutMs concurrency maxWaiting sampleRate maxQueue onRegression monitor warn now';
  const evals = new EvalTracker({
    ...none(keys),
    store: memoryStore(none('maxEvaluations')),
    regressions: none('rule drop minSamples coolDownHours'),
    retention: none('evaluationDays windowDays'),
  });
  const input =
    'decisionId evalSource sourceKind evaluatorId evaluatorVersion explanation costUsd input decision riskScore confidence';
  evals.record({ agentId: 'A', scores: { m: 0.5 }, ...none(`${input} evaluationId createdAt run`) });
  evals.recordRun(
    { ...observed, ...none(more) },
    { agentId: 'A', ...none('input evaluatorId evaluatorVersion createdAt runId') },
  );
  assert.equal((await evals.getAgentEvalStats('A')).evalCount, 2);
  assert.deepEqual(await evals.getLessons('A', none('limit points')), []);
  const handler = evalHandler(evals, { ...none('basePath onError'), authorize: () => true });
  assert.equal((await handler(new Request('http://localhost/A/evals/stats'))).status, 200);
  httpEvaluator('http://localhost/', none('headers fetch'));
  await evals.close();
});

test('verifiers', async () => {
  const context = { signal: new AbortController().signal };
  assert.equal((await length({ max: 3, min: undefined, unit: 'words' })('a b', context)).passed, true);
  assert.equal((await jsonFences({ min: undefined })('', context)).passed, true);
});
