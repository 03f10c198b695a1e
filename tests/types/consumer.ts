// A user's code, compiled against the packed declarations as strictly as TypeScript can. Each `@ts-expect-error` fails the
// build when the line under it is not an error any more.

import { Pool } from 'pg';
import {
  Autopilot,
  type AutopilotResult,
  type AutopilotStep,
  type CallError,
  Critic,
  type Failure,
  type Gate,
  type GateVerdict,
  type HostedResult,
  isReflectError,
  type Json,
  type Model,
  presets,
  ReflectEngine,
  type ReflectErrorCode,
  type ReflectResult,
  type ReflectTask,
  type RunError,
  type Step,
  tool,
  type toResponse,
  toSSE,
  type VerdictInput,
  type Verifier,
  type VerifierContext,
  type Why,
} from 'reflect-engine';
import { applyRevision, type DecisionLog, DecisionReflector, type DecisionSettings } from 'reflect-engine/decision';
import { EvalTracker, type EvaluationRecord, getEvalTracker, memoryStore } from 'reflect-engine/evals';
import { indexedDbStore } from 'reflect-engine/evals/indexeddb';
import { postgresStore } from 'reflect-engine/evals/postgres';
import { type EvalPage, type EvalTrendAnswer, evalHandler } from 'reflect-engine/evals/server';
import { sqliteStore } from 'reflect-engine/evals/sqlite';
import { reflectServer } from 'reflect-engine/mcp';
import {
  backtest,
  type CriticMeasure,
  drift,
  type Estimate,
  guarantee,
  type Labelled,
  labelRun,
  measure,
  measureCritic,
} from 'reflect-engine/measure';
import { LoopMonitor } from 'reflect-engine/monitor';
import { type Evaluation, Evaluator, type Fact, type Metric, Reflector, ResearchLoop } from 'reflect-engine/research';
import { initSync } from 'reflect-engine/slim';
import { scriptedModel } from 'reflect-engine/testing';
import { type Trace, traceOf } from 'reflect-engine/trace';
import { arithmetic, jsonFences, length, matchesSchema, mustContain, mustNotContain } from 'reflect-engine/verifiers';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Same<A, B>): void {}

const model: Model = async (request) => {
  same<typeof request.signal, AbortSignal>(true);
  return { content: request.messages.map((message) => message.role).join(), usage: { inputTokens: 1 } };
};

const engine = new ReflectEngine({ maxReflections: 3, strategy: 'classic', budget: { maxCalls: 10 } });
same<typeof engine.name, 'reflect'>(true);

// The codes of errors are a union, so that a `switch` on them is checked.
const known = (code: RunError['code']): string => code;
known('callback_error');
// @ts-expect-error a code that no run notes
known('calback_error');

const watched = engine.stream({
  input: 'q',
  model,
  runId: 'r',
  onCall: ({ error }) => same<typeof error, CallError | undefined>(true),
});
same<ReturnType<typeof toResponse>, Response>(true);
toSSE(watched);
toSSE(new Autopilot({ agent: () => 'text', goal: { objective: 'o', successCriteria: ['c'] } }).stream());

// @ts-expect-error a key that no setting has
new ReflectEngine({ maxReflection: 3 });
// @ts-expect-error a strategy that does not exist
new ReflectEngine({ strategy: 'best' });
// @ts-expect-error a task without a model
engine.run({ input: 'hello' });

const result = await engine.run({
  input: 'hello',
  model,
  critic: false,
  verifiers: { short: (draft) => ({ passed: draft.length < 9 }) },
});
same<typeof result, ReflectResult<string>>(true);
same<typeof result.output, string>(true);
same<typeof result.status, 'ok' | 'needs_review' | 'failed'>(true);

const hosted = engine.start({ input: 'hello' }).poll();
if (hosted.type === 'done') same<typeof hosted.result, HostedResult>(true);
same<HostedResult['failure'], Failure | undefined>(true);
same<Failure['code'], ReflectErrorCode>(true);

const best = new ReflectEngine({ strategy: 'best-of-n', drafts: 4, advanced: { select: 'best' } });
same<typeof best, ReflectEngine>(true);
same<(typeof result.trace.drafts)[number]['duplicateOf'], number | undefined>(true);

