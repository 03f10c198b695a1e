// Facts out of a document with a model: `outputSchema` says their shape, and a check keeps only those whose quote is in the text. The model
// here is a script, so no key is needed: its first reply makes a quote up.
import { ReflectEngine } from 'reflect-engine';
import { reflect } from 'reflect-engine/research';
import { scriptedModel } from 'reflect-engine/testing';

const canonicalModel = {
  fields: [
    { path: 'price', type: 'number', unit: 'USD' },
    { path: 'critics', contrarian: true },
  ],
};
const document = { id: 'https://shop.example/lamp', text: 'The lamp sells at $12.50.\nCritics call it   a fire risk.' };

const properties = {
  path: { enum: canonicalModel.fields.map(({ path }) => path) },
  value: { type: ['string', 'number'] },
  quote: { type: 'string' },
};
const fact = { type: 'object', properties, required: Object.keys(properties) };
const outputSchema = { type: 'object', properties: { facts: { type: 'array', items: fact } }, required: ['facts'] };

/** White space may differ, nothing else. */
const plain = (words) => words.split(/\s+/).join(' ').trim();

/** A quote that is in no document proves nothing. */
function quoted(draft) {
  const made = JSON.parse(draft).facts.filter(({ quote }) => plain(quote) === '' || !plain(document.text).includes(plain(quote)));
  return { passed: made.length === 0, issues: made.map(({ quote }) => `"${quote}" is not in the document: quote word for word`) };
}

const price = { path: 'price', value: 12.5, quote: 'The lamp sells at $12.50.' };
const model = scriptedModel([
  JSON.stringify({ facts: [price, { path: 'critics', value: 'It is expensive.', quote: 'Critics call it too expensive.' }] }),
  JSON.stringify({ facts: [price, { path: 'critics', value: 'A fire risk.', quote: 'Critics call it a fire risk.' }] }),
]);

const result = await new ReflectEngine({ maxReflections: 2 }).run({
  input: `List what this document says about ${canonicalModel.fields.map(({ path }) => path).join(' and ')}:\n\n${document.text}`,
  model,
  critic: false,
  outputSchema,
  verifiers: { quoted },
});

// Whose fact it is says the host, never the model.
const facts = result.object.facts.map((fact) => ({ ...fact, sourceId: document.id }));
const { state, refused } = reflect(canonicalModel, facts);
console.log(
  `${result.acceptedBy} accepted draft ${result.iterations}: ${facts.length} facts, ${refused.length} refused, ${state}`,
);
for (const { path, value, quote } of facts) console.log(`  ${path}: ${value} ("${quote}")`);
