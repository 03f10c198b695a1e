// Dependencies that an agent adds. Manifests are sealed, but an honest fix may need one more name: names that are new join the sealed
// manifest, and nothing that stood in it changes.

import { posix } from 'node:path';
import { isObject } from '../check/kind.js';
import { parseJson } from '../error.js';
import type { FileEntry, Files } from './files.js';
import { isConfiguration, type Seal } from './rules.js';

/** Sections of a package.json in which a name is a dependency. */
const SECTIONS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

interface Merged {
  /** The manifest's text with the new names. */
  text: string;
  /** Paths of new dependencies that are folders, from the manifest's own. */
  folders: string[];
}

interface Manifest {
  /** `has` says whether a dependency's folder may be taken. */
  merge(sealed: string, now: string, has: (folder: string) => boolean): Merged | undefined;
  /** The lock file beside it, and how it is merged. */
  lock?: { name: string; merge(sealed: string, now: string): string };
}

const MANIFESTS: { name: RegExp; manifest: Manifest }[] = [
  { name: /^package\.json$/, manifest: { merge: mergePackage, lock: { name: 'package-lock.json', merge: mergePackageLock } } },
  { name: /^Cargo\.toml$/, manifest: { merge: mergeCargo, lock: { name: 'Cargo.lock', merge: mergeCargoLock } } },
  { name: /^requirements.*\.txt$/, manifest: { merge: mergeRequirements } },
];

/** The files by which a tree differs where the agent added dependencies: manifests, locks, and what is in folders that are new. */
export function mergeManifests(seal: Seal, now: Files): Files {
  const merged: Files = new Map();
  for (const [path, sealed] of seal.files) {
    const manifest = MANIFESTS.find(({ name }) => name.test(posix.basename(path)))?.manifest;
    const [before, after] = [textOf(sealed), textOf(now.get(path))];
    if (manifest === undefined || seal.isWork(path) || before === undefined || after === undefined || before === after) continue;
    const place = posix.dirname(path);
    const found = manifest.merge(before, after, (folder) => filesOf(posix.join(place, folder), seal, now) !== undefined);
    if (found === undefined) continue;
    merged.set(path, entryOf(found.text));
    for (const folder of found.folders)
      for (const [file, entry] of filesOf(posix.join(place, folder), seal, now) ?? []) merged.set(file, entry);
    // Cargo writes its lock anew where a name is added.
    const lock = manifest.lock && posix.join(place, manifest.lock.name);
    const locked = lock === undefined ? undefined : textOf(seal.files.get(lock));
    if (lock === undefined || locked === undefined || seal.isWork(lock)) continue;
    merged.set(lock, entryOf(manifest.lock?.merge(locked, textOf(now.get(lock)) ?? '') ?? locked));
  }
  return merged;
}

/** The files of a dependency's folder that is new; `undefined` where it is not, or brings programs that could take the place of others. */
function filesOf(folder: string, seal: Seal, now: Files): [string, FileEntry][] | undefined {
  const begins = `${folder}/`;
  const isOut = folder === '.' || folder.startsWith('..') || posix.isAbsolute(folder);
  if (isOut || [...seal.files.keys()].some((path) => path.startsWith(begins))) return undefined;
  const files = [...now].filter(([path, entry]) => {
    const isManifest = ['package.json', 'Cargo.toml'].includes(path.slice(begins.length));
    return (
      path.startsWith(begins) && 'bytes' in entry && !seal.isNamed(path) && (isManifest || !isConfiguration(posix.basename(path)))
    );
  });
  const own = parseObject(textOf(now.get(`${begins}package.json`)) ?? '{}');
  return own === undefined || own.bin !== undefined || own.directories !== undefined ? undefined : files;
}

function mergePackage(sealed: string, now: string, has: (folder: string) => boolean): Merged | undefined {
  const [before, after] = [parseObject(sealed), parseObject(now)];
  if (before === undefined || after === undefined) return undefined;
  const known = new Set(SECTIONS.flatMap((section) => Object.keys(objectIn(before, section))));
  const folders: string[] = [];
  const added = SECTIONS.flatMap((section) => {
    const names = Object.entries(objectIn(after, section)).filter(([name, version]) => {
      const folder = typeof version === 'string' ? /^(?:file:|link:)?(\.{1,2}\/.*)$|^(?:file:|link:)(.*)$/.exec(version) : null;
      const path = folder?.[1] ?? folder?.[2];
      if (known.has(name) || typeof version !== 'string' || (path !== undefined && !has(path))) return false;
      if (path !== undefined) folders.push(path);
      return true;
    });
    return names.length === 0 ? [] : [[section, { ...objectIn(before, section), ...Object.fromEntries(names) }] as const];
  });
  if (added.length === 0) return undefined;
  return { text: `${JSON.stringify({ ...before, ...Object.fromEntries(added) }, undefined, 2)}\n`, folders };
}

