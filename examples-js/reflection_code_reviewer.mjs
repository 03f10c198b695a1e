// Seed 002's LangGraph example, node by node: a producer writes a function, a critic reviews it, and the graph says what is next.
// The package reads the critic's reply; `reflectGraph` of `reflect-engine/langgraph` is the whole loop as one node.
import { pathToFileURL } from 'node:url';
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { readCritique } from 'reflect-engine';

export const INPUT =
  'Write a Python function calculate_factorial(n) that handles 0, positive integers, and invalid negative inputs.';
export const REQUIREMENTS = [
  'The function has a docstring.',
  'It accepts an integer n and returns n!.',
  'It returns 1 for n == 0.',
  'It raises ValueError for negative input.',
];
const FIELDS = ['input', 'requirements', 'current_draft', 'critique', 'critique_status', 'iteration', 'max_iterations'];
const MORE = ['revision_history', 'errors', 'status', 'final_output', 'metadata', 'raw_critic_output'];
const State = Annotation.Root(Object.fromEntries([...FIELDS, ...MORE].map((field) => [field, Annotation()])));

const listed = (lines) => lines.map((line) => `- ${line}`).join('\n');
const asked = ({ input, requirements }) => `${input}\n\nRequirements:\n${listed(requirements)}`;

/** The graph. `producer` and `critic` are given a prompt, and answer with a text: two models, or functions of a test. */
export function reflectionCodeReviewer({ producer, critic }) {
  async function write(state, prompt) {
    const noDraft = (why) => ({ current_draft: null, errors: [...state.errors, why] });
    let draft;
    try {
      draft = await producer(prompt);
    } catch (error) {
      return noDraft(`the producer failed: ${error.message}`);
    }
    if (!draft?.includes('def ')) return noDraft('the producer gave no code');
    const iteration = state.iteration + 1;
    return { current_draft: draft, iteration, revision_history: [...state.revision_history, { iteration, draft }] };
  }

  function prepare_task({ input, requirements, max_iterations, metadata }) {
    const errors = input?.trim() ? [] : ['the input is blank'];
    const counted = { requirements: requirements ?? REQUIREMENTS, iteration: 0, max_iterations: max_iterations ?? 3 };
    return {
      ...counted,
      current_draft: null,
      critique: null,
      critique_status: null,
      revision_history: [],
      errors,
      metadata: metadata ?? {},
    };
  }

  const generate_initial_draft = (state) => write(state, `${asked(state)}\n\nAnswer with the code alone.`);

  async function critique_draft(state) {
    const { iteration, current_draft: answer, revision_history: history, errors } = state;
    const format = 'Answer with one JSON object: "status" ("accepted" or "needs_revision"), "critique", "issues" (a list).';
    const prompt = `You are a senior Python reviewer.\n\n${asked(state)}\n\nCode:\n${answer}\n\n${format}`;
    const raw = await Promise.resolve(critic(prompt)).catch((error) => `the critic failed: ${error.message}`);
    const read = readCritique(raw, {
      critiqueFormat: 'status',
      onContradiction: 'invalid',
      answer,
      sentinels: ['CODE_IS_PERFECT'],
    });
    const critique_status = ['accepted', 'needs_revision'].includes(read.status) ? read.status : 'invalid';
    const critique = read.reasoning ?? read.issues.join('; ');
    return {
      raw_critic_output: raw,
      critique,
      critique_status,
      revision_history: [...history, { iteration, critique, status: critique_status, issues: read.issues }],
      ...(critique_status === 'invalid' && { errors: [...errors, `the critique could not be read: ${read.reason}`] }),
    };
  }

  const refine_draft = (state) => {
    const { issues } = state.revision_history.at(-1);
    const told = `A reviewer asks for a revision: ${state.critique}\n${listed(issues)}`;
    return write(state, `${asked(state)}\n\nYour code:\n${state.current_draft}\n\n${told}\n\nAnswer with the whole code.`);
  };

  const ended = (state, status, errors = state.errors) => {
    const last = state.revision_history.findLast(({ draft }) => draft !== undefined);
    const final_code = state.current_draft ?? last?.draft ?? null;
    const final_output = {
      status,
      accepted: status === 'ok',
      iterations: state.iteration,
      final_code,
      final_critique: state.critique,
      errors,
    };
    return { status, errors, current_draft: final_code, final_output };
  };
  const finalize = (state) => ended(state, 'ok');
  const mark_needs_review = (state) => {
    const spent = state.critique_status === 'needs_revision' && state.iteration >= state.max_iterations;
    return ended(state, 'needs_review', spent ? [...state.errors, 'max_iterations reached before acceptance'] : state.errors);
  };
  const handle_failure = (state) => ended(state, 'failed');

  const afterCritique = ({ critique_status, iteration, max_iterations }) => {
    if (critique_status === 'accepted') return 'finalize';
    return critique_status === 'needs_revision' && iteration < max_iterations ? 'refine_draft' : 'mark_needs_review';
  };
  return (
    new StateGraph(State)
      .addNode({
        prepare_task,
        generate_initial_draft,
        critique_draft,
        refine_draft,
        finalize,
        mark_needs_review,
        handle_failure,
      })
      .addEdge(START, 'prepare_task')
      .addConditionalEdges('prepare_task', ({ errors }) => (errors.length > 0 ? 'handle_failure' : 'generate_initial_draft'))
      .addConditionalEdges('generate_initial_draft', ({ current_draft: draft }) => (draft ? 'critique_draft' : 'handle_failure'))
      .addConditionalEdges('critique_draft', afterCritique)
      .addConditionalEdges('refine_draft', ({ current_draft: draft }) => (draft ? 'critique_draft' : 'mark_needs_review'))
      .addEdge('finalize', END)
      .addEdge('mark_needs_review', END)
      .addEdge('handle_failure', END)
      .compile({ name: 'reflection_code_reviewer' })
      // The loop ends by `max_iterations`: LangGraph's own limit, 25 steps, would come first from 12 iterations on.
      .withConfig({ recursionLimit: Number.MAX_SAFE_INTEGER })
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const head = 'def calculate_factorial(n):';
  const body = 'return 1 if n == 0 else n * calculate_factorial(n - 1)';
  // These take the place of your models, so that this runs without a key.
  const producer = (prompt) =>
    prompt.includes('asks for a revision')
      ? `${head}\n    """Return n!."""\n    if n < 0:\n        raise ValueError(n)\n    ${body}`
      : `${head}\n    ${body}`;
  const critic = (prompt) =>
    prompt.includes('raise ValueError(n)')
      ? '{"status": "accepted", "critique": "Accepted: all requirements are satisfied.", "issues": []}'
      : '{"status": "needs_revision", "critique": "Negative input recurses without end.", "issues": ["no docstring", "no ValueError"]}';
  const stream = await reflectionCodeReviewer({ producer, critic }).stream({ input: INPUT }, { streamMode: 'updates' });
  for await (const update of stream) {
    const [[node, { final_output }]] = Object.entries(update);
    console.log(final_output === undefined ? node : `${node} ${JSON.stringify(final_output)}`);
  }
}
