// What turns documents into facts, as far as it holds functions or is handed in. What is only data is generated from the Rust types.

import type { DroppedFact } from './generated/reflect_engine.js';
import type { Fact } from './reflector-types.js';
import type { Usage } from './types.js';

export type { DroppedFact } from './generated/reflect_engine.js';

/** How documents are read. */
export interface ExtractSettings {
  /** Characters of a document that one model call is shown, integer `200..=1000000`. Default 20,000. A longer one is read piece by piece. */
  maxChars?: number | undefined;
  /** Pieces of one document that are read, integer `1..=1000`. Default 20. What lies behind them is told in `unread`. */
  maxPieces?: number | undefined;
  /** How often a piece is asked about when the reply cannot be read, integer `1..=5`. Default 2. */
  attempts?: number | undefined;
  /** Model calls at once, integer `1..=100`. Default 4. */
  concurrency?: number | undefined;
  /** Milliseconds that one model call may take, integer `1..=2147483647`. Default 600,000. */
  callTimeoutMs?: number | undefined;
}

/** A text that facts are taken from. */
export interface SourceDocument {
  /** Becomes the `sourceId` of its facts, so one document is one voice. Different for each document. */
  id: string;
  text: string;
  /** Goes into the `metadata` of its facts, where the evaluator reads it. */
  url?: string | undefined;
  /**
   * Goes into the `metadata` of its facts: `trust`, say. The model is not shown it. A `Date` or
   * `URL` becomes its text, a `BigInt` its digits, and what JSON cannot hold a note, as in a model's `metadata`.
   */
  metadata?: { readonly [key: string]: unknown } | undefined;
}

/** What the documents were found for: a research loop's request as it is, or some of it, or nothing. */
export interface ExtractRequest {
  /** The model is told what the documents were found with; it looks for all fields all the same. */
  query?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Stands before the name of each model call. */
  callId?: string | undefined;
  iteration?: number | undefined;
}

/** What came of documents. As it is it can be what `research` gives. */
export interface ExtractedFacts {
  /** Each with a quote that stands in its document word for word. */
  facts: Fact[];
  /** Facts that the model wrote and that are not kept: without a quote, with one that does not stand in the document, of no field. */
  dropped: DroppedFact[];
  /** Documents, or parts of them, of which the model gave nothing that could be read. */
  unread: UnreadDocument[];
  /** Of all calls together. Absent when no reply told any. */
  usage?: Usage;
}

/** A document, or a part of it, that was not read, or not to its end. */
export interface UnreadDocument {
  sourceId: string;
  /**
   * `unreadable_reply`: the model's reply, or the end of it, was no list of facts. `model_error`, `timeout`: the model threw, or took too
   * long. `too_long`: it has more pieces than `maxPieces`. `blank`: there is nothing in it.
   */
  code: 'unreadable_reply' | 'model_error' | 'timeout' | 'too_long' | 'blank';
  /** In words. */
  why: string;
  /** Which characters of `text`: from the first number up to the second. */
  from: number;
  to: number;
  /** What could not be read, its first 2,000 characters. */
  raw?: string;
}

/** Turns documents into facts. */
export type FactExtractor = (documents: readonly SourceDocument[], request?: ExtractRequest) => Promise<ExtractedFacts>;