/** Why a step was taken: the same for a thought, a reflection and a response. */
export function explained(step: Step): string {
  const why: Why | undefined = 'why' in step ? step.why : undefined;
  return why === undefined ? '' : `${why.action} ${why.draftIndex ?? ''}: ${why.reason}`;
}

/** Every kind of step is told apart by `type`. */
export function line(step: Step): string {
  switch (step.type) {
    case 'thought':
    case 'response':
      return step.content;
    case 'reflection':
      return `${step.score ?? '?'} ${step.needsRevision}`;
    case 'tool_call':
      return step.toolName;
    case 'tool_result':
      return step.error ?? step.toolName;
    case 'action':
      return step.allowed ? step.toolName : (step.feedback ?? '');
  }
}

interface Point {
  x: number;
}
const schema = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (_value: unknown) => ({ value: { x: 1 } }),
    types: undefined as { input: Point; output: Point } | undefined,
  },
} as const;
const typed = await engine.run({ input: 'a point', model: scriptedModel(['{"x":1}']), outputSchema: schema });
same<typeof typed.object, Point | undefined>(true);
// `status` says the rest.
if (typed.status === 'ok') {
  same<typeof typed.object, Point>(true);
  same<typeof typed.acceptedBy, 'critic' | 'verifier' | 'human'>(true);
  same<typeof typed.accepted, true>(true);
} else same<typeof typed.acceptedBy, undefined>(true);

const json = { type: 'object', required: ['x'], properties: { x: { type: 'number' } } };
const schemed = { input: 'a point', model, outputSchema: json };
const anyJson = await engine.run(schemed);
same<typeof anyJson.object, Json | undefined>(true);
const streamed = await engine.stream(schemed).result;
same<typeof streamed.object, Json | undefined>(true);
const resumed = await engine.resume(anyJson.snapshot, schemed);
same<typeof resumed.object, Json | undefined>(true);
const said = await engine.run<Point>(schemed);
same<typeof said.object, Point | undefined>(true);
const kept: ReflectTask = schemed;
const ofKept = await engine.run(kept);
same<typeof ofKept.object, Json | undefined>(true);
// @ts-expect-error with a JSON Schema nobody knows that it is a text
anyJson.object?.toUpperCase();

tool({
  name: 'move',
  schema,
  execute: (args) => {
    same<typeof args, Point>(true);
    return args.x;
  },
});

tool({
  name: 'now',
  execute: (args) => {
    same<typeof args, Record<string, Json>>(true);
    return Date.now();
  },
});

for await (const step of engine.stream({ input: 'hello', model })) line(step);

try {
  engine.free();
} catch (error) {
  if (isReflectError(error)) {
    same<typeof error.message, string>(true);
    // @ts-expect-error the codes are a closed union
    if (error.code === 'no_such_code') throw error;
  }
}

const goal = { objective: 'hello', successCriteria: ['is short'] };
const critic = new Critic({ model, confidenceThreshold: 0.85 });
const review = await critic.review({ objective: 'hello', criteria: ['is short'], output: 'x' });
same<typeof review.criteriaMet, boolean[]>(true);
critic.shouldTerminate(review);
new Autopilot({ model, tools: [], goal, critic: true });
const autopilot = new Autopilot({
  agent: ({ prompt, iteration, criticFeedback }) => ({ output: prompt + criticFeedback.join(), done: iteration > 2 }),
  goal,
  critic,
  budget: { maxIterations: 6, maxCostUsd: 1 },
});
// @ts-expect-error exactly one of model and agent
new Autopilot({ model, agent: () => 'x', goal });
// @ts-expect-error an agent has no model to lend the critic
new Autopilot({ agent: () => 'x', goal, critic: true });
// @ts-expect-error nobody gives the outputs
new Autopilot({ goal });

/** Every event is told apart by `kind`, and every step by `type`. */
export function told(step: AutopilotStep): string {
  switch (step.type) {
    case 'iteration':
    case 'done':
      return step.output;
    case 'critic':
      return step.suggestions.join();
    case 'criteria_satisfied':
      return String(step.byCritic);
    case 'tool_call':
    case 'tool_result':
      return step.toolName;
  }
}
for await (const step of autopilot.stream({ runId: 'r' })) told(step);
try {
  const flown = await autopilot.run({ runId: 'r' });
  same<typeof flown, AutopilotResult>(true);
  same<typeof flown.acceptedBy, 'critic' | undefined>(true);
  if (flown.status === 'ok') same<typeof flown.acceptedBy, 'critic'>(true);
} catch (error) {
  if (isReflectError<AutopilotResult>(error)) same<typeof error.result, AutopilotResult | undefined>(true);
}

