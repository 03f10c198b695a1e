// From a path and its query to what the tracker says, and to what it takes.

import { describe, describeWrongValue } from '../../check/kind.js';
import { describeError } from '../../error.js';
import type { EvalTracker } from '../tracker.js';
import type { AgentSummary, EvalHistoryEntry, EvalRegression, EvaluationRecord } from '../types.js';

/** What is asked of a tracker; one that takes rows of other processes imports them. */
export type EvalReader = Pick<
  EvalTracker,
  'getEvalHistory' | 'getEvalTrend' | 'getAgentEvalStats' | 'getSystemEvalStats' | 'getEvalBoard' | 'getEvalRegressions'
> &
  Partial<Pick<EvalTracker, 'importJsonl'>>;

/** Monitors of other processes. */
export interface EvalFleet {
  /** What makes one monitor of several states: `LoopMonitor.merge`, or a function that gives it your settings. */
  merge: (states: readonly string[]) => { report(): object };
  /**
   * The last state of each process, by `agentId/processId`, each percent-encoded; at most 10,000. Default: a map of this server's own. With
   * yours you can save states, and delete those that shall not count any more.
   */
  states?: Map<string, string> | undefined;
}

/** Answer of a `POST` to `/evals/rows`. */
export interface EvalRowsAnswer {
  /** Rows that came, and are durable. */
  evaluations: number;
}

/** Answer of `/:agentId/evals`. */
export interface EvalPage {
  agentId: string;
  /** Newest first. */
  evaluations: EvaluationRecord[];
  /** Present when there are older ones: ask with `?before=` this. */
  next?: string;
}

/** Answer of `/:agentId/evals/trend`. */
export interface EvalTrendAnswer {
  agentId: string;
  windowHours: number;
  /** Hours that have evaluations, oldest first. */
  trend: EvalHistoryEntry[];
}

/** Answer of `/evals/board`. */
export interface EvalBoardAnswer {
  windowHours: number;
  agents: AgentSummary[];
}

/** Answer of `/:agentId/evals/regressions`. */
export interface EvalRegressionsAnswer {
  agentId: string;
  windowHours: number;
  regressions: EvalRegression[];
}

/** Evaluations of one page: default and most. */
const LIMIT = { usual: 50, most: 500 };
/** Hours of a trend: default a week, most ten years, as of the tracker. */
const HOURS = { usual: 168, most: 87_600 };

/** Most bytes of a request, and states of processes. */
const MAX_BODY_BYTES = 16_777_216;
const MAX_STATES = 10_000;

/** A request that is not answered with what it asks for. */
export class RequestError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Methods that the path has. */
    readonly allow?: string,
  ) {
    super(message);
  }
}

/** What is answered: of which tracker, and what else there is to be shown. */
export interface Sources {
  tracker: EvalReader;
  basePath: string;
  page?: string | undefined;
  reports?: (() => object) | undefined;
  fleet?: Fleet | undefined;
}

/** A fleet whose options were checked. */
export interface Fleet {
  merge: EvalFleet['merge'];
  states: Map<string, string>;
}

/** Query parameters that it takes, the answer, which is a page where it is a text, and the method of a route that is not read. */
type Route = [
  takes: readonly string[],
  answer: (sources: Sources, query: URLSearchParams, agentId: string, request: Request) => Promise<object> | object | string,
  method?: 'PUT' | 'POST',
];

/** Of all agents, by what follows `evals`. */
const OF_ALL: Readonly<Record<string, Route>> = {
  stats: [[], ({ tracker }) => tracker.getSystemEvalStats()],
  board: [['windowHours'], board],
  reports: [[], reports],
  view: [[], ({ page }) => page ?? nothing('no `page` was given to this server')],
  rows: [[], takeRows, 'POST'],
};

/** By what follows the agent. */
const OF_AGENT: Readonly<Record<string, Route>> = {
  evals: [['limit', 'before'], page],
  'evals/stats': [[], ({ tracker }, _, agentId) => tracker.getAgentEvalStats(agentId)],
  'evals/trend': [['windowHours'], trend],
  'evals/regressions': [['windowHours'], regressions],
  'evals/monitor': [['process'], takeState, 'PUT'],
};

