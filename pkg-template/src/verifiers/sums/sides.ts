// Finds chains of sums, `2 + 3 = 5 = 10 / 2`, among the tokens of a text, and puts each side into the order in which it is worked out.
//
// A side counts only when all of it is understood: a variable, a function or a date in it makes it none, and the others stand.

import type { Token } from './tokens.js';
import type { Units } from './units.js';
import { stops, unitAfter } from './units.js';

/** What a side is worked out from, operands before their operator. */
export type Item =
  | { kind: 'value'; text: string; percent: boolean; units: Units; token: Token }
  | { kind: 'operator'; operator: string };

export interface Side {
  items: Item[];
  /** Its first token, and the one behind its last. */
  from: number;
  to: number;
  operators: number;
  /** It stands behind a sign of about equal. */
  about: boolean;
  /** It can be read in two ways, or is followed by something that may change it. */
  unsure: boolean;
  /** Two numbers with a dash and no blanks between them: perhaps from … to …. */
  range: boolean;
}

/** Brackets that may be open. */
const MAX_DEPTH = 64;
/** Items of one side. */
const MAX_ITEMS = 400;

const STRENGTH: { [operator: string]: number } = { '+': 1, '-': 1, '*': 2, '/': 2, mod: 2, negate: 3, '^': 4 };

/** Words that make a number behind them another one. */
const FUNCTIONS = new Set(
  'sin cos tan cot sec csc arcsin arccos arctan log ln lg lb exp sqrt cbrt root abs max min gcd lcm floor ceil round lim sum prod det'.split(
    ' ',
  ),
);

/** Every chain, in order. Each token is looked at a bounded number of times. */
export function chains(tokens: readonly Token[]): Side[][] {
  const all: Side[][] = [];
  let lost = false;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.kind === 'equals' || token.kind === 'break') {
      lost = false;
      at += 1;
    } else if (lost || !begins(tokens, at)) {
      lost ||= loses(tokens, at);
      at += 1;
    } else {
      const [chain, next, whole] = read(tokens, at);
      if (chain.length > 1) all.push(chain);
      lost = !whole;
      at = Math.max(next, at + 1);
    }
  }
  return all;
}

/** A chain that begins here, the token behind it, and whether it ended as it should. */
function read(tokens: readonly Token[], from: number): [Side[], number, boolean] {
  const chain: Side[] = [];
  for (let at = from, about = false; ; ) {
    const [side, next] = new Reader(tokens, at).side();
    if (side === undefined) return [chain, next, false];
    chain.push({ ...side, about });
    const sign = tokens[next];
    if (sign?.kind !== 'equals') {
      const changed =
        sign?.kind === 'odd' || (sign?.kind === 'open' && sign.at === tokens[next - 1]?.end) || sign?.kind === 'number';
      const exclaimed = sign?.kind === 'break' && sign.text === '!' && sign.at === tokens[next - 1]?.end;
      const remainder = sign?.kind === 'word' && /^(?:r|rem|remainder|mod)$/i.test(sign.text);
      if (changed || exclaimed || remainder) chain.splice(-1, 1, { ...side, about, unsure: true });
      return [chain, next, true];
    }
    about = sign.text === '≈';
    at = next + 1;
  }
}

/** Whether a side can begin at this token, and nothing before it belongs to it. */
function begins(tokens: readonly Token[], at: number): boolean {
  const [token, before, after] = [tokens[at], tokens[at - 1], tokens[at + 1]];
  if (token === undefined) return false;
  const fresh = before === undefined || before.kind === 'break' || before.kind === 'equals';
  if (token.kind === 'operator') {
    const sign = token.text === '-' || token.text === '+';
    const operand = after !== undefined && ['number', 'open', 'money'].includes(after.kind);
    return fresh && sign && operand && (after.at === token.end || before?.kind === 'equals');
  }
  if (token.kind !== 'number' && token.kind !== 'open' && token.kind !== 'money') return false;
  if (before?.kind === 'word') {
    const variable = [...before.text].length === 1 && !/^[aI]$/.test(before.text);
    return before.end < token.at && !variable && !FUNCTIONS.has(before.text.toLowerCase());
  }
  return before?.kind !== 'operator' && before?.kind !== 'odd';
}

