#!/usr/bin/env node
// `npx reflect-engine`: one command each in a file.

import engine from 'packed:reflect_engine';
import { describeError, isReflectError } from '../error.js';
import { within } from '../load/host.js';
import { type Arguments, argumentsOf } from './arguments.js';
import { WrongUse } from './errors.js';
import { gate } from './gate.js';
import { replay } from './replay.js';
import { review } from './review.js';
import { run } from './run.js';
import { note, print } from './screen.js';
import { view } from './view.js';

declare const REFLECT_ENGINE_VERSION: string;

/** Resolves with the exit code. */
type Command = (args: Arguments) => Promise<number>;
const demo: Command = async (args) => (await import('./demo.js')).demo(args);
const evals: Command = async (args) => (await import('./evals.js')).evals(args);
const mcp: Command = async (args) => (await import('./mcp.js')).mcp(args);
const measure: Command = async (args) => (await import('./measure.js')).measure(args);
const backtest: Command = async (args) => (await import('./backtest.js')).backtest(args);
const certificate: Command = async (args) => (await import('./certificate.js')).certificate(args);
const bench: Command = async (args) => (await import('./bench.js')).bench(args);
const COMMANDS = within(
  { run, demo, review, replay, view, gate, certificate, measure, backtest, bench, evals, mcp },
  engine,
) as Record<string, Command>;

async function main(argv: string[]): Promise<number> {
  // A reader may stop (`… export | head`), and a terminal may be closed.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const args = argv[0] === '--version' ? REFLECT_ENGINE_VERSION : argumentsOf(argv);
  if (typeof args !== 'string') return (await COMMANDS[args.command]?.(args)) ?? 2;
  print(args);
  return 0;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (thrown: unknown) => {
    const isExpected = thrown instanceof WrongUse || isReflectError(thrown);
    note(`error: ${isExpected ? thrown.message : (thrown as Error)?.stack || describeError(thrown)}`);
    const [, , name = ''] = process.argv;
    if (thrown instanceof WrongUse) note(`\`reflect-engine ${Object.hasOwn(COMMANDS, name) ? `${name} ` : ''}--help\` says more`);
    // The exit code 2 of a hook would be a verdict.
    process.exitCode = name === 'gate' && !process.argv.includes('--install') ? 1 : 2;
  },
);
