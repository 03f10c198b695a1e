// A model behind any server that speaks OpenAI's language, by the adapter for OpenAI's client: what it uses of that, over `fetch`.

import { chatModel } from '../node_modules/reflect-engine/dist/adapters/openai.js';

export function servedModel(url, name, key) {
  const create = async (body, { signal }) => {
    const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
    const address = `${url.replace(/\/+$/, '')}/chat/completions`;
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body), signal });
    if (!response.ok) {
      // Some servers send the key back.
      const said = (await response.text()).replaceAll(key || '\0', '[key]').slice(0, 300);
      throw new Error(`${address} answered ${response.status}: ${said}`);
    }
    return body.stream ? chunksOf(response.body.pipeThrough(new TextDecoderStream()).getReader()) : response.json();
  };
  return chatModel({ chat: { completions: { create } } }, name);
}

/** The data of server-sent events. */
async function* chunksOf(reader) {
  let rest = '';
  for (;;) {
    const { done, value = '\n' } = await reader.read();
    const lines = (rest + value).split(/\r?\n/);
    rest = lines.pop();
    for (const line of lines) {
      const data = /^data: ?(.*)$/s.exec(line)?.[1];
      if (data !== undefined && data !== '[DONE]') yield JSON.parse(data);
    }
    if (done) return;
  }
}
