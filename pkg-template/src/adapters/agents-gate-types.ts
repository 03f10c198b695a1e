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
  /** Default: the runner of the SDK's `run`. */
  runner?: Runner | undefined;
}

export type AnyAgent = Parameters<Runner['run']>[0];
export type Input<C, A extends AnyAgent> = string | AgentInputItem[] | RunState<C, A>;

/** Runs of an agent. Their results have the gate's result as `reflection`. Check its `status`: an unaccepted text is returned, too. */
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
