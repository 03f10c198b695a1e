// The sealed check of the command `gate`: where seals are kept, and who judges by them.

import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { traceOf } from '../trace/trace.js';
import type { Check, Json, ReflectResult } from '../types.js';
import { certify, writeCertificate } from '../workspace/certificate.js';
import { checkOf, checkSealedOptions, type Judgement, type SealedCheckOptions, sealedCommit } from '../workspace/check.js';
import { findSeal, keepSeal, type SealStore } from '../workspace/record.js';
import { matchGlobs } from '../workspace/rules.js';
import { makeScratch, removeFolder } from '../workspace/scratch.js';
import { findPlace, listWorkspace, sealCommit, sealFolder } from '../workspace/seal.js';
import type { Arguments } from './arguments.js';
import { missingWork, unverifiedSeal, workBesideSeal } from './errors.js';
import { write } from './run.js';

/** Events of hooks at which what is there is still the user's. */
export const BEGINS: readonly string[] = ['SessionStart', 'UserPromptSubmit'];

export interface SealedJudge {
  verify: Check;
  /** What a person wants to know of the last judgement. */
  notes(): string[];
  /** Writes what was judged, where `--certificate` names a file. */
  certify(result: ReflectResult | undefined): Promise<void>;
}

/** Whether the command is to run in a clean copy. Refuses flags that need it, and globs that could match nothing. */
export function checkSealedFlags({ flags, lists, strict }: Arguments): boolean {
  const { verify, prepare, base, hidden, certificate } = flags;
  if (lists.work === undefined && lists.seal === undefined) {
    const needs = { prepare, base, hidden, certificate, allow: lists.allow, env: lists.env, strict: strict || undefined };
    const [name] = Object.entries(needs).find(([, value]) => value !== undefined) ?? [];
    if (name !== undefined) throw missingWork(name);
    return false;
  }
  if (lists.work !== undefined && lists.seal !== undefined) throw workBesideSeal();
  if (verify === undefined) throw unverifiedSeal();
  checkSealedOptions({ verify, prepare, base, hidden, strict, ...lists } as SealedCheckOptions);
  return true;
}

/** What may be wrong with these flags, though nothing refuses it: else an agent would meet it first. */
export async function doubtsOf({ flags, lists }: Arguments, project: string): Promise<string[]> {
  const commands = (['verify', 'before', 'prepare'] as const).flatMap((flag) => {
    // A shell finds the program of a plain command; what begins otherwise is for the shell to read.
    const [word] = /^[\w./@+-]+(?=\s|$)/.exec(flags[flag]?.trim() ?? '') ?? [];
    const isFound =
      word === undefined ||
      process.platform === 'win32' ||
      spawnSync('sh', ['-c', 'command -v -- "$1"', 'sh', word], { cwd: project }).status === 0;
    return isFound ? [] : [`\`--${flag}\`: there is no program \`${word}\` here`];
  });
  const place = await findPlace(project);
  const paths = (await listWorkspace(place.root)).filter((path) => path.startsWith(place.place));
  const names = paths.map((path) => path.slice(place.place.length));
  const globs = ['work', 'seal'].flatMap((key) =>
    (lists[key] ?? []).flatMap((glob) =>
      names.some(matchGlobs(key, [glob])) ? [] : [`\`--${key} ${glob}\` matches no file that is there`],
    ),
  );
  const isOpen = flags.verify !== undefined && lists.work === undefined && lists.seal === undefined;
  const open = 'without `--work GLOB`, which says what the agent may change, it may also change what `--verify` runs';
  return [...commands, ...globs, ...(isOpen ? [open] : [])];
}

/** The folder of our own in the user's settings of Claude Code. */
export function ownFolder(): string {
  return join(resolve(process.env.CLAUDE_CONFIG_DIR || join(homedir(), '.claude')), 'reflect-engine');
}

function storeOf({ flags }: Arguments, session: string): SealStore {
  return { folder: join(ownFolder(), 'seals'), project: flags.project ?? '.', session, isPrepared: flags.prepare !== undefined };
}

/** Seals the project for this session, where that was not done yet: what a person wants to know of it. */
export function keepSealOf(args: Arguments, session: string): Promise<string | undefined> {
  return keepSeal(storeOf(args, session), args.lists);
}

export async function sealedJudge(args: Arguments, session: string, seconds: number): Promise<SealedJudge> {
  const { flags, lists, strict } = args;
  const { prepare, base, hidden, verify = '' } = flags;
  const scratch = await makeScratch();
  const notes: string[] = [];
  try {
    const store = storeOf(args, session);
    const place = await findPlace(store.project);
    const named = base === undefined ? undefined : await sealedCommit(place, base);
    const kept = named === undefined ? await findSeal(store, lists, scratch) : undefined;
    let seal = kept?.seal;
    if (named !== undefined) seal = await sealCommit(place, named, lists, scratch);
    if (kept?.isOwn === false) notes.push('this session was not sealed when it began: the seal is that of the one before');
    if (seal === undefined) {
      notes.push(
        'nothing was sealed when the session began: the last commit counts as yours. `gate --install` writes the hook that seals',
      );
      seal = place.commit === undefined ? await sealFolder(place, lists) : await sealCommit(place, place.commit, lists, scratch);
    }
    const allow = lists.allow as ['network'] | undefined;
    const check = checkOf(seal, { ...lists, allow, verify, prepare, hidden, env: lists.env, seconds, strict });
    let last: Judgement | undefined;
    return {
      verify: async (_, { signal }) => {
        last = await check.judge(signal);
        return last.passed || last.issues;
      },
      notes: () => [...notes, ...(last?.notes ?? [])],
      async certify(result) {
        if (flags.certificate === undefined || last === undefined) return;
        if (last.commit === undefined)
          notes.push('no certificate: the seal is a copy, which nobody else can take. Commit before the agent begins');
        else
          await write(flags.certificate, writeCertificate(certify(check, last, result && (traceOf(result) as unknown as Json))));
      },
    };
  } finally {
    await removeFolder(scratch);
  }
}
