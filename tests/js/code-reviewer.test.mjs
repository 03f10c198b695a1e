// Seed 002's test ideas, on the graph of `examples-js/reflection_code_reviewer.mjs`: fakes write and review, and nothing reaches a network.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INPUT, REQUIREMENTS, reflectionCodeReviewer } from '../../examples-js/reflection_code_reviewer.mjs';

const code = (n) => `def calculate_factorial(n): # ${n}`;
const says = (status, critique, issues = status === 'accepted' ? [] : [critique]) => JSON.stringify({ status, critique, issues });
const REVISE = says('needs_revision', 'Still missing negative input handling.');
const ACCEPT = says('accepted', 'Accepted: all requirements are satisfied.');

/** A function that answers with these in turn, the last one again and again, and keeps what it was asked. */
function fake(...replies) {
  const asked = [];
  const answer = async (prompt) => {
    const reply = replies[Math.min(asked.push(prompt), replies.length) - 1];
    if (reply instanceof Error) throw reply;
    return reply;
  };
  return Object.assign(answer, { asked });
}

/** The nodes that a run visits, its last state, and each `iteration` on the way. */
async function review({ producer = fake(code(1), code(2), code(3)), critic, ...state }) {
  const { fetch } = globalThis;
  globalThis.fetch = () => assert.fail('a network was asked');
  try {
    const graph = reflectionCodeReviewer({ producer, critic });
    const [nodes, iterations] = [[], []];
    let last = {};
    for await (const [mode, value] of await graph.stream({ input: INPUT, ...state }, { streamMode: ['updates', 'values'] })) {
      if (mode === 'updates') nodes.push(...Object.keys(value));
      else iterations.push((last = value).iteration ?? 0);
    }
    return { nodes, last, iterations, producer, critic };
  } finally {
    globalThis.fetch = fetch;
  }
}

const BEGIN = ['prepare_task', 'generate_initial_draft', 'critique_draft'];
const AGAIN = ['refine_draft', 'critique_draft'];

/** How each run ends: what it is given, the nodes that it visits, and what it comes to. */
const ends = {
  'the first draft is accepted, and no other is written': {
    given: () => ({ critic: fake(ACCEPT) }),
    ...{ nodes: [...BEGIN, 'finalize'], status: 'ok', iterations: 1, read: 'accepted' },
  },
  'the second draft is accepted': {
    given: () => ({ critic: fake(REVISE, ACCEPT) }),
    ...{ nodes: [...BEGIN, ...AGAIN, 'finalize'], status: 'ok', iterations: 2, read: 'accepted' },
  },
  'a sentinel accepts': {
    given: () => ({ critic: fake('CODE_IS_PERFECT') }),
    ...{ nodes: [...BEGIN, 'finalize'], status: 'ok', iterations: 1, read: 'accepted' },
  },
  'a list of faults asks for a revision': {
    given: () => ({ critic: fake('- no docstring', 'CODE_IS_PERFECT') }),
    ...{ nodes: [...BEGIN, ...AGAIN, 'finalize'], status: 'ok', iterations: 2, read: 'accepted' },
  },
  'max_iterations stops the loop': {
    given: () => ({ critic: fake(REVISE), max_iterations: 2 }),
    ...{ nodes: [...BEGIN, ...AGAIN, 'mark_needs_review'], status: 'needs_review', iterations: 2, read: 'needs_revision' },
    errors: ['max_iterations reached before acceptance'],
  },
  'blank input asks nobody': {
    given: () => ({ critic: fake(ACCEPT), input: ' \n' }),
    ...{ nodes: ['prepare_task', 'handle_failure'], status: 'failed', iterations: 0, read: null, errors: ['the input is blank'] },
  },
  'prose without code is no draft': {
    given: () => ({ producer: fake('I would use recursion.'), critic: fake(ACCEPT) }),
    ...{ nodes: [...BEGIN.slice(0, 2), 'handle_failure'], status: 'failed', iterations: 0, read: null },
    errors: ['the producer gave no code'],
  },
  'a producer that fails at the revision leaves its draft': {
    given: () => ({ producer: fake(code(1), new Error('429')), critic: fake(REVISE) }),
    ...{ nodes: [...BEGIN, 'refine_draft', 'mark_needs_review'], status: 'needs_review', iterations: 1, read: 'needs_revision' },
    errors: ['the producer failed: 429'],
  },
};
for (const [what, [raw, reason]] of Object.entries({
  'a page of a proxy': ['<html><h1>502 Bad Gateway</h1></html>', 'no_json'],
  'a cut verdict': ['{"status": "acc', 'truncated'],
  'a verdict without a status': ['{"critique": "fine"}', 'status'],
  'a verdict that contradicts itself': [says('accepted', 'x', ['no docstring']), 'contradictory'],
  'a critic that fails': [new Error('503'), 'no_json'],
}))
  ends[`${what} is invalid`] = {
    given: () => ({ critic: fake(raw) }),
    ...{ nodes: [...BEGIN, 'mark_needs_review'], status: 'needs_review', iterations: 1, read: 'invalid' },
    errors: [`the critique could not be read: ${reason}`],
  };

