// agentlib's algorithm as plain JavaScript, after its documentation (seed 004) and its recorded runs: the same requests, steps,
// thinking tags stripped, tools one after another, a critique that cannot be parsed accepted with a 9.

import { CRITIQUE_PROMPT, QUESTION, REVISION_PROMPT, toCritique, toRevise } from '../workload.mjs';

const THINKING = /<thinking>[\s\S]*?<\/thinking>/g;
const FENCE = /```(?:json)?\n?|```/g;

export class AgentlibLoop {
  constructor({ maxReflections = 2, acceptanceThreshold = 8, maxAnswerSteps = 5, critiquePrompt = CRITIQUE_PROMPT } = {}) {
    this.config = { maxReflections, acceptanceThreshold, maxAnswerSteps, critiquePrompt };
  }

  async run({ model, tools = [], onStep = () => {} }) {
    const { maxReflections, acceptanceThreshold, critiquePrompt } = this.config;
    const context = {
      model,
      tools,
      steps: [],
      onStep,
      usage: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
      toolCalls: [],
    };
    let answer = await this.answer(context, [{ role: 'user', content: QUESTION }]);
    emit(context, { type: 'thought', content: 'Initial answer generated.', engine: 'reflect' });
    for (let at = 0; at < maxReflections; at++) {
      const critique = parse(
        await complete(
          context,
          [
            { role: 'system', content: critiquePrompt },
            { role: 'user', content: toCritique(answer) },
          ],
          [],
        ).then((reply) => reply.content),
      );
      const needsRevision = critique.needs_revision && critique.score < acceptanceThreshold;
      emit(context, {
        type: 'reflection',
        assessment: `Score: ${critique.score}/10. Issues: ${critique.issues.join('; ')}. ${critique.suggestion}`,
        needsRevision,
        engine: 'reflect',
      });
      if (!needsRevision) break;
      emit(context, { type: 'thought', content: `Revising answer (attempt ${at + 1}/${maxReflections})...`, engine: 'reflect' });
      answer = await this.answer(context, [
        { role: 'system', content: REVISION_PROMPT },
        { role: 'user', content: `Original question:\n${QUESTION}` },
        { role: 'assistant', content: answer },
        { role: 'user', content: toRevise(critique) },
      ]);
    }
    emit(context, { type: 'response', content: answer, engine: 'reflect' });
    return { output: answer, steps: context.steps, usage: context.usage, toolCalls: context.toolCalls };
  }

  async answer(context, messages) {
    for (let step = 0; step < this.config.maxAnswerSteps; step++) {
      const { content, toolCalls = [] } = await complete(context, messages, context.tools);
      if (toolCalls.length === 0) return content.replace(THINKING, '').trim();
      messages.push({ role: 'assistant', content, toolCalls });
      for (const call of toolCalls) {
        emit(context, { type: 'tool_call', toolName: call.name, args: call.arguments, callId: call.id, engine: 'reflect' });
        const result = await context.tools.find(({ name }) => name === call.name).execute(call.arguments);
        context.toolCalls.push({ call, result });
        emit(context, { type: 'tool_result', toolName: call.name, callId: call.id, result, engine: 'reflect' });
        messages.push({ role: 'tool', toolCallId: call.id, content: JSON.stringify(result) });
      }
    }
    throw new Error(`[ReflectEngine] Max answer steps (${this.config.maxAnswerSteps}) reached.`);
  }
}

async function complete({ model, usage }, messages, tools) {
  const reply = await model({
    messages,
    tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
  });
  usage.promptTokens += reply.usage?.inputTokens ?? 0;
  usage.completionTokens += reply.usage?.outputTokens ?? 0;
  usage.totalTokens = usage.promptTokens + usage.completionTokens;
  return reply;
}

function emit({ steps, onStep }, step) {
  steps.push(step);
  onStep(step);
}

function parse(text) {
  try {
    return JSON.parse(text.replace(THINKING, '').replace(FENCE, '').trim());
  } catch {
    return { score: 9, issues: [], suggestion: '', needs_revision: false };
  }
}
