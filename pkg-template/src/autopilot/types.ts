// The interfaces of autopilots that hold functions. What is only data is generated from the Rust types.

import type {
  AutopilotStep,
  BudgetSettings,
  CriteriaSatisfiedStep,
  CriticStep,
  CriticVerdict,
  DoneStep,
  IterationStep,
  Price,
  Usage,
} from '../generated/reflect_engine.js';
import type { AutopilotResult } from '../run/result.js';
import type { Durable, Model, Tool } from '../types.js';
import type { Critic } from './critic.js';

export type { AutopilotStep, CriteriaSatisfiedStep, CriticStep, CriticVerdict, DoneStep, IterationStep };

/** An inner agent of your own. */
export type Agent = (request: AgentRequest) => Promise<string | AgentReply> | string | AgentReply;

export interface AgentRequest {
  /** Objective, criteria, the output of the previous iteration, and the critic's feedback on it. */
  prompt: string;
  /** The first is 1. */
  iteration: number;
  /** Aborts when nobody waits for the agent any more. The autopilot does not rely on it. */
  signal: AbortSignal;
  /** Suggestions of the last verdict; empty when there are none. */
  criticFeedback: string[];
}

export interface AgentReply {
  output: string;
  /** The agent's own claim: ends a run without a critic, and accepts nothing. */
  done?: boolean | undefined;
  /** The agent's own claim, one flag for each criterion: accepts nothing. */
  criteriaMet?: readonly boolean[] | undefined;
  /** What it cost; estimated at 4 characters a token when it is not reported. */
  usage?: Usage | undefined;
  /** The name of its model, for `prices`. */
  model?: string | undefined;
  /** Why its model stopped, as the provider reports it: an output that was cut (`"length"`, `"tool-calls"`) is not accepted. */
  finishReason?: string | undefined;
}

export interface Goal {
  objective: string;
  /** What the output must show, one sentence each. At least one. */
  successCriteria: readonly string[];
}

/** Limits, each checked before a call is made. */
export interface AutopilotBudget extends Omit<BudgetSettings, 'verifierTimeoutMs'> {
  /** Integer `1..=500`. Default 10. */
  maxIterations?: number | undefined;
}

interface AutopilotBase {
  goal: Goal;
  budget?: AutopilotBudget | undefined;
  /** US dollars for a million tokens, by model name; `budget.maxCostUsd` needs them. */
  prices?: Record<string, Price> | undefined;
  /** Fixes the nonces, so that a trace can be repeated. Default: random. */
  seed?: number | undefined;
}

/** The inner agent is a model, with the engine's tool loop. `critic: true` lends the critic the same model. */
export interface ModelAutopilot extends AutopilotBase {
  model: Model;
  tools?: readonly Tool[] | undefined;
  /** Tool turns in one iteration, integer `1..=100`. Default 5. */
  maxAnswerSteps?: number | undefined;
  agent?: undefined;
  critic?: boolean | Critic | undefined;
}

/** The inner agent is a function of yours. A critic needs a model of its own. */
export interface AgentAutopilot extends AutopilotBase {
  agent: Agent;
  model?: undefined;
  tools?: undefined;
  maxAnswerSteps?: undefined;
  critic?: Critic | false | undefined;
}

/** What an autopilot is made of: exactly one of `model` and `agent`. Without a critic nothing is accepted. */
export type AutopilotSettings = ModelAutopilot | AgentAutopilot;

export interface AutopilotRunOptions {
  /** The name of the run, in its result and in requests. Not empty. Default: a random one; of a run that is resumed, the one it had. */
  runId?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Calls of the agent, its tools and the critic are then steps of a durable host, which remembers them. */
  durable?: Durable | undefined;
}

/**
 * A run as it goes on: iterate it for steps, await `result` for the end, or both. Every iteration begins with the first step of this
 * process; leaving it early does not end the run, `abort()` or `await using` does.
 */
export interface AutopilotStream extends AsyncIterable<AutopilotStep> {
  /** How the run ended. It never becomes an unhandled rejection: code that only iterates gets the error from the iteration. */
  readonly result: Promise<AutopilotResult>;
  /** Ends the run: `result` rejects with an `AbortError` that carries what there is. */
  abort(reason?: unknown): void;
  /** Ends the run and waits until it has ended. */
  [Symbol.asyncDispose](): Promise<void>;
}
