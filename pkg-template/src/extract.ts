// Facts out of documents, with a model. What it is asked and what of its reply is believed stands in the core.

import { canonicalModel, written as json } from './canonical-model.js';
import { ReflectError, told } from './error.js';
import type {
  ExtractedFacts,
  ExtractRequest,
  ExtractSettings,
  FactExtractor,
  SourceDocument,
  UnreadDocument,
} from './extract-types.js';
import type { DroppedFact } from './generated/reflect_engine.js';
import { kindOf, modelKindOf } from './kind.js';
import { companions } from './load/index.js';
import { replyFault } from './model-reply.js';
import { type Piece, pieces } from './pieces.js';
import { plain, written } from './plain.js';
import { race } from './race.js';
import type { Fact } from './reflector-types.js';
import { Ending, follow } from './signal.js';
import { badSettings, checkKeys, checkSignal } from './task.js';
import { direct, refuseAfterTraps } from './trap.js';
import type { Json, JsonSchema, Message, Model, ModelRequest, Usage } from './types.js';

const SETTINGS = ['maxChars', 'maxPieces', 'attempts', 'concurrency', 'callTimeoutMs'];
const DOCUMENT = ['id', 'text', 'url', 'metadata'];
/** Characters of one reply, as JSON. */
const MAX_REPLY_CHARS = 16_777_216;
const MAX_RAW_CHARS = 2_000;
const MAX_METADATA_CHARS = 100_000;

/**
 * Turns documents into facts with a model (the Lazy Agent essay leaves open where facts come from). The model is shown a document, in
 * pieces where it is long, and asked for facts with the passage that says each. A fact is kept only when its quote stands in the text that
 * the model was shown, word for word but for white space; the others are told in `dropped`. Whose fact it is says the document's `id`,
 * never the model. That a quote bears its value out is not checked: it can be looked up.
 *
 * Give the result back from `research`: a loop notes what was dropped and unread in `errors`.
 *
 * Throws `invalid_settings`. The extractor rejects with `invalid_task` for documents of a wrong shape, with an `AbortError`, and with
 * `model_error` when the model threw for all of them.
 */
export function extractFacts(model: Model, canonical: object, settings: ExtractSettings = {}): FactExtractor {
  if (typeof model !== 'function') throw badSettings(`\`model\` must be a function, got ${modelKindOf(model)}`);
  checkKeys(settings, SETTINGS, 'setting', 'the settings of extractFacts', 'invalid_settings');
  const whole = (key: keyof ExtractSettings, usual: number, low: number, high: number): number => {
    const given = settings[key] ?? usual;
    if (Number.isInteger(given) && given >= low && given <= high) return given;
    const got = typeof given === 'number' ? String(given) : kindOf(given);
    throw badSettings(`\`${key}\` must be an integer from ${low} to ${high}, got ${got}`);
  };
  const rules: Rules = {
    model,
    canonical: json(canonicalModel(canonical)),
    maxChars: whole('maxChars', 20_000, 200, 1_000_000),
    maxPieces: whole('maxPieces', 20, 1, 1_000),
    attempts: whole('attempts', 2, 1, 5),
    concurrency: whole('concurrency', 4, 1, 100),
    timeoutMs: whole('callTimeoutMs', 600_000, 1, 2_147_483_647),
  };
  return async (documents, request = {}) => {
    const read = documentsOf(documents);
    checkRequest(request);
    refuseAfterTraps();
    const ending = new Ending();
    const unfollow = follow(request.signal, ending);
    try {
      return await new Extraction(rules, request, ending).of(read);
    } finally {
      unfollow();
    }
  };
}

interface Rules {
  model: Model;
  /** As JSON. */
  canonical: string;
  maxChars: number;
  maxPieces: number;
  attempts: number;
  concurrency: number;
  timeoutMs: number;
}

/** One piece that a model is asked about. */
interface Part extends Piece {
  document: SourceDocument;
  name: string;
}

/** What came of one part. */
interface Came {
  facts: Fact[];
  dropped: DroppedFact[];
  unread?: UnreadDocument;
}

/** One call of an extractor. */
class Extraction {
  private readonly usages: Usage[] = [];
  private readonly threw: unknown[] = [];

  private readonly rules: Rules;
  private readonly request: ExtractRequest;
  private readonly ending: Ending;

