// Globs over paths with slashes: `*` and `?` within a name, `**` over folders, `{a,b}`, `[a-z]`. Letter case does not count, since there are
// file systems where it does not.

import { badSettings } from '../check/checks.js';
import { kindOf } from '../check/kind.js';

export type Matcher = (path: string) => boolean;

/** Whether one of these globs matches. Throws where `key` has a glob that could match nothing of a workspace. */
export function matchGlobs(key: string, globs: readonly string[]): Matcher {
  if (!Array.isArray(globs)) throw badSettings(`\`${key}\` must be a list of globs, got ${kindOf(globs)}: write \`['src/**']\``);
  const patterns = globs.map((glob) => patternOf(key, glob));
  return (path) => patterns.some((pattern) => pattern.test(path));
}

const PARTS = /\*\*\/|\*\*|\*|\?|\{([^{}]*)\}|\[([^\]/]+)\]|[^*?{[]+|[{[]/gu;

function patternOf(key: string, glob: unknown): RegExp {
  if (typeof glob !== 'string' || glob.trim() === '')
    throw badSettings(`\`${key}\` must have globs, got ${kindOf(glob)}: write \`src/**\``);
  const wrong = (fault: string): Error => badSettings(`\`${key}\` has the glob ${JSON.stringify(glob)}, ${fault}`);
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
