// What a code means, and what to do about it.

import type { ReflectResult, RunErrorCode } from '../types.js';
import type { Critique, RunDraft } from './run.js';

const BUDGET = 'Raise this limit of the budget, or ask for less.';

const ADVICE: { [code in RunErrorCode]?: string } = {
  model_error: 'Look at the model’s server, its key and its limits.',
  timeout: 'Raise `budget.callTimeoutMs`, or ask for less.',
  bad_response: 'A model function gives a text, or an object with `content`.',
  tool_error: 'Your tool threw.',
  unknown_tool: 'The model asked for a tool that the task does not have.',
  invalid_arguments: 'The model called a tool with what its schema refuses: describe the schema better.',
  verifier_error: 'Mend your verifier: it threw, took too long, or gave no verdict.',
  unreadable_critique: 'Pass `responseSchema` on to the critic’s provider, or take another critic.',
  critic_never_rejects: 'Take another critic, or give the task a verifier.',
  no_requirements: 'Give `requirements` as a list, or raise `budget.maxCalls`.',
  fewer_critics: 'Raise `budget.maxCalls`, or take fewer critics.',
  max_reflections: 'Raise `maxReflections`, or ask for less.',
  empty_draft: 'The model wrote nothing: look at its limit of tokens.',
  unusable_draft: 'Your `usable` refused the draft.',
  no_response_schema: 'The model is not told the form: give `outputSchema` as a JSON Schema, to a server that takes one.',
  callback_error: 'One of your callbacks threw; the run went on.',
  not_made: BUDGET,
  max_calls: BUDGET,
  max_tokens: BUDGET,
  max_seconds: BUDGET,
  max_cost: BUDGET,
};

/** Why a critic's form did not count. */
const REASONS: Record<string, string> = {
  beside: 'something stands beside its verdict that only the critic can explain',
  fields: 'it has a key that is not of the form',
  wrapped: 'it stands in an envelope that nobody knows',
  damaged: 'its JSON could only be repaired by guessing',
  conflict: 'two forms in it disagree',
  no_json: 'it holds no form',
  issues_missing: 'it does not say which issues there are',
  contradictory: 'its score and its flag contradict each other',
  low_confidence: 'its confidence is below `confidenceThreshold`',
  issues: 'it accepts, and names issues',
  quote_not_found: 'words that it quotes do not stand where it says',
  quote_missing: 'it quotes no words that bear it out',
};

export function adviceOn(code: string): string | undefined {
  return Object.hasOwn(ADVICE, code) ? ADVICE[code as RunErrorCode] : undefined;
}

/** Why this look accepted nothing, though it sounds like an acceptance or was not understood. */
export function whyNot({ state, index, verifiers = {} }: RunDraft, look: Critique, result?: ReflectResult): string | undefined {
  if (state === 'accepted' || state === 'running') return undefined;
  const { status, reason = '', score = 0, critiqueStatus = 'read' } = look;
  const text = Object.hasOwn(REASONS, reason) ? REASONS[reason] : reason.replaceAll('_', ' ');
  if (status === 'needs_revision') return reason === '' && critiqueStatus === 'read' ? undefined : text;
  if (status !== 'accepted') return text || 'it could not be read';
  const failed = Object.keys(verifiers).filter((name) => verifiers[name]?.passed === false);
  if (failed.length > 0) return `the draft failed ${failed.join(', ')}, and verifiers outrank critics`;
  const threshold = result?.trace.settings?.acceptanceThreshold;
  if (threshold !== undefined && score < threshold) return `its score is below ${threshold}`;
  if (result?.acceptedBy !== undefined && result.trace.draftIndex !== index)
    return `draft ${result.trace.draftIndex + 1} was taken`;
  return result?.reviewReasons?.map((code) => code.replaceAll('_', ' ')).join(', ') || undefined;
}
