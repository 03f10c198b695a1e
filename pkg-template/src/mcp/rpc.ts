// As much of the Model Context Protocol as a server of tools speaks, whatever carries its messages. The SDK would be 450 KB in the package.

import { MAX_MESSAGE } from '../check/body.js';
import { describeWrongKind, isPlain } from '../check/kind.js';
import { describeError } from '../error.js';

/** Protocol versions without a handshake: each request carries its own version. */
const MODERN = ['2026-07-28'];
/** Versions that begin with a handshake, in which tools and progress are what they are here. */
const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const META = 'io.modelcontextprotocol/';

declare const REFLECT_ENGINE_VERSION: string;

/** The tools are the same for everybody, until another server is started. */
const CACHE = { ttlMs: 300_000, cacheScope: 'public' };

export interface McpTool {
  name: string;
  description: string;
  inputSchema: { properties: object };
  outputSchema: object;
  /** What it throws is shown to the model. */
  call(args: Arguments, context: CallContext): Promise<object> | object;
}

/** What a server has, and what it tells the model of its client. */
export interface McpTools {
  tools: readonly McpTool[];
  instructions?: string | undefined;
}

export interface CallContext {
  signal: AbortSignal;
  /** Tells how far it is. */
  tell(message: string): void;
}

export type Arguments = { readonly [key: string]: unknown };
type Id = string | number;
type Fields = { id?: unknown; method?: unknown; params?: Fields; _meta?: Fields; [key: string]: unknown };
export type Send = (notification: object) => void;

/** A request that is refused, by a code of JSON-RPC. */
interface Refusal extends Error {
  code: number;
  data?: object | undefined;
}

const isId = (value: unknown): value is Id => typeof value === 'string' || typeof value === 'number';

const refused = (code: number, message: string, data?: object): Refusal => Object.assign(new Error(message), { code, data });
const fieldsOf = (message: unknown): Fields => (isPlain(message) ? message : {}) as Fields;

/** The version that a request says it is of. */
function versionOf(message: unknown): unknown {
  const { params } = fieldsOf(message);
  return fieldsOf(fieldsOf(params)._meta)[`${META}protocolVersion`];
}

/** Whether a request is of a version without a handshake. */
export const isModern = (message: unknown): boolean => MODERN.includes(versionOf(message) as string);

/** What is wrong with what a request says of itself, in its `_meta` and, over HTTP, in the headers that repeat it. */
export function faultIn(message: unknown, headers?: Headers): object | undefined {
  const fault = envelopeFault(message, headers);
  return fault && failure(fieldsOf(message).id, fault);
}

function envelopeFault(message: unknown, headers?: Headers): Refusal | undefined {
  const { id, method, params: value } = fieldsOf(message);
  if (!isId(id) || typeof method !== 'string') return undefined;
  const params = fieldsOf(value);
  const version = versionOf(message);
  const named = headers?.get('mcp-protocol-version') ?? undefined;
  const mustSay = method === 'server/discover' || (named !== undefined && !LEGACY.includes(named));
  if (version === undefined && !mustSay) return undefined;
  const wanted = version ?? named;
  if (headers !== undefined && version !== undefined && named !== version)
    return mismatch('MCP-Protocol-Version', named, version);
  if (wanted !== undefined && ![...MODERN, ...LEGACY].includes(wanted as string)) {
    const data = { supported: [...MODERN, ...LEGACY], requested: String(wanted).slice(0, 80) };
    return refused(-32022, `the protocol version ${data.requested} is not supported`, data);
  }
  if (version !== undefined && !isModern(message)) return undefined;
  const meta = fieldsOf(params._meta);
  const missing = ['protocolVersion', 'clientCapabilities'].find((key) => meta[META + key] === undefined);
  if (missing !== undefined) return refused(-32602, `\`_meta\` of a request must have \`${META}${missing}\``);
  if (headers === undefined) return undefined;
  if (headers.get('mcp-method') !== method) return mismatch('Mcp-Method', headers.get('mcp-method'), method);
  const name = plain(headers.get('mcp-name'));
  return method === 'tools/call' && name !== params.name ? mismatch('Mcp-Name', name, params.name) : undefined;
}

function mismatch(header: string, value: unknown, wanted: unknown): Refusal {
  return refused(-32020, `the header ${header} must be that of the body, ${String(wanted).slice(0, 80)}, got ${value ?? 'none'}`);
}

/** A header's value; one that is no plain ASCII is sent as Base64. */
function plain(value: string | null): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value ?? '')?.[1];
  if (encoded === undefined) return value ?? undefined;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

