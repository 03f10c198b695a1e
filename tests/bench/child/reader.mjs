// CPU seconds of `readCritique` on hostile critiques of half as many and of so many letters, each with a form at its end, and the most memory
// that the process took: `reader.mjs LETTERS`.

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
  // One right after the other: how busy the machine is changes within minutes.
  seconds[whole[0]] = [halves.next().value, whole].map(([, text, options]) => {
    const begin = cpuSeconds();
    readCritique(text, options);
    return cpuSeconds() - begin;
  });
}
console.log(JSON.stringify({ seconds, rss: process.resourceUsage().maxRSS * 1024 }));
