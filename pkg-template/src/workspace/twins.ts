// Twins of test files: copies in which a part of the tests expects what is wrong. Those must fail, and no other may begin to. They run at the
// seal, to see which say something; then, with the agent's work, a random half of the tests wrong, and the other half.
//
// A wrong value is of the type and size of the right one, and which tests have one is drawn anew in each judgement. So whoever makes wrong
// work pass (a patched assertion, a forged report, a value that equals anything, an early exit) would have to know what is right.

import { randomInt } from 'node:crypto';
import { type Check, type FoundTest, findTests, languageOf, leafOf, type Spot } from './assertions.js';
import {
  absentTwins,
  changedSeal,
  disturbedTests,
  failedHidden,
  lateTwins,
  passingHidden,
  passingTwins,
  unrunHidden,
} from './errors.js';
import type { Files } from './files.js';
import type { JudgedRun, TestResult, Tests } from './reports.js';
import type { TreeOptions } from './tree.js';

/** What twins have shown. */
export interface TwinCounts {
  /** Tests that failed when what they expect was made wrong, and passed when it was not. */
  moved: number;
  /** Tests of which no twin could be made, or none that says something. */
  uncovered: number;
  /** Hidden tests among those that moved. */
  hidden: number;
}

export interface TwinVerdict {
  /** What is wrong with the work, for its agent. */
  fault?: string;
  /** What was not made. */
  missing: string[];
  /** Whether there was no time for a run. */
  isCut?: boolean;
  counts: TwinCounts;
}

export interface TwinSetting {
  /** The files of the tree that is judged, and of the tests that the agent never saw. */
  files: Files;
  hidden: Files;
  /** `undefined` where the runner is not known: nothing can be made wrong then. */
  real: Tests | undefined;
  base: JudgedRun | undefined;
  /** Runs the tests with altered files; `undefined` where there is no time for it. */
  run(altered: Pick<TreeOptions, 'edit' | 'more'> & { isWork: boolean }): Promise<JudgedRun | undefined>;
}

const NAMES = 5;

export async function runTwins({ files, hidden, real, base, run }: TwinSetting): Promise<TwinVerdict> {
  const texts = new Map<string, string>();
  for (const [path, entry] of [...files, ...hidden])
    if (languageOf(path) !== undefined && 'bytes' in entry) texts.set(path, entry.bytes.toString());
  const isHidden = ({ file }: TwinTest): boolean => hidden.has(file);
  const hiddenTests = [...hidden.keys()].filter((path) => texts.has(path));
  const reported = resolveFiles(real, texts);
  const plan =
    reported === undefined ? { tests: [], uncovered: [] } : planTwins(reported, (file) => texts.get(file), hiddenTests);
  const runWrong = (wrong: readonly TwinTest[], isWork: boolean): Promise<JudgedRun | undefined> => {
    const edited = new Map<string, string>();
    for (const file of new Set(wrong.map((test) => test.file))) {
      const own = wrong.filter((test) => test.file === file);
      edited.set(file, writeTwin(texts.get(file) ?? '', own));
    }
    const more: Files = new Map(hidden);
    for (const [path, entry] of hidden) {
      const text = edited.get(path);
      if (text !== undefined && 'bytes' in entry) more.set(path, { ...entry, bytes: Buffer.from(text) });
    }
    return run({ isWork, more, edit: (path) => (hidden.has(path) ? undefined : edited.get(path)) });
  };

  const counts: TwinCounts = { moved: 0, uncovered: plan.uncovered.length, hidden: 0 };
  const missing: string[] = [];
  const refuse = (fault: string): TwinVerdict => ({ fault, missing, counts });
  const atSeal = plan.tests.length === 0 || base === undefined ? undefined : await runWrong(plan.tests, false);
  // Which tests notice what is wrong is not known then.
  const isBlind = base === undefined || atSeal?.isLate === true;
  const [before, after] = isBlind ? [] : [resolveFiles(base.tests, texts), resolveFiles(atSeal?.tests, texts)];
  const idle = before && after ? findIdle(plan.tests, before, after) : new Set<TwinTest>();
  if (atSeal?.isLate) missing.push('twins at the seal: the tests do not end there when what they expect is wrong');
  const unreached = before && atSeal ? findUnreached(before, after ?? new Map()) : new Set<string>();
  if (unreached.size > 0) missing.push(`twins of ${unreached.size} tests: the command ends before them once another test fails`);
  const tests = plan.tests.filter(
    (test) => !idle.has(test) && (!isBlind || test.isLiteral) && !test.keys.every((key) => unreached.has(key)),
  );
  counts.uncovered += plan.tests.length - tests.length;

  const expected = withoutTests(reported ?? new Map(), unreached);
  for (const test of tests.filter(isHidden))
    for (const key of test.keys) expected.set(key, { file: test.file, name: test.title, end: 'passed' });
  // Hidden checks that cannot be made wrong must pass as they are.
  const halves = tests.some(isHidden) || hidden.size === 0 ? drawHalf(tests) : [[], tests];
  const isNeeded = (half: TwinTest[], turn: number): boolean =>
    half.length > 0 || (hidden.size > 0 && (turn === 0 || tests.length > 0));
  for (const [turn, wrong] of halves.filter(isNeeded).entries()) {
    const made = await runWrong(wrong, true);
    if (made === undefined) {
      if (hidden.size > 0) return refuse(unrunHidden());
      missing.push(`twins of ${turn === 0 ? '' : 'a half of '}the tests: no time was left for them`);
      return { missing, isCut: true, counts };
    }
    if (made.isLate) return refuse(lateTwins(made.seconds));
    const touched = made.touched.filter((path) => !base?.touched.includes(path));
    if (touched.length > 0) {
      const named = touched.map((path) => (hidden.has(path) ? 'a hidden check' : path)).slice(0, NAMES);
      return refuse(changedSeal(named.join(', ')));
    }
    if (wrong.length === 0 && made.code !== 0) return refuse(failedHidden());
    if (real === undefined) continue;
    const { unmoved, absent, broken } = judgeTwins(expected, resolveFiles(made.tests, texts) ?? new Map(), wrong);
    const hiddenBroken = broken.filter((key) => [...hidden.keys()].some((path) => key.startsWith(`${path} > `)));
    if (hiddenBroken.length > 0) return refuse(failedHidden(`${hiddenBroken.length} of the hidden checks`));
    if ([...unmoved, ...absent].some(isHidden)) return refuse(passingHidden());
    // Some may pass whatever they expect, but not all of them.
    const isUnknown = isBlind && unmoved.length < wrong.length;
    if (unmoved.length > 0 && !isUnknown) return refuse(passingTwins(namesOf(unmoved)));
    if (absent.length > 0) return refuse(absentTwins(namesOf(absent)));
    if (broken.length > 0) return refuse(disturbedTests(broken.slice(0, NAMES).join(', ')));
    counts.moved += wrong.length - unmoved.length;
    counts.uncovered += unmoved.length;
    counts.hidden += wrong.filter(isHidden).length;
  }
  return { missing, counts };
}

