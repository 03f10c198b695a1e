/**
 * Agents of the OpenAI Agents SDK with a gate.
 * @packageDocumentation
 */

import {
  type AgentInputItem,
  type AgentOutputItem,
  type ModelRequest,
  type NonStreamRunOptions,
  RunContext,
  type Runner,
  type RunResult,
  RunState,
  type RunStreamEvent,
  type Usage as RunUsage,
  run,
  type Session,
  type StreamedRunResult,
  type StreamRunOptions,
  type ToolInputGuardrailDefinition,
} from '@openai/agents';
import { badSettings } from '../check/checks.js';
import type { Gate, SubmittedReply } from '../engine/gate.js';
import type { ToolRecordInput } from '../given-types.js';
import type { Json, ReflectResult, Usage } from '../types.js';
import { messagesOf, outputOf } from './agents-items.js';
import { checkClient, checkGate, type GatedOptions, NO_TEXT } from './check.js';
import { argumentsOf, sumOf } from './messages.js';

const GUARDRAIL = 'reflect';
/** Opens the gate of a run, by the context of the run. */
const openGates = new WeakMap<object, (by: AnyAgent) => Promise<Gate>>();

/**
 * For the `inputGuardrails` of each tool, and the `toolInputGuardrails` of an MCP server: a call is made only if the `actions` of the gated
 * agent's task let it pass, else the model is told why. An agent that runs without its gate, as one that is another one's tool, calls none.
 */
export function toolGuardrail<C = unknown>(): ToolInputGuardrailDefinition<C> {
  return {
    type: 'tool_input',
    name: GUARDRAIL,
    run: async ({ context, agent, toolCall: { name, arguments: args } }) => {
      const gate = await openGates.get(context)?.(agent);
      const verdict = await gate?.mayCall(name, argumentsOf(args));
      if (verdict?.allow) return { behavior: { type: 'allow' } };
      return {
        behavior: { type: 'rejectContent', message: verdict?.feedback ?? `\`${name}\` was not called: this run has no gate` },
      };
    },
  };
}

/** As the SDK makes it. */
function contextOf(context: unknown): RunContext {
  return context instanceof RunContext ? context : new RunContext(context);
}

/**
 * An agent of the OpenAI Agents SDK whose final outputs are judged. What is missing goes back to the agent as a further run, with its
 * history and its tools, until the output is accepted or the budget is spent. A run that waits for an approval goes through unjudged. A
 * stream is the stream of the returned run, and comes when that run is over.
 */
export function gated<A extends AnyAgent>(agent: A, options: GatedAgentOptions): GatedAgent<A> {
  checkClient(['gated', 'agent', 'getSystemPrompt', '`new Agent({ name })` of @openai/agents 0.20'], agent);
  checkGate('gated', options, { runner: 'object' });
  const { engine, task, runner = { run } } = options;
  const open = agent.tools.find(
    (tool) => tool.type === 'function' && !tool.inputGuardrails?.some(({ name }) => name === GUARDRAIL),
  );
  if (task.actions && open)
    throw badSettings(`\`actions\`: the tool \`${open.name}\` has no \`toolGuardrail()\` of reflect-engine`);
  checkClient(['gated', 'runner', 'run', '`new Runner()`'], runner);

  async function loop(input: Input<undefined, A>, options: NonStreamRunOptions<undefined, A> = {}): Promise<AgentRun<A>> {
    const { signal, session, conversationId, previousResponseId } = options;
    const isKept = (session ?? conversationId ?? previousResponseId) !== undefined;
    const submitted: SubmittedReply<AgentRun<A>>[] = [];
    const feedback: string[] = [];
    let gate: Gate | undefined;
    const kept = typeof session === 'object' ? await session.getItems() : [];
    const asked = typeof input === 'string' ? [{ role: 'user' as const, content: input }] : input;
    const context = (asked instanceof RunState ? asked._context : contextOf(options.context)) as RunContext<undefined>;
    const openGate = async (asked: string | AgentInputItem[], by: AnyAgent): Promise<Gate> => {
      const systemPrompt = task.systemPrompt ?? (await by.getSystemPrompt(context));
      gate ??= engine.gate({ ...task, systemPrompt, input: messagesOf({ input: asked } as ModelRequest), signal });
      return gate;
    };
    if (task.actions)
      openGates.set(context, (by) => openGate(asked instanceof RunState ? asked._originalInput : [...kept, ...asked], by));

    async function settle(gate: Gate, result: ReflectResult): Promise<AgentRun<A>> {
      const { reply, isExact } = gate.findReply(submitted, result.output);
      const runs = submitted.map((each) => each.reply);
      if (session !== undefined) await cleanSession(session, kept.length, runs, feedback, result.output);
      return settleRun(reply, runs, result, isExact);
    }

    /** The best draft is returned; the first run fails as it does without a gate. */
    async function fail(error: unknown): Promise<AgentRun<A>> {
      if (gate === undefined || submitted.length === 0 || signal?.aborted) throw error;
      return settle(gate, await gate.fail(error));
    }

    for (let [next, by, how] = [input, agent, { ...options, context }]; ; ) {
      let reply: AgentRun<A>;
      try {
        reply = await runner.run(by, next, how);
        await reply.completed;
      } catch (error) {
        return fail(error);
      }
      if (reply.interruptions.length > 0) return reply;
      const output = reply.finalOutput ?? '';
      const text = typeof output === 'string' ? output : JSON.stringify(output);
      if (text.trim() === '') return submitted.length === 0 ? reply : fail(new Error(NO_TEXT));
      submitted.push({ text, reply });
      gate ??= await openGate(reply.input, reply.lastAgent ?? agent);
      const verdict = await gate.submit(text, {
        evidence: reply.output.flatMap(evidence),
        usage: sumOf(reply.rawResponses.map(({ usage }) => usageOf(usage))),
      });
      if (verdict.done) return settle(gate, verdict.result);
      feedback.push(verdict.feedback);
      next = isKept ? verdict.feedback : [...reply.history, { role: 'user', content: verdict.feedback }];
      by = reply.lastAgent ?? agent;
      if (previousResponseId !== undefined) how = { ...how, previousResponseId: reply.lastResponseId ?? previousResponseId };
    }
  }

  return { run: loop } as unknown as GatedAgent<A>;
}

