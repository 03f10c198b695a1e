// A decision about a seller, which the visitor makes worse or better; the rules speak at once.

import { DecisionReflector } from 'reflect-engine/decision';
import { h } from './dom.js';

const SIGNALS = ['approve', 'reject', 'neutral', 'failed', 'not asked'];
const TOOLS = { kyc: 'approve', bank: 'not asked', 'device graph': 'failed' };
const RULES = {
  contradiction: 'The evidence contradicts itself',
  overconfidence: 'Sure, on the word of few tools',
  risk: 'The risk does not fit the action',
  failure: 'A tool failed that it leans on',
};

export const code = `const reflector = new DecisionReflector(); // give it a \`model\`, and that argues first
const reflection = await reflector.reflect({ domain, evidence, decision, riskScore, confidence });
const { decision: shipped, log } = reflector.applyRevision(decision, reflection);`;

export async function run({ pane, say }) {
  const reflector = new DecisionReflector();
  const form = h('form', { className: 'row' });
  const slider = (label, name, max, value) =>
    form.append(h('label', {}, `${label} `, h('input', { type: 'range', name, max, value, min: 0 }), h('output', {})));
  const choice = (label, name, values, value) => {
    const select = h('select', { name }, ...values.map((text) => h('option', { textContent: text })));
    select.value = value;
    form.append(h('label', {}, `${label} `, select));
  };
  choice('The agent decides', 'action', ['APPROVE', 'REJECT'], 'APPROVE');
  slider('Its confidence, %', 'confidence', 100, 90);
  slider('Risk', 'risk', 100, 28);
  for (const [tool, signal] of Object.entries(TOOLS)) choice(tool, tool, SIGNALS, signal);
  const rules = h('ul');
  pane.replaceChildren(form, rules);

  const look = async () => {
    const value = (name) => form.elements.namedItem(name).value;
    for (const output of form.querySelectorAll('output')) output.textContent = output.previousElementSibling.value;
    const confidence = Number(value('confidence')) / 100;
    const evidence = Object.keys(TOOLS).flatMap((tool) => {
      if (value(tool) === 'not asked') return [];
      const failed = value(tool) === 'failed';
      return failed ? { tool, domain: 'fraud', success: false, error: 'no answer' } : { tool, signal: value(tool) };
    });
    const decision = { action: value('action'), confidence };
    const reflection = await reflector.reflect({
      domain: 'fraud',
      evidence,
      decision,
      riskScore: Number(value('risk')),
      confidence,
    });
    const { decision: shipped } = reflector.applyRevision(decision, reflection);
    const outcome = `${decision.action} at ${Math.round(confidence * 100)} % → ${shipped.action} at ${Math.round(shipped.confidence * 100)} %`;
    rules.replaceChildren(
      ...Object.entries(RULES).map(([rule, says]) => {
        const isRaised = reflection.rules.includes(rule);
        return h('li', { className: isRaised ? 'warn' : '', textContent: `${says}: ${isRaised ? 'a concern' : 'no'}` });
      }),
      ...reflection.concerns.map((concern) => h('li', { className: 'warn', textContent: concern })),
    );
    say(outcome);
    return outcome;
  };
  form.addEventListener('input', look);
  form.addEventListener('submit', (event) => event.preventDefault());
  return look();
}
