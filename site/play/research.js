// Two researchers over the same pages, side by side: one table that fills, and one that is content early.

import { ResearchLoop } from 'reflect-engine/research';
import corpus from '../../examples-js/research/corpus.json' with { type: 'json' };
import { complete, question } from '../../examples-js/research/question.mjs';
import { bm25 } from '../../examples-js/research/search.mjs';
import { h } from './dom.js';
import { pause } from './turns.js';

const PACE_MS = 350;
const MODELS = { lazy: { fields: [{ path: 'answer', query: question }] }, complete };
const search = bm25(corpus.map(({ title, says }) => `${title} ${Object.values(says).join(' ')}`));
const quality = ({ facts }) => facts.reduce((sum, { metadata }) => sum + metadata.trust, 0) / facts.length;

export const code = `const loop = new ResearchLoop({
  canonicalModel: { topic: 'grid battery', fields: [{ path: 'benefits' }, { path: 'failure_modes', minCount: 2 }, …] },
  evaluator: { metrics: { quality } },
});
const result = await loop.run({ query, research: async ({ query }) => facts(await yourSearch(query)) });
console.log(result.stopReason, result.missing, result.object);`;

/** Fills the pane, until both have ended. */
export async function run({ pane, signal, turns }) {
  const sides = h('div', { className: 'sides' });
  pane.replaceChildren(h('p', { textContent: question }), sides);
  const outcomes = await Promise.all(Object.keys(MODELS).map((name) => side(name, sides, signal, turns)));
  return outcomes.join(' ');
}

async function side(name, sides, signal, turns) {
  const { fields } = MODELS[name];
  const cells = new Map(fields.map(({ path }) => [path, h('td', {}, h('i', { className: 'warn', textContent: 'missing' }))]));
  const rows = fields.map(({ path }) =>
    h('tr', {}, h('th', { scope: 'row', textContent: path.replace('_', ' ') }), cells.get(path)),
  );
  const log = h('ol', {});
  const end = h('strong');
  sides.append(
    h(
      'section',
      {},
      h('h2', { textContent: name === 'lazy' ? 'Is it good?' : 'Is it complete?' }),
      h('table', {}, h('tbody', {}, ...rows)),
      end,
      h('details', {}, h('summary', { textContent: 'Searches' }), log),
    ),
  );
  const found = turns.through(async ({ query, kind }) => {
    await pause(PACE_MS, signal);
    const pages = search(query, 2).map((at) => corpus[at]);
    log.append(h('li', { textContent: `${kind} “${query}”: ${pages.map(({ id }) => id).join(', ')}` }));
    return pages.flatMap(({ url, quality: trust, says }) =>
      Object.entries(says).map(([path, value]) => ({
        path: name === 'lazy' ? 'answer' : path,
        value,
        sourceId: url,
        quote: value,
        metadata: { trust },
      })),
    );
  });
  const show = (facts) => {
    for (const { path, value } of facts) {
      const cell = cells.get(path);
      if (cell === undefined || cell.textContent.includes(value)) continue;
      cell.querySelector('i')?.remove();
      cell.append(h('p', { textContent: value }));
    }
    return facts;
  };
  const loop = new ResearchLoop({ canonicalModel: MODELS[name], evaluator: { metrics: { quality } } });
  const research = async ({ query, kind, signal }) => show(await found({ query, kind, signal, callId: `${name}: ${query}` }));
  const { accepted, stopReason, iterations, facts } = await loop.run({ query: question, signal, research });
  const risks = facts.filter(({ value }) => value.startsWith('Failure mode')).length;
  end.textContent = `${accepted ? 'Accepted' : stopReason} after ${iterations} ${iterations === 1 ? 'search' : 'searches'}, with ${risks} ways in which it fails.`;
  return `${name}: ${end.textContent}`;
}
