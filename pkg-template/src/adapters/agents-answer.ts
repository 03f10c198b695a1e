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
 * Sets the result of a gate on the run that is returned. The gate's output takes the place of its text where the two differ; the history has
 * the tool turns of all runs.
 */
export function settleRun<A extends AnyAgent>(
  run: AgentRun<A>,
  runs: readonly AgentRun<A>[],
  result: ReflectResult,
  isExact: boolean,
): AgentRun<A> {
  const answered = isExact ? run.output : [...withoutAnswer(run.output), outputOf(result.output)];
  const others = runs.filter((other) => other !== run);
  const input = runs[0]?.input ?? [];
  const asked = typeof input === 'string' ? [{ role: 'user' as const, content: input }] : input;
  setValues(run, {
    reflection: result,
    history: [...asked, ...others.flatMap(({ output }) => withoutAnswer(output)), ...answered],
    ...(!isExact && replacedValues(run, answered, result.output)),
  });
  return run;
}

function setValues(run: object, values: Values): void {
  for (const key of Reflect.ownKeys(values))
    Object.defineProperty(run, key, { value: values[key], configurable: true, enumerable: typeof key === 'string' });
}

function replacedValues<A extends AnyAgent>(run: AgentRun<A>, output: AgentOutputItem[], text: string): Values {
  const newItems = run.newItems as RunItem[];
  const at = newItems.map(isMessage).lastIndexOf(true);
  return {
    output,
    newItems: newItems.map((item, place) => (place === at ? messageWith(item, text) : item)),
    finalOutput: typeof run.finalOutput === 'string' ? text : (JSON.parse(text) as Json),
    ...('toStream' in run && streamsWith(run as Streamed, text)),
  };
}

function isAnswer(item: AgentInputItem): boolean {
  return 'role' in item && item.role === 'assistant';
}

function withoutAnswer<I extends AgentInputItem>(items: readonly I[]): I[] {
  const at = items.map(isAnswer).lastIndexOf(true);
  return items.filter((_, place) => place !== at);
}

function isMessage({ type }: RunItem): boolean {
  return type === 'message_output_item';
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

/** Holds the events of a response until it is known whether it is the last one. */
function replaceAnswer(text: string): TransformStream<RunStreamEvent, RunStreamEvent> {
  let held: RunStreamEvent[] = [];
  return new TransformStream({
    transform: (event, controller) => {
      const isResponse = event.type === 'raw_model_stream_event';
      const isNew = isResponse && event.data.type === 'response_started';
      if (isNew || !(isResponse || isMessageEvent(event))) for (const each of held.splice(0)) controller.enqueue(each);
      if (isResponse || isMessageEvent(event)) held.push(event);
      else controller.enqueue(event);
    },
    flush: (controller) => {
      for (const event of held.flatMap((each) => eventsWith(each, text))) controller.enqueue(event);
      held = [];
    },
  });
}

function isMessageEvent(event: RunStreamEvent): boolean {
  return event.type === 'run_item_stream_event' && isMessage(event.item);
}

/** An event of the last response with another text; the provider's own events are left out. */
function eventsWith(event: RunStreamEvent, text: string): RunStreamEvent[] {
  if (event.type === 'run_item_stream_event') return [{ ...event, item: messageWith(event.item, text) } as RunStreamEvent];
  if (event.type !== 'raw_model_stream_event') return [event];
  const { data } = event;
  if (data.type === 'response_started') return [event];
  if (data.type !== 'response_done') return [];
  const output = [...withoutAnswer(data.response.output as AgentOutputItem[]), outputOf(text)];
  const delta = { type: 'output_text_delta' as const, delta: text };
  return [
    { ...event, data: delta },
    { ...event, data: { ...data, response: { ...data.response, output } } },
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
  const answers = runs.flatMap((run) => run.output.filter(isAnswer).slice(-1).map(textIn));
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