/** Whether what follows this token, up to the next sign or break, may be part of something that is not understood. */
function loses(tokens: readonly Token[], at: number): boolean {
  const [token, after] = [tokens[at], tokens[at + 1]];
  switch (token?.kind) {
    case 'word':
      return (
        after?.kind === 'operator' ||
        (after?.kind === 'open' && after.at === token.end) ||
        FUNCTIONS.has(token.text.toLowerCase())
      );
    case 'operator':
    case 'odd':
    case 'open':
    case 'number':
    case 'raised':
      return true;
    default:
      return false;
  }
}

/** Reads one side: operands and operators in turn. */
class Reader {
  private readonly items: Item[] = [];
  private readonly waiting: string[] = [];
  private depth = 0;
  private at: number;
  private operators = 0;
  private unsure = false;
  private readonly tokens: readonly Token[];
  private readonly from: number;

  constructor(tokens: readonly Token[], from: number) {
    this.tokens = tokens;
    this.from = from;
    this.at = from;
  }

  /** The side and the token behind it; without a side, the token that is no part of one. */
  side(): [Omit<Side, 'about'> | undefined, number] {
    for (let operand = true; ; ) {
      if (this.items.length > MAX_ITEMS || this.depth > MAX_DEPTH) return [undefined, this.at];
      const goesOn: 'operand' | 'operator' | 'ended' | 'failed' = operand ? this.operand() : this.operator();
      if (goesOn === 'failed') return [undefined, this.at];
      if (goesOn === 'ended') return [this.finished(), this.at];
      operand = goesOn === 'operand';
    }
  }

  private operand(): 'operand' | 'operator' | 'failed' {
    const token = this.tokens[this.at];
    switch (token?.kind) {
      case 'number':
        return this.quantity(token);
      case 'money':
        this.at += 1;
        return this.tokens[this.at]?.kind === 'number' ? 'operand' : 'failed';
      case 'open':
        this.waiting.push('(');
        this.depth += 1;
        this.at += 1;
        return 'operand';
      case 'operator':
        return this.sign(token);
      default:
        return 'failed';
    }
  }

  private sign({ text, end }: Token): 'operand' | 'failed' {
    const after = this.tokens[this.at + 1];
    const fresh = this.at === this.from;
    if ((text !== '-' && text !== '+') || (after?.at !== end && !fresh)) return 'failed';
    if (after === undefined || !['number', 'open', 'money'].includes(after.kind)) return 'failed';
    if (text === '-') this.waiting.push('negate');
    this.at += 1;
    return 'operand';
  }

  private quantity(token: Token): 'operator' | 'failed' {
    const before = this.tokens[this.at - 1];
    if (before?.kind === 'word' && before.end === token.at) return 'failed';
    this.at += 1;
    const value = { kind: 'value' as const, text: token.text, percent: false, units: [] as Units, token };
    this.items.push(value);
    if (this.fraction(token)) return 'operator';
    this.raised();
    const sign = this.tokens[this.at];
    if (sign?.kind === 'percent' && !this.isModulo()) {
      value.percent = true;
      this.at += 1;
    } else if (sign?.kind === 'money') {
      this.at += 1;
    }
    const [units, next] = unitAfter(this.tokens, this.at);
    value.units = units;
    // `3 R1`: a remainder, or a name.
    this.unsure ||= units.some(([name]) => /\d/.test(name));
    this.at = next;
    return 'operator';
  }

  /** `1 1/2`: a whole number and a fraction of smaller ones. */
  private fraction(whole: Token): boolean {
    const [above, slash, below] = this.tokens.slice(this.at, this.at + 3);
    if (above?.kind !== 'number' || slash?.text !== '/' || below?.kind !== 'number') return false;
    const tight = above.end === slash.at && slash.end === below.at && whole.end + 1 === above.at;
    const plain = [whole, above, below].every(({ text }) => /^\d{1,6}$/.test(text));
    if (!tight || !plain || Number(above.text) >= Number(below.text)) return false;
    for (const token of [above, below]) this.items.push({ kind: 'value', text: token.text, percent: false, units: [], token });
    this.items.push({ kind: 'operator', operator: '/' }, { kind: 'operator', operator: '+' });
    this.at += 3;
    return true;
  }

