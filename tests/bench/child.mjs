// Runs a script of this folder in a process of its own and returns what it wrote, as JSON.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** @param node another Node than this one */
export async function child(script, args = [], { node = process.execPath, flags = [] } = {}) {
  const path = fileURLToPath(new URL(`./${script}`, import.meta.url));
  const { stdout } = await promisify(execFile)(node, [...flags, path, ...args.map(String)], { maxBuffer: 1e8 });
  return JSON.parse(stdout);
}
