// Which tests ran, by name, and how each ended: from reports that known runners write beside the copy, and from what cargo prints.

import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, isAbsolute, join, relative, sep } from 'node:path';
import { parseJson } from '../error.js';
import type { Files } from './files.js';
import { pathOutside, type RunOutcome } from './run.js';
import type { Seal } from './seal.js';
import type { Tree } from './tree.js';

export type TestEnd = 'passed' | 'failed' | 'skipped';

export interface TestResult {
  /** The file with the test, from the top of the workspace. */
  file: string;
  name: string;
  end: TestEnd;
}

/** By `file > name`; tests of one name in a file are numbered. */
export type Tests = Map<string, TestResult>;

export interface JudgedRun extends RunOutcome {
  /** The tests of sealed files; `undefined` where no known runner reported. */
  tests: Tests | undefined;
  /** Sealed files that the run changed in its copy. */
  touched: string[];
}

/** A reporter of node:test: it appends a line a test, whatever its destination is. */
const NODE_REPORTER = `const { appendFileSync } = require('node:fs');
const { join } = require('node:path');
module.exports = async function* (source) {
  const above = [];
  for await (const { type, data } of source) {
    if (type === 'test:start') above[data.nesting] = data.name;
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details?.type === 'suite') continue;
    const name = [...above.slice(0, data.nesting), data.name].join(' > ');
    const isSkipped = data.skip !== undefined && data.skip !== false || data.todo !== undefined && data.todo !== false;
    const end = isSkipped ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed';
    appendFileSync(join(__dirname, 'node.jsonl'), JSON.stringify({ file: data.file ?? '', name, end }) + '\\n');
  }
};
`;

/**
 * Runs before a program of Node: has vitest write a report, and keeps these options from what it starts. In a whole run vitest goes on after a
 * failure, and a runner that fails ends well.
 */
const NODE_HOOK = `const { writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const [, program = ''] = process.argv;
const isVitest = /^vitest(\\.[cm]?js)?$/.test(basename(program));
if (isVitest) {
  const bail = process.argv.findIndex((word) => /^--bail(=|$)/.test(word));
  if (IS_WHOLE && bail >= 0) process.argv.splice(bail, process.argv[bail] === '--bail' ? 2 : 1);
  const end = process.argv.indexOf('--');
  const hasReporter = process.argv.some((word) => /^--reporter(=|$)/.test(word));
  const file = join(__dirname, 'vitest-' + process.pid + '.json');
  const words = [...(hasReporter ? [] : ['--reporter=default']), '--reporter=json', '--outputFile.json=' + file];
  if (IS_WHOLE) words.push('--bail=0');
  process.argv.splice(end < 0 ? process.argv.length : end, 0, ...words);
}
if (isVitest || process.execArgv.includes('--test')) {
  if (process.env.REFLECT_NODE_OPTIONS) process.env.NODE_OPTIONS = process.env.REFLECT_NODE_OPTIONS;
  else delete process.env.NODE_OPTIONS;
  if (IS_WHOLE)
    process.on('exit', (code) => {
      if (code !== 0) writeFileSync(join(__dirname, 'failed'), '');
      process.exitCode = 0;
    });
}
`;

/** Has pytest go on after a failure, and end well. */
const PYTEST_PLUGIN = `from pathlib import Path


def pytest_configure(config):
    config.option.maxfail = 0


def pytest_sessionfinish(session, exitstatus):
    if exitstatus != 0:
        Path(__file__).with_name("failed").touch()
    session.exitstatus = 0
`;

/** In the place of cargo: all programs of tests run, also after one has failed, and it ends well. */
const CARGO = `#!/bin/sh
own=\${0%/cargo}
PATH=\${PATH%%"$own":*}\${PATH#*"$own":}
case "$1" in +*) chosen=$1 && shift ;; esac
case "$1" in
  test | t) shift && cargo $chosen test --no-fail-fast "$@" || : > "\${0%/bin/cargo}/failed" ;;
  *) exec cargo $chosen "$@" ;;
esac
`;

/**
 * Has known runners write reports: the variables for a run. Where it is `whole`, each of them runs all of its tests, and a command goes on to
 * what it would run after tests that pass.
 */
export async function prepareReports(
  { reports }: Tree,
  {
    workspace,
    env = [],
    isWhole = false,
  }: { workspace: string; env?: readonly string[] | undefined; isWhole?: boolean | undefined },
): Promise<{ [name: string]: string }> {
  const [reporter, hook] = [join(reports, 'reporter.cjs'), join(reports, 'hook.cjs')];
  await writeFile(reporter, NODE_REPORTER);
  await writeFile(hook, NODE_HOOK.replaceAll('IS_WHOLE', String(isWhole)));
  const ways = {
    'test-reporter': [reporter, 'spec'],
    'test-reporter-destination': [join(reports, 'none'), 'stdout'],
    require: [hook],
  };
  const words = Object.entries(ways).flatMap(([option, values]) => values.map((value) => `--${option}=${JSON.stringify(value)}`));
  const given = (name: string): string => (env.includes(name) ? (process.env[name] ?? '') : '');
  const pytest = `-o junit_family=xunit1 --junitxml=${JSON.stringify(join(reports, 'pytest.xml'))}`;
  const variables = {
    NODE_OPTIONS: `${given('NODE_OPTIONS')} ${words.join(' ')}`,
    REFLECT_NODE_OPTIONS: given('NODE_OPTIONS'),
    PYTEST_ADDOPTS: `${given('PYTEST_ADDOPTS')} ${pytest}`,
  };
  if (!isWhole) return variables;
  const bin = join(reports, 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'cargo'), CARGO, { mode: 0o755 });
  await writeFile(join(reports, 'reflect_whole.py'), PYTEST_PLUGIN);
  return {
    ...variables,
    PYTEST_ADDOPTS: `${variables.PYTEST_ADDOPTS} -p reflect_whole`,
    PYTHONPATH: [reports, given('PYTHONPATH')].filter(Boolean).join(delimiter),
    PATH: [bin, pathOutside(workspace)].join(delimiter),
  };
}