function namesOf(tests: readonly TwinTest[]): string {
  return tests
    .slice(0, NAMES)
    .map(({ file, title, line }) => `${file} > ${title} (line ${line})`)
    .join(', ');
}

/** With the path of each file in the tree: a runner may name it from the top of a package. */
function resolveFiles(tests: Tests | undefined, texts: ReadonlyMap<string, string>): Tests | undefined {
  if (tests === undefined) return undefined;
  const resolved = new Map<string, string>();
  for (const { file } of tests.values()) {
    if (texts.has(file) || resolved.has(file)) continue;
    const ends = [...texts.keys()].filter((path) => path.endsWith(`/${file}`));
    if (ends.length === 1) resolved.set(file, ends[0] as string);
  }
  return new Map([...tests].map(([key, test]) => [key, { ...test, file: resolved.get(test.file) ?? test.file }]));
}

/** A test that can be made wrong, and how. */
interface TwinTest {
  file: string;
  title: string;
  /** Its runs in a report, and what is around it: see `keyOf`. */
  keys: readonly string[];
  parents: readonly string[];
  form: string;
  line: number;
  /** Whether a literal is made wrong. Else a value is, as the test runs: code that reads the test can tell. */
  isLiteral: boolean;
  edits: readonly { start: number; end: number; text: string }[];
}

interface TwinPlan {
  tests: readonly TwinTest[];
  /** Tests that passed, and of which no twin can be made. */
  uncovered: readonly string[];
}

/** A test in a file: what a runner's name and a test that was found have in common. */
function keyOf({ file, name }: Pick<TestResult, 'file' | 'name'>): string {
  return `${file} > ${leafOf(name, languageOf(file) ?? 'javascript')}`;
}

/**
 * Plans the twins of the tests that passed, and of all in hidden files, which no report has yet. `read` gives the text of a file, by the path
 * that a runner reports.
 */
