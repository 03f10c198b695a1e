// The metric that asks a model whether the question was answered. The core writes the request.

import { describe, isObject } from '../check/kind.js';
import { ReflectError } from '../error.js';
import { read } from '../load/wire.js';
import { replyFromValue } from '../run/calls.js';
import { ThinkingFilter } from '../run/thinking.js';
import type { Call, Json, Model } from '../types.js';
import { core, instance } from './core.js';
import type { EvaluatorSubject, Metric, MetricScore } from './evaluator-types.js';
import { answerOf } from './metrics.js';

/** How often a model is asked for a reply that can be read. */
const ATTEMPTS = 2;
const FENCE = /^```(?:json)?\s([\s\S]*)```$/;
const KEY = /"answered"/g;

/** Whether the answer answers the question, as a model says. Where it does not, nothing passes. */
export function modelRelevance(model: Model): Metric<EvaluatorSubject> {
  return async (subject, { signal }) => {
    const { question, text } = answerOf(subject);
    for (let attempt = 1; ; attempt += 1) {
      const call = read<Call & { kind: 'model' }>(instance, () => core().relevanceCall(question, text, attempt));
      const { kind: _, draftIndex: __, timeoutMs: ___, ...request } = call;
      const reply = replyFromValue(call, await model({ ...request, runId: call.idempotencyKey, signal }));
      const score = 'reply' in reply ? scoreIn(textOf(reply.reply)) : undefined;
      if (score !== undefined) return score;
      if (attempt < ATTEMPTS) continue;
      const wanted = 'the model must reply with { reasoning, answered } as JSON and nothing else';
      const got = 'reply' in reply ? describe(textOf(reply.reply)) : reply.error.message;
      throw new ReflectError('invalid_input', `${wanted}, got ${got}`);
    }
  };
}

/** Nothing for what is not the form, and it alone, in a code fence or not. */
function scoreIn(text: string): MetricScore | undefined {
  const reply = new ThinkingFilter().read(text, true).trim();
  const form = FENCE.exec(reply)?.[1] ?? reply;
  // Of a key that is there twice the last would count. In a text a quote is escaped.
  if (form.match(KEY)?.length !== 1) return undefined;
  try {
    const value = JSON.parse(form) as Json;
    if (!isObject(value) || Object.keys(value).length !== 2) return undefined;
    const { reasoning, answered } = value;
    if (typeof reasoning !== 'string' || typeof answered !== 'boolean') return undefined;
    return { score: answered ? 1 : 0, explanation: reasoning, passed: answered };
  } catch {
    return undefined;
  }
}

function textOf(reply: Json): string {
  const content = isObject(reply) ? reply.content : reply;
  const parts = Array.isArray(content) ? content : [content];
  return parts.map((part) => (isObject(part) ? part.text : part) ?? '').join('');
}
