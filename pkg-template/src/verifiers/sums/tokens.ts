// Cuts a text into numbers, operators, words and what breaks a sum, in one pass.

export type Kind =
  | 'number'
  /** `+ - * / ^ mod`, whatever they were written as. */
  | 'operator'
  | 'open'
  | 'close'
  /** `=`, or `≈` for about equal. */
  | 'equals'
  | 'percent'
  /** Raised digits; the text is the exponent. */
  | 'raised'
  | 'word'
  /** A sign of money. */
  | 'money'
  /** What no sum may have in it: dates, times, ellipses, variables with a number in them. */
  | 'odd'
  /** Ends a sum: punctuation, a new line, a comparison. */
  | 'break';

export interface Token {
  kind: Kind;
  /** In one spelling for each operator and sign. */
  text: string;
  at: number;
  end: number;
}

const OPERATORS: { [sign: string]: string } = {
  '+': '+',
  '-': '-',
  '−': '-',
  '–': '-',
  '*': '*',
  '×': '*',
  '·': '*',
  '⋅': '*',
  '∙': '*',
  '✕': '*',
  '/': '/',
  '÷': '/',
  '∕': '/',
  '⁄': '/',
  '^': '^',
  '**': '^',
  plus: '+',
  minus: '-',
  times: '*',
  'multiplied by': '*',
  'divided by': '/',
  mod: 'mod',
  '\\times': '*',
  '\\cdot': '*',
  '\\div': '/',
  '\\bmod': 'mod',
  '&times;': '*',
  '&divide;': '/',
  '&minus;': '-',
};

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

type Pattern = readonly [Kind | 'space', RegExp];

// None of these can go back over more than one run of characters, and so the whole takes linear time. Of each list the first counts.

