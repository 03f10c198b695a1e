import { badSettings, checkKeys, checkRunId, checkSignal, durableOf } from '../check/checks.js';
import { describeWrongFunction, describeWrongKind, promiseIn } from '../check/kind.js';
import { misspelt } from '../check/model-reply.js';
import { copied, jsonText } from '../check/plain.js';
import type { ModelResponse } from '../given-types.js';
import { engine, wasm } from '../load/index.js';
import { AUTOPILOT } from '../load/records.js';
import { callCore } from '../load/trap.js';
import { PLAIN, toWire } from '../load/wire.js';
import { type Callbacks, callbacksFor, isCritic } from '../run/callbacks.js';
import { badResponse as bad } from '../run/calls.js';
import { runToEnd } from '../run/drive.js';
import { requireClock, seedOf, timeOf } from '../run/durable.js';
import { type EngineParts, EngineRun } from '../run/engine.js';
import type { Observers } from '../run/pump.js';
import type { AutopilotOutcome, AutopilotResult } from '../run/result.js';
import { RunCancellation } from '../run/signal.js';
import { parseSnapshot, restore } from '../run/snapshot.js';
import { RunStream } from '../run/stream.js';
import { isSelfCritique, toolsOf } from '../run/task.js';
import type { Durable, Json, Model, Tool, ToolSchema } from '../types.js';
import { type Critic, criticToolsWire, criticWire, toolsWire } from './critic.js';
import {
  agentTools,
  missingCriticModel,
  oneAuthor,
  strangeReplyKey,
  unsettledReply,
  wrongAgentReply,
  wrongCriteriaMet,
} from './errors.js';
import type { Agent, AgentReply, AutopilotRunOptions, AutopilotSettings, AutopilotStep, AutopilotStream } from './types.js';

type Run = EngineRun<AutopilotStep, AutopilotOutcome>;

/** What the core must know of an autopilot: everything but its callbacks. */
type Wire = Pick<AutopilotSettings, 'goal' | 'budget' | 'prices' | 'maxAnswerSteps' | 'seed'> & {
  critic: unknown;
  agent: boolean;
};

const SETTINGS = ['model', 'tools', 'agent', 'goal', 'budget', 'critic', 'prices', 'maxAnswerSteps', 'seed'];
const OPTIONS = ['runId', 'signal', 'durable'];

/**
 * Works towards a goal, iteration by iteration: an inner agent (yours, or a model with tools) gives an output, a critic reviews it
 * against the success criteria, and its suggestions go into the next iteration, until every criterion is confidently met or the
 * budget is spent (as shipit-agent).
 *
 * One autopilot runs any number of times, also at once. It holds nothing but its settings.
 */
export class Autopilot {
  /** @internal */
  static readonly name: string = 'Autopilot';
  readonly #wire: Wire;
  readonly #tools: { tools: ToolSchema[]; criticTools: ToolSchema[] | undefined };
  /** What a run is made of, as JSON. */
  readonly #origin: string;
  readonly #callbacks: Callbacks;

  /** Throws `invalid_settings` for an unknown key, a wrong type or a value out of range, naming the field. */
  constructor(settings: AutopilotSettings) {
    checkKeys(wasm, settings, SETTINGS, 'setting', 'the settings of an autopilot', 'invalid_settings');
    const { goal, budget, prices, maxAnswerSteps, seed } = settings;
    const own = producerOf(settings);
    const { model: critic, wire, tools: criticTools } = criticOf(settings.critic, settings.model);
    const checkedSettings: Wire = { goal, budget, critic: wire, prices, maxAnswerSteps, seed, agent: own.agent };
    callCore(() => wasm().checkAutopilot(...toWire(checkedSettings)));
    // A copy, so that neither later changes to the caller's objects nor what a class says of itself go unchecked.
    this.#wire = copied(checkedSettings);
    const judge = critic && { model: critic, tools: toolsOf(criticTools, true) };
    this.#callbacks = callbacksFor(own.model, judge, toolsOf(settings.tools, true));
    this.#tools = { tools: toolsWire(this.#callbacks), criticTools: criticToolsWire(this.#callbacks) };
    this.#origin = jsonText({ autopilot: this.#wire, ...this.#tools } as unknown as Json);
  }