function planTwins(real: Tests, read: (file: string) => string | undefined, hidden: readonly string[] = []): TwinPlan {
  const names = new Map<string, Set<string> | undefined>(hidden.map((file) => [file, undefined]));
  for (const { file, name, end } of real.values()) {
    const language = languageOf(file);
    if (end !== 'passed' || language === undefined || hidden.includes(file)) continue;
    const own = names.get(file) ?? new Set();
    names.set(file, own.add(leafOf(name, language)));
  }
  const found = [...names].flatMap(([file, own]) => {
    const [language, text] = [languageOf(file), read(file)];
    if (language === undefined || text === undefined) return [];
    return findTests(text, language, own).map((test) => ({ file, text, test }));
  });
  // Of a test's checks the one is taken whose form is the most usual in all of them: what a suite does over and over is to assert.
  const usual = new Map<string, number>();
  for (const { test } of found) for (const { form } of test.checks) usual.set(form, (usual.get(form) ?? 0) + 1);
  const tests = found.flatMap(({ file, text, test }) => {
    const check = chooseCheck(test, usual);
    if (check === undefined) return [];
    const keysOf = (own: readonly string[]): string[] => own.map((name) => `${file} > ${name}`);
    const line = text.slice(0, check.start).split('\n').length;
    const edits = check.spots.flatMap((spot) => editsOf(text, spot));
    const { title, names: own, parents } = test;
    return [
      { file, title, keys: keysOf(own), parents: keysOf(parents), form: check.form, line, isLiteral: check.isLiteral, edits },
    ];
  });
  const covered = new Set(tests.flatMap((test) => test.keys));
  const passed = [...real].filter(([, { end }]) => end === 'passed');
  return { tests, uncovered: passed.flatMap(([key, result]) => (covered.has(keyOf(result)) ? [] : [key])) };
}

function chooseCheck({ checks }: FoundTest, usual: ReadonlyMap<string, number>): Check | undefined {
  const literal = checks.filter((check) => check.isLiteral);
  const count = ({ form }: Check): number => usual.get(form) ?? 0;
  return (literal.length > 0 ? literal : [...checks]).reduce<Check | undefined>(
    (best, check) => (best === undefined || count(check) >= count(best) ? check : best),
    undefined,
  );
}

function editsOf(text: string, spot: Spot): { start: number; end: number; text: string }[] {
  const { start, end } = spot;
  if (!('wrap' in spot)) return [{ start, end, text: wrongLiteral(text.slice(start, end), spot.literal) }];
  const [before, after] = spot.wrap;
  return [
    { start, end: start, text: before },
    { start: end, end, text: after },
  ];
}

/** Another literal of the same type and a like size. */
function wrongLiteral(literal: string, kind: 'number' | 'text' | 'word'): string {
  if (kind === 'word')
    return ({ true: 'false', false: 'true', True: 'False', False: 'True' } as Record<string, string>)[literal] ?? literal;
  if (kind === 'text') return wrongText(literal);
  // Hexadecimal, octal or binary: the last digit.
  const [, prefixed, digit, suffix] = /^(0[xXbBoO][\da-fA-F_]*)([\da-fA-F])(n?)$/.exec(literal) ?? [];
  if (prefixed !== undefined) return `${prefixed}${digit === '0' ? '1' : '0'}${suffix}`;
  const [whole = '0'] = /^[\d_]+/.exec(literal) ?? [];
  const digits = whole.replaceAll('_', '');
  const value = BigInt(digits);
  // Never larger than nine or than it was: it must fit in its type.
  const other: bigint = value < 10n ? (value + BigInt(randomInt(1, 9))) % 10n : (value * BigInt(randomInt(40, 85))) / 100n;
  return `${other === 0n ? 1n : other}${literal.slice(whole.length)}`;
}

