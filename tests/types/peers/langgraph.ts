// What people write with LangGraph.

import { Command, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { ReflectEngine } from 'reflect-engine';
import { type GraphReview, ReflectState, reflectGraph } from 'reflect-engine/langgraph';

const graph = reflectGraph({ engine: new ReflectEngine(), task: { model: () => 'x' } });
const app = graph.compile({ checkpointer: new MemorySaver() });
const thread = { configurable: { thread_id: '1' } };
const state = await app.invoke({ input: 'q' }, thread);
const {
  output,
  accepted,
  trace,
  score,
}: { output: string; accepted: boolean; trace: { drafts: unknown[] }; score: number | undefined } = state;
const resume: GraphReview = { accepted: false, feedback: `${output} ${accepted} ${trace.drafts.length} ${score}` };
await app.invoke(new Command({ resume }), thread);
export const outer = new StateGraph(ReflectState)
  .addNode('check', graph.compile())
  .addNode('again', async ({ output }) => ({ input: output }))
  .addEdge(START, 'check')
  .addEdge('check', 'again')
  .compile();

// @ts-expect-error the class in place of an engine
reflectGraph({ engine: ReflectEngine, task: { model: () => 'x' } });
// @ts-expect-error no model
reflectGraph({ engine: new ReflectEngine(), task: {} });

// Options that may be absent, under `exactOptionalPropertyTypes`.
declare const review: boolean | undefined;
export const absent = reflectGraph({ engine: new ReflectEngine(), task: { model: () => 'x' }, review });
