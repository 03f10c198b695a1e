// What the critic is shown of a conversation in each host, without a word in the settings: the policy, and the turns before the question.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent as MastraAgent } from '@mastra/core/agent';
import { Agent, MemorySession, Runner, Usage } from '@openai/agents';
import { generateText, ToolLoopAgent } from 'ai';
import { genkit } from 'genkit/beta';
import { AIMessage, createAgent, dynamicSystemPromptMiddleware, fakeModel } from 'langchain';
import { ReflectEngine } from 'reflect-engine';
import { reflected } from 'reflect-engine/ai-sdk';
import { gated } from 'reflect-engine/ai-sdk/gate';
import { reflectMiddleware as genkitMiddleware } from 'reflect-engine/genkit';
import { reflectMiddleware } from 'reflect-engine/langchain/middleware';
import { reflectGate, reflectScorer } from 'reflect-engine/mastra';
import { reflectedModel } from 'reflect-engine/openai-agents';
import { gated as gatedAgent } from 'reflect-engine/openai-agents/gate';
import { accept } from '../support.mjs';
import { languageModel } from './language-model.mjs';

const POLICY = 'POLICY: sale items are excluded.';
const TURNS = [
  { role: 'user', content: 'May I return a lamp?' },
  { role: 'assistant', content: 'Yes, within 30 days.' },
];
const [ASKED, SAID] = TURNS.map(({ content }) => content);
const QUESTION = 'And one from the sale?';
const ANSWER = 'No.';
const messages = [...TURNS, { role: 'user', content: QUESTION }];

const runner = new Runner({ tracingDisabled: true });
const said = () => languageModel([ANSWER]);
const agentsModel = () => ({
  getResponse: async () => ({
    usage: new Usage({ requests: 1, inputTokens: 10, outputTokens: 5, totalTokens: 15 }),
    output: [{ type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: ANSWER }] }],
  }),
});
const itemOf = ({ role, content }) => ({
  role,
  ...(role === 'user' ? { content } : { status: 'completed', content: [{ type: 'output_text', text: content }] }),
});
const mastraMessage = ({ role, content }, at) => ({
  id: `m${at}`,
  role,
  createdAt: new Date(at),
  content: { format: 2, parts: [{ type: 'text', text: content }] },
});

/** What each host is made and asked with; `judged` has the engine, and a task whose critic keeps what it is shown. */
const HOSTS = {
  'engine.run': ({ engine, task }) => engine.run({ ...task, input: messages, systemPrompt: POLICY, model: () => ANSWER }),
  'engine.gate': ({ engine, task }) => engine.gate({ ...task, input: messages, systemPrompt: POLICY }).submit(ANSWER),
  'ai-sdk reflected': (judged) => generateText({ model: reflected(said(), judged), instructions: POLICY, messages }),
  'ai-sdk gated': (judged) => gated(new ToolLoopAgent({ model: said(), instructions: POLICY }), judged).generate({ messages }),
  'ai-sdk gated, instructions as messages': (judged) => {
    const instructions = [{ role: 'system', content: POLICY }];
    return gated(new ToolLoopAgent({ model: said(), instructions }), judged).generate({ messages });
  },
  'openai-agents reflectedModel': (judged) => {
    const agent = new Agent({ name: 'a', instructions: POLICY, model: reflectedModel(agentsModel(), judged) });
    return runner.run(agent, messages.map(itemOf));
  },
  'openai-agents gated': (judged) => {
    const agent = new Agent({ name: 'a', instructions: () => POLICY, model: agentsModel() });
    return gatedAgent(agent, { ...judged, runner }).run(messages.map(itemOf));
  },
  'openai-agents gated, with a session': (judged) => {
    const agent = new Agent({ name: 'a', instructions: POLICY, model: agentsModel() });
    const session = new MemorySession({ initialItems: TURNS.map(itemOf) });
    return gatedAgent(agent, { ...judged, runner }).run(QUESTION, { session });
  },
  'langchain reflectMiddleware': (judged) => {
    const model = fakeModel().respond(new AIMessage(ANSWER));
    const agent = createAgent({ model, tools: [], systemPrompt: POLICY, middleware: [reflectMiddleware(judged)] });
    return agent.invoke({ messages });
  },
  'langchain reflectMiddleware, a prompt of another middleware': (judged) => {
    const model = fakeModel().respond(new AIMessage(ANSWER));
    const middleware = [dynamicSystemPromptMiddleware(() => POLICY), reflectMiddleware(judged)];
    return createAgent({ model, tools: [], middleware }).invoke({ messages });
  },
  'genkit reflectMiddleware': (judged) => {
    const ai = genkit({});
    const answer = { message: { role: 'model', content: [{ text: ANSWER }] }, finishReason: 'stop' };
    const model = ai.defineModel({ name: 'fake/sees', apiVersion: 'v2', supports: { multiturn: true } }, async () => answer);
    const turns = TURNS.map(({ role, content }) => ({ role: role === 'user' ? role : 'model', content: [{ text: content }] }));
    return ai.generate({ model, system: POLICY, messages: turns, prompt: QUESTION, use: [genkitMiddleware(judged)()] });
  },
  'mastra reflectGate': (judged) => {
    const outputProcessors = [reflectGate(judged)];
    const agent = new MastraAgent({
      id: 'a',
      name: 'a',
      instructions: POLICY,
      model: said(),
      outputProcessors,
      maxProcessorRetries: 3,
    });
    return agent.generate(messages);
  },
  'mastra reflected': (judged) => {
    const agent = new MastraAgent({ id: 'a', name: 'a', instructions: POLICY, model: reflected(said(), judged) });
    return agent.generate(messages);
  },
  'mastra reflectScorer': ({ engine, task }) => {
    const [asked, answered, question] = messages.map(mastraMessage);
    const system = [{ role: 'system', content: POLICY }];
    const input = { inputMessages: [question], rememberedMessages: [asked, answered], systemMessages: system };
    const output = [mastraMessage({ role: 'assistant', content: ANSWER }, 3)];
    const model = () => assert.fail('the answer is not revised');
    return reflectScorer({ engine, task: { ...task, model } }).run({ input, output });
  },
};

/** What the critic was shown of this run, as one text. */
async function shownBy(ask, settings) {
  const shown = [];
  const critic = ({ messages }) => {
    shown.push(messages.map(({ content }) => content).join('\n'));
    return accept();
  };
  await ask({ engine: new ReflectEngine(settings), task: { critic } });
  assert.equal(shown.length, 1, 'one draft, one critique');
  return shown[0];
}

for (const [name, ask] of Object.entries(HOSTS))
  test(`${name}: the critic sees the policy and the conversation, in order and fenced, and can be kept from it`, async () => {
    const shown = await shownBy(ask);
    const [nonce] = /(?<=\[begin )\w+/.exec(shown);
    const part = (title, text) => `${title}:\n[begin ${nonce}]\n${text}\n[end ${nonce}]\n\n`;
    const policy = part('System prompt of the answer', POLICY);
    const history = part('Conversation before the question', `User: ${ASKED}\nAssistant: ${SAID}`);
    assert.ok(shown.includes(`${policy}${history}Question:\n[begin ${nonce}]\n${QUESTION}\n`), shown);
    for (const settings of [{ advanced: { critique: { sees: [] } } }, { strategy: 'classic', advanced: { judgeLast: true } }]) {
      const less = await shownBy(ask, settings);
      assert.ok(less.includes(QUESTION) && !less.includes('POLICY') && !less.includes('lamp'), less);
    }
  });
