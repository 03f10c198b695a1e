// One local server that speaks as each provider does, by the path of a request, and plays a script of replies.

import { listen } from '../../listen.mjs';

/**
 * What each protocol makes of a reply to requests at `path`: `whole` a body, `stream` the events of a stream; `fault` says what the provider
 * refuses. `mark` is put where it keeps what it wants to see again.
 */
const PROTOCOLS = {
  chat: {
    path: '/chat/completions',
    fault: chatFault,
    whole: (said, { n }) => {
      const choices = all(said, n).map((said, index) => ({ index, ...chatChoice(said) }));
      return { ...CHAT, object: 'chat.completion', choices, ...chatUsage(said) };
    },
    stream: (said) => {
      const { message, finish_reason } = chatChoice(said);
      const chunk = (fields) => ({ ...CHAT, object: 'chat.completion.chunk', ...fields });
      const delta = (delta, finish_reason = null) => chunk({ choices: [{ index: 0, delta, finish_reason }] });
      const calls = message.tool_calls?.map((call, index) => ({ index, ...call }));
      return [
        delta({ role: 'assistant', content: '' }),
        ...pieces(said.text).map((content) => delta({ content })),
        ...(calls ? [delta({ tool_calls: calls })] : []),
        delta({}, finish_reason),
        ...(said.usage ? [chunk({ choices: [], ...chatUsage(said) })] : []),
        '[DONE]',
      ];
    },
  },
  responses: {
    path: '/responses',
    fault: ({ text, tools }) => strictFault([text?.format, ...(tools ?? [])]),
    whole: (said) => responseOf(said),
    stream: (said) => {
      const response = responseOf(said);
      let number = 0;
      const event = (type, fields) => ({ type, sequence_number: number++, ...fields });
      const items = response.output.flatMap((item, output_index) => {
        const at = { output_index, item_id: item.id };
        const added = (shown) =>
          event('response.output_item.added', { output_index, item: { ...item, status: 'in_progress', ...shown } });
        const done = () => event('response.output_item.done', { output_index, item });
        if (item.type === 'reasoning') return [added({}), done()];
        if (item.type === 'function_call') {
          const { name, arguments: given } = item;
          return [
            added({ arguments: '' }),
            event('response.function_call_arguments.delta', { ...at, delta: given }),
            event('response.function_call_arguments.done', { ...at, name, arguments: given }),
            done(),
          ];
        }
        const [part] = item.content;
        const inside = { ...at, content_index: 0 };
        return [
          added({ content: [] }),
          event('response.content_part.added', { ...inside, part: { ...part, text: '' } }),
          ...pieces(part.text).map((delta) => event('response.output_text.delta', { ...inside, delta, logprobs: [] })),
          event('response.output_text.done', { ...inside, text: part.text, logprobs: [] }),
          event('response.content_part.done', { ...inside, part }),
          done(),
        ];
      });
      const begun = { ...response, status: 'in_progress', output: [], usage: null };
      return [event('response.created', { response: begun }), ...items, event(`response.${response.status}`, { response })];
    },
  },
  messages: {
    path: '/messages',
    fault: messagesFault,
    whole: (said) => messageOf(said),
    stream: (said) => {
      const message = messageOf(said);
      const blocks = message.content.flatMap((block, index) => [
        { type: 'content_block_start', index, content_block: { ...block, ...EMPTY[block.type] } },
        ...deltasOf(block).map((delta) => ({ type: 'content_block_delta', index, delta })),
        { type: 'content_block_stop', index },
      ]);
      const { stop_reason, usage } = message;
      return [
        { type: 'message_start', message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 0 } } },
        ...blocks,
        { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
        { type: 'message_stop' },
      ];
    },
  },
  gemini: {
    path: '/models/',
    fault: geminiFault,
    whole: (said, { generationConfig: { candidateCount } = {} }) => {
      const given = all(said, candidateCount).map((each) => geminiOf(geminiParts(each), { ...each, usage: said.usage }));
      return { ...given[0], candidates: given.flatMap(({ candidates }, index) => ({ ...candidates[0], index })) };
    },
    stream: (said) => geminiParts(said).map((part, at, all) => geminiOf([part], at === all.length - 1 ? said : {})),
  },
};

/** What is said, and to who asks for several what else is. */
const all = (said, n = 1) => [said, ...(said.others ?? []).map((text) => ({ ...said, text }))].slice(0, n);

const pieces = (text = '') => text.match(/[\s\S]{1,7}/g) ?? [];

