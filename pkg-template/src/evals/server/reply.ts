// Answers, all of them JSON that nobody may keep.

/** A request that is not answered with what it asks for. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
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

export function success(body: object, request: Request): Response {
  return written(200, new TextEncoder().encode(JSON.stringify(body)), {}, request.method);
}

export function failure({ status, code, message }: RequestError, method: string): Response {
  const allow = status === 405 ? { allow: READING.join(', ') } : {};
  return written(status, new TextEncoder().encode(JSON.stringify({ error: { code, message } })), allow, method);
}

function written(status: number, bytes: Uint8Array<ArrayBuffer>, more: Record<string, string>, method: string): Response {
  const headers = { ...ALWAYS, 'content-length': String(bytes.length), ...more };
  return new Response(method === 'HEAD' ? null : bytes, { status, headers });
}
