// An agent that decides about sellers, in the nine steps of seed 003's reason(): a reflection is between observing and the policy
// check, and the decision that ships is the revised one. The model that argues against it is asked first; on the second seller it is
// down, and the rules speak.
import { DecisionReflector } from 'reflect-engine/decision';
import { EvalTracker } from 'reflect-engine/evals';
import { scriptedModel } from 'reflect-engine/testing'; // stands for your model, so that this runs without a key

const model = scriptedModel([
  `{"shouldRevise": true, "revisedAction": "REVIEW", "revisedConfidence": 0.55, "concerns": ["The device graph speaks for a known ring"],
    "contraArgument": "Three accounts share one device.", "reflectionConfidence": 0.8}`,
]); // and then it is at its end, and throws
const reflector = new DecisionReflector({
  model,
  ownRules: { newSeller: ({ input }) => (input.ageDays < 7 ? 'the seller is younger than a week' : true) },
});
const evals = new EvalTracker({
  evaluator: ({ input, decision }) => ({ scores: { caution: input.ageDays < 7 && decision === 'APPROVE' ? 0 : 1 } }), // yours asks a judge
});
const patterns = { young: 'be careful with young sellers' };
const memory = [];
const evaluations = [];
const decisionLog = [];

const tools = {
  kyc: async () => ({ signal: 'approve', result: { verified: true } }),
  bank: async () => ({ signal: 'approve', result: { holder: 'matches' } }),
  graph: async ({ id }) => {
    if (id === 'S-2') throw new Error('no answer');
    return { signal: 'reject', result: { shared: 3 } };
  },
};

async function reason(input) {
  const chain = []; //                                                                  the chain of thought
  const trace = []; //                                                                  spans
  const span = (type, note) => trace.push(type) && note && chain.push({ type: type.toUpperCase(), content: note });

  span('pattern', input.ageDays < 7 ? patterns.young : 'no pattern'); //                1    PATTERN MATCHING
  span('thought', 'identity, bank and device graph decide'); //                         2    THINK
  const plan = Object.keys(tools); //                                                   3    PLAN
  span('plan', plan.join(', '));
  const evidence = await Promise.all(
    plan.map(async (tool) => {
      try {
        return { tool, domain: 'fraud detection', success: true, ...(await tools[tool](input)) };
      } catch (error) {
        return { tool, domain: 'fraud detection', success: false, error: error.message };
      }
    }),
  ); //                                                                                 4    ACT
  span('act');
  let result = { decision: 'APPROVE', recommendation: { action: 'APPROVE' }, confidence: 0.9, riskScore: 28 };
  span('observe', `${result.decision} at ${result.confidence}`); //                     5    OBSERVE

  const { decision, riskScore, confidence } = result;
  const agent = { agentId: 'SELLER_ONBOARDING', agentName: 'Seller Onboarding', domain: 'fraud detection' };
  const reflection = await reflector.reflect({
    ...agent,
    input,
    evidence,
    decision,
    riskScore,
    confidence,
    chainOfThought: chain,
  }); //                                                                                5.1  REFLECT
  const [{ type, kind }] = reflection.steps; // 'reflection' for the trace, 'REFLECTION' for the chain of thought
  trace.push(type);
  chain.push({ type: kind, content: reflection.concerns.join('; ') });
  const revision = reflector.applyRevision(result, reflection);
  result = revision.decision;

  if (input.sanctioned) result = { ...result, decision: 'REJECT', recommendation: { action: 'REJECT' } }; // 5.25 POLICY CHECK
  span('policy');
  memory.push({ seller: input.id, evidence }); //                                       5.5  KNOWLEDGE WRITE-BACK
  span('conclusion', `${result.decision} at ${result.confidence}`); //                  6    FORM CONCLUSION
  if (revision.log.reflectionApplied) patterns[input.id] = reflection.concerns[0]; //   7    LEARN
  const outcome = { seller: input.id, due: 'in 30 days' }; //                           7.5  SCHEDULE OUTCOME SIMULATION
  decisionLog.push({ ...revision.log, llmEnhanced: reflection.llmEnhanced, outcome }); // 8  EMIT EVENTS & LOG METRICS
  const shipped = { decision: result.decision, riskScore: result.riskScore, confidence: result.confidence };
  evaluations.push(evals.evaluateDecision({ agentId: agent.agentId, input, evidence, ...shipped })); // 9 EVALUATE, in the background
  return { result, trace };
}

for (const input of [
  { id: 'S-1', ageDays: 400 },
  { id: 'S-2', ageDays: 3 },
]) {
  const { result, trace } = await reason(input);
  console.log(`${input.id}: ${result.recommendation.originalAction} -> ${result.decision} at ${result.confidence.toFixed(2)}`);
  console.log(`  ${result.recommendation.reflectionConcerns.join('\n  ')}`);
  console.log(`  ${trace.join(' > ')}`);
}
await Promise.all(evaluations);
const { evalCount, avgScore } = await evals.getAgentEvalStats('SELLER_ONBOARDING');
await evals.close();
console.log(`${evalCount} decisions evaluated: ${avgScore}`);
console.log(JSON.stringify(decisionLog.map(({ reflectionApplied, llmEnhanced }) => ({ reflectionApplied, llmEnhanced }))));
