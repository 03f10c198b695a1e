// Where the seal of a session is kept between its hooks: which commit, or a copy of the files.

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDependencies, listDependencies } from './dependencies.js';
import type { SealRules } from './rules.js';
import { makeScratch, removeFolder } from './scratch.js';
import { copyWorkspace, describeSeal, findPlace, type Place, readWork, type Seal, sealCommit, sealFolder } from './seal.js';

interface SealRecord extends Place {
  /** The sealed commit. */
  commit?: string;
  /** The name of the folder with a copy, beside the record. */
  copy?: string;
  /** The name of the folder with a copy of the dependencies, and their paths. */
  dependencies?: { name: string; paths: string[] };
}

export interface SealStore {
  /** The folder with the records. */
  folder: string;
  project: string;
  session: string;
  /** Whether a command makes the dependencies of a copy. */
  isPrepared: boolean;
}

/** Days after which the seal of a session is removed. */
const DAYS = 30;

/** Seals a project for a session, unless that was done before. Resolves with what a person wants to know of it. */
export async function keepSeal(store: SealStore, rules: SealRules): Promise<string | undefined> {
  const place = await findPlace(store.project);
  const file = join(store.folder, nameOf(place, store.session));
  await mkdir(store.folder, { recursive: true });
  await removeOld(store.folder);
  if ((await readRecord(file)) !== undefined) return undefined;
  const scratch = await makeScratch();
  try {
    const { commit } = place;
    const seal = commit === undefined ? undefined : await sealCommit(place, commit, rules, scratch);
    const { changed = [] } = seal === undefined ? {} : await readWork(seal);
    const record: SealRecord = { root: place.root, place: place.place };
    if (seal !== undefined && changed.length === 0) record.commit = seal.commit as string;
    else {
      record.copy = `copy-${randomUUID()}`;
      await copyWorkspace(place.root, join(store.folder, record.copy));
    }
    const kept =
      seal !== undefined && changed.length === 0 ? seal : await sealFolder(place, rules, join(store.folder, record.copy ?? ''));
    const paths = store.isPrepared ? [] : await listDependencies(place.root);
    if (paths.length > 0) {
      record.dependencies = { name: `dependencies-${randomUUID()}`, paths };
      await copyDependencies(place.root, join(store.folder, record.dependencies.name), paths);
    }
    await writeFile(`${file}.new`, JSON.stringify(record));
    await rename(`${file}.new`, file);
    return describeSeal(kept, changed);
  } finally {
    await removeFolder(scratch);
  }
}

/** The seal of this session; of an earlier one of the project where this one has none; `undefined` where there is none. */
export async function findSeal(
  store: SealStore,
  rules: SealRules,
  scratch: string,
): Promise<{ seal: Seal; isOwn: boolean } | undefined> {
  const place = await findPlace(store.project);
  const own = nameOf(place, store.session);
  for (const name of [own, ...(await recordsOf(store.folder, place))]) {
    const record = await readRecord(join(store.folder, name));
    if (record === undefined) continue;
    const where = { root: record.root, place: record.place };
    const seal =
      record.commit === undefined
        ? await sealFolder(where, rules, join(store.folder, record.copy ?? ''))
        : await sealCommit(where, record.commit, rules, scratch);
    const { dependencies } = record;
    const kept = dependencies && { folder: join(store.folder, dependencies.name), paths: dependencies.paths };
    return { seal: { ...seal, dependencies: kept }, isOwn: name === own };
  }
  return undefined;
}

function nameOf(place: Place, session: string): string {
  return `${keyOf(`${place.root}/${place.place}`)}-${keyOf(session)}.json`;
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The records of a project, the newest first. */
async function recordsOf(folder: string, place: Place): Promise<string[]> {
  const begins = `${keyOf(`${place.root}/${place.place}`)}-`;
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(begins) && name.endsWith('.json'));
  const times = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })));
  return times.sort((one, other) => other.at - one.at).map(({ name }) => name);
}

async function readRecord(file: string): Promise<SealRecord | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as SealRecord);
}

async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > DAYS * 86_400_000) await rm(path, { recursive: true, force: true });
  }
}
