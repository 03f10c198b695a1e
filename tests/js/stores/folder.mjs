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
