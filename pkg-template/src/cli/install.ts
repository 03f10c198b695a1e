// `gate --install`: the hook in the user's settings of Claude Code, and a copy of the program where an agent does not work.

import { cp, mkdir, readFile, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isObject } from '../check/kind.js';
import type { Json } from '../types.js';
import type { Arguments } from './arguments.js';
import { unreadableFile, type WrongUse, wrongHooks, wrongProject } from './errors.js';
import { openRounds } from './keep-best.js';
import { jsonIn, readText, write } from './run.js';
import { note, print } from './screen.js';
import { BEGINS, doubtsOf, ownFolder } from './sealed.js';

/** Seconds that the hook may take: without it, Claude Code ends a hook after a minute. */
const TIMEOUT = 600;

/** Writes the hook for this project, in place of the one that an earlier call wrote. Settings that are broken are refused, and stay. */
export async function installGate(args: Arguments): Promise<number> {
  const { flags, lists, strict, 'keep-best': keepBest } = args;
  const folder = ownFolder();
  const settings = join(dirname(folder), 'settings.json');
  const project = await realpath(flags.project ?? '.').catch((thrown: unknown) => {
    throw wrongProject(thrown);
  });
  const program = join(folder, 'program');
  // The agent could change the criteria in its workspace.
  const criteria = join(folder, `criteria${project.replace(/[^\p{L}\p{N}]+/gu, '-')}.txt`);
  const begins = `${quoted(join(program, 'dist/cli/index.js'))} gate --project ${quoted(project)} `;
  // Relative paths are of the folder of this call, and a hook may be run in another one.
  const places = Object.fromEntries(
    ['hidden', 'certificate'].flatMap((name) => (flags[name] ? [[name, resolve(flags[name])]] : [])),
  );
  const own = { ...flags, ...places, project: undefined, ...(flags.criteria && { criteria }) };
  const given = [...Object.entries(own), ...Object.entries(lists)];
  const words = given.flatMap(([name, values]) => [values ?? []].flat().map((value) => `--${name} ${quoted(value)}`));
  const toggles = [...(strict ? ['--strict'] : []), ...(keepBest ? ['--keep-best'] : [])];
  const command = [quoted(process.execPath), `${begins}${[...words, ...toggles].join(' ')}`].join(' ');
  const begun = lists.work === undefined && lists.seal === undefined && !keepBest ? [] : BEGINS;
  const events = [...begun, ...(flags.before === undefined ? [] : ['PreToolUse']), 'Stop'];
  if (keepBest) await openRounds(project, note);
  const merged = withHooks(
    await settingsIn(settings),
    settings,
    { type: 'command', command, timeout: TIMEOUT },
    { begins, events },
  );

  await mkdir(folder, { recursive: true });
  await cp(fileURLToPath(new URL('../..', import.meta.url)), `${program}.new`, { recursive: true, dereference: true });
  await rm(program, { recursive: true, force: true });
  await rename(`${program}.new`, program);
  if (flags.criteria !== undefined) await write(criteria, await readText(flags.criteria));
  await write(settings, `${JSON.stringify(merged, undefined, 2)}\n`);
  for (const doubt of await doubtsOf(args, project)) note(doubt);
  note(`agents in ${project} are judged before they stop, from their next session on`);
  print(settings);
  return 0;
}

async function settingsIn(file: string): Promise<Json> {
  const text = await readFile(file, 'utf8').catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return '{}';
    throw unreadableFile(file, thrown);
  });
  return jsonIn(text, file) as Json;
}

/** The settings with this hook at these events. Another one whose command has these words leaves; all else stays as it is. */
function withHooks(settings: Json, file: string, hook: Json, { begins, events }: { begins: string; events: string[] }): Json {
  const wrong = (what: string, value: unknown): WrongUse => wrongHooks(file, what, value);
  if (!isObject(settings)) throw wrong('settings must be an object', settings);
  const { hooks = {} } = settings;
  if (!isObject(hooks)) throw wrong('`hooks` must be an object', hooks);
  const isOther = (one: Json): boolean => !(isObject(one) && String(one.command).includes(begins));
  const all = [...BEGINS, 'PreToolUse', 'Stop'].map((event) => {
    const { [event]: groups = [] } = hooks;
    if (!Array.isArray(groups)) throw wrong(`\`hooks.${event}\` must be a list`, groups);
    const others = groups.flatMap((group) => {
      if (!isObject(group) || !Array.isArray(group.hooks) || group.hooks.every(isOther)) return [group];
      const left = group.hooks.filter(isOther);
      return left.length === 0 ? [] : [{ ...group, hooks: left }];
    });
    return [event, events.includes(event) ? [...others, { hooks: [hook] }] : others] as const;
  });
  const left = all.filter(([event, groups]) => groups.length > 0 || hooks[event] !== undefined);
  return { ...settings, hooks: { ...hooks, ...Object.fromEntries(left) } };
}

/** A word for a shell, whatever is in it. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
