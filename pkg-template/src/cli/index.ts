#!/usr/bin/env node
// `npx reflect-engine`: one command each in a file.

import { describeError, isReflectError } from '../error.js';
import { type Arguments, argumentsOf, usage, WrongUse } from './arguments.js';
import { replay } from './replay.js';
import { review } from './review.js';
import { run } from './run.js';
import { print } from './screen.js';
import { view } from './view.js';

declare const REFLECT_ENGINE_VERSION: string;

const COMMANDS: Record<string, (given: Arguments) => Promise<number>> = {
  run,
  review,
  replay,
  view,
  evals: async (given) => (await import('./evals.js')).evals(given),
  mcp: async (given) => (await import('./mcp.js')).mcp(given),
};

async function main(argv: string[]): Promise<number> {
  // Who reads may stop: `… export | head`.
  process.stdout.on('error', () => {});
  const given = argv[0] === '--version' ? REFLECT_ENGINE_VERSION : (argumentsOf(argv) ?? usage());
  if (typeof given !== 'string') return (await COMMANDS[given.command]?.(given)) ?? 2;
  print(given);
  return 0;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (thrown: unknown) => {
    const isExpected = thrown instanceof WrongUse || isReflectError(thrown);
    const hint = thrown instanceof WrongUse ? '\n`reflect-engine --help` shows all' : '';
    process.stderr.write(`error: ${isExpected ? thrown.message : (thrown as Error)?.stack || describeError(thrown)}${hint}\n`);
    process.exitCode = 2;
  },
);
