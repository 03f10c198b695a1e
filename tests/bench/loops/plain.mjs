// The loop that one would write oneself: forty lines, no dependency, for one model and one kind of reply.

import { CRITIQUE_PROMPT, QUESTION, REVISION_PROMPT, toCritique, toRevise } from '../workload.mjs';

export async function plainLoop(model, { maxReflections = 2, acceptanceThreshold = 8, onStep = () => {}, signal } = {}) {
  const usage = { inputTokens: 0, outputTokens: 0 };
  const ask = async (messages) => {
    signal?.throwIfAborted();
    const reply = await model({ messages, signal });
    usage.inputTokens += reply.usage.inputTokens;
    usage.outputTokens += reply.usage.outputTokens;
    return reply.content;
  };
  let answer = await ask([{ role: 'user', content: QUESTION }]);
  onStep({ type: 'thought', content: 'Initial answer generated.' });
  let critique;
  for (let reflection = 1; reflection <= maxReflections; reflection++) {
    critique = readCritique(
      await ask([
        { role: 'system', content: CRITIQUE_PROMPT },
        { role: 'user', content: toCritique(answer) },
      ]),
    );
    onStep({ type: 'reflection', ...critique });
    if (critique === undefined || !critique.needs_revision || critique.score >= acceptanceThreshold) break;
    onStep({ type: 'thought', content: `Revising answer (attempt ${reflection}/${maxReflections})...` });
    answer = await ask([
      { role: 'system', content: REVISION_PROMPT },
      { role: 'user', content: `Original question:\n${QUESTION}` },
      { role: 'assistant', content: answer },
      { role: 'user', content: toRevise(critique) },
    ]);
  }
  onStep({ type: 'response', content: answer });
  return { output: answer, critique, usage };
}

function readCritique(text) {
  try {
    const { score, issues = [], suggestion = '', needs_revision } = JSON.parse(text.replace(/^```(?:json)?|```$/g, '').trim());
    if (typeof score === 'number' && Array.isArray(issues))
      return { score, issues, suggestion, needs_revision: needs_revision ?? score < 8 };
  } catch {
    // Not JSON: no critique.
  }
  return undefined;
}
