// Takes secrets out of what people keep: steps, errors and snapshots.

import type { ReflectResult as CoreResult } from './generated/reflect_engine.js';
import { kindOf } from './kind.js';
import type { Json, RunError, Step } from './types.js';

/** Stands for a text that could not be redacted. */
const FAILED = '[redacted]';

/**
 * Where words of the engine stand, which a run is driven by: `true` keeps the text at a key, or each of a list, and a text keeps
 * itself. Nothing is kept below a key that is not named, for it may hold what a tool or a provider wrote, under whatever keys.
 */
export type Ours = true | string | { readonly [key: string]: Ours };

const NOTHING: Ours = {};
const PART: Ours = { type: 'text' };
const TASK: Ours = { input: { role: true, content: PART }, tools: { name: true }, verifiers: true };
const REPLY: Ours = { content: PART, toolCalls: { name: true }, finishReason: true };
const READING: Ours = { status: true, reason: true, repairs: true };
const WHY: Ours = { action: true, reason: true, gains: { action: true } };
const STEP: Ours = {
  type: true,
  engine: true,
  callId: true,
  toolName: true,
  critiqueStatus: true,
  reason: true,
  jurors: READING,
  why: WHY,
};
const REVISION: Ours = { critique: READING, critiqueStatus: true, jurors: READING };
const ERROR: Ours = { code: true, callId: true };

/** One entry of a snapshot's log: what the host told the run. */
export interface Entry {
  do: string;
  call?: string;
  value?: Json;
  message?: Json;
}

/** Lets a hook see every text before it is kept. A hook that throws, or gives no text, leaves `[redacted]`. */
export class Redaction {
  private readonly hook: (text: string) => string;
  /** Why the hook failed first. */
  protected fault: string | undefined;

  constructor(hook: (text: string) => string) {
    this.hook = hook;
  }

  step(step: Step): Step {
    return this.within(step as unknown as Json, STEP) as unknown as Step;
  }

  /** In place: everything that is kept of a run, but not its output and its drafts. */
  result(result: CoreResult): void {
    const within = <V>(value: V, ours: Ours): V => this.within(value as Json, ours) as V;
    result.steps = within(result.steps, STEP);
    result.errors = within(result.errors, ERROR);
    result.revisionHistory = within(result.revisionHistory, REVISION);
    if (result.critique !== undefined) result.critique = within(result.critique, READING);
    if (result.jurors !== undefined) result.jurors = within(result.jurors, READING);
    // A model may have derived them.
    const { requirements } = result.metadata;
    if (requirements !== undefined) result.metadata.requirements = within(requirements, NOTHING);
    if (result.failure !== undefined) result.failure = within(result.failure, ERROR);
    result.snapshot = this.snapshot(result.snapshot);
    this.tell(result);
  }

  /** Notes that the hook failed. */
  protected tell({ errors, steps }: { errors: RunError[]; steps: unknown[] }): void {
    if (this.fault === undefined) return;
    errors.push({ code: 'callback_error', message: `\`redact\` failed: ${this.fault}`, seq: steps.length });
  }

  /** The task and what models, tools, verifiers and people said. */
  snapshot(text: string): string {
    const { run, log, ...head } = JSON.parse(text) as { run: { [key: string]: Json }; log: Entry[] };
    const origin = this.origin(run);
    return JSON.stringify({ ...head, run: origin, log: log.map((entry) => this.entry(entry)) });
  }

  /** What a run was made of. */
  protected origin(run: { [key: string]: Json }): { [key: string]: Json } {
    return { ...run, task: this.within(run.task ?? null, TASK) };
  }

  protected entry(entry: Entry): Entry {
    // Its value is settings.
    if (entry.do === 'restore') return entry;
    const said = { ...entry };
    if (said.value !== undefined) said.value = this.reply(said.call ?? '', said.value);
    if (said.message !== undefined) said.message = this.within(said.message, NOTHING);
    return said;
  }

  /** What a call came to. */
  protected reply(call: string, value: Json): Json {
    return this.within(value, call.startsWith('tool-') ? NOTHING : REPLY);
  }

  /** A copy with every text seen by the hook that is not ours. Plain JSON, so it is never deeper than `plain` lets it be. */
  protected within(value: Json, ours: Ours): Json {
    if (typeof value === 'string') return ours === true || ours === value ? value : this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.within(item, ours));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.within(item, at(ours, key))]));
  }

  protected text(text: string): string {
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

function at(ours: Ours, key: string): Ours {
  return (typeof ours === 'object' && Object.hasOwn(ours, key) ? ours[key] : undefined) ?? NOTHING;
}
