// Says what keeps a text from being JSON, and where: the messages of `JSON.parse` differ from engine to engine, and some say no place.

/** The first fault of a text. */
export interface JsonFault {
  what: string;
  /** Its position, from 0. */
  at: number;
}

const SPACE = /[ \t\n\r]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** What is expected next: a value, the first or a later item of a container, what follows a value. */
type State = 'value' | 'first' | 'key' | 'after';

/** `undefined` for a text that is one JSON value. */
export function jsonFault(text: string): JsonFault | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return new Scan(text).fault();
  }
}

class Scan {
  private at = 0;
  private readonly open: ('{' | '[')[] = [];
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  fault(): JsonFault {
    let state: State = 'value';
    for (;;) {
      this.match(SPACE);
      const char = this.text[this.at];
      if (char === undefined) return this.ended(state);
      const next = this.step(state, char);
      if (typeof next === 'object') return next;
      state = next;
    }
  }

  private step(state: State, char: string): State | JsonFault {
    const inside = this.open.at(-1);
    switch (state) {
      case 'after':
        if (inside === undefined) return this.wrong('there is more text behind the value');
        if (char === ',') return this.take(inside === '{' ? 'key' : 'value');
        if (char === closing(inside)) return this.leave();
        return this.wrong(`expected \`,\` or \`${closing(inside)}\``);
      case 'first':
        if (inside !== undefined && char === closing(inside)) return this.leave();
        return inside === '{' ? this.key() : this.value(char);
      case 'key':
        if (char === '}') return this.wrong('a comma stands before the closing `}`');
        return this.key();
      case 'value':
        if (char === ']' && inside === '[') return this.wrong('a comma stands before the closing `]`');
        return this.value(char);
    }
  }

  private value(char: string): State | JsonFault {
    if (char === '{' || char === '[') {
      this.open.push(char);
      return this.take('first');
    }
    if (char === '"') return this.string() ?? 'after';
    return this.match(PLAIN) ? 'after' : this.wrong('expected a value');
  }

  private key(): State | JsonFault {
    if (this.text[this.at] !== '"') return this.wrong('expected a key in double quotes');
    const fault = this.string();
    if (fault !== undefined) return fault;
    this.match(SPACE);
    return this.text[this.at] === ':' ? this.take('value') : this.wrong('expected `:`');
  }

  /** Goes over a string; by hand, since a pattern would need a stack as long as the string. */
  private string(): JsonFault | undefined {
    this.at += 1;
    for (let char = this.text[this.at]; char !== undefined; char = this.text[this.at]) {
      if (char === '"') {
        this.at += 1;
        return undefined;
      }
      if (char < ' ') return this.wrong('a line break or control character inside a string');
      if (char !== '\\') this.at += 1;
      else if (!this.match(ESCAPE)) return this.wrong('an escape that JSON does not have');
    }
    return this.wrong('it ends inside a string');
  }

  private leave(): State {
    this.open.pop();
    return this.take('after');
  }

  private take(state: State): State {
    this.at += 1;
    return state;
  }

  private match(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }

  private wrong(what: string): JsonFault {
    return { what, at: this.at };
  }

  private ended(state: State): JsonFault {
    const inside = this.open.at(-1);
    if (inside !== undefined) return this.wrong(`it ends before its closing \`${closing(inside)}\``);
    return this.wrong(state === 'value' ? 'it is empty' : 'it is no JSON');
  }
}

function closing(open: '{' | '['): '}' | ']' {
  return open === '{' ? '}' : ']';
}
