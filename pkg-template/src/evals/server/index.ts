/**
 * What an `EvalTracker` knows, over HTTP: read-only, closed unless you open it.
 *
 * @packageDocumentation
 */

import { badSettings, checkOptions } from '../../check/checks.js';
import { hasMethod, kindOf } from '../../check/kind.js';
import { ignored, isReflectError } from '../../error.js';
import { answer, type EvalReader, RequestError } from './routes.js';

export type { EvalBoardAnswer, EvalPage, EvalReader, EvalRegressionsAnswer, EvalTrendAnswer } from './routes.js';

/** Who may read, and where. */
export interface EvalHandlerOptions {
  /**
   * Returns `true` to let a request through; anything else, an error included, is a 403. Without it every request is a 403. It is asked
   * before anything else, so that nobody learns which paths there are.
   */
  authorize?: ((request: Request) => boolean | Promise<boolean>) | undefined;
  /** The path before the routes, such as `/api/agents`. Default: none. */
  basePath?: string | undefined;
  /** The dashboard, answered at `/evals/view`: `served` of `reflect-engine/view` makes it. */
  page?: string | undefined;
  /** Reports of monitors by name, answered at `/evals/reports`: `() => ({ writer: monitor.report() })`. */
  reports?: (() => object) | undefined;
  /** Called with what `authorize` or the store threw; answers do not show it. Default: `console.error`. */
  onError?: ((error: unknown, request: Request) => void) | undefined;
}

const KINDS = { authorize: 'function', basePath: 'string', page: 'string', reports: 'function', onError: 'function' };
const METHODS = [
  'getEvalHistory',
  'getEvalTrend',
  'getAgentEvalStats',
  'getSystemEvalStats',
  'getEvalBoard',
  'getEvalRegressions',
];

/**
 * Answers `GET` and `HEAD` of `/evals/stats`, `/evals/board`, `/:agentId/evals`, and `stats`, `trend` and `regressions` below that, with
 * JSON, and with a `page` `/evals/view`, a dashboard of these. It takes a `Request` and gives a `Response`, as Bun, Deno, workers and Hono
 * want it; for `node:http` there is `@hono/node-server`. It never rejects.
 *
 * The URL of a `Request` is resolved before it comes here: `/a/../b/evals` is `/b/evals`, percent-encoded dots too. So agents named `.` or
 * `..` cannot be asked for, and code that checks paths must check the path of `request.url`.
 *
 * Throws `invalid_settings`, naming it, for an unknown option or one of the wrong type.
 */
export function evalHandler(tracker: EvalReader, options: EvalHandlerOptions = {}): (request: Request) => Promise<Response> {
  const { authorize, report, ...sources } = checked(tracker, options);
  return async (request) => {
    try {
      if (authorize === undefined) throw new RequestError(403, 'forbidden', 'closed: this server was given no `authorize`');
      if (!(await isAllowed(request))) throw new RequestError(403, 'forbidden', 'this request is not allowed');
      return respond(request, 200, await answer(sources, request));
    } catch (thrown) {
      const { status, code, message } = errorOf(thrown, request);
      return respond(request, status, { error: { code, message } });
    }
  };

  async function isAllowed(request: Request): Promise<boolean> {
    try {
      return (await authorize?.(request)) === true;
    } catch (thrown) {
      report(thrown, request);
      return false;
    }
  }

  function errorOf(thrown: unknown, request: Request): RequestError {
    if (thrown instanceof RequestError) return thrown;
    if (isReflectError(thrown) && thrown.code === 'invalid_task') return new RequestError(400, 'invalid_request', thrown.message);
    report(thrown, request);
    return new RequestError(500, 'store_error', 'the evaluations cannot be read');
  }
}

/** What every answer says. Without CORS no page of another origin can read it; nor may one load it as a script. */
const ALWAYS = {
  'cache-control': 'private, no-store',
  'content-type': 'application/json',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

function respond({ method }: Request, status: number, body: object | string): Response {
  const isPage = typeof body === 'string';
  const bytes = new TextEncoder().encode(isPage ? body : JSON.stringify(body));
  const type = isPage && { 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'DENY' };
  const headers = { ...ALWAYS, ...type, 'content-length': String(bytes.length), ...(status === 405 && { allow: 'GET, HEAD' }) };
  return new Response(method === 'HEAD' ? null : bytes, { status, headers });
}

/** Throws `invalid_settings`, naming the option. */
function checked(tracker: EvalReader, options: EvalHandlerOptions) {
  if (!METHODS.every((method) => hasMethod(tracker, method)))
    throw badSettings(`\`tracker\` must be an EvalTracker, got ${kindOf(tracker)}`);
  checkOptions('evalHandler', options, KINDS);
  const { authorize, basePath = '', page, reports, onError = (error) => console.error('[evalHandler]', error) } = options;
  // A listener cannot change the answer.
  const report = (error: unknown, request: Request): void => ignored((async () => onError(error, request))());
  return { tracker, authorize, basePath: pathOf(basePath), page, reports, report };
}

/** A path as in a URL: escaped, and without a slash at its end. */
function pathOf(path: string): string {
  if (path === '') return '';
  if (!/^(\/[^/?#]+)+$/.test(path))
    throw badSettings(
      `\`basePath\` must begin with a slash and not end with one, as \`/api/agents\`, got ${JSON.stringify(path)}`,
    );
  return new URL(path, 'http://localhost').pathname;
}
