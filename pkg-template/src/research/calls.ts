// The calls of a research loop: what the core asks of its callbacks, and what they give as the core reads it.

import { kindOf, promiseIn } from '../check/kind.js';
import { copied, pathOf, plain } from '../check/plain.js';
import { Refusal } from '../check/refusal.js';
import type { PreparedTool } from '../check/tool.js';
import { describeError } from '../error.js';
import type { MetricOutcome } from '../generated/reflect_engine.js';
import type { ModelResponse } from '../given-types.js';
import { badResponse as refused } from '../run/calls.js';
import type { Json, ModelRequest, Tool } from '../types.js';
import { type Evaluator, measuring } from './evaluator.js';
import type { EvaluatorSource } from './evaluator-types.js';
import { type FactReader, pairsOf } from './facts.js';
import type { Reflection } from './reflector-data.js';
import type { Contradictions, Fact } from './reflector-types.js';
import type { AdjudicateRequest, ComposeRequest, ResearchRequest, ResearchSubject, ResearchTask } from './types.js';

/** Characters of the facts of one search or of one answer, as JSON. */
const MAX_CHARS = 16_000_000;
/** Parts of a fact by which an adjudicator may say which it means. */
const PARTS = ['value', 'unit', 'asOf', 'sourceId'] as const;

/** Makes one search. */
export async function searched(
  { research }: Pick<ResearchTask, 'research'>,
  call: ModelRequest,
  question: string,
  reader: FactReader,
): Promise<ModelResponse> {
  const { query, request } = requestOf<Omit<ResearchRequest, 'query' | 'question'>>(call);
  return factsReply(await research(requested(call, { ...request, query, question, iteration: call.iteration })), reader);
}

/** The call `contradictions`: the numbers of the user's pairs of facts. It is one of its own, so that its failure costs no facts. */
export function contradictionsTool(contradictions: Contradictions, facts: () => readonly Json[]): PreparedTool {
  return ownTool('contradictions', async () => {
    const all = facts();
    let pairs: unknown;
    try {
      pairs = await contradictions(copied(all) as unknown as Fact[]);
    } catch (error) {
      throw new Refusal('contradictions_error', `\`contradictions\` threw: ${describeError(error)}`);
    }
    try {
      return pairsOf(pairs, all);
    } catch (error) {
      throw new Refusal('contradictions_error', describeError(error));
    }
  });
}

/** Composes one answer. */
export async function composed({ compose }: Pick<ResearchTask, 'compose'>, call: ModelRequest): Promise<ModelResponse> {
  const { query, request } = requestOf<{ facts: Fact[]; reflection: Reflection; feedback: string | null }>(call);
  const { missing, thin, conflicts } = request.reflection;
  const composeRequest: ComposeRequest = requested(call, { query, facts: request.facts, gaps: [...missing, ...thin], conflicts });
  if (request.feedback !== null) composeRequest.feedback = request.feedback;
  return answerReply(await compose?.(composeRequest));
}

/** The call `adjudicate`: who is right in one conflict. */
export function adjudicateTool({ adjudicate }: Pick<ResearchTask, 'adjudicate'>): PreparedTool {
  return ownTool('adjudicate', async (input, context) => {
    const { question, ...conflict } = input as unknown as Omit<AdjudicateRequest, 'query'> & { question: string };
    return wordReply(await adjudicate?.(requested(context, { ...conflict, query: question })));
  });
}

/** The call `evaluation`: all metrics at once, each with a time limit of its own. It never throws. */
export function evaluationTool(evaluator: Evaluator): PreparedTool {
  const { wire, measure } = measuring(evaluator);
  return ownTool('evaluation', async (input, { signal }) => {
    const outcomes = await measure(subjectOf(input as ResearchSubject), signal);
    return Object.fromEntries(wire.metrics.map((name, at) => [name, outcomes[at] && numbersOnly(outcomes[at])]));
  });
}

/** A call of the core as a tool, whose arguments are the core's own. */
function ownTool(name: string, execute: Tool['execute']): PreparedTool {
  return { tool: { name, execute }, parameters: {}, check: async (value) => ({ ok: true, value }) };
}

/** What a callback is asked, with the names of its call, and its signal, which is made when it is first read. */
function requested<A extends object>(call: Pick<ModelRequest, 'callId' | 'idempotencyKey' | 'signal'>, request: A) {
  const { callId, idempotencyKey } = call;
  return {
    ...request,
    callId,
    idempotencyKey,
    get signal() {
      return call.signal;
    },
  };
}

