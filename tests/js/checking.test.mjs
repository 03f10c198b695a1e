// Critics that check: tools of their own, quotes, names. The critics are scripts of ours.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Autopilot, Critic, ReflectEngine, tool } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing';
import { replay, traceOf } from 'reflect-engine/trace';
import { column, remembering } from './support.mjs';

const ARTICLES = Array.from({ length: 40 }, (_, at) => ({ name: `article ${at}`, price: 10 + at, said: 10 + at + (at % 2) }));

/** Reviews of one article: what is said of the draft, in the form that is asked for. */
const review = (accepts, evidence) =>
  JSON.stringify({
    score: accepts ? 9 : 3,
    issues: accepts ? [] : ['the price is wrong'],
    suggestion: '',
    needs_revision: !accepts,
    ...(evidence && { verdict: 'judged', evidence }),
  });

const priceTool = ({ name, price }) => tool({ name: 'price', execute: () => `${name}: ${price} euros` });
const askFor = { toolCalls: [{ id: 'p1', name: 'price', arguments: '{}' }] };
const results = (request) => request.messages.filter((message) => message.role === 'tool').map((message) => message.content);

/** How many wrong drafts are accepted, and right ones refused. */
async function counted(settings, criticOf) {
  const count = { wrong: 0, right: 0 };
  for (const article of ARTICLES) {
    const result = await new ReflectEngine({ maxReflections: 0, ...settings }).run({
      input: `What does ${article.name} cost?`,
      model: () => `It costs ${article.said} euros.`,
      critic: criticOf(article),
    });
    const isRight = article.said === article.price;
    if (!isRight && result.accepted) count.wrong += 1;
    if (isRight && !result.accepted) count.right += 1;
  }
  return count;
}

const looksUp = (article, evidence) => (request) => {
  const [found] = results(request);
  if (found === undefined) return askFor;
  assert.match(found, /^Tool result p1:\n\[begin (\w+)\]\n.*\n\[end \1\]/);
  const quotes = evidence === 'quotes' && [
    { quote: `costs ${article.said}`, from: 'answer', says: 'the price' },
    { quote: `${article.price} euros`, from: 'p1', says: 'the price in the table' },
  ];
  return review(found.includes(`: ${article.said} euros`), quotes);
};

test('planted prices: who only reads accepts them, who looks them up does not, and what is quoted from memory counts for nothing', async () => {
  const quotes = { advanced: { evidence: 'quotes' } };
  const memory = (article) => [
    { quote: `costs ${article.said}`, from: 'answer', says: 'the price' },
    { quote: `${article.said} euros`, from: 'p1', says: 'the price in the table' },
  ];
  const tools = (article) => [priceTool(article)];
  assert.deepEqual(await counted({}, () => () => review(true, false)), { wrong: 20, right: 0 });
  const lookup = (article) => ({ model: looksUp(article), tools: tools(article) });
  assert.deepEqual(await counted({}, lookup), { wrong: 0, right: 0 });
  const inventor = (article) => ({ model: () => review(true, memory(article)), tools: tools(article) });
  assert.deepEqual(await counted(quotes, inventor), { wrong: 0, right: 20 });
  const mends = (article) => ({
    model: (request) => (request.attempt === 1 ? review(true, memory(article)) : looksUp(article, 'quotes')(request)),
    tools: tools(article),
  });
  assert.deepEqual(await counted(quotes, mends), { wrong: 0, right: 0 });
});

test('what a critic looked up is in steps and trace, replays, and goes on from a snapshot', async () => {
  const task = () => ({
    input: 'What does a lamp cost?',
    model: scriptedModel(['15 euros.']),
    critic: { name: 'prices', model: looksUp({ said: 15, price: 12 }), tools: [priceTool({ name: 'lamp', price: 12 })] },
  });
  const engine = new ReflectEngine({ maxReflections: 0, advanced: { seed: 1 } });
  const calls = [];
  const result = await engine.run({ ...task(), onCall: ({ type, callId }) => type === 'start' && calls.push(callId) });
  assert.deepEqual(calls, ['answer-1', 'critique-1', 'tool-1.price', 'critique-1.turn-1']);
  const step = result.trace.steps.find(({ type }) => type === 'tool_result');
  assert.deepEqual([step.purpose, step.result], ['critique', 'lamp: 12 euros']);
  assert.deepEqual(result.trace.steps.find(({ type }) => type === 'reflection').judge, { name: 'prices' });
  const trace = traceOf(result);
  assert.equal(trace.calls.find(({ callId }) => callId === 'tool-1.price').request.critic, 0);
  assert.equal(trace.task.judges[0].tools[0].name, 'price');
  assert.deepEqual(JSON.parse(JSON.stringify(replay(trace))), JSON.parse(JSON.stringify(result)));
  const { critic, ...rest } = task();
  await assert.rejects(
    engine.resume(result.snapshot, { ...rest, critic: critic.model, settings: { maxReflections: 1 }, input: undefined }),
    {
      code: 'invalid_task',
      message: /`critic\.tools\.price` is missing/,
    },
  );
});

