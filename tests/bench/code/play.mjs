// One task of a pool, played under one seed as model, critic and verifier. Whoever plays it sees texts that follow from a digest of the
// code, verdicts that follow from the visible examples, and critics' words; whether the hidden tests pass is for `worth` alone.
//
// The k-th fresh draft is the same for every strategy. A revision is what that model's revisions came to: of this very draft where one is
// logged, else of a draft of this task in the same state, else of any task's. A logged one is used once in a play. What a model writes
// anew after a failure is drawn as if it had not heard of it, since no log says more.

import { createHash } from 'node:crypto';
import { numbers, shuffle } from '../../random.mjs';

/** What a verifier says of a failed draft, and a critic of one to revise: by these words a play knows what a request was told. */
const FAILS = 'of the examples pass';
const DOUBT = 'A case is left out.';
/** Of 343 joint looks of a 1.5B model, so many were an object as asked, and a list; the others left drafts out. */
const [OBJECTS, LISTS, LOOKS] = [33, 279, 343];
const PROGRAM = /program_(\w+)/g;

/** @typedef {import('./pool.mjs').Draft} Draft */

/** What the tasks of a pool have in common. @param {import('./pool.mjs').Task[]} tasks */
export function common(tasks) {
  return {
    revisions: grouped(
      tasks.flatMap(({ revisions }) => revisions),
      ({ told, parent }) => stateOf(parent, told),
    ),
    critiques: grouped(
      tasks.flatMap(({ critiques }) => critiques),
      (critique) => outcomeOf(critique, critique.toldExamples),
    ),
  };
}

/** The text of a draft: of its code's digest, and of nothing else. */
export function textOf({ code }) {
  return `def solution(*given):\n    return program_${code}(*given)\n`;
}

/** What the visible examples say of a draft. */
export function verdictOf({ code, examples, outputs = code, fault = `the first that fails returned ${outputs}` }) {
  if (examples === 1) return { passed: true, score: 1 };
  return { passed: false, score: examples, issues: [`${Math.round(examples * 100)} % ${FAILS}; ${fault}.`] };
}

/**
 * @param {import('./pool.mjs').Task} task
 * @param {ReturnType<typeof common>} pool
 * @param {number} seed
 */
export function play(task, pool, seed) {
  const luck = (...name) =>
    numbers(
      createHash('sha256')
        .update([task.task, seed, ...name].join(' '))
        .digest()
        .readInt32LE(),
    );
  const order = shuffle(task.fresh, luck('fresh'));
  /** @type {Map<string, Draft>} */
  const drafts = new Map();
  const used = new Set();
  const tally = { calls: 0, tokens: 0, looksAtFailed: 0 };
  let [written, revised, looks] = [0, 0, 0];

  const keep = (draft) => {
    if (!drafts.has(draft.code)) drafts.set(draft.code, draft);
    tally.tokens += draft.tokens ?? 0;
    return textOf(draft);
  };
  const shown = (text) => [...text.matchAll(PROGRAM)].flatMap(([, code]) => drafts.get(code) ?? []);

  const fresh = () => keep(order[written++ % order.length]);

  function revise(parent, told) {
    // A pool that has none told in just this way has those that were told of the examples.
    const state = pool.revisions.has(stateOf(parent, told)) ? stateOf(parent, told) : stateOf(parent, 'examples');
    revised += 1;
    const alike = task.revisions.filter((one) => stateOf(one.parent, one.told) === state && !used.has(one));
    const own = alike.filter((one) => one.parent.code === parent.code);
    const logged = own.length > 0 ? own : alike;
    const chance = luck('revision', parent.code, told, revised);
    if (logged.length > 0) {
      const one = logged[Math.floor(chance() * logged.length)];
      used.add(one);
      return keep(one.code === one.parent.code ? parent : one);
    }
    const others = pool.revisions.get(state) ?? [];
    const one = others[Math.floor(chance() * others.length)];
    if (one === undefined || one.code === one.parent.code) return keep(parent);
    const change = Math.sign(one.examples - one.parent.examples);
    const examples =
      one.examples === 1 ? 1 : change > 0 ? (parent.examples + 1) / 2 : change < 0 ? parent.examples / 2 : parent.examples;
    return keep({ code: `${parent.code}r${revised}`, examples, hidden: one.hidden, tokens: one.tokens });
  }

  function critique(draft, toldExamples) {
    looks += 1;
    const own = task.critiques.filter((one) => one.code === draft.code && one.toldExamples === toldExamples);
    const logged = own.length > 0 ? own : (pool.critiques.get(outcomeOf(draft, toldExamples)) ?? []);
    return logged[Math.floor(luck('critique', draft.code, looks)() * logged.length)];
  }

  function look(text) {
    const seen = shown(text);
    if (seen.some(({ examples }) => examples < 1)) tally.looksAtFailed += 1;
    const forms = seen.map((draft) => formOf(critique(draft, text.includes(FAILS))));
    if (seen.length === 1) return forms[0] === undefined ? 'I would rather not say.' : JSON.stringify(forms[0]);
    const entries = forms.map((form, at) => ({ draft: at + 1, ...form }));
    const shape = luck('joint', looks)() * LOOKS;
    if (shape < OBJECTS) return JSON.stringify({ drafts: entries });
    return JSON.stringify(shape < OBJECTS + LISTS ? entries : entries.slice(1));
  }

  function reply({ messages }) {
    const parent = messages.findLast(({ role, content }) => role === 'assistant' && shown(wordsOf(content)).length > 0);
    if (parent === undefined) return fresh();
    const words = messages.slice(messages.indexOf(parent) + 1).map(({ content }) => wordsOf(content));
    const request = words.join('\n');
    const parts = [
      request.includes(FAILS) && 'examples',
      /Score: \d/.test(request) || request.includes(DOUBT) ? 'critic' : false,
    ];
    return revise(shown(wordsOf(parent.content)).at(-1), parts.filter(Boolean).join(' and ') || 'critic');
  }

  return {
    tally,
    input: `Write ${task.task}.`,
    /** @param {object} request as the engine makes it */
    model(request) {
      tally.calls += 1;
      if (request.purpose === 'critique') return look(wordsOf(request.messages.findLast(({ role }) => role === 'user').content));
      const contents = Array.from({ length: request.n ?? 1 }, () => reply(request));
      return contents.length === 1 ? contents[0] : { contents };
    },
    verifier: (text) => verdictOf(shown(text)[0]),
    /** What programs of a draft return on inputs that need no right answers; nothing where the log does not say. */
    answer: (text) => shown(text)[0]?.outputs,
    /** Whether the hidden tests pass. Nobody who plays may ask. */
    worth: (text) => shown(text)[0]?.hidden === true,
  };
}

/** The state of a draft to revise: of a draft that passes, all that is told is a critic's. */
function stateOf(draft, told) {
  return draft.examples === 1 ? `passes ${draft.hidden}` : `fails ${draft.hidden} ${told}`;
}

function outcomeOf(draft, toldExamples) {
  return `${draft.examples === 1} ${draft.hidden} ${toldExamples}`;
}

/** A critique as its model wrote it; nothing for one that could not be read. */
function formOf(critique) {
  if (critique?.status !== 'accepted' && critique?.status !== 'needs_revision') return undefined;
  const revise = critique.status === 'needs_revision';
  const score = critique.score === null ? {} : { score: critique.score };
  return { ...score, issues: revise ? [DOUBT] : [], suggestion: '', needs_revision: revise };
}

function wordsOf(content) {
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');
}

function grouped(all, keyOf) {
  const groups = new Map();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}
