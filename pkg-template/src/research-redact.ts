// Takes secrets out of what people keep of a research loop's run: steps, errors, evaluations and the snapshot.

import type { ResearchResult as ResearchOutcome, ResearchTraceStep } from './generated/reflect_engine.js';
import { type Ours, Redaction } from './redact.js';
import type { Json } from './types.js';

const STEP: Ours = { type: true, path: true, kind: true, reason: true, repairTargets: true };
const JUDGED: Ours = { repairTargets: { metric: true, paths: true }, failures: { metric: true } };
const ERRORS: Ours = { code: true, callId: true };
const FOUND: Ours = { metadata: { facts: { path: true } } };

/** `output`, `object`, `facts` and what the reflector says of them are what the run is for, and stay. */
export class ResearchRedaction extends Redaction {
  /** Paths of the model: what a fact calls by another name may be anything. */
  private paths: ReadonlySet<string> = new Set();

  trace(step: ResearchTraceStep): ResearchTraceStep {
    return this.within(step as unknown as Json, STEP) as unknown as ResearchTraceStep;
  }

  /** In place. */
  outcome(result: ResearchOutcome): void {
    const within = <V>(value: V, ours: Ours): V => this.within(value as Json, ours) as V;
    result.steps = within(result.steps, STEP);
    result.errors = within(result.errors, ERRORS);
    result.evaluations = within(result.evaluations, JUDGED);
    if (result.evaluation !== undefined) result.evaluation = within(result.evaluation, JUDGED);
    if (result.failure !== undefined) result.failure = within(result.failure, ERRORS);
  }

  /** Settings are the developer's; the question is not. */
  protected override origin(run: { [key: string]: Json }): { [key: string]: Json } {
    const { canonicalModel } = run.research as { canonicalModel: { fields: { path: string }[] } };
    this.paths = new Set(canonicalModel.fields.map(({ path }) => path));
    return { ...run, query: this.within(run.query ?? null, {}) };
  }

  protected override reply(call: string, value: Json): Json {
    if (call.startsWith('evaluation-')) return this.measured(value);
    const said = this.within(value, call.startsWith('research-') ? FOUND : {});
    const { metadata } = (said ?? {}) as { metadata?: { facts?: Json; object?: Json } };
    // An answer that is an object is read as one.
    if (metadata?.object === true) {
      const { content } = value as { content: string };
      (said as { content: Json }).content = this.json(content) ?? this.text(content);
    }
    for (const fact of Array.isArray(metadata?.facts) ? metadata.facts : []) {
      const { path } = (fact ?? {}) as { path?: Json };
      if (typeof path === 'string' && !this.paths.has(path.trim())) (fact as { path: Json }).path = this.text(path);
    }
    return said;
  }

  /** By metric; of what it gave, the paths stay. */
  private measured(value: Json): Json {
    const metrics = Object.keys((value ?? {}) as object);
    return this.within(value, Object.fromEntries(metrics.map((metric) => [metric, { value: { paths: true } }])));
  }
}
