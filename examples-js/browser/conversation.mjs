// A producer and a critic from a script, at the pace of a quick model.

const WORD_MS = 35;
const VERDICT_MS = 700;

export const task = 'Tell a child, in two sentences, why the sky is blue.';

const SCRIPT = [
  {
    draft:
      'The sky is blue because of Rayleigh scattering, whose intensity is proportional to the inverse fourth power of the wavelength.',
    score: 4,
    issues: ['a child does not know what a wavelength is', 'it is one sentence, not two'],
    suggestion: 'Say it with things a child has seen.',
  },
  {
    draft: 'Sunlight is made of all the colours of the rainbow. The air bounces blue around more than the others.',
    score: 7,
    issues: ['it does not say why we then see blue'],
    suggestion: 'Finish the thought: where does the blue light go?',
  },
  {
    draft:
      'Sunlight is made of all the colours of the rainbow, and the air bounces the blue ones around much more than the others. So blue light comes to your eyes from everywhere up there, and the whole sky looks blue!',
    score: 9,
    issues: [],
    suggestion: '',
  },
];

/** The model of the draft that is written or judged; further ones are the last. */
export async function conversation({ purpose, iteration, onDelta, signal }) {
  const { draft, ...critique } = SCRIPT[Math.min(iteration, SCRIPT.length) - 1];
  if (purpose === 'critique') {
    await pause(VERDICT_MS, signal);
    return JSON.stringify({ ...critique, needs_revision: critique.score < 8 });
  }
  for (const word of draft.match(/\S+\s*/g)) {
    await pause(WORD_MS, signal);
    onDelta?.(word);
  }
  return draft;
}

function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    setTimeout(() => (signal.aborted ? reject(signal.reason) : resolve()), ms);
  });
}