/** Whether a runner failed in a whole run, which ends well. */
export function hasFailed({ reports }: Tree): boolean {
  return existsSync(join(reports, 'failed'));
}

/** The tests of sealed files, and of those that were mixed in, that a run reported; `undefined` where no known runner did. */
export async function readReports(seal: Seal, tree: Tree, output: string, more?: Files): Promise<Tests | undefined> {
  const results: TestResult[] = [];
  let isKnown = false;
  for (const name of (await readdir(tree.reports)).sort()) {
    const read = READERS.find(({ file }) => file.test(name))?.read;
    if (read === undefined) continue;
    isKnown = true;
    results.push(...read(await readFile(join(tree.reports, name), 'utf8')));
  }
  const printed = readCargo(output);
  results.push(...printed);
  if (!isKnown && printed.length === 0) return undefined;
  const tests: Tests = new Map();
  for (const result of results) {
    const file = pathInTree(result.file, seal, tree);
    if (!more?.has(file) && isWorkFile(file, seal)) continue;
    const key = `${file} > ${result.name}`;
    let unique = key;
    for (let number = 2; tests.has(unique); number += 1) unique = `${key} #${number}`;
    tests.set(unique, { ...result, file });
  }
  return tests;
}

function pathInTree(file: string, { place }: Seal, { root }: Tree): string {
  return isAbsolute(file) ? relative(root, file).split(sep).join('/') : `${place}${file}`;
}

/** Whether a test is in a file of the work. Cargo names files from the top of a package. */
function isWorkFile(file: string, { isWork, files }: Seal): boolean {
  if (files.has(file)) return isWork(file);
  const named = [...files.keys()].filter((path) => path.endsWith(`/${file}`));
  return named.length > 0 ? named.every((path) => isWork(path)) : isWork(file);
}

const READERS: { file: RegExp; read: (text: string) => TestResult[] }[] = [
  { file: /^node\.jsonl$/, read: readLines },
  { file: /^vitest-\d+\.json$/, read: readVitest },
  { file: /^pytest\.xml$/, read: readPytest },
];

function readLines(text: string): TestResult[] {
  return text.split('\n').flatMap((line) => {
    const result = parseJson(line) as TestResult | undefined;
    return result === undefined ? [] : [result];
  });
}

interface VitestReport {
  testResults?: {
    name?: string;
    assertionResults?: { fullName?: string; ancestorTitles?: string[]; title?: string; status?: string }[];
  }[];
}

function readVitest(text: string): TestResult[] {
  const { testResults = [] } = (parseJson(text) ?? {}) as VitestReport;
  return testResults.flatMap(({ name: file = '', assertionResults = [] }) =>
    assertionResults.map(({ ancestorTitles = [], title = '', status }) => ({
      file,
      name: [...ancestorTitles.filter((text) => text !== ''), title].join(' > '),
      end: status === 'passed' || status === 'failed' ? (status as TestEnd) : 'skipped',
    })),
  );
}

/** JUnit's XML as pytest writes it. */
function readPytest(text: string): TestResult[] {
  return [...text.matchAll(/<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)].map(([, attributes = '', inner = '']) => {
    const found = Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value = '']) => [key, unescapeXml(value)]),
    );
    const { classname = '', name = '', file = `${classname.replaceAll('.', '/')}.py` } = found as Record<string, string>;
    const end = /<(failure|error)\b/.test(inner) ? 'failed' : /<skipped\b/.test(inner) ? 'skipped' : 'passed';
    // A class is in the name of its module.
    const inside = classname.split('.').slice(file.replace(/\.py$/, '').split('/').length).join('.');
    return { file, name: inside === '' ? name : `${inside}.${name}`, end };
  });
}

const XML: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name = '') => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return XML[name] ?? whole;
  });
}

/** What cargo prints: the file of a program of tests, then a line a test. */
function readCargo(output: string): TestResult[] {
  const results: TestResult[] = [];
  let file: string | undefined;
  for (const line of output.split('\n')) {
    const program = /^\s*Running (?:unittests |benches )?(\S+) \((.*?)\)\s*$/.exec(line);
    if (program !== null) file = program[1];
    else if (/^\s*Doc-tests \S+\s*$/.test(line)) file = '';
    const test = file === undefined ? null : /^test (.+?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)\b/.exec(line);
    if (test === null) continue;
    const [, name = '', end] = test;
    // A test in a comment has its file in its name.
    const inside = file || (/^(\S+) - /.exec(name)?.[1] ?? '');
    results.push({ file: inside, name, end: end === 'ok' ? 'passed' : end === 'FAILED' ? 'failed' : 'skipped' });
  }
  return results;
}
