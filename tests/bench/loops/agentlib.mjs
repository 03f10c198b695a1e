// agentlib's algorithm without tools, after its documentation (seed 004) and its recorded runs: the same requests and steps, thinking
// tags stripped, a critique that cannot be parsed accepted with a 9.

import { CRITIQUE_PROMPT, QUESTION, REVISION_PROMPT, toCritique, toRevise } from '../workload.mjs';

const THINKING = /<thinking>[\s\S]*?<\/thinking>/g;
const FENCE = /```(?:json)?\n?|```/g;

export async function agentlibLoop(model, { maxReflections = 2, acceptanceThreshold = 8 } = {}) {
  const steps = [];
  const usage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 };
  const emit = (step) => steps.push({ ...step, engine: 'reflect' });
  const ask = async (messages) => {
    const reply = await model({ messages, tools: [] });
    usage.promptTokens += reply.usage?.inputTokens ?? 0;
    usage.completionTokens += reply.usage?.outputTokens ?? 0;
    usage.totalTokens = usage.promptTokens + usage.completionTokens;
    return reply.content.replace(THINKING, '').trim();
  };
  let output = await ask([{ role: 'user', content: QUESTION }]);
  emit({ type: 'thought', content: 'Initial answer generated.' });
  for (let at = 1; at <= maxReflections; at++) {
    const system = { role: 'system', content: CRITIQUE_PROMPT };
    const critique = parse(await ask([system, { role: 'user', content: toCritique(output) }]));
    const needsRevision = critique.needs_revision && critique.score < acceptanceThreshold;
    const assessment = `Score: ${critique.score}/10. Issues: ${critique.issues.join('; ')}. ${critique.suggestion}`;
    emit({ type: 'reflection', assessment, needsRevision });
    if (!needsRevision) break;
    emit({ type: 'thought', content: `Revising answer (attempt ${at}/${maxReflections})...` });
    output = await ask([
      { role: 'system', content: REVISION_PROMPT },
      { role: 'user', content: `Original question:\n${QUESTION}` },
      { role: 'assistant', content: output },
      { role: 'user', content: toRevise(critique) },
    ]);
  }
  emit({ type: 'response', content: output });
  return { output, steps, usage };
}

function parse(text) {
  try {
    return JSON.parse(text.replace(FENCE, '').trim());
  } catch {
    return { score: 9, issues: [], suggestion: '', needs_revision: false };
  }
}
