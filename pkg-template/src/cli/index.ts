#!/usr/bin/env node
// `npx reflect-engine`: one command each in a file.

import { readFileSync } from 'node:fs';
import engine from 'packed:reflect_engine';
import { describeError, isReflectError } from '../error.js';
import { readWith, within } from '../load/host.js';
import { type Arguments, argumentsOf } from './arguments.js';
import { WrongUse } from './errors.js';
import { note, print } from './screen.js';

declare const REFLECT_ENGINE_VERSION: string;

// As the entries of Node do, in `load/file.ts`.
readWith((part) => readFileSync(new URL(`../../${part}_bg.wasm`, import.meta.url)));

/** Resolves with the exit code. Each is read when it is called for. */
type Command = (args: Arguments) => Promise<number>;
const run: Command = async (args) => (await import('./run.js')).run(args);
const review: Command = async (args) => (await import('./review.js')).review(args);
const replay: Command = async (args) => (await import('./replay.js')).replay(args);
const view: Command = async (args) => (await import('./view.js')).view(args);
const gate: Command = async (args) => (await import('./gate.js')).gate(args);
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