/** New places join the sealed ones, but never within one of them. */
function mergePackageLock(sealed: string, now: string): string {
  const [before, after] = [parseObject(sealed), parseObject(now)];
  if (before === undefined || after === undefined) return sealed;
  const [had, has] = [objectIn(before, 'packages'), objectIn(after, 'packages')];
  const own = mergePackage(JSON.stringify(had[''] ?? {}), JSON.stringify(has[''] ?? {}), () => true);
  const places = Object.keys(had).filter((place) => place !== '');
  const added = Object.entries(has).filter(
    ([place]) => place !== '' && !Object.hasOwn(had, place) && !places.some((sealed) => place.startsWith(`${sealed}/`)),
  );
  const packages = { ...had, ...(own && { '': parseObject(own.text) }), ...Object.fromEntries(added) };
  return `${JSON.stringify({ ...before, packages }, undefined, 2)}\n`;
}

/** Entries of a line in `[dependencies]` and `[dev-dependencies]`. */
function mergeCargo(sealed: string, now: string, has: (folder: string) => boolean): Merged | undefined {
  const known = new Set(cargoEntries(sealed).map(({ name }) => name));
  const folders: string[] = [];
  let text = sealed;
  for (const { section, name, line } of cargoEntries(now)) {
    const path = /\bpath\s*=\s*["']([^"']*)["']/.exec(line)?.[1];
    const isSection = section === 'dependencies' || section === 'dev-dependencies';
    if (!isSection || known.has(name) || !isBalanced(line) || (path !== undefined && !has(path))) continue;
    if (path !== undefined) folders.push(path);
    const header = new RegExp(`^\\[${section}\\][^\\n]*$`, 'm');
    text = header.test(text)
      ? text.replace(header, (found) => `${found}\n${line}`)
      : `${text.trimEnd()}\n\n[${section}]\n${line}\n`;
  }
  return text === sealed ? undefined : { text, folders };
}

/** Entries with a plain name, and names that are tables, of each section of dependencies. */
function cargoEntries(text: string): { section: string; name: string; line: string }[] {
  let section = '';
  return text.split(/\r?\n/).flatMap((line) => {
    const header = /^\s*\[+([^\]]*)\]/.exec(line)?.[1];
    if (header !== undefined) {
      section = header.trim();
      const [, kind = '', name] = /((?:dev-|build-)?dependencies)\.["']?([\w-]+)["']?$/.exec(section) ?? [];
      return name === undefined ? [] : [{ section: `${kind}.`, name, line }];
    }
    const name = /^\s*["']?([\w-]+)["']?\s*[.=]/.exec(line)?.[1];
    return name === undefined || !/(^|[.])(dev-|build-)?dependencies$/.test(section)
      ? []
      : [{ section, name, line: line.trim() }];
  });
}

function isBalanced(line: string): boolean {
  const count = (letter: string): number => line.split(letter).length;
  return count('{') === count('}') && count('[') === count(']') && !line.includes('"""') && !line.includes("'''");
}

/** Packages whose names are new. */
function mergeCargoLock(sealed: string, now: string): string {
  const packages = (text: string): string[] =>
    text.split(/^(?=\[\[package\]\])/m).filter((part) => part.startsWith('[[package]]'));
  const nameOf = (part: string): string | undefined => /^name = "(.*)"$/m.exec(part)?.[1];
  const known = new Set(packages(sealed).map(nameOf));
  const added = packages(now).filter((part) => !known.has(nameOf(part)));
  return [sealed.trimEnd(), ...added.map((part) => part.trim())].join('\n\n').concat('\n');
}

/** Lines of a name, with its versions. */
function mergeRequirements(sealed: string, now: string): Merged | undefined {
  const nameOf = (line: string): string | undefined => /^([A-Za-z0-9][\w.-]*)(?=\s*($|[[<>=!~;#]))(?!.*@)/.exec(line.trim())?.[1];
  const key = (line: string): string | undefined =>
    nameOf(line)
      ?.toLowerCase()
      .replace(/[-_.]+/g, '-');
  const known = new Set(sealed.split('\n').map(key));
  const added = now.split('\n').filter((line) => key(line) !== undefined && !known.has(key(line)));
  return added.length === 0 ? undefined : { text: `${[sealed.trimEnd(), ...added].join('\n')}\n`, folders: [] };
}

function objectIn(object: { [key: string]: unknown }, key: string): { [key: string]: unknown } {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return isObject(value) ? (value as { [key: string]: unknown }) : {};
}

function parseObject(text: string): { [key: string]: unknown } | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}

function textOf(entry: FileEntry | undefined): string | undefined {
  return entry !== undefined && 'bytes' in entry ? entry.bytes.toString() : undefined;
}

function entryOf(text: string): FileEntry {
  return { bytes: Buffer.from(text), mode: 0o644 };
}