  private raised(): void {
    const token = this.tokens[this.at];
    if (token?.kind !== 'raised') return;
    this.items.push({ kind: 'value', text: token.text, percent: false, units: [], token }, { kind: 'operator', operator: '^' });
    this.operators += 1;
    this.at += 1;
  }

  private operator(): 'operand' | 'operator' | 'ended' | 'failed' {
    const token = this.tokens[this.at];
    const before = this.tokens[this.at - 1];
    const [attached, closed] = [token?.at === before?.end, before?.kind === 'close'];
    switch (token?.kind) {
      case 'operator':
        return this.binary(token.text);
      case 'percent':
        if (this.isModulo()) return this.binary('mod');
        if (!closed) return this.end();
        this.items.push({ kind: 'operator', operator: '%' });
        this.at += 1;
        return 'operator';
      case 'raised':
        this.raised();
        return 'operator';
      case 'close':
        return this.close();
      case 'open':
        if (!attached || (before?.kind !== 'number' && !closed)) return this.end();
        // What `6/2(1+2)` means is open.
        this.unsure ||=
          this.waiting.includes('/') || this.items.some((item) => item.kind === 'operator' && item.operator === '/');
        this.push('*');
        this.operators += 1;
        return 'operand';
      case 'word':
        return this.word(token, closed);
      default:
        return this.end();
    }
  }

  /** `of` behind a percentage or a fraction multiplies; a unit may stand behind a bracket. */
  private word({ text }: Token, closed: boolean): 'operand' | 'operator' | 'ended' | 'failed' {
    const last = this.items.at(-1);
    const part = (last?.kind === 'value' && last.percent) || this.waiting.at(-1) === '/';
    if (text === 'of' && part && this.tokens[this.at + 1]?.kind !== 'word') return this.binary('*');
    if (closed && !stops(text)) {
      const [, next] = unitAfter(this.tokens, this.at);
      this.unsure ||= next > this.at && this.tokens[next]?.kind === 'operator';
      if (next > this.at) {
        this.at = next;
        return 'operator';
      }
    }
    return this.end();
  }

  private binary(operator: string): 'operand' {
    this.push(operator);
    this.operators += 1;
    this.at += 1;
    return 'operand';
  }

  /** Whether a percent sign here stands between two numbers. */
  private isModulo(): boolean {
    const [sign, after] = [this.tokens[this.at], this.tokens[this.at + 1]];
    return sign?.text === '%' && (after?.kind === 'number' || after?.kind === 'open');
  }

  private close(): 'operator' | 'ended' | 'failed' {
    if (this.depth === 0) return this.end();
    for (let top = this.waiting.pop(); top !== undefined && top !== '('; top = this.waiting.pop()) this.emit(top);
    this.depth -= 1;
    this.at += 1;
    return 'operator';
  }

  private push(operator: string): void {
    const strength = STRENGTH[operator] ?? 0;
    for (let top = this.waiting.at(-1); top !== undefined && top !== '('; top = this.waiting.at(-1)) {
      const above = STRENGTH[top] ?? 0;
      if (above < strength || (above === strength && operator === '^')) break;
      this.emit(top);
      this.waiting.pop();
    }
    this.waiting.push(operator);
  }

  private emit(operator: string): void {
    this.items.push({ kind: 'operator', operator });
  }

  private end(): 'ended' | 'failed' {
    return this.depth === 0 ? 'ended' : 'failed';
  }

  private finished(): Omit<Side, 'about'> {
    for (let top = this.waiting.pop(); top !== undefined; top = this.waiting.pop()) this.emit(top);
    const { items, from, at: to, operators, unsure } = this;
    const [first, dash, second] = this.tokens.slice(from, to);
    const range = to - from === 3 && dash?.text === '-' && dash.at === first?.end && dash.end === second?.at;
    return { items, from, to, operators, unsure, range };
  }
}
