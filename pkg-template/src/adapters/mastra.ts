/**
 * The engine in Mastra: as a step of a workflow, a gate and a scorer. For a model of an `Agent`, see `reflected` of `/ai-sdk`.
 *
 * @packageDocumentation
 */

import type { MastraDBMessage } from '@mastra/core/agent';
import { createScorer, type MastraScorer, type ScorerRunInputForAgent, type ScorerRunOutputForAgent } from '@mastra/core/evals';
import type { Processor } from '@mastra/core/processors';
import type { StepParams } from '@mastra/core/workflows';
import { badSettings } from '../check/checks.js';
import { endingOf } from '../check/observed.js';
import { messagesOf as turnOf } from '../check/records.js';
import type { ReflectEngine } from '../engine/engine.js';
import type { Gate } from '../engine/gate.js';
import type { MessageInput, ToolRecordInput } from '../given-types.js';
import type { ReflectResult, ReflectTask, Usage } from '../types.js';
import { checkGate, checkHost, type GatedOptions, NO_TEXT } from './check.js';
import { sumOf } from './messages.js';

const INPUT = { type: 'object' as const, properties: { task: { type: 'string' as const } }, required: ['task'] };
const OUTPUT = { type: 'object' as const, properties: { output: { type: 'string' as const } }, required: ['output', 'status'] };

/** For `createStep`. */
export interface ReflectStep {
  id: string;
  inputSchema: typeof INPUT;
  outputSchema: typeof OUTPUT;
  execute(context: { inputData: unknown; abortSignal: AbortSignal }): Promise<StepOutput>;
}

const FIRST = ['output', 'object', 'status', 'acceptedBy', 'stopReason', 'reviewReasons', 'score'] as const;
export type StepOutput = Pick<ReflectResult<unknown>, (typeof FIRST)[number]>;

/** `createStep(reflectStep({ engine, task }))`: `{ task }` goes in, and the first layer of a result comes out. */
export function reflectStep(options: MastraOptions): ReflectStep {
  checkHost('reflectStep', options, { id: 'string' }, 'input draft signal');
  const { engine, task, id = 'reflect' } = options;
  const execute: ReflectStep['execute'] = async ({ inputData, abortSignal: signal }) => {
    const result = await engine.run({ ...task, input: (inputData as { task: string }).task, signal });
    return Object.fromEntries(FIRST.map((key) => [key, result[key]])) as StepOutput;
  };
  const step: ReflectStep = { id, inputSchema: INPUT, outputSchema: OUTPUT, execute };
  return step satisfies StepParams<string, undefined, typeof INPUT, typeof OUTPUT>;
}

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
        ? { done: true as const, result: await state.gate.fail(new Error(NO_TEXT)) }
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

export interface MastraOptions {
  engine: ReflectEngine;
  /** The task of each run, without its input; its `model` writes revisions, and is the critic unless `critic` names another. */
  task: Omit<ReflectTask<unknown>, 'input' | 'draft' | 'signal'>;
  /** Default: `reflect`. */
  id?: string | undefined;
}

/** The task of a scorer: nobody writes, so a critic is enough. */
export interface MastraScorerOptions extends Omit<MastraOptions, 'task'> {
  task: Partial<MastraOptions['task']> & (Pick<MastraOptions['task'], 'model'> | { critic: NonNullable<ReflectTask['critic']> });
}

type AgentScorer = MastraScorer<string, ScorerRunInputForAgent, ScorerRunOutputForAgent>;

/** A scorer of agents: the critic's score of the answer, from 0 to 1, with its issues as the reason. The answer is not revised. */
export function reflectScorer(options: MastraScorerOptions): AgentScorer {
  checkHost('reflectScorer', options, { id: 'string' }, 'input draft signal');
  const { engine, task, id = 'reflect' } = options;
  const { critic, model = critic } = task;
  if (typeof model !== 'function' && !critic) throw badSettings('`task` of reflectScorer needs a `critic`: it is who scores');
  const judge = ({ run }: { run: { input?: ScorerRunInputForAgent; output: ScorerRunOutputForAgent } }) => {
    const settings = { ...task.settings, maxReflections: 0 };
    const { rememberedMessages = [], inputMessages = [], systemMessages = [] } = run.input ?? {};
    const systemPrompt = task.systemPrompt ?? systemOf(systemMessages);
    const input = messagesOf([...rememberedMessages, ...inputMessages, ...run.output]);
    return engine.run({
      ...task,
      model: typeof model === 'function' ? model : () => '',
      settings,
      systemPrompt,
      input,
      draft: answerOf(run.output),
    });
  };
  return createScorer({ id, description: 'What a critic gives the answer', type: 'agent' })
    .preprocess(async (context) => {
      const { score, stopReason, trace } = await judge(context);
      if (score === undefined) throw new Error(`the critic gave no score: the run ended with ${stopReason}`);
      return { score, issues: trace.critique?.issues ?? [] };
    })
    .generateScore(({ results }) => results.preprocessStepResult.score / 10)
    .generateReason(({ results }) => results.preprocessStepResult.issues.join('; '));
}

export interface ReflectGoalOptions extends GatedOptions {
  /** Default: `reflect-goal`. */
  id?: string | undefined;
}

