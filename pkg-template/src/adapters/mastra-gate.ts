import type { Processor } from '@mastra/core/processors';
import { endingOf } from '../check/observed.js';
import type { Gate } from '../engine/gate.js';
import type { ReflectResult, Usage } from '../types.js';
import { checkGate, type GatedOptions } from './check.js';
import { callsOf, messagesOf, systemOf, withAnswer } from './mastra-messages.js';
import { sumOf } from './messages.js';

/** For whoever reads the stream: the text of the message with this id is not the answer. */
export interface RejectedPart {
  type: 'data-reflect-rejected';
  data: { id: string };
}

export interface ReflectGateOptions extends GatedOptions {
  /** Default: `reflect-gate`. */
  id?: string | undefined;
  /** Whether to stop the agent (a tripwire) when nobody accepted the answer. Default: the best text goes through. */
  block?: boolean | undefined;
}

type GateProcessor = Processor & Required<Pick<Processor, 'processOutputStep' | 'processOutputResult' | 'processAPIError'>>;
/** Mastra keeps it for a request, one for each processor. */
interface State {
  gate?: Gate;
  /** A draft was submitted. */
  isJudged?: boolean;
  usage?: Usage | undefined;
  result?: ReflectResult;
}

/** Mastra takes back the whole step. */
const NONE_MADE = 'None of these calls was made.';

/**
 * An output processor that has each final text of an agent judged. What is missing goes back into the agent's own loop, tools and all,
 * until the answer is accepted or the budget is spent. The agent needs a `maxProcessorRetries` of at least `maxReflections`: Mastra treats
 * a retry beyond it as a tripwire. The last message says in `metadata.reflect` how the gate ended. Where the model fails after a draft, its
 * error carries the result with the best draft, as `reflection`.
 */
export function reflectGate(options: ReflectGateOptions): GateProcessor {
  checkGate('reflectGate', options, { id: 'string', block: 'boolean' });
  const { engine, task, id = 'reflect-gate', block = false } = options;
  return {
    id,
    processOutputStep: async ({
      text = '',
      toolCalls = [],
      finishReason,
      messageList,
      usage,
      state: kept,
      abortSignal: signal,
      writer,
      abort,
    }) => {
      const state = kept as State;
      state.usage = sumOf([state.usage, usage && { ...usage, cachedTokens: usage.cachedInputTokens }]);
      const isCall = toolCalls.length > 0;
      const isEmpty = text.trim() === '';
      if (isCall ? task.actions === undefined : isEmpty && !state.isJudged) return messageList;
      const { remembered, input, response } = messageList.get;
      const systemPrompt = task.systemPrompt ?? systemOf(messageList.getAllSystemMessages());
      state.gate ??= engine.gate({ ...task, systemPrompt, input: messagesOf([...remembered.db(), ...input.db()]), signal });
      if (isCall) {
        const refused: string[] = [];
        for (const { toolName, args } of toolCalls) {
          const verdict = await state.gate.mayCall(toolName, args);
          if (!verdict.allow) refused.push(verdict.feedback);
        }
        return refused.length === 0 ? messageList : abort([NONE_MADE, ...refused].join('\n\n'), { retry: true });
      }
      state.isJudged = true;
      const verdict = isEmpty
        ? { done: true as const, result: await state.gate.fail(new Error('the agent gave no text')) }
        : await state.gate.submit(text, { evidence: response.db().flatMap(callsOf), usage: state.usage, finishReason });
      state.usage = undefined;
      if (verdict.done) {
        state.result = verdict.result;
        if (block && !verdict.result.accepted) abort(`nobody accepted the answer: ${verdict.result.reviewReasons.join(', ')}`);
        return messageList;
      }
      const last = response.db().at(-1);
      if (last) await writer?.custom({ type: 'data-reflect-rejected', data: { id: last.id } } satisfies RejectedPart);
      // Mastra takes the draft back, and shows the reason alone.
      const about = verdict.draft === text ? `${text}\n\n` : '';
      return abort(about + verdict.feedback, { retry: true });
    },
    processOutputResult: ({ messages, state }) => {
      const { result } = state as State;
      return result === undefined
        ? messages
        : withAnswer(messages, result.output, { reflect: { ...endingOf(result), usage: result.usage.total } });
    },
    processAPIError: async ({ error, state, abortSignal: signal }) => {
      const { gate, isJudged, result } = state as State;
      if (gate === undefined || !isJudged || result !== undefined || signal?.aborted) return;
      const reflection = await gate.fail(error);
      if (error instanceof Error) Object.defineProperty(error, 'reflection', { value: reflection, configurable: true });
    },
  };
}