  constructor(rules: Rules, request: ExtractRequest, ending: Ending) {
    this.rules = rules;
    this.request = request;
    this.ending = ending;
  }

  async of(documents: readonly SourceDocument[]): Promise<ExtractedFacts> {
    const { parts, unread } = this.cut(documents);
    const came = await this.atOnce(parts);
    if (this.ending.ended) {
      const { reason } = this.ending;
      throw new ReflectError('aborted', `the extraction was aborted: ${told(reason)}`, { cause: reason });
    }
    if (parts.length > 0 && this.threw.length === parts.length) {
      const cause = this.threw[0];
      throw new ReflectError('model_error', `no document was read: ${told(cause)}`, { cause });
    }
    const extracted: ExtractedFacts = {
      facts: distinct(came.flatMap(({ facts }) => facts)),
      dropped: came.flatMap(({ dropped }) => dropped),
      unread: [...came.flatMap(({ unread }) => unread ?? []), ...unread],
    };
    if (this.usages.length > 0) extracted.usage = this.usages.reduce(sum);
    return extracted;
  }

  private cut(documents: readonly SourceDocument[]): { parts: Part[]; unread: UnreadDocument[] } {
    const { maxChars, maxPieces } = this.rules;
    const { callId = 'extract' } = this.request;
    const [parts, unread]: [Part[], UnreadDocument[]] = [[], []];
    for (const document of documents) {
      const { id: sourceId, text } = document;
      const to = text.length;
      if (text.trim() === '') {
        unread.push({ sourceId, code: 'blank', why: 'there is nothing in it', from: 0, to });
        continue;
      }
      // No further than is read.
      const cut = pieces(text.slice(0, maxChars * (maxPieces + 1)), maxChars);
      for (const piece of cut.slice(0, maxPieces)) {
        parts.push({ ...piece, document, name: `${callId}.${parts.length + 1}` });
      }
      const from = cut[maxPieces - 1]?.to ?? to;
      if (from < to) {
        const why = `it is longer than ${maxPieces} pieces of ${maxChars} characters (\`maxPieces\`)`;
        unread.push({ sourceId, code: 'too_long', why, from, to });
      }
    }
    return { parts, unread };
  }

  /** One after the other, `concurrency` at a time; what comes is in the order of the parts. */
  private async atOnce(parts: readonly Part[]): Promise<Came[]> {
    const came: Came[] = [];
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < parts.length && !this.ending.ended) {
        const at = next++;
        came[at] = await this.read(parts[at] as Part);
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.rules.concurrency, parts.length) }, worker));
    return came;
  }

  private async read({ document, from, to, name }: Part): Promise<Came> {
    const { canonical, attempts } = this.rules;
    const { query } = this.request;
    const piece = document.text.slice(from, to);
    const bad = (code: UnreadDocument['code'], why: string, raw?: string): Came => {
      const unread: UnreadDocument = { sourceId: document.id, code, why, from, to };
      if (raw !== undefined) unread.raw = raw.slice(0, MAX_RAW_CHARS);
      return { facts: [], dropped: [], unread };
    };
    let unreadable: string | undefined;
    for (let attempt = 1; ; attempt += 1) {
      const asked = JSON.parse(direct(() => companions().extractionRequest(canonical, piece, query, unreadable))) as Asked;
      const outcome = await race(
        (turn) => this.rules.model(this.call(asked, name, attempt, turn)),
        this.ending,
        this.rules.timeoutMs,
      );
      if (outcome.how === 'aborted') return { facts: [], dropped: [] };
      if (outcome.how === 'timeout') return bad('timeout', `no answer within ${this.rules.timeoutMs} ms`);
      if (outcome.how === 'threw') {
        this.threw.push(outcome.error);
        return bad('model_error', told(outcome.error));
      }
      const { value, cut } = plain(outcome.value, { maxChars: MAX_REPLY_CHARS, notes: false });
      if (cut) return bad('unreadable_reply', `it has more than ${MAX_REPLY_CHARS} characters`);
      const fault = replyFault(outcome.value, value);
      if (fault !== undefined) return bad('unreadable_reply', fault, textOf(value));
      this.count(value);
      const response = written(value);
      const read = JSON.parse(direct(() => companions().readExtraction(canonical, document.id, piece, response))) as Read;
      unreadable = read.unreadable ?? undefined;
      if (unreadable === undefined || read.facts.length > 0 || attempt >= attempts) {
        const { dropped } = read;
        const { unread } =
          unreadable === undefined ? {} : bad('unreadable_reply', `the model's reply: ${unreadable}`, textOf(value));
        const came: Came = { facts: read.facts.map((fact) => withMetadata(fact, document)), dropped };
        if (unread !== undefined) came.unread = unread;
        return came;
      }
    }
  }

  private call(asked: Asked, name: string, attempt: number, turn: { readonly signal: AbortSignal }): ModelRequest {
    return {
      callId: attempt === 1 ? name : `${name}.${attempt}`,
      purpose: 'extract',
      iteration: this.request.iteration ?? 1,
      attempt,
      messages: asked.messages,
      responseSchema: asked.responseSchema,
      // What is asked decides: two documents of one name are not the same call.
      idempotencyKey: `extract-${asked.key}.${attempt}`,
      get signal() {
        return turn.signal;
      },
    };
  }

  private count(value: Json): void {
    const usage = typeof value === 'object' && value !== null && !Array.isArray(value) ? value.usage : undefined;
    if (typeof usage === 'object' && usage !== null) this.usages.push(usage as Usage);
  }
}

