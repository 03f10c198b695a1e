// Seconds of one model call with answers of 1 MB, and of a UTF-8 round trip of the same text, round by round, as JSON:
// `large.mjs ROUNDS MS`.

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
  const answers = answersOf(1_000_000, filling);
  contestants[`${name} reflect`] = async () => {
    await reflect(instantModel(answers));
    return callsOf(REFLECTIONS);
  };
  contestants[`${name} utf8`] = () => {
    for (const answer of answers) decoder.decode(encoder.encode(answer));
    return answers.length;
  };
}
console.log(JSON.stringify(await interleaved(contestants, { rounds, ms })));
