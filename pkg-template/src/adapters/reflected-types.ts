// What `reflected` takes, and what its parts give each other.

import type { LanguageModelV3CallOptions as Options } from '@ai-sdk/provider';
import type { LanguageModel } from 'ai';
import type { ReflectEngine } from '../engine/engine.js';
import type { HostAnswer } from '../run/host-model.js';
import type { ReflectTask, Screen, ShownDraft } from '../types.js';
import type { Answer } from './reply.js';

export type { ShownDraft } from '../types.js';

export interface ReflectedOptions {
  engine: ReflectEngine;
  /** The rest of each run's task: a critic, verifiers, settings. */
  task?: Omit<ReflectTask<unknown>, 'input' | 'model' | 'systemPrompt' | 'tools' | 'signal' | 'draft' | 'onDraft'> | undefined;
  /**
   * How a stream shows drafts while they are written, before the answer: as reasoning, as parts `data-reflect` (with `writer`), or not. Default:
   * `reasoning`.
   */
  drafts?: 'reasoning' | 'data' | false | undefined;
  /** The writer of `createUIMessageStream`, for `drafts: 'data'`. */
  writer?: DataWriter | undefined;
  /**
   * How often a call after the first is made again when its provider is busy: where the error of the AI SDK says that it may be, after the
   * time that `retry-after` names or a growing one. The first call is retried by the AI SDK itself. Default: 2.
   */
  maxRetries?: number | undefined;
}

/** The `writer` of `createUIMessageStream`. It gets a part for each draft, with the `id` `draft-1`, … */
export interface DataWriter {
  write(part: { type: 'data-reflect'; id: string; data: ShownDraft }): void;
}

/** A language model as a provider makes it. If you only have a name, give `gateway(name)` of `ai`. */
export type ReflectableModel = Exclude<LanguageModel, string | { specificationVersion: 'v2' }>;

/** A call of the model; `onText` is told its text as it comes. */
export type Call<R> = (callOptions: Options, onText?: (delta: string) => void) => Promise<Answer<R>>;
/** Makes the answer of a first reply; `reply` is the one whose text is returned. */
export type Making = <R>(callOptions: Options, first: Answer<R>, call: Call<R>, screen?: Screen) => Promise<HostAnswer<R>>;
