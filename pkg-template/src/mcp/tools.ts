// The tools of an MCP server: the engine for a host that has a model to give, or its critique for the host's own model.

import type { ReflectEngine } from '../engine/engine.js';
import { type GateStore, gatesInMemory } from '../engine/gates.js';
import { judgementOf } from '../run/judgement.js';
import type { HostedResult, Message, Model, ReflectResult, ReflectSettings, ReflectTask, Step } from '../types.js';
import { criteriaOf, DECISION, DECISION_INPUTS, fields, INPUTS, only, QUESTION, RUN, text, texts, VERDICT } from './fields.js';
import { gateTools } from './gate.js';
import type { Arguments, CallContext, McpTool, McpTools } from './rpc.js';

/** What the tools are made of. */
export interface ReflectTools {
  engine: ReflectEngine;
  /** Writes and judges. Without a model there are only `critique_request` and `read_critique`, for the model of the host. */
  model?: Model | undefined;
  critic?: Model | undefined;
  /** A `DecisionReflector`, for the tool `reflect_decision`. */
  decisions?: { reflect(request: never): Promise<object> } | undefined;
  /** Where gates are kept between two drafts. Default: in this process, for an hour. */
  gates?: GateStore | undefined;
  /** Who looks at what the host's model is about to do, for the tool `step`. */
  actions?: Parameters<ReflectEngine['gate']>[0]['actions'];
}

const ANSWERS = 'Before you give an answer that must be right, submit it to `gate`, and fix what it names.';
const ACTIONS = 'Before you call another tool, ask `step` whether you may, and do not call it otherwise.';

export function toolsOf({ engine, model, critic, decisions, gates, actions }: ReflectTools): McpTools {
  const tools = model === undefined ? ownModel(engine) : hostedModel(engine, model, critic);
  if (decisions !== undefined) tools.push(decisionTool(decisions));
  if (model === undefined) return { tools };
  const judges = { critic: critic ?? model, ...(actions && { actions }) };
  engine.checkGate(judges);
  tools.push(...gateTools(engine, judges, gates ?? gatesInMemory()));
  return { tools, instructions: actions === undefined ? ANSWERS : `${ANSWERS} ${ACTIONS}` };
}

function decisionTool(decisions: NonNullable<ReflectTools['decisions']>): McpTool {
  return {
    name: 'reflect_decision',
    description: 'Argues against a decision before it ships, and says whether it should be revised.',
    inputSchema: fields(DECISION_INPUTS, ['decision']),
    outputSchema: fields(DECISION, ['shouldRevise', 'concerns']),
    call: async (args, { signal }) => only(await decisions.reflect({ ...args, signal } as never), DECISION),
  };
}

function hostedModel(engine: ReflectEngine, model: Model, critic: Model | undefined): McpTool[] {
  const run = (task: Omit<ReflectTask<string>, 'model'>, { signal, tell }: CallContext): Promise<ReflectResult<string>> => {
    const onStep = (step: Step): void => {
      for (const line of step.type === 'thought' ? ['a draft is written'] : judgementOf(step)) tell(line);
    };
    return engine.run({ ...task, model, critic, signal, onStep });
  };
  const { task, draft, criteria, maxReflections } = INPUTS;
  return [
    {
      name: 'reflect',
      description: 'Drafts an answer, has it criticised and revises it until it is accepted; says honestly whether it was.',
      inputSchema: fields({ task, draft, criteria, maxReflections }, ['task']),
      outputSchema: fields(RUN, ['output', 'accepted', 'usage']),
      async call(args, context) {
        const { draft, maxReflections } = args as Partial<ReflectTask & ReflectSettings>;
        const settings = { ...criteriaOf(args), ...(maxReflections !== undefined && { maxReflections }) };
        return only(await run({ input: text(args, 'task'), draft, settings }, context), RUN);
      },
    },
    {
      name: 'review',
      description: 'Judges a text against success criteria, and says what is wrong with it.',
      inputSchema: fields({ text: INPUTS.text, criteria, task: { ...task, description: 'What the text is for' } }, [
        'text',
        'criteria',
      ]),
      outputSchema: fields(VERDICT, ['accepted', 'usage']),
      async call(args, context) {
        const settings = { ...criteriaOf(args), maxReflections: 0, advanced: { maxCritiqueFailures: 1 } };
        const input = args.task === undefined ? 'Write a text that meets the criteria.' : text(args, 'task');
        return verdict(await run({ input, draft: text(args, 'text'), settings }, context));
      },
    },
  ];
}

/** For a host whose model is the critic: the question, and the meaning of the reply. Nothing is kept between the two. */
function ownModel(engine: ReflectEngine): McpTool[] {
  const { task, draft: there, criteria, seed, digest, replies } = INPUTS;
  const draft = { ...there, description: 'The draft to judge' };
  return [
    {
      name: 'critique_request',
      description: 'Gives the messages that ask for a critique of a draft. Answer them as they say, then call read_critique.',
      inputSchema: fields({ task, draft, criteria }, ['task', 'draft']),
      outputSchema: fields(QUESTION, ['seed', 'digest', 'messages']),
      async call(args) {
        const seed = crypto.getRandomValues(new Uint32Array(1))[0] as number;
        return { ...judged(engine, args, seed, []), digest: await digestOf(args, seed) };
      },
    },
    {
      name: 'read_critique',
      description: 'Reads a reply to critique_request: whether the draft is accepted, or which messages to answer once more.',
      inputSchema: fields({ task, draft, criteria, seed, digest, replies }, ['task', 'draft', 'seed', 'digest', 'replies']),
      outputSchema: fields({ ...VERDICT, seed: QUESTION.seed, messages: QUESTION.messages }, []),
      async call(args) {
        if (text(args, 'digest') !== (await digestOf(args, args.seed)))
          throw new TypeError(
            '`digest` is not that of this task, draft, criteria and seed: give them as critique_request had them',
          );
        return judged(engine, args, args.seed as number, texts(args, 'replies'));
      },
    },
  ];
}

/** A digest of what a critic judged: its reply holds for no other draft. */
async function digestOf({ task, draft, criteria = [] }: Arguments, seed: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([task, draft, criteria, seed]));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the verdict after these critic replies, or the next question. Replays the run from its seed on each call. */
function judged(engine: ReflectEngine, args: Arguments, seed: number, replies: string[]): object {
  const settings: ReflectSettings = { ...criteriaOf(args), maxReflections: 0, advanced: { seed, maxCritiqueFailures: 1 } };
  const run = engine.start({ input: text(args, 'task'), draft: text(args, 'draft'), settings }, 0);
  try {
    const left = [...replies];
    let question: { callId: string; messages: Message[] } | undefined;
    for (;;) {
      const next = run.poll(0);
      if (next.type === 'done') return verdict(next.result);
      if (next.type === 'call' && next.call.kind === 'model') question = next.call;
      if (next.type !== 'wait' || question === undefined) continue;
      const reply = left.shift();
      if (reply === undefined) return { seed, messages: question.messages };
      run.reply(question.callId, reply, 0);
    }
  } finally {
    run.free();
  }
}

function verdict({ accepted, score, reviewReasons, usage, trace }: ReflectResult<unknown> | HostedResult): object {
  const { critique, critiqueStatus } = trace;
  return only({ accepted, score, critiqueStatus, reviewReasons, ...critique, usage }, VERDICT);
}
