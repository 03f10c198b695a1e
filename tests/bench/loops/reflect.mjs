// Ours, as a user would call it.

import { ReflectEngine } from 'reflect-engine';
import { QUESTION } from '../workload.mjs';

/** One engine, any number of runs. */
export function reflectLoop(settings) {
  const engine = new ReflectEngine(settings);
  return (model, task = {}) => engine.run({ input: QUESTION, model, ...task });
}
