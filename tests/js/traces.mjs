// A run with every kind of call, under a clock and a seed of its own, so that its trace is always the same. `node js/traces.mjs` in `tests`
// writes that trace to fixtures/trace.json.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ReflectEngine, tool } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { traceOf } from 'reflect-engine/trace';

export const FIXTURE = new URL('../fixtures/trace.json', import.meta.url);

const BEGIN = 1_764_000_000_000;

/** What a model of this name says, in so many tokens. */
const said = (model, content, inputTokens, outputTokens) => ({ model, content, usage: { inputTokens, outputTokens } });

function critique(model, score, issues = []) {
  const suggestion = issues.length > 0 ? 'Name the third property, and say what a partition is.' : '';
  return said(model, JSON.stringify({ score, issues, suggestion, needs_revision: issues.length > 0 }), 640, 48);
}

/** A run that drafts, looks something up, fails a verifier, hears two critics, revises, and is accepted. */
export function exampleRun() {
  let now = BEGIN;
  const durable = {
    run: (_name, fn) => fn(),
    all: (steps) => Promise.all(steps),
    now: () => (now += 125),
    seed: 7,
  };
  const look = tool({
    name: 'look_up',
    description: 'Looks a term up',
    schema: { type: 'object', properties: { term: { type: 'string' } }, required: ['term'] },
    execute: ({ term }) => ({ term, entry: 'Consistency, availability, partition tolerance: two of three.' }),
  });
  const model = scriptedModel([
    { content: '', toolCalls: [{ id: 'call_1', name: 'look_up', arguments: { term: 'CAP theorem' } }], model: 'writer-1' },
    said('writer-1', 'CAP says that a database can have consistency and availability.', 310, 14),
    said('writer-1', 'Of consistency, availability and partition tolerance a system keeps two when the network splits.', 720, 19),
  ]);
  const critic = [
    scriptedModel([critique('judge-1', 5, ['leaves out partition tolerance']), critique('judge-1', 9)]),
    scriptedModel([critique('judge-2', 4, ['does not say when']), critique('judge-2', 8)]),
  ];
  const verifiers = { complete: (draft) => draft.includes('partition') || 'all three properties must be named' };
  const task = { input: 'What is the CAP theorem? One sentence.', systemPrompt: 'You are precise.', model, critic };
  // Of all strategies it alone has a critic look at what a verifier failed.
  const settings = { strategy: 'classic', advanced: { judgeLast: true } };
  return new ReflectEngine(settings).run({ ...task, tools: [look], verifiers, durable, runId: 'cap-theorem' });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(FIXTURE, `${JSON.stringify(traceOf(await exampleRun()), undefined, 1)}\n`);
