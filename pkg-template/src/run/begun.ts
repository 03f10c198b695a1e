// A saved run of `ReflectEngine` as it was begun, before its inputs are played to it.

import { ReflectError } from '../error.js';
import { isPlain } from '../kind.js';
import { wasm } from '../load/index.js';
import { jsonText } from '../plain.js';
import { direct } from '../trap.js';
import type { HostedResult, Json, ReflectSettings, Step, ToolSchema } from '../types.js';
import { EngineRun, schemasOf } from './core.js';
import { memory } from './memory.js';
import type { Saved } from './snapshot.js';

/** Its settings and its task are checked anew. Throws `invalid_snapshot`, or `invalid_settings`. */
export function begunAs({ run: made, seed, key, startedMs }: Saved, runId: string | undefined): EngineRun<Step, HostedResult> {
  const { settings, task = null } = made;
  const { input: given, tools } = (isPlain(task) ? task : {}) as { input?: Json; tools?: Json };
  const input = typeof given === 'string' ? given : undefined;
  const engine = direct(() => new (wasm().ReflectEngine)(undefined).laidOver(settings as ReflectSettings));
  try {
    const bytes = input === undefined ? undefined : memory().write(input);
    const run = direct(() =>
      memory().guarded(() => engine.begin(bytes, input?.length ?? 0, task, 0, undefined, false, seed, startedMs)),
    );
    if (key !== undefined) run.setKey(key);
    const schemas = schemasOf((tools ?? []) as unknown as ToolSchema[]);
    const parts = { run, runId, startedMs, input, tools: schemas, priced: true, settings: settings as ReflectSettings };
    return new EngineRun({ ...parts, origin: () => jsonText(made) });
  } catch (error) {
    if (!(error instanceof ReflectError) || error.code !== 'invalid_task') throw error;
    throw new ReflectError('invalid_snapshot', `the task of the snapshot: ${error.message}`);
  } finally {
    engine.free();
  }
}
