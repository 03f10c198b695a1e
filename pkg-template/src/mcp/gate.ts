// The tool `gate`: an agent's own loop, whose host has no hook, has its drafts judged. Between two calls a gate is a text, by its handle.

import { describeWrongKind, isPlain } from '../check/kind.js';
import { recordFault } from '../check/records.js';
import type { ReflectEngine } from '../engine/engine.js';
import { type GateStore, takeGate } from '../engine/gates.js';
import type { ToolRecordInput } from '../given-types.js';
import type { Json, Usage } from '../types.js';
import { criteriaOf, fields, INPUTS, only, RESULT, text } from './fields.js';
import type { Arguments, McpTool } from './rpc.js';

const OPENING = ['task', 'criteria', 'maxReflections'] as const;

const DESCRIPTION = `Judges your own draft before you give it to the user. Submit it with the task and what your tools gave. While \`done\` is \
false, fix what \`feedback\` says, use your tools if something must be looked up again, and submit the next draft with the same \`gate\`. \
At the end \`accepted\` says whether anybody accepted it: never claim it otherwise. A gate that is not used for an hour may be forgotten.`;

const STEP = `Says whether you may call a tool that is about to change something: \`allow\`. If it is false, do not call it: \`feedback\` says \
why. Give the \`task\` the first time, and then the handle \`gate\` of the last answer, here and in the tool \`gate\`.`;
const ACTION = {
  name: { type: 'string', description: 'Name of the tool that you are about to call' },
  arguments: { description: 'What you are about to call it with' },
};
const ALLOW = { type: 'boolean', description: 'Whether you may call it' };
const FEEDBACK = { type: 'string', description: 'Why you may not' };

export function gateTools(engine: ReflectEngine, judges: Pick<Judges, 'critic' | 'actions'>, store: GateStore): McpTool[] {
  const { task, criteria, maxReflections } = INPUTS;
  const opens = 'To open a gate; leave it out when you give `gate`. ';
  const properties = {
    draft: { ...INPUTS.draft, description: 'Your whole answer, as you would give it' },
    gate: { type: 'string', description: 'The handle in the last answer, to submit the next draft. Without it a new gate opens' },
    task: { ...task, description: `${opens}What the user asked for, in their words` },
    criteria: { ...criteria, description: `${opens}${criteria.description}` },
    maxReflections: { ...maxReflections, description: `${opens}How often a draft may go back` },
    evidence: {
      type: 'array',
      description: 'What your tools gave since the last draft, so that the draft can be checked',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'Name of the tool' },
          arguments: { description: 'What it was called with' },
          result: { type: 'string', description: 'Its result' },
          error: { type: 'string', description: 'Its error, in place of a result' },
        },
        required: ['name'],
      },
    },
  };
  const { usage: _, ...end } = RESULT;
  const usage = { type: 'object', description: 'What judging this draft has cost, as `total`' };
  const back = {
    gate: { type: 'string', description: 'Handle of the gate, for the next draft; absent at the end' },
    feedback: { type: 'string', description: 'What to fix' },
    issues: { type: 'array', items: { type: 'string' }, description: 'The faults alone, worst first' },
    draft: { type: 'string', description: 'The draft that the feedback is about: the best so far, which may be an earlier one' },
    remaining: { type: 'integer', description: 'How many drafts may still be submitted' },
  };
  /** Takes a gate out of the store, or opens one, for as long as something in it is judged. */
  const within = async (
    args: Arguments,
    signal: AbortSignal,
    judge: (gate: ReturnType<typeof opening>, handle: string) => Promise<object>,
  ): Promise<object> => {
    const total: Usage = {};
    const onCall = ({ usage = {} }: { usage?: Usage }): void => {
      for (const key of ['inputTokens', 'outputTokens', 'totalTokens', 'costUsd'] as const)
        if (usage[key] !== undefined) total[key] = (total[key] ?? 0) + usage[key];
    };
    const all = { ...judges, signal, onCall };
    const handle = args.gate === undefined ? crypto.randomUUID() : text(args, 'gate');
    const before = args.gate === undefined ? undefined : await taken(store, handle, args);
    const opened = before === undefined ? opening(engine, args, all) : engine.reopenGate<string>(before, all);
    try {
      return { ...(await judge(opened, handle)), usage: { total } };
    } catch (thrown) {
      // What was not judged may be tried again.
      if (before !== undefined) await store.set(handle, before);
      throw thrown;
    }
  };
  const done = { type: 'boolean', description: 'Whether the gate has ended: with an acceptance, or because the budget is spent' };
  const gate: McpTool = {
    name: 'gate',
    description: DESCRIPTION,
    inputSchema: fields(properties, ['draft']),
    outputSchema: fields({ done, ...back, ...end, usage }, ['done', 'usage']),
    call: (args, { signal }) => {
      const draft = text(args, 'draft');
      const evidence = evidenceIn(args);
      return within(args, signal, async (opened, handle) => {
        const verdict = await opened.submit(draft, { evidence });
        if (!verdict.done) await store.set(handle, opened.snapshot);
        const answer = verdict.done ? only(verdict.result, end) : { gate: handle, ...verdict };
        return { ...answer, done: verdict.done };
      });
    },
  };
  const { draft: _draft, evidence: _evidence, ...openings } = properties;
  const step: McpTool = {
    name: 'step',
    description: STEP,
    inputSchema: fields({ ...openings, ...ACTION }, ['name']),
    outputSchema: fields({ allow: ALLOW, feedback: FEEDBACK, gate: back.gate, usage }, ['allow', 'gate', 'usage']),
    call: (args, { signal }) => {
      const name = text(args, 'name');
      return within(args, signal, async (opened, handle) => {
        const verdict = await opened.step({ name, arguments: args.arguments });
        await store.set(handle, opened.snapshot);
        return { gate: handle, ...verdict };
      });
    },
  };
  return judges.actions === undefined ? [gate] : [gate, step];
}

