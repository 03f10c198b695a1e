// What people write with the AI SDK, against each major of it that the manifest names.

import type { LanguageModelV3 } from '@ai-sdk/provider';
import { type Agent, generateText, type LanguageModel, stepCountIs, streamText, ToolLoopAgent, wrapLanguageModel } from 'ai';
import { ReflectEngine } from 'reflect-engine';
import { aiModel, reflected } from 'reflect-engine/ai-sdk';
import { gated } from 'reflect-engine/ai-sdk/gate';

declare const provided: LanguageModelV3;
const engine = new ReflectEngine();
const model = reflected(provided, { engine, drafts: 'reasoning', task: { verifiers: { short: (draft) => draft.length < 9 } } });
export const listed: LanguageModel[] = [model, reflected(wrapLanguageModel({ model, middleware: [] }), { engine })];
export const whole = await generateText({ model, prompt: 'q', stopWhen: stepCountIs(2) });
export const streamed = streamText({ model: wrapLanguageModel({ model, middleware: [] }), prompt: 'q' });
const agent = gated(new ToolLoopAgent({ model: provided }), {
  engine,
  task: { criteria: ['Short.'] as const, critic: aiModel(model) },
});
export const inside: Agent = agent;
const { text, reflection } = await agent.generate({ prompt: 'q' });
export const judged: [string, 'ok' | 'needs_review' | 'failed' | undefined] = [text, reflection?.status];
// A name alone is looked up by the AI SDK.
await engine.run({
  input: 'q',
  model: aiModel('openai/gpt-4.1-mini', { temperature: 0, maxRetries: 1 }),
  critic: aiModel(model),
});

// @ts-expect-error no agent
gated(provided, { engine, task: {} });
// @ts-expect-error an input, which is that of each call
gated(new ToolLoopAgent({ model: provided }), { engine, task: { input: 'q' } });
// @ts-expect-error a name alone, of which `reflected` would not know where it is looked up
reflected('openai/gpt-4.1-mini', { engine });
// @ts-expect-error no model
reflected(42, { engine });
// @ts-expect-error the class in place of an engine
reflected(provided, { engine: ReflectEngine });
// @ts-expect-error no engine
reflected(provided);
// @ts-expect-error an option that is one of the task
reflected(provided, { engine, verifiers: {} });
// @ts-expect-error no model
aiModel(42);
// @ts-expect-error a setting that `streamText` has not
aiModel(provided, { temprature: 0 });
