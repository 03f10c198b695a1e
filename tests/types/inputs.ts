// What users hand in, under `exactOptionalPropertyTypes`: `{ inputTokens: usage?.prompt_tokens }` is how people write it, so that an
// optional field of an input takes `undefined`, too, and a list of it takes a read-only one.

import OpenAI from 'openai';
import {
  type AgentAutopilot,
  type AgentReply,
  Autopilot,
  type AutopilotBudget,
  type AutopilotRunOptions,
  type BudgetSettings,
  Critic,
  type CriticSettings,
  type CritiqueSettings,
  type Durable,
  type HistorySettings,
  type HostedTask,
  type JsonToolDefinition,
  type JurySettings,
  type Message,
  type MessageInput,
  type Model,
  type ModelAutopilot,
  type ModelRequest,
  type ModelResponse,
  type ReadOptions,
  ReflectEngine,
  type ReflectSettings,
  type ReflectTask,
  type ResumeTask,
  type ReviewTask,
  type StandardSchema,
  type StandardToolDefinition,
  type Tool,
  type ToolCall,
  type ToolCallRequest,
  tool,
  type Usage,
  type VerdictInput,
  type VerifierVerdict,
} from 'reflect-engine';
import {
  DecisionReflector,
  type DecisionRequest,
  type DecisionRulesSettings,
  type DecisionSettings,
  type Evidence,
  type RevisableDecision,
  type Revising,
} from 'reflect-engine/decision';
import type {
  EvalTrackerSettings,
  EvaluationInput,
  EvaluationPayload,
  HttpEvaluatorOptions,
  RegressionSettings,
} from 'reflect-engine/evals';
import type { EvalHandlerOptions } from 'reflect-engine/evals/server';
import type {
  MonitorLevels,
  MonitorSettings,
  ObservedDecision,
  ObservedResult,
  ObserveOptions,
  UserFeedback,
} from 'reflect-engine/monitor';
import {
  Evaluator,
  type EvaluatorSettings,
  type EvaluatorSource,
  type EvaluatorSubject,
  type Fact,
  type FieldSettings,
  type FieldTolerance,
  lexicalRelevance,
  type MetricScore,
  type ModelAnnotations,
  type ModelSettings,
  Reflector,
  type ReflectorSettings,
  type ResearchSettings,
  type ResearchTask,
  type ResumedResearchTask,
} from 'reflect-engine/research';
import { type ScriptedResponse, scriptedModel } from 'reflect-engine/testing';
import type { JsonFencesOptions, LengthOptions } from 'reflect-engine/verifiers';

