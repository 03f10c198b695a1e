// A model behind any server that speaks OpenAI's language, by the adapter for OpenAI's client: what it uses of that, over `fetch`.

import { chatModel } from 'reflect-engine/openai';

/** What a browser says of a server that is away, and of one that lets no page ask it: it does not tell them apart. */
const UNREACHED = (address) =>
  `${address} cannot be asked from this page. Is it running? If so, it must allow the page’s origin, ${location.origin}: ` +
  `OLLAMA_ORIGINS=${location.origin} ollama serve; llama-server allows every origin unless told otherwise; ` +
  'others call it CORS, or Access-Control-Allow-Origin. A page of https can ask http on this machine’s own address alone.';

export function servedModel(url, name, key) {
  const create = async (body, { signal }) => {
    const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
    const address = `${url.replace(/\/+$/, '')}/chat/completions`;
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body), signal }).catch((cause) => {
      throw signal.aborted ? cause : new Error(UNREACHED(address), { cause });
    });
    if (!response.ok) {
      // Some servers send the key back.
      const reason = (await response.text()).replaceAll(key || '\0', '[key]').slice(0, 300);
      throw new Error(`${address} answered ${response.status}: ${reason}`);
    }
    if (!body.stream || response.headers.get('content-type')?.includes('json')) {
      const { choices: [choice] = [], ...rest } = await response.json();
      if (choice?.message === undefined)
        throw new Error(`${address} answered without a choice: is it a server of chat completions?`);
      return body.stream ? [{ ...rest, choices: [{ ...choice, delta: choice.message }] }] : { ...rest, choices: [choice] };
    }
    return chunksOf(response.body.pipeThrough(new TextDecoderStream()).getReader(), address);
  };
  return chatModel({ chat: { completions: { create } } }, name);
}

/** The data of server-sent events. */
async function* chunksOf(reader, address) {
  let rest = '';
  let first = '';
  let isStream = false;
  for (;;) {
    const { done, value = '\n' } = await reader.read();
    first = (first + value).slice(0, 200);
    const lines = (rest + value).split(/\r?\n/);
    rest = lines.pop();
    for (const line of lines) {
      const data = /^data: ?(.*)$/s.exec(line)?.[1];
      isStream ||= data !== undefined;
      if (data !== undefined && data !== '[DONE]') yield JSON.parse(data);
    }
    if (done && !isStream) throw new Error(`${address} answered with something else than a stream: ${first}`);
    if (done) return;
  }
}