function evidence(item: AgentOutputItem, _: number, all: AgentOutputItem[]): ToolRecordInput[] {
  if (item.type !== 'function_call') return [];
  const { callId: id, name } = item;
  const result = all.find((other) => other.type === 'function_call_result' && other.callId === id);
  const output = result?.type === 'function_call_result' ? result.output : undefined;
  const text = typeof output === 'object' && 'text' in output ? output.text : output;
  return text === undefined ? [] : [{ id, name, arguments: argumentsOf(item.arguments), result: text }];
}

function usageOf({ inputTokens, outputTokens, inputTokensDetails, outputTokensDetails }: RunUsage): Usage {
  const count = (details: { [key: string]: number }[] = [], key: string): number =>
    details.reduce((total, detail) => total + (detail[key] ?? 0), 0);
  const [cachedTokens, reasoningTokens] = [
    count(inputTokensDetails, 'cached_tokens'),
    count(outputTokensDetails, 'reasoning_tokens'),
  ];
  return {
    inputTokens,
    outputTokens,
    ...(cachedTokens > 0 && { cachedTokens }),
    ...(reasoningTokens > 0 && { reasoningTokens }),
  };
}

type Values = { [key: string | symbol]: unknown };
/** An item of a run, as the SDK keeps it and shows it in a stream. */
type RunItem = { type: string };
type Streamed = { toStream?(): ReadableStream<RunStreamEvent> };

/**
 * Sets the result of a gate on the run that is returned. The gate's output takes the place of the messages of the last response where the
 * two differ; the history has the tool turns of all runs.
 */
function settleRun<A extends AnyAgent>(
  run: AgentRun<A>,
  runs: readonly AgentRun<A>[],
  result: ReflectResult,
  isJudged: boolean,
): AgentRun<A> {
  const answers = answersOf(run);
  // The SDK may take one of several messages for the output.
  const isExact = isJudged && (answers.length < 2 || answers.map(textIn).join('') === result.output);
  const answered = isExact ? run.output : [...withoutAnswers(run), outputOf(result.output)];
  const others = runs.filter((other) => other !== run);
  const input = runs[0]?.input ?? [];
  const asked = typeof input === 'string' ? [{ role: 'user' as const, content: input }] : input;
  setValues(run, {
    reflection: result,
    history: [...asked, ...others.flatMap(withoutAnswers), ...answered],
    ...(!isExact && replacedValues(run, answered, result.output)),
  });
  return run;
}

function setValues(run: object, values: Values): void {
  for (const key of Reflect.ownKeys(values))
    Object.defineProperty(run, key, { value: values[key], configurable: true, enumerable: typeof key === 'string' });
}

function replacedValues<A extends AnyAgent>(run: AgentRun<A>, output: AgentOutputItem[], text: string): Values {
  return {
    output,
    newItems: withMessage(run.newItems as RunItem[], answersOf(run).length, text),
    finalOutput: typeof run.finalOutput === 'string' ? text : (JSON.parse(text) as Json),
    ...('toStream' in run && streamsWith(run as Streamed, text)),
  };
}

function isAnswer(item: AgentInputItem): boolean {
  return 'role' in item && item.role === 'assistant';
}

/** The messages of the last response of a run. */
function answersOf<A extends AnyAgent>({ rawResponses }: AgentRun<A>): AgentOutputItem[] {
  return rawResponses.at(-1)?.output.filter(isAnswer) ?? [];
}

function withoutAnswers<A extends AnyAgent>(run: AgentRun<A>): AgentOutputItem[] {
  const at = lastPlaces(run.output, isAnswer, answersOf(run).length);
  return run.output.filter((_, place) => !at.includes(place));
}

/** Where the last items of a kind are. */
function lastPlaces<I>(items: readonly I[], isOne: (item: I) => boolean, count: number): number[] {
  const places = items.flatMap((item, place) => (isOne(item) ? [place] : []));
  return places.slice(places.length - count);
}

