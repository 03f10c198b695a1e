// The result of a gated run of the OpenAI Agents SDK: the output that was judged, and a history without rejected texts and feedback.

import type { AgentInputItem, AgentOutputItem, RunStreamEvent, Session } from '@openai/agents';
import type { Json, ReflectResult } from '../types.js';
import type { AgentRun, AnyAgent } from './agents-gate-types.js';
import { outputOf } from './agents-reply.js';

type Values = { [key: string | symbol]: unknown };
/** An item of a run, as the SDK keeps it and shows it in a stream. */
type RunItem = { type: string };
type Streamed = { toStream?(): ReadableStream<RunStreamEvent> };

/**
 * Sets the result of a gate on the run that is returned. The gate's output takes the place of the messages of the last response where the
 * two differ; the history has the tool turns of all runs.
 */
export function settleRun<A extends AnyAgent>(
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
export async function cleanSession<A extends AnyAgent>(
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