initSync({ engine: new Uint8Array(8) });
// @ts-expect-error a path is not a wasm
initSync('reflect_engine_bg.wasm');

const built: Record<string, Verifier> = {
  sums: arithmetic(),
  json: jsonFences({ min: 1 }),
  short: length({ max: 100, unit: 'words' }),
  point: matchesSchema(schema),
  plain: matchesSchema({ type: 'object' }),
  wanted: mustContain(['a', /b/]),
  unwanted: mustNotContain(/c/),
};
await engine.run({ input: 'hello', model, critic: false, verifiers: built });
const early: Verifier = {
  check: (draft) => draft.length < 9,
  partial: (text, { signal }) => (signal.aborted || text.length < 9 ? undefined : 'too long'),
};
await engine.run({ input: 'hello', model, critic: false, verifiers: { early, late: { check: async () => [] } } });
// @ts-expect-error only a check accepts
await engine.run({ input: 'hello', model, critic: false, verifiers: { early: { partial: () => false } } });
const { stoppedBy } = (await engine.run({ input: 'hello', model })).trace.drafts[0] ?? {};
same<typeof stoppedBy, string | undefined>(true);
// Those of this package can be called by themselves.
const lengthVerdict = await length({ max: 1, unit: 'words' })('hello', {} as VerifierContext);
same<typeof lengthVerdict, VerdictInput>(true);
// @ts-expect-error without a unit
length({ max: 1 });
// @ts-expect-error a unit that does not exist
length({ max: 1, unit: 'lines' });
// @ts-expect-error only strings and patterns are looked for
mustContain([1]);

// Without a schema a result is of the default type, and fits where one is asked for.
export async function untyped(engine: ReflectEngine, model: Model): Promise<ReflectResult> {
  const result = await engine.run({ input: 'q', model });
  same<typeof result, ReflectResult<string>>(true);
  return result;
}

// A tracker over HTTP, by every server's own types.
const shown = new EvalTracker();
const overHttp = evalHandler(shown, { authorize: async (request) => request.headers.get('x-key') === 'k', basePath: '/api' });
same<typeof overHttp, (request: Request) => Promise<Response>>(true);
const evalPage = (await (await overHttp(new Request('http://localhost/A/evals'))).json()) as EvalPage;
same<typeof evalPage.next, string | undefined>(true);
same<EvalTrendAnswer['windowHours'], number>(true);
await shown.getEvalHistory('A', 50, evalPage.evaluations.at(-1));
// @ts-expect-error: an option that does not exist
evalHandler(shown, { allowLoopback: true });
// @ts-expect-error a tracker is needed
evalHandler({});

engine.calibrate([result, result]);
same<typeof result.passedAfterHint, boolean | undefined>(true);
new ReflectEngine({ advanced: { calibration: { key: 'tenant' } } });
new ReflectEngine({ advanced: { calibration: engine.calibration('tenant') } });
// @ts-expect-error: a key is a text
new ReflectEngine({ advanced: { calibration: { key: 7 } } });

// A monitor takes the results of every loop as they are, and what a run rejected with.
const monitor = new LoopMonitor({ mode: 'confident', onEvent: (event) => same<typeof event.type, 'opened' | 'closed'>(true) });
monitor.observe(result, { runId: 'a' });
monitor.observe(await autopilot.run({ runId: 'r' }));
const found = await new ResearchLoop({ canonicalModel: { fields: ['a'] } }).run({ query: 'q', research: () => [] });
monitor.observe(found);
if (found.status === 'ok') same<typeof found.acceptedBy, 'evaluator'>(true);
monitor.observe({ status: 'ok', accepted: true, stopReason: 'model_complete', iterations: 1, missingFields: 0 });
export function failed(error: unknown): void {
  if (isReflectError<AutopilotResult>(error)) monitor.observe(error);
  if (isReflectError(error)) monitor.observe(error);
}
// @ts-expect-error a status that does not exist
monitor.observe({ status: 'done', accepted: true, stopReason: 'x', iterations: 1 });
const health = monitor.report();
same<typeof health.metrics.timeout_rate, number | undefined>(true);
same<typeof health.measures.correlation.n, number>(true);
same<typeof health.window.alerts, typeof health.alerts>(true);
same<LoopMonitor, ReturnType<typeof LoopMonitor.fromJSON>>(true);