function failure(id: unknown, thrown: unknown): object {
  const { code = -32603, data } = thrown as Partial<Refusal>;
  const error = { code, message: describeError(thrown), ...(data && { data }) };
  return { jsonrpc: '2.0', id: isId(id) ? id : null, error };
}

export class ToolServer {
  private readonly tools: readonly McpTool[];
  private readonly about: object;
  private readonly running = new Map<Id, AbortController>();

  constructor({ tools, instructions }: McpTools) {
    this.tools = tools;
    this.about = { capabilities: { tools: {} }, ...(instructions !== undefined && { instructions }) };
  }

  /**
   * The answer to a message; a notification, an answer and a request that its client has cancelled have none. `send` takes the progress of
   * a call, which `signal` ends.
   */
  async answer(message: unknown, send: Send, signal?: AbortSignal): Promise<object | undefined> {
    const { id: value, method, params = {} } = fieldsOf(message);
    if (isPlain(message) && method === undefined && ('result' in message || 'error' in message)) return undefined;
    const id = isId(value) ? value : undefined;
    try {
      if (message === undefined) throw refused(-32700, `a message must be JSON of at most ${MAX_MESSAGE} characters`);
      if (value !== undefined && id === undefined)
        throw refused(-32600, describeWrongKind('`id`', 'a string or a number', value));
      if (typeof method !== 'string' || !isPlain(params)) throw refused(-32600, 'a request must have a `method`');
      if (id === undefined) {
        if (method === 'notifications/cancelled') this.running.get(params.requestId as Id)?.abort();
        return undefined;
      }
      const fault = envelopeFault(message);
      if (fault !== undefined) throw fault;
      const isStateless = isModern(message);
      const result = await this.result(id, method, params, isStateless, send, signal);
      const stamp = isStateless && { resultType: 'complete', _meta: { [`${META}serverInfo`]: SERVER } };
      return result && { jsonrpc: '2.0', id, result: { ...result, ...stamp } };
    } catch (thrown) {
      return failure(id, thrown);
    }
  }

  /** Ends what is still at work. */
  close(): void {
    for (const abort of this.running.values()) abort.abort();
  }

  private result(id: Id, method: string, params: Fields, isStateless: boolean, send: Send, signal?: AbortSignal): Result {
    switch (isStateless && HANDSHAKE.includes(method) ? '' : method) {
      case 'server/discover':
        return { supportedVersions: [...MODERN, ...LEGACY], ...this.about, ...CACHE };
      case 'initialize': {
        const wanted = params.protocolVersion as string;
        return { protocolVersion: LEGACY.includes(wanted) ? wanted : LEGACY[0], serverInfo: SERVER, ...this.about };
      }
      case 'ping':
        return {};
      case 'tools/list':
        return { tools: this.tools.map(({ call: _, ...tool }) => tool), ...CACHE };
      case 'tools/call':
        return this.called(id, params, send, signal);
      default:
        throw refused(-32601, `there is no method \`${method.slice(0, 80)}\``);
    }
  }

  private async called(id: Id, params: Fields, send: Send, signal?: AbortSignal): Promise<Answered> {
    const { name, arguments: args = {}, _meta } = params;
    const tool = this.tools.find((tool) => tool.name === name);
    if (tool === undefined) throw refused(-32602, `there is no tool \`${String(name).slice(0, 80)}\``);
    if (!isPlain(args)) throw refused(-32602, '`arguments` must be an object');
    const keys = Object.keys(tool.inputSchema.properties);
    const unknown = Object.keys(args).find((key) => !keys.includes(key));
    if (unknown !== undefined)
      throw refused(-32602, `\`${name}\` has no argument \`${unknown.slice(0, 80)}\`; there are ${keys.join(', ')}`);
    const { progressToken } = fieldsOf(_meta);
    const abort = new AbortController();
    let progress = 0;
    const tell = (message: string): void => {
      if (!isId(progressToken) || abort.signal.aborted) return;
      send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: ++progress, message } });
    };
    this.running.set(id, abort);
    const stop = (): void => abort.abort(signal?.reason);
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
    try {
      const value = await tool.call(args as Arguments, { signal: abort.signal, tell });
      return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value };
    } catch (thrown) {
      // A cancelled request gets no answer.
      if (abort.signal.aborted && signal?.aborted !== true) return undefined;
      return { content: [{ type: 'text', text: describeError(thrown) }], isError: true };
    } finally {
      signal?.removeEventListener('abort', stop);
      this.running.delete(id);
    }
  }
}

type Answered = object | undefined;
type Result = Answered | Promise<Answered>;

/** Methods that are gone since each request says itself what it is. */
const HANDSHAKE = ['initialize', 'ping'];
const SERVER = { name: 'reflect-engine', version: REFLECT_ENGINE_VERSION };
