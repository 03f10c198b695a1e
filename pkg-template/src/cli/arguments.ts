// What is on the command line: commands and their flags, checked.

import { parseArgs } from 'node:util';
import { wasm } from '../load/index.js';
import type { Strategy } from '../types.js';
import { missingWords, WrongUse, wrongNumber } from './errors.js';

interface Command {
  takes: string;
  help: string;
  /** What each takes, and what it is for. */
  flags: Record<string, string>;
}

/** Flags that take nothing. */
const TOGGLES = ['json', 'check', 'live', 'install', 'view', 'strict', 'keep-best', 'no-critic'] as const;
/** Flags that may come more than once. */
const LISTS: readonly string[] = ['work', 'seal', 'env', 'allow'];
type Toggles = Record<(typeof TOGGLES)[number], boolean>;
const MODEL = {
  model: 'NAME of the model, as its server calls it',
  'base-url': 'URL of a server that speaks OpenAI’s language; default $OPENAI_BASE_URL, else OpenAI',
  'response-format': 'json_schema, json_object or none: how the server is asked for JSON; default json_schema, else none',
};
const MODELS = { ...MODEL, 'critic-model': 'NAME of the model that judges; default: the same' };
/** The compiler knows when one is missing. */
const STRATEGIES = Object.keys({ 'keep-best': 0, 'best-of-n': 0, classic: 0 } satisfies Record<Strategy, 0>);
/** `Intl.ListFormat` takes 13 ms to load, a tenth of a whole command. */
const listed = (word: string) => STRATEGIES.join(', ').replace(/, (\S+)$/, ` ${word} $1`);
const ONE_STRATEGY = listed('or');
const CRITERIA = { criteria: 'FILE of success criteria, one a line' };
const PRICES = 'FILE with JSON: dollars for a million tokens, { "NAME of a model": { "input": 0.4, "output": 1.6 } }';
const JSON_OUT = { json: 'print JSON' };
const JUNIT = { junit: 'FILE to write a report of tests to, in the form of JUnit, for CI' };

