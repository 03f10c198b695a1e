// A saved run of `ReflectEngine` as it was begun, before its inputs are played to it.

import { ReflectError } from '../error.js';
import { isPlain } from '../kind.js';
import { wasm } from '../load/index.js';
import { jsonText } from '../plain.js';
import { direct } from '../trap.js';
import type { HostedResult, Json, ReflectSettings, Step, ToolSchema } from '../types.js';
import { begun, type EngineRun } from './engine.js';
import type { Saved } from './snapshot.js';

/** Its settings and its task are checked anew. Throws `invalid_snapshot`, or `invalid_settings`. */
export function begunAs({ run: made, seed, key, startedMs }: Saved, runId: string | undefined): EngineRun<Step, HostedResult> {
  const settings = made.settings as ReflectSettings;
  const { task = null } = made;
  const { input, tools } = (isPlain(task) ? task : {}) as { input?: Json; tools?: Json };
  const text = typeof input === 'string' ? input : undefined;
  const schemas = (tools ?? []) as unknown as ToolSchema[];
  const wire = { input: text, rest: task, critics: 0, verifiers: [], usable: false, tools: schemas };
  const engine = direct(() => new (wasm().ReflectEngine)(undefined).laidOver(settings));
  try {
    return begun(engine, wire, seed, { runId, key, startedMs, priced: true, settings, origin: () => jsonText(made) });
  } catch (error) {
    if (!(error instanceof ReflectError) || error.code !== 'invalid_task') throw error;
    throw new ReflectError('invalid_snapshot', `the task of the snapshot: ${error.message}`);
  } finally {
    engine.free();
  }
}
