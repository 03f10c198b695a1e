// `cargo xtask bench peers`: what a judge that misbehaves leads to, in loops of others and in this one. One task, one server on this machine
// (peers/server.mjs) and the real packages, as their own pages use them (peers/ways.mjs, peers/ways.py).
//
//   node peers.mjs [--python] [--only NAME,NAME]
//
// `--python` also plays the libraries for Python, which it installs into target/peers (256 MB, once).

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { table } from './items/report.mjs';
import { GOOD, SCENARIOS, startServer } from './peers/server.mjs';
import { WAYS } from './peers/ways.mjs';
import { chosen } from './table.mjs';

/**
 * Seconds after which a run whose judge hangs is aborted, after which any other one is, for which a run is waited for after that, and that
 * Python may take to import a library on a busy machine.
 */
const [ABORT, LONGEST, PATIENCE, IMPORT] = [1, 30, 10, 60];
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const python = { folder: here('../../target/peers/'), program: here('../../target/peers/bin/python') };

const { values } = parseArgs({ options: { python: { type: 'boolean' }, only: { type: 'string' } } });
const ways = { ...WAYS, ...(values.python && pythonWays()) };
const names = chosen(ways, values.only);
const server = await startServer();
const rows = [];
for (const [scenario, { judgeHangs = false }] of Object.entries(SCENARIOS)) {
  const cells = [];
  for (const name of names) {
    const path = `${scenario}|${name}`;
    const outcome = await played(ways[name], server.urlOf(path), judgeHangs ? ABORT : LONGEST);
    const { writer, judge } = server.calls(path);
    cells.push(`${wordsOf(outcome)} (${writer} + ${judge})`);
    console.error(`${scenario}; ${name}: ${cells.at(-1)}`, outcome.error ?? '');
  }
  rows.push([scenario, ...cells]);
}
server.close();
console.log(names.map((name) => `${name}: ${ways[name].version ?? versionOf(ways[name].packageName)}`).join('\n'));
console.log(
  `\n${table([['', ...names], ...rows])}\n\nIn brackets: calls of the writer + of the judge. Not back: ${PATIENCE} s after the abort`,
);
// A run that hangs would hold the process.
process.exit();

/** What a run came to: what it gave, the error that it threw and the text that this carries, or that it is not back. */
async function played({ run, importSeconds = 0 }, url, seconds) {
  const late = new Promise((resolve) =>
    setTimeout(resolve, (importSeconds + seconds + PATIENCE) * 1_000, { late: true }).unref(),
  );
  const outcome = run(url, AbortSignal.timeout(seconds * 1_000), seconds).catch((error) => ({
    error: `${error}`,
    output: error?.result?.output,
  }));
  return Promise.race([outcome, late]);
}

function wordsOf({ late, error, output, accepted, warnings = [] }) {
  if (late) return 'not back';
  if (error !== undefined) return output === undefined ? 'throws, the draft is lost' : 'throws, with the draft';
  if (output === undefined || output === '') return 'no text';
  const text = output.includes(GOOD) ? 'a good draft' : 'a bad draft';
  if (accepted === undefined) return `${text}, says nothing`;
  if (!accepted) return `${text}, not accepted`;
  return warnings.length === 0 ? `accepts ${text}` : `accepts ${text}, warns: ${warnings.join()}`;
}

function versionOf(packageName) {
  return `${packageName} ${JSON.parse(readFileSync(here(`peers/node_modules/${packageName}/package.json`), 'utf8')).version}`;
}

/** The libraries for Python, installed where they are not. */
function pythonWays() {
  if (!existsSync(python.program)) install('python3', ['-m', 'venv', python.folder]);
  install(python.program, [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '-r',
    here('peers/requirements.txt'),
  ]);
  const pinned = readFileSync(here('peers/requirements.txt'), 'utf8');
  const wayOf = (name, version) => ({
    version: version.exec(pinned)[0],
    importSeconds: IMPORT,
    run: (url, _, seconds) => ask(name, url, seconds),
  });
  return {
    'deepagents, rubric': wayOf('deepagents', /deepagents.*/),
    'Pydantic AI, validator': wayOf('pydantic_ai', /pydantic.*/),
  };
}

function install(program, args) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`, { cause: error });
}

async function ask(name, url, seconds) {
  const child = spawn(python.program, [here('peers/ways.py'), name, url, `${seconds}`], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'close');
  const printed = await text(child.stdout);
  await ended;
  const { error, output, accepted } = JSON.parse(printed);
  if (error !== undefined) throw new Error(error);
  return { output, accepted: accepted ?? undefined };
}
