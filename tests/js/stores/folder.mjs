import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What `work` gives for an empty folder, and a JSONL file's path in it; the folder is gone afterwards. */
export async function inFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), 'stores-'));
  try {
    return await work(folder, join(folder, 'evals.jsonl'));
  } finally {
    await rm(folder, { recursive: true });
  }
}
