// What goes into tools and what they answer, field by field: models and their clients read the descriptions.

import { describeWrongKind } from '../check/kind.js';
import type { Arguments, McpTool } from './rpc.js';

const TEXT = { type: 'string' } as const;
const TEXTS = { type: 'array', items: TEXT } as const;

/** An object of these fields and no others. */
export function fields(properties: object, required: readonly string[]): McpTool['inputSchema'] {
  return { type: 'object', properties, required, additionalProperties: false } as { properties: object };
}

/** The fields of an object that are in the table. */
export function only(value: object, table: object): object {
  return Object.fromEntries(Object.entries(value).filter(([key, one]) => Object.hasOwn(table, key) && one !== undefined));
}

export const INPUTS = {
  task: { ...TEXT, description: 'What is to be answered or written' },
  draft: { ...TEXT, description: 'An existing draft, which is judged first' },
  text: { ...TEXT, description: 'The text to judge' },
  criteria: { ...TEXTS, description: 'Success criteria, one sentence each' },
  maxReflections: { type: 'integer', minimum: 0, description: 'Revisions at most' },
  seed: { type: 'integer', description: 'From critique_request' },
  digest: { ...TEXT, description: 'From critique_request' },
  replies: { ...TEXTS, description: 'Your reply to the messages; after a second question, both replies' },
} as const;

export const RESULT = {
  output: { ...TEXT, description: 'The best text there is, accepted or not' },
  status: { ...TEXT, enum: ['ok', 'needs_review', 'failed'], description: '`ok` only when somebody accepted the text' },
  accepted: { type: 'boolean', description: 'Whether anybody accepted the text' },
  acceptedBy: { ...TEXT, description: 'Who accepted it: critic, verifier or human' },
  stopReason: { ...TEXT, description: 'Why it ended: accepted, max_reflections, max_calls, …' },
  reviewReasons: { ...TEXTS, description: 'Why a person should look at it' },
  score: { type: 'number', description: 'Points from 0 to 10 by the critic' },
  usage: {
    type: 'object',
    description: 'What it cost: tokens as `total` and, with several kinds of calls, `byPurpose`',
  },
} as const;

export const RUN = {
  ...RESULT,
  iterations: { type: 'integer', description: 'Drafts that were written' },
  criticVerdict: { type: 'object', description: 'What the critic said about each criterion' },
  errors: { type: 'array', items: { type: 'object' }, description: 'What went wrong on the way, each with `code` and `message`' },
  runId: { ...TEXT, description: 'Name of the run' },
  durationMs: { type: 'integer', description: 'Milliseconds that it took' },
} as const;

const { accepted, score, reviewReasons, usage } = RESULT;

/** A critic's word on one text. */
export const VERDICT = {
  accepted,
  score,
  critiqueStatus: { ...TEXT, description: 'Whether the critique could be read: read, contradictory, unclear or unreadable' },
  reviewReasons,
  status: { ...TEXT, description: 'The verdict: accepted, needs_revision, contradictory, unclear or invalid' },
  needsRevision: { type: 'boolean', description: 'Whether the critic wants a revision' },
  issues: { ...TEXTS, description: 'What is wrong, worst first' },
  suggestion: { ...TEXT, description: 'What to do about it' },
  suggestions: { ...TEXTS, description: 'What to do about them' },
  reasoning: { ...TEXT, description: 'Why, in the words of the critic' },
  confidence: { type: 'number', description: 'How sure the critic says that it is, from 0 to 1' },
  reason: { ...TEXT, description: 'Why the verdict is not clear' },
  beside: { ...TEXT, description: 'What the critic wrote beside its verdict, when that is not clear' },
  criteriaMet: { type: 'array', items: { type: 'boolean' }, description: 'Whether each criterion is met, in their order' },
  usage,
} as const;

/** What the client's own model is asked. */
export const QUESTION = {
  seed: { type: 'integer', description: 'Give it to read_critique' },
  digest: { ...TEXT, description: 'Give it to read_critique' },
  messages: { type: 'array', items: { type: 'object' }, description: 'Each with `role` and `content`; answer them as they say' },
} as const;

export const DECISION_INPUTS = {
  decision: { ...TEXT, description: 'The action: APPROVE, REVIEW or REJECT' },
  evidence: {
    type: 'array',
    items: { type: 'object' },
    description: 'An entry for each tool that ran: { tool, signal, success }',
  },
  domain: { ...TEXT, description: 'The field, such as fraud detection' },
  input: { description: 'What the decision is about' },
  riskScore: { type: 'number', minimum: 0, maximum: 100, description: 'The risk, from 0 to 100' },
  confidence: { type: 'number', minimum: 0, maximum: 1, description: 'How sure the decision is, from 0 to 1' },
  chainOfThought: { description: 'The reasoning so far' },
} as const;

export const DECISION = {
  shouldRevise: { type: 'boolean', description: 'Whether the decision should be revised' },
  revisedAction: { ...TEXT, description: 'The action to take instead' },
  revisedConfidence: { type: 'number', description: 'How sure the model is of it, from 0 to 1' },
  concerns: { ...TEXTS, description: 'Arguments against the decision' },
  rules: { ...TEXTS, description: 'The rule behind each concern, when no model answered' },
  contraArgument: { ...TEXT, description: "A model's strongest case against it" },
  reflectionConfidence: { type: 'number', description: 'How sure this reflection is, from 0 to 1' },
  llmEnhanced: { type: 'boolean', description: 'Whether a model answered, and not the rules' },
  fallback: { ...TEXT, description: 'Why the rules answered' },
  status: { ...TEXT, description: 'failed when it was aborted' },
  stopReason: { ...TEXT, description: 'Why it ended' },
  usage,
  errors: RUN.errors,
} as const;

export function criteriaOf(args: Arguments): { criteria?: string[] } {
  return args.criteria === undefined ? {} : { criteria: texts(args, 'criteria') };
}

export function text(args: Arguments, key: string): string {
  const value = args[key];
  if (typeof value !== 'string' || value.trim() === '')
    throw new TypeError(describeWrongKind(`\`${key}\``, 'a text that is not empty', value));
  return value;
}

export function texts(args: Arguments, key: string): string[] {
  const value = args[key];
  if (!Array.isArray(value) || value.some((one) => typeof one !== 'string'))
    throw new TypeError(describeWrongKind(`\`${key}\``, 'a list of texts', value));
  return value as string[];
}