const DIGITS: readonly Pattern[] = [
  ['odd', /(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d\d))(?![\d./-]\d|\d)/y],
  ['odd', /\d{1,4}:\d\d(?::\d\d)?|0[xob][\da-f]+/iy],
  [
    'number',
    /(?:\d{1,3}(?: \d{3}){1,6}(?:[.,]\d+)?(?! ?\d)|\d+(?:[.,'’\u00a0\u2009\u202f]\d+)*|\.\d+)(?:[eE][+-]?\d{1,4}(?![\p{L}\p{N}]))?(?:\.{3}|…)?[½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞]?/uy,
  ],
];

const LETTERS: readonly Pattern[] = [
  ['odd', /[a-z][a-z0-9+.-]{1,20}:\/\/\S+/iy],
  ['equals', /equals(?![\p{L}\p{N}_])/uy],
  ['operator', /(?:plus|minus|times|multiplied by|divided by|mod)(?![\p{L}\p{N}_])/uy],
  ['money', /(?:USD|EUR|GBP|JPY|CHF|INR)(?![\p{L}\p{N}_])/uy],
  ['word', /[\p{L}_°][\p{L}\p{M}\p{Nd}_]*/uy],
];

const BLANKS: readonly Pattern[] = [['space', /[ \t\u00a0\u2009\u202f`]+/y]];

/** A line that goes on with the equals sign, as in worked solutions, is no new one. */
const LINES: readonly Pattern[] = [['space', /\r?\n[ \t]*(?:&[ \t]*)?(?=(?:=|≈|\\approx)(?!=))/y]];

const LATEX: readonly Pattern[] = [
  ['space', /\\[,;:! ()[\]]|\\(?:left|right|quad|qquad)(?![a-zA-Z])|\\(?:text|mathrm|mathbf|boxed|textbf)\{/y],
  ['odd', /\\(?:sqrt|frac|dfrac|tfrac|ldots|cdots|dots|pm|sum|pi)(?![a-zA-Z])/y],
  ['equals', /\\approx(?![a-zA-Z])/y],
  ['operator', /\\(?:times|cdot|div|bmod)(?![a-zA-Z])/y],
  ['percent', /\\%/y],
  ['money', /\\\$/y],
];

const SIGNS: readonly Pattern[] = [
  ['number', /\.\d+(?![.\d])|[½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞]/y],
  ['odd', /\.{2,}|[…±∓√∑∫∞]/y],
  ['break', /[=!<>:+\-*/~&|^?]=+>?|=[=>~]+|<[-=]*>?|-+>|--+|>+|[≠≡≤≥→⇒]/y],
  ['equals', /[=≈≃≅]/y],
  ['operator', /\*\*|[+\-−–*×·⋅∙✕/÷∕⁄^]|&(?:times|divide|minus);/y],
  ['percent', /%/y],
  ['raised', /[⁰¹²³⁴⁵⁶⁷⁸⁹]+/y],
  ['money', /[$€£¥₹₽₩¢]/y],
  ['open', /\(/y],
  ['close', /\)/y],
  ['space', /&nbsp;|\{,\}|[{}]/y],
  ['word', /[\p{L}°][\p{L}\p{M}\p{Nd}_]*/uy],
];

/** The patterns that can match where this character stands. */
function patternsOf(character: string): readonly Pattern[] {
  if (character >= '0' && character <= '9') return DIGITS;
  if ((character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || character === '_') return LETTERS;
  if (' \t\u00a0\u2009\u202f`'.includes(character)) return BLANKS;
  if (character === '\n' || character === '\r') return LINES;
  return character === '\\' ? LATEX : SIGNS;
}

/** Every token of a stretch of text, in order. */
export function tokens(text: string, from: number, to: number): Token[] {
  const all: Token[] = [];
  for (let at = from; at < to; ) {
    const token = next(text, at, all.at(-1));
    if (token.kind !== 'space') all.push(token as Token);
    at = token.end;
  }
  return all;
}

function next(text: string, at: number, before: Token | undefined): Omit<Token, 'kind'> & { kind: Kind | 'space' } {
  if (isTimes(text, at, before)) return { kind: 'operator', text: '*', at, end: at + 1 };
  const mark = emphasis(text, at, before);
  if (mark !== undefined) return mark;
  for (const [kind, pattern] of patternsOf(text[at] ?? '')) {
    pattern.lastIndex = at;
    const match = pattern.exec(text)?.[0];
    if (match !== undefined) return { kind, text: spelt(kind, match), at, end: at + match.length };
  }
  return { kind: 'break', text: text[at] ?? '', at, end: at + 1 };
}

/** Whether the letter `x` stands between two numbers. */
function isTimes(text: string, at: number, before: Token | undefined): boolean {
  const letter = text[at];
  if ((letter !== 'x' && letter !== 'X') || before === undefined) return false;
  if (before.kind !== 'number' && before.kind !== 'close' && before.kind !== 'percent') return false;
  const between = text.slice(before.end, at);
  return between.trim() === '' && between.length < 3 && /^[ \t]{0,2}[$€£¥]?[\d(]/.test(text.slice(at + 1, at + 6));
}

/** Stars that are no operators but emphasis, a dash that is a bullet, and the colon of a ratio. */
function emphasis(text: string, at: number, before: Token | undefined): ReturnType<typeof next> | undefined {
  const sign = text[at] ?? '';
  if (sign === ':' && before?.kind === 'number' && before.end < at) return { kind: 'odd', text: sign, at, end: at + 1 };
  if (!'*+-–'.includes(sign) || sign === '') return undefined;
  const first = before === undefined || (before.kind === 'break' && before.text.includes('\n'));
  if (first && /\s/.test(text[at + 1] ?? ' ')) return { kind: 'break', text: sign, at, end: at + 1 };
  if (sign !== '*') return undefined;
  const end = at + (text[at + 1] === '*' ? 2 : 1);
  const operand = before !== undefined && ['number', 'close', 'percent', 'raised', 'word', 'money'].includes(before.kind);
  const [left, right] = [/\s/.test(text[at - 1] ?? ' '), /\s/.test(text[end] ?? ' ')];
  const follows = /^[ \t]*[-+−]?[\d.(\p{L}$€£¥\\]/u.test(text.slice(end, end + 6));
  const even = left === right || (end === at + 1 && before?.kind !== 'word');
  // Behind a closing bracket or a quote it multiplies something that is not understood.
  const unknown = !operand && before !== undefined && left === right;
  return (operand && follows && even) || unknown ? undefined : { kind: 'space', text: '', at, end };
}

function spelt(kind: Kind | 'space', text: string): string {
  switch (kind) {
    case 'operator':
      return OPERATORS[text] ?? text;
    case 'equals':
      return text === '=' || text === 'equals' ? '=' : '≈';
    case 'raised':
      return [...text].map((digit) => RAISED.indexOf(digit)).join('');
    case 'money':
      return text.replace('\\', '');
    default:
      return text;
  }
}