for (const [what, { given, nodes, status, iterations, read, errors = [] }] of Object.entries(ends)) {
  test(`reflection_code_reviewer: ${what}`, async () => {
    const run = await review(given());
    const { last, producer, critic } = run;
    assert.deepEqual(run.nodes, nodes);
    assert.deepEqual([last.status, last.critique_status, last.errors], [status, read, errors]);
    const final_code = iterations === 0 ? null : code(iterations);
    const { final_critique, ...final } = last.final_output;
    assert.deepEqual(final, { status, accepted: status === 'ok', iterations, final_code, errors });
    assert.equal(final_critique, last.critique);
    assert.equal(last.current_draft, final_code);
    // Only a draft counts, and no more are written than may be.
    assert.equal(last.iteration, iterations);
    assert.ok(run.iterations.every((n, at) => n === (run.iterations[at - 1] ?? 0) || n === run.iterations[at - 1] + 1));
    const drafts = last.revision_history.filter(({ draft }) => draft !== undefined);
    assert.deepEqual(
      drafts.map(({ iteration, draft }) => [iteration, draft]),
      Array.from({ length: iterations }, (_, n) => [n + 1, code(n + 1)]),
    );
    assert.ok(iterations <= last.max_iterations && critic.asked.length <= iterations && producer.asked.length <= iterations + 1);
    if (what.startsWith('blank')) assert.equal(producer.asked.length + critic.asked.length, 0);
  });
}

test('reflection_code_reviewer: the history holds both attempts and their critiques, and the reply as it came is kept', async () => {
  const { last } = await review({ critic: fake(REVISE, ACCEPT) });
  assert.deepEqual(last.revision_history, [
    { iteration: 1, draft: code(1) },
    {
      iteration: 1,
      critique: 'Still missing negative input handling.',
      status: 'needs_revision',
      issues: ['Still missing negative input handling.'],
    },
    { iteration: 2, draft: code(2) },
    { iteration: 2, critique: 'Accepted: all requirements are satisfied.', status: 'accepted', issues: [] },
  ]);
  assert.equal(last.raw_critic_output, ACCEPT);
});

test('reflection_code_reviewer: both are told of the docstring, of 0 and of negative input', async () => {
  const { producer, critic } = await review({ critic: fake(REVISE, ACCEPT) });
  for (const words of ['docstring', '1 for n == 0', 'ValueError for negative input'])
    assert.ok(
      REQUIREMENTS.some((requirement) => requirement.includes(words)),
      words,
    );
  for (const prompt of [...producer.asked, ...critic.asked])
    for (const each of [INPUT, ...REQUIREMENTS]) assert.ok(prompt.includes(each), `${each} is missing in ${prompt}`);
  assert.ok(producer.asked[1].includes('Still missing negative input handling.'));
});

test('reflection_code_reviewer: `max_iterations` is the limit, also above that of LangGraph', async () => {
  for (const max_iterations of [11, 12, 40]) {
    const producer = fake(...Array.from({ length: max_iterations + 1 }, (_, at) => code(at)));
    const graph = reflectionCodeReviewer({ producer, critic: fake(REVISE) });
    const state = await graph.invoke({ input: INPUT, max_iterations });
    assert.deepEqual([state.status, state.iteration], ['needs_review', max_iterations]);
  }
});