type OptionalKeys<T> = { [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? K : never }[keyof T];
/** Those of a union that refuse it. */
type Refusing<T> = T extends unknown
  ? { [K in OptionalKeys<T>]: undefined } extends Pick<T, OptionalKeys<T>>
    ? never
    : T
  : never;
/** Keys of lists that refuse a read-only one, as of settings that are written `as const`. */
type Mutable<T> = { [K in keyof T]-?: Extract<T[K], readonly unknown[]> extends infer L ? Growing<L, K> : never }[keyof T];
type Growing<L, K> = L extends unknown[] ? K : never;
/** What is handed in and never given back: of a union those that refuse `undefined` or a read-only list. */
type Narrow<T> = Refusing<T> | (T extends unknown ? ([Mutable<T>] extends [never] ? never : T) : never);
function none<_T extends never>(): void {}

// What models, tools and verifiers give and are given.
none<Refusing<Usage | ModelRequest | Message | ToolCall | VerifierVerdict>>();
none<Narrow<ModelResponse | ScriptedResponse | MessageInput | ToolCallRequest | Extract<VerdictInput, { passed: boolean }>>>();
none<Narrow<Tool | StandardToolDefinition<StandardSchema> | JsonToolDefinition<unknown>>>();
// Settings and tasks of the engine.
none<Narrow<ReflectSettings | BudgetSettings | CritiqueSettings | HistorySettings | JurySettings | ReadOptions>>();
none<Narrow<ReflectTask | ResumeTask | NonNullable<ResumeTask['review']> | HostedTask | Pick<Durable, 'seed'>>>();
// Of a critic and an autopilot.
none<
  Narrow<CriticSettings | ReviewTask | AgentReply | AutopilotBudget | AutopilotRunOptions | ModelAutopilot | AgentAutopilot>
>();
// Of a decision.
none<Narrow<DecisionSettings | DecisionRulesSettings | DecisionRequest | Evidence | RevisableDecision | Revising>>();
// Of research.
none<Narrow<ModelSettings | FieldSettings | FieldTolerance | ModelAnnotations | Fact | ReflectorSettings>>();
none<Narrow<ResearchSettings | ResearchTask | ResumedResearchTask>>();
none<Narrow<EvaluatorSettings | EvaluatorSubject | EvaluatorSource | MetricScore>>();
// Of trackers and monitors.
none<Narrow<EvalTrackerSettings | RegressionSettings | EvaluationInput | EvaluationPayload>>();
none<Narrow<MonitorSettings | MonitorLevels | ObservedResult | ObservedDecision | ObserveOptions | UserFeedback>>();
// Of what is beside them.
none<Narrow<EvalHandlerOptions | HttpEvaluatorOptions>>();
none<Narrow<JsonFencesOptions | LengthOptions>>();

// The short model of the README, as strict as can be.
const client = new OpenAI({ apiKey: 'none' });
const model: Model = async ({ messages, signal }) => {
  const asked = messages as OpenAI.ChatCompletionMessageParam[];
  const reply = await client.chat.completions.create({ model: 'gpt-4.1-mini', messages: asked }, { signal });
  const [choice] = reply.choices;
  const usage = { inputTokens: reply.usage?.prompt_tokens, outputTokens: reply.usage?.completion_tokens };
  return { content: choice?.message.content ?? '', finishReason: choice?.finish_reason, usage, model: reply.model };
};
new ReflectEngine({ maxReflections: undefined, budget: { maxCalls: undefined } });
await new ReflectEngine().run({ input: 'q', model, systemPrompt: undefined, critic: undefined, tools: undefined });

// A decision may be of an interface, and what it was made on is known to the rules by what one of them says.
interface Order {
  action: string;
  orderId: number;
}
interface Seller {
  name: string;
  listed: boolean;
}
const order: Order = { action: 'APPROVE', orderId: 7 };
const onSellers = new DecisionReflector({
  ownRules: { sanctions: ({ input }: DecisionRequest<Evidence, Seller>) => (input?.listed ? 'listed' : null) },
});
await onSellers.reflect({ decision: order, input: { name: 'S-1', listed: false } });
await onSellers.reflect({ decision: { action: 'APPROVE', orderId: 7 }, evidence: [{ tool: 'kyc', signal: 'approve' }] });
// @ts-expect-error not what the rule reads
await onSellers.reflect({ decision: 'APPROVE', input: 'S-1' });
await new DecisionReflector().reflect({ decision: order, input: ['anything'] });
await new DecisionReflector().reflect({ decision: { decision: 'APPROVE', recommendation: { action: 'APPROVE', id: 7 } } });
await new DecisionReflector().reflect({ decision: 'APPROVE', recommendation: { action: 'APPROVE', decisionId: 'D' } });
// @ts-expect-error an action is needed
await new DecisionReflector().reflect({ decision: { orderId: 7 } });
// @ts-expect-error names of tools or domains
await new DecisionReflector().reflect({ decision: { action: 'APPROVE', reliesOn: [7] } });

// What the metrics read as `output` is what they say that it is.
const gate = new Evaluator<EvaluatorSubject<string>>({
  metrics: { relevance: lexicalRelevance(), brief: ({ output }) => (output && output.length < 99 ? 1 : 0) },
});
await gate.evaluate({ question: 'q', output: 'a' });
// @ts-expect-error another output
await gate.evaluate({ output: { a: 1 } });

// A provider's own types are taken as they are.
declare const items: OpenAI.Responses.ResponseOutputItem[];
declare const block: { id: string; name: string; input: unknown };
export const asTheyCome: Model = () => ({
  content: 'x',
  finishReason: null,
  usage: { inputTokens: null, cachedTokens: null },
  metadata: items,
  toolCalls: [{ id: block.id, name: block.name, arguments: block.input }],
});
declare const image: OpenAI.ChatCompletionContentPartImage;
declare const history: readonly Message[];
const readonlyTools = [tool({ name: 'a', execute: () => 1 })] as const;
await new ReflectEngine().run({
  model: asTheyCome,
  tools: readonlyTools,
  input: [...history, { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://example.com/y.png' } }, image] }],
});
await new ReflectEngine().run({ model: asTheyCome, input: history });
// @ts-expect-error a message has a role
await new ReflectEngine().run({ model: asTheyCome, input: [{ content: 'x' }] });

// Settings that are constants.
const SETTINGS = {
  criteria: ['a'],
  requirements: ['b'],
  advanced: { allowedTools: ['c'], critique: { sees: ['history'] } },
} as const;
declare const judges: readonly Model[];
const strict = new ReflectEngine(SETTINGS);
const verifiers = { never: () => ({ passed: false, issues: ['no'] }) as const };
await strict.run({ input: 'q', model, critic: judges, verifiers });
const GOAL = { objective: 'o', successCriteria: ['a'] } as const;
new Autopilot({ model, goal: GOAL, tools: readonlyTools });
await new Critic({ model }).review({ objective: 'o', output: 'x', criteria: SETTINGS.criteria });
new Reflector({ fields: [{ path: 'a', query: ['x'], values: ['y'] }] } as const);
scriptedModel([{ deltas: SETTINGS.criteria }] as const);
// @ts-expect-error a list of replies
scriptedModel('Hello');

// A critic of the engine, who may be absent; a task's settings have none.
declare const critic: ReflectTask['critic'];
export const judged = [new ReflectEngine({ critic, maxReflections: 1 }), new ReflectEngine({ critic: false }).critic];
// @ts-expect-error a critic is no setting of a run
export const wrong: ReflectTask = { input: 'q', model: () => 'x', settings: { critic: () => 'x' } };
