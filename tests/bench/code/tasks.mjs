// Forty JavaScript tasks of our own. A model sees `ask` and the examples; the hidden tests are for the score. `right` solves a task;
// `wrong` is what a hasty reader writes, and some hidden test fails it. Calls are `[arguments, result]`, both JSON.

/**
 * @typedef {{ name: string, ask: string, examples: [unknown[], unknown][], hidden: [unknown[], unknown][], right: string, wrong: string }} Task
 * `right` and `wrong` are function expressions.
 */

const task = (name, ask, examples, hidden, right, wrong) => ({ name, ask, examples, hidden, right, wrong });

/** @type {Task[]} */
export const tasks = [
  task(
    'chunk(list, size)',
    'Splits a list into lists of `size` items; the last one may be shorter.',
    [
      [
        [[1, 2, 3, 4], 2],
        [
          [1, 2],
          [3, 4],
        ],
      ],
      [
        [[1, 2, 3], 2],
        [[1, 2], [3]],
      ],
    ],
    [
      [[[], 3], []],
      [[[1], 5], [[1]]],
      [
        [[1, 2, 3, 4, 5, 6, 7], 3],
        [[1, 2, 3], [4, 5, 6], [7]],
      ],
    ],
    '(list, size) => { const all = []; for (let at = 0; at < list.length; at += size) all.push(list.slice(at, at + size)); return all; }',
    '(list, size) => [list.slice(0, size), list.slice(size)]',
  ),
  task(
    'runLength(text)',
    'Writes each run of the same character as the character and how often it stands there.',
    [
      [['aaab'], 'a3b1'],
      [['abc'], 'a1b1c1'],
    ],
    [
      [[''], ''],
      [['aabaa'], 'a2b1a2'],
      [['zzzzzzzzzzzz'], 'z12'],
    ],
    '(text) => text.replace(/(.)\\1*/gs, (run) => run[0] + run.length)',
    "(text) => [...new Set(text)].map((one) => one + (text.split(one).length - 1)).join('')",
  ),
  task(
    'rotate(list, steps)',
    'Moves each item `steps` places to the right; what leaves at the end comes in at the front. Negative steps move to the left.',
    [
      [
        [[1, 2, 3, 4], 1],
        [4, 1, 2, 3],
      ],
      [
        [[1, 2, 3, 4], -1],
        [2, 3, 4, 1],
      ],
    ],
    [
      [
        [[1, 2, 3], 4],
        [3, 1, 2],
      ],
      [
        [[1, 2, 3], -5],
        [3, 1, 2],
      ],
      [[[], 3], []],
      [
        [[1, 2], 0],
        [1, 2],
      ],
    ],
    '(list, steps) => list.map((_, at) => list[(((at - steps) % list.length) + list.length) % list.length])',
    '(list, steps) => [...list.slice(-steps), ...list.slice(0, -steps)]',
  ),
  task(
    'romanToNumber(text)',
    'Reads a Roman numeral.',
    [
      [['XII'], 12],
      [['IV'], 4],
    ],
    [
      [['MCMXCIV'], 1994],
      [['XL'], 40],
      [['MMXXVI'], 2026],
      [['CDXLIV'], 444],
    ],
    '(text) => { const v = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 }; return [...text].reduce((sum, c, at) => sum + (v[c] < (v[text[at + 1]] ?? 0) ? -v[c] : v[c]), 0); }',
    "(text) => { const v = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 }; return text === 'IV' ? 4 : [...text].reduce((sum, c) => sum + v[c], 0); }",
  ),
  task(
    'isBalanced(text)',
    'Whether each bracket of (), [] and {} is closed by its own kind in the right order. Other characters do not matter.',
    [
      [['(a[b])'], true],
      [['(]'], false],
    ],
    [
      [['([)]'], false],
      [['(('], false],
      [[''], true],
      [['}{'], false],
      [['{[()()]}x'], true],
    ],
    "(text) => { const open = []; const pairs = { ')': '(', ']': '[', '}': '{' }; for (const c of text) { if ('([{'.includes(c)) open.push(c); else if (pairs[c] && open.pop() !== pairs[c]) return false; } return open.length === 0; }",
    "(text) => ['()', '[]', '{}'].every(([a, b]) => text.split(a).length === text.split(b).length)",
  ),
  task(
    'flatten(list, depth)',
    'Takes the lists inside a list apart, down to `depth` levels.',
    [
      [
        [[1, [2, [3]]], 1],
        [1, 2, [3]],
      ],
      [
        [[1, [2, [3]]], 2],
        [1, 2, 3],
      ],
    ],
    [
      [[[[[[1]]]], 2], [[1]]],
      [
        [[1, [2]], 0],
        [1, [2]],
      ],
      [[[[], [[]]], 1], [[]]],
    ],
    '(list, depth) => list.flat(depth)',
    '(list, depth) => (depth === 1 ? list.flat() : list.flat(Infinity))',
  ),
  task(
    'median(numbers)',
    'The middle of the numbers by size; of an even count the mean of the two in the middle. The list itself is not changed.',
    [
      [[[3, 1, 2]], 2],
      [[[4, 1, 3, 2]], 2.5],
    ],
    [
      [[[10, 9, 100]], 10],
      [[[7]], 7],
      [[[-1, -10, 5, 20]], 2],
    ],
    '(numbers) => { const s = [...numbers].sort((a, b) => a - b); const m = s.length >> 1; return s.length % 2 ? s[m] : (s[m - 1] + s[m]) / 2; }',
    '(numbers) => { const s = [...numbers].sort(); const m = s.length >> 1; return s.length % 2 ? s[m] : (s[m - 1] + s[m]) / 2; }',
  ),
  task(
    'titleCase(text)',
    'Each word begins with a capital and goes on in small letters. Blanks stay as they are.',
    [
      [['hello world'], 'Hello World'],
      [['HELLO'], 'Hello'],
    ],
    [
      [['a  b'], 'A  B'],
      [[''], ''],
      [['mIxEd cAsE text'], 'Mixed Case Text'],
    ],
    "(text) => text.split(' ').map((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()).join(' ')",
    "(text) => text.split(/ +/).map((word) => word[0].toUpperCase() + word.slice(1).toLowerCase()).join(' ')",
  ),
  task(
    'groupAnagrams(words)',
    'Groups words of the same letters. Groups and the words in them stand in the order in which they first come.',
    [[[['tea', 'tan', 'eat']], [['tea', 'eat'], ['tan']]]],
    [
      [[[]], []],
      [
        [['ab', 'c', 'ba', 'c']],
        [
          ['ab', 'ba'],
          ['c', 'c'],
        ],
      ],
      [[['aab', 'abb']], [['aab'], ['abb']]],
    ],
    "(words) => { const m = new Map(); for (const w of words) { const k = [...w].sort().join(''); m.set(k, [...(m.get(k) ?? []), w]); } return [...m.values()]; }",
    "(words) => { const m = new Map(); for (const w of words) { const k = [...new Set(w)].sort().join(''); m.set(k, [...(m.get(k) ?? []), w]); } return [...m.values()]; }",
  ),
  task(
    'primeFactors(number)',
    'The prime factors of a whole number above 0, smallest first, each as often as it divides it. 1 has none.',
    [
      [[12], [2, 2, 3]],
      [[7], [7]],
    ],
    [
      [[1], []],
      [[97], [97]],
      [[360], [2, 2, 2, 3, 3, 5]],
      [[49], [7, 7]],
    ],
    '(n) => { const f = []; for (let d = 2; n > 1; d += 1) while (n % d === 0) { f.push(d); n /= d; } return f; }',
    '(n) => { const f = []; for (let d = 2; d < n; d += 1) while (n % d === 0) { f.push(d); n /= d; } f.push(n); return f; }',
  ),
  task(
    'caesar(text, shift)',
    'Moves each letter `shift` places on in the alphabet, round the end; case stays, other characters too. `shift` may be negative.',
    [
      [['abc', 1], 'bcd'],
      [['xyz!', 3], 'abc!'],
    ],
    [
      [['Hello, World', -3], 'Ebiil, Tloia'],
      [['Zz', 27], 'Aa'],
      [['a', -30], 'w'],
    ],
    "(text, shift) => text.replace(/[a-z]/gi, (c) => { const base = c < 'a' ? 65 : 97; return String.fromCharCode(((((c.charCodeAt(0) - base + shift) % 26) + 26) % 26) + base); })",
    "(text, shift) => text.replace(/[a-z]/gi, (c) => { const base = c < 'a' ? 65 : 97; return String.fromCharCode(((c.charCodeAt(0) - base + shift) % 26) + base); })",
  ),
  task(
    'mergeIntervals(intervals)',
    'Joins intervals [from, to] that overlap or touch at an end. The result is sorted.',
    [
      [
        [
          [
            [1, 3],
            [2, 5],
            [7, 8],
          ],
        ],
        [
          [1, 5],
          [7, 8],
        ],
      ],
    ],
    [
      [
        [
          [
            [5, 6],
            [1, 2],
          ],
        ],
        [
          [1, 2],
          [5, 6],
        ],
      ],
      [
        [
          [
            [1, 4],
            [4, 5],
          ],
        ],
        [[1, 5]],
      ],
      [
        [
          [
            [1, 10],
            [2, 3],
            [4, 5],
          ],
        ],
        [[1, 10]],
      ],
      [[[]], []],
    ],
    '(all) => { const out = []; for (const [a, b] of [...all].sort((x, y) => x[0] - y[0])) { const last = out.at(-1); if (last && a <= last[1]) last[1] = Math.max(last[1], b); else out.push([a, b]); } return out; }',
    '(all) => { const out = []; for (const [a, b] of all) { const last = out.at(-1); if (last && a <= last[1]) last[1] = b; else out.push([a, b]); } return out; }',
  ),
  task(
    'wrap(text, width)',
    'Breaks a text of words with one blank between them into lines of at most `width` characters, as many words a line as fit. A word that is longer stands alone. Returns the list of lines.',
    [
      [
        ['aa bb cc', 5],
        ['aa bb', 'cc'],
      ],
      [
        ['a bb ccc', 3],
        ['a', 'bb', 'ccc'],
      ],
    ],
    [
      [
        ['abcdef g', 3],
        ['abcdef', 'g'],
      ],
      [
        ['a b c d', 3],
        ['a b', 'c d'],
      ],
      [['one', 10], ['one']],
    ],
    "(text, width) => { const lines = []; for (const w of text.split(' ')) { const last = lines.at(-1); if (last !== undefined && last.length + 1 + w.length <= width) lines[lines.length - 1] = `${last} ${w}`; else lines.push(w); } return lines; }",
    "(text, width) => { const lines = []; for (const w of text.split(' ')) { const last = lines.at(-1); if (last !== undefined && last.length + w.length < width && w.length > 1) lines[lines.length - 1] = `${last} ${w}`; else lines.push(w); } return lines; }",
  ),
  task(
    'toBase(number, base)',
    'Writes a whole number in a base from 2 to 36, in capitals; a negative one with a minus in front.',
    [
      [[10, 2], '1010'],
      [[255, 16], 'FF'],
    ],
    [
      [[0, 2], '0'],
      [[-35, 36], '-Z'],
      [[-8, 8], '-10'],
    ],
    '(number, base) => number.toString(base).toUpperCase()',
    "(n, base) => { let s = ''; while (n > 0) { s = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'[n % base] + s; n = Math.floor(n / base); } return s; }",
  ),
  task(
    'spiral(grid)',
    'Reads a grid of rows clockwise from the outside inwards, beginning at the upper left.',
    [
      [
        [
          [
            [1, 2, 3],
            [4, 5, 6],
            [7, 8, 9],
          ],
        ],
        [1, 2, 3, 6, 9, 8, 7, 4, 5],
      ],
    ],
    [
      [
        [
          [
            [1, 2],
            [3, 4],
            [5, 6],
          ],
        ],
        [1, 2, 4, 6, 5, 3],
      ],
      [[[[1, 2, 3]]], [1, 2, 3]],
      [[[[1], [2]]], [1, 2]],
      [[[]], []],
    ],
    '(grid) => { let g = grid.map((r) => [...r]); const out = []; while (g.length) { out.push(...g.shift()); g = g.length ? g[0].map((_, at) => g.map((r) => r[r.length - 1 - at])) : []; } return out; }',
    '(g) => { const n = g.length; const out = []; for (let k = 0; k < (n + 1) / 2; k += 1) { const e = n - 1 - k; if (k === e) { out.push(g[k][k]); continue; } for (let i = k; i < e; i += 1) out.push(g[k][i]); for (let i = k; i < e; i += 1) out.push(g[i][e]); for (let i = e; i > k; i -= 1) out.push(g[e][i]); for (let i = e; i > k; i -= 1) out.push(g[i][k]); } return out; }',
  ),
  task(
    'editDistance(a, b)',
    'The least number of characters to insert, delete or replace that makes one text of the other.',
    [
      [['kitten', 'sitting'], 3],
      [['abc', 'abc'], 0],
    ],
    [
      [['', 'abc'], 3],
      [['flaw', 'lawn'], 2],
      [['intention', 'execution'], 5],
    ],
    '(a, b) => { let row = Array.from({ length: b.length + 1 }, (_, i) => i); for (let i = 1; i <= a.length; i += 1) { const next = [i]; for (let j = 1; j <= b.length; j += 1) next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)); row = next; } return row[b.length]; }',
    '(a, b) => { let n = Math.abs(a.length - b.length); for (let i = 0; i < Math.min(a.length, b.length); i += 1) n += a[i] === b[i] ? 0 : 1; return n; }',
  ),
  task(
    'compareVersions(a, b)',
    'Compares versions such as 1.10.2 part by part as numbers: -1, 0 or 1. A part that is missing is 0.',
    [
      [['1.2', '1.10'], -1],
      [['2.0', '1.9'], 1],
    ],
    [
      [['1.0', '1'], 0],
      [['1.0.1', '1'], 1],
      [['01.2', '1.2'], 0],
    ],
    "(a, b) => { const [x, y] = [a, b].map((v) => v.split('.').map(Number)); for (let at = 0; at < Math.max(x.length, y.length); at += 1) { const d = Math.sign((x[at] ?? 0) - (y[at] ?? 0)); if (d !== 0) return d; } return 0; }",
    "(a, b) => { const [x, y] = [a, b].map((v) => v.split('.').map(Number)); for (let at = 0; at < x.length; at += 1) { if (x[at] < y[at]) return -1; if (x[at] > y[at]) return 1; } return x.length === y.length ? 0 : 1; }",
  ),
  task(
    'parseQuery(text)',
    'Reads a query string such as ?a=1&b=x%20y into an object of texts. A key that comes again makes a list of its values; one without = has the value "".',
    [
      [['?a=1&b=2'], { a: '1', b: '2' }],
      [['a=1&a=2'], { a: ['1', '2'] }],
    ],
    [
      [['?q=x%20y&flag'], { q: 'x y', flag: '' }],
      [[''], {}],
      [['a=1=2'], { a: '1=2' }],
      [['a=1&a=2&a=3'], { a: ['1', '2', '3'] }],
    ],
    "(text) => { const out = {}; for (const part of text.replace(/^\\?/, '').split('&').filter(Boolean)) { const [k, ...rest] = part.split('='); const v = decodeURIComponent(rest.join('=')); out[k] = k in out ? [].concat(out[k], v) : v; } return out; }",
    "(text) => { const out = {}; for (const part of text.replace('?', '').split('&')) { const [k, v] = part.split('='); out[k] = k in out ? [out[k], v] : v; } return out; }",
  ),
  task(
    'secondLargest(numbers)',
    'The second largest of the different numbers in a list, or null where there are not two.',
    [
      [[[1, 3, 2]], 2],
      [[[5, 5, 4]], 4],
    ],
    [
      [[[7, 7]], null],
      [[[]], null],
      [[[-1, -5, -3]], -3],
      [[[10, 9, 100]], 10],
    ],
    '(numbers) => [...new Set(numbers)].sort((a, b) => b - a)[1] ?? null',
    '(numbers) => [...new Set(numbers)].sort().reverse()[1] ?? null',
  ),
  task(
    'camelToSnake(name)',
    'Makes snake_case of camelCase. A row of capitals is one word, and the last of them begins the next word where small letters follow.',
    [
      [['myName'], 'my_name'],
      [['parseURL'], 'parse_url'],
    ],
    [
      [['HTTPServer'], 'http_server'],
      [['already'], 'already'],
      [['getXMLFile'], 'get_xml_file'],
    ],
    "(name) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2').toLowerCase()",
    "(name) => name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()",
  ),
  task(
    'change(amount, coins)',
    'The fewest coins that make the amount; each coin may be used many times. -1 where it cannot be made.',
    [
      [[11, [1, 2, 5]], 3],
      [[3, [2]], -1],
    ],
    [
      [[6, [1, 3, 4]], 2],
      [[0, [5]], 0],
      [[27, [4, 9]], 3],
    ],
    '(amount, coins) => { const least = [0]; for (let n = 1; n <= amount; n += 1) least[n] = Math.min(Infinity, ...coins.filter((c) => c <= n).map((c) => least[n - c] + 1)); return least[amount] === Infinity ? -1 : least[amount]; }',
    '(amount, coins) => { let n = 0; for (const c of [...coins].sort((a, b) => b - a)) { n += Math.floor(amount / c); amount %= c; } return amount ? -1 : n; }',
  ),
  task(
    'transpose(rows)',
    'Turns rows into columns. Rows may differ in length; what is missing is null.',
    [
      [
        [
          [
            [1, 2],
            [3, 4],
          ],
        ],
        [
          [1, 3],
          [2, 4],
        ],
      ],
      [[[[1, 2, 3]]], [[1], [2], [3]]],
    ],
    [
      [
        [[[1], [2, 3]]],
        [
          [1, 2],
          [null, 3],
        ],
      ],
      [[[]], []],
      [[[[], [1]]], [[null, 1]]],
    ],
    '(rows) => Array.from({ length: Math.max(0, ...rows.map((r) => r.length)) }, (_, at) => rows.map((r) => r[at] ?? null))',
    '(rows) => (rows[0] ?? []).map((_, at) => rows.map((r) => r[at] ?? null))',
  ),
  task(
    'longestUnique(text)',
    'The length of the longest piece of a text in which no character comes twice.',
    [
      [['abcabcbb'], 3],
      [['bbb'], 1],
    ],
    [
      [[''], 0],
      [['abba'], 2],
      [['dvdf'], 3],
      [['tmmzuxt'], 5],
    ],
    '(text) => { let [from, most] = [0, 0]; const seen = {}; for (let at = 0; at < text.length; at += 1) { if (seen[text[at]] >= from) from = seen[text[at]] + 1; seen[text[at]] = at; most = Math.max(most, at - from + 1); } return most; }',
    "(text) => { let [run, most] = ['', 0]; for (const c of text) { run = run.includes(c) ? c : run + c; most = Math.max(most, run.length); } return most; }",
  ),
  task(
    'roundTo(number, places)',
    'Rounds to so many places after the point; a half goes away from zero. Returns a number.',
    [
      [[2.345, 1], 2.3],
      [[1.5, 0], 2],
    ],
    [
      [[-1.5, 0], -2],
      [[-2.25, 1], -2.3],
      [[0.125, 2], 0.13],
      [[7, 2], 7],
    ],
    '(number, places) => (Math.sign(number) * Math.round(Math.abs(number) * 10 ** places)) / 10 ** places',
    '(number, places) => Math.round(number * 10 ** places) / 10 ** places',
  ),
  task(
    'daysBetween(a, b)',
    'Days from one date to another, both written YYYY-MM-DD; negative where the second is earlier.',
    [
      [['2024-01-01', '2024-01-31'], 30],
      [['2024-02-28', '2024-03-01'], 2],
    ],
    [
      [['2023-02-28', '2023-03-01'], 1],
      [['2025-01-01', '2024-01-01'], -366],
      [['1900-02-28', '1900-03-01'], 1],
    ],
    '(a, b) => Math.round((Date.parse(b) - Date.parse(a)) / 86400000)',
    "(a, b) => { const n = (t) => { const [y, m, d] = t.split('-').map(Number); return y * 366 + [0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335][m - 1] + d; }; return n(b) - n(a); }",
  ),
  task(
    'evaluate(text)',
    'Works out a sum of whole numbers with +, -, * and blanks; * binds tighter.',
    [
      [['1 + 2 * 3'], 7],
      [['10 - 4'], 6],
    ],
    [
      [['2*3*4-5'], 19],
      [['10 - 2 - 3'], 5],
      [['7'], 7],
      [['1-2*3+4'], -1],
    ],
    "(text) => text.replace(/ /g, '').replace(/-/g, '+-').split('+').filter(Boolean).reduce((sum, part) => sum + part.split('*').reduce((p, n) => p * Number(n), 1), 0)",
    "(text) => { const [a, op, b, op2, c] = text.split(' '); const one = (x, o, y) => (o === '+' ? +x + +y : o === '-' ? x - y : x * y); return op2 === '*' ? one(a, op, one(b, op2, c)) : one(a, op, b); }",
  ),
  task(
    'topWords(text, count)',
    'The most frequent words of a text, in small letters, the most frequent first; of the same frequency by the alphabet. Words are made of letters alone.',
    [
      [['b a b', 1], ['b']],
      [
        ['b a', 2],
        ['a', 'b'],
      ],
    ],
    [
      [
        ['The cat. The dog, the CAT!', 2],
        ['the', 'cat'],
      ],
      [['', 3], []],
      [
        ['x y z x', 5],
        ['x', 'y', 'z'],
      ],
    ],
    '(text, count) => { const n = new Map(); for (const w of text.toLowerCase().match(/[a-z]+/g) ?? []) n.set(w, (n.get(w) ?? 0) + 1); return [...n].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, count).map(([w]) => w); }',
    "(text, count) => { const n = new Map(); for (const w of text.toLowerCase().split(' ')) n.set(w, (n.get(w) ?? 0) + 1); return [...n].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, count).map(([w]) => w); }",
  ),
  task(
    'isPalindrome(text)',
    'Whether letters and digits read the same from both ends; case and all other characters do not matter.',
    [
      [['Anna'], true],
      [['abc'], false],
    ],
    [
      [['A man, a plan, a canal: Panama'], true],
      [['0P'], false],
      [[''], true],
      [['1a1'], true],
    ],
    "(text) => { const t = text.toLowerCase().replace(/[^a-z0-9]/g, ''); return t === [...t].reverse().join(''); }",
    "(text) => { const t = text.toLowerCase().replace(/[^a-z]/g, ''); return t === [...t].reverse().join(''); }",
  ),
  task(
    'pascal(rows)',
    "The first rows of Pascal's triangle, as lists.",
    [[[3], [[1], [1, 1], [1, 2, 1]]]],
    [
      [[0], []],
      [[1], [[1]]],
      [[5], [[1], [1, 1], [1, 2, 1], [1, 3, 3, 1], [1, 4, 6, 4, 1]]],
    ],
    '(rows) => { const all = []; for (let at = 0; at < rows; at += 1) all.push(Array.from({ length: at + 1 }, (_, k) => (k === 0 || k === at ? 1 : all[at - 1][k - 1] + all[at - 1][k]))); return all; }',
    '(rows) => Array.from({ length: rows }, (_, at) => Array.from({ length: at + 1 }, (_, k) => (k === 0 || k === at ? 1 : at)))',
  ),
  task(
    'uniqueBy(items, key)',
    'Keeps of the objects with the same value under a key only the last, at the place of the first.',
    [
      [
        [
          [
            { id: 1, v: 'a' },
            { id: 2, v: 'b' },
            { id: 1, v: 'c' },
          ],
          'id',
        ],
        [
          { id: 1, v: 'c' },
          { id: 2, v: 'b' },
        ],
      ],
    ],
    [
      [[[], 'id'], []],
      [
        [[{ k: '1' }, { k: 1 }], 'k'],
        [{ k: '1' }, { k: 1 }],
      ],
      [
        [
          [
            { k: 2, n: 1 },
            { k: 2, n: 2 },
            { k: 2, n: 3 },
          ],
          'k',
        ],
        [{ k: 2, n: 3 }],
      ],
    ],
    '(items, key) => [...new Map(items.map((one) => [one[key], one])).values()]',
    '(items, key) => Object.values(Object.fromEntries(items.map((one) => [one[key], one])))',
  ),
  task(
    'binarySearch(sorted, target)',
    'The index of the first item of a sorted list that is the target, or -1.',
    [
      [[[1, 3, 5], 3], 1],
      [[[1, 3, 5], 4], -1],
    ],
    [
      [[[2, 2, 2, 2], 2], 0],
      [[[], 1], -1],
      [[[1, 2, 2, 3], 2], 1],
      [[[1], 1], 0],
    ],
    '(sorted, target) => { let [low, high] = [0, sorted.length]; while (low < high) { const m = (low + high) >> 1; if (sorted[m] < target) low = m + 1; else high = m; } return sorted[low] === target ? low : -1; }',
    '(sorted, target) => { let [low, high] = [0, sorted.length - 1]; while (low <= high) { const m = (low + high) >> 1; if (sorted[m] === target) return m; if (sorted[m] < target) low = m + 1; else high = m - 1; } return -1; }',
  ),
  task(
    'formatBytes(bytes)',
    'Writes a size as B, KB, MB or GB of 1024 each, with one digit after the point from KB on.',
    [
      [[512], '512 B'],
      [[1536], '1.5 KB'],
    ],
    [
      [[0], '0 B'],
      [[1024], '1.0 KB'],
      [[5242880], '5.0 MB'],
      [[1099511627776], '1024.0 GB'],
    ],
    "(bytes) => { const units = ['B', 'KB', 'MB', 'GB']; let at = 0; while (bytes >= 1024 && at < 3) { bytes /= 1024; at += 1; } return at === 0 ? `${bytes} B` : `${bytes.toFixed(1)} ${units[at]}`; }",
    "(bytes) => { const units = ['B', 'KB', 'MB', 'GB']; let at = 0; while (bytes >= 1024) { bytes /= 1024; at += 1; } return `${at === 0 ? bytes : Math.round(bytes * 10) / 10} ${units[at]}`; }",
  ),
  task(
    'lookAndSay(steps)',
    'Begins with "1" and reads it aloud `steps` times: "11" (one 1), "21" (two 1s), "1211". Returns the last text.',
    [
      [[1], '11'],
      [[3], '1211'],
    ],
    [
      [[0], '1'],
      [[4], '111221'],
      [[6], '13112221'],
    ],
    "(steps) => { let t = '1'; for (let at = 0; at < steps; at += 1) t = t.replace(/(.)\\1*/g, (run) => run.length + run[0]); return t; }",
    "(steps) => ['1', '11', '21', '1211', '3112'][steps]",
  ),
  task(
    'diff(before, after)',
    'What changed between two flat objects: lists of the keys that were added, removed and changed, each sorted.',
    [
      [
        [
          { a: 1, b: 2 },
          { a: 1, b: 3, c: 4 },
        ],
        { added: ['c'], removed: [], changed: ['b'] },
      ],
    ],
    [
      [[{ z: 1, a: 1 }, {}], { added: [], removed: ['a', 'z'], changed: [] }],
      [[{ a: null }, { a: 0 }], { added: [], removed: [], changed: ['a'] }],
      [[{}, {}], { added: [], removed: [], changed: [] }],
    ],
    '(before, after) => ({ added: Object.keys(after).filter((k) => !(k in before)).sort(), removed: Object.keys(before).filter((k) => !(k in after)).sort(), changed: Object.keys(after).filter((k) => k in before && before[k] !== after[k]).sort() })',
    '(before, after) => ({ added: Object.keys(after).filter((k) => !before[k]), removed: Object.keys(before).filter((k) => !after[k]), changed: Object.keys(after).filter((k) => before[k] && before[k] !== after[k]) })',
  ),
  task(
    'islands(grid)',
    'How many groups of 1s there are in a grid of 0s and 1s; cells belong together above, below, left and right.',
    [
      [
        [
          [
            [1, 1, 0],
            [0, 0, 1],
          ],
        ],
        2,
      ],
    ],
    [
      [
        [
          [
            [1, 0],
            [0, 1],
          ],
        ],
        2,
      ],
      [[[]], 0],
      [
        [
          [
            [1, 1, 1],
            [1, 0, 1],
            [1, 1, 1],
          ],
        ],
        1,
      ],
      [
        [
          [
            [1, 0, 1],
            [1, 1, 1],
            [0, 0, 0],
            [1, 0, 0],
          ],
        ],
        2,
      ],
    ],
    '(grid) => { const g = grid.map((r) => [...r]); let n = 0; const sink = (y, x) => { if (g[y]?.[x] !== 1) return; g[y][x] = 0; sink(y + 1, x); sink(y - 1, x); sink(y, x + 1); sink(y, x - 1); }; g.forEach((r, y) => r.forEach((c, x) => { if (g[y][x] === 1) { n += 1; sink(y, x); } })); return n; }',
    '(grid) => { let n = 0; grid.forEach((r, y) => r.forEach((c, x) => { if (c === 1 && r[x - 1] !== 1 && grid[y - 1]?.[x] !== 1) n += 1; })); return n; }',
  ),
  task(
    'fibonacciWord(index)',
    'The words are "b", "a", "ab", "aba", …: each is the one before it followed by the one before that. Returns the word at an index from 0.',
    [
      [[2], 'ab'],
      [[3], 'aba'],
    ],
    [
      [[0], 'b'],
      [[1], 'a'],
      [[5], 'abaababa'],
    ],
    "(index) => { let [a, b] = ['b', 'a']; for (let at = 0; at < index; at += 1) [a, b] = [b, b + a]; return a; }",
    "(index) => { let [a, b] = ['b', 'a']; for (let at = 1; at < index; at += 1) [a, b] = [b, b + a]; return b; }",
  ),
  task(
    'maskEmail(email)',
    'Hides the name of an address but for its first and last character: one * for each hidden one. Of a name of one or two characters only the first stays, followed by one *.',
    [
      [['anna@x.org'], 'a**a@x.org'],
      [['jo@x.org'], 'j*@x.org'],
    ],
    [
      [['j@x.org'], 'j*@x.org'],
      [['abc@x.org'], 'a*c@x.org'],
      [['first.last@sub.x.org'], 'f********t@sub.x.org'],
    ],
    "(email) => { const [name, host] = email.split('@'); return `${name.length <= 2 ? `${name[0]}*` : name[0] + '*'.repeat(name.length - 2) + name.at(-1)}@${host}`; }",
    "(email) => { const [name, host] = email.split('@'); return `${name[0]}${name.length > 2 ? `**${name.at(-1)}` : '*'}@${host}`; }",
  ),
  task(
    'schedule(tasks)',
    'Orders tasks so that each comes after those it needs: `tasks` is an object from a name to the list of names it needs. Of those that could come next the first by the alphabet does. null where they need each other in a circle.',
    [
      [[{ b: ['a'], a: [] }], ['a', 'b']],
      [[{ a: ['b'], b: ['a'] }], null],
    ],
    [
      [[{ c: [], b: [], a: ['c'] }], ['b', 'c', 'a']],
      [[{}], []],
      [[{ d: ['b', 'c'], c: ['a'], b: ['a'], a: [] }], ['a', 'b', 'c', 'd']],
      [[{ a: [], b: ['b'] }], null],
    ],
    '(tasks) => { const done = []; const open = new Set(Object.keys(tasks)); while (open.size) { const next = [...open].filter((t) => tasks[t].every((n) => done.includes(n))).sort()[0]; if (next === undefined) return null; done.push(next); open.delete(next); } return done; }',
    '(tasks) => { const names = Object.keys(tasks).sort(); if (names.some((t) => tasks[t].some((n) => tasks[n].includes(t)))) return null; return names; }',
  ),
  task(
    'parseDuration(text)',
    'Seconds of a duration such as "1h 30m", "45s" or "2d": days, hours, minutes and seconds, in any order. null where anything else is in it.',
    [
      [['1h 30m'], 5400],
      [['abc'], null],
    ],
    [
      [['2d'], 172800],
      [['45s 1m'], 105],
      [['1h x'], null],
      [['10'], null],
    ],
    '(text) => { const unit = { d: 86400, h: 3600, m: 60, s: 1 }; let sum = 0; for (const part of text.trim().split(/\\s+/)) { const found = /^(\\d+)([dhms])$/.exec(part); if (!found) return null; sum += Number(found[1]) * unit[found[2]]; } return sum; }',
    '(text) => { const unit = { d: 86400, h: 3600, m: 60, s: 1 }; const all = text.match(/\\d+[hms]/g); return all ? all.reduce((sum, p) => sum + parseInt(p, 10) * unit[p.at(-1)], 0) : null; }',
  ),
  task(
    'bestProfit(prices)',
    'The most that can be gained by buying once and selling once later, at prices day by day; 0 where nothing can.',
    [
      [[[7, 1, 5, 3, 6, 4]], 5],
      [[[5, 4]], 0],
    ],
    [
      [[[]], 0],
      [[[3, 10, 1, 5]], 7],
      [[[2, 4, 1]], 2],
    ],
    '(prices) => { let [low, most] = [Infinity, 0]; for (const p of prices) { low = Math.min(low, p); most = Math.max(most, p - low); } return most; }',
    '(prices) => { const low = Math.min(...prices); return Math.max(0, ...prices.slice(prices.indexOf(low)).map((p) => p - low)); }',
  ),
];
