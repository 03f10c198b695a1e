/**
 * The engine as tools of the Model Context Protocol, over Streamable HTTP. `npx reflect-engine mcp` serves the same over stdio.
 *
 * @packageDocumentation
 */

import { CLOSED, NOT_ALLOWED, textOf } from '../check/body.js';
import { badSettings, checkOptions } from '../check/checks.js';
import { describeError } from '../error.js';
import { faultIn, isModern, type Send, ToolServer } from './rpc.js';
import { type ReflectTools, toolsOf } from './tools.js';

export type { GateStore } from '../engine/gates.js';
export type { ReflectTools } from './tools.js';

export interface ReflectServerOptions extends ReflectTools {
  /** Returns `true` to let a request through; anything else, an error included, is a 403. Without it every request is a 403. */
  authorize?: ((request: Request) => boolean | Promise<boolean>) | undefined;
}

const KINDS = {
  engine: 'object',
  model: 'function',
  critic: 'function',
  decisions: 'object',
  gates: 'object',
  actions: 'object',
  authorize: 'function',
};
const JSON_TYPE = { 'content-type': 'application/json', 'cache-control': 'no-store' };

/**
 * Answers the POSTs of an MCP client, at any path: a `Request` in, a `Response` out, as Bun, Deno, workers and Hono want it. It keeps no
 * sessions: any number of processes may serve one client if they share the `gates`. A call is aborted when its client goes away.
 *
 * Throws `invalid_settings`, naming it, for an unknown option or one of the wrong type.
 */
export function reflectServer(options: ReflectServerOptions): (request: Request) => Promise<Response> {
  checkOptions('reflectServer', options, KINDS);
  if (options.engine === undefined) throw badSettings('`engine` is missing: give `new ReflectEngine()`');
  const { authorize, ...parts } = options;
  const tools = toolsOf(parts);
  return async (request) => {
    if (authorize === undefined) return failed(403, -32600, CLOSED);
    const isAllowed = await (async () => (await authorize(request)) === true)().catch(() => false);
    if (!isAllowed) return failed(403, -32600, NOT_ALLOWED);
    if (request.method !== 'POST') return failed(405, -32600, 'an MCP client sends POST', { allow: 'POST' });
    let message: unknown;
    try {
      message = JSON.parse(await textOf(request));
    } catch (thrown) {
      if (thrown instanceof RangeError) return failed(413, -32600, describeError(thrown));
      return failed(400, -32700, `the body must be JSON: ${describeError(thrown)}`);
    }
    const fault = faultIn(message, request.headers);
    if (fault !== undefined) return new Response(JSON.stringify(fault), { status: 400, headers: JSON_TYPE });
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { _meta?: { progressToken?: unknown } } };
    // Ids are those of one client: a server for each request keeps them apart.
    const server = new ToolServer(tools);
    if (method === 'tools/call' && params?._meta?.progressToken !== undefined) return streamed(server, message, request.signal);
    const answer = await server.answer(message, () => {}, request.signal);
    if (answer === undefined) return new Response(null, { status: 202 });
    const isUnknown = isModern(message) && (answer as { error?: { code: number } }).error?.code === -32601;
    return new Response(JSON.stringify(answer), { status: isUnknown ? 404 : 200, headers: JSON_TYPE });
  };
}

/** Progress as it comes, then the answer. */
function streamed(server: ToolServer, message: unknown, signal: AbortSignal): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send: Send = (event) => controller.enqueue(encoder.encode(`event: message\ndata: ${JSON.stringify(event)}\n\n`));
      const answered = server.answer(message, send, signal).then((answer) => {
        if (answer !== undefined) send(answer);
        controller.close();
      });
      // The reader has gone.
      answered.catch(() => {});
    },
    cancel: () => server.close(),
  });
  // A proxy that waits for the end would show no progress.
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' };
  return new Response(body, { headers });
}

function failed(status: number, code: number, message: string, headers: Record<string, string> = {}): Response {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } });
  return new Response(body, { status, headers: { ...JSON_TYPE, ...headers } });
}
