// A command of the user's as a verifier.

import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Verifier } from '../types.js';

/** Characters of what a command printed that the next revision is shown: the last ones. */
const SHOWN = 1_800;

/** Passes where the command succeeds. The draft is a file, whose path it finds in `REFLECT_DRAFT`; it is not given the key. */
export function commandVerifier(command: string): Verifier {
  return async (draft, { signal }) => {
    const folder = await mkdtemp(join(tmpdir(), 'reflect-'));
    try {
      const file = join(folder, 'draft.txt');
      await writeFile(file, draft);
      const { code, printed } = await ran(command, file, signal);
      // Of a shell: the command cannot be run, or is not there.
      if (code === 126 || code === 127) throw new Error(`\`${command}\` cannot be run: ${printed.trim()}`);
      return code === 0 || `\`${command}\` failed (${code ?? 'ended by a signal'}):\n${printed.trim().slice(-SHOWN)}`;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

function ran(command: string, file: string, signal: AbortSignal): Promise<{ code: number | null; printed: string }> {
  const { OPENAI_API_KEY: _, ...env } = process.env;
  const own = process.platform !== 'win32';
  // The run may have ended while the file was written.
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    // In a group of its own: what the shell began ends with it.
    const child = spawn(command, {
      shell: true,
      env: { ...env, REFLECT_DRAFT: file },
      detached: own,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    const keep = (bytes: Buffer): void => {
      printed = (printed + bytes.toString()).slice(-4 * SHOWN);
    };
    const stop = (): void => {
      try {
        if (child.pid !== undefined) process.kill(own ? -child.pid : child.pid, 'SIGKILL');
      } catch {
        // All of the group has ended. What left it may still hold the output.
      }
      child.stdout.destroy();
      child.stderr.destroy();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    signal.addEventListener('abort', stop, { once: true });
    child.on('error', reject);
    child.on('close', (code) => {
      signal.removeEventListener('abort', stop);
      resolve({ code, printed });
    });
  });
}
