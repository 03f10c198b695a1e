// Leading thinking blocks of a reply, which are no part of the draft.

/** The tags that the core takes out where they lead. */
const TAGS = ['<think>', '<thinking>', '<thought>'];

/** Keeps leading thinking blocks out of a stream of text. */
export class ThinkingFilter {
  /** Text that may still turn out to be a tag. */
  private held = '';
  private closing: string | undefined;
  private through = false;

  /** What of `delta`, and of what was held back, belongs to the draft. */
  push(delta: string): string {
    if (this.through) return delta;
    this.held += delta;
    for (;;) {
      if (this.closing !== undefined) {
        const at = this.held.indexOf(this.closing);
        if (at < 0) {
          // Enough to find a closing tag that is cut in two.
          this.held = this.held.slice(-this.closing.length);
          return '';
        }
        this.held = this.held.slice(at + this.closing.length);
        this.closing = undefined;
      }
      const start = this.held.trimStart();
      const opened = TAGS.find((tag) => start.startsWith(tag));
      if (opened === undefined) return TAGS.some((tag) => tag.startsWith(start)) ? '' : this.release();
      this.closing = opened.replace('<', '</');
      this.held = start.slice(opened.length);
    }
  }

  /** What is left when the reply is over. */
  flush(): string {
    return this.closing === undefined && !this.through ? this.release() : '';
  }

  private release(): string {
    this.through = true;
    return this.held.trimStart();
  }
}
