/**
 * What an `EvalTracker` knows, over HTTP: closed unless you open it, and read-only unless it takes what a fleet of processes reports.
 *
 * @packageDocumentation
 */

import { CLOSED, NOT_ALLOWED } from '../../check/body.js';
import { badSettings, checkOptions } from '../../check/checks.js';
import { describeWrongKind, hasMethod } from '../../check/kind.js';
import { ignored, isReflectError } from '../../error.js';
import { missingImport, missingMerge, wrongBasePath } from '../errors.js';
import { answer, type EvalFleet, type EvalReader, type Fleet, RequestError } from './routes.js';

export type {
  EvalBoardAnswer,
  EvalFleet,
  EvalPage,
  EvalReader,
  EvalRegressionsAnswer,
  EvalRowsAnswer,
  EvalTrendAnswer,
} from './routes.js';

/** Who may read and write, and where. */
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
  /**
   * Takes what other processes report: states of monitors, which `/evals/reports` shows merged, by agent, and rows of evaluations, which the
   * tracker imports. `authorize` is asked about these requests, too: look at their `method` there.
   */
  fleet?: EvalFleet | undefined;
  /** Called with what `authorize` or the store threw; answers do not show it. Default: `console.error`. */
  onError?: ((error: unknown, request: Request) => void) | undefined;
}

const KINDS = {
  authorize: 'function',
  basePath: 'string',
  page: 'string',
  reports: 'function',
  fleet: 'object',
  onError: 'function',
};
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
 * want it; for `node:http` there is `@hono/node-server`. It never rejects. With a `fleet` it answers `PUT` of
 * `/:agentId/evals/monitor?process=…`, whose body is the state of a `LoopMonitor`, and `POST` of `/evals/rows`, whose body is lines as
 * `exportJsonl` gives them, of the type `application/x-ndjson`; both of 16 MiB at most.
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
      if (authorize === undefined) throw new RequestError(403, 'forbidden', CLOSED);
      if (!(await isAllowed(request))) throw new RequestError(403, 'forbidden', NOT_ALLOWED);
      return respond(request, 200, await answer(sources, request));
    } catch (thrown) {
      const { status, code, message, allow } = errorOf(thrown, request);
      return respond(request, status, { error: { code, message } }, allow);
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
    // Of what came; a state that is kept already is the host's matter.
    const refused = request.method === 'PUT' ? 'invalid_snapshot' : 'invalid_task';
    if (isReflectError(thrown) && thrown.code === refused) return new RequestError(400, 'invalid_request', thrown.message);
    report(thrown, request);
    const done = request.method === 'POST' ? 'kept' : 'read';
    return new RequestError(500, 'store_error', `the evaluations cannot be ${done}`);
  }
}

/** What every answer says. Without CORS no page of another origin can read it; nor may one load it as a script. */
const ALWAYS = {
  'cache-control': 'private, no-store',
  'content-type': 'application/json',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

function respond({ method }: Request, status: number, body: object | string, allow?: string): Response {
  const isPage = typeof body === 'string';
  const bytes = new TextEncoder().encode(isPage ? body : JSON.stringify(body));
  const type = isPage && { 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'DENY' };
  const headers = { ...ALWAYS, ...type, 'content-length': String(bytes.length), ...(allow !== undefined && { allow }) };
  return new Response(method === 'HEAD' ? null : bytes, { status, headers });
}

/** Throws `invalid_settings`, naming the option. */
function checked(tracker: EvalReader, options: EvalHandlerOptions) {
  if (!METHODS.every((method) => hasMethod(tracker, method)))
    throw badSettings(describeWrongKind('`tracker`', 'an EvalTracker', tracker));
  checkOptions('evalHandler', options, KINDS);
  const { authorize, basePath = '', page, reports, fleet, onError = (error) => console.error('[evalHandler]', error) } = options;
  // A listener cannot change the answer.
  const report = (error: unknown, request: Request): void => ignored((async () => onError(error, request))());
  return { tracker, authorize, basePath: pathOf(basePath), page, reports, fleet: fleet && checkedFleet(tracker, fleet), report };
}

function checkedFleet(tracker: EvalReader, fleet: EvalFleet): Fleet {
  checkOptions('fleet', fleet, { merge: 'function', states: 'object' });
  const { merge, states = new Map<string, string>() } = fleet;
  if (typeof merge !== 'function') throw missingMerge();
  if (!(states instanceof Map)) throw badSettings(describeWrongKind('`fleet.states`', 'a Map of texts', states));
  if (!hasMethod(tracker, 'importJsonl')) throw missingImport();
  return { merge, states };
}

/** A path as in a URL: escaped, and without a slash at its end. */
function pathOf(path: string): string {
  if (path === '') return '';
  if (!/^(\/[^/?#]+)+$/.test(path)) throw wrongBasePath(path);
  return new URL(path, 'http://localhost').pathname;
}
