// An evaluation as seed 003 has it.

const METRICS = [
  'answer_relevance',
  'context_relevance',
  'groundedness',
  'coherence',
  'faithfulness',
  'answer_relevancy',
  'context_precision',
];
export const AGENTS = 20;
export const NOW = Date.parse('2026-02-22T12:30:00.000Z');

/** The n-th one. */
export function evaluation(n, createdAt) {
  const scores = {};
  for (let at = 0; at < METRICS.length; at += 1) scores[METRICS[at]] = (((n + 1) * (at + 7)) % 101) / 100;
  if (n % 5 === 0) scores.coherence = null;
  return {
    agentId: `AGENT_${n % AGENTS}`,
    decisionId: `DEC-${n}`,
    scores,
    evalSource: 'combined',
    input: 'Seller S-4711 wants to list refurbished phones, account 12 days old, two returns.',
    decision: 'APPROVE',
    riskScore: n % 100,
    confidence: 0.92,
    createdAt,
  };
}
