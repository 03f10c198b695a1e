// CPU seconds of `readCritique` on hostile critiques of half as many and of so many letters, each with a form at its end, of a few tries the
// least, and the most memory that the process took: `node --expose-gc reader.mjs LETTERS`.

import { readCritique } from 'reflect-engine';
import { cpuSeconds } from '../measure.mjs';

const FORM = '{"score":9,"issues":[],"suggestion":"","needs_revision":false}';
const YES = '{"score":9,"needs_revision":false}';
/** What a critique is filled with. */
const UNITS = [
  '{',
  '[',
  '"',
  "'",
  '`',
  '#',
  '\\',
  '```\n',
  '{"a":',
  '{a',
  '/*',
  '//\n',
  '<think>',
  '</think>',
  '<a',
  '[[',
  '{}',
  '}{',
  '[{',
  '{/*',
  '{#\n',
  '[1,',
  '{"a":1,',
  '{"x":{',
  '"{',
  '<|im_end|>',
  '**',
  '\u200b',
  '\u2028',
  '{\u200b',
  '😀',
  'score: 9 ',
  '{"score":',
  '{"score":9',
  '{"score":9,',
  '{"score":9}',
  '[{"score":9},',
  '{"score":9}\n//',
  '{"issues":["',
  `${YES},`,
];
const WAYS = {
  score: {},
  status: { critiqueFormat: 'status', sentinels: ['OK'] },
  criteria: { critiqueFormat: 'criteria', criteriaCount: 3 },
};

/** A pair is measured again, so often at most, while it seems slower than it may be: others work on the machine, too. */
const TRIES = 5;
const seemsSlow = ([half, whole]) => whole >= 2.3 * half || whole > 1;

const letters = Number(process.argv[2]);
const filled = (unit, size) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
/** Forms that differ. */
const forms = Array.from({ length: 60 }, (_, n) => YES.replace('9', String(n / 10))).join(',');

function* critiques(size) {
  for (const unit of UNITS)
    for (const [way, options] of Object.entries(WAYS)) yield [`${unit} (${way})`, filled(unit, size) + FORM, options];
  for (const [open, unit, close] of [
    ['[', `${YES},`, '{"a":1}]'],
    ['{"a":[', `${YES},`, '{}],"b":1}'],
    ['{"score":9,"issues":["', 'é","', '"]}'],
  ])
    yield [`${open}${unit}…`, open + filled(unit, size) + close, {}];
  for (const unit of ['{', '{"score":9}', '{"score":9,"needs_revision":f', forms])
    yield [`echoes of ${unit.slice(0, 40)}`, `[${forms},{}]`, { answer: filled(unit, size) }];
}

const seconds = {};
const halves = critiques(letters / 2);
for (const whole of critiques(letters)) {
  const pair = [halves.next().value, whole];
  const least = [Infinity, Infinity];
  for (let tries = 0; tries === 0 || (tries < TRIES && seemsSlow(least)); tries += 1) {
    // One right after the other: how busy the machine is changes within minutes.
    for (const [at, [, text, options]] of pair.entries()) {
      // Else the half finds room that the host has swept, and the whole does not.
      globalThis.gc();
      const begin = cpuSeconds();
      readCritique(text, options);
      least[at] = Math.min(least[at], cpuSeconds() - begin);
    }
  }
  seconds[whole[0]] = least;
}
console.log(JSON.stringify({ seconds, rss: process.resourceUsage().maxRSS * 1024 }));
