// As much of the Model Context Protocol as a server of tools speaks, whatever carries its messages. The SDK would be 450 KB in the package.

import { MAX_MESSAGE } from '../check/body.js';
import { isPlain, kindOf } from '../check/kind.js';
import { describeError } from '../error.js';

/** Versions of the protocol in which tools and progress are what they are here. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

declare const REFLECT_ENGINE_VERSION: string;

export interface McpTool {
  name: string;
  description: string;
  inputSchema: { properties: object };
  /** What it throws is shown to the model. */
  call(args: Arguments, context: CallContext): Promise<object> | object;
}

export interface CallContext {
  signal: AbortSignal;
  /** Tells how far it is. */
  tell(message: string): void;
}

export type Arguments = { readonly [key: string]: unknown };
type Id = string | number;
type Fields = { id?: unknown; method?: unknown; params?: Fields; [key: string]: unknown };
export type Send = (notification: object) => void;

/** What a message is known by; any other value would be sent back as it came. */
const isId = (value: unknown): value is Id => typeof value === 'string' || typeof value === 'number';

/** A request that is refused, by a code of JSON-RPC. */
const refused = (code: number, message: string): Error => Object.assign(new Error(message), { code });

export class ToolServer {
  private readonly tools: readonly McpTool[];
  private readonly running = new Map<Id, AbortController>();

  constructor(tools: readonly McpTool[]) {
    this.tools = tools;
  }

  /** The answer to a message; a notification and an answer have none. `send` takes the progress of a call, which `signal` ends. */
  async answer(message: unknown, send: Send, signal?: AbortSignal): Promise<object | undefined> {
    const { id: value, method, params = {} } = (isPlain(message) ? message : {}) as Fields;
    if (isPlain(message) && method === undefined && ('result' in message || 'error' in message)) return undefined;
    const id = isId(value) ? value : undefined;
    try {
      if (message === undefined) throw refused(-32700, `a message must be JSON of at most ${MAX_MESSAGE} characters`);
      if (value !== undefined && id === undefined)
        throw refused(-32600, `\`id\` must be a string or a number, got ${kindOf(value)}`);
      if (typeof method !== 'string' || !isPlain(params)) throw refused(-32600, 'a request must have a `method`');
      if (id === undefined) {
        if (method === 'notifications/cancelled') this.running.get(params.requestId as Id)?.abort();
        return undefined;
      }
      return { jsonrpc: '2.0', id, result: await this.result(id, method, params, send, signal) };
    } catch (thrown) {
      const { code = -32603 } = thrown as { code?: number };
      return { jsonrpc: '2.0', id: id ?? null, error: { code, message: describeError(thrown) } };
    }
  }

  /** Ends what is still at work. */
  close(): void {
    for (const abort of this.running.values()) abort.abort();
  }

  private result(id: Id, method: string, params: Fields, send: Send, signal?: AbortSignal): object | Promise<object> {
    switch (method) {
      case 'initialize': {
        const wanted = params.protocolVersion as string;
        const protocolVersion = VERSIONS.includes(wanted) ? wanted : VERSIONS[0];
        const serverInfo = { name: 'reflect-engine', version: REFLECT_ENGINE_VERSION };
        return { protocolVersion, capabilities: { tools: {} }, serverInfo };
      }
      case 'ping':
        return {};
      case 'tools/list':
        return { tools: this.tools.map(({ call: _, ...tool }) => tool) };
      case 'tools/call':
        return this.called(id, params, send, signal);
      default:
        throw refused(-32601, `there is no method \`${method.slice(0, 80)}\``);
    }
  }

  private async called(id: Id, { name, arguments: args = {}, _meta }: Fields, send: Send, signal?: AbortSignal): Promise<object> {
    const tool = this.tools.find((tool) => tool.name === name);
    if (tool === undefined) throw refused(-32602, `there is no tool \`${String(name).slice(0, 80)}\``);
    if (!isPlain(args)) throw refused(-32602, '`arguments` must be an object');
    const known = Object.keys(tool.inputSchema.properties);
    const unknown = Object.keys(args).find((key) => !known.includes(key));
    if (unknown !== undefined)
      throw refused(-32602, `\`${name}\` has no argument \`${unknown.slice(0, 80)}\`; there are ${known.join(', ')}`);
    const { progressToken } = (_meta ?? {}) as { progressToken?: unknown };
    let progress = 0;
    const tell = (message: string): void => {
      if (!isId(progressToken)) return;
      send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: ++progress, message } });
    };
    const abort = new AbortController();
    const signals = [abort.signal, ...(signal === undefined ? [] : [signal])];
    this.running.set(id, abort);
    try {
      const value = await tool.call(args as Arguments, { signal: AbortSignal.any(signals), tell });
      return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value };
    } catch (thrown) {
      return { content: [{ type: 'text', text: describeError(thrown) }], isError: true };
    } finally {
      this.running.delete(id);
    }
  }
}
