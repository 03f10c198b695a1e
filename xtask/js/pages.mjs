// The pages of docs/ in the order in which they are read, by what people want to do: for the package (`llms.txt`) and for the site.

import { readdirSync, readFileSync } from 'node:fs';

const docs = new URL('../../docs/', import.meta.url);

/** The pages of each of six groups, by their file: what a reader looks for. Each page is there once. */
const SECTIONS = {
  Start: {
    quickstart: 'Quickstart',
    recipes: 'Recipes: answers',
    'recipes-agents': 'Recipes: agents, people, pages',
    'recipes-production': 'Recipes: production',
    migrate: 'Coming from another loop',
  },
  'Guides by problem': {
    gate: 'My agent says done, and is not',
    workspace: 'My coding agent says the tests pass',
    actions: 'Before an agent acts',
    verifiers: 'Code with tests',
    answers: 'Answers that can be compared',
    research: 'Answers with sources',
    autopilot: 'Criteria for an article',
    decisions: 'A decision before it ships',
    evals: 'Evals as tests',
    strategies: 'Which strategy',
    tools: 'Tools, and a model of your own',
  },
  Frameworks: {
    adapters: 'All adapters',
    'ai-sdk': 'AI SDK',
    openai: 'OpenAI and its language',
    anthropic: 'Anthropic',
    google: 'Google',
    langchain: 'LangChain, deepagents',
    langgraph: 'LangGraph',
    'openai-agents': 'OpenAI Agents SDK',
    mastra: 'Mastra',
    genkit: 'Genkit',
    agentlib: 'agentlib',
    'claude-agent': 'Claude Agent SDK',
    durable: 'Temporal, Restate, DBOS, Inngest: which one',
    temporal: 'Temporal',
    streams: 'Drafts while they are written',
  },
  Trust: {
    critiques: 'When a critic counts',
    measure: 'How good is my judge',
    bench: 'Does it pay on my tasks',
    certificate: 'Ask again before a merge',
    evidence: 'Evidence',
    comparison: 'Comparison with other loops',
  },
  Production: {
    results: 'What a result says',
    snapshots: 'Save and resume a run, review, a run by hand',
    monitoring: 'Watch quality in production',
    evaluations: 'Notice when scores fall',
    tracing: 'Traces, and a page that shows runs',
    security: 'Security and limits',
  },
  Reference: {
    entries: 'Which import',
    settings: 'Settings',
    reference: 'All settings, from the types',
    cli: 'The command line, and MCP',
    runtimes: 'Runtimes and bundlers',
    designs: 'From the designs',
  },
};

/** `{ section, pages }`, each page `{ name, label, title, summary, text }`. Throws where a page has no place, or a place no page. */
export function sections() {
  const names = readdirSync(docs).flatMap((file) => /^(.*)\.md$/.exec(file)?.[1] ?? []);
  const placed = Object.values(SECTIONS).flatMap(Object.keys);
  const odd = [...names.filter((name) => !placed.includes(name)), ...placed.filter((name) => !names.includes(name))];
  if (odd.length > 0) throw new Error(`docs/ and the sections of xtask/js/pages.mjs differ: ${odd.join(', ')}`);
  return Object.entries(SECTIONS).map(([section, labels]) => ({
    section,
    pages: Object.entries(labels).map(([name, label]) => ({
      name,
      label,
      ...pageOf(readFileSync(new URL(`${name}.md`, docs), 'utf8')),
    })),
  }));
}

/** The title of a page, and the first sentence of its text without its links. */
function pageOf(text) {
  const [, title] = /^# (.*)$/m.exec(text);
  const paragraphs = text.replace(/^```[\s\S]*?^```$/gm, '').split(/\n{2,}/);
  const prose = paragraphs.find((part) => /^(?!#|\||- )\S/.test(part));
  const words = prose.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\s+/g, ' ');
  const summary = words.slice(0, words.search(/[.?] |[.:?]$/)).concat('.');
  return { title, summary, text };
}

/** What an agent reads first (llmstxt.org): where each page is, and what it says. */
export function llmsText({ name, description }, place = (page) => `docs/${page}.md`) {
  const lists = sections().map(
    ({ section, pages }) =>
      `## ${section}\n\n${pages.map((page) => `- [${page.label}](${place(page.name)}): ${page.summary}\n`).join('')}`,
  );
  return [`# ${name}\n\n> ${description}\n`, ...lists].join('\n');
}
