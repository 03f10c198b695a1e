// Takes secrets out of what people keep: steps, errors and snapshots.

import type { ReflectResult as CoreResult } from './generated/reflect_engine.js';
import { isBlank, kindOf } from './kind.js';
import { wasm } from './load/index.js';
import { Critiques } from './redact-critique.js';
import type { Json, ReflectSettings, Step } from './types.js';

/** Stands for a text that could not be redacted. */
const FAILED = '[redacted]';

/** Somebody else's from here on, keys too: what a model gave a tool, what a tool gave back, a provider's metadata. */
const FOREIGN = Symbol('foreign');
/** The id of a tool call, as a model gave it: told apart from others also when it is redacted. */
const ID = Symbol('id');
/** The arguments of a tool call: somebody else's, and in a text of them the run reads JSON. */
const ARGUMENTS = Symbol('arguments');

/**
 * Where words of the engine stand, which a run is driven by: `true` keeps the text at a key, or each of a list, a text keeps itself,
 * and a test the texts that pass it. Nothing is kept below a key that is not named, for it may hold what a tool or a provider wrote,
 * under whatever keys; `*` stands for these.
 */
export type Ours = true | string | symbol | ((text: string) => boolean) | Fields;

type Message = { [key: string]: Json };

interface Fields {
  readonly [key: string]: Ours;
}

/** Finish reasons of a reply that is whole, in lower case. */
const FINISHES: ReadonlySet<string> = new Set(
  'stop end_turn stop_sequence tool_calls tool-calls tool_use function_call'.split(' '),
);

const NOTHING: Ours = {};
const PART: Ours = { type: 'text', '*': FOREIGN };
const TOOL_CALL: Fields = { id: ID, arguments: ARGUMENTS, metadata: FOREIGN };
const REPLY: Fields = {
  content: PART,
  metadata: FOREIGN,
  finishReason: (word) => FINISHES.has(word.toLowerCase()) || wasm().isCut(word),
};
/** Texts among the settings. The others are words and numbers. */
const WRITTEN = ['critiquePrompt', 'criteria', 'requirements'];
const READING: Ours = { status: true, reason: true, repairs: true };
const WHY: Ours = { action: true, reason: true, gains: { action: true } };
const STEP: Ours = {
  type: true,
  engine: true,
  callId: true,
  critiqueStatus: true,
  reason: true,
  jurors: READING,
  why: WHY,
};
const TOOL_STEP: Fields = { type: true, engine: true, callId: ID, args: FOREIGN, result: FOREIGN };
const REVISION: Ours = { critique: READING, critiqueStatus: true, jurors: READING };
const ERROR: Ours = { code: true, callId: true };

/** One entry of a snapshot's log: what the host told the run. */
export interface Entry {
  do: string;
  call?: string;
  value?: Json;
  message?: Json;
  /** Of a draft that was redacted: by what the run knows the text that the model wrote. */
  digest?: number;
}

/** Lets a hook see every text before it is kept. A hook that throws, or gives no text, leaves `[redacted]`. */
export class Redaction {
  private readonly hook: (text: string) => string;
  /** Names of the task's tools: what a model calls by another name may be anything. */
  private tools: ReadonlySet<string>;
  private readonly isTool = (name: string): boolean => this.tools.has(name);
  private critiques: Critiques | undefined;
  /** What ids of tool calls became. */
  private readonly ids = new Apart();
  /** What drafts became, where the run compares them. */
  private drafts: Apart | undefined;
  /** What the run's idempotency keys begin with, and its digests are keyed by. */
  private key = '';
  /** Why the hook failed first. */
  protected fault: string | undefined;

  constructor(hook: (text: string) => string, tools: Iterable<string> = []) {
    this.hook = hook;
    this.tools = new Set(tools);
  }

  step(step: Step): Step {
    const ofTool = step.type === 'tool_call' || step.type === 'tool_result';
    return this.within(step as unknown as Json, ofTool ? { ...TOOL_STEP, toolName: this.isTool } : STEP) as unknown as Step;
  }

