// "What are the risks of a new technology?" over a few pages in our own words (research/corpus.json), with a local search. The lazy
// configuration asks "is this good?" and stops at the first glowing article; the other asks "is this complete?" (seed 000).
import { readFileSync } from 'node:fs';
import { ResearchLoop } from 'reflect-engine/research';
import { complete, question } from './research/question.mjs';
import { bm25 } from './research/search.mjs';

const corpus = JSON.parse(readFileSync(new URL('research/corpus.json', import.meta.url), 'utf8'));
const search = bm25(corpus.map(({ title, says }) => `${title} ${Object.values(says).join(' ')}`));
const quality = ({ facts }) => facts.reduce((sum, { metadata }) => sum + metadata.trust, 0) / facts.length;

/** Two pages a search. What a page says of each field is a fact; the lazy model has one field, which takes anything. */
function researcher(lazy, log) {
  return ({ kind, query }) => {
    const pages = search(query, 2).map((at) => corpus[at]);
    log.push(`  ${kind} "${query}": ${pages.map(({ id }) => id).join(', ')}`);
    return pages.flatMap(({ id, url, quality, says }) =>
      Object.entries(says).map(([path, value]) => {
        return { path: lazy ? 'answer' : path, value, sourceId: url, quote: value, metadata: { trust: quality, page: id } };
      }),
    );
  };
}

const configurations = {
  lazy: { canonicalModel: { fields: [{ path: 'answer', query: question }] }, evaluator: { metrics: { quality } } },
  complete: { canonicalModel: complete, evaluator: { metrics: { quality } } },
};

for (const [name, settings] of Object.entries(configurations)) {
  const log = [];
  const research = researcher(name === 'lazy', log);
  const result = await new ResearchLoop(settings).run({ query: question, research });
  const failures = result.facts.filter(({ value }) => value.startsWith('Failure mode'));
  console.log(`${name}: ${result.iterations} searches, ${result.stopReason}, ${failures.length} failure modes`);
  console.log(log.join('\n'));
  for (const { value, sourceId } of failures) console.log(`  ! ${value} (${sourceId})`);
}