// The subject is what the metrics say it is.
const wordy: Metric<{ words: number }> = async ({ words }, { signal }) => (signal.aborted ? 0 : { score: words / 9 });
const gate = new Evaluator({ metrics: { wordy }, weights: { wordy: 2 } });
same<Evaluation, Awaited<ReturnType<typeof gate.evaluate>>>(true);
await gate.evaluate({ words: 3 });
// @ts-expect-error another subject
await gate.evaluate({ word: 3 });
await new Evaluator({
  ...presets.simpleAverage,
  metrics: { relevance: () => 1, source_quality: () => 1, bias_score: () => 1 },
}).evaluate({});

// A fact has a name, as a search returns it and as `contradictions` gets it. A model may be behind that, and behind the metric of relevance.
const price: Fact = { path: 'price', value: '$10 a month', sourceId: 'shop', metadata: { trust: 0.9 } };
// @ts-expect-error somebody says it
const anonymous: Fact = { path: 'price', value: 9 };
new ResearchLoop({
  canonicalModel: { price: 'amount' },
  reflector: { contradictions: async (facts) => (facts.some(({ value }) => value === price.value) ? [[0, 1]] : []) },
  evaluator: { model: async ({ messages }) => `${messages.length}` },
});
new Reflector({ price: 'amount' }, { contradictions: () => [[0, 1]] }).add([price, anonymous]);
// @ts-expect-error pairs of numbers
new Reflector({ price: 'amount' }, { contradictions: () => [0, 1] });

// A decision keeps its type through a revision, and evidence is whatever the reading of signals and the own rules take.
const decisions = new DecisionReflector<{ vote: number }>({
  signals: ({ vote }) => (vote > 0 ? 'approve' : { reject: -vote }),
  ownRules: { few: ({ evidence }) => (evidence?.length ? true : 'no evidence') },
});
const reflected = await decisions.reflect({ decision: 'APPROVE', evidence: [{ vote: 1 }], confidence: 0.9 });
const { decision: revisedOrder, log } = decisions.applyRevision({ action: 'APPROVE', orderId: 7 }, reflected);
same<typeof log, DecisionLog>(true);
same<typeof revisedOrder.orderId, number>(true);
same<typeof revisedOrder.originalAction, string | undefined>(true);
// @ts-expect-error a rule that does not exist
new DecisionReflector({ rules: { risks: false } });
// Rules of decisions are rules of actions.
const ownRules: NonNullable<DecisionSettings['ownRules']> = {
  sunday: ({ decision }) => (decision === 'PAY' ? 'not today' : null),
};
const acting = engine.gate({
  input: 'q',
  verifiers: { v: () => true },
  actions: { rules: { ...ownRules, own: ({ name }) => name !== 'rm' } },
});
const may = await acting.step({ name: 'pay', arguments: { euros: 5 } });
same<typeof may, { allow: true } | { allow: false; feedback: string }>(true);
// @ts-expect-error a rule says what speaks against it
engine.gate({ input: 'q', actions: { rules: { own: () => 7 } } });
// @ts-expect-error a rule that forgets to return
engine.gate({ input: 'q', actions: { rules: { own: ({ name }) => void (name !== 'rm') } } });
new DecisionReflector({
  ownRules: {
    // @ts-expect-error the same
    few: ({ evidence }) => {
      if (!evidence) return 'none';
    },
  },
});
// What holds the action holds the marks, and the action is no longer the one that it was.
declare const order: { action: 'APPROVE'; confidence: 0.9; recommendation?: { action: 'APPROVE'; note: string } | null };
const [asSeed, asConst, either] = [
  applyRevision({ decision: 'APPROVE', recommendation: { action: 'APPROVE', id: 7 } }, reflected).decision,
  applyRevision({ action: 'APPROVE' } as const, reflected).decision,
  applyRevision(order, reflected).decision,
];
same<typeof asSeed.recommendation.originalAction, string | undefined>(true);
same<typeof asSeed.recommendation.id, number>(true);
// @ts-expect-error the marks are in the recommendation
asSeed.originalAction;
same<typeof asConst.action, string>(true);
same<typeof asConst.originalAction, string | undefined>(true);
same<typeof asConst.confidence, number | undefined>(true);
// @ts-expect-error there is none
asConst.recommendation;
same<typeof either.confidence, number>(true);
same<typeof either.originalAction, string | undefined>(true);
same<NonNullable<typeof either.recommendation>['action'], string>(true);
same<NonNullable<typeof either.recommendation>['revisedByReflection'], true | undefined>(true);