  /** In place: everything that is kept of a run, but not its output and its drafts. */
  result(result: CoreResult): void {
    const within = <V>(value: V, ours: Ours): V => this.within(value as Json, ours) as V;
    result.steps = result.steps.map((step) => this.step(step));
    result.errors = within(result.errors, ERROR);
    result.revisionHistory = within(result.revisionHistory, REVISION);
    if (result.critique !== undefined) result.critique = within(result.critique, READING);
    if (result.jurors !== undefined) result.jurors = within(result.jurors, READING);
    // A model may have derived them.
    const { requirements } = result.metadata;
    if (requirements !== undefined) result.metadata.requirements = within(requirements, NOTHING);
    if (result.failure !== undefined) result.failure = within(result.failure, ERROR);
    if (this.fault !== undefined) {
      result.errors.push({ code: 'callback_error', message: `\`redact\` failed: ${this.fault}`, seq: result.steps.length });
    }
  }

  /** The task and what models, tools, verifiers and people said. */
  snapshot(text: string): string {
    const { run, log, ...head } = JSON.parse(text) as { run: { [key: string]: Json }; log: Entry[]; key?: string };
    this.key = head.key ?? '';
    const origin = this.origin(run);
    return JSON.stringify({ ...head, run: origin, log: log.map((entry) => this.entry(entry)) });
  }

  /** What a run was made of. */
  protected origin(run: { [key: string]: Json }): { [key: string]: Json } {
    const { settings, task } = run as { settings: Json; task: { input: Json; tools?: { name: string }[] } };
    this.tools = new Set([...this.tools, ...(task.tools ?? []).map(({ name }) => name)]);
    const { strategy = 'classic' } = settings as ReflectSettings;
    this.critiques = new Critiques(settings as ReflectSettings, (text) => this.text(text));
    this.drafts = strategy === 'classic' ? undefined : new Apart();
    const message: Ours = { role: true, content: PART, toolCallId: ID, toolCalls: this.toolCall(), metadata: FOREIGN };
    const ours: Ours = { input: message, tools: { name: true }, verifiers: true };
    const kept = this.within(task as Json, ours) as { input: Json };
    return { ...run, settings: this.settings(settings), task: { ...kept, input: notBlank(task.input, kept.input) } };
  }

