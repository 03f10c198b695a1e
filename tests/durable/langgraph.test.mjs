// `onLangGraph` in a real graph with a PostgresSaver: a node that runs again asks nobody again. Kills are in kills.test.mjs.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Annotation, Command, interrupt, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import { ReflectEngine } from 'reflect-engine';
import { onLangGraph } from 'reflect-engine/langgraph';
import { scriptedModel } from 'reflect-engine/testing';
import { PostgresServer } from '../js/stores/server.mjs';
import { accept, reject } from '../js/support.mjs';

let database;
let checkpointer;
before(async () => {
  database = await PostgresServer.start();
  checkpointer = PostgresSaver.fromConnString(database.url('postgres'));
  await checkpointer.setup();
});
after(async () => {
  await checkpointer?.end();
  await database?.stop();
});

/** A graph of one node, and how it is invoked. */
function graphOf(thread, work, saver = checkpointer) {
  const graph = new StateGraph(Annotation.Root({ input: Annotation(), result: Annotation() }))
    .addNode('work', async ({ input }, config) => ({ result: await work(input, await onLangGraph(config)) }))
    .addEdge(START, 'work')
    .compile({ checkpointer: saver });
  return (given) => graph.invoke(given, { configurable: { thread_id: thread }, durability: 'sync' });
}

const engine = new ReflectEngine({ maxReflections: 0 });

test('a person is asked in the node of the run, which runs again and pays no call twice', async () => {
  const model = scriptedModel(['One.', reject(), 'Two.', accept()]);
  let times = 0;
  const invoke = graphOf('person', async (input, durable) => {
    times += 1;
    const first = await engine.run({ input, model, ...durable });
    const review = interrupt(first.output);
    const { status, output } = await engine.resume(first.snapshot, { model, review, ...durable });
    return { status, output };
  });
  const { __interrupt__: asked } = await invoke({ input: 'Count.' });
  assert.deepEqual([asked[0].value, model.requests.length], ['One.', 2]);
  const { result } = await invoke(new Command({ resume: { accepted: false, feedback: 'Count on.' } }));
  assert.deepEqual(result, { status: 'ok', output: 'Two.' });
  assert.deepEqual([times, model.requests.length], [2, 4]);
  assert.match(JSON.stringify(model.requests[2].messages), /Count on\./);
});

test('a call that fails for good fails the graph, which goes on from there', async () => {
  let isDown = true;
  const asked = [];
  const model = async ({ callId, purpose }) => {
    asked.push(callId);
    if (purpose !== 'critique') return 'Blue.';
    if (isDown) throw new Error('the model is down');
    return accept();
  };
  const invoke = graphOf('down', async (input, durable) => (await engine.run({ input, model, ...durable })).status);
  await assert.rejects(invoke({ input: 'Why?' }), /the model is down/);
  assert.deepEqual(asked, ['answer-1', ...Array(4).fill('critique-1')]);
  isDown = false;
  assert.equal((await invoke(null)).result, 'ok');
  assert.deepEqual(asked.slice(5), ['critique-1']);
});

test('under other settings a node that runs again is refused by name', async () => {
  let settings = { maxReflections: 0 };
  const model = scriptedModel(['One.', reject()]);
  const invoke = graphOf('other', async (input, durable) => {
    const { output } = await new ReflectEngine(settings).run({ input, model, ...durable });
    return interrupt(output);
  });
  await invoke({ input: 'Count.' });
  settings = { maxReflections: 2 };
  await assert.rejects(invoke(new Command({ resume: true })), /step answer-1 was made for another task, or under other settings/);
  assert.equal(model.requests.length, 2);
});

test('where the checkpointer lost an answer, what was said of it is asked again: a draft is accepted for its own sake', async () => {
  class Lossy extends MemorySaver {
    putWrites(config, writes, id) {
      const isLost = JSON.stringify(writes).includes('One.') && !this.lost;
      if (isLost) this.lost = true;
      return isLost ? Promise.resolve() : super.putWrites(config, writes, id);
    }
  }
  const model = scriptedModel(['One.', accept(), 'Two.', reject()]);
  const work = async (input, durable) => {
    const { output, status } = await engine.run({ input, model, ...durable });
    return interrupt({ output, status });
  };
  const invoke = graphOf('lost', work, new Lossy());
  const asked = async (given) => (await invoke(given)).__interrupt__[0].value;
  assert.deepEqual(await asked({ input: 'Count.' }), { output: 'One.', status: 'ok' });
  assert.deepEqual(await asked(null), { output: 'Two.', status: 'needs_review' });
  assert.deepEqual(await asked(null), { output: 'Two.', status: 'needs_review' });
  assert.equal(model.requests.length, 4);
});
