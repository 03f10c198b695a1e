// A research loop's answer as its evaluator sees it, and what the metrics came to as the core reads it.

import type { MetricOutcome } from '../generated/reflect_engine.js';
import type { PreparedTool } from '../prepared-tool.js';
import { ownTool } from './calls.js';
import { type Evaluator, measuring } from './evaluator.js';
import type { EvaluatorSource } from './evaluator-types.js';
import type { Fact } from './reflector-types.js';
import type { ResearchSubject } from './types.js';

/** The call `evaluation`: all metrics at once, each with a time limit of its own. It never throws. */
export function evaluationTool(evaluator: Evaluator): PreparedTool {
  const { wire, measure } = measuring(evaluator);
  return ownTool('evaluation', async (given, { signal }) => {
    const outcomes = await measure(subjectOf(given as ResearchSubject), signal);
    return Object.fromEntries(wire.metrics.map((name, at) => [name, numbersOnly(outcomes[at])]));
  });
}

/** With the sources of its facts. What a fact's `metadata` says about its source is the source's. */
function subjectOf(given: ResearchSubject): ResearchSubject {
  const sources = new Map<string, EvaluatorSource>();
  for (const { sourceId, metadata } of given.facts as Fact[]) {
    const { trust, url } = (metadata ?? {}) as EvaluatorSource;
    const source = sources.get(sourceId) ?? { id: sourceId };
    sources.set(sourceId, { ...source, ...(trust !== undefined && { trust }), ...(url !== undefined && { url }) });
  }
  return { ...given, sources: [...sources.values()] };
}

/** JSON has no NaN: it is named before it is lost. */
function numbersOnly(outcome: MetricOutcome | undefined): MetricOutcome {
  if (outcome === undefined) return { failed: 'it was not measured' };
  if ('failed' in outcome) return outcome;
  const { value } = outcome;
  const score: unknown = typeof value === 'object' && value !== null ? (value as { score?: unknown }).score : value;
  if (typeof score !== 'number' || Number.isFinite(score)) return outcome;
  return { failed: `it must give a number from 0 to 1, got ${score}` };
}