export const COMMANDS: Record<string, Command> = {
  run: {
    takes: '"TASK"',
    help: 'drafts, critiques and revises until the answer is accepted; `-` reads the task from standard input',
    flags: {
      ...MODELS,
      strategy: ONE_STRATEGY,
      'max-reflections': 'N revisions at most',
      system: 'TEXT that the model is told first: who it is, how it answers',
      ...CRITERIA,
      schema: 'FILE with the JSON Schema of the answer',
      verify: 'COMMAND that must succeed; the draft is the file $REFLECT_DRAFT',
      'no-critic': 'ask no model: --verify or --schema alone accepts',
      'max-calls': 'N calls of models at most',
      'max-tokens': 'N tokens at most, over all calls',
      'max-seconds': 'N seconds at most',
      'max-cost-usd': 'N US dollars at most; needs --prices',
      prices: PRICES,
      trace: 'FILE to write the trace of the run to',
      ...JSON_OUT,
    },
  },
  demo: {
    takes: '',
    help: 'a recorded run: a small model’s drafts, and tests that run now; no key, no network',
    flags: { trace: 'FILE to write the trace of the run to; default a temporary one', view: 'open the page that shows the run' },
  },
  review: {
    takes: 'FILE…',
    help: 'judges files against success criteria',
    flags: { ...MODEL, ...CRITERIA, format: 'text or github', ...JSON_OUT },
  },
  replay: {
    takes: 'TRACE',
    help: 'recomputes the run of a trace, without any model',
    flags: { check: 'fail if the run differs from the trace', ...JSON_OUT },
  },
  gate: {
    takes: '',
    help: 'a Stop hook of Claude Code: judges what the agent did, and sends back what is missing; reads the JSON of the hook',
    flags: {
      ...MODEL,
      ...CRITERIA,
      verify: 'COMMAND that must succeed',
      work: 'GLOB of what the agent may change, such as "src/**"; the command then runs in a clean copy in which all else is sealed',
      seal: 'GLOB of what is sealed, where the work has no globs; each of these flags may come more than once',
      base: 'COMMIT that is sealed; default: where HEAD was when the session began',
      prepare: 'COMMAND that makes the dependencies of a clean copy, such as "npm ci --ignore-scripts"',
      allow: 'network: what the command may reach from its copy',
      env: 'NAME of a variable that it has from your environment',
      hidden: 'FOLDER with checks that the agent never had, mixed in among its tests',
      certificate: 'FILE to write what was judged, how, and what came of it to',
      'verify-seconds': 'N seconds that a judgement by the command may take; default 540, since the host ends the hook after 600',
      strict: 'refuse where a part of the judgement could not be made',
      'keep-best': 'keep the files of each attempt, and restore those of the best one where the last is not; needs git',
      before: 'COMMAND that must succeed before a tool is called; the call is the file $REFLECT_ACTION',
      'max-reflections': 'N times that the agent is sent back at most; default 2',
      'max-calls': 'N drafts and critiques at most',
      'max-seconds': 'N seconds at most',
      project: 'FOLDER: an agent that was started elsewhere is not judged',
      install: 'write this hook to your own settings of Claude Code, for the current folder, and copy the program beside them',
    },
  },
  certificate: {
    takes: 'FILE',
    help: 'judges anew what a certificate of `gate` says was judged: the same verdict, tree, seal and counts, or a refusal',
    flags: {
      repo: 'FOLDER with the repository, at the commit with the work; default the current one',
      base: 'BRANCH that the work will be merged into: its merge base with HEAD must be what was sealed',
      verify: 'COMMAND that the certificate must be of, with the flags of `gate` that are given here and no others',
      project: 'PATH of the project in the repository',
      work: 'GLOB',
      seal: 'GLOB',
      prepare: 'COMMAND',
      allow: 'network',
      env: 'NAME',
      hidden: 'FOLDER with the hidden checks that it was judged with',
      key: 'FILE with a key of Ed25519 as PEM: a public one must have signed it, a private one signs it now, and is for CI alone',
      out: 'FILE to write the signed certificate to; default the same',
    },
  },
  measure: {
    takes: 'LABELS.jsonl',
    help: 'how good a critic is, on drafts that a person labelled: a line of JSON each, { "input", "draft", "correct": true or false }',
    flags: {
      ...MODEL,
      ...CRITERIA,
      threshold: 'N points from which a draft is accepted; default 8',
      'max-calls': 'N calls of the critic at most',
      'min-kappa': 'N from 0 to 1: fail if κ is lower, or cannot be computed',
      wrong:
        'N from 0 to 1: the share of acceptances that may be wrong; prints from where labels of whole runs promise it, and fails if nowhere',
      confidence: 'N from 0 to 1: how sure that promise is; default 0.95',
      out: 'FILE for the labels and what the critic said, to measure again without a call; with --wrong for the guarantee, as JSON',
      ...JUNIT,
      ...JSON_OUT,
    },
  },
  backtest: {
    takes: 'TRACE | FOLDER',
    help: 'how recorded runs would end under other settings, without any model; a flag takes a list, such as 7,8,9, to try each',
    flags: {
      threshold: 'N points from which a draft is accepted',
      strategy: ONE_STRATEGY,
      'max-reflections': 'N revisions at most',
      ...JSON_OUT,
    },
  },
  bench: {
    takes: 'TASKS.jsonl',
    help: 'whether reflecting pays on your tasks: one answer against strategies; a line of JSON each, { "input", "expected": last line }',
    flags: {
      ...MODELS,
      strategies: `LIST of ${listed('and')}; default keep-best,best-of-n`,
      ...CRITERIA,
      verify: 'COMMAND that must succeed, or FILE.mjs with a function: a check for the strategies to use',
      grade:
        'COMMAND or FILE.mjs that says what is right, unseen by the strategies; default: `expected` of each task, else --verify',
      judge: 'NAME of a model that says what is right, by the criteria; needs --labels',
      labels: 'FILE of `measure --out`: what that judge said about drafts that a person labelled',
      calls: 'N calls of models at most, for a task and a strategy; default 6',
      'max-calls': 'N calls of models at most, in all',
      'max-cost-usd': 'N US dollars at most, in all; needs --prices',
      prices: PRICES,
      'at-least': 'N from 0 to 1: fail if a strategy is right in a smaller share of the tasks',
      out: 'FILE to add each result to, and to go on from; default TASKS.results.jsonl',
      ...JUNIT,
      ...JSON_OUT,
    },
  },
  evals: {
    takes: 'STORE [list | trend AGENT | import | export]',
    help: 'what is in a store of evaluations: a SQLite file, or a postgres:// URL',
    flags: { hours: 'N hours of a trend; default 168', ...JSON_OUT },
  },
  view: {
    takes: 'TRACE | FOLDER | STORE',
    help: 'makes a page that shows runs draft by draft, or trends hour by hour, and opens it',
    flags: {
      out: 'FILE to write the page to, instead of opening it',
      live: 'serve the page on 127.0.0.1, and follow new traces; default the current folder',
      port: 'N of the port for --live; default a free one',
    },
  },
  mcp: {
    takes: '',
    help: 'serves the engine as tools of the Model Context Protocol over stdio; without a model, critiques for your own model',
    flags: MODELS,
  },
};

