// A file of lines that is only appended to, by any number of processes, and now and then replaced as a whole.
//
// Invariant: a line that `append` made durable while `isCurrent` is found by whoever opens the path later. The old file stays under a name
// of its own until what was appended to it meanwhile is in the new one; the new one says in its first line how much of the old one it
// stands for. Whoever opens it finishes that, so that a crash at any point loses nothing.
//
// Invariant: a file tells of each that stood in its place before, of the last ones, how much of it came to it, whatever became of that since.

import { isPast, mayBeOurs, pastLine, read } from './jsonl-line.js';

/** What we use of node:fs. */
interface Files {
  openSync(path: string, flags: string, mode?: number): number;
  closeSync(file: number): void;
  readSync(file: number, buffer: Uint8Array, offset: number, length: number, position: number): number;
  writeSync(file: number, bytes: Uint8Array, offset: number, length: number): number;
  fsyncSync(file: number): void;
  fstatSync(file: number, options: { bigint: true }): { ino: bigint; mode: bigint };
  statSync(path: string, options: { bigint: true }): { ino: bigint; ctimeMs: bigint };
  lstatSync(path: string): { size: number; isFile(): boolean };
  realpathSync(path: string): string;
  readdirSync(path: string): string[];
  linkSync(from: string, to: string): void;
  renameSync(from: string, to: string): void;
  unlinkSync(path: string): void;
}

/** What stands beside the file: one that is being written, the one that is about to take its place, and the one that it has replaced. */
const [NEW, NEXT, OLD] = ['.tmp', '.next', '.old'];
/** What stands between the file's name and that; and all of it, as nobody else calls a file. */
const MARK = '.rewrite-';
const TOKEN_CHARS = 16;
const BESIDE = /^\.rewrite-(?:([0-9a-z]{16})\.(?:tmp|old)|\d+\.next)$/;
/** Bytes that are read at once. */
export const CHUNK = 1 << 20;
/** Milliseconds after which what stands beside the file and is not touched is what a crash has left. */
const CLAIM_MS = 60_000;
const END_OF_LINE = 10;

export class LineFile {
  readonly path: string;
  /** Which file this is, whatever its path names later. */
  readonly id: string;
  private readonly fs: Files;
  private readonly file: number;

  private readonly mode: number;

  private constructor(fs: Files, path: string, flags: string, mode?: number) {
    this.fs = fs;
    this.file = fs.openSync(path, flags, mode);
    // What stands beside it stands beside the file, and not beside a link to it.
    this.path = fs.realpathSync(path);
    const known = fs.fstatSync(this.file, { bigint: true });
    this.id = String(known.ino);
    this.mode = Number(known.mode & 0o777n);
  }

  static async open(path: string): Promise<LineFile> {
    // No literal, so that no bundler looks for it.
    const name = 'node:fs';
    return LineFile.opened((await import(name)) as Files, path);
  }

  private static opened(fs: Files, path: string): LineFile {
    const file = new LineFile(fs, path, 'a+');
    const start = file.start();
    if (!mayBeOurs(start)) {
      file.close();
      throw new Error(`it holds something else, and begins with ${JSON.stringify(start.slice(0, 40))}${hintOf(start)}`);
    }
    // A file whose name is lost is lost.
    file.syncFolder();
    file.finish();
    return file;
  }

  /** The same file once more, which is closed apart from this one; nothing when the path names another one by now. */
  again(): LineFile | undefined {
    const file = new LineFile(this.fs, this.path, 'r');
    if (file.id === this.id) return file;
    file.close();
    return undefined;
  }

  /** A new file beside this one, for `replaceBy`, that stands for the first so many bytes of this one. Nobody else may read it either. */
  beside(bytes: number): LineFile {
    this.sweep();
    const token = newToken();
    const made = new LineFile(this.fs, `${this.path}${MARK}${token}${NEW}`, 'ax', this.mode);
    made.write(`${JSON.stringify({ replaces: token, bytes })}\n`);
    return made;
  }

  /** What those that come after this file call it: the number alone may be that of one before it, too. */
  get name(): string {
    return `${this.id}.${this.head()?.replaces ?? ''}`;
  }