const CHAT = { id: 'chatcmpl-1', created: 1, model: 'fake-2025-01-01' };

function chatChoice({ text, toolCalls, mark, finish, logprobs }) {
  const extra_content = mark && { google: { thought_signature: mark } };
  const tool_calls = toolCalls?.map(({ id, name, arguments: given }) => {
    return { id, type: 'function', function: { name, arguments: JSON.stringify(given) }, ...(mark && { extra_content }) };
  });
  const message = { role: 'assistant', content: text ?? null, refusal: null, ...(tool_calls && { tool_calls }) };
  const odds = logprobs && { logprobs: { content: logprobs, refusal: null } };
  return { message, finish_reason: finish ?? (tool_calls ? 'tool_calls' : 'stop'), ...odds };
}

const chatUsage = ({ usage }) =>
  usage && {
    usage: {
      prompt_tokens: usage.inputTokens,
      completion_tokens: usage.outputTokens,
      total_tokens: usage.inputTokens + usage.outputTokens,
      prompt_tokens_details: { cached_tokens: usage.cachedTokens },
    },
  };

const MESSAGE_KEYS = ['role', 'content', 'tool_calls', 'tool_call_id'];

/** What is wrong with messages, in the words of OpenAI. */
function chatFault({ messages, response_format, tools = [] }) {
  for (const [at, message] of messages.entries()) {
    const unknown = Object.keys(message).find((key) => !MESSAGE_KEYS.includes(key));
    if (unknown) return { status: 400, message: `Unknown parameter: 'messages[${at}].${unknown}'.` };
  }
  return strictFault([response_format?.json_schema, ...tools.map((tool) => tool.function)]);
}

/** As OpenAI refuses schemas that are sent as strict: https://platform.openai.com/docs/guides/structured-outputs#supported-schemas */
function strictFault(forms) {
  const faults = forms.flatMap((form) => (form?.strict ? faultsIn(form.schema ?? form.parameters, '()') : []));
  return faults[0] && { status: 400, message: `Invalid schema: In context=${faults[0]}` };
}

const REFUSED = ['allOf', 'oneOf', 'not', 'if', 'patternProperties', 'minLength', 'maxLength', 'uniqueItems', 'default'];

function faultsIn(schema, at) {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, properties, required = [], additionalProperties, items, anyOf = [], $defs = {} } = schema;
  const isObject = properties !== undefined || [type].flat().includes('object');
  const missing = Object.keys(properties ?? {}).find((key) => !required.includes(key));
  const refused = REFUSED.find((key) => key in schema);
  const parts = { ...properties, items, ...anyOf, ...$defs };
  return [
    ...(isObject && additionalProperties !== false ? [`${at}, 'additionalProperties' is required to be false`] : []),
    ...(missing ? [`${at}, 'required' must have every key in properties. Missing '${missing}'`] : []),
    ...(refused ? [`${at}, '${refused}' is not permitted`] : []),
    ...Object.entries(parts).flatMap(([key, part]) => faultsIn(part, `${at}.${key}`)),
  ];
}

/** Each has ids of its own: LangChain knows messages by them. */
let responses = 0;

function responseOf({ text, toolCalls = [], usage, mark, finish }) {
  const number = ++responses;
  const reasoning = { type: 'reasoning', id: `rs_${mark}`, summary: [], encrypted_content: mark };
  const content = [{ type: 'output_text', text, annotations: [] }];
  const message = { type: 'message', id: `msg_${number}`, role: 'assistant', status: 'completed', content };
  const calls = toolCalls.map(({ id, name, arguments: given }) => {
    return { type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: JSON.stringify(given), status: 'completed' };
  });
  const tokens = usage && {
    input_tokens: usage.inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: usage.outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: usage.inputTokens + usage.outputTokens,
  };
  const output = [...(mark ? [reasoning] : []), ...(text === undefined ? [] : [message]), ...calls];
  const cut = finish === 'length' && { incomplete_details: { reason: 'max_output_tokens' } };
  const status = cut ? 'incomplete' : 'completed';
  const said = { id: `resp_${number}`, object: 'response', created_at: 1, status, ...cut, model: 'fake-2025-01-01' };
  return { ...said, output, ...(tokens && { usage: tokens }) };
}

const EMPTY = { text: { text: '' }, thinking: { thinking: '', signature: '' }, tool_use: { input: {} } };

