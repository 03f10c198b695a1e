// Finds code fences as CommonMark has them, also in lists and quotes, in one pass.

/** One code fence. */
export interface Fence {
  /** The first word behind the opening marks, in lower case; empty when there is none. */
  language: string;
  /** Where its opening line begins, and where the line behind its closing one does. */
  start: number;
  end: number;
  /** What is in it, without the marks of a quote. */
  body: string;
  closed: boolean;
}

// Lists and quotes are read to a depth of 32: a repetition without an end overflows the stack of some engines on a line of megabytes.
const OPENING = /^([ \t]*(?:>[ \t]?|(?:[-*+]|\d{1,9}[.)])[ \t]+){0,32})(`{3,}(?=[^`]*$)|~{3,})[ \t]*([^\s`]*)/;
const CLOSING = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/;
const QUOTE = /^[ \t]*(?:>[ \t]?){1,32}/;

/** All fences of a text, in order. One that is never closed ends with the text. */
export function fences(text: string): Fence[] {
  const all: Fence[] = [];
  let open: { fence: Fence; marks: string; inQuote: boolean; lines: string[] } | undefined;
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const next = newline === -1 ? text.length : newline + 1;
    const line = text.slice(at, newline === -1 ? next : newline).replace(/\r$/, '');
    if (open === undefined) {
      const found = OPENING.exec(line);
      const marks = found?.[2];
      if (marks !== undefined) {
        const language = (found?.[3] ?? '').toLowerCase();
        const fence = { language, start: at, end: text.length, body: '', closed: false };
        open = { fence, marks, inQuote: (found?.[1] ?? '').includes('>'), lines: [] };
        all.push(fence);
      }
    } else {
      const marks = CLOSING.exec(line)?.[1];
      if (marks !== undefined && marks[0] === open.marks[0] && marks.length >= open.marks.length) {
        open.fence.body = open.lines.join('\n');
        open.fence.closed = true;
        open.fence.end = next;
        open = undefined;
      } else {
        open.lines.push(open.inQuote ? line.replace(QUOTE, '') : line);
      }
    }
    at = next;
  }
  if (open !== undefined) open.fence.body = open.lines.join('\n');
  return all;
}
