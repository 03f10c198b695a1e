// Takes a model's thinking out of its reply, whole or as it streams, as `strip_thinking` of the core does for the draft that is judged: that
// has no JavaScript where it is used natively, and a crossing for each piece of a stream would cost more than its reading.

/** A block that the core takes out at the start, and one that it takes out anywhere. */
const LEADING = /^<(think|thinking|thought)>/i;
const ANYWHERE = /<(thinking|thought)>/gi;
/** What may still become one of them. */
const TAGS = ['<think>', '<thinking>', '<thought>'];

/** The core's white space: that of `trim`, and U+0085. */
const SPACE = /[\s\u0085]/;

/** The text of a model's whole reply. */
export function stripThinking(reply: string): string {
  const text = new ThinkingFilter().filterDelta(reply, true);
  let end = text.length;
  while (SPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** A block that has begun, and not ended. */
interface Open {
  name: string;
  end: RegExp;
  /** What it holds, with its tag: text of the draft if it never ends. Absent for a leading block: then there is no draft. */
  blocks: string[] | undefined;
  /** The end of its text, where a closing tag may have begun. */
  tail: string;
}

export class ThinkingFilter {
  /** Text that may still turn out to be a tag. */
  #buffer = '';
  #open: Open | undefined;
  /** No text of the draft has come. */
  #leads = true;
  /** Kinds of blocks that are known not to end. */
  readonly #endless = new Set<string>();

  /** What of `delta` and of the text held back belongs to the draft; with `over`, all that is left. */
  filterDelta(delta: string, over = false): string {
    let text = this.#buffer + delta;
    this.#buffer = '';
    let draft = '';
    for (;;) {
      if (this.#open !== undefined) {
        const rest = this.#close(this.#open, text, over);
        if (rest === undefined) return draft;
        text = rest;
      }
      if (this.#leads) {
        text = text.replace(/^[\s\u0085]+/, '');
        const [tag, name] = LEADING.exec(text) ?? [];
        if (tag !== undefined && name !== undefined) {
          text = this.#begin(name, text.slice(tag.length), undefined);
          continue;
        }
        if (!over && (text === '' || begins(text))) {
          this.#buffer = text;
          return draft;
        }
        this.#leads = false;
      }
      const tag = this.#next(text);
      if (tag === undefined) {
        const at = over ? -1 : text.lastIndexOf('<');
        const whole = at < 0 || !begins(text.slice(at)) ? text.length : at;
        this.#buffer = text.slice(whole);
        return draft + text.slice(0, whole);
      }
      draft += text.slice(0, tag.index);
      text = this.#begin(tag[1] ?? '', text.slice(tag.index + tag[0].length), [tag[0]]);
    }
  }

  /** The first block of a kind that is not known to be endless. */
  #next(text: string): RegExpExecArray | undefined {
    for (const tag of text.matchAll(ANYWHERE)) if (!this.#endless.has((tag[1] ?? '').toLowerCase())) return tag;
    return undefined;
  }

  #begin(name: string, inside: string, blocks: string[] | undefined): string {
    this.#open = { name: name.toLowerCase(), end: new RegExp(`</${name}>`, 'i'), blocks, tail: '' };
    return inside;
  }

  /** The text after the block; `undefined` while its end has not come. */
  #close(open: Open, text: string, over: boolean): string | undefined {
    const ahead = open.tail + text;
    const end = open.end.exec(ahead);
    if (end !== null) {
      this.#open = undefined;
      return ahead.slice(end.index + end[0].length);
    }
    // Long enough for a closing tag that is cut in two.
    open.tail = ahead.slice(-(open.name.length + 2));
    open.blocks?.push(text);
    if (!over || open.blocks === undefined) return undefined;
    this.#open = undefined;
    this.#endless.add(open.name);
    // The tag is text, and the block may hold blocks of the other kind.
    return open.blocks.join('');
  }
}

function begins(text: string): boolean {
  const lower = text.toLowerCase();
  return TAGS.some((tag) => tag.startsWith(lower));
}
