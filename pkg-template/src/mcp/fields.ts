// What goes into tools and what they answer, field by field: models and their clients read the descriptions.

import { kindOf } from '../check/kind.js';
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
  draft: { ...TEXT, description: 'A draft that is there already: it is judged first' },
  text: { ...TEXT, description: 'The text to judge' },
  criteria: { ...TEXTS, description: 'Success criteria, one sentence each' },
  maxReflections: { type: 'integer', minimum: 0, description: 'Revisions at most' },
  seed: { type: 'integer', description: 'As critique_request gave it' },
  digest: { ...TEXT, description: 'As critique_request gave it' },
  replies: { ...TEXTS, description: 'Your reply to the messages; to a second question, both' },
} as const;

export const RESULT = {
  output: { ...TEXT, description: 'The best text there is, accepted or not' },
  status: { ...TEXT, enum: ['ok', 'needs_review', 'failed'], description: 'Only `ok` was accepted by somebody' },
  accepted: { type: 'boolean', description: 'Whether anybody accepted the text' },
  acceptedBy: { ...TEXT, description: 'Who accepted it: critic, verifier or human' },
  stopReason: { ...TEXT, description: 'Why it ended: accepted, max_reflections, max_calls, …' },
  reviewReasons: { ...TEXTS, description: 'Why a person should look at it' },
  score: { type: 'number', description: 'Points from 0 to 10 by the critic' },
  usage: {
    type: 'object',
    description: 'What it has cost: tokens as `total`, and, where there are several kinds of calls, `byPurpose`',
  },
} as const;

export const RUN = {
  ...RESULT,
  confidence: { type: 'number', description: 'How sure the acceptance is, from 0 to 1, where that is known' },
  iterations: { type: 'integer', description: 'Drafts that were written' },
  criticVerdict: { type: 'object', description: 'What the critic said of each criterion' },
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
  status: { ...TEXT, description: 'What the critique came to: accepted, needs_revision, contradictory, unclear or invalid' },
  needsRevision: { type: 'boolean', description: 'Whether the critic wants a revision' },
  issues: { ...TEXTS, description: 'What is wrong, worst first' },
  suggestion: { ...TEXT, description: 'What to do about it' },
  suggestions: { ...TEXTS, description: 'What to do about them' },
  reasoning: { ...TEXT, description: 'Why, in the words of the critic' },
  confidence: { type: 'number', description: 'How sure the critic says that it is, from 0 to 1' },
  reason: { ...TEXT, description: 'Why the critique is not plain' },
  beside: { ...TEXT, description: 'What the critic wrote beside its verdict, where it is not plain' },
  criteriaMet: { type: 'array', items: { type: 'boolean' }, description: 'Whether each criterion is met, in their order' },
  usage,
} as const;

/** What the client's own model is asked. */
export const QUESTION = {
  seed: { type: 'integer', description: 'To be given to read_critique' },
  digest: { ...TEXT, description: 'To be given to read_critique' },
  messages: { type: 'array', items: { type: 'object' }, description: 'Answer these as they say, as `role` and `content`' },
} as const;

export const DECISION_INPUTS = {
  decision: { ...TEXT, description: 'The action: APPROVE, REVIEW or REJECT' },
  evidence: {
    type: 'array',
    items: { type: 'object' },
    description: 'An entry a tool that was run: { tool, signal, success }',
  },
  domain: { ...TEXT, description: 'The field, as fraud detection' },
  input: { description: 'What was decided on' },
  riskScore: { type: 'number', minimum: 0, maximum: 100, description: 'The risk, from 0 to 100' },
  confidence: { type: 'number', minimum: 0, maximum: 1, description: 'How sure the decision is, from 0 to 1' },
  chainOfThought: { description: 'The reasoning so far' },
} as const;

export const DECISION = {
  shouldRevise: { type: 'boolean', description: 'Whether the decision should be revised' },
  revisedAction: { ...TEXT, description: 'The action to take then' },
  revisedConfidence: { type: 'number', description: 'How sure that is, from 0 to 1, from a model' },
  concerns: { ...TEXTS, description: 'What speaks against the decision' },
  rules: { ...TEXTS, description: 'The rule behind each concern, where no model spoke' },
  contraArgument: { ...TEXT, description: "A model's strongest case against it" },
  reflectionConfidence: { type: 'number', description: 'How sure this reflection is, from 0 to 1' },
  llmEnhanced: { type: 'boolean', description: 'Whether a model spoke, and not the rules' },
  fallback: { ...TEXT, description: 'Why the rules spoke' },
  status: { ...TEXT, description: 'failed, where it was aborted' },
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
    throw new TypeError(`\`${key}\` must be a text that is not empty, got ${kindOf(value)}`);
  return value;
}

export function texts(args: Arguments, key: string): string[] {
  const value = args[key];
  if (!Array.isArray(value) || value.some((one) => typeof one !== 'string'))
    throw new TypeError(`\`${key}\` must be a list of texts, got ${kindOf(value)}`);
  return value as string[];
}
