// What is handed in. These types are loose enough for your client's types; the types of what comes out are exact.

import type { Json, Message, Part, Usage } from './generated/reflect_engine.js';

/**
 * A part of a message: text, or anything else in your provider's form, which is passed on as it is. It must be plain JSON; other values are
 * treated as in `metadata`.
 */
export type PartInput = Part | { type: string; [key: string]: unknown } | { type: string };

/** A message of a conversation. */
export interface MessageInput extends Omit<Message, 'content' | 'toolCalls' | 'metadata'> {
  content: string | readonly PartInput[];
  /** On an `assistant` message: the tools it asked for. */
  toolCalls?: readonly (ToolCallRequest & { id: string })[] | undefined;
  /**
   * The provider's own data, plain JSON, carried back verbatim. A `Date` or `URL` becomes what `JSON.stringify` writes; a task with a value
   * that JSON cannot hold (a `BigInt`, a function, NaN, binary data, a cycle) is refused, naming the path.
   */
  metadata?: unknown;
}

/**
 * What a model function returns. A reply without `content` and `toolCalls`, or with one of these keys in another spelling (`finish_reason`),
 * is a failed call. Other keys are not read.
 */
export interface ModelResponse {
  content: string | readonly PartInput[];
  toolCalls?: readonly ToolCallRequest[] | null | undefined;
  usage?: UsageInput | null | undefined;
  model?: string | null | undefined;
  responseId?: string | null | undefined;
  /**
   * The provider's own data, plain JSON, carried back verbatim in every later request that holds this message. Other values do not fail the
   * call. They become what `JSON.stringify` makes of them: a `Date` or `URL` its text, NaN `null`, and a function is left out. A `BigInt`
   * becomes its digits as text, a `Map` an object, a `Set` a list. A note replaces what cannot be kept: `"[binary: 16 bytes]"`,
   * `"[circular]"`, `"[too deep]"` (beyond 64 levels).
   */
  metadata?: unknown;
  /**
   * Tools that the model itself called while it wrote the reply, or their results alone. Verifiers see them, and critics that see
   * `toolResults`.
   */
  toolResults?: readonly (string | ToolRecordInput)[] | null | undefined;
  /**
   * Of a critic: the probability that the draft is right, 0 to 1, as a decision model or the odds of a token give it. It is the verdict: it
   * accepts from a tenth of `acceptanceThreshold` on. A number that a model wrote in its text is none.
   */
  probability?: number | null | undefined;
  finishReason?: 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'refusal' | (string & {}) | null | undefined;
}

/** Replies to a request with `n`, each a draft: 1 to `n`. If there are fewer, the engine makes calls for the others. */
export interface ModelResponses
  extends Omit<ModelResponse, 'content' | 'toolCalls' | 'toolResults' | 'probability' | 'metadata'> {
  contents: readonly (string | (Pick<ModelResponse, 'finishReason' | 'metadata'> & { content: string }))[];
  content?: undefined;
  toolCalls?: undefined;
  metadata?: undefined;
}

/** {@link Usage} as a provider reports it: `null` counts as absent. OpenAI's `usage` can be given as it is. */
export type UsageInput = { [K in keyof Usage]: Usage[K] | null } & {
  [K in 'prompt_tokens' | 'completion_tokens' | 'total_tokens']?: number | null | undefined;
} & {
  prompt_tokens_details?: { cached_tokens?: number | null | undefined } | null | undefined;
  completion_tokens_details?: { reasoning_tokens?: number | null | undefined } | null | undefined;
};

/** A verdict as a verifier gives it: passed or not, what is wrong, a list of what is wrong (an empty one passes), or all in one. */
export type VerdictInput =
  | boolean
  | string
  | readonly string[]
  | {
      passed: boolean;
      /** What is wrong, worst first. Shown to producer and critic, fenced and capped at 2,000 characters. */
      issues?: readonly string[] | undefined;
      /** Points on your own scale. They compare drafts that no critic scored. */
      score?: number | undefined;
    };

/**
 * What a rule says against an action or a decision, as {@link VerdictInput}: a concern, several, or `false`. `true`, `null` and an empty list
 * say nothing against it.
 */
export type RuleConcern = VerdictInput | null;

/** A call of a tool, with its `result` or its `error`; with neither nobody answered it. */
export interface ToolRecord {
  /** The id of the call. */
  id: string;
  name: string;
  arguments: Json;
  /** As the tool gave it; from hosts that hand on texts, its text. */
  result?: Json;
  error?: string;
}

/** {@link ToolRecord} as a host has it: what is in it is made plain JSON. */
export interface ToolRecordInput {
  id?: string | undefined;
  name: string;
  arguments?: unknown;
  result?: unknown;
  error?: string | undefined;
}

/** A tool call as a model makes it. The engine gives an id to a call without one, or with a repeated one. */
export interface ToolCallRequest {
  id?: string | null | undefined;
  name: string;
  /** The arguments as JSON, or as a string of JSON. */
  arguments: unknown;
  /** The provider's own data, as in a reply. */
  metadata?: unknown;
}

// Standard Schema v1 and Standard JSON Schema v1 (https://standardschema.dev), as types: what zod, valibot, ArkType and others implement.
// Copied as the specification recommends, so that there is no dependency.

/** A schema of any library that implements Standard Schema v1. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': StandardProps<Input, Output>;
}

export interface StandardProps<Input, Output> {
  readonly version: 1;
  readonly vendor: string;
  readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  /** Standard JSON Schema: not every library has it. */
  readonly jsonSchema?: StandardConverter | undefined;
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export interface StandardConverter {
  readonly input: (options: { readonly target: string }) => Record<string, unknown>;
  readonly output: (options: { readonly target: string }) => Record<string, unknown>;
}

/** What a schema's `validate` gives. */
export type InferOutput<S extends StandardSchema> = NonNullable<S['~standard']['types']>['output'];
