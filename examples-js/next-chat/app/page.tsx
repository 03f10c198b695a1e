'use client';

import { useChat } from '@ai-sdk/react';
import { type SubmitEvent, useState } from 'react';
import type { ShownDraft } from 'reflect-engine/ai-sdk';
import type { ChatMessage } from './api/chat/route';

export default function Page() {
  const { messages, sendMessage, status, stop, error } = useChat<ChatMessage>();
  const isRunning = status === 'submitted' || status === 'streaming';

  function ask(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isRunning) return;
    sendMessage({ text: String(new FormData(event.currentTarget).get('question')) });
    event.currentTarget.reset();
  }

  return (
    <main>
      <h1>A chat that checks its answers</h1>
      {messages.map((message) =>
        message.role === 'user' ? (
          <p className="question" key={message.id}>
            {textOf(message)}
          </p>
        ) : (
          <Answer key={message.id} message={message} isRunning={isRunning && message === messages.at(-1)} />
        ),
      )}
      {error && <p role="alert">The answer broke off: {error.message}</p>}
      <form onSubmit={ask}>
        <input name="question" aria-label="Your question" placeholder="Ask something" autoComplete="off" required />
        {isRunning ? (
          <button key="stop" type="button" onClick={stop}>
            Stop
          </button>
        ) : (
          <button key="ask" type="submit">
            Ask
          </button>
        )}
      </form>
    </main>
  );
}

/** The drafts, and the text that somebody accepted. Any other one is held back until the reader wants it. */
function Answer({ message, isRunning }: { message: ChatMessage; isRunning: boolean }) {
  const [isWanted, setWanted] = useState(false);
  const text = textOf(message);
  const drafts = message.parts.flatMap((part) => (part.type === 'data-reflect' ? [part.data] : []));
  drafts.sort((one, other) => one.draft - other.draft); // Some are written at once.
  const accepted = drafts.find(({ status }) => status === 'accepted');
  const returned = drafts.find(({ status }) => status === 'returned');
  return (
    <article aria-busy={isRunning}>
      <ol>
        {drafts.map((draft) => (
          <Draft key={draft.draft} draft={draft} isRunning={isRunning} />
        ))}
      </ol>
      {text && !accepted && !isRunning && (
        <div className="held">
          <strong>Nobody accepted this answer</strong>
          {returned?.stopReason && ` · ${returned.stopReason.replaceAll('_', ' ')}`}
          <Issues of={returned?.issues} />
          {!isWanted && (
            <button type="button" onClick={() => setWanted(true)}>
              Show it anyway
            </button>
          )}
        </div>
      )}
      {(accepted || isWanted) && <p className="text">{text}</p>}
      {accepted && <p className="verdict">Accepted by the {accepted.acceptedBy}</p>}
    </article>
  );
}

/** A draft while it is written, and what was said of it. The text of the last two states is the answer, which is shown below, or held back. */
function Draft({ draft: { draft, text, status, score, issues }, isRunning }: { draft: ShownDraft; isRunning: boolean }) {
  const head = (
    <>
      <strong>Draft {draft}</strong> {status === 'writing' && !isRunning ? 'broken off' : STATUS[status]}
      {score !== undefined && ` · ${score} of 10`}
    </>
  );
  if (status === 'accepted' || status === 'returned') return <li className={status}>{head}</li>;
  return (
    <li className={status}>
      <details open={status === 'writing'}>
        <summary>{head}</summary>
        <p className="text">{text}</p>
      </details>
      <Issues of={issues} />
    </li>
  );
}

const Issues = ({ of = [] }: { of?: string[] | undefined }) => (
  <ul>
    {of.map((issue) => (
      <li key={issue}>{issue}</li>
    ))}
  </ul>
);

const STATUS = { writing: 'writing…', judged: 'judged', rejected: 'rejected', accepted: 'accepted', returned: 'not accepted' };

const textOf = ({ parts }: ChatMessage) => parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
