// The stream of a gated agent of the AI SDK: what its tools do at once, drafts as drafts, and the text that was judged.

import { endingOf } from '../check/observed.js';
import type { ReflectResult, Screen } from '../types.js';
import type { AgentReply, Judgement, ReplyWatch, StreamPart } from './gated-run.js';
import { isWaiting } from './reply.js';

/** The parts of a reply that are given when it is judged. */
interface HeldParts {
  /** Those of a text that may be the answer. */
  answer: StreamPart[];
  stepEnd?: StreamPart;
  finish?: StreamPart;
}

/** Shows the replies of a run in one stream. */
export function showReplies(
  give: (part: StreamPart) => void,
  draft: Screen['draft'],
  redact: ((text: string) => string) | undefined,
): ReplyWatch {
  const all = new Map<AgentReply, HeldParts>();
  let last: HeldParts = { answer: [] };

  const pass = (part: StreamPart | undefined): void => {
    if (part !== undefined) give(part);
  };

  /** Gives parts that belong to no draft. */
  function release({ answer }: HeldParts): void {
    if (answer.length > 0) draft(all.size, 'rejected', {});
    for (const part of answer.splice(0)) give(part);
  }

  /** Shows a reply while it comes. Throws the error that the stream tells. */
  async function show(reply: AgentReply): Promise<void> {
    const held: HeldParts = { answer: [] };
    last = held;
    all.set(reply, held);
    // A step that calls a tool is no answer.
    let mayAnswer = true;
    let failure: { error: unknown } | undefined;
    for await (const part of streamOf(reply)) {
      const { type } = part;
      if (type === 'error') failure ??= { error: part.error };
      else if (type === 'finish') held.finish = part;
      else if (type === 'start-step') {
        mayAnswer = true;
        give(part);
      } else if (mayAnswer && isWaiting(part)) {
        mayAnswer = false;
        release(held);
        give(part);
      } else if (mayAnswer && /^(text-|source$|file$)/.test(type)) {
        held.answer.push(part);
        if (isDelta(part) && !redact) draft(all.size, 'writing', { delta: part.text ?? '' });
      } else if (mayAnswer && type === 'finish-step') held.stepEnd = part;
      else if (type !== 'abort' && (type !== 'start' || all.size === 1)) give(part);
    }
    if (failure) throw failure.error;
    // A redacted text is shown when it is whole.
    if (redact && held.answer.length > 0) {
      const text = held.answer.filter(isDelta).map((part) => part.text);
      draft(all.size, 'writing', { delta: redact(text.join('')) });
    }
  }

  /** Shows what became of the last reply. */
  function tell(end: Judgement): void {
    if (end.type === 'rejected') {
      draft(all.size, 'judged', { issues: end.issues });
      return pass(last.stepEnd);
    }
    if (end.type === 'unjudged') {
      release(last);
      pass(last.stepEnd);
      return pass(last.finish);
    }
    const { result, reply, isExact } = end;
    const { acceptedBy, stopReason, score } = result;
    const returned = [...all.keys()].indexOf(reply) + 1;
    for (let other = 1; other <= all.size; other += 1) if (other !== returned) draft(other, 'rejected', {});
    draft(returned, acceptedBy === undefined ? 'returned' : 'accepted', { acceptedBy, stopReason, score });
    const { answer, stepEnd, finish } = all.get(reply) ?? last;
    for (const part of isExact && answer.length > 0 ? answer : answerWith(answer, result)) give(part);
    pass(stepEnd && { ...stepEnd, providerMetadata: { ...stepEnd.providerMetadata, reflect: endingOf(result) } });
    pass(finish);
  }

  return { show, tell };
}

/** A stream that anybody may read, as often as they like, while it comes. */
export interface SharedStream {
  give(part: StreamPart): void;
  close(): void;
  read(): ReadableStream<StreamPart>;
}

export function shareStream(): SharedStream {
  let controller!: ReadableStreamDefaultController<StreamPart>;
  let source = new ReadableStream<StreamPart>({ start: (own) => void (controller = own) });
  return {
    give: (part) => controller.enqueue(part),
    close: () => controller.close(),
    read() {
      const [own, rest] = source.tee();
      source = rest;
      // A branch of a tee that is cancelled waits for the other one; behind a transform nobody does.
      return own.pipeThrough(new TransformStream());
    },
  };
}

/** A reply of the SDK whose stream is `shared`, and whose other values are those of the reply that is returned. */
export function liveReply(first: AgentReply, returned: Promise<AgentReply>, shared: SharedStream): AgentReply {
  return new Proxy(first, {
    get(target, key) {
      if (key === 'stream' || key === 'fullStream') return shared.read();
      if (key === 'textStream') return shared.read().pipeThrough(textOnly());
      const value: unknown = Reflect.get(target, key);
      const later = returned.then((reply) => Reflect.get(reply, key) as unknown);
      later.catch(() => {}); // Whoever waits for it gets the error.
      if (value instanceof ReadableStream) return laterStream(later as Promise<ReadableStream>);
      if (isPromise(value)) value.then(undefined, () => {});
      else if (key !== 'reflection') return value;
      return later;
    },
  });
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as Partial<PromiseLike<unknown>> | undefined)?.then === 'function';
}

function textOnly(): TransformStream<StreamPart, string> {
  return new TransformStream({
    transform: (part, controller) => {
      if (isDelta(part)) controller.enqueue(part.text ?? '');
    },
  });
}

function streamOf({ stream, fullStream }: AgentReply): AsyncIterable<StreamPart> {
  return (stream ?? fullStream ?? []) as unknown as AsyncIterable<StreamPart>;
}

function isDelta({ type }: StreamPart): boolean {
  return type === 'text-delta';
}

/** The parts of a reply with another text. */
function answerWith(parts: readonly StreamPart[], { output }: ReflectResult): StreamPart[] {
  const id = 'answer';
  const text = [
    { type: 'text-start', id },
    { type: 'text-delta', id, text: output },
    { type: 'text-end', id },
  ];
  return [...text, ...parts.filter(({ type }) => !type.startsWith('text-'))];
}

function laterStream(source: Promise<ReadableStream>): ReadableStream {
  const { readable, writable } = new TransformStream();
  source.then((stream) => stream.pipeTo(writable)).catch((error: unknown) => writable.abort(error).catch(() => {}));
  return readable;
}
