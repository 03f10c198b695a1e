// node-llama-cpp runs GGUF files in this process. It weighs 85 MB, so it is fetched when it is first needed, not before.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const VERSION = '3.22.1';

/** Where it is kept: the checkout's target folder, which git ignores. */
const folder = fileURLToPath(new URL('../../target/node-llama-cpp/', import.meta.url));

/** The module `node-llama-cpp`, installed first if need be. */
export async function llamaModule() {
  const main = `${folder}node_modules/node-llama-cpp/dist/index.js`;
  if (!existsSync(main)) install();
  return import(pathToFileURL(main).href);
}

function install() {
  const packages = [`node-llama-cpp@${VERSION}`, `@node-llama-cpp/${binaries()}@${VERSION}`];
  console.error(`installing ${packages.join(' and ')} into ${folder}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}package.json`, '{ "private": true, "type": "module" }\n');
  // The optional packages are binaries for every other platform; the install script would compile llama.cpp.
  const arguments_ = ['install', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', ...packages];
  const { status, error } = spawnSync('npm', arguments_, {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm could not install node-llama-cpp (exit ${status})`, { cause: error });
}

/** The package with llama.cpp built for the processor of this machine. */
function binaries() {
  const { platform, arch } = process;
  if (platform === 'darwin') return arch === 'arm64' ? 'mac-arm64-metal' : 'mac-x64';
  return `${platform === 'win32' ? 'win' : 'linux'}-${arch}`;
}
