// Answers, all of them JSON that nobody may keep.

/** A request that is not answered with what it asks for. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;
  /** What of the request is wrong. */
  readonly field: string | undefined;

  constructor(status: number, code: string, message: string, field?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

/** What every answer says. Without CORS no page of another origin can read it; nor may one load it as a script. */
const ALWAYS = {
  'cache-control': 'private, no-store',
  'content-type': 'application/json',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

const READING = ['GET', 'HEAD'];

export function reads(method: string): boolean {
  return READING.includes(method);
}

/** 200, or 304 when the client has just this. */
export async function success(body: object, request: Request): Promise<Response> {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const etag = await etagOf(bytes);
  if (matches(request.headers.get('if-none-match'), etag)) {
    const { 'content-type': _, ...headers } = ALWAYS;
    return new Response(null, { status: 304, headers: { ...headers, etag } });
  }
  return written(200, bytes, { etag }, request.method);
}

export function failure({ status, code, message, field }: RequestError, method: string): Response {
  const error = { code, message, ...(field === undefined ? {} : { field }) };
  const allow = status === 405 ? { allow: READING.join(', ') } : {};
  return written(status, new TextEncoder().encode(JSON.stringify({ error })), allow, method);
}

function written(status: number, bytes: Uint8Array<ArrayBuffer>, more: Record<string, string>, method: string): Response {
  const headers = { ...ALWAYS, 'content-length': String(bytes.length), ...more };
  return new Response(method === 'HEAD' ? null : bytes, { status, headers });
}

async function etagOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `"${Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')}"`;
}

/** RFC 9110, 13.1.2: any of the list, compared weakly (a proxy that compresses makes tags weak). */
function matches(header: string | null, etag: string): boolean {
  if (header === null) return false;
  if (header.trim() === '*') return true;
  return (header.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tag.replace(/^W\//, '') === etag);
}
