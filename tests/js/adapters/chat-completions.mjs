// A small server of chat completions, as strict about messages as the real one, that answers from a script.

import { createServer } from 'node:http';

const MESSAGE_KEYS = ['role', 'content'];

/**
 * Each reply is `{ content?, finish? }`, or `{ body }` for another kind of server; streamed word by word where that is asked for.
 *
 * @returns `requests`: the bodies that were answered
 */
export async function chatCompletions(script) {
  const requests = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    const body = JSON.parse(text);
    requests.push(body);
    const fault = faultOf(body);
    if (fault !== undefined) return json(response, 400, { error: { message: fault } });
    const { content, finish, body: other } = script.shift();
    if (other !== undefined) return json(response, 200, other);
    const said = { content, finish_reason: finish ?? 'stop' };
    if (body.stream) stream(response, body, said);
    else json(response, 200, whole(body, said));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}/v1`;
  return { url, requests, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** What is wrong with a request, in the words of the real one. */
function faultOf({ messages }) {
  for (const [at, message] of messages.entries()) {
    const unknown = Object.keys(message).find((key) => !MESSAGE_KEYS.includes(key));
    if (unknown) return `Unknown parameter: 'messages[${at}].${unknown}'.`;
  }
  return undefined;
}

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, prompt_tokens_details: { cached_tokens: 64 } };

/** The name of the model comes back dated, as the real one's does. */
const headOf = ({ model }) => ({ id: 'chatcmpl-1', created: 1, model: `${model}-2025-04-14` });

function whole(body, { content, finish_reason }) {
  const message = { role: 'assistant', content, refusal: null };
  return { ...headOf(body), object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage: USAGE };
}

function stream(response, body, { content, finish_reason }) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (fields) =>
    response.write(`data: ${JSON.stringify({ ...headOf(body), object: 'chat.completion.chunk', ...fields })}\n\n`);
  const choose = (delta, finish_reason = null) => send({ choices: [{ index: 0, delta, finish_reason }] });
  choose({ role: 'assistant', content: '' });
  for (const word of content.match(/\S+\s*/g) ?? []) choose({ content: word });
  choose({}, finish_reason);
  if (body.stream_options?.include_usage) send({ choices: [], usage: USAGE });
  response.end('data: [DONE]\n\n');
}

function json(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
