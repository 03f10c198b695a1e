// What every loop is given: the same question, the same prompts, the same instant model with answers of a given size.

export const QUESTION = 'What is the CAP theorem, and what does it mean for a shop with two warehouses?';

/** Seed 004's default critique prompt. */
export const CRITIQUE_PROMPT = `You are a critical evaluator. Review the answer below and assess its quality.

Respond in this exact JSON format (no markdown):
{
  "score": <0-10>,
  "issues": ["<issue 1>", "<issue 2>"],
  "suggestion": "<one-sentence improvement suggestion>",
  "needs_revision": <true|false>
}

Be strict. Score 10 only for perfect answers. Score < 8 if the answer is incomplete, incorrect, or could be substantially improved.`;

export const REVISION_PROMPT = 'You are revising your previous answer based on critique. Produce an improved, complete answer.';

/** What a critic that is never content writes: 200 bytes. */
export const CRITIQUE = JSON.stringify({
  score: 5,
  issues: ['It does not say what happens when the network splits', 'No example of the two warehouses is given'],
  suggestion: 'Walk through one split network in stages.',
  needs_revision: true,
});

/** The user message of a critique request. */
export function toCritique(answer) {
  return `Question:\n${QUESTION}\n\nAnswer to evaluate:\n${answer}`;
}

/** The last message of a revision request. */
export function toRevise({ score, issues, suggestion }) {
  return `Critique of your answer:\n- Score: ${score}/10\n- Issues: ${issues.join(', ')}\n- Suggestion: ${suggestion}\n\nPlease revise your answer to address these issues.`;
}

/** Turns of `loop` that are answers are even: answer, critique, revision, critique, revision … */
export function isCritique(turn) {
  return turn % 2 === 1;
}

/** So many answers of `bytes` bytes that differ from each other; ASCII unless another filling is given. */
export function answersOf(bytes, filling = 'A partitioned store must choose between answering and agreeing. ', count = 16) {
  const unit = new TextEncoder().encode(filling).length;
  return Array.from({ length: count }, (_, at) => {
    const head = `Draft ${at}. `;
    const text = filling.repeat(Math.ceil((bytes - head.length) / unit));
    return head + text.slice(0, Math.floor(((bytes - head.length) / unit) * filling.length));
  });
}

/** A model that answers at once, one response for each turn of a run. It looks at nothing that it is asked. */
export function instantModel(answers) {
  let turn = 0;
  return async () => {
    const text = isCritique(turn) ? CRITIQUE : answers[(turn >> 1) % answers.length];
    turn += 1;
    return { content: text, usage: { inputTokens: 300, outputTokens: 250 }, finishReason: 'stop' };
  };
}

/** Model calls of a run with `reflections` critiques that all ask for a revision. */
export function callsOf(reflections) {
  return 1 + 2 * reflections;
}
