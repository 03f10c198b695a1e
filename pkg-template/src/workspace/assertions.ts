// The tests of a file, and where each says what it expects: read from its tokens, without a list of anybody's assertions.
//
// A check is a statement whose value nobody takes: a call, a Rust macro, `assert` of Python. Its operands are its arguments, or both sides of
// a comparison. An operand of literals alone is an expectation; where there is none, the operand itself is made wrong as the test runs.

export type Language = 'javascript' | 'python' | 'rust';

const LANGUAGES: Record<string, Language> = { py: 'python', rs: 'rust' };

/** The language of a file that twins can be made of. */
export function languageOf(path: string): Language | undefined {
  const [, ending = ''] = /\.(\w+)$/.exec(path) ?? [];
  return /^[cm]?[jt]sx?$/.test(ending) ? 'javascript' : LANGUAGES[ending];
}

interface Token {
  kind: 'word' | 'number' | 'text' | 'mark';
  text: string;
  start: number;
  end: number;
  /** Whether a line begins here. */
  isFirst: boolean;
  /** The index of the bracket that closes, or opens, this one. */
  pair: number;
}

/** A place in a file, and what makes it wrong. `wrap` has the text put around what is there. */
export type Spot = { start: number; end: number } & (
  | { literal: 'number' | 'text' | 'word' }
  | { wrap: readonly [string, string] }
);

export interface Check {
  /** What is called, with its arguments left out: `expect().toBe`. */
  form: string;
  start: number;
  spots: readonly Spot[];
  /** Whether the spots are literals: what is wrong then looks like what is right. */
  isLiteral: boolean;
}

export interface FoundTest {
  /** The title or name as it is written. */
  title: string;
  /** Those of the runner's names that are of this test. */
  names: readonly string[];
  /** The names of what is around it. */
  parents: readonly string[];
  checks: readonly Check[];
}

