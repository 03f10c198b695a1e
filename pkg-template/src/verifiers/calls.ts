// Verifiers of what was done for a draft: which tools were called, and whether they answered.

import { badSettings, checkOptions } from '../check/checks.js';
import { describeWrongValue, isPlain } from '../check/kind.js';
import type { ToolRecord } from '../given-types.js';
import type { Check, Json, VerifierContext } from '../types.js';
import { wrongToolOrder, zeroTimes } from './errors.js';
import { quoted, verdict, wholeNumber } from './verdict.js';

/** With the names of the tools that a revision may call, where the engine knows them. */
type Context = VerifierContext & { readonly tools?: readonly string[] | undefined };

export interface CalledToolOptions {
  /** What the arguments must hold: these keys with these values, others may be beside them; or a function that says whether they fit. */
  arguments?: { readonly [key: string]: unknown } | ((args: Json) => boolean) | undefined;
  /** How many such calls there must be at least. Default 1. */
  times?: number | undefined;
  /** The name of a tool that must have answered before. */
  after?: string | undefined;
}

/**
 * A verifier of drafts that need a look-up: this tool was called for the draft, and answered. A call that failed does not count, nor one
 * that the conversation before the question had. The issue says which call is missing, so that a revision can make it.
 */
export function calledTool(name: string, options: CalledToolOptions = {}): Check {
  checkName('the name of `calledTool`', name);
  const { arguments: wanted, after } = options;
  const kind = typeof wanted === 'function' ? 'function' : 'object';
  checkOptions('calledTool', options, { arguments: kind, times: 'number', after: 'string' });
  if (wanted !== undefined && typeof wanted !== 'function' && !isPlain(wanted))
    throw badSettings(describeWrongValue('`arguments`', 'an object or a function', wanted));
  if (after !== undefined) checkName('`after`', after);
  const times = wholeNumber('times', options.times) ?? 1;
  if (times === 0) throw zeroTimes();
  const fits = (args: Json): boolean =>
    typeof wanted === 'function' ? wanted(args) : wanted === undefined || holdsAll(args, wanted);
  const what = `\`${name}\`${typeof wanted === 'object' ? ` with ${quoted(JSON.stringify(wanted))}` : ''}`;
  return (_, { toolCalls, tools }: Context) => {
    const from = after === undefined ? 0 : toolCalls.findIndex((call) => call.name === after && hasAnswered(call)) + 1;
    if (after !== undefined && from === 0)
      return verdict([`call the tool \`${after}\`, then ${what}${missing(tools, [after, name])}`]);
    const calls = toolCalls.slice(from).filter((call) => call.name === name && fits(call.arguments));
    const count = calls.filter(hasAnswered).length;
    if (count >= times) return verdict([]);
    const often = times > 1 ? ` ${times} times` : '';
    const where = after === undefined ? '' : ` after \`${after}\``;
    const failed = calls.filter((call) => !hasAnswered(call)).at(-1);
    const found = count > 0 ? [`it was called ${count === 1 ? 'once' : `${count} times`}`] : [];
    if (failed !== undefined)
      found.push(failed.error === undefined ? 'a call has no result' : `a call failed: ${quoted(failed.error)}`);
    const others = toolCalls
      .slice(from)
      .filter((call) => call.name === name && !fits(call.arguments))
      .at(-1);
    if (calls.length === 0 && others !== undefined) found.push(`it was called with ${quoted(JSON.stringify(others.arguments))}`);
    return verdict([
      `call the tool ${what}${often}${where}${found.length > 0 ? `; ${found.join(', ')}` : ''}${missing(tools, [name])}`,
    ]);
  };
}

/**
 * A verifier of the order of calls: each of these tools answered after the one before it. Other calls may be between them. A step that came
 * too early can be done again in its place.
 */
export function toolOrder(names: readonly string[]): Check {
  if (!Array.isArray(names) || names.length < 2) throw wrongToolOrder(names);
  for (const [at, name] of names.entries()) checkName(`name ${at + 1} of \`toolOrder\``, name);
  return (_, { toolCalls, tools }: Context) => {
    let done = 0;
    for (const call of toolCalls) if (call.name === names[done] && hasAnswered(call)) done += 1;
    if (done === names.length) return verdict([]);
    const left = names.slice(done);
    const words = left.map((name) => `\`${name}\``).join(', then ');
    const before = done === 0 ? '' : ` after \`${names[done - 1]}\``;
    return verdict([`call the tool${left.length > 1 ? 's' : ''} ${words}${before}${missing(tools, left)}`]);
  };
}

/** A verifier that fails while a tool call has failed, and no later call of this tool has answered. */
export function noToolErrors(options: object = {}): Check {
  checkOptions('noToolErrors', options, {});
  return (_, { toolCalls }) => {
    const failed = new Map<string, ToolRecord>();
    for (const call of toolCalls) {
      if (hasAnswered(call)) failed.delete(call.name);
      else if (call.error !== undefined) failed.set(call.name, call);
    }
    return verdict(
      [...failed.values()].map(({ name, arguments: args, error = '' }) => {
        return `the tool \`${name}\` failed with ${quoted(JSON.stringify(args))}: ${quoted(error)}; call it again`;
      }),
    );
  };
}

/** A call without a result was cut off, or its host did not tell what it gave. */
export function hasAnswered({ error, result }: ToolRecord): boolean {
  return error === undefined && result !== undefined;
}

/** That the run has not one of these: under `reflected` the tools are the host's, and off. Behind a gate nobody knows. */
function missing(tools: Context['tools'], names: readonly string[]): string {
  const name = names.find((name) => tools?.includes(name) === false);
  return name === undefined ? '' : `; this run has no tool \`${name}\``;
}

function checkName(what: string, name: unknown): void {
  if (typeof name !== 'string' || name === '') throw badSettings(describeWrongValue(what, 'the name of a tool', name));
}

/** Whether a value is this one; an object may have further keys, at any depth. */
function holdsAll(value: Json | undefined, wanted: unknown): boolean {
  if (!isPlain(wanted)) return JSON.stringify(value) === JSON.stringify(wanted);
  return isPlain(value) && Object.entries(wanted).every(([key, one]) => holdsAll((value as { [key: string]: Json })[key], one));
}
