// Runs for the page to show: a question, drafts, and what a jury and a verifier say of each.

const TEXTS = [
  'Rayleigh scattering is proportional to the inverse fourth power of the wavelength.',
  'The air scatters blue light more than red light.',
  'Air scatters blue light much more than red light, and so the whole sky looks blue.',
];
const SCORES = [4, 6, 9];

/** Writes the texts one after another, piece by piece, and judges each as its place in the list says, several in the order in which they are shown. */
function model({ purpose, iteration, drafts, messages, onDelta }, lenient) {
  if (purpose === 'critique') {
    const told = messages.map(({ content }) => content).join('\n');
    const shown = TEXTS.filter((text) => told.includes(text)).sort((one, other) => told.indexOf(one) - told.indexOf(other));
    const reviews = shown.map((text) => review(TEXTS.indexOf(text), lenient));
    const content = JSON.stringify(drafts ? reviews : reviews[0]);
    return { content, usage: { inputTokens: 100, outputTokens: 20 }, model: 'critic-1' };
  }
  const text = TEXTS[Math.min(TEXTS.length, iteration) - 1];
  for (const word of text.match(/\S+\s*/g)) onDelta?.(word);
  return { content: text, usage: { inputTokens: 1_000, outputTokens: 200 }, model: 'writer-1' };
}

function review(at, lenient) {
  const score = SCORES[at] + lenient;
  const fine = score >= 8;
  return {
    score,
    issues: fine ? [] : [`<b>draft ${at + 1}</b> is too hard`],
    suggestion: fine ? '' : 'Be plain.',
    needs_revision: !fine,
  };
}

/** A finished run with a verifier, and what a page that follows it is told, in order. */
export async function run({ ReflectEngine }) {
  const messages = [];
  const tell = (kind) => (event) => messages.push({ runId: 'run-1', [kind]: structuredClone(event) });
  const judge = (lenient) => (request) => model(request, lenient);
  tell('input')('Why is the sky blue?');
  // The jury sees each draft, also the one that the verifier failed, and what it failed is revised.
  const calibration = { ...new ReflectEngine().calibration(), revision: [9, 1] };
  const advanced = { critiqueFailed: true, calibration };
  const result = await new ReflectEngine({ advanced, budget: { maxCalls: 20 } }).run({
    input: 'Why is the sky blue?',
    runId: 'run-1',
    model: (request) => model(request, 0),
    critic: [judge(0), judge(1), judge(0)],
    verifiers: { plain: (text) => (text.includes('Rayleigh') ? 'no child knows the word Rayleigh' : true) },
    onStep: tell('step'),
    onDraft: tell('draft'),
    onCall: tell('call'),
  });
  tell('result')(JSON.parse(JSON.stringify(result)));
  return { result: JSON.parse(JSON.stringify(result)), messages };
}

/** The trace of a result: with the calls of the run and their times. */
export function traced({ runId, ...result }, messages) {
  const { steps, settings, ...rest } = result.trace;
  const ended = messages.flatMap(({ call }) => (call?.type === 'end' ? [call] : []));
  const calls = ended.map((call, index) => ({ ...call, startMs: 1_000 * index, durationMs: 900 }));
  const task = { input: 'Why is the sky blue?' };
  return { format: 'reflect-engine/trace', runId, task, settings, calls, steps, result: { ...result, trace: rest } };
}