function messageOf({ text, toolCalls = [], usage = { inputTokens: 0, outputTokens: 0 }, mark }) {
  const thinking = { type: 'thinking', thinking: 'Add them.', signature: mark };
  const calls = toolCalls.map(({ id, name, arguments: input }) => ({ type: 'tool_use', id, name, input }));
  const content = [...(mark ? [thinking] : []), ...(text === undefined ? [] : [{ type: 'text', text }]), ...calls];
  const tokens = { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens };
  const stop_reason = calls.length > 0 ? 'tool_use' : 'end_turn';
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'fake',
    content,
    stop_reason,
    stop_sequence: null,
    usage: tokens,
  };
}

function deltasOf({ type, text, thinking, signature, input }) {
  if (type === 'text') return pieces(text).map((text) => ({ type: 'text_delta', text }));
  if (type === 'tool_use') return [{ type: 'input_json_delta', partial_json: JSON.stringify(input) }];
  return [
    { type: 'thinking_delta', thinking },
    { type: 'signature_delta', signature },
  ];
}

function geminiParts({ text, toolCalls = [], mark }) {
  const calls = toolCalls.map(({ id, name, arguments: args }) => {
    return { functionCall: { id, name, args }, ...(mark && { thoughtSignature: mark }) };
  });
  return [...pieces(text).map((text) => ({ text })), ...calls];
}

function geminiOf(parts, { text, toolCalls, usage }) {
  const finishReason = text || toolCalls ? 'STOP' : undefined;
  const usageMetadata = usage && { promptTokenCount: usage.inputTokens, candidatesTokenCount: usage.outputTokens };
  return { candidates: [{ content: { role: 'model', parts }, finishReason, index: 0 }], usageMetadata, modelVersion: 'fake' };
}

/** As Anthropic refuses schemas: every object is closed, and no limits are in it. */
function messagesFault({ output_config: { format: { schema } = {} } = {} }) {
  const isRefused = (part) =>
    typeof part === 'object' &&
    part !== null &&
    ((part.type === 'object' && part.additionalProperties !== false) ||
      ['minimum', 'maximum', 'minLength', 'maxLength', 'maxItems'].some((key) => key in part) ||
      Object.values(part).some(isRefused));
  return isRefused(schema) ? { status: 400, message: 'output_config.format.schema: not supported' } : undefined;
}

/** As Gemini refuses results that are not together in the turn after their calls. */
function geminiFault({ contents }) {
  const count = (turn, kind) => turn?.parts.filter((part) => part[kind]).length ?? 0;
  const faults = contents.filter((turn, at) => count(turn, 'functionCall') !== count(contents[at + 1], 'functionResponse'));
  return faults.length > 0
    ? { status: 400, message: 'the number of function response parts is not that of the calls' }
    : undefined;
}

/**
 * `script` is a list of replies, or a function of a body and its number; `events` of a reply stand for its stream, and may take their time.
 * Gives the server's `url`, the bodies of its `requests`, what was `asked` (with URL and headers), and how many connections were `closed`
 * before the reply ended.
 */
export async function provider(script) {
  const [requests, asked] = [[], []];
  const answer = typeof script === 'function' ? script : (_, number) => script[number - 1];
  let closed = 0;
  const { url, close } = await listen(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const protocol = Object.values(PROTOCOLS).find(({ path }) => request.url.includes(path));
    if (body === '' || !protocol) return response.writeHead(404).end(`PROTOCOLS has none for ${request.url}`);
    asked.push({ url: request.url, headers: request.headers, body: JSON.parse(body) });
    const number = requests.push(body);
    const said = (await answer(JSON.parse(body), number)) ?? { error: { status: 400, message: 'the script is over' } };
    if (said.status) return response.writeHead(said.status, said.headers).end(said.text);
    const error = said.error ?? protocol.fault?.(JSON.parse(body));
    response.on('close', () => void (closed += response.writableFinished ? 0 : 1));
    if (said.hangs) return;
    if (error) {
      const { status, message } = error;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ type: 'error', error: { message, type: 'invalid_request_error', code: status, status: 'FAILED' } }),
      );
      return;
    }
    if (!said.body && (JSON.parse(body).stream || request.url.includes('streamGenerateContent'))) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for await (const event of said.events ?? protocol.stream(said)) {
        const data = typeof event === 'string' ? event : JSON.stringify(event);
        response.write(`${event.type ? `event: ${event.type}\n` : ''}data: ${data}\n\n`);
      }
      response.end();
    } else {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(said.body ?? protocol.whole(said, JSON.parse(body))));
    }
  });
  return {
    url,
    requests,
    asked,
    get closed() {
      return closed;
    },
    close,
  };
}
