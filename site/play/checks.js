// The verifiers that the form offers: what each takes, how it is made, and how it is written in code.

import { arithmetic, jsonFences, length, matchesSchema, mustContain, mustNotContain } from 'reflect-engine/verifiers';
import { checkSource, functionVerifier } from './sandbox.js';

const json = (text) => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`this is not JSON: ${error.message}`);
  }
};
const texts = (text) => text.split(',').flatMap((part) => part.trim() || []);

/** `takes`: what its field holds; none where it has no field. `make` throws what is wrong with it. */
export const CHECKS = {
  length: {
    label: 'At most so many words',
    takes: 'a whole number',
    make: (text) => {
      if (!/^\s*\d+\s*$/.test(text)) throw new Error(`give a whole number of words, got "${text}"`);
      return length({ max: Number(text), unit: 'words' });
    },
    code: (text) => `length({ max: ${text}, unit: 'words' })`,
  },
  mustContain: {
    label: 'Must contain',
    takes: 'texts, with commas between',
    make: (text) => mustContain(texts(text)),
    code: (text) => `mustContain(${JSON.stringify(texts(text))})`,
  },
  mustNotContain: {
    label: 'Must not contain',
    takes: 'texts, with commas between',
    make: (text) => mustNotContain(texts(text)),
    code: (text) => `mustNotContain(${JSON.stringify(texts(text))})`,
  },
  arithmetic: { label: 'Sums are right', make: () => arithmetic(), code: () => 'arithmetic()' },
  jsonFences: { label: 'JSON in code fences can be read', make: () => jsonFences(), code: () => 'jsonFences()' },
  matchesSchema: {
    label: 'JSON of a schema',
    takes: 'a JSON Schema',
    rows: 4,
    first: '{ "type": "object", "required": ["title"] }',
    make: (text) => matchesSchema(json(text)),
    code: (text) => `matchesSchema(${text.trim()})`,
  },
  function: {
    label: 'A function of yours',
    takes: '(draft) => true, or what is wrong',
    rows: 6,
    first: "(draft) => draft.includes('because') || 'gives no reason'",
    check: checkSource,
    make: (text) => functionVerifier(text),
    code: (text) => text.trim(),
  },
};
