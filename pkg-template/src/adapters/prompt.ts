// Prompts of the AI SDK's provider specification, for `reflected`.

import type {
  LanguageModelV3CallOptions as Options,
  LanguageModelV3Prompt as Prompt,
  LanguageModelV3TextPart as TextPart,
  LanguageModelV3ToolResultOutput as ToolOutput,
} from '@ai-sdk/provider';
import type { MessageInput } from '../given-types.js';
import type { Message } from '../types.js';
import { apart, textOf } from './messages.js';

/** A request without what an earlier stream showed of drafts. */
export function withoutDrafts(options: Options): Options {
  const isKept = (part: { type: string; providerOptions?: { reflect?: object } }): boolean =>
    part.type !== 'reasoning' || !part.providerOptions?.reflect;
  const prompt = options.prompt.map((turn) =>
    turn.role === 'assistant' ? { ...turn, content: turn.content.filter(isKept) } : turn,
  );
  return { ...options, prompt };
}

/** The texts of a prompt for the engine. Each message and file says where it is, so that the model gets the original again. */
export function questionOf(prompt: Prompt): { systemPrompt: string; input: MessageInput[] } {
  const { system: systemPrompt } = apart(prompt as Message[]);
  const input = prompt.flatMap((turn, at): MessageInput[] => {
    const metadata = { at };
    if (turn.role === 'system') return [];
    if (turn.role === 'user') {
      const content = turn.content.map((part, index) => (part.type === 'text' ? part : { type: 'file', at: [at, index] }));
      return [{ role: 'user', content, metadata }];
    }
    if (turn.role === 'tool') {
      return turn.content.flatMap((part) =>
        part.type === 'tool-result'
          ? [{ role: 'tool', toolCallId: part.toolCallId, content: outputOf(part.output), metadata }]
          : [],
      );
    }
    const toolCalls = turn.content.flatMap((part) =>
      part.type === 'tool-call' && !part.providerExecuted
        ? [{ id: part.toolCallId, name: part.toolName, arguments: part.input }]
        : [],
    );
    const content = textOf(turn.content as Message['content']);
    return [{ role: 'assistant', content, metadata, ...(toolCalls.length > 0 && { toolCalls }) }];
  });
  return { systemPrompt, input };
}

/** The engine's messages as a prompt: those of the original one as they are there, with what the engine added to the question behind it. */
export function promptOf(messages: readonly Message[], prompt: Prompt): Prompt {
  const turns: Prompt = [];
  for (const { role, content, metadata } of messages) {
    const { at = -1 } = (metadata ?? {}) as { at?: number };
    const original = prompt[at];
    const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content.map((part) => partOf(part, prompt));
    // Several tool results of the engine are one turn there.
    if (original === undefined) turns.push({ role, content: role === 'system' ? textOf(content) : parts } as Prompt[number]);
    else if (original.role === 'user')
      turns.push({ ...original, content: [...original.content, ...(parts.slice(original.content.length) as TextPart[])] });
    else if (turns.at(-1) !== original) turns.push(original);
  }
  return turns;
}

function partOf(part: Exclude<Message['content'], string>[number], prompt: Prompt): object {
  const [turn = 0, index = 0] = (part as { at?: number[] }).at ?? [];
  return part.type === 'text' ? part : ((prompt[turn]?.content[index] ?? part) as object);
}

function outputOf(output: ToolOutput): string {
  if (!('value' in output)) return output.reason ?? 'denied';
  return typeof output.value === 'string' ? output.value : JSON.stringify(output.value);
}