  /** What a person wrote into settings. A run cannot go on with a blank one. */
  private settings(settings: Json): Json {
    if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) return settings;
    const written = Object.entries(settings).filter(([key]) => WRITTEN.includes(key));
    const seen = (value: Json): Json => {
      if (typeof value !== 'string') return value;
      const text = this.text(value);
      return text.trim() === '' ? FAILED : text;
    };
    return {
      ...settings,
      ...Object.fromEntries(written.map(([key, value]) => [key, Array.isArray(value) ? value.map(seen) : seen(value)])),
    };
  }

  private toolCall(): Ours {
    return { ...TOOL_CALL, name: this.isTool };
  }

  protected entry(entry: Entry): Entry {
    if (entry.do === 'restore') return entry.value === undefined ? entry : { ...entry, value: this.settings(entry.value) };
    const said = { ...entry };
    if (said.value !== undefined) {
      const was = said.value;
      said.value = this.reply(said.call ?? '', was);
      const digest = said.digest ?? this.digest(said.call ?? '', was, said.value);
      if (digest !== undefined) said.digest = digest;
    }
    if (said.message !== undefined) said.message = this.within(said.message, NOTHING);
    return said;
  }

  /** What tells a draft that was redacted from others: a person may refuse it, and a later one may be the same. */
  private digest(call: string, was: Json, said: Json): number | undefined {
    const isDraft = call.startsWith('answer-') || call.startsWith('revision-');
    if (this.critiques === undefined || !isDraft || asksTools(was) || wordsOf(was) === wordsOf(said)) return undefined;
    return wasm().draftDigest(this.key, wordsOf(was));
  }

  /** What a call came to. */
  protected reply(call: string, value: Json): Json {
    if (call.startsWith('tool-')) return this.within(value, FOREIGN);
    const said = this.within(value, { ...REPLY, toolCalls: this.toolCall() });
    const [was, now] = [wordsOf(value), wordsOf(said)];
    const kept = was === '' ? now : this.words(call, was, now, finishOf(said));
    if (kept === now) return said;
    return typeof said === 'string' ? kept : { ...(said as { [key: string]: Json }), content: kept };
  }

  /** What is to stand for a model's words: the run reads them, and must find what it found. */
  private words(call: string, was: string, now: string, finishReason: string | undefined): string {
    if (call.startsWith('critique-')) return was === now ? now : (this.critiques?.kept(was, now, finishReason) ?? now);
    if (call.startsWith('requirements-')) return this.json(was) ?? now;
    // A draft that is blank is asked for once more.
    const kept = now !== was && isNoDraft(now) && !isNoDraft(was) ? FAILED : now;
    const apart = this.drafts?.of(was, () => kept) ?? kept;
    this.critiques?.draft(was, apart);
    return apart;
  }

  /** A text of JSON, redacted as what it says; `undefined` when it is none. */
  protected json(text: string): string | undefined {
    try {
      return JSON.stringify(this.within(JSON.parse(text) as Json, FOREIGN));
    } catch {
      return undefined;
    }
  }

  /** A copy with every text seen by the hook that is not ours. Plain JSON, so it is never deeper than `plain` lets it be. */
  protected within(value: Json, ours: Ours): Json {
    if (typeof value === 'string') return this.word(value, ours);
    if (typeof value === 'number' && ours === FOREIGN) return this.number(value);
    if (ours === ARGUMENTS) return this.within(value, FOREIGN);
    if (Array.isArray(value)) return value.map((item) => this.within(item, ours));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    if (ours !== FOREIGN) return Object.fromEntries(entries.map(([key, item]) => [key, this.within(item, at(ours, key))]));
    const keys = new Map<string, Json>();
    for (const [key, item] of entries)
      keys.set(
        numbered(this.text(key), (taken) => keys.has(taken)),
        this.within(item, FOREIGN),
      );
    return Object.fromEntries(keys);
  }

  private word(text: string, ours: Ours): string {
    if (ours === true || ours === text) return text;
    if (ours === ID) return this.ids.of(text, (id) => this.text(id));
    if (ours === ARGUMENTS) return text.trim() === '' ? text : (this.json(text) ?? this.noJson(text));
    if (typeof ours !== 'function') return this.text(text);
    if (ours(text)) return text;
    // What was no word of the engine must not become one: a run that is resumed would go another way.
    const redacted = this.text(text);
    return redacted.trim() === '' || ours(redacted) ? FAILED : redacted;
  }

  /** What was no JSON must not become it. */
  private noJson(text: string): string {
    const redacted = this.text(text);
    return redacted.trim() === '' || this.json(redacted) !== undefined ? FAILED : redacted;
  }

  /** A number that the hook sees something in becomes a text. */
  private number(number: number): Json {
    const redacted = this.text(String(number));
    return redacted === String(number) ? number : redacted;
  }

  /** One text, as it is kept. */
  text(text: string): string {
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

/** What was asked, and could not be asked again when the hook left it blank. */
function notBlank(was: Json, now: Json): Json {
  if (typeof now === 'string') return now.trim() === '' && was !== now ? FAILED : now;
  if (!Array.isArray(now)) return now;
  return now.map((item, index) => {
    const [before, after] = [(was as Message[])[index]?.content ?? '', (item as Message).content ?? ''];
    return typeof after === 'string' ? { ...(item as Message), content: notBlank(before, after) } : item;
  });
}

/** Texts that stay apart when they are redacted: two that become the same are numbered. */
class Apart {
  private readonly texts = new Map<string, string>();
  private readonly taken = new Set<string>();

  of(text: string, redacted: (text: string) => string): string {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    const one = numbered(redacted(text), (other) => this.taken.has(other));
    this.texts.set(text, one);
    this.taken.add(one);
    return one;
  }
}

/** The text of a model's reply. */
function wordsOf(reply: Json): string {
  const content = typeof reply === 'object' && reply !== null && !Array.isArray(reply) ? reply.content : reply;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const texts = content as { type?: Json; text?: Json }[];
  return texts.map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : '')).join('');
}

function asksTools(reply: Json): boolean {
  const { toolCalls } = (reply ?? {}) as { toolCalls?: Json };
  return Array.isArray(toolCalls) && toolCalls.length > 0;
}

function finishOf(reply: Json): string | undefined {
  const { finishReason } = (reply ?? {}) as { finishReason?: Json };
  return typeof finishReason === 'string' ? finishReason : undefined;
}

/** Whether a model's words are no draft. */
function isNoDraft(text: string): boolean {
  return isBlank(wasm().stripThinking(text));
}

function at(ours: Ours, key: string): Ours {
  if (typeof ours !== 'object') return NOTHING;
  return (Object.hasOwn(ours, key) ? ours[key] : ours['*']) ?? NOTHING;
}

/** A text that is not taken, numbered where it would be. */
function numbered(text: string, isTaken: (text: string) => boolean): string {
  let number = 1;
  let one = text;
  while (isTaken(one)) {
    number += 1;
    one = `${text} (${number})`;
  }
  return one;
}
