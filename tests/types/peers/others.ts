// What people write with the other frameworks; what they write with clients is in `tests/js/adapters/models.ts`.

import type { HookCallback, Options } from '@anthropic-ai/claude-agent-sdk';
import { LangfuseClient } from '@langfuse/client';
import { Agent, OpenAIResponsesModel, Runner } from '@openai/agents';
import * as braintrust from 'braintrust';
import { createDeepAgent } from 'deepagents';
import { genkit } from 'genkit';
import OpenAI from 'openai';
import { ReflectEngine } from 'reflect-engine';
import { braintrustScores } from 'reflect-engine/braintrust';
import { stopHook } from 'reflect-engine/claude-agent';
import { reflectMiddleware as genkitGate } from 'reflect-engine/genkit';
import { reflectMiddleware } from 'reflect-engine/langchain/middleware';
import { langfuseScores } from 'reflect-engine/langfuse';
import { reflectedModel, reflectGuardrail } from 'reflect-engine/openai-agents';
import { gated } from 'reflect-engine/openai-agents/gate';
import { type TracedEvaluation, traced } from 'reflect-engine/otel';

const engine = new ReflectEngine();
const task = { model: () => 'x' };
export const agent = new Agent({
  name: 'a',
  model: reflectedModel(new OpenAIResponsesModel(new OpenAI({ apiKey: 'none' }), 'm'), { engine }),
  outputGuardrails: [reflectGuardrail({ engine, task: { critic: () => 'x', input: 'q' } })],
});
const checked = gated(agent, { engine, task: { criteria: ['Short.'], critic: () => 'x' }, runner: new Runner() });
const result = await checked.run('q', { maxTurns: 5 });
export const judged: [string | undefined, 'ok' | 'needs_review' | 'failed' | undefined] = [
  result.finalOutput,
  result.reflection?.status,
];
export const stream = (await checked.run('q', { stream: true })).toTextStream();
export const named = await gated(Agent.create({ name: 'b', handoffs: [agent] }), { engine, task: {} }).run([
  { role: 'user', content: 'q' },
]);
const deep = createDeepAgent({ middleware: [reflectMiddleware({ engine, task: {} })] });
export const output: string | undefined = (await deep.invoke({ messages: 'q' })).reflection?.output;
const use = [genkitGate({ engine, name: 'gate', task: { criteria: ['Short.'], critic: () => 'x' } })()];
export const reply: string = (await genkit({}).generate({ prompt: 'q', use })).text;
export const ai = genkit({ plugins: [genkitGate({ engine, task: {} }).plugin()] });

const hook: HookCallback = stopHook({ engine, task: { critic: () => 'x', criteria: ['Short.'] }, gates: new Map() });
export const options: Options = { hooks: { Stop: [{ hooks: [hook] }] } };
stopHook({ engine, task: {}, onResult: ({ acceptedBy }, sessionId) => `${sessionId}: ${acceptedBy}` });

const logger = braintrust.initLogger({ projectName: 'mail' });
for (const onEvaluation of [
  langfuseScores(new LangfuseClient()),
  ...[braintrust, logger, braintrust.currentSpan(), braintrust.initExperiment('mail')].map(braintrustScores),
  ({ kind, judge }: TracedEvaluation) => console.log(kind, judge?.model),
])
  traced(engine, { onEvaluation });

// @ts-expect-error no client
langfuseScores({ score() {} });
// @ts-expect-error starts no spans
braintrustScores({ log() {} });
// @ts-expect-error the hook has the input
stopHook({ engine, task: { input: 'q' } });
// @ts-expect-error the class in place of an engine
reflectGuardrail({ engine: ReflectEngine, task: { ...task, input: 'q' } });
// @ts-expect-error no agent
gated({ name: 'a' }, { engine, task: {} });
// @ts-expect-error a model: the agent writes
gated(agent, { engine, task: { model: () => 'x' } });
// @ts-expect-error the class in place of an engine
genkitGate({ engine: ReflectEngine, task: {} });
// @ts-expect-error a model: a guardrail writes nothing
reflectGuardrail({ engine, task: { input: 'q', critic: () => 'x', model: () => 'x' } });

// Options that are not there may be `undefined`.
declare const name: string | undefined;
declare const runner: Runner | undefined;
gated(agent, { engine, task: { critic: () => 'x' }, runner });
reflectGuardrail({ engine, task: { input: 'q', critic: () => 'x' }, name });
reflectedModel(new OpenAIResponsesModel(new OpenAI({ apiKey: 'none' }), 'm'), { engine, task: undefined });
genkitGate({ engine, task: { critic: () => 'x' }, name });
