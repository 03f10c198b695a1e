// The same task in each library, as its own pages show it: at most four drafts, a judge that is another model, no retries of a client.
// Each takes where the provider is and a signal, and gives the text that it ends with, and whether it says that this was accepted:
// `undefined` where it says nothing; and what it warns of beside that.

import { createOpenAI } from '@ai-sdk/openai';
import { Agent } from '@mastra/core/agent';
import { createRubricScorer } from '@mastra/evals/scorers/prebuilt';
import { Agent as StrandsAgent } from '@strands-agents/sdk';
import { OpenAIModel } from '@strands-agents/sdk/models/openai';
import { GoalLoop } from '@strands-agents/sdk/vended-plugins/goal';
import { generateText, Output } from 'ai';
import OpenAI from 'openai';
import { ReflectEngine } from 'reflect-engine';
import { chatModel } from 'reflect-engine/openai';
import { z } from 'zod';

const QUESTION = 'What is the CAP theorem?';
const CRITERION = 'names all three properties';
const DRAFTS = 4;
const apiKey = 'none';

/** The evaluator-optimizer of the AI SDK's pages, with its flag: they return the text alone. */
async function handLoop(baseURL, abortSignal) {
  const provider = createOpenAI({ baseURL, apiKey });
  const [writer, judge] = ['writer', 'judge'].map((name) => provider.chat(name));
  const ask = async (prompt) => (await generateText({ model: writer, prompt, abortSignal, maxRetries: 0 })).text;
  const schema = z.object({
    qualityScore: z.number(),
    specificIssues: z.array(z.string()),
    improvementSuggestions: z.array(z.string()),
  });
  let output = await ask(QUESTION);
  for (let draft = 1; draft < DRAFTS; draft += 1) {
    const prompt = `Evaluate this answer:\nQuestion: ${QUESTION}\nAnswer: ${output}\nConsider: ${CRITERION}`;
    const { output: verdict } = await generateText({
      model: judge,
      output: Output.object({ schema }),
      prompt,
      abortSignal,
      maxRetries: 0,
    });
    if (verdict.qualityScore >= 8) return { output, accepted: true };
    const faults = [...verdict.specificIssues, ...verdict.improvementSuggestions].join('\n');
    output = await ask(`Improve this answer by this feedback:\n${faults}\nQuestion: ${QUESTION}\nAnswer: ${output}`);
  }
  return { output, accepted: undefined };
}

async function mastra(baseURL, abortSignal) {
  const provider = createOpenAI({ baseURL, apiKey });
  const rubric = createRubricScorer({ model: provider.chat('judge'), criteria: [{ description: CRITERION }] });
  const model = provider.chat('writer');
  const agent = new Agent({ id: 'writer', name: 'writer', instructions: 'Answer.', model, maxRetries: 0 });
  let accepted;
  const onComplete = ({ complete }) => {
    accepted = complete;
  };
  const isTaskComplete = { scorers: [rubric], strategy: 'all', onComplete };
  const { text, error } = await agent.generate(QUESTION, { maxSteps: DRAFTS, abortSignal, isTaskComplete });
  if (error !== undefined) throw error;
  return { output: text, accepted };
}

async function strands(baseURL, cancelSignal) {
  const model = (modelId) => new OpenAIModel({ api: 'chat', modelId, apiKey, clientConfig: { baseURL, maxRetries: 0 } });
  const goal = new GoalLoop({ goal: CRITERION, maxAttempts: DRAFTS, judge: { model: model('judge') } });
  const agent = new StrandsAgent({ model: model('writer'), plugins: [goal], printer: false });
  await agent.invoke(QUESTION, { cancelSignal });
  const text = (agent.messages.at(-1)?.content ?? []).map((block) => block.text ?? '').join('');
  return { output: text, accepted: goal.lastResult(agent)?.passed };
}

async function reflect(baseURL, signal) {
  const client = new OpenAI({ baseURL, apiKey, maxRetries: 0 });
  const engine = new ReflectEngine({ maxReflections: DRAFTS - 1, requirements: [CRITERION] });
  const [model, critic] = ['writer', 'judge'].map((name) => chatModel(client, name));
  const { output, accepted, reviewReasons } = await engine.run({ input: QUESTION, model, critic, signal });
  return { output, accepted, warnings: reviewReasons };
}

/** Each with the package that its version is that of. */
export const WAYS = {
  'hand loop, from the AI SDK’s pages': { packageName: 'ai', run: handLoop },
  'Mastra, rubric': { packageName: '@mastra/core', run: mastra },
  'Strands, GoalLoop': { packageName: '@strands-agents/sdk', run: strands },
  'reflect-engine': { packageName: 'reflect-engine', run: reflect },
};
