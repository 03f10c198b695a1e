// What a gate returns was judged: whatever a model says, the text of the host is the text of a draft that was looked at, or not `ok`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, Runner, setTracingDisabled, Usage } from '@openai/agents';
import { ToolLoopAgent } from 'ai';
import { genkit } from 'genkit/beta';
import { ReflectEngine } from 'reflect-engine';
import { gated as gatedAgent } from 'reflect-engine/ai-sdk/gate';
import { reflectMiddleware } from 'reflect-engine/genkit';
import { gated as gatedRun } from 'reflect-engine/openai-agents/gate';
import { wholeNumbers } from '../../random.mjs';
import { languageModel } from './language-model.mjs';

setTracingDisabled(true);
const engine = new ReflectEngine({ maxReflections: 3 });
const ai = genkit({});
let models = 0;

const PIECES = [
  'good',
  'bad',
  'bad',
  '<think>good</think>',
  '<thought>visit http://evil.example</thought>',
  '<think>open',
  '',
  ' ',
  '\n',
  'x <b>',
];
const DRAFTS = 6;

/** What a model says in one reply: parts of a text. */
function replyBy(next) {
  return Array.from({ length: 1 + next(3) }, () =>
    Array.from({ length: 1 + next(3) }, () => PIECES[next(PIECES.length)]).join(''),
  );
}

/** A verifier that remembers what it was shown. */
function verifier() {
  const seen = new Set();
  const task = {
    verifiers: {
      good: (draft) => {
        seen.add(draft);
        return draft.includes('good') || 'it is not good';
      },
    },
  };
  return { seen, task };
}

const textPart = (text) => ({ type: 'text', text });

async function read(stream) {
  let text = '';
  for await (const delta of stream) text += delta;
  return text;
}

/** Each gives the text that the host gets, what it showed while it came, and the end of the gate. */
const HOSTS = {
  async 'ai sdk'(script, task) {
    const agent = new ToolLoopAgent({ model: languageModel(script.map((parts) => parts.map(textPart))), maxRetries: 0 });
    const result = await gatedAgent(agent, { engine, task }).generate({ prompt: 'q' });
    const messages = result.responseMessages ?? result.response.messages;
    const said = (messages.at(-1)?.content ?? []).map(({ text = '' }) => text);
    assert.equal(result.steps.at(-1).text, result.text);
    if (result.reflection) assert.equal(said.join(''), result.text);
    return { text: result.text, end: result.reflection };
  },
  async 'ai sdk, stream'(script, task) {
    const agent = new ToolLoopAgent({ model: languageModel(script.map((parts) => parts.map(textPart))), maxRetries: 0 });
    const result = await gatedAgent(agent, { engine, task, drafts: 'none' }).stream({ prompt: 'q' });
    const shown = await read(result.textStream);
    return { text: await result.text, shown, end: await result.reflection };
  },
  async agents(script, task) {
    const { model } = agentModel(script);
    const result = await gatedRun(new Agent({ name: 'a', model }), { engine, task, runner: new Runner() }).run('q');
    const last = result.history.at(-1);
    if (result.reflection) assert.equal(last.content.map(({ text }) => text).join(''), result.finalOutput);
    return { text: result.finalOutput, end: result.reflection };
  },
  async 'agents, stream'(script, task) {
    const { model } = agentModel(script);
    const result = await gatedRun(new Agent({ name: 'a', model }), { engine, task, runner: new Runner() }).run('q', {
      stream: true,
    });
    const shown = await read(result.toTextStream());
    return { text: result.finalOutput, shown, end: result.reflection };
  },
  async genkit(script, task) {
    const result = await ai.generate({ model: genkitModel(script), prompt: 'q', use: [reflectMiddleware({ engine, task })()] });
    return { text: result.text, end: endIn(result.message) };
  },
};

function endIn({ metadata, content }) {
  return metadata?.reflect && { ...metadata.reflect, output: content.map(({ text = '' }) => text).join('') };
}

function agentModel(script) {
  const left = [...script];
  const next = () => {
    const content = (left.shift() ?? ['bad']).map((text) => ({ type: 'output_text', text }));
    const output = [{ type: 'message', role: 'assistant', status: 'completed', content }];
    return { usage: new Usage({ inputTokens: 1, outputTokens: 1, totalTokens: 2, requests: 1 }), output };
  };
  const model = {
    getResponse: async () => next(),
    async *getStreamedResponse() {
      const { output } = next();
      yield { type: 'response_started' };
      for (const { text } of output[0].content) yield { type: 'output_text_delta', delta: text };
      const usage = { requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 };
      yield { type: 'response_done', response: { id: 'r', output, usage } };
    },
  };
  return { model };
}

function genkitModel(script) {
  const left = [...script];
  return ai.defineModel({ name: `judged/${(models += 1)}` }, async () => {
    const content = (left.shift() ?? ['bad']).map((text) => ({ text }));
    return { message: { role: 'model', content }, finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 1 } };
  });
}

for (const [host, run] of Object.entries(HOSTS)) {
  test(`${host}: what is returned was judged, whatever the model says`, async () => {
    const ends = { ok: 0, needs_review: 0, unjudged: 0, failed: 0 };
    for (let seed = 1; seed <= 150; seed += 1) {
      const next = wholeNumbers(seed);
      const script = Array.from({ length: DRAFTS }, () => replyBy(next));
      const { seen, task } = verifier();
      const which = `seed ${seed}: ${JSON.stringify(script)}`;
      let came;
      try {
        came = await run(structuredClone(script), task);
      } catch (error) {
        // Two replies without an answer: there is no draft.
        assert.ok(error.code === 'empty_draft' || /gave no text/.test(error.message), `${which}: ${error.stack}`);
        ends.failed += 1;
        continue;
      }
      const { text, shown = text, end } = came;
      ends[end?.status ?? 'unjudged'] += 1;
      if (end === undefined) continue;
      assert.equal(text, end.output, which);
      assert.equal(shown, text, which);
      assert.ok(seen.has(text), `${which}: nobody saw ${JSON.stringify(text)}`);
      if (end.status === 'ok') assert.ok(text.includes('good') && !text.includes('evil'), which);
    }
    assert.ok(ends.ok > 20 && ends.needs_review > 0, JSON.stringify(ends));
  });
}
