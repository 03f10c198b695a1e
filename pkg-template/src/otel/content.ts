// What was said in a run, in the form of the conventions. It is only recorded where `content` is switched on.

import type { MessageInput, ModelResponse } from '../given-types.js';
import { Redaction } from '../run/redact.js';
import type { ModelReply } from '../types.js';

/** Writes texts for a trace, each as the task's `redact` leaves it. */
export class Content {
  private readonly redaction: Redaction | undefined;

  constructor(redact: unknown) {
    if (typeof redact === 'function') this.redaction = new Redaction(redact as (text: string) => string);
  }

  text(text: string): string {
    return this.redaction?.text(text) ?? text;
  }

  json(value: unknown): string {
    return this.text(JSON.stringify(value) ?? 'null');
  }

  input(input: string | readonly MessageInput[]): string {
    return this.json(typeof input === 'string' ? [{ role: 'user', parts: partsOf(input) }] : input.map(messageOf));
  }

  output(reply: ModelReply): string {
    return this.json(typeof reply === 'object' && 'contents' in reply ? reply.contents.map(outputOf) : [outputOf(reply)]);
  }
}

function outputOf(reply: string | ModelResponse): object {
  const { content, toolCalls, finishReason }: ModelResponse = typeof reply === 'string' ? { content: reply } : reply;
  const parts = [...partsOf(content ?? ''), ...(toolCalls ?? []).map(callPart)];
  // The conventions require a reason: without one Phoenix shows no output.
  return { role: 'assistant', parts, finish_reason: finishReason ?? 'unknown' };
}

function messageOf({ role, content, toolCalls, toolCallId }: MessageInput): object {
  if (role === 'tool') return { role, parts: [{ type: 'tool_call_response', id: toolCallId, response: content }] };
  return { role, parts: [...partsOf(content), ...(toolCalls ?? []).map(callPart)] };
}

/** A part that is not text is named by its kind alone: it may be a picture. */
function partsOf(content: MessageInput['content']): object[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', content }];
  return content.map((part) => ('text' in part ? { type: 'text', content: part.text } : { type: part.type }));
}

function callPart({ id, name, arguments: args }: { id?: string | null | undefined; name: string; arguments: unknown }): object {
  return { type: 'tool_call', id, name, arguments: args };
}
