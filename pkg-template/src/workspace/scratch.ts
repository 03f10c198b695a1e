// Folders of our own for copies that are judged. Each has the process in its name, so that the next start removes what a killed one left.

import { readlinkSync } from 'node:fs';
import { chmod, lstat, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { uncleanScratch } from './errors.js';
import { isConfiguration } from './rules.js';

const NAME = /^reflect-judged-(\d+)-(\d+)-/;

/** The process, and the system of processes that its number is in. */
function ownName(): string {
  let system = '0';
  try {
    system = /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    // Only Linux has more than one.
  }
  return `reflect-judged-${system}-${process.pid}-`;
}

/** A new folder where no file above could configure a tool. What processes left that were killed is removed first. */
export async function makeScratch(): Promise<string> {
  const faults: string[] = [];
  for (const place of new Set([tmpdir(), '/dev/shm', '/tmp', '/var/tmp'])) {
    const real = await realpath(place).catch(() => undefined);
    if (real === undefined) continue;
    await removeLeftovers(real);
    const found = await configurationAbove(real);
    if (found !== undefined) {
      faults.push(found);
      continue;
    }
    const folder = await mkdtemp(join(real, ownName())).catch((thrown: Error) => void faults.push(thrown.message));
    if (folder !== undefined) return folder;
  }
  throw uncleanScratch(faults);
}

/** Removes a folder, also where a test has taken away its own rights. */
export async function removeFolder(folder: string): Promise<void> {
  const options = { recursive: true, force: true, maxRetries: 5 };
  await rm(folder, options).catch(async () => {
    for (const path of await readdir(folder, { recursive: true }).catch(() => []))
      await chmod(join(folder, path), 0o700).catch(() => {});
    await rm(folder, options).catch(() => {});
  });
}

async function removeLeftovers(place: string): Promise<void> {
  const own = NAME.exec(ownName())?.[1];
  for (const name of await readdir(place).catch(() => [])) {
    const [, system, pid = ''] = NAME.exec(name) ?? [];
    if (system === own && !isAlive(Number(pid))) await removeFolder(join(place, name));
  }
}

/** Whether a process still runs, also one of another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** The first file at or above a folder that tools in it would read. */
async function configurationAbove(folder: string): Promise<string | undefined> {
  for (let place = folder; ; place = dirname(place)) {
    const names = await readdir(place).catch(() => []);
    const found = names.find((name) => isConfiguration(name) || ['node_modules', '.cargo', '.git'].includes(name));
    // An empty folder says nothing.
    if (found !== undefined && (await lstat(join(place, found)).catch(() => undefined)) !== undefined) return join(place, found);
    if (dirname(place) === place) return undefined;
  }
}