/** The part of Mastra's input that such a scorer reads. */
export interface GoalInput {
  originalTask: string;
  messages: MastraDBMessage[];
}

/**
 * The judge of a goal: for `goal.scorer` of an agent, and for `isTaskComplete.scorers`. The score is 1 when the answer was accepted, else
 * 0, and the reason says what to mend. Mastra counts the rounds (`goal.maxRuns`), and each answer is judged by itself. It throws when
 * nobody could judge, which pauses the goal.
 */
export function reflectGoal(options: ReflectGoalOptions): MastraScorer<string, GoalInput, string> {
  checkGate('reflectGoal', options, { id: 'string' });
  const { engine, task, id = 'reflect-goal' } = options;
  const settings = { ...task?.settings, maxReflections: 1 };
  const judge = async (input: GoalInput | undefined, text: string) => {
    if (text.trim() === '') return { score: 0, reason: 'There was no answer. Give the whole answer.' };
    const { originalTask = '', messages = [] } = input ?? {};
    const turn = messages.slice(messages.map(({ role }) => role).lastIndexOf('user') + 1);
    const verdict = await engine
      .gate({ ...task, settings, input: originalTask })
      .submit(text, { evidence: turn.flatMap(callsOf) });
    if (!verdict.done) return { score: 0, reason: verdict.feedback };
    const { accepted, acceptedBy, reviewReasons } = verdict.result;
    if (!accepted) throw new Error(`nobody could judge the answer: ${reviewReasons.join(', ')}`);
    return { score: 1, reason: `accepted by the ${acceptedBy}` };
  };
  return createScorer<GoalInput, string>({ id, description: 'Whether the engine accepts the answer' })
    .preprocess(({ run }) => judge(run.input, run.output))
    .generateScore(({ results }) => results.preprocessStepResult.score)
    .generateReason(({ results }) => results.preprocessStepResult.reason);
}

type Part = MastraDBMessage['content']['parts'][number];

function isText(part: Part): part is Extract<Part, { type: 'text' }> {
  return part.type === 'text';
}

const joined = (parts: readonly Part[]): string => parts.flatMap((part) => (isText(part) ? [part.text] : [])).join('');

/** Where the answer begins in the last message: behind its tool turns, and what was said in them. */
function startOf({ content }: MastraDBMessage): number {
  const types = content.parts.map(({ type }) => type);
  return Math.max(types.lastIndexOf('tool-invocation'), types.lastIndexOf('step-start')) + 1;
}

/** The text of the last message, behind its tool turns. */
function answerOf(messages: readonly MastraDBMessage[]): string {
  const last = messages.at(-1);
  return last?.role === 'assistant' ? joined(last.content.parts.slice(startOf(last))) : '';
}

/** The messages with another answer, and with metadata. */
function withAnswer(messages: MastraDBMessage[], text: string, metadata: { [key: string]: unknown }): MastraDBMessage[] {
  const last = messages.at(-1);
  const isSame = answerOf(messages) === text;
  if (last === undefined) {
    const content = { format: 2 as const, parts: [{ type: 'text' as const, text }], metadata };
    return [{ id: crypto.randomUUID(), role: 'assistant', createdAt: new Date(), content }];
  }
  const from = startOf(last);
  const beside = last.content.parts.filter((part, at) => at < from || !isText(part));
  const { content: _, ...content } = last.content;
  const answered = isSame ? last.content : { ...content, parts: [...beside, { type: 'text' as const, text }] };
  const all = { ...last.content.metadata, ...metadata };
  return [...messages.slice(0, -1), { ...last, content: { ...answered, metadata: all } }];
}

function callsOf({ content }: MastraDBMessage): ToolRecordInput[] {
  return content.parts.flatMap((part): ToolRecordInput[] => {
    if (part.type !== 'tool-invocation') return [];
    const { toolCallId: id, toolName: name, args, state, result, isError, errorText } = part.toolInvocation as Called;
    const call = { id, name, arguments: args };
    if (state === 'output-error' || (state === 'result' && isError))
      return [{ ...call, error: errorText ?? JSON.stringify(result) }];
    return state === 'result' ? [{ ...call, result }] : [];
  });
}

/** A call, as newer versions of Mastra have it, too. */
interface Called {
  toolCallId: string;
  toolName: string;
  args: unknown;
  state: string;
  result?: unknown;
  isError?: boolean;
  errorText?: string;
}

/** A conversation without its answer. */
function messagesOf(messages: readonly MastraDBMessage[]): MessageInput[] {
  return messages.flatMap((message, at): MessageInput[] => {
    const { role, content } = message;
    if (role !== 'user' && role !== 'assistant') return [];
    const isAnswer = role === 'assistant' && at === messages.length - 1;
    const text = joined(content.parts);
    return [...callsOf(message).flatMap(turnOf), ...(isAnswer || text === '' ? [] : [{ role, content: text }])];
  });
}

/** The system prompt that an agent was asked with. */
function systemOf(messages: readonly { content: unknown }[]): string | undefined {
  return messages.flatMap(({ content }) => (typeof content === 'string' ? [content] : [])).join('\n\n') || undefined;
}
