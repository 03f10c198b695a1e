// What `gated` of the OpenAI Agents SDK takes and gives.

import type {
  AgentInputItem,
  NonStreamRunOptions,
  Runner,
  RunResult,
  RunState,
  StreamedRunResult,
  StreamRunOptions,
} from '@openai/agents';
import type { ReflectResult } from '../types.js';
import type { GatedOptions } from './check.js';

export interface GatedAgentOptions extends GatedOptions {
  /** Default: that of the SDK's `run`. */
  runner?: Runner;
}

export type AnyAgent = Parameters<Runner['run']>[0];
export type Input<C, A extends AnyAgent> = string | AgentInputItem[] | RunState<C, A>;

/** Runs of an agent; their results have a `reflection`, that of the gate. A text that nobody accepted comes, too: look at its `status`. */
export interface GatedAgent<A extends AnyAgent> {
  // Spelled out: a type that is inferred from it must name nothing that is not exported.
  run<C = undefined>(
    input: string | AgentInputItem[] | RunState<C, A>,
    options?: NonStreamRunOptions<C, A>,
  ): Promise<RunResult<C, A> & { reflection?: ReflectResult }>;
  run<C = undefined>(
    input: string | AgentInputItem[] | RunState<C, A>,
    options: StreamRunOptions<C, A>,
  ): Promise<StreamedRunResult<C, A> & { reflection?: ReflectResult }>;
}

export type AgentRun<A extends AnyAgent> = RunResult<undefined, A> & { completed?: Promise<void> };
