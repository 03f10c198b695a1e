// Seconds of one model call with answers of 100 KB and of 1 MB, and of a UTF-8 round trip of the same text, round by round, as JSON:
// `large.mjs ROUNDS MS`.

import { plainLoop } from '../loops/plain.mjs';
import { reflectLoop } from '../loops/reflect.mjs';
import { interleaved } from '../measure.mjs';
import { answersOf, callsOf, instantModel } from '../workload.mjs';

const REFLECTIONS = 2;
const FILLINGS = { ascii: undefined, unicode: 'Ein verteilter Speicher „wählt“ zwischen Antwort und Übereinkunft – 🦀. ' };

const [rounds, ms] = process.argv.slice(2).map(Number);
const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
const reflect = reflectLoop({ maxReflections: REFLECTIONS });
const contestants = {};
for (const [name, filling] of Object.entries(FILLINGS)) {
  for (const bytes of [100_000, 1_000_000]) {
    const answers = answersOf(bytes, filling);
    contestants[`${name} ${bytes} reflect`] = calls(reflect, answers);
    contestants[`${name} ${bytes} plain`] = calls((model) => plainLoop(model, { maxReflections: REFLECTIONS }), answers);
    contestants[`${name} ${bytes} utf8`] = () => {
      for (const answer of answers) decoder.decode(encoder.encode(answer));
      return answers.length;
    };
  }
}
console.log(JSON.stringify(await interleaved(contestants, { rounds, ms })));

function calls(loop, answers) {
  return async () => {
    await loop(instantModel(answers));
    return callsOf(REFLECTIONS);
  };
}
