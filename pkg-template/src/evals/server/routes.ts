// From a path and its query to what the tracker says.

import { describe } from '../../check/kind.js';
import type { EvalTracker } from '../tracker.js';
import type { AgentSummary, EvalHistoryEntry, EvalRegression, EvaluationRecord } from '../types.js';

/** What is asked of a tracker. */
export type EvalReader = Pick<
  EvalTracker,
  'getEvalHistory' | 'getEvalTrend' | 'getAgentEvalStats' | 'getSystemEvalStats' | 'getEvalBoard' | 'getEvalRegressions'
>;

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

/** What is answered: of which tracker, and what else there is to be shown. */
export interface Sources {
  tracker: EvalReader;
  basePath: string;
  page?: string | undefined;
  reports?: (() => object) | undefined;
}

/** Query parameters that it takes, and the answer, which is a page where it is a text. */
type Route = [
  takes: readonly string[],
  answer: (sources: Sources, query: URLSearchParams, agentId: string) => Promise<object> | object | string,
];

/** Of all agents, by what follows `evals`. */
const OF_ALL: Readonly<Record<string, Route>> = {
  stats: [[], ({ tracker }) => tracker.getSystemEvalStats()],
  board: [['windowHours'], board],
  reports: [[], ({ reports }) => reports?.() ?? {}],
  view: [[], ({ page }) => page ?? nothing('no `page` was given to this server')],
};

/** By what follows the agent. */
const OF_AGENT: Readonly<Record<string, Route>> = {
  evals: [['limit', 'before'], page],
  'evals/stats': [[], ({ tracker }, _, agentId) => tracker.getAgentEvalStats(agentId)],
  'evals/trend': [['windowHours'], trend],
  'evals/regressions': [['windowHours'], regressions],
};

/** What the tracker says; throws `RequestError` for a request that cannot be answered. */
export async function answer(sources: Sources, { url, method }: Request): Promise<object | string> {
  const { pathname, searchParams } = new URL(url);
  const { route, agent } = find(pathname, sources.basePath);
  if (method !== 'GET' && method !== 'HEAD') throw new RequestError(405, 'method_not_allowed', 'only GET and HEAD are answered');
  const agentId = decoded(agent);
  const [takes, answer] = route;
  checkQuery(searchParams, takes);
  return answer(sources, searchParams, agentId);
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
  return new RequestError(400, 'invalid_request', `\`${field}\` must be ${wanted}, got ${describe(came)}`);
}