/** Facts go to the core beside a reply without text. */
function factsReply(reply: unknown, reader: FactReader): ModelResponse {
  const unsettled = typeof reply === 'object' && reply !== null ? promiseIn(reply) : undefined;
  if (unsettled !== undefined) throw refused(`what \`research\` gave: ${unsettled}`);
  const list: unknown = Array.isArray(reply) || !reply ? (reply ?? []) : (reply as { facts?: unknown }).facts;
  if (!Array.isArray(list))
    throw refused(
      `\`research\` must give a list of facts [{ path, value, sourceId }], { facts } or nothing, got ${kindOf(reply)}`,
    );
  const made = reader.readFacts(list, MAX_CHARS);
  if (made.cut) throw refused(`\`research\` gave more than ${MAX_CHARS} characters at once`);
  const response: ModelResponse = { content: '', metadata: { facts: made.value } };
  const usage = Array.isArray(reply) ? undefined : (reply as { usage?: ModelResponse['usage'] } | null | undefined)?.usage;
  if (usage !== undefined) response.usage = usage;
  return response;
}

function answerReply(answer: unknown): ModelResponse {
  if (typeof answer === 'string') return { content: answer };
  if (typeof answer !== 'object' || answer === null)
    throw refused(`\`compose\` must give a text or an object, got ${kindOf(answer)}`);
  const made = plain(answer, { maxChars: MAX_CHARS, notes: false, numbers: () => true, functions: () => true, keys: true });
  if (made.cut) throw refused(`\`compose\` gave more than ${MAX_CHARS} characters`);
  if (made.notJson !== undefined) {
    const { what, place } = made.notJson;
    const at = place.length === 0 ? '' : ` at \`${pathOf(place)}\``;
    throw refused(`\`compose\` must give what JSON can hold, got ${what}${at}`);
  }
  return { content: JSON.stringify(made.value), metadata: { object: true } };
}

function wordReply(word: unknown): { held: Json } {
  if (word === undefined || word === null) return { held: null };
  if (typeof word === 'object' && !Array.isArray(word)) {
    const { value } = word as { value?: unknown };
    if (value === undefined || value === null) {
      throw refused('`adjudicate` must give a value, an object with one, or nothing, got an object without a `value`');
    }
    const parts = Object.fromEntries(PARTS.map((key) => [key, (word as Record<string, unknown>)[key]]));
    for (const [key, part] of Object.entries(parts)) {
      if (typeof part === 'number' && !Number.isFinite(part))
        throw refused(`\`adjudicate\` must give a \`${key}\` that a fact can have, got ${part}`);
    }
    return { held: plain(parts, { maxChars: MAX_CHARS, notes: false }).value };
  }
  const fits = typeof word === 'string' || typeof word === 'boolean' || Number.isFinite(word) || Array.isArray(word);
  const got = typeof word === 'number' ? String(word) : kindOf(word);
  if (!fits) throw refused(`\`adjudicate\` must give a value, an object with one, or nothing, got ${got}`);
  return { held: plain(word, { maxChars: MAX_CHARS, notes: false }).value };
}

/** With the sources of its facts. What a fact's `metadata` says about its source is the source's. */
function subjectOf(subject: ResearchSubject): ResearchSubject {
  const sources = new Map<string, EvaluatorSource>();
  for (const { sourceId, metadata } of subject.facts as Fact[]) {
    const { trust, url } = (metadata ?? {}) as EvaluatorSource;
    const source = sources.get(sourceId) ?? { id: sourceId };
    sources.set(sourceId, { ...source, ...(trust !== undefined && { trust }), ...(url !== undefined && { url }) });
  }
  return { ...subject, sources: [...sources.values()] };
}

/** JSON has no NaN: it is named before it is lost. */
function numbersOnly(outcome: MetricOutcome): MetricOutcome {
  if ('failed' in outcome) return outcome;
  const { value } = outcome;
  const score: unknown = typeof value === 'object' && value !== null ? (value as { score?: unknown }).score : value;
  if (typeof score !== 'number' || Number.isFinite(score)) return outcome;
  return { failed: `it must give a number from 0 to 1, got ${score}` };
}

/** What the core asks: the query as text, the rest beside it. */
function requestOf<A>({ messages }: Pick<ModelRequest, 'messages'>): { query: string; request: A } {
  const message = messages[0];
  return { query: String(message?.content ?? ''), request: (message?.metadata ?? {}) as Json as A };
}
