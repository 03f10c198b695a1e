// The loop around the AI SDK's `generateText`, with its own mock model.

import { generateText } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { CRITIQUE_PROMPT, QUESTION, REVISION_PROMPT, toCritique, toRevise } from '../workload.mjs';

export async function aiSdkLoop(instant, { maxReflections }) {
  const model = mockOf(instant);
  const ask = async (instructions, messages) => (await generateText({ model, instructions, messages })).text;
  let answer = await ask(undefined, [{ role: 'user', content: QUESTION }]);
  for (let reflection = 0; reflection < maxReflections; reflection++) {
    const critique = JSON.parse(await ask(CRITIQUE_PROMPT, [{ role: 'user', content: toCritique(answer) }]));
    if (!critique.needs_revision || critique.score >= 8) break;
    answer = await ask(REVISION_PROMPT, [
      { role: 'user', content: `Original question:\n${QUESTION}` },
      { role: 'assistant', content: answer },
      { role: 'user', content: toRevise(critique) },
    ]);
  }
  return { output: answer };
}

function mockOf(instant) {
  const model = new MockLanguageModelV4({
    doGenerate: async (request) => {
      const { content, usage } = await instant(request);
      return {
        content: [{ type: 'text', text: content }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage: {
          inputTokens: { total: usage.inputTokens, noCache: usage.inputTokens, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: usage.outputTokens, text: usage.outputTokens, reasoning: 0 },
        },
        warnings: [],
      };
    },
  });
  return model;
}
