// Whether a run told the truth about itself. Texts are never compared with expected ones: only what the engine says is held against
// what the model really said.

import { isReflectError, readCritique } from 'reflect-engine';

const STEPS = /^(thought )?(reflection |thought )*(response )?$/;

/**
 * @param {{ task: object, settings: object, log: Logged[], result?: object, error?: unknown }} run
 * @typedef {{ callId: string, purpose: string, draftText?: string, content?: string, finishReason?: string, failed?: true }} Logged
 * @returns {Promise<string[]>} what is not true
 */
export async function faultsOf({ task, settings, log, result, error }) {
  if (error !== undefined && !(isReflectError(error) && error.result !== undefined))
    return [`it crashed: ${error?.stack ?? error}`];
  const whole = result ?? error.result;
  const end = { ...whole.trace, ...whole };
  return [
    ...ended(end, error),
    ...withinBudget(end, settings, log),
    ...stepsOf(end),
    ...draftsOf(end, log),
    ...(await accepted(end, task, settings, log)),
  ];
}

function ended({ status, accepted: yes, stopReason, reviewReasons, output, judged }, error) {
  const faults = [];
  const say = (wrong, text) => wrong && faults.push(text);
  say(
    (status === 'ok') !== yes || (stopReason === 'accepted') !== yes,
    `status ${status}, accepted ${yes}, stopped by ${stopReason}`,
  );
  say(yes && !judged, 'accepted and not judged');
  say(yes && reviewReasons.length > 0, 'accepted, and to be reviewed');
  say(status === 'needs_review' && reviewReasons.length === 0, 'needs review for no reason');
  say((status === 'failed') !== (error !== undefined), `status ${status}, and the run ${error ? 'rejected' : 'resolved'}`);
  say((status === 'failed') !== (output === ''), `status ${status} with ${output.length} characters of output`);
  return faults;
}

function withinBudget({ usage, iterations }, { budget = {}, maxReflections = 2 }, log) {
  const faults = [];
  const purposes = Object.values(usage.byPurpose);
  const calls = purposes.reduce((sum, purpose) => sum + purpose.calls, 0);
  if (calls !== log.length) faults.push(`${calls} calls booked, ${log.length} made`);
  if (calls > (budget.maxCalls ?? 1_000)) faults.push(`${calls} calls, ${budget.maxCalls} allowed`);
  if (iterations > maxReflections + 1) faults.push(`${iterations} drafts, ${maxReflections} revisions allowed`);
  // The limit is checked before a call, so that what came before the last one must lie below it.
  const before = log.slice(0, -1).reduce((sum, { tokens = 0 }) => sum + tokens, 0);
  if (before >= (budget.maxTokens ?? Infinity)) faults.push(`${before} tokens before the last call, ${budget.maxTokens} allowed`);
  const told = log.reduce((sum, { tokens = 0 }) => sum + tokens, 0);
  if (!usage.total.estimated && usage.total.totalTokens !== undefined && usage.total.totalTokens !== told) {
    faults.push(`${usage.total.totalTokens} tokens booked, ${told} told`);
  }
  return faults;
}

function stepsOf({ steps, output, stopReason, iterations }) {
  const faults = [];
  steps.forEach(({ seq, nowMs, engine }, at) => {
    if (seq !== at || engine !== 'reflect' || nowMs < (steps[at - 1]?.nowMs ?? 0))
      faults.push(`step ${at} has seq ${seq}, time ${nowMs}`);
  });
  const types = steps.map(({ type }) => `${type} `).join('');
  if (!STEPS.test(types)) faults.push(`steps in the order ${types}`);
  const judged = steps.filter(({ type }) => type === 'reflection').map(({ draftIndex }) => draftIndex);
  if (judged.some((index, at) => index < (judged[at - 1] ?? 0) || index >= iterations))
    faults.push(`reflections on drafts ${judged}`);
  const last = steps.at(-1);
  if (output !== '' && stopReason !== 'aborted' && !(last?.type === 'response' && last.content === output))
    faults.push('the last step is not the answer');
  return faults;
}

/** Every draft is what the model wrote, and none is lost. */
function draftsOf({ drafts, dropped, iterations, draftIndex, output }, log) {
  const faults = [];
  if (drafts.length + dropped !== iterations) faults.push(`${drafts.length} drafts of ${iterations}`);
  for (const { callId, raw, text } of drafts) {
    if (log.find((entry) => entry.callId === callId)?.content !== (raw ?? text))
      faults.push(`the draft of ${callId} is not what the model wrote`);
  }
  if (output !== '' && drafts.find(({ index }) => index === draftIndex)?.text !== output)
    faults.push('the output is none of the drafts');
  return faults;
}

/** Accepted means: somebody did, of this very text, and nobody may say otherwise. */
async function accepted({ accepted: yes, acceptedBy, output, draftIndex, revisionHistory }, task, settings, log) {
  if (!yes) return [];
  const faults = [];
  for (const [name, verifier] of Object.entries(task.verifiers ?? {})) {
    const verdict = await Promise.resolve()
      .then(() => verifier(output, { signal: new AbortController().signal }))
      .catch(() => undefined);
    if (verdict?.passed !== true) faults.push(`accepted, and the verifier ${name} does not pass it`);
  }
  if (acceptedBy === 'verifier') {
    if (task.critic !== false || (!task.verifiers && !task.outputSchema)) faults.push('accepted by a verifier that there is not');
    return faults;
  }
  const look = revisionHistory.findLast((revision) => revision.draftIndex === draftIndex);
  if (look?.critique?.status !== 'accepted') faults.push('accepted, and no critique in the history says so');
  const words = log.findLast(({ purpose, iteration }) => purpose === 'critique' && iteration === draftIndex + 1);
  if (words?.content === undefined) return [...faults, 'accepted, and the critic said nothing'];
  const { acceptanceThreshold, confidenceThreshold, criteria, advanced = {} } = settings;
  const critiqueFormat = advanced.critiqueFormat ?? (criteria ? 'criteria' : 'score');
  const read = readCritique(words.content, {
    critiqueFormat,
    answer: output,
    onContradiction: advanced.onContradiction ?? (critiqueFormat === 'status' ? 'invalid' : 'accept'),
    ...(words.finishReason && { finishReason: words.finishReason }),
    ...(acceptanceThreshold !== undefined && { acceptanceThreshold }),
    ...(confidenceThreshold !== undefined && { confidenceThreshold }),
    ...(criteria && { criteriaCount: criteria.length }),
  });
  if (read.status !== 'accepted') faults.push(`accepted, and the critic's words read anew are ${read.status} (${read.reason})`);
  if (plainlyRejects(words.content, settings)) faults.push(`accepted, and the critic plainly rejects: ${words.content}`);
  if (words.finishReason === 'length') faults.push('accepted by a critique that was cut');
  return faults;
}

/** Read without the engine: a whole JSON object that says no. Score and flag must both say it, as the classic loop asks. */
function plainlyRejects(text, { acceptanceThreshold = 8 }) {
  let said;
  try {
    said = JSON.parse(text);
  } catch {
    return false;
  }
  if (said.status === 'needs_revision') return true;
  if (Array.isArray(said.criteria_met)) return said.criteria_met.includes(false);
  return said.needs_revision === true && said.score < acceptanceThreshold;
}
