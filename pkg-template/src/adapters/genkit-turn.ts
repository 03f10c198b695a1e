// Messages of Genkit as those of a gate, for `reflectMiddleware`.

import type { GenerateResponseData, MessageData } from 'genkit';
import { evidenceOf } from '../engine/gates.js';
import type { MessageInput } from '../given-types.js';
import type { Message } from '../types.js';

export type Answer = GenerateResponseData & { message: MessageData };

/** Whether a reply has a text, and nothing that somebody is to run. */
export function isAnswer(reply: GenerateResponseData): reply is Answer {
  return textOf(reply.message).trim() !== '' && !reply.message?.content.some(({ toolRequest }) => toolRequest);
}

export function textOf(message: MessageData | undefined): string {
  return message?.content.map(({ text = '' }) => text).join('') ?? '';
}

export function plain(message: MessageData): MessageInput[] {
  const content = textOf(message);
  const role = message.role === 'model' ? 'assistant' : message.role;
  return role === 'tool' || content === '' ? [] : [{ role, content }];
}

export function evidence({ content }: MessageData, at: number, all: MessageData[]): Message[] {
  const calls = all[at - 1]?.content ?? [];
  return content.flatMap(({ toolResponse }) => {
    if (!toolResponse) return [];
    const { ref, name, output: result } = toolResponse;
    const call = calls.find(({ toolRequest }) => toolRequest?.name === name && toolRequest.ref === ref);
    return evidenceOf({ id: ref ?? name, name, args: call?.toolRequest?.input ?? {}, result });
  });
}
