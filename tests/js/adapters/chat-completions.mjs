// A small server of chat completions, as strict about messages as the real one, that answers from a script.

import { createServer } from 'node:http';

const CALL_KEYS = ['id', 'type', 'function', 'extra_content'];
const MESSAGE_KEYS = ['role', 'content', 'tool_calls', 'tool_call_id'];

/**
 * Each reply is `{ content?, calls?, status?, finish? }`, with `calls` as `[name, arguments, more]`, or `{ body }` for another kind of server;
 * streamed word by word where that is asked for. A call may hold `extra_content`, as Gemini's do, and no other unknown key.
 *
 * @returns `requests`: the bodies that were answered, or refused with the `status` of the script
 */
export async function chatCompletions(script) {
  const requests = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    const body = JSON.parse(text);
    requests.push(body);
    const { status = faultOf(body) ? 400 : 200, content, calls, finish, body: other } = script.shift() ?? { status: 500 };
    if (status !== 200) return json(response, status, { error: { message: faultOf(body) ?? 'from the script' } });
    if (other !== undefined) return json(response, 200, other);
    const tool_calls = calls?.map(([name, args, more], index) => {
      return {
        ...more,
        index,
        id: `call_${requests.length}_${index}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(args) },
      };
    });
    const said = { content, tool_calls, finish_reason: finish ?? (calls ? 'tool_calls' : 'stop') };
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
    if (message.role === 'tool' && typeof message.tool_call_id !== 'string')
      return `Missing parameter 'messages[${at}].tool_call_id'.`;
    for (const call of message.tool_calls ?? []) {
      if (call.type !== 'function' || typeof call.function.arguments !== 'string')
        return `Invalid type for 'messages[${at}].tool_calls'.`;
      const extra = Object.keys(call).find((key) => !CALL_KEYS.includes(key));
      if (extra) return `Unknown parameter: 'messages[${at}].tool_calls.${extra}'.`;
    }
  }
  return undefined;
}

const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, prompt_tokens_details: { cached_tokens: 64 } };

/** The name of the model comes back dated, as the real one's does. */
const headOf = ({ model }) => ({ id: 'chatcmpl-1', created: 1, model: `${model}-2025-04-14` });

function whole(body, { content = null, tool_calls, finish_reason }) {
  const message = { role: 'assistant', content, refusal: null, tool_calls };
  return { ...headOf(body), object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage: USAGE };
}

function stream(response, body, { content = '', tool_calls, finish_reason }) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (fields) =>
    response.write(`data: ${JSON.stringify({ ...headOf(body), object: 'chat.completion.chunk', ...fields })}\n\n`);
  const choose = (delta, finish_reason = null) => send({ choices: [{ index: 0, delta, finish_reason }] });
  choose({ role: 'assistant', content: '' });
  for (const word of content.match(/\S+\s*/g) ?? []) choose({ content: word });
  if (tool_calls) choose({ tool_calls });
  choose({}, finish_reason);
  if (body.stream_options?.include_usage) send({ choices: [], usage: USAGE });
  response.end('data: [DONE]\n\n');
}

function json(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