const evals = new EvalTracker({ store: Math.random() < 0.5 ? sqliteStore('evals.db') : memoryStore() });
new EvalTracker({ store: indexedDbStore('evals') });
same<ReturnType<typeof getEvalTracker>, EvalTracker>(true);
getEvalTracker({ store: memoryStore() });
const id: string = evals.record({ agentId: 'A', scores: { groundedness: 0.9, coherence: null }, sourceKind: 'model' });
new EvalTracker({ store: postgresStore(new Pool()) });
// @ts-expect-error: a client, not where to find one
postgresStore('postgres://localhost/app');
same<Awaited<ReturnType<typeof evals.getEvalHistory>>, EvaluationRecord[]>(true);
evals.on('agent:eval:regression', ({ metric, drop }) => `${metric ?? id}: ${drop.toFixed(2)}`);
// @ts-expect-error an event that does not exist
evals.on('regression', () => {});

const judge: Gate = new ReflectEngine().gate({ input: 'q', critic: () => '', criteria: ['Short.'] });
const gated: GateVerdict = await judge.submit('a', { evidence: [{ role: 'tool', toolCallId: 'a', content: 'b' }] });
same<typeof gated extends { done: true; result: { output: string } } | { done: false; feedback: string } ? true : false, true>(
  true,
);
if (!gated.done) judge.submit(gated.feedback, { usage: { inputTokens: gated.remaining } });
// @ts-expect-error there is no result before the end
judge.submit('a').then(({ result }) => result);
// @ts-expect-error a gate has no model: the host writes
new ReflectEngine().gate({ input: 'q', model: () => '' });

const labelled: Labelled[] = [
  { input: 'q', draft: 'a', correct: true, revised: undefined },
  { accepted: false, score: 4 },
];
const judged: CriticMeasure = await measureCritic([model, { model }], labelled, {
  settings: { criteria: ['It is right.'], acceptanceThreshold: 7 },
  maxCalls: 9,
});
same<typeof judged.kappa, Estimate | undefined>(true);
same<NonNullable<ReturnType<typeof measure>['reflecting']>['policies'][number]['revise'], 'all' | 'refused' | number>(true);
measure(judged.labelled, 9);
const promise = guarantee([labelRun(result, { right: true, group: 'a' })], { wrong: 0.1 });
new ReflectEngine({ looks: 2, guarantee: promise });
if (promise) same<typeof promise.judge.critics, string[]>(true);
const alarm = promise && drift(promise, []).alarm;
same<typeof alarm, boolean | undefined>(true);
same<NonNullable<typeof result.guarantee>['labels'], number>(true);
const byHand = guarantee([{ score: 9, right: true }], { wrong: 0.1, confidence: 0.9 });
// @ts-expect-error: labels by hand say nothing of who judges
new ReflectEngine({ guarantee: byHand });
// @ts-expect-error: what may be wrong is to be said
guarantee([], { confidence: 0.9 });
// @ts-expect-error a label is a word, not points
measure([{ correct: 8 }]);
// @ts-expect-error verifiers alone are no critic
measureCritic(false, labelled);
// @ts-expect-error what a run is to do says nothing of its critic
measureCritic(model, labelled, { settings: { maxReflections: 2 } });
const traces: Trace[] = [traceOf(await engine.run({ input: 'q', model }))];
same<ReturnType<typeof backtest>['runs'][number]['accepted'], boolean | undefined>(true);
// @ts-expect-error an unknown strategy
backtest(traces, { strategy: 'best' });
const stateless = reflectServer({ engine: new ReflectEngine(), model, gates: new Map<string, string>() });
same<ReturnType<typeof stateless>, Promise<Response>>(true);
// @ts-expect-error a store of gates keeps texts by handles
reflectServer({ engine: new ReflectEngine(), gates: new Set<string>() });