type Judges = Pick<Parameters<ReflectEngine['gate']>[0], 'actions' | 'critic' | 'signal' | 'onCall'>;

function opening(engine: ReflectEngine, args: Arguments, judges: Judges) {
  const { maxReflections } = args as { maxReflections?: number };
  const settings = { ...criteriaOf(args), ...(maxReflections !== undefined && { maxReflections }) };
  return engine.gate<string>({ input: text(args, 'task'), settings, ...judges });
}

/** A gate is away while a draft is judged: two at once would share what is left of its budget. */
async function taken(store: GateStore, handle: string, args: Arguments): Promise<string> {
  const opening = OPENING.find((key) => args[key] !== undefined);
  if (opening !== undefined)
    throw new TypeError(`\`${opening}\` belongs to the opening of a gate: leave it out, or leave out \`gate\``);
  const before = await takeGate(store, handle);
  if (before === undefined)
    throw new TypeError(
      `there is no gate \`${handle.slice(0, 80)}\`: it has ended, judges another draft, or was forgotten. Open one with \`task\` and \`draft\``,
    );
  return before;
}

function evidenceIn({ evidence = [] }: Arguments): ToolRecordInput[] {
  if (!Array.isArray(evidence)) throw new TypeError(describeWrongKind('`evidence`', 'a list', evidence));
  return evidence.map((entry: unknown, at): ToolRecordInput => {
    if (!isPlain(entry)) throw new TypeError(describeWrongKind(`\`evidence[${at}]\``, 'an object', entry));
    const fault = recordFault(entry as Json);
    if (fault !== undefined) throw new TypeError(`\`evidence[${at}]\` ${fault}`);
    const one = entry as Arguments;
    const key = one.error === undefined ? 'result' : 'error';
    if (typeof one[key] !== 'string') throw new TypeError(describeWrongKind(`\`evidence[${at}].${key}\``, 'a text', one[key]));
    return { id: `${at}`, name: text(one, 'name'), arguments: one.arguments ?? null, [key]: one[key] };
  });
}
