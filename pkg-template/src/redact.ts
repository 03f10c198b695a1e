// Takes secrets out of what people keep: steps, errors and snapshots.

import type { ReflectResult as CoreResult } from './generated/reflect_engine.js';
import { kindOf } from './kind.js';
import type { Json, Step } from './types.js';

/** Stands for a text that could not be redacted. */
const FAILED = '[redacted]';
/** What a run is driven by, and no text of anybody's. */
const KEPT = new Set(['type', 'engine', 'critiqueStatus', 'callId', 'toolName', 'code', 'role', 'status', 'reason', 'repairs']);

/** Lets a hook see every text before it is kept. A hook that throws, or gives no text, leaves `[redacted]`. */
export class Redaction {
  private readonly hook: (text: string) => string;
  /** Why the hook failed first. */
  private fault: string | undefined;

  constructor(hook: (text: string) => string) {
    this.hook = hook;
  }

  step(step: Step): Step {
    return this.within(step as unknown as Json) as unknown as Step;
  }

  /** In place: everything that is kept of a run, but not its output and its drafts. */
  result(result: CoreResult): void {
    const within = <V>(value: V): V => this.within(value as Json) as V;
    result.steps = within(result.steps);
    result.errors = within(result.errors);
    result.revisionHistory = within(result.revisionHistory);
    if (result.critique !== undefined) result.critique = within(result.critique);
    if (result.jurors !== undefined) result.jurors = within(result.jurors);
    // A model may have derived them.
    const { requirements } = result.metadata;
    if (requirements !== undefined) result.metadata.requirements = within(requirements);
    if (result.failure !== undefined) result.failure = within(result.failure);
    result.snapshot = this.snapshot(result.snapshot);
    if (this.fault === undefined) return;
    result.errors.push({ code: 'callback_error', message: `\`redact\` failed: ${this.fault}`, seq: result.steps.length });
  }

  /** The task and what models, tools, verifiers and people said. */
  snapshot(text: string): string {
    const { run, log, ...head } = JSON.parse(text) as { run: { task: Json }; log: { value?: Json; message?: Json }[] };
    const task = this.within(run.task);
    const entries = log.map((entry) => {
      const said = { ...entry };
      if (said.value !== undefined) said.value = this.within(said.value);
      if (said.message !== undefined) said.message = this.within(said.message);
      return said;
    });
    return JSON.stringify({ ...head, run: { ...run, task }, log: entries });
  }

  /** A copy with every text seen by the hook. Plain JSON of ours, so it is never deeper than `plain` lets it be. */
  private within(value: Json): Json {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.within(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, KEPT.has(key) ? item : this.within(item)]));
  }

  private text(text: string): string {
    try {
      const redacted: unknown = this.hook(text);
      if (typeof redacted === 'string') return redacted;
      if (redacted instanceof Promise) redacted.catch(() => {});
      this.fault ??= `it must return a string, got ${redacted instanceof Promise ? 'a promise' : kindOf(redacted)}`;
    } catch {
      // What it throws may hold the very text.
      this.fault ??= 'it threw';
    }
    return FAILED;
  }
}