function isMessage({ type }: RunItem): boolean {
  return type === 'message_output_item';
}

/** The items with `text` in the place of the last `count` messages. */
function withMessage(items: readonly RunItem[], count: number, text: string): RunItem[] {
  const at = lastPlaces(items, isMessage, count);
  return items.flatMap((item, place) => {
    if (!at.includes(place)) return [item];
    return place === at.at(-1) ? [messageWith(item, text)] : [];
  });
}

function messageWith(item: RunItem, text: string): RunItem {
  return Object.assign(Object.create(Object.getPrototypeOf(item)), item, { rawItem: outputOf(text) }) as RunItem;
}

/** The ways to read a stream, with another text in its last response. */
function streamsWith(run: Streamed, text: string): Values {
  const source = run.toStream?.().pipeThrough(replaceAnswer(text));
  if (source === undefined) return {};
  return {
    toStream: () => source,
    toTextStream: () => source.pipeThrough(textOnly()),
    [Symbol.asyncIterator]: () => source[Symbol.asyncIterator](),
  };
}

function textOnly(): TransformStream<RunStreamEvent, string> {
  return new TransformStream({
    transform: (event, controller) => {
      if (event.type === 'raw_model_stream_event' && event.data.type === 'output_text_delta')
        controller.enqueue(event.data.delta);
    },
  });
}

/** Holds the events of a response, and what follows it, until it is known whether it is the last one. */
function replaceAnswer(text: string): TransformStream<RunStreamEvent, RunStreamEvent> {
  let held: RunStreamEvent[] = [];
  return new TransformStream({
    transform: (event, controller) => {
      if (event.type === 'raw_model_stream_event' && event.data.type === 'response_started')
        for (const each of held.splice(0)) controller.enqueue(each);
      held.push(event);
    },
    flush: (controller) => {
      const last = held.filter(isMessageEvent).at(-1);
      held = held.filter((event) => event === last || !isMessageEvent(event));
      for (const event of held.flatMap((each) => eventsWith(each, text))) controller.enqueue(event);
    },
  });
}

function isMessageEvent(event: RunStreamEvent): boolean {
  return event.type === 'run_item_stream_event' && isMessage(event.item);
}

/** An event of the last response with another text; the provider's own events are left out. */
function eventsWith(event: RunStreamEvent, text: string): RunStreamEvent[] {
  if (event.type === 'run_item_stream_event' && isMessage(event.item))
    return [{ ...event, item: messageWith(event.item, text) } as RunStreamEvent];
  if (event.type !== 'raw_model_stream_event') return [event];
  const { data } = event;
  if (data.type === 'response_started') return [event];
  if (data.type !== 'response_done') return [];
  const others = (data.response.output as AgentOutputItem[]).filter((item) => !isAnswer(item));
  const response = { ...data.response, output: [...others, outputOf(text)] };
  const delta = { type: 'output_text_delta' as const, delta: text };
  return [
    { ...event, data: delta },
    { ...event, data: { ...data, response } },
  ] as RunStreamEvent[];
}

/** Takes rejected texts and feedback out of what a gated run added to a session. */
async function cleanSession<A extends AnyAgent>(
  session: Session,
  before: number,
  runs: readonly AgentRun<A>[],
  feedback: readonly string[],
  output: string,
): Promise<void> {
  if (runs.length < 2) return;
  const added = (await session.getItems()).slice(before);
  const answers = runs.flatMap((run) => answersOf(run).map(textIn));
  const isKept = (item: AgentInputItem): boolean => {
    if (isAnswer(item)) return !answers.includes(textIn(item));
    return !('role' in item && item.role === 'user' && feedback.includes(textIn(item)));
  };
  const kept = added.filter(isKept);
  for (const _ of added) await session.popItem();
  await session.addItems([...kept, outputOf(output)]);
}

function textIn(item: AgentInputItem): string {
  const { content } = item as { content: string | { text?: string }[] };
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');
}

export interface GatedAgentOptions extends GatedOptions {
  /** Default: the runner of the SDK's `run`. */
  runner?: Runner | undefined;
}

type AnyAgent = Parameters<Runner['run']>[0];
type Input<C, A extends AnyAgent> = string | AgentInputItem[] | RunState<C, A>;

/** Runs of an agent. Their results have the gate's result as `reflection`. Check its `status`: an unaccepted text is returned, too. */
export interface GatedAgent<A extends AnyAgent> {
  // Spelled out: a type that is inferred from it must name nothing that is not exported.
  run<C = undefined>(
    input: string | AgentInputItem[] | RunState<C, A>,
    options?: NonStreamRunOptions<C, A>,
  ): Promise<RunResult<C, A> & { reflection?: ReflectResult }>;
  run<C = undefined>(
    input: string | AgentInputItem[] | RunState<C, A>,
    options: StreamRunOptions<C, A>,
  ): Promise<StreamedRunResult<C, A> & { reflection?: ReflectResult }>;
}

type AgentRun<A extends AnyAgent> = RunResult<undefined, A> & { completed?: Promise<void> };
