// What is sealed and what is the work.

import { spawnSync } from 'node:child_process';
import type { Dependencies } from './dependencies.js';
import { blankGlob, missingGlobs, wrongGlob, wrongGlobs } from './errors.js';
import { type Files, isDerived } from './files.js';

export interface SealRules {
  /** Globs of the work. All else is sealed, absence of files too. */
  work?: readonly string[] | undefined;
  /** Globs of what is sealed, where the work has no globs: also the usual configuration of test runs, and what these files refer to. */
  seal?: readonly string[] | undefined;
}

/** Whether a path is the agent's to change, from the top of the workspace. */
export type IsWork = Matcher;

/** Files by which a tool in a folder is configured, or which it loads by itself, wherever they are. */
const ANYWHERE =
  /^(\.npmrc|\.yarnrc.*|\.pnpmfile\.cjs|\.mocharc.*|\.c8rc.*|\.nycrc.*|\.swcrc|(jest|vitest|vite|ava|playwright|babel|karma|cypress|wdio|nyc)\.(config|conf|workspace|setup)\b.*|\.babelrc.*|conftest\.py|pytest\.(ini|toml|py)|\.pytest\.(ini|toml)|tox\.ini|noxfile\.py|setup\.(cfg|py)|(site|user)customize\.py|.*\.pth|\.coveragerc|build\.rs|rust-toolchain(\.toml)?|clippy\.toml|\.gitattributes|\.gitmodules|\.env.*|\.envrc|\.tool-versions|\.nvmrc|\.node-version|\.python-version|(GNU)?makefile|justfile|Taskfile\.ya?ml|Rakefile|\.rspec|phpunit\.xml.*)$/i;
/** Manifests and locks: at the top of a project, and above a copy of it. */
const MANIFEST =
  /^(package\.json|Cargo\.toml|pyproject\.toml|tsconfig.*\.json|jsconfig\.json|deno\.jsonc?|bunfig\.toml|go\.(mod|work)|pom\.xml|build\.gradle.*|composer\.json|Gemfile|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|pnpm-workspace\.yaml|bun\.lockb?|deno\.lock|Cargo\.lock|(poetry|uv|Pipfile|composer)\.lock|requirements.*\.txt)$/i;
const SOURCES = ['src/**', 'lib/**', 'app/**'];

/** Whether a file of this name configures tools that run in its folder or below. */
export function isConfiguration(name: string): boolean {
  return ANYWHERE.test(name) || MANIFEST.test(name);
}

export interface Sealing {
  isWork: IsWork;
  /** Whether the user's globs name it as sealed. */
  isNamed: Matcher;
  /** Files that are sealed because others refer to them. */
  referred: string[];
}

export interface Place {
  /** The top of the workspace: that of the repository, or the project. */
  readonly root: string;
  /** The path of the project in it: "" or one that ends with a slash. */
  readonly place: string;
}

export interface Seal extends Sealing, Place {
  /** The hash of the sealed commit; `undefined` of a copy. */
  readonly commit: string | undefined;
  /** All files when they were sealed, the work's too. */
  readonly files: Files;
  /** One hash for the sealed files. */
  readonly hash: string;
  /** Dependencies as they were when sealed. */
  readonly dependencies?: Dependencies | undefined;
}

/** `place` is the path of the project in the workspace, to which the globs are relative: "" or one that ends with a slash. */
export function sealingOf({ work, seal }: SealRules, files: Files, place: string): Sealing {
  if (!work?.length && !seal?.length) throw missingGlobs();
  const within =
    (matches: Matcher): Matcher =>
    (path) =>
      path.startsWith(place) && matches(path.slice(place.length));
  const isNamed = within(matchGlobs('seal', seal ?? []));
  const isOfWork = within(matchGlobs('work', work ?? []));
  if (work?.length) return { isWork: (path) => isOfWork(path) && !isNamed(path) && !isDerived(path), isNamed, referred: [] };

  const modules = pythonModules(files);
  const isShadow = (path: string): boolean => {
    const [, module] = /^([^/.]+)(?:\/.*)?\.py$/.exec(path.slice(place.length)) ?? [];
    return module !== undefined && !files.has(path) && modules.has(module);
  };
  const isSealed: Matcher = (path) => isNamed(path) || isUsual(path, place) || !path.startsWith(place) || isShadow(path);
  const isSource = within(matchGlobs('work', SOURCES));
  const texts = [...files].flatMap(([path, entry]) =>
    isSealed(path) && 'bytes' in entry ? [entry.bytes.toString('latin1')] : [],
  );
  const all = texts.join('\n');
  const referred = [...files.keys()].filter(
    (path) => !isSealed(path) && !isSource(path) && isMentioned(path.slice(place.length), all),
  );
  const sealed = new Set(referred.map((path) => path.toLowerCase()));
  const isWork: Matcher = (path) => !isSealed(path) && !sealed.has(path.toLowerCase()) && !isDerived(path);
  return { isWork, isNamed, referred };
}