export interface Arguments extends Toggles {
  command: string;
  words: string[];
  flags: { [name: string]: string | undefined };
  /** Of each flag that may come more than once, what it was given. */
  lists: { [name: string]: string[] | undefined };
}

/** What is on the command line, or the help that it asks for. Throws `WrongUse`. */
export function argumentsOf(argv: readonly string[]): Arguments | string {
  const [command = '', ...rest] = argv;
  if (command === 'help' && rest.length > 0) return argumentsOf([...rest, '--help']);
  if (['--help', '-h', 'help', ''].includes(command)) return usage();
  const chosen = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (chosen === undefined) throw new WrongUse(wasm().unknownWord('command', command, Object.keys(COMMANDS).join('\n')));
  if (rest.includes('--help') || rest.includes('-h')) return helpOf(command, chosen);
  const names = Object.keys(chosen.flags);
  const typed = names.map((name) => {
    const type = isToggle(name) ? 'boolean' : 'string';
    return [name, { type, multiple: LISTS.includes(name) }] as const;
  });
  const config = { args: rest, options: Object.fromEntries(typed) };
  for (const token of parseArgs({ ...config, strict: false, tokens: true }).tokens) {
    if (token.kind !== 'option' || names.includes(token.name)) continue;
    const flags = names.map((name) => `--${name}`);
    throw new WrongUse(wasm().unknownWord('flag', token.rawName, flags.join('\n')));
  }
  try {
    const { values, positionals: words } = parseArgs({ ...config, allowPositionals: true });
    if (words.length === 0 && chosen.takes !== '' && values.live !== true) throw missingWords(command, chosen.takes);
    const toggles = Object.fromEntries(TOGGLES.map((name) => [name, values[name] === true])) as Toggles;
    const others = Object.entries(values).filter(([name]) => !isToggle(name));
    const flags = Object.fromEntries(others.filter(([name]) => !LISTS.includes(name))) as Arguments['flags'];
    const lists = Object.fromEntries(others.filter(([name]) => LISTS.includes(name))) as Arguments['lists'];
    return { command, words, flags, lists, ...toggles };
  } catch (thrown) {
    if (thrown instanceof TypeError) throw new WrongUse(thrown.message);
    throw thrown;
  }
}

/** The number that a flag takes. Throws `WrongUse`. */
export function numberOf({ flags }: Arguments, name: string, isWhole = true): number | undefined {
  const text = flags[name];
  return text === undefined ? undefined : numberIn(text, name, isWhole);
}

/** The number that this is, of a flag. Throws `WrongUse`. */
export function numberIn(text: string, name: string, isWhole = true): number {
  if (!(isWhole ? /^\d+$/ : /^\d*\.?\d+$/).test(text)) throw wrongNumber(name, isWhole, text);
  return Number(text);
}

function isToggle(name: string): boolean {
  return (TOGGLES as readonly string[]).includes(name);
}

function usage(): string {
  const lines = Object.entries(COMMANDS).flatMap(([name, { takes, help }]) => [
    `reflect-engine ${name} ${takes}`.trimEnd(),
    `  ${help}`,
    '',
  ]);
  const codes = 'Exit codes: 0 accepted, 1 not accepted, 2 wrong use or nothing came, 130 interrupted by Ctrl-C.';
  const key = 'The key is read from $OPENAI_API_KEY.';
  const more = '`reflect-engine COMMAND --help` shows the flags of a command.';
  return ['reflect-engine: makes a model check its own work', '', ...lines, more, codes, key].join('\n');
}

function helpOf(name: string, { takes, help, flags }: Command): string {
  const lines = Object.entries(flags).map(([flag, meaning]) => `  --${flag.padEnd(16)} ${meaning}`);
  return [`reflect-engine ${name} ${takes}`.trimEnd(), `  ${help}`, '', ...lines].join('\n');
}

/** Whether a store is a database on a server, and no file. */
export function isPostgres(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place);
}
