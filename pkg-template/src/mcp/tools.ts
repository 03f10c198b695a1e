// The tools of an MCP server: the engine for a host that has a model to give, or its critique for the host's own model.

import { kindOf } from '../check/kind.js';
import type { ReflectEngine } from '../engine/engine.js';
import { judgementOf } from '../run/judgement.js';
import type { HostedResult, Message, Model, ReflectResult, ReflectSettings, ReflectTask, Step } from '../types.js';
import type { Arguments, CallContext, McpTool } from './rpc.js';

/** What the tools are made of. */
export interface ReflectTools {
  engine: ReflectEngine;
  /** Who writes, and judges. Without one there are only `critique_request` and `read_critique`, for the model of the host. */
  model?: Model | undefined;
  critic?: Model | undefined;
  /** A `DecisionReflector`, for the tool `reflect_decision`. */
  decisions?: { reflect(request: never): Promise<object> } | undefined;
}

const TEXT = { type: 'string' } as const;
const CRITERIA = { type: 'array', items: TEXT, description: 'Success criteria, one sentence each' } as const;
const schema = (properties: object, ...required: string[]): McpTool['inputSchema'] =>
  ({ type: 'object', properties, required, additionalProperties: false }) as { properties: object };

export function toolsOf({ engine, model, critic, decisions }: ReflectTools): McpTool[] {
  const tools = model === undefined ? ownModel(engine) : hostedModel(engine, model, critic);
  if (decisions === undefined) return tools;
  const properties = {
    decision: { ...TEXT, description: 'The action: APPROVE, REVIEW or REJECT' },
    evidence: {
      type: 'array',
      items: { type: 'object' },
      description: 'An entry a tool that was run: { tool, signal, success }',
    },
    domain: TEXT,
    input: {},
    riskScore: { type: 'number', minimum: 0, maximum: 100 },
    confidence: { type: 'number', minimum: 0, maximum: 1 },
    chainOfThought: {},
  };
  const description = 'Argues against a decision before it ships, and says whether it should be revised.';
  const call: McpTool['call'] = (args, { signal }) => decisions.reflect({ ...args, signal } as never);
  return [...tools, { name: 'reflect_decision', description, inputSchema: schema(properties, 'decision'), call }];
}

function hostedModel(engine: ReflectEngine, model: Model, critic: Model | undefined): McpTool[] {
  const run = (task: Omit<ReflectTask<string>, 'model'>, { signal, tell }: CallContext): Promise<ReflectResult<string>> => {
    const onStep = (step: Step): void => {
      for (const line of step.type === 'thought' ? ['a draft is written'] : judgementOf(step)) tell(line);
    };
    return engine.run({ ...task, model, critic, signal, onStep });
  };
  const most = { type: 'integer', minimum: 0, description: 'Revisions at most' };
  const properties = { task: TEXT, draft: TEXT, criteria: CRITERIA, maxReflections: most };
  const about = { text: TEXT, criteria: CRITERIA, task: { ...TEXT, description: 'What the text is for' } };
  return [
    {
      name: 'reflect',
      description: 'Drafts an answer, has it criticised and revises it until it is accepted; says honestly whether it was.',
      inputSchema: schema(properties, 'task'),
      async call(args, context) {
        const { draft, maxReflections } = args as Partial<ReflectTask & ReflectSettings>;
        const settings = { ...criteriaOf(args), ...(maxReflections !== undefined && { maxReflections }) };
        const result = await run({ input: text(args, 'task'), draft, settings }, context);
        const { trace: _, usage: __, ...first } = result;
        return first;
      },
    },
    {
      name: 'review',
      description: 'Judges a text against success criteria, and says what is wrong with it.',
      inputSchema: schema(about, 'text', 'criteria'),
      async call(args, context) {
        const settings = { ...criteriaOf(args), maxReflections: 0, advanced: { maxCritiqueFailures: 1 } };
        const input = args.task === undefined ? 'Write a text that meets the criteria.' : text(args, 'task');
        return verdict(await run({ input, draft: text(args, 'text'), settings }, context));
      },
    },
  ];
}

/** What a critic is asked, and what its reply means, where the host's model is the critic. Nothing is kept between the two. */
function ownModel(engine: ReflectEngine): McpTool[] {
  const about = { task: TEXT, draft: TEXT, criteria: CRITERIA };
  const request = { seed: { type: 'integer', description: 'As critique_request gave it' }, digest: TEXT };
  const replies = { type: 'array', items: TEXT, description: 'Your reply to the messages; to a second question, both' };
  return [
    {
      name: 'critique_request',
      description: 'Gives the messages that ask for a critique of a draft. Answer them as they say, then call read_critique.',
      inputSchema: schema(about, 'task', 'draft'),
      async call(args) {
        const seed = crypto.getRandomValues(new Uint32Array(1))[0] as number;
        return { ...judged(engine, args, seed, []), digest: await digestOf(args, seed) };
      },
    },
    {
      name: 'read_critique',
      description: 'Reads a reply to critique_request: whether the draft is accepted, or which messages to answer once more.',
      inputSchema: schema({ ...about, ...request, replies }, 'task', 'draft', 'seed', 'digest', 'replies'),
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

/** Of what a critic was asked about: its reply says nothing of another draft. */
async function digestOf({ task, draft, criteria = [] }: Arguments, seed: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([task, draft, criteria, seed]));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The verdict on a draft after these replies of its critic, or what it is asked next. The run is made anew each time, by its seed. */
function judged(engine: ReflectEngine, args: Arguments, seed: number, replies: string[]): object {
  const settings: ReflectSettings = { ...criteriaOf(args), maxReflections: 0, advanced: { seed, maxCritiqueFailures: 1 } };
  const run = engine.start({ input: text(args, 'task'), draft: text(args, 'draft'), settings }, 0);
  try {
    const left = [...replies];
    let asked: { callId: string; messages: Message[] } | undefined;
    for (;;) {
      const next = run.poll(0);
      if (next.type === 'done') return verdict(next.result);
      if (next.type === 'call' && next.call.kind === 'model') asked = next.call;
      if (next.type !== 'wait' || asked === undefined) continue;
      const reply = left.shift();
      if (reply === undefined) return { seed, messages: asked.messages };
      run.reply(asked.callId, reply, 0);
    }
  } finally {
    run.free();
  }
}

function verdict({ accepted, score, reviewReasons, trace }: ReflectResult<unknown> | HostedResult): object {
  const { critique, critiqueStatus } = trace;
  return { accepted, score, critiqueStatus, reviewReasons, ...critique };
}

function criteriaOf(args: Arguments): { criteria?: string[] } {
  return args.criteria === undefined ? {} : { criteria: texts(args, 'criteria') };
}

function text(args: Arguments, key: string): string {
  const given = args[key];
  if (typeof given !== 'string' || given.trim() === '')
    throw new TypeError(`\`${key}\` must be a text that is not empty, got ${kindOf(given)}`);
  return given;
}

function texts(args: Arguments, key: string): string[] {
  const given = args[key];
  if (!Array.isArray(given) || given.some((one) => typeof one !== 'string'))
    throw new TypeError(`\`${key}\` must be a list of texts, got ${kindOf(given)}`);
  return given as string[];
}