  /**
   * Runs to the end.
   *
   * Rejects with a {@link ReflectError} that carries `result` when no iteration gave an output, or the run was aborted
   * (`name: 'AbortError'`). After the first output it resolves whatever happens, with `status: 'needs_review'` unless the critic accepted
   * the output.
   */
  async run(options: AutopilotRunOptions = {}): Promise<AutopilotResult> {
    const durable = this.#checkOptions(options);
    const core = this.#created(options.runId, durable);
    return this.#drive(core, durable, { signal: options.signal }, new RunCancellation());
  }

  /** Runs, and shows the steps as they come. Throws at once when the options are wrong. */
  stream(options: AutopilotRunOptions = {}): AutopilotStream {
    const durable = this.#checkOptions(options);
    const { runId, signal } = options;
    const core = this.#created(runId, durable);
    const begin = (watch: Observers<AutopilotStep>, ending: RunCancellation): Promise<AutopilotResult> =>
      this.#drive(core, durable, watch, ending);
    return new RunStream<AutopilotStep, AutopilotResult>(begin, { signal });
  }

  /**
   * Goes on from the `snapshot` of a result, also in another process. A run that reached its last iteration goes on when the budget of this
   * autopilot allows more. Any other run ends again as it did, without a call. Rejects as `run` does, and with `invalid_snapshot` for a
   * snapshot that is damaged or of another goal.
   */
  async resume(snapshot: string, options: AutopilotRunOptions = {}): Promise<AutopilotResult> {
    const durable = this.#checkOptions(options);
    return this.#drive(
      this.#restored(snapshot, options.runId, timeOf(durable)),
      durable,
      { signal: options.signal },
      new RunCancellation(),
    );
  }

  async #drive(
    core: Run,
    durable: Durable | undefined,
    watch: Observers<AutopilotStep>,
    ending: RunCancellation,
  ): Promise<AutopilotResult> {
    const callbacks = { ...this.#callbacks, durable };
    return runToEnd<AutopilotStep, AutopilotOutcome, AutopilotResult>({ core, callbacks, ending, watch }, (result, faults) => {
      faults.tell(result);
      if (result.acceptedBy === 'critic' && isSelfCritique(callbacks)) result.trace.selfCritique = true;
      return result;
    });
  }

  #created(runId: string | undefined, durable: Durable | undefined): Run {
    const startedMs = timeOf(durable);
    const made = { autopilot: this.#wire, ...this.#tools };
    const parts = { runId, isDurable: durable !== undefined, startedMs, origin: made as unknown as Json };
    return this.#startRun(made, seedOf(durable, this.#wire.seed, this.#origin), parts);
  }

  /** The run of a snapshot; a run that ended at its last iteration goes on when there may be more. */
  #restored(snapshot: string, ownId: string | undefined, now: number): Run {
    const from = parseSnapshot(snapshot, 'autopilot');
    const { run: made, seed, key, startedMs, runId } = from;
    const core = this.#startRun(made, seed, { runId: ownId ?? runId, key, startedMs, origin: made });
    restore(core, from, this.#wire, now);
    // Refused, and nothing changed, where it ended otherwise or not at all.
    core.mayReview(false, now);
    return core;
  }

  #startRun(made: object, seed: number | undefined, parts: Omit<EngineParts, 'run' | 'priced'>): Run {
    const { autopilot, tools = null, criticTools = null } = made as Record<string, unknown>;
    const wire = toWire({ settings: autopilot, tools, criticTools }, PLAIN);
    engine().memory.addRecords(AUTOPILOT);
    const run = callCore(() => wasm().beginAutopilot(...wire, seed, parts.startedMs));
    const { prices, budget } = this.#wire;
    return new EngineRun({ ...parts, run, priced: prices !== undefined || budget?.maxCostUsd !== undefined });
  }

  /** Gives `durable`, read once. Throws `invalid_task` for options that are not right. */
  #checkOptions(options: AutopilotRunOptions): Durable | undefined {
    checkKeys(wasm, options, OPTIONS, 'option', 'the options of a run', 'invalid_task');
    checkRunId(options.runId);
    checkSignal(options.signal);
    const durable = durableOf(options.durable);
    requireClock(durable, this.#wire.budget);
    return durable;
  }
}

