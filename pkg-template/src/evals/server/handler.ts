import { ignored, isReflectError, ReflectError } from '../../error.js';
import { isKeyless, kindOf } from '../../kind.js';
import { failure, RequestError } from './reply.js';
import { answer, type EvalReader } from './routes.js';

/** Who may read, and where. */
export interface EvalHandlerOptions {
  /**
   * Lets a request through by giving `true`; anything else, a throw included, is a 403. Without it every request is one. It is asked
   * before anything else, so that nobody learns which paths there are.
   */
  authorize?: ((request: Request) => boolean | Promise<boolean>) | undefined;
  /** The path before the routes, as `/api/agents`. Default: none. */
  basePath?: string | undefined;
  /** Told what `authorize` or the store threw, of which an answer says nothing. Default: `console.error`. */
  onError?: ((error: unknown, request: Request) => void) | undefined;
}

/** Options, checked. */
interface FullOptions {
  authorize: EvalHandlerOptions['authorize'];
  basePath: string;
  onError: (error: unknown, request: Request) => void;
}

const KEYS = ['authorize', 'basePath', 'onError'];
const METHODS = ['getEvalHistory', 'getEvalTrend', 'getAgentEvalStats', 'getSystemEvalStats'] as const;

/**
 * Answers `GET` and `HEAD` of `/evals/stats`, `/:agentId/evals`, `/:agentId/evals/stats` and `/:agentId/evals/trend` with JSON. It takes
 * a `Request` and gives a `Response`, as Bun, Deno, workers and Hono want it; for `node:http` there is `@hono/node-server`. It never
 * rejects.
 *
 * The URL of a `Request` is resolved before it comes here: `/a/../b/evals` is `/b/evals`, percent-encoded dots too. So agents named `.` or
 * `..` cannot be asked for, and what checks paths must check that of `request.url`.
 *
 * Throws `invalid_settings` for an unknown option or a wrong type, naming it.
 */
export function evalHandler(tracker: EvalReader, options: EvalHandlerOptions = {}): (request: Request) => Promise<Response> {
  const known = checkOptions(tracker, options);
  // Servers hand in more than the request, which is none of ours.
  return (request) => respond(tracker, known, request);
}

async function respond(tracker: EvalReader, options: FullOptions, request: Request): Promise<Response> {
  try {
    await admit(options, request);
    return await answer(tracker, options.basePath, request);
  } catch (thrown) {
    if (thrown instanceof RequestError) return failure(thrown, request.method);
    if (isReflectError(thrown) && thrown.code === 'invalid_task')
      return failure(new RequestError(400, 'invalid_request', thrown.message), request.method);
    report(options, thrown, request);
    return failure(new RequestError(500, 'store_error', 'the evaluations cannot be read'), request.method);
  }
}

async function admit(options: FullOptions, request: Request): Promise<void> {
  const { authorize } = options;
  if (authorize === undefined) throw new RequestError(403, 'forbidden', 'closed: this server was given no `authorize`');
  let allowed: unknown;
  try {
    allowed = await authorize(request);
  } catch (thrown) {
    report(options, thrown, request);
  }
  if (allowed !== true) throw new RequestError(403, 'forbidden', 'this request is not allowed');
}

function report({ onError }: FullOptions, thrown: unknown, request: Request): void {
  try {
    ignored(onError(thrown, request));
  } catch {
    // Who listens cannot change the answer.
  }
}

/** Throws `invalid_settings`, naming the option. */
function checkOptions(tracker: unknown, options: unknown): FullOptions {
  const reader = tracker as Partial<EvalReader> | null;
  if (typeof reader !== 'object' || reader === null || !METHODS.every((method) => typeof reader[method] === 'function')) {
    throw refused(`\`tracker\` must be an EvalTracker, got ${kindOf(tracker)}`);
  }
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw refused(`the options of \`evalHandler\` must be an object, got ${kindOf(options)}`);
  }
  if (isKeyless(options)) throw refused(`the options of \`evalHandler\` must be a plain object, got ${kindOf(options)}`);
  for (const key of Object.keys(options)) {
    if (!KEYS.includes(key)) throw refused(`unknown option \`${key}\` of \`evalHandler\`; known are ${KEYS.join(', ')}`);
  }
  const { authorize, basePath = '', onError = log } = options as EvalHandlerOptions;
  for (const [key, given] of Object.entries({ authorize, onError })) {
    if (given !== undefined && typeof given !== 'function') throw refused(`\`${key}\` must be a function, got ${kindOf(given)}`);
  }
  return { authorize, basePath: pathOf(basePath), onError };
}

function refused(message: string): ReflectError {
  return new ReflectError('invalid_settings', message);
}

/** A path as in a URL: escaped, and without a slash at its end. */
function pathOf(given: unknown): string {
  if (given === '') return '';
  if (typeof given !== 'string' || !/^(\/[^/?#]+)+$/.test(given)) {
    const got = typeof given === 'string' ? JSON.stringify(given) : kindOf(given);
    throw refused(`\`basePath\` must begin with a slash and not end with one, as \`/api/agents\`, got ${got}`);
  }
  return new URL(given, 'http://localhost').pathname;
}

function log(error: unknown): void {
  console.error('[evalHandler]', error);
}