/** With another letter or digit in the place of one; with one more where there is none. */
function wrongText(literal: string): string {
  const [, before = '', quote = '', rest = ''] = /^([a-zA-Z]*#*)("""|'''|["'`])(.*)$/s.exec(literal) ?? [];
  const body = rest.slice(0, rest.lastIndexOf(quote));
  const after = rest.slice(body.length);
  const isRaw = /r/i.test(before);
  const places = [
    ...body.matchAll(isRaw ? /[a-zA-Z0-9]/g : /\\(?:u\{?[\da-fA-F]*\}?|x[\da-fA-F]{2}|[\s\S])|\{[^{}]*\}|%[a-zA-Z]|[a-zA-Z0-9]/g),
  ]
    .filter(([one]) => one.length === 1)
    .map(({ index }) => index);
  const place = places.length === 0 ? -1 : (places[randomInt(places.length)] as number);
  if (place === -1)
    return quote === "'" && /^b?'(?:\\.+|[^\\])'$/su.test(literal) ? `${before}'k'` : `${before}${quote}${body}k${after}`;
  return `${before}${quote}${body.slice(0, place)}${otherLetter(body.charAt(place))}${body.slice(place + 1)}${after}`;
}

function otherLetter(letter: string): string {
  const row = /\d/.test(letter)
    ? '0123456789'
    : /[a-z]/.test(letter)
      ? 'abcdefghijklmnopqrstuvwxyz'
      : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  return row.charAt((row.indexOf(letter) + randomInt(1, row.length)) % row.length);
}

/** A random half of the tests, and the rest. Tests of one title in a file go together: a report may not tell them apart. */
function drawHalf(tests: readonly TwinTest[]): [TwinTest[], TwinTest[]] {
  const titleOf = ({ file, title }: TwinTest): string => `${file} > ${title}`;
  const titles = [...new Set(tests.map(titleOf))];
  for (let at = titles.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [titles[at], titles[other]] = [titles[other] as string, titles[at] as string];
  }
  // Of an odd number either half may have one more.
  const half = new Set(titles.slice(0, (titles.length + randomInt(2)) >> 1));
  return [tests.filter((test) => half.has(titleOf(test))), tests.filter((test) => !half.has(titleOf(test)))];
}

/** The text of a file with these tests of it made wrong. */
function writeTwin(text: string, wrong: readonly TwinTest[]): string {
  const edits = wrong.flatMap((test) => test.edits).sort((a, b) => b.start - a.start || b.end - a.end);
  return edits.reduce((made, edit) => made.slice(0, edit.start) + edit.text + made.slice(edit.end), text);
}

/** Tests whose twins say nothing: at the seal, beside code that nobody doubts, they passed with a wrong expectation, too. */
function findIdle(tests: readonly TwinTest[], base: Tests, baseTwin: Tests): Set<TwinTest> {
  const [before, after] = [countEnds(base), countEnds(baseTwin)];
  const known = tests.filter(({ keys }) => keys.every((key) => before.get(key)?.failed === 0));
  const moved = new Set(known.filter(({ keys }) => keys.some((key) => (after.get(key)?.failed ?? 0) > 0)));
  const movedForms = new Set([...moved].map(({ form }) => form));
  const idle = new Set(known.filter((test) => !moved.has(test)));
  const idleForms = new Set([...idle].map(({ form }) => form).filter((form) => !movedForms.has(form)));
  // What failed at the seal says nothing there, but its form may have been seen elsewhere.
  return new Set(tests.filter((test) => idle.has(test) || (!moved.has(test) && idleForms.has(test.form))));
}

/** Tests that ran as they are, and did not run at all beside wrong expectations: the command ends before them once another test fails. */
function findUnreached(base: Tests, baseTwin: Tests): Set<string> {
  const after = countEnds(baseTwin);
  return new Set([...countEnds(base).keys()].filter((key) => !after.has(key)));
}

/** The tests that are not among these. */
function withoutTests(tests: Tests, keys: ReadonlySet<string>): Tests {
  return new Map([...tests].filter(([, test]) => !keys.has(keyOf(test))));
}

interface TwinFindings {
  /** Tests that pass although what they expect is wrong. */
  unmoved: readonly TwinTest[];
  /** Tests with wrong expectations that did not run. */
  absent: readonly TwinTest[];
  /** Tests that nobody made wrong, and that failed or did not run. */
  broken: readonly string[];
}

/** Compares a run of twins with the run of the tests as they are. */
function judgeTwins(real: Tests, twin: Tests, wrong: readonly TwinTest[]): TwinFindings {
  const [before, after] = [countEnds(real), countEnds(twin)];
  const altered = new Map<string, number>();
  for (const key of wrong.flatMap(({ keys }) => keys)) altered.set(key, (altered.get(key) ?? 0) + 1);
  // What is around a test that fails may fail with it.
  const around = new Set(wrong.flatMap(({ parents }) => parents));
  const green = wrong.filter(({ keys }) => {
    const failed = keys.reduce((sum, key) => sum + (after.get(key)?.failed ?? 0) - (before.get(key)?.failed ?? 0), 0);
    return failed < (keys.length === 1 ? (altered.get(keys[0] as string) ?? 1) : 1);
  });
  const [unmoved, absent] = [true, false].map((ran) => green.filter(({ keys }) => keys.some((key) => after.has(key)) === ran));
  const broken = [...new Set([...before.keys(), ...after.keys()])].filter((key) => {
    if (altered.has(key) || around.has(key)) return false;
    const [was, is] = [before.get(key), after.get(key)];
    return (is?.passed ?? 0) < (was?.passed ?? 0) || (is?.failed ?? 0) > (was?.failed ?? 0);
  });
  return { unmoved: unmoved ?? [], absent: absent ?? [], broken };
}

function countEnds(tests: Tests): Map<string, { passed: number; failed: number; skipped: number }> {
  const counts = new Map<string, { passed: number; failed: number; skipped: number }>();
  for (const test of tests.values()) {
    const key = keyOf(test);
    const own = counts.get(key) ?? { passed: 0, failed: 0, skipped: 0 };
    own[test.end] += 1;
    counts.set(key, own);
  }
  return counts;
}
