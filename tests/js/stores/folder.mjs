import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What `work` gives for an empty folder, which is gone afterwards. */
export async function inFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), 'stores-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A small disk in an empty folder, whose size and whether it may be written `remount` changes. Only root can make one. */
export function onDisk(context, size, work) {
  return inFolder(async (folder) => {
    const mount = (...options) =>
      execFileSync('mount', ['-t', 'tmpfs', '-o', options.join(), 'tmpfs', folder], { stdio: 'pipe' });
    try {
      mount(`size=${size}`);
    } catch (error) {
      context.skip(`no disk can be mounted: ${error.message.slice(0, 100)}`);
      return;
    }
    try {
      await work(folder, (...options) => mount('remount', ...options));
    } finally {
      execFileSync('umount', [folder]);
    }
  });
}
