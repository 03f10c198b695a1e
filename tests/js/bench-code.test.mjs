// The pools that `cargo xtask bench code` plays: nobody who plays sees a hidden test, and a seed plays the same again.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { findings, live, passes, tasks } from '../bench/code/live.mjs';
import { common, play } from '../bench/code/play.mjs';
import { mending, stubborn } from '../bench/code/pool.mjs';
import { unlearned, ways } from '../bench/code/ways.mjs';
import { chosen } from '../bench/table.mjs';

const SEED = 5;

test('`--only` can name every way', () => {
  const names = Object.keys(ways);
  assert.deepEqual(chosen(ways, names.join()), names);
});

/** Every text that goes to and fro while a way answers the tasks, and whether the hidden tests pass in the end. */
async function traced(tasks, way, seed) {
  const pool = common(tasks);
  const [words, worth] = [[], []];
  const answer = unlearned()[way];
  for (const task of tasks) {
    const one = play(task, pool, seed);
    const model = (request) => {
      const reply = one.model(request);
      words.push(
        request.messages.map(({ content }) => content),
        reply,
      );
      return reply;
    };
    const verifier = (draft) => {
      words.push(one.verifier(draft));
      return words.at(-1);
    };
    const { output } = await answer({ ...one, model, verifier }, seed);
    words.push(output);
    worth.push(one.worth(output));
  }
  return { words, worth };
}

/** The same pool with each hidden test turned round. */
function turned(tasks) {
  return JSON.parse(JSON.stringify(tasks), (key, value) => (key === 'hidden' ? !value : value));
}

for (const way of Object.keys(ways)) {
  test(`${way} sees nothing of the hidden tests`, async () => {
    const tasks = [...stubborn().slice(0, 6), ...mending().slice(0, 2)];
    const [as, other] = [await traced(tasks, way, SEED), await traced(turned(tasks), way, SEED)];
    assert.deepEqual(other.words, as.words);
    assert.deepEqual(
      other.worth,
      as.worth.map((right) => !right),
    );
  });
}

test('a seed plays the same again, and another seed other drafts', async () => {
  const tasks = stubborn().slice(0, 6);
  const drawn = async (seed) => (await traced(tasks, 'six calls with a critic', seed)).words;
  assert.deepEqual(await drawn(SEED), await drawn(SEED));
  assert.notDeepEqual(await drawn(SEED), await drawn(SEED + 1));
});

const ASK = { purpose: 'answer', messages: [{ role: 'user', content: 'Write it.' }] };
const revising = (draft, fault) => ({
  purpose: 'revision',
  messages: [...ASK.messages, { role: 'assistant', content: draft }, { role: 'user', content: fault }],
});

test('every way begins with the same draft, and no draft of a task comes twice', async () => {
  const [task] = stubborn();
  const pool = common([task]);
  const one = play(task, pool, SEED);
  const drafts = task.fresh.map(() => one.model(ASK));
  assert.equal(new Set(drafts).size, task.fresh.length);
  assert.equal(play(task, pool, SEED).model({ ...ASK, n: 2 }).contents[0], drafts[0]);
});

test('a revision is one that was logged of that draft, then one of the state', () => {
  const draft = (code, hidden = false) => ({ code, examples: hidden ? 1 : 0, hidden });
  const own = { told: 'examples', parent: draft('a'), ...draft('b', true) };
  const others = { told: 'examples', parent: draft('x'), ...draft('x') };
  const task = { task: 't', fresh: [draft('a')], revisions: [own], critiques: [] };
  const one = play(task, common([task, { ...task, task: 'u', revisions: [others, others] }]), SEED);
  const first = one.model(ASK);
  const [fault] = one.verifier(first).issues;
  const revised = one.model(revising(first, fault));
  assert.equal(one.worth(revised), true);
  assert.notEqual(revised, first);
  const later = Array.from({ length: 30 }, () => one.model(revising(first, fault)));
  const same = later.filter((text) => text === first).length;
  assert.ok(same > 10 && same < 30, `${same} of 30, where two of three logged ones are the same code`);
});

test('where revisions work the repair loop solves what no fresh draft does, and so does each strategy', async () => {
  const solved = async (way) => (await traced(mending().slice(0, 4), way, SEED)).worth.filter(Boolean).length;
  assert.deepEqual([await solved('fifteen lines'), await solved('repair loop')], [0, 4]);
  for (const way of ['six calls with a critic', 'keep-best', 'best-of-n 5']) assert.equal(await solved(way), 4, way);
});

for (const task of tasks) {
  test(`${task.name} can be solved, and hasty code fails it`, async () => {
    const code = (solution) => `\`\`\`js\nconst ${task.name.split('(')[0]} = ${solution};\n\`\`\``;
    assert.ok(task.examples.length > 0 && task.hidden.length > 1);
    const calls = [...task.examples, ...task.hidden];
    const found = await findings(task, code(task.right), calls);
    assert.deepEqual([found.length, found.filter(({ passed }) => !passed)], [calls.length, []]);
    assert.equal(await passes(task, code(task.wrong), task.hidden), false);
  });
}

test('a live task shows its examples and none of its hidden tests, and tells what fails', async () => {
  const [task] = tasks;
  const draft = 'function chunk(list) { return [list]; }';
  const one = live(task, () => ({ content: draft }), SEED);
  assert.ok(one.input.includes('chunk([1,2,3],2)') === false && one.input.includes('chunk([1,2,3], 2) returns [[1,2],[3]]'));
  for (const [given] of task.hidden) assert.ok(!one.input.includes(JSON.stringify(given[0])));
  const { passed, score, issues } = await one.verifier(draft);
  assert.deepEqual([passed, score], [false, 0]);
  assert.match(issues[0], /must return \[\[1,2\],\[3,4\]\], but it returned \[\[1,2,3,4\]\]/);
  const { accepted } = await ways['fifteen lines'](one, SEED);
  assert.deepEqual([accepted, one.tally.calls], [false, 6]);
  assert.deepEqual([await one.worth(draft), await one.worth('I cannot.')], [false, false]);
});
