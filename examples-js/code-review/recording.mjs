// A conversation with a real model, written down so that it can be played where there is no model.

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const FILE = new URL('../recordings/code-review.json', import.meta.url);

/** Between two pieces of text, so that one can watch a draft being written. */
const PIECE_MS = 12;

/**
 * The model, and what it said so far. `about` says which model this is, and with which settings it ran.
 *
 * @param {import('reflect-engine').Model} model
 */
export function recorder(model, about) {
  const replies = [];
  return {
    async model(request) {
      const pieces = [];
      const onDelta = (piece) => {
        pieces.push(piece);
        request.onDelta?.(piece);
      };
      const { content, usage, finishReason, model: name } = await model({ ...request, signal: request.signal, onDelta });
      const chunks = pieces.join('') === content ? pieces : [content];
      replies.push({
        call: nameOf(request),
        requestSha256: hashOf(request),
        response: { usage, finishReason, model: name },
        chunks,
      });
      return { content, usage, finishReason, model: name };
    },
    save: () => writeFile(FILE, `${JSON.stringify({ ...about, date: new Date().toISOString(), replies }, undefined, 1)}\n`),
  };
}

/**
 * The recorded conversation as a model. Replies are found by the name of the call; `warn` hears of requests that are no longer the
 * ones that the real model answered.
 *
 * @param {{ live: boolean, warn(text: string): void }} options `live`: at the pace of writing
 */
export async function player({ live, warn }) {
  const { replies, ...about } = JSON.parse(await readFile(FILE, 'utf8'));
  return {
    about,
    async model(request) {
      const reply = replies.find(({ call }) => call === nameOf(request));
      if (reply === undefined) {
        throw new Error(`the recording holds no reply to ${nameOf(request)}: the run took another way than the recorded one`);
      }
      if (reply.requestSha256 !== hashOf(request)) {
        warn(
          `the request ${nameOf(request)} is not the one that ${about.model} answered; its recorded reply is played all the same`,
        );
      }
      for (const chunk of reply.chunks) {
        if (live) await sleep(PIECE_MS, undefined, { signal: request.signal });
        request.onDelta?.(chunk);
      }
      return { ...reply.response, content: reply.chunks.join('') };
    },
  };
}

function nameOf({ runId, callId, attempt }) {
  return `${runId}/${callId}/${attempt}`;
}

/** Of everything that the model was shown. */
function hashOf({ messages, tools, responseSchema }) {
  return createHash('sha256').update(JSON.stringify({ messages, tools, responseSchema })).digest('hex');
}
