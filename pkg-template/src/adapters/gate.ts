// What adapters on the gate are given.

import { isPlain } from '../check/kind.js';
import type { ReflectEngine } from '../engine/engine.js';
import type { GateTask } from '../engine/gate.js';
import { checkHost } from './check.js';

export interface GatedOptions {
  engine: ReflectEngine;
  /** Who judges: a critic, verifiers, criteria, settings. */
  task: Omit<GateTask, 'input' | 'signal'>;
}

/** What a gate gives a run itself, or has not. */
const GIVEN = 'input model tools signal draft onDraft durable usable answer';

/** Refuses what no gate takes. */
export function checkGate(of: string, options: GatedOptions, kinds: Readonly<Record<string, string>> = {}): void {
  const { task } = options ?? {};
  checkHost(of, { ...options, ...(isPlain(task) && { task: asRun(task) }) }, kinds, GIVEN);
  options.engine.checkGate(task ?? {});
}

/** Of a run `criteria` are a setting. */
function asRun({ criteria, ...task }: Partial<GateTask>): object {
  return { ...task, settings: { ...task.settings, ...(criteria && { criteria }) } };
}
