// The stream of a gated agent of the AI SDK: what its tools do at once, drafts as drafts, and the text that was judged.

import type { ReflectResult, Screen } from '../types.js';
import type { AgentReply, Judgement, ReplyWatch, StreamPart } from './gated-run.js';
import { endOf } from './messages.js';

/** The parts of a reply that are given when it is judged. */
interface HeldParts {
  /** Those of a text that may be the answer. */
  answer: StreamPart[];
  stepEnd?: StreamPart;
  finish?: StreamPart;
}

/** Shows the replies of a run in one stream. */
export class LiveDrafts implements ReplyWatch {
  private readonly held = new Map<AgentReply, HeldParts>();

  constructor(
    private readonly give: (part: StreamPart) => void,
    private readonly draft: Screen['draft'],
    private readonly redact: ((text: string) => string) | undefined,
  ) {}

  /** Shows a reply while it comes. Throws the error that the stream tells. */
  async show(reply: AgentReply): Promise<void> {
    const held: HeldParts = { answer: [] };
    this.held.set(reply, held);
    const number = this.held.size;
    // A step that calls a tool is no answer.
    let mayAnswer = true;
    let failure: { error: unknown } | undefined;
    for await (const part of streamOf(reply)) {
      const { type } = part;
      if (type === 'error') failure ??= { error: part.error };
      else if (type === 'finish') held.finish = part;
      else if (type === 'start-step') {
        mayAnswer = true;
        this.give(part);
      } else if (mayAnswer && isToolCall(part)) {
        mayAnswer = false;
        this.release(number, held);
        this.give(part);
      } else if (mayAnswer && /^(text-|source$|file$)/.test(type)) {
        held.answer.push(part);
        if (isDelta(part) && !this.redact) this.draft(number, 'writing', { delta: part.text ?? '' });
      } else if (mayAnswer && type === 'finish-step') held.stepEnd = part;
      else if (type !== 'abort' && (type !== 'start' || number === 1)) this.give(part);
    }
    if (failure) throw failure.error;
    // A redacted text is shown when it is whole.
    if (this.redact && held.answer.length > 0) {
      const text = held.answer.filter(isDelta).map((part) => part.text);
      this.draft(number, 'writing', { delta: this.redact(text.join('')) });
    }
  }

  /** Shows what became of the last reply. */
  tell(end: Judgement): void {
    const number = this.held.size;
    const last = [...this.held.values()].at(-1) ?? { answer: [] };
    if (end.type === 'rejected') {
      this.draft(number, 'judged', { issues: end.issues });
      return this.pass(last.stepEnd);
    }
    if (end.type === 'unjudged') {
      this.release(number, last);
      this.pass(last.stepEnd);
      return this.pass(last.finish);
    }
    const { draft, result, reply, isExact } = end;
    const { acceptedBy, stopReason, score } = result;
    for (let other = 1; other <= number; other += 1) if (other !== draft) this.draft(other, 'rejected', {});
    this.draft(draft, acceptedBy === undefined ? 'returned' : 'accepted', { acceptedBy, stopReason, score });
    const { answer, stepEnd, finish } = this.held.get(reply) ?? last;
    for (const part of isExact && answer.length > 0 ? answer : answerWith(answer, result)) this.give(part);
    this.pass(stepEnd && { ...stepEnd, providerMetadata: { ...stepEnd.providerMetadata, reflect: endOf(result) } });
    this.pass(finish);
  }

  /** Gives parts that belong to no draft. */
  private release(number: number, { answer }: HeldParts): void {
    if (answer.length > 0) this.draft(number, 'rejected', {});
    for (const part of answer.splice(0)) this.give(part);
  }

  private pass(part: StreamPart | undefined): void {
    if (part !== undefined) this.give(part);
  }
}

/** A stream that anybody may read, as often as they like, while it comes. */
export class SharedStream {
  private controller!: ReadableStreamDefaultController<StreamPart>;
  private source = new ReadableStream<StreamPart>({ start: (controller) => void (this.controller = controller) });

  give(part: StreamPart): void {
    this.controller.enqueue(part);
  }

  close(): void {
    this.controller.close();
  }

  read(): ReadableStream<StreamPart> {
    const [own, rest] = this.source.tee();
    this.source = rest;
    // A branch of a tee that is cancelled waits for the other one; behind a transform nobody does.
    return own.pipeThrough(new TransformStream());
  }
}

/** A reply of the SDK whose stream is `shared`, and whose other values are those of the reply that is returned. */
export function liveReply(first: AgentReply, returned: Promise<AgentReply>, shared: SharedStream): AgentReply {
  const reflection = returned.then((reply) => reply.reflection);
  reflection.catch(() => {}); // Whoever waits for it gets the error.
  return new Proxy(first, {
    get(target, key) {
      if (key === 'reflection') return reflection;
      if (key === 'stream' || key === 'fullStream') return shared.read();
      if (key === 'textStream') return shared.read().pipeThrough(textOnly());
      const value: unknown = Reflect.get(target, key);
      const later = returned.then((reply) => Reflect.get(reply, key) as unknown);
      later.catch(() => {});
      if (value instanceof ReadableStream) return laterStream(later as Promise<ReadableStream>);
      if (!isPromise(value)) return value;
      value.then(undefined, () => {});
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

function isToolCall({ type, providerExecuted }: StreamPart): boolean {
  return /^tool-(input-start|call|approval)/.test(type) && !providerExecuted;
}

function isDelta({ type }: StreamPart): boolean {
  return type === 'text-delta';
}

function isText({ type }: StreamPart): boolean {
  return type.startsWith('text-');
}

/** The parts of a reply with another text. */
function answerWith(parts: readonly StreamPart[], { output }: ReflectResult): StreamPart[] {
  const text = { id: 'answer', text: output };
  const written = [
    { type: 'text-start', id: 'answer' },
    { type: 'text-delta', ...text },
    { type: 'text-end', id: 'answer' },
  ];
  return [...written, ...parts.filter((part) => !isText(part))];
}

function laterStream(source: Promise<ReadableStream>): ReadableStream {
  return new ReadableStream({
    async start(controller) {
      for await (const part of (await source) as unknown as AsyncIterable<unknown>) controller.enqueue(part);
      controller.close();
    },
  });
}