/** What the tracker says; throws `RequestError` for a request that cannot be answered. */
export async function answer(sources: Sources, request: Request): Promise<object | string> {
  const { pathname, searchParams } = new URL(request.url);
  const { route, agent } = find(pathname, sources.basePath);
  const [takes, answer, allow = 'GET, HEAD'] = route;
  if (!allow.split(', ').includes(request.method)) {
    const [methods, verb] = allow === 'GET, HEAD' ? ['GET and HEAD', 'are'] : [allow, 'is'];
    throw new RequestError(405, 'method_not_allowed', `only ${methods} ${verb} answered`, allow);
  }
  const agentId = decoded(agent);
  checkQuery(searchParams, takes);
  return answer(sources, searchParams, agentId, request);
}

function find(pathname: string, basePath: string): { route: Route; agent: string } {
  if (pathname.startsWith(`${basePath}/`)) {
    const [agent = '', ...rest] = pathname.slice(basePath.length + 1).split('/');
    const behind = rest.join('/');
    const routes = agent === 'evals' && rest.length === 1 && behind !== 'evals' ? OF_ALL : OF_AGENT;
    const route = Object.hasOwn(routes, behind) ? routes[behind] : undefined;
    if (agent !== '' && route !== undefined) return { route, agent };
  }
  const paths = [
    ...Object.keys(OF_ALL).map((behind) => `/evals/${behind}`),
    ...Object.keys(OF_AGENT).map((behind) => `/:agentId/${behind}`),
  ];
  return nothing(`there is nothing here; there are ${paths.join(', ')}`);
}

function nothing(why: string): never {
  throw new RequestError(404, 'not_found', why);
}

async function page({ tracker }: Sources, query: URLSearchParams, agentId: string): Promise<EvalPage> {
  const limit = integer(query, 'limit', LIMIT);
  const place = query.get('before');
  const end = place?.indexOf(BETWEEN) ?? 0;
  const before = place === null ? undefined : { createdAt: place.slice(0, end), evaluationId: place.slice(end + 1) };
  // One more says whether there is another page.
  const found = await tracker.getEvalHistory(agentId, limit + 1, before);
  const evaluations = found.slice(0, limit);
  const last = evaluations.at(-1);
  if (found.length <= limit || last === undefined) return { agentId, evaluations };
  return { agentId, evaluations, next: `${last.createdAt}${BETWEEN}${last.evaluationId}` };
}

async function trend({ tracker }: Sources, query: URLSearchParams, agentId: string): Promise<EvalTrendAnswer> {
  const windowHours = integer(query, 'windowHours', HOURS);
  return { agentId, windowHours, trend: await tracker.getEvalTrend(agentId, windowHours) };
}

async function board({ tracker }: Sources, query: URLSearchParams): Promise<EvalBoardAnswer> {
  const windowHours = integer(query, 'windowHours', HOURS);
  return { windowHours, agents: await tracker.getEvalBoard(windowHours) };
}

async function regressions({ tracker }: Sources, query: URLSearchParams, agentId: string): Promise<EvalRegressionsAnswer> {
  const windowHours = integer(query, 'windowHours', HOURS);
  return { agentId, windowHours, regressions: await tracker.getEvalRegressions(agentId, windowHours) };
}

/** What the host says of monitors, and those of all processes together, by agent. */
function reports({ reports, fleet }: Sources): object {
  const byAgent = new Map<string, string[]>();
  for (const [key, state] of fleet?.states ?? []) {
    const agentId = decodeURIComponent(key.split('/')[0] ?? '');
    const states = byAgent.get(agentId) ?? [];
    states.push(state);
    byAgent.set(agentId, states);
  }
  const merged = [...byAgent].map(([agentId, states]) => [agentId, fleet?.merge(states).report()]);
  return { ...reports?.(), ...Object.fromEntries(merged) };
}