  /**
   * How many bytes of this file, which was replaced, came to the one that the path names now, though what they say may be forgotten since;
   * nothing when that does not tell.
   */
  brought(): number | undefined {
    const { name } = this;
    const now = LineFile.opened(this.fs, this.path);
    let most: number | undefined;
    try {
      now.lines(0, (text) => {
        const line = isPast(text) ? read(text) : undefined;
        if (line?.kind !== 'past') return;
        for (const [other, bytes] of line.past) if (other === name) most = Math.max(most ?? 0, bytes);
      });
    } finally {
      now.close();
    }
    return most;
  }

  /** The path still names this file. */
  isCurrent(): boolean {
    return this.isNamed(this.path);
  }

  /** Durable when it returns, as far as the path names this file. */
  append(text: string): void {
    this.write(text);
    this.sync();
  }

  write(text: string): void {
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at < bytes.length; ) at += this.fs.writeSync(this.file, bytes, at, bytes.length - at);
  }

  sync(): void {
    this.fs.fsyncSync(this.file);
  }

  /**
   * Shows every line that is whole and not blank from this byte on; returns the byte after the last of them. It stops after the chunk that
   * reaches `most` bytes, and reads nothing from `end` on.
   */
  lines(
    from: number,
    see: (line: string) => void,
    { most = Number.POSITIVE_INFINITY, end = Number.POSITIVE_INFINITY } = {},
  ): number {
    const decoder = new TextDecoder();
    const buffer = new Uint8Array(CHUNK);
    let [at, rest, whole] = [from, new Uint8Array(), from];
    while (whole - from < most) {
      const length = this.fs.readSync(this.file, buffer, 0, Math.min(CHUNK, end - at), at);
      if (length === 0) break;
      at += length;
      const last = buffer.lastIndexOf(END_OF_LINE, length - 1);
      if (last < 0) {
        rest = joined(rest, buffer.subarray(0, length));
        continue;
      }
      const text = decoder.decode(joined(rest, buffer.subarray(0, last + 1)));
      rest = buffer.slice(last + 1, length);
      whole = at - rest.length;
      for (const line of text.split('\n')) if (line !== '') see(line);
    }
    return whole;
  }

  /**
   * Puts a file that `beside` made, and that is durable, in the place of this one, in one step. False when the path names another file by
   * now, or another process is at it.
   */
  replaceBy(made: LineFile): boolean {
    const { fs, path } = this;
    const old = `${made.path.slice(0, -NEW.length)}${OLD}`;
    const next = `${path}${MARK}${this.id}${NEXT}`;
    fs.linkSync(path, old);
    // Of those that would replace this very file one gets the name.
    if (!this.isNamed(old) || !this.claim(made, next)) {
      this.unlink(old);
      return false;
    }
    if (!this.isCurrent()) {
      this.unlink(next);
      this.unlink(old);
      return false;
    }
    fs.renameSync(next, path);
    this.syncFolder();
    this.unlink(made.path);
    return true;
  }

  close(): void {
    this.fs.closeSync(this.file);
  }

  discard(): void {
    this.close();
    this.unlink(this.path);
  }

  /** Brings over what was appended to the file that this one has replaced, after it was read. Doing it twice does no harm. */
  private finish(): void {
    const head = this.head();
    if (head === undefined) return;
    const old = `${this.path}${MARK}${head.replaces}${OLD}`;
    let previous: LineFile;
    try {
      previous = new LineFile(this.fs, old, 'r');
    } catch (thrown) {
      if (codeOf(thrown) === 'ENOENT') return;
      throw thrown;
    }
    let late: string[] = [];
    try {
      const end = previous.lines(head.bytes, (line) => late.push(line));
      if (late.length > 0) late = [...previous.unknown(late, head.bytes), pastLine([[previous.name, end]])];
    } finally {
      previous.close();
    }
    if (late.length > 0) this.append(`\n${late.join('\n')}\n`);
    this.unlink(old);
  }

  /** Without rows that stand before these lines, too, which may be forgotten by now: two processes told of them at once. */
  private unknown(late: readonly string[], end: number): string[] {
    const rows = new Map<string, number>();
    const told = late.map((text) => ({ text, line: read(text) }));
    for (const { line } of told) if (line?.kind === 'row') rows.set(line.row.evaluationId, Number.NEGATIVE_INFINITY);
    if (rows.size === 0) return [...late];
    this.lines(
      0,
      (text) => {
        const line = read(text);
        if (line?.kind !== 'row') return;
        const { evaluationId } = line.row;
        const known = rows.get(evaluationId);
        if (known !== undefined) rows.set(evaluationId, Math.max(known, line.again));
      },
      { end },
    );
    const isNew = ({ line }: (typeof told)[number]): boolean =>
      line?.kind !== 'row' || line.again > (rows.get(line.row.evaluationId) ?? 0);
    return told.filter(isNew).map(({ text }) => text);
  }

  private start(): string {
    const start = new Uint8Array(200);
    const length = this.fs.readSync(this.file, start, 0, start.length, 0);
    return new TextDecoder().decode(start.subarray(0, length));
  }

  private head(): { replaces: string; bytes: number } | undefined {
    const [line = ''] = this.start().split('\n');
    try {
      const { replaces, bytes } = JSON.parse(line) as { replaces?: unknown; bytes?: unknown };
      return typeof replaces === 'string' && /^\w+$/.test(replaces) && typeof bytes === 'number'
        ? { replaces, bytes }
        : undefined;
    } catch {
      return undefined;
    }
  }

  private claim(made: LineFile, next: string): boolean {
    for (let again = false; ; again = true) {
      try {
        this.fs.linkSync(made.path, next);
        return true;
      } catch (thrown) {
        if (codeOf(thrown) !== 'EEXIST' || again || !this.isStale(next)) {
          if (codeOf(thrown) === 'EEXIST') return false;
          throw thrown;
        }
        this.unlink(next);
      }
    }
  }

  private isStale(path: string): boolean {
    try {
      return Date.now() - Number(this.fs.statSync(path, { bigint: true }).ctimeMs) > CLAIM_MS;
    } catch (thrown) {
      return codeOf(thrown) === 'ENOENT';
    }
  }

  private isNamed(path: string): boolean {
    try {
      return String(this.fs.statSync(path, { bigint: true }).ino) === this.id;
    } catch {
      return false;
    }
  }

  /** Takes away what crashes have left. */
  private sweep(): void {
    const { folder, name } = this.place();
    for (const other of this.fs.readdirSync(folder)) {
      const behind = other.startsWith(name) ? BESIDE.exec(other.slice(name.length)) : null;
      const path = `${this.path}${behind?.[0]}`;
      if (behind !== null && this.isStale(path) && this.isOurs(path, behind[1])) this.unlink(path);
    }
  }

  /** A file, and what was written for this one begins as such. What was replaced may begin as it likes. */
  private isOurs(path: string, token: string | undefined): boolean {
    try {
      const found = this.fs.lstatSync(path);
      if (!found.isFile()) return false;
      if (path.endsWith(OLD) || found.size === 0) return true;
      const made = new LineFile(this.fs, path, 'r');
      try {
        const replaces = made.head()?.replaces;
        return replaces !== undefined && replaces === (token ?? replaces);
      } finally {
        made.close();
      }
    } catch {
      return false;
    }
  }

  /** The path is one from the root on. */
  private place(): { folder: string; name: string } {
    const at = Math.max(this.path.lastIndexOf('/'), this.path.lastIndexOf('\\'));
    return { folder: this.path.slice(0, Math.max(at, 1)), name: this.path.slice(at + 1) };
  }

  private unlink(path: string): void {
    try {
      this.fs.unlinkSync(path);
    } catch (thrown) {
      if (codeOf(thrown) !== 'ENOENT') throw thrown;
    }
  }

  /** Makes names durable, where folders can be opened. */
  private syncFolder(): void {
    let folder: number | undefined;
    try {
      folder = this.fs.openSync(this.place().folder, 'r');
      this.fs.fsyncSync(folder);
    } catch {
      // Windows has no such thing.
    } finally {
      if (folder !== undefined) this.fs.closeSync(folder);
    }
  }
}

function hintOf(start: string): string {
  return start.startsWith('{"evaluationId":') ? ': give the lines of an export to `importJsonl`' : '';
}

function newToken(): string {
  const part = (): string => Math.random().toString(36).slice(2);
  return `${part()}${part()}`.padEnd(TOKEN_CHARS, '0').slice(0, TOKEN_CHARS);
}

function codeOf(thrown: unknown): unknown {
  return (thrown as { code?: unknown } | null)?.code;
}

function joined(a: Uint8Array<ArrayBuffer>, b: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
