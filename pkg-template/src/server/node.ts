// The same for `node:http`, and the one way to open it without `authorize`: to this machine alone.

import { kindOf } from '../kind.js';
import { type Checked, checked, type EvalHandlerOptions, refused, respond } from './handler.js';
import { failure, Wrong } from './reply.js';
import type { EvalReader } from './routes.js';

/** Who may read, over `node:http`. */
export interface NodeHandlerOptions extends EvalHandlerOptions {
  /**
   * Lets requests through that come from this machine: the socket's address is a loopback address, *and* the `Host` is one of `hosts`
   * (so that no page of a rebound name gets in), *and* no header tells of a proxy. All others are asked of `authorize`. Default false.
   */
  allowLoopback?: boolean | undefined;
  /** Exact values of `Host` that count as this machine. Default: `localhost`, `127.0.0.1` and `[::1]`, alone or with the server's port. */
  hosts?: readonly string[] | undefined;
}

/** What is read of an `IncomingMessage`. */
export interface NodeRequest {
  method?: string | undefined;
  url?: string | undefined;
  rawHeaders: readonly string[];
  socket: { remoteAddress?: string | undefined; localPort?: number | undefined };
}

/** What is written of a `ServerResponse`. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body?: string): unknown;
}

const KEYS = ['authorize', 'basePath', 'onError', 'allowLoopback', 'hosts'];
const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]'];
const LOOPBACK = /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$|^::1$/;
/**
 * Headers of proxies, balancers and hosts of the web: what they name after the one who asks, and what they name after themselves. Behind
 * one every socket comes from this machine, whoever asks.
 */
const PROXIED = new RegExp(
  [
    'forward(?:ed|er)',
    'prox(?:y|ied)',
    '(?:client|connecting|socket|real|remote|originating|user|src)-?(?:ip|ipv6|addr|host|port)$',
    'client-connection-ip$',
    '^x-(?:original|originating|envoy|appengine|arr|azure|amz|amzn|nf|vercel|sucuri)-',
    '^(?:cdn|cf|do|eo|fastly|fly|akamai|incap|ali-cdn|wl)-',
    '^(?:via|x-varnish)$',
  ].join('|'),
);
/** `.` or `..` between slashes, as a URL reads them: the path would be another one. */
const DOT_SEGMENT = /[/\\](?:\.|%2e){1,2}(?=[/\\]|$)/i;

/**
 * `evalHandler` for `http.createServer`, Express or Connect. A path that holds a backslash, or a segment `.` or `..`, percent-encoded too,
 * is a 400: it would be answered as another one than what stands before this has seen.
 *
 * Throws `invalid_settings` for an unknown option or a wrong type, naming it.
 */
export function nodeHandler(
  tracker: EvalReader,
  options: NodeHandlerOptions = {},
): (request: NodeRequest, response: NodeResponse) => void {
  const known = checked('nodeHandler', tracker, options, KEYS);
  const { allowLoopback = false, hosts } = options;
  if (typeof allowLoopback !== 'boolean') throw refused(`\`allowLoopback\` must be a boolean, got ${kindOf(allowLoopback)}`);
  if (hosts !== undefined && !(Array.isArray(hosts) && hosts.every((host) => typeof host === 'string' && host !== '')))
    throw refused(`\`hosts\` must be a list of strings that are not empty, got ${kindOf(hosts)}`);
  const allowed = hosts && [...hosts];
  return (request, response) => {
    const open = allowLoopback && isLocal(request, allowed);
    serve(tracker, known, request, response, open).catch(() => {
      // The connection is gone.
    });
  };
}

async function serve(
  tracker: EvalReader,
  options: Checked,
  given: NodeRequest,
  response: NodeResponse,
  open: boolean,
): Promise<void> {
  const answer = await answered(tracker, options, given, open);
  const body = await answer.text();
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(body === '' ? undefined : body);
}

async function answered(tracker: EvalReader, options: Checked, given: NodeRequest, open: boolean): Promise<Response> {
  try {
    if (!open && options.authorize === undefined) {
      throw new Wrong(
        403,
        'forbidden',
        'closed: this server was given no `authorize`, and this request is not from its own machine',
      );
    }
    return await respond(tracker, options, requestOf(given), open);
  } catch (thrown) {
    return failure(thrown instanceof Wrong ? thrown : new Wrong(400, 'invalid_request', 'no request'), given.method ?? '');
  }
}

function isLocal(request: NodeRequest, hosts: readonly string[] | undefined): boolean {
  const { remoteAddress, localPort } = request.socket;
  if (remoteAddress === undefined || !LOOPBACK.test(remoteAddress)) return false;
  const headers = pairs(request);
  if (headers.some(([name]) => PROXIED.test(name))) return false;
  const named = headers.filter(([name]) => name === 'host');
  const host = named[0]?.[1];
  if (host === undefined || named.length > 1) return false;
  return hosts === undefined
    ? LOCAL_NAMES.some((name) => host === name || host === `${name}:${localPort}`)
    : hosts.includes(host);
}

/** The request without its body, which nobody reads. */
function requestOf(given: NodeRequest): Request {
  const { method = 'GET', url = '' } = given;
  const headers = new Headers(pairs(given));
  const host = headers.get('host') ?? 'localhost';
  // What stands before the path must not come from the path, nor the path from the host.
  if (!url.startsWith('/')) throw new Wrong(400, 'invalid_request', 'the target of a request must be a path', 'url');
  // Of spaces a URL keeps some and drops some.
  if (/[^!-~\u0080-\uffff]/.test(url)) throw new Wrong(400, 'invalid_request', 'a path must hold no spaces', 'url');
  const path = /^[^?#]*/.exec(url)?.[0] ?? '';
  if (DOT_SEGMENT.test(path))
    throw new Wrong(400, 'invalid_request', 'a path must hold no segment `.` or `..`, percent-encoded neither', 'url');
  // A URL reads it as a slash.
  if (path.includes('\\')) throw new Wrong(400, 'invalid_request', 'a path must hold no backslash', 'url');
  if (!/^[\w.:[\]-]+$/.test(host)) throw new Wrong(400, 'invalid_request', 'the `Host` of a request must be a host', 'host');
  if (['TRACE', 'CONNECT', 'TRACK'].includes(method))
    throw new Wrong(405, 'method_not_allowed', 'only GET and HEAD are answered');
  return new Request(`http://${host}${url}`, { method, headers });
}

function pairs({ rawHeaders }: NodeRequest): [name: string, value: string][] {
  const found: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = [rawHeaders[at]?.toLowerCase(), rawHeaders[at + 1]];
    // Those of HTTP/2 that are none.
    if (!name.startsWith(':')) found.push([name, value]);
  }
  return found;
}