/** Keeps the state of a process in place of its last one. */
async function takeState({ fleet }: Sources, query: URLSearchParams, agentId: string, request: Request): Promise<object> {
  const { merge, states } = fleet ?? nothing(NO_FLEET);
  const processId = query.get('process') ?? '';
  if (!/^[^\p{Cc}\p{Cs}]{1,200}$/u.test(processId)) throw wrong('process', '1 to 200 characters', processId);
  const text = await bodyOf(request);
  merge([text]);
  // Runs that it remembers are for its own feedback.
  const { runs: _, ...state } = JSON.parse(text) as { runs?: unknown };
  const key = `${encodeURIComponent(agentId)}/${encodeURIComponent(processId)}`;
  if (!states.has(key) && states.size >= MAX_STATES)
    throw new RequestError(507, 'too_many_states', `there are ${MAX_STATES} states: delete those of processes that are gone`);
  states.set(key, JSON.stringify(state));
  return { agentId, process: processId };
}

/** A form of another site can send neither a `PUT` nor this type. */
const ROWS_TYPE = 'application/x-ndjson';

async function takeRows({ tracker, fleet }: Sources, _: URLSearchParams, __: string, request: Request): Promise<EvalRowsAnswer> {
  if (fleet === undefined || tracker.importJsonl === undefined) nothing(NO_FLEET);
  const type = request.headers.get('content-type') ?? '';
  if (type.split(';')[0]?.trim().toLowerCase() !== ROWS_TYPE)
    throw new RequestError(415, 'invalid_request', describeWrongValue('`content-type`', ROWS_TYPE, type));
  return { evaluations: await tracker.importJsonl((await bodyOf(request)).split('\n')) };
}

/** The text of a request. What is longer than it may be is not read to its end. */
async function bodyOf(request: Request): Promise<string> {
  const [decoder, parts] = [new TextDecoder('utf-8', { fatal: true }), [] as string[]];
  let bytes = 0;
  const reader = request.body?.getReader();
  try {
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      bytes += part.value.length;
      if (bytes > MAX_BODY_BYTES)
        throw new RequestError(413, 'too_large', `a request may have ${MAX_BODY_BYTES} bytes at most: send it in parts`);
      parts.push(decoder.decode(part.value, { stream: true }));
    }
    return parts.join('') + decoder.decode();
  } catch (thrown) {
    await reader?.cancel().catch(() => {});
    if (thrown instanceof RequestError) throw thrown;
    throw new RequestError(400, 'invalid_request', `the body cannot be read: ${describeError(thrown)}`);
  }
}

const NO_FLEET = 'no `fleet` was given to this server';

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw wrong('agentId', 'percent-encoded UTF-8', segment);
  }
}

/** A parameter that is mistyped, or there twice, would be answered with what was not asked for. */
function checkQuery(query: URLSearchParams, allowed: readonly string[]): void {
  for (const key of query.keys()) {
    if (!allowed.includes(key)) {
      const list = allowed.length === 0 ? 'this path takes none' : `known are ${allowed.map((name) => `\`${name}\``).join(', ')}`;
      throw new RequestError(400, 'invalid_request', `unknown query parameter ${describe(key)}; ${list}`);
    }
    if (query.getAll(key).length > 1) throw new RequestError(400, 'invalid_request', `\`${key}\` must be given once`);
  }
}

function integer(query: URLSearchParams, key: string, { usual, most }: { usual: number; most: number }): number {
  const text = query.get(key);
  if (text === null) return usual;
  // Digits alone: Number() reads '', ' 5 ', '0x10' and '1e2' too.
  const number = /^[0-9]{1,9}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= most) return number;
  throw wrong(key, `an integer from 1 to ${most}`, text);
}

/** Between the time and the id of the last evaluation of a page. No time holds it. */
const BETWEEN = '~';

function wrong(field: string, wanted: string, came: string): RequestError {
  return new RequestError(400, 'invalid_request', describeWrongValue(`\`${field}\``, wanted, came));
}
