import { safely } from '../error.js';
import type { CallError } from '../types.js';

/** Characters of an error that go into traces and prompts. */
const MAX_ERROR_CHARS = 2_000;

/** A call that cannot be made, which trying again would not fix. */
export class Refusal extends Error {
  readonly error: CallError;

  constructor(code: string, message: string) {
    super(short(message));
    this.error = { code, message: this.message };
  }
}

/** What a {@link Refusal} says; `undefined` for whatever else was thrown, also for what throws when it is looked at. */
export function refusalIn(thrown: unknown): CallError | undefined {
  return safely(() => (thrown instanceof Refusal ? thrown.error : undefined));
}

export function short(text: string): string {
  return text.length <= MAX_ERROR_CHARS ? text : `${text.slice(0, MAX_ERROR_CHARS)}…`;
}

/** The error of node:assert, chai and vitest by its name, that of Jest's `expect` by its shape: it is an `Error` by name. */
export function isAssertion(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false;
  const { name, matcherResult } = thrown as { name?: unknown; matcherResult?: { pass?: unknown } | null };
  return name === 'AssertionError' || typeof matcherResult?.pass === 'boolean';
}