interface Asked {
  messages: Message[];
  responseSchema: JsonSchema;
  key: string;
}

interface Read {
  facts: Fact[];
  dropped: DroppedFact[];
  unreadable: string | null;
}

function withMetadata(fact: Fact, { url, metadata }: SourceDocument): Fact {
  if (url === undefined && metadata === undefined) return fact;
  return { ...fact, metadata: { ...metadata, ...(url !== undefined && { url }) } };
}

/** Without those that two pieces of a document both held. */
function distinct(facts: readonly Fact[]): Fact[] {
  return [...new Map(facts.map((fact) => [JSON.stringify(fact), fact])).values()];
}

function sum(a: Usage, b: Usage): Usage {
  const both: Record<string, unknown> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const before = both[key];
    both[key] = typeof value === 'number' && typeof before === 'number' ? before + value : value;
  }
  return both;
}

function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  const content = typeof value === 'object' && value !== null && !Array.isArray(value) ? value.content : undefined;
  return typeof content === 'string' ? content : JSON.stringify(value);
}

/** The documents, with metadata that is plain JSON. */
function documentsOf(documents: unknown): SourceDocument[] {
  if (!Array.isArray(documents)) throw bad(`\`documents\` must be a list, got ${kindOf(documents)}`);
  const ids = new Set<string>();
  return (documents as readonly Partial<SourceDocument>[]).map((document, at) => {
    const place = `documents[${at}]`;
    checkKeys(document, DOCUMENT, `key of \`${place}\``, `\`${place}\``, 'invalid_task');
    const { id, text, url, metadata } = document;
    if (typeof id !== 'string' || id.trim() === '') {
      throw bad(`\`${place}.id\` must be a string that is not blank, got ${typeof id === 'string' ? `"${id}"` : kindOf(id)}`);
    }
    if (ids.has(id.trim())) throw bad(`\`${place}.id\` is "${id}", which another document has: facts are told apart by it`);
    ids.add(id.trim());
    if (typeof text !== 'string') throw bad(`\`${place}.text\` must be a string, got ${kindOf(text)}`);
    const known: SourceDocument = { id: id.trim(), text };
    if (url !== undefined) {
      if (typeof url !== 'string') throw bad(`\`${place}.url\` must be a string, got ${kindOf(url)}`);
      known.url = url;
    }
    if (metadata !== undefined) {
      if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) {
        throw bad(`\`${place}.metadata\` must be an object, got ${kindOf(metadata)}`);
      }
      const { value, cut } = plain(metadata, { maxChars: MAX_METADATA_CHARS, notes: true });
      if (cut)
        throw bad(`\`${place}.metadata\` must not be larger than ${MAX_METADATA_CHARS} characters: it goes with each fact`);
      known.metadata = value as { [key: string]: Json };
    }
    return known;
  });
}

function checkRequest(request: unknown): void {
  if (typeof request !== 'object' || request === null) throw bad(`the request must be an object, got ${kindOf(request)}`);
  const { query, signal } = request as { query?: unknown; signal?: unknown };
  if (query !== undefined && typeof query !== 'string') throw bad(`\`query\` must be a string, got ${kindOf(query)}`);
  checkSignal(signal);
}

function bad(message: string): ReflectError {
  return new ReflectError('invalid_task', message);
}
