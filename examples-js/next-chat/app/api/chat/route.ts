import { openai } from '@ai-sdk/openai';
import {
  convertToModelMessages,
  createUIMessageStream,
  createUIMessageStreamResponse,
  streamText,
  toUIMessageStream,
  type UIMessage,
} from 'ai';
import { ReflectEngine } from 'reflect-engine';
import { reflected, type ShownDraft } from 'reflect-engine/ai-sdk';

export type ChatMessage = UIMessage<never, { reflect: ShownDraft }>;

const engine = new ReflectEngine({ maxReflections: 3 });

export async function POST(request: Request) {
  const { messages }: { messages: ChatMessage[] } = await request.json();
  const asked = await convertToModelMessages(messages);
  const stream = createUIMessageStream<ChatMessage>({
    execute: ({ writer }) => {
      const model = reflected(openai.chat('gpt-4.1-mini'), { engine, drafts: 'data', writer });
      const { stream } = streamText({ model, messages: asked, abortSignal: request.signal });
      writer.merge(toUIMessageStream({ stream }));
    },
  });
  return createUIMessageStreamResponse({ stream });
}
