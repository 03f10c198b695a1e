// A producer and a critic from a script, at the pace of a quick model. Put your own model here: see ../models/openai.mjs.

import { scriptedModel } from '../node_modules/reflect-engine/dist/testing/index.js';

const WORD_MS = 35;
const VERDICT_MS = 700;

export const task = 'Tell a child, in two sentences, why the sky is blue.';

export function conversation() {
  return scriptedModel([
    written(
      'The sky is blue because of Rayleigh scattering, whose intensity is proportional to the inverse fourth power of the wavelength.',
    ),
    verdict(
      4,
      ['a child does not know what a wavelength is', 'it is one sentence, not two'],
      'Say it with things a child has seen.',
    ),
    written('Sunlight is made of all the colours of the rainbow. The air bounces blue around more than the others.'),
    verdict(7, ['it does not say why we then see blue'], 'Finish the thought: where does the blue light go?'),
    written(
      'Sunlight is made of all the colours of the rainbow, and the air bounces the blue ones around much more than the others. So blue light comes to your eyes from everywhere up there, and the whole sky looks blue!',
    ),
    verdict(9, [], ''),
  ]);
}

/** A draft, word by word. */
function written(text) {
  return async ({ onDelta, signal }) => {
    for (const word of text.match(/\S+\s*/g)) {
      await pause(WORD_MS, signal);
      onDelta?.(word);
    }
    return text;
  };
}

/** What a critic writes: the JSON that its prompt asks for. */
function verdict(score, issues, suggestion) {
  return { delayMs: VERDICT_MS, content: JSON.stringify({ score, issues, suggestion, needs_revision: score < 8 }) };
}

function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    setTimeout(() => (signal.aborted ? reject(signal.reason) : resolve()), ms);
  });
}
