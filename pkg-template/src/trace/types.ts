// The format of a trace file.

import type {
  CallEvent,
  Json,
  JsonSchema,
  Message,
  ReflectResult,
  ReflectSettings,
  ReflectTrace,
  Step,
  ToolSchema,
} from '../types.js';

/** A run as plain JSON, with every text, also the replies of tools: keep it where those may be, or give the run a `redact`. */
export interface Trace {
  format: 'reflect-engine/trace';
  /** Version of the package that made the run. */
  version: string;
  runId: string;
  /** When the run began, in milliseconds by its clock. All other times are by the same clock. */
  startedMs: number;
  /** When its result was made. */
  endedMs: number;
  /** The settings at the end of the run: as they were given, with those of a later `resume` laid over. */
  settings: ReflectSettings;
  task: TraceTask;
  /** Calls of models, tools and verifiers, in the order in which the run asked for them. */
  calls: TraceCall[];
  steps: Step[];
  /** Both layers, without what the fields above hold. */
  result: Omit<ReflectResult, 'snapshot' | 'trace' | 'runId'> & { trace: Omit<ReflectTrace, 'steps' | 'settings'> };
  /** The inputs of the run, from which `replay` recomputes it. Absent when the run had a `redact`. */
  log?: TraceLog;
}

/** What was asked for. */
export interface TraceTask {
  input: string | Message[];
  systemPrompt?: string;
  /** A draft that was made elsewhere. */
  draft?: string;
  tools: ToolSchema[];
  /** How many critics there are; 0 when verifiers alone decide. */
  critics: number;
  /** Names and kinds of the critics; absent when all are plain models. */
  judges?: { name?: string; tools: ToolSchema[]; probability?: true }[];
  /** Names of the verifiers; `outputSchema` is the task's schema. */
  verifiers: string[];
  /** A verifier has a `partial`. */
  partial?: true;
  /** The task has a `usable`. */
  usable?: true;
  /** The task has an `answer`. */
  answer?: true;
  /** The `outputSchema` as JSON Schema. */
  answerSchema?: JsonSchema;
}

/** One call. It has an `error` or, when it was answered, a `reply`. */
export interface TraceCall
  extends Pick<CallEvent, 'callId' | 'purpose' | 'iteration' | 'attempt' | 'usage' | 'verdict' | 'error'> {
  /** Which critic was asked; the first is 0. */
  critic?: number;
  /** As the reply names it. */
  model?: string;
  /** When the run asked for it. */
  startMs: number;
  durationMs: number;
  request: TraceRequest;
  /** As it came: a model's text or its response, what a tool returned, a verifier's verdict, the answer of a draft. */
  reply?: Json;
}

/** What a model was sent, what a tool was called with, or what a verifier looked at. */
export type TraceRequest =
  /** `tools` by name: their schemas are in the task. */
  | { messages: Message[]; n?: number; tools?: string[]; responseSchema?: JsonSchema }
  | { toolName: string; toolCallId: string; args: Json; critic?: number }
  | { verifier: string; draft: string };

/** The inputs of a run, as in its snapshot. */
export interface TraceLog {
  version: number;
  seed: number;
  key: string;
  /** The settings that the run began with. */
  settings: ReflectSettings;
  /** Each with the time `at` which it came, in the form of the snapshot. */
  entries: Json[];
}