test('the judge is told with its model, alone and in a jury', async () => {
  const judge = (model) => ({ name: `the ${model}`, model: () => ({ content: review(true, false), model }) });
  const run = (critic) => new ReflectEngine().run({ input: 'q', model: () => 'a', critic });
  const alone = await run(judge('small'));
  assert.deepEqual(alone.trace.revisionHistory[0].judge, { name: 'the small', model: 'small' });
  const jury = await run([judge('small'), () => ({ content: review(true, false), model: 'large' })]);
  assert.deepEqual(column(jury.trace.jurors, 'judge'), [{ name: 'the small', model: 'small' }, { model: 'large' }]);
});

test('the critic of an autopilot looks things up, and so does one alone', async () => {
  const goal = { objective: 'Name the price.', successCriteria: ['The price is right.'] };
  const asked = [];
  const model = (request) => {
    asked.push(request.callId);
    const [found] = results(request);
    if (found === undefined) return askFor;
    const right = request.messages[1].content.includes('12 euros');
    return JSON.stringify({ criteria_met: [right], confidence: 1, suggestions: right ? [] : ['It costs 12.'], reasoning: found });
  };
  const critic = new Critic({ model, tools: [priceTool({ name: 'lamp', price: 12 })] });
  const outputs = ['15 euros', '12 euros'];
  const autopilot = new Autopilot({ model: () => outputs.shift(), goal, critic });
  const result = await autopilot.run();
  assert.deepEqual([result.output, result.acceptedBy], ['12 euros', 'critic']);
  assert.deepEqual(asked, ['critique-1', 'critique-1.turn-1', 'critique-2', 'critique-2.turn-1']);
  const review = await critic.review({ objective: goal.objective, criteria: goal.successCriteria, output: '12 euros' });
  assert.equal(review.criteriaMet[0], true);
  assert.match(review.reasoning, /lamp: 12 euros/);
  const stubborn = new Critic({ model: () => askFor, tools: critic.tools });
  const { confidence, errors } = await stubborn.review({ objective: 'o', criteria: ['c'], output: 'x' });
  assert.deepEqual([confidence, errors.at(-1).code], [0, 'max_answer_steps']);
});

test('what is wrong with a critic is refused by name', async () => {
  const run = (critic, settings) => new ReflectEngine(settings).run({ input: 'q', model: () => 'a', critic });
  const model = () => review(true, false);
  await assert.rejects(run({ model, tools: {} }), { code: 'invalid_task', message: /`critic\.tools` must be a list/ });
  await assert.rejects(run({ model, name: ' ' }), {
    code: 'invalid_task',
    message: /`critic\.name` must be a string that is not blank/,
  });
  await assert.rejects(run({ model, tool: [] }), { code: 'invalid_task', message: /`tool`.*`tools`/ });
  const twice = [priceTool({}), priceTool({})];
  await assert.rejects(run({ model, tools: twice }), {
    code: 'invalid_task',
    message: /`critic\.tools` has the name `price` twice/,
  });
  assert.throws(() => new Critic({ model, tools: 'price' }), { message: /`tools` must be a list/ });
  assert.throws(() => new ReflectEngine({ strategy: 'classic', advanced: { evidence: 'quotes' } }), {
    message: /`advanced\.evidence`/,
  });
  assert.throws(() => new ReflectEngine({ advanced: { evidence: 'quote' } }), { message: /'quotes'/ });
});

test('what a critic looks up is a step of a durable host, and is not looked up again', async () => {
  const memory = remembering();
  const host = (names) => ({ now: () => 0, run: (name, work) => names.push(name) && memory.run(name, work) });
  let looked = 0;
  const lookup = tool({ name: 'price', execute: () => `lamp: ${(looked += 1) && 12} euros` });
  const critic = { model: looksUp({ said: 12 }), tools: [lookup] };
  const run = (names) =>
    new ReflectEngine({ advanced: { seed: 1 } }).run({ input: 'q', model: () => '12 euros', critic, durable: host(names) });
  const [first, second] = [[], []];
  assert.equal((await run(first)).accepted, true);
  assert.equal((await run(second)).accepted, true);
  assert.deepEqual(second, first);
  assert.ok(first.includes('tool-1.price') && first.includes('critique-1.turn-1'), String(first));
  assert.equal(looked, 1);
});

test('behind a gate a critic looks things up, too', async () => {
  const critic = { model: looksUp({ said: 12 }), tools: [priceTool({ name: 'lamp', price: 12 })] };
  const gate = new ReflectEngine().gate({ input: 'q', critic });
  const { done, result } = await gate.submit('12 euros');
  assert.deepEqual([done, result.acceptedBy], [true, 'critic']);
  assert.equal(result.trace.steps.filter(({ purpose }) => purpose === 'critique').length, 2);
});

test('a host that drives the run is told whose tool it is, and gives neither models nor functions', () => {
  const run = new ReflectEngine().start({ input: 'q', critic: { name: 'prices', tools: [{ name: 'price' }] } });
  const calls = [];
  const poll = () => {
    for (let output = run.poll(); ; output = run.poll()) {
      if (output.type === 'call') calls.push(output.call);
      if (output.type === 'wait' || output.type === 'done') return output;
    }
  };
  poll();
  run.reply('answer-1', '12 euros');
  poll();
  run.reply('critique-1', askFor);
  poll();
  assert.deepEqual([calls.at(-2).tools[0].name, calls.at(-1).toolName, calls.at(-1).critic], ['price', 'price', 0]);
  run.free();
});