/** The source of the outputs: exactly one of a model and an agent. */
function producerOf({ model, agent, tools }: { model?: unknown; agent?: unknown; tools?: unknown }): {
  model: Model;
  agent: boolean;
} {
  if ((model === undefined) === (agent === undefined)) {
    throw oneAuthor(model);
  }
  const [key, value] = model === undefined ? ['agent', agent] : ['model', model];
  if (typeof value !== 'function') throw badSettings(describeWrongFunction(key, value));
  if (model !== undefined) return { model: model as Model, agent: false };
  if (tools !== undefined) throw agentTools();
  return { model: asModel(agent as Agent), agent: true };
}

function criticOf(
  critic: unknown,
  model: Model | undefined,
): { model: Model | undefined; wire: unknown; tools?: readonly Tool[] } {
  if (critic === undefined || critic === false) return { model: undefined, wire: false };
  if (critic !== true && !isCritic<Critic>(critic))
    throw badSettings(describeWrongKind('`critic`', 'true, false or a Critic', critic));
  const judge = critic === true ? model : (critic.model ?? model);
  if (judge === undefined) {
    throw missingCriticModel();
  }
  return critic === true ? { model: judge, wire: true } : { model: judge, wire: criticWire(critic), tools: critic.tools };
}

/** The model that asks this agent. */
function asModel(agent: Agent): Model {
  return async (request) => {
    const { messages, iteration, criticFeedback = [] } = request;
    const prompt = messages[0]?.content;
    const agentRequest = {
      prompt: typeof prompt === 'string' ? prompt : '',
      iteration,
      criticFeedback: [...criticFeedback],
      get signal() {
        return request.signal;
      },
    };
    return replyOf(await agent(agentRequest));
  };
}

/** Claims are read by their type and never by truthiness: `done: "no"` is not a claim but a mistake. */
function replyOf(value: unknown): string | ModelResponse {
  if (typeof value === 'string') return value;
  const reply = value as { [K in keyof AgentReply]?: unknown } | null | undefined;
  const unsettled = typeof reply === 'object' && reply !== null ? promiseIn(reply) : undefined;
  if (unsettled !== undefined) throw unsettledReply(unsettled);
  if (typeof reply !== 'object' || typeof reply?.output !== 'string') {
    throw wrongAgentReply(value);
  }
  const { output, done, criteriaMet, usage, finishReason, model } = reply;
  const other = misspelt(reply, ['done', 'criteriaMet', 'usage', 'finishReason', 'model']);
  if (other !== undefined) throw strangeReplyKey(other);
  const metadata: { [key: string]: Json } = {};
  if (done !== undefined && done !== null) {
    if (typeof done !== 'boolean') throw bad(describeWrongKind('`done`', 'true or false', done));
    metadata.done = done;
  }
  if (criteriaMet !== undefined && criteriaMet !== null) {
    if (!Array.isArray(criteriaMet) || !criteriaMet.every((met) => typeof met === 'boolean')) {
      throw wrongCriteriaMet(criteriaMet);
    }
    metadata.criteriaMet = [...(criteriaMet as boolean[])];
  }
  if (finishReason !== undefined && finishReason !== null) {
    if (typeof finishReason !== 'string') throw bad(describeWrongKind('`finishReason`', 'a string', finishReason));
    metadata.finishReason = finishReason;
  }
  const response: ModelResponse = { content: output, metadata };
  if (usage !== undefined) response.usage = usage as NonNullable<ModelResponse['usage']>;
  if (model !== undefined) response.model = model as NonNullable<ModelResponse['model']>;
  return response;
}
