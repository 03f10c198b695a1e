// A command of the user's as a verifier.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Verifier } from '../types.js';
import { blankCheck, missingDefault, unimportedCheck, unknownCommand } from './errors.js';

/** Characters of what a command printed that the next revision is shown: the last ones. */
const SHOWN = 1_800;

interface CommandOptions {
  task?: object | undefined;
  place?: string | undefined;
  seconds?: number | undefined;
  named?: string | undefined;
}

/**
 * Passes where the command succeeds. The draft is a file, whose path it finds in `REFLECT_DRAFT` or the variable `named`, and so is the line
 * of a task list, in `REFLECT_TASK`; it is not given the key. `place` is the folder that it runs in: the process's own, where it is not
 * given. A command that takes longer than `seconds` fails.
 */
export function commandVerifier(
  command: string,
  { task, place, seconds, named = 'REFLECT_DRAFT' }: CommandOptions = {},
): (draft: string, context: { readonly signal: AbortSignal }) => Promise<true | string> {
  return async (draft, { signal }) => {
    const folder = await mkdtemp(join(tmpdir(), 'reflect-'));
    try {
      const [file, about] = [join(folder, 'draft.txt'), join(folder, 'task.json')];
      const files = { [named]: file, ...(task && { REFLECT_TASK: about }) };
      await writeFile(file, draft);
      if (task !== undefined) await writeFile(about, JSON.stringify(task));
      const limit = seconds === undefined ? undefined : AbortSignal.timeout(seconds * 1_000);
      const either = limit === undefined ? signal : AbortSignal.any([signal, limit]);
      const { code, printed } = await outcomeOf(command, files, place, either);
      if (limit?.aborted && !signal.aborted)
        return `\`${command}\` had not ended after ${seconds} seconds:\n${printed.trim().slice(-SHOWN)}`;
      // The codes of a shell for a command that cannot be run or found.
      if (code === 126 || code === 127) throw unknownCommand(command, printed);
      return code === 0 || `\`${command}\` failed (${code ?? 'ended by a signal'}):\n${printed.trim().slice(-SHOWN)}`;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

/** A check for each task: of a command, or of the function that a JavaScript file exports by default. */
export async function checkIn(text: string | undefined): Promise<((task: object) => Verifier) | undefined> {
  if (text === undefined) return undefined;
  if (text.trim() === '') throw blankCheck();
  if (!/^\S+\.[cm]?js$/.test(text)) return (task) => commandVerifier(text, { task });
  const { default: check } = (await import(pathToFileURL(resolve(text)).href).catch((thrown: unknown) => {
    throw unimportedCheck(text, thrown);
  })) as { default?: unknown };
  if (typeof check !== 'function') throw missingDefault(text);
  return (task) =>
    (draft, { signal }) =>
      check(draft, { task, signal });
}

async function outcomeOf(
  command: string,
  files: object,
  place: string | undefined,
  signal: AbortSignal,
): Promise<{ code: number | null; printed: string }> {
  const { OPENAI_API_KEY: _, ...env } = process.env;
  // In a group of its own: what the shell began ends with it.
  const isGroup = process.platform !== 'win32';
  // The run may have ended while the file was written.
  signal.throwIfAborted();
  const child = spawn(command, {
    shell: true,
    cwd: place,
    env: { ...env, ...files },
    detached: isGroup,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const stop = (): void => {
    try {
      if (child.pid !== undefined) process.kill(isGroup ? -child.pid : child.pid, 'SIGKILL');
    } catch {
      // The group has ended. A process that left it may still hold the output.
    }
    child.stdout.destroy();
    child.stderr.destroy();
  };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      printed = (printed + bytes.toString()).slice(-4 * SHOWN);
    });
  signal.addEventListener('abort', stop, { once: true });
  const [code] = await once(child, 'close').finally(() => signal.removeEventListener('abort', stop));
  return { code, printed };
}
