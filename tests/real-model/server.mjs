import { createServer } from 'node:http';

/**
 * The chat completions of an OpenAI-compatible API over a local model: streamed or whole, replies held to a JSON Schema, and a
 * generation that ends when its client goes away.
 *
 * @param {Awaited<ReturnType<typeof import('../../examples-js/code-review/local-model.mjs').localModel>>} local
 * @returns `url` to give as base URL; `ended` says of each generation how it ended: `stop`, `length`, `aborted` or `failed`
 */
export async function serve(local) {
  const ended = [];
  const server = createServer((request, response) => {
    answer(request, response, local, ended).catch((error) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: String(error) } }));
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    ended,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(request, response, local, ended) {
  const route = `${request.method} ${request.url}`;
  if (route === 'GET /v1/models') return json(response, 200, { object: 'list', data: [{ id: local.name, object: 'model' }] });
  if (route !== 'POST /v1/chat/completions') return json(response, 404, { error: { message: `no ${route}` } });
  const body = await bodyOf(request);
  if (body === undefined) return json(response, 400, { error: { message: 'the body is no JSON' } });

  const gone = new AbortController();
  response.on('close', () => gone.abort(new Error('the client went away')));
  const stream = body.stream === true ? sse(response, local.name) : undefined;
  const { temperature, seed, max_tokens: maxTokens } = body;
  const own = Object.fromEntries(Object.entries({ temperature, seed, maxTokens }).filter(([, value]) => value !== undefined));
  try {
    const asked = {
      messages: body.messages,
      responseSchema: body.response_format?.json_schema?.schema,
      signal: gone.signal,
      onDelta: stream?.delta,
    };
    const reply = await local.model(asked, own);
    ended.push(reply.finishReason);
    if (stream) return stream.end(reply, body.stream_options?.include_usage === true);
    const message = { role: 'assistant', content: reply.content };
    const choices = [{ index: 0, message, finish_reason: reply.finishReason }];
    return json(response, 200, { id: 'chatcmpl', object: 'chat.completion', model: local.name, choices, usage: usageOf(reply) });
  } catch (error) {
    ended.push(gone.signal.aborted ? 'aborted' : 'failed');
    if (!gone.signal.aborted) throw error;
  }
}

/** Server-sent events, as the API streams them. */
function sse(response, model) {
  const send = (fields) =>
    response.write(`data: ${JSON.stringify({ id: 'chatcmpl', object: 'chat.completion.chunk', model, ...fields })}\n\n`);
  const choice = (delta, finish_reason) => send({ choices: [{ index: 0, delta, finish_reason }] });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  choice({ role: 'assistant', content: '' }, null);
  return {
    delta: (content) => choice({ content }, null),
    end(reply, withUsage) {
      choice({}, reply.finishReason);
      if (withUsage) send({ choices: [], usage: usageOf(reply) });
      response.end('data: [DONE]\n\n');
    },
  };
}

function usageOf({ usage: { inputTokens, outputTokens } }) {
  return { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens };
}

async function bodyOf(request) {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += piece;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function json(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