const CODE = {
  javascript: {
    space: /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y,
    text: /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"|`(?:[^`\\]|\\[\s\S])*`/y,
    regex: /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y,
    mark: /=>|[!=]==?|[<>]=|&&|\|\||\?\.(?!\d)|\?\?|\.\.\./y,
    value: /^(?:true|false)$/,
  },
  python: {
    space: /(?:\s|\\\n|#[^\n]*)+/y,
    text: /[rRbBuU]{0,2}(?:"""(?:[^\\]|\\[\s\S])*?"""|'''(?:[^\\]|\\[\s\S])*?'''|'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*")/y,
    regex: undefined,
    mark: /[!=<>]=|:=|->/y,
    value: /^(?:True|False)$/,
  },
  rust: {
    space: /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y,
    text: /b?r(#*)"[\s\S]*?"\1|b?"(?:[^"\\]|\\[\s\S])*"|b?'(?:[^'\\\n]|\\[^\n']+|\\')'/y,
    regex: undefined,
    mark: /=>|->|[!=<>]=|&&|\|\||::|\.\.[.=]?/y,
    value: /^(?:true|false)$/,
  },
} as const;
const NUMBER = /0[xXbBoO][\da-fA-F_]+n?|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?(?:_?[iuf](?:8|16|32|64|128|size)|n)?/y;
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/uy;

/** Words of the languages that begin a statement of another kind, and those that may stand before a check. */
const OTHER = new Set(
  'const let var do switch case default throw try catch finally function class import export new delete typeof break continue def with from del raise pass global nonlocal lambda yield fn use mod pub struct enum impl match loop static type unsafe'.split(
    ' ',
  ),
);
const BEFORE = new Set(['await', 'return', 'else', 'void', 'async']);
const HEADERS = new Set(['for', 'if', 'while']);
const OPENING = '([{';
const CLOSING = ')]}';

function tokensOf(text: string, language: Language): Token[] {
  const { space, text: quoted, regex, mark } = CODE[language];
  const tokens: Token[] = [];
  const open: number[] = [];
  const match = (pattern: RegExp, at: number): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  let isFirst = true;
  for (let at = 0; at < text.length; ) {
    const blank = match(space, at);
    if (blank !== undefined) {
      isFirst ||= blank.includes('\n');
      at += blank.length;
      continue;
    }
    const last = tokens.at(-1);
    const isAfterValue = last !== undefined && (last.kind !== 'mark' || CLOSING.includes(last.text));
    const isMember = last?.text === '.';
    const pattern = !isAfterValue && regex ? match(regex, at) : undefined;
    let kind: Token['kind'] = 'mark';
    let found = pattern;
    if (found === undefined && (found = match(quoted, at)) !== undefined)
      kind = found.startsWith('`') && found.includes('${') ? 'mark' : 'text';
    else if (found === undefined && (found = match(WORD, at)) !== undefined) kind = 'word';
    else if (found === undefined && (found = match(NUMBER, at)) !== undefined) kind = isMember ? 'word' : 'number';
    found ??= match(mark, at) ?? String.fromCodePoint(text.codePointAt(at) ?? 0);
    // A string with a prefix that this language does not have as a literal, such as `f"…"`.
    if (kind === 'text' && last?.kind === 'word' && last.end === at) kind = 'mark';
    const token: Token = { kind, text: found, start: at, end: at + found.length, isFirst, pair: -1 };
    if (kind === 'mark' && found.length === 1) {
      if (OPENING.includes(found)) open.push(tokens.length);
      const place = CLOSING.indexOf(found);
      const opener = place === -1 ? undefined : tokens[open.at(-1) ?? -1];
      if (opener !== undefined && opener.text === OPENING[place]) {
        token.pair = open.pop() ?? -1;
        opener.pair = tokens.length;
      }
    }
    tokens.push(token);
    isFirst = false;
    at = token.end;
  }
  return tokens;
}

/** The part of a runner's name that stands in the file: without the names around it, and without parameters. */
export function leafOf(name: string, language: Language): string {
  if (language === 'javascript') return name.split(' > ').at(-1) ?? name;
  if (language === 'rust') return name.split('::').at(-1) ?? name;
  return (
    name
      .replace(/\[.*\]$/s, '')
      .split('.')
      .at(-1) ?? name
  );
}

/**
 * The tests of a file that have one of these names, each of them a leaf. Without names: those that look like tests, as Python's `def test…`,
 * functions of Rust with an attribute `test`, and JavaScript's innermost calls with a title and a function.
 */
export function findTests(text: string, language: Language, names?: ReadonlySet<string>): FoundTest[] {
  const tokens = tokensOf(text, language);
  const regions = language === 'javascript' ? titledCalls(tokens, names) : namedFunctions(tokens, text, language, names);
  const checks = checksOf(tokens, language);
  return regions.map((region) => {
    const isIn = (at: number, { from, to }: Region): boolean => at > from && at < to;
    const { title, names: own } = region;
    const parents = regions.filter((one) => isIn(region.from, one)).flatMap((one) => one.names);
    // A test with tests in it ends them when it fails.
    if (regions.some((one) => isIn(one.from, region))) return { title, names: own, parents, checks: [] };
    const inside = checks.filter(({ at }) => isIn(at, region)).map(({ check }) => check);
    return { title, names: own, parents, checks: inside.length > 0 ? inside : canariesOf(tokens, region, text, language) };
  });
}

interface Region {
  title: string;
  names: readonly string[];
  /** Indices of tokens. */
  from: number;
  to: number;
}

/** A failure where a test begins, for one without a check. */
function canariesOf(tokens: readonly Token[], { from, to }: Region, text: string, language: Language): Check[] {
  let at = from + 1;
  const mark = { javascript: '=>', python: ':', rust: '{' }[language];
  for (; at < to; at += 1) {
    const token = tokens[at] as Token;
    if (token.text === mark || token.text === 'function') break;
    if (language !== 'javascript' && token.text === '(' && token.pair !== -1) at = token.pair;
  }
  if (language === 'javascript') while (at < to && tokens[at]?.text !== '{') at += 1;
  const next = tokens[at + 1];
  if (at >= to || next === undefined) return [];
  const [start, failure] = {
    javascript: [tokens[at]?.end ?? 0, ' throw new Error("wrong");'] as const,
    python: [next.start, `assert 1 == 2\n${' '.repeat(columnOf(text, next.start))}`] as const,
    rust: [tokens[at]?.end ?? 0, ' assert!(std::hint::black_box(1) == 2);'] as const,
  }[language];
  if (language === 'python' && !next.isFirst) return [];
  return [{ form: 'canary', start, spots: [{ start, end: start, wrap: [failure, ''] }], isLiteral: false }];
}

/** JavaScript: calls with a title and a function. A title with places for values stands for each name that fits. */
function titledCalls(tokens: readonly Token[], names: ReadonlySet<string> | undefined): Region[] {
  const calls = tokens.flatMap((token, from) => {
    const title = tokens[from + 1];
    if (token.text !== '(' || token.pair === -1 || title === undefined || !/^['"`]/.test(title.text)) return [];
    if (!tokens.slice(from, token.pair).some(({ text }) => text === '=>' || text === 'function')) return [];
    const inside = title.text.slice(1, -1).replace(/\\(.)/gs, '$1');
    const parts = inside.split(/\$\{[^}]*\}|%[a-zA-Z#]|\$[\w.]+/);
    if (names === undefined)
      return parts.length > 1 ? [] : [{ title: inside, names: [leafOf(inside, 'javascript')], from, to: token.pair }];
    const pattern = new RegExp(`^${parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.*')}$`, 's');
    const leaf = leafOf(inside, 'javascript');
    const found = names.has(leaf) ? [leaf] : parts.length > 1 ? [...names].filter((name) => pattern.test(name)) : [];
    return found.length === 0 ? [] : [{ title: inside, names: found, from, to: token.pair }];
  });
  return names === undefined ? calls.filter(({ from, to }) => !calls.some((one) => one.from > from && one.from < to)) : calls;
}

/** Python and Rust: functions with a name. */
function namedFunctions(
  tokens: readonly Token[],
  text: string,
  language: Language,
  names: ReadonlySet<string> | undefined,
): Region[] {
  return tokens.flatMap((token, at) => {
    const name = tokens[at + 1];
    if (name === undefined || token.text !== (language === 'python' ? 'def' : 'fn')) return [];
    const isTest = names?.has(name.text) ?? (language === 'python' ? name.text.startsWith('test') : hasTestAttribute(tokens, at));
    if (!isTest) return [];
    let to = -1;
    if (language === 'python') {
      const indent = columnOf(text, firstOfLine(tokens, at).start);
      to = tokens.findIndex((one, index) => index > at && isLogicalLine(tokens, index) && columnOf(text, one.start) <= indent);
      if (to === -1) to = tokens.length;
    } else {
      const open = tokens.findIndex((one, index) => index > at && one.text === '{');
      to = tokens[open]?.pair ?? -1;
    }
    return to === -1 ? [] : [{ title: name.text, names: [name.text], from: at, to }];
  });
}

/** `#[test]`, `#[tokio::test]` and their like, before a function of Rust. */
function hasTestAttribute(tokens: readonly Token[], at: number): boolean {
  let index = at - 1;
  while (tokens[index]?.kind === 'word') index -= 1;
  for (let last = tokens[index]; last?.text === ']' && tokens[last.pair - 1]?.text === '#'; last = tokens[index]) {
    if (tokens.slice(last.pair, index).some(({ text }) => text === 'test')) return true;
    index = last.pair - 2;
  }
  return false;
}

function columnOf(text: string, at: number): number {
  return at - text.lastIndexOf('\n', at - 1) - 1;
}

function firstOfLine(tokens: readonly Token[], at: number): Token {
  let index = at;
  while (index > 0 && tokens[index]?.isFirst !== true) index -= 1;
  return tokens[index] as Token;
}

/** Whether a logical line of Python begins here: a line that no bracket holds open. */
function isLogicalLine(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.isFirst !== true) return false;
  let index = at - 1;
  for (; index >= 0; index -= 1) {
    const { text, pair } = tokens[index] as Token;
    if (CLOSING.includes(text) && pair !== -1) index = pair;
    else if (OPENING.includes(text) && pair > at) return false;
    else if (tokens[index]?.isFirst) break;
  }
  return true;
}

function checksOf(tokens: readonly Token[], language: Language): { at: number; check: Check }[] {
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'word' || !isStatement(tokens, at, language)) return [];
    const range =
      token.text === 'assert' && language === 'python' ? assertedRange(tokens, at) : calledRange(tokens, at, language);
    if (range === undefined) return [];
    const { spots, isLiteral } = spotsOf(tokens, range, language);
    return spots.length === 0 ? [] : [{ at, check: { form: range.form, start: token.start, spots, isLiteral } }];
  });
}

function isStatement(tokens: readonly Token[], at: number, language: Language): boolean {
  const token = tokens[at] as Token;
  const last = tokens[at - 1];
  if (OTHER.has(token.text) || BEFORE.has(token.text) || HEADERS.has(token.text)) return false;
  if (last === undefined) return true;
  if (last.kind === 'word' && BEFORE.has(last.text)) return true;
  if (language === 'python') return isLogicalLine(tokens, at);
  if ('{};'.includes(last.text)) return true;
  if (language === 'rust') return last.text === ']' && token.isFirst;
  if (last.text === '=>') return true;
  // `for (…) check(…)`
  if (last.text === ')' && HEADERS.has(tokens[last.pair - 1]?.text ?? '')) return true;
  return token.isFirst && (last.kind !== 'mark' || CLOSING.includes(last.text) || last.text.startsWith('`'));
}

interface Range {
  form: string;
  /** Indices of tokens, without the brackets. */
  from: number;
  to: number;
  /** Whether what is judged stands before: `expect(subject).toBe(…)`. */
  hasSubject: boolean;
  /** Whether one operand can be negated. */
  isNegatable: boolean;
}

/** `assert …` of Python, without its message. */
function assertedRange(tokens: readonly Token[], at: number): Range {
  let to = at + 1;
  for (; to < tokens.length; to += 1) {
    const { text, pair } = tokens[to] as Token;
    if (text === ',' || text === ';' || isLogicalLine(tokens, to)) break;
    if (OPENING.includes(text) && pair !== -1) to = pair;
  }
  return { form: 'assert', from: at + 1, to, hasSubject: false, isNegatable: true };
}

/** The arguments of the last call of a statement that is a chain of members and calls. */
function calledRange(tokens: readonly Token[], at: number, language: Language): Range | undefined {
  const groups: number[] = [];
  let form = '';
  let index = at;
  let last: Token | undefined;
  for (; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    const isCall = token.text === '(' || (OPENING.includes(token.text) && last?.text === '!');
    if (last?.kind === 'word' ? token.kind === 'word' || (token.isFirst && language === 'python') : false) break;
    if (isCall || (token.text === '[' && last !== undefined)) {
      if (token.pair === -1) return undefined;
      if (isCall) groups.push(index);
      form += isCall ? '()' : '[]';
      index = token.pair;
    } else if (token.kind === 'word' && (last === undefined || /^(?:\.|\?\.|::)$/.test(last.text))) form += token.text;
    else if (/^(?:\.|\?\.|::|!)$/.test(token.text) && last !== undefined) form += token.text;
    else break;
    last = tokens[index];
    if (tokens[index + 1]?.isFirst && !/^(?:\.|\?\.)/.test(tokens[index + 1]?.text ?? '')) {
      index += 1;
      break;
    }
  }
  const next = tokens[index];
  const isWhole = last !== undefined && CLOSING.includes(last.text) && last.pair === groups.at(-1);
  if (!isWhole || !(next === undefined || next.isFirst || ';})'.includes(next.text))) return undefined;
  const full = groups.filter((group) => (tokens[group]?.pair ?? 0) > group + 1);
  const group = full.at(-1);
  if (group === undefined) return undefined;
  const hasSubject = full.length > 1 && group === groups.at(-1);
  return {
    form: form.replace(/\(\)$/, ''),
    from: group + 1,
    to: (tokens[group] as Token).pair,
    hasSubject,
    isNegatable: language !== 'rust',
  };
}

interface Operand {
  from: number;
  to: number;
  /** Whether it is compared by other than equality: another value may do as well. */
  isLoose: boolean;
}

function operandsOf(tokens: readonly Token[], from: number, to: number): Operand[] {
  const operands: Operand[] = [];
  let begin = from;
  let isLoose = false;
  const close = (end: number, isLooseAfter: boolean): void => {
    if (end > begin) operands.push({ from: begin, to: end, isLoose: isLoose || isLooseAfter });
    isLoose = isLooseAfter;
  };
  for (let at = from; at < to; at += 1) {
    const { text, pair, kind } = tokens[at] as Token;
    if (OPENING.includes(text) && kind === 'mark' && pair !== -1) at = pair;
    else if (/^(?:,|===?|!==?|[<>]=?|&&|\|\||and|or|is|in|not|instanceof)$/.test(text) && kind !== 'text') {
      if (text === 'not' && at === begin && !isLoose && tokens[at + 1]?.text !== 'in') continue;
      const isNegative = text === 'not' || (text === 'is' && tokens[at + 1]?.text === 'not');
      close(at, isNegative || /^(?:!==?|[<>]=?)$/.test(text) || (text === 'in' && isLoose && at === begin));
      begin = at + 1;
    }
  }
  close(to, false);
  return operands;
}

function spotsOf(tokens: readonly Token[], range: Range, language: Language): { spots: Spot[]; isLiteral: boolean } {
  const { from, to, hasSubject, isNegatable } = range;
  const operands = operandsOf(tokens, from, to);
  const tight = operands.filter(({ isLoose }) => !isLoose);
  const read = tight.map((operand) => literalsOf(tokens, operand, language));
  const isSubject = hasSubject || read.some(({ isPlain }) => !isPlain) || tight.length < operands.length;
  const plain = isSubject ? read.flatMap(({ isPlain, spots }) => (isPlain ? spots : [])) : [];
  if (plain.length > 0) return { spots: plain, isLiteral: true };
  const [only] = operands;
  if (operands.length === 1 && only !== undefined && !hasSubject) {
    // `assert near(value, 2.5)`
    const call = calledRange(tokens.slice(0, only.to), only.from, language);
    const isCall = call !== undefined && call.to + 1 === only.to && operandsOf(tokens, call.from, call.to).length > 1;
    const inner = isCall ? spotsOf(tokens, call, language) : undefined;
    if (inner?.isLiteral) return inner;
    const [start, end] = [tokens[only.from]?.start ?? 0, tokens[only.to - 1]?.end ?? 0];
    if (isNegatable && !read[0]?.isPlain)
      return { spots: [{ start, end, wrap: language === 'python' ? ['(not (', '))'] : ['!(', ')'] }], isLiteral: false };
    return { spots: [], isLiteral: false };
  }
  // `Some(2)`, `approx(2.5)`: a value that is made of literals.
  const made = read.at(-1);
  if (isSubject && made?.isMade && tight.at(-1) === operands.at(-1)) return { spots: made.spots, isLiteral: true };
  if (!isNegatable || !isSubject) return { spots: [], isLiteral: false };
  const wrap = language === 'python' ? WRONG_PYTHON : WRONG_JAVASCRIPT;
  const isNamed = ({ from: at }: Operand): boolean => tokens[at + 1]?.text === '=';
  const wrapped = (hasSubject ? tight : tight.filter((operand) => operand !== only)).filter((operand) => !isNamed(operand));
  const spots = wrapped.map((operand) => ({
    start: tokens[operand.from]?.start ?? 0,
    end: tokens[operand.to - 1]?.end ?? 0,
    wrap,
  }));
  return { spots, isLiteral: false };
}

/** Another value of the same type, where that is one that has values. */
const WRONG_JAVASCRIPT = [
  '((v) => (typeof v === "number" ? v + 3 : typeof v === "string" ? v + "k" : typeof v === "boolean" ? !v : Array.isArray(v) ? [...v, 3] : 3))(',
  ')',
] as const;
const WRONG_PYTHON = [
  '(lambda v: (not v) if isinstance(v, bool) else v + 3 if isinstance(v, (int, float)) else v + "k" if isinstance(v, str) else 3)(',
  ')',
] as const;

/** The literals of an operand. It is plain where there is nothing else in it, and made where it is calls of them. */
function literalsOf(
  tokens: readonly Token[],
  { from, to }: Operand,
  language: Language,
): { spots: Spot[]; isPlain: boolean; isMade: boolean } {
  const spots: Spot[] = [];
  let isPlain = true;
  let isMade = true;
  for (let at = from; at < to; at += 1) {
    const { kind, text, start, end } = tokens[at] as Token;
    const [last, next] = [tokens[at - 1], tokens[at + 1]];
    if (kind === 'word' && CODE[language].value.test(text)) spots.push({ start, end, literal: 'word' });
    else if ((kind === 'word' || kind === 'text') && next?.text === ':' && /^[{,]$/.test(last?.text ?? '')) continue;
    else if (kind === 'number' || kind === 'text') spots.push({ start, end, literal: kind });
    else if (kind === 'word' && !(next?.text === '!' && language === 'rust')) {
      isPlain = false;
      // The name of what is called, or of its place.
      isMade &&= /^(?:\(|\.|::|new)$/.test(next?.text ?? '') || text === 'new' || last?.text === '=' || next?.text === '=';
    } else if (kind === 'mark' && text.length > 1 && !/^(?:\.\.\.|::)$/.test(text)) isPlain = isMade = false;
  }
  return { spots, isPlain: isPlain && spots.length > 0, isMade: isMade && spots.length > 0 };
}
