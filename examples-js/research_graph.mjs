// The Lazy Agent essay's graph, node by node: research and reflection in a loop, then evaluation (seed 000). The reflector decides from
// completeness and consistency alone when to stop; the evaluator judges what came of it. `ResearchLoop` is all of this, with repairs.
import { pathToFileURL } from 'node:url';
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { Evaluator, Reflector, reflect } from 'reflect-engine/research';

/** The first pages praise; what speaks against the lamp, and the right price, is deeper. */
const PAGES = [
  { url: 'https://glossy.example', trust: 0.95, about: 'benefits', says: 'The lamp is perfectly safe.' },
  { url: 'https://maker.example', trust: 0.9, about: 'price', says: '$12 each' },
  { url: 'https://shop.example', trust: 0.6, about: 'price', says: '$15 each' },
  { url: 'https://deep.example', trust: 0.5, about: 'contrarian_view', says: 'A charger melted in two of 900 lamps.' },
  { url: 'https://audit.example', trust: 0.9, about: 'price', says: '$12 each' },
];
export const MODEL = {
  fields: [
    { path: 'benefits', query: 'benefits' },
    { path: 'price', type: 'amount', query: ['price of the maker', 'price in a shop'], minSources: 2 },
    { path: 'contrarian_view', query: 'contrarian_view: who says otherwise' },
  ],
};

/** How much of the model is filled, and how much of what is there agrees: each from 0 to 1. */
export function saturation(model, { missing, thin, conflicts }) {
  const { fields } = new Reflector(model).model;
  const wanted = fields.filter(({ required }) => required !== 'may').length;
  const open = new Set(conflicts.filter(({ settledBy }) => settledBy === undefined).map(({ path }) => path));
  const there = fields.length - missing.length;
  return {
    completeness: (wanted - missing.length - thin.length) / wanted,
    consistency: there === 0 ? 1 : (there - open.size) / there,
  };
}

const State = Annotation.Root({
  question: Annotation(),
  next: Annotation(),
  facts: Annotation({ reducer: (all, found) => [...all, ...found], default: () => [] }),
  searches: Annotation({ reducer: (all, made) => [...all, made], default: () => [] }),
  saturation: Annotation(),
  evaluation: Annotation(),
});

/** The graph over a `search`, which returns facts for a query, and an `Evaluator`. */
export function researchGraph({ model, search, evaluator }) {
  /** What is known: a reflector counts the searches that led to it. */
  function known({ facts, searches }) {
    const reflector = new Reflector(model);
    reflector.add(facts);
    for (const { kind, path, fruitless } of searches) reflector.searched({ kind, path }, fruitless);
    return reflector.reflect();
  }

  async function research({ next, facts }) {
    const found = (await search(next.query)).filter(({ sourceId }) => !facts.some((fact) => fact.sourceId === sourceId));
    return { facts: found, searches: { ...next, fruitless: found.length === 0 } };
  }

  function reflection(state) {
    const seen = known(state);
    return { next: seen.next, saturation: saturation(model, seen) };
  }

  async function evaluation({ question, facts }) {
    const sources = facts.map(({ sourceId, metadata }) => ({ id: sourceId, url: sourceId, ...metadata }));
    return { evaluation: await evaluator.evaluate({ question, output: facts, facts, sources }) };
  }

  return new StateGraph(State)
    .addNode('start', () => ({ next: reflect(model, []).next }))
    .addNode('research', research)
    .addNode('reflection', reflection)
    .addNode('evaluate', evaluation)
    .addEdge(START, 'start')
    .addEdge('start', 'research')
    .addEdge('research', 'reflection')
    .addConditionalEdges('reflection', ({ next }) => (next === undefined ? 'evaluate' : 'research'), ['research', 'evaluate'])
    .addEdge('evaluate', END)
    .compile();
}

/** One page a search, the next one each time. */
export function library(pages = PAGES) {
  let turn = 0;
  return (query) => {
    const about = pages.filter((page) => query.toLowerCase().includes(page.about.split('_')[0]));
    const page = about[turn++ % about.length];
    return page ? [{ path: page.about, value: page.says, sourceId: page.url, metadata: { trust: page.trust } }] : [];
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  // Without a key: a stand-in for a model. `chatModel` of `reflect-engine/openai` makes a real one.
  const model = async () => '{"reasoning": "It says how safe the lamp is, and what it costs.", "answered": true}';
  const graph = researchGraph({ model: MODEL, search: library(), evaluator: new Evaluator({ model }) });
  const stream = await graph.stream({ question: 'Is the lamp any good?' }, { streamMode: 'updates', recursionLimit: 60 });
  for await (const { research, reflection, evaluate } of stream) {
    if (research) console.log(`searched "${research.searches.query}" (${research.searches.kind})`);
    const { completeness, consistency } = reflection?.saturation ?? {};
    if (reflection) console.log(`  completeness ${completeness.toFixed(2)}, consistency ${consistency.toFixed(2)}`);
    if (evaluate) console.log(`passed ${evaluate.evaluation.passed} with ${evaluate.evaluation.score.toFixed(2)}`);
  }
}