/** Names of modules of Python's own and of pytest: a new file of one in the project would be imported in its place. */
function pythonModules(files: Files): Set<string> {
  if (![...files.keys()].some((path) => path.endsWith('.py'))) return new Set();
  const words = ['-I', '-S', '-c', 'import sys; print(*sys.stdlib_module_names)'];
  const { stdout } = spawnSync('python3', words, { encoding: 'utf8', timeout: 10_000 });
  return new Set([...(stdout ?? '').split(/\s+/), 'pytest', '_pytest', 'pluggy', 'iniconfig', 'packaging']);
}

function isUsual(path: string, place: string): boolean {
  const names = path.slice(place.length).split('/');
  return (
    names.some((name) => ANYWHERE.test(name)) ||
    names.includes('.cargo') ||
    (names.length === 1 && MANIFEST.test(path.slice(place.length)))
  );
}

/** Whether texts name a file, with or without its ending or in dots, or a folder that it is in. */
function isMentioned(path: string, texts: string): boolean {
  const names = path.split('/');
  const bare = path.replace(/\.[^./]*$/, '');
  const folders = names.slice(0, -1).map((_, at) => names.slice(0, at + 1).join('/'));
  const inFolder = names.length > 1 ? [bare, bare.replaceAll('/', '.')] : [];
  const ways = [names.at(-1) ?? path, ...inFolder, ...folders.slice(1)];
  return ways.some((way) => texts.includes(way));
}

type Matcher = (path: string) => boolean;

/**
 * Whether one of these globs matches paths with slashes: `*` and `?` within a name, `**` over folders, `{a,b}`, `[a-z]`. Letter case does not
 * count, since there are file systems where it does not. Throws where `key` has a glob that could match nothing of a workspace.
 */
export function matchGlobs(key: string, globs: readonly string[]): Matcher {
  if (!Array.isArray(globs)) throw wrongGlobs(key, globs);
  const patterns = globs.map((glob) => patternOf(key, glob));
  return (path) => patterns.some((pattern) => pattern.test(path));
}

const PARTS = /\*\*\/|\*\*|\*|\?|\{([^{}]*)\}|\[([^\]/]+)\]|[^*?{[]+|[{[]/gu;

function patternOf(key: string, glob: unknown): RegExp {
  if (typeof glob !== 'string' || glob.trim() === '') throw blankGlob(key, glob);
  const wrong = (fault: string): Error => wrongGlob(key, glob, fault);
  if (glob.startsWith('!')) throw wrong('and no glob excludes: name what belongs to it');
  if (glob.includes('\\')) throw wrong('whose folders must be parted by `/`');
  if (/^\/|^[a-z]:|(^|\/)\.\.(\/|$)/i.test(glob)) throw wrong('which must be a path within the project');
  // A folder means all that is in it.
  const path = glob.replace(/^(\.\/)+/, '').replace(/\/$/, '/**');
  const source = path.replace(PARTS, (part, choices?: string, letters?: string) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    if (choices !== undefined)
      return `(?:${choices
        .split(',')
        .map((choice) => patternWords(choice))
        .join('|')})`;
    if (letters !== undefined) return `[${letters.replace(/^!/, '^').replace(/[\\[\]]/g, '\\$&')}]`;
    return escapeWords(part);
  });
  try {
    return new RegExp(`^${source}$`, 'isu');
  } catch {
    throw wrong('which cannot be read');
  }
}

function patternWords(choice: string): string {
  return choice.split('*').map(escapeWords).join('[^/]*');
}

function escapeWords(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
