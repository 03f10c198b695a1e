import { once } from 'node:events';
import decision from 'packed:decision';
import { linesOf } from '../check/body.js';
import { DecisionReflector } from '../decision/index.js';
import { ReflectEngine } from '../engine/engine.js';
import { parseJson } from '../error.js';
import { within } from '../load/host.js';
import { ToolServer } from '../mcp/rpc.js';
import { toolsOf } from '../mcp/tools.js';
import type { Arguments } from './arguments.js';
import { modelOf } from './client.js';

/** Serves the engine as tools over standard input and output, a message a line, until the input ends. */
export async function mcp({ flags }: Arguments): Promise<number> {
  const named = (name: string | undefined) => (name === undefined ? undefined : modelOf(name, flags));
  const [model, critic] = [named(flags.model), named(flags['critic-model'])];
  const decisions = new (within(DecisionReflector, decision))({ model });
  const server = new ToolServer(toolsOf({ engine: new ReflectEngine(), model, critic, decisions }));
  const send = (message: object): void => {
    process.stdout.write(`${JSON.stringify(message)}\n`);
  };
  const answers = new Set<Promise<void>>();
  for await (const line of linesOf(process.stdin)) {
    if (line?.trim() === '') continue;
    // A client that does not read its answers is not read either.
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain').catch(() => {});
    const sent = server.answer(parseJson(line ?? ''), send).then((answer) => answer && send(answer));
    const kept: Promise<void> = sent.finally(() => answers.delete(kept));
    answers.add(kept);
  }
  server.close();
  await Promise.allSettled(answers);
  return 0;
}
