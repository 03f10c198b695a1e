// `gate`: a Stop hook of Claude Code, and of agents whose hooks speak as it does. It reads the hook's JSON, and lets the agent stop or not.

import { createHash } from 'node:crypto';
import { readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { atStop, denied } from '../adapters/stop-hook.js';
import { isObject } from '../check/kind.js';
import type { ActionRule } from '../engine/actions.js';
import { ReflectEngine } from '../engine/engine.js';
import { parseJson } from '../error.js';
import type { Check, ReflectResult } from '../types.js';
import { type Arguments, numberOf } from './arguments.js';
import { modelOf } from './client.js';
import { blankVerify, missingVerify, unjudgedCriteria, WrongUse, wrongVerifySeconds } from './errors.js';
import { installGate } from './install.js';
import { openRounds, type RankedRounds, type Ranking, rankingIn } from './keep-best.js';
import { interruption, jsonIn, settingsOf } from './run.js';
import { note, print } from './screen.js';
import { BEGINS, checkSealedFlags, doubtsOf, keepSealOf, type SealedJudge, sealedJudge } from './sealed.js';
import { commandVerifier } from './verify.js';

/**
 * What is kept while the agent works on. The agent can write it, too: these numbers bound its rounds, and can accept nothing, since each
 * draft is judged anew by what the command line says.
 */
interface Rounds {
  /** How often the agent was sent back since its user wrote. */
  sentBack: number;
  /** Drafts and critiques since then. */
  calls: number;
  /** When that was, in milliseconds. */
  sinceMs: number;
  /** With `--keep-best`, which of the attempts is the best so far. */
  ranking?: Ranking | undefined;
}

/** Seconds that a judgement by the command may take: the hook that `--install` writes is ended after 600. */
const VERIFY_SECONDS = 540;

/** Never ends with 2: that would keep the agent from stopping. */
export async function gate(args: Arguments): Promise<number> {
  const { flags } = args;
  const { criteria, verify, before, model, project } = flags;
  if (model === undefined && criteria !== undefined) throw unjudgedCriteria();
  if (verify?.trim() === '') throw blankVerify();
  if (model === undefined && verify === undefined) throw missingVerify();
  const isSealed = checkSealedFlags(args);
  const seconds = numberOf(args, 'verify-seconds', false) ?? VERIFY_SECONDS;
  if (!(seconds > 0)) throw wrongVerifySeconds(seconds);
  const settings = await settingsOf(args);
  const engine = new ReflectEngine(settings);
  if (args.install) return installGate(args);
  const hook = jsonIn(await text(process.stdin), 'standard input');
  const isMissing = 'standard input must be the JSON of a Stop hook, with a `transcript_path`';
  if (!isObject(hook)) throw new WrongUse(isMissing);
  const { session_id: session = hook.transcript_path, hook_event_name: event, transcript_path: transcript } = hook;
  const started = process.env.CLAUDE_PROJECT_DIR ?? String(hook.cwd ?? '.');
  if (project !== undefined && !isInside(project, await realpath(started).catch(() => started))) return 0;
  // What a killed process had begun to restore is finished before the agent works.
  const told: string[] = [];
  const openRanked = args['keep-best'] ? await openRounds(project ?? started, (text) => told.push(text)) : undefined;
  if (BEGINS.includes(String(event))) {
    const said = isSealed ? await keepSealOf(args, String(session)) : undefined;
    if (said !== undefined) told.push(said, ...(await doubtsOf(args, project ?? started)));
    if (told.length > 0) print(JSON.stringify({ systemMessage: `reflect-engine: ${told.join('\n')}` }));
    return 0;
  }
  if (typeof transcript !== 'string') throw new WrongUse(isMissing);

  const signal = interruption().signal;
  const critic = model === undefined ? (false as const) : modelOf(model, flags);
  if (hook.hook_event_name === 'PreToolUse') {
    if (before === undefined) return 0;
    const command = commandVerifier(before, { place: project, named: 'REFLECT_ACTION' });
    const rule: ActionRule = ({ name, arguments: args }, context) => command(JSON.stringify({ name, arguments: args }), context);
    const judges = { verifiers: { never: () => false }, actions: { rules: { before: rule } } };
    const verdict = await engine.gate({ input: transcript, ...judges, signal }).mayCall(String(hook.tool_name), hook.tool_input);
    if (!verdict.allow) print(JSON.stringify(denied(verdict.feedback)));
    return 0;
  }
  const judge: SealedJudge | undefined = isSealed ? await sealedJudge(args, String(session), seconds) : undefined;
  const verifier = judge?.verify ?? commandVerifier(verify ?? '', { place: project, seconds });
  const verifiers: Record<string, Check> = verify === undefined ? {} : { verify: verifier };
  let ranked: RankedRounds | undefined;
  // One state for each gate of a session.
  const state = createHash('sha256').update(JSON.stringify([flags, settings.criteria]));
  const file = `${transcript}.reflect-gate-${state.digest('hex').slice(0, 8)}.json`;
  let rounds: Rounds = { sentBack: 0, calls: 0, sinceMs: Date.now() };
  const isLast = (): boolean => rounds.sentBack >= engine.maxReflections;
  let result: ReflectResult | undefined;
  let answer = await atStop(hook, {
    transcript,
    async open(input, wasSentBack) {
      // Where the rounds are lost the draft is judged, and the agent may stop.
      if (wasSentBack) rounds = roundsIn(await readFile(file, 'utf8').catch(() => '')) ?? { ...rounds, sentBack: Infinity };
      const { maxCalls, maxSeconds } = settings.budget ?? {};
      const budget = {
        maxCalls: maxCalls && Math.max(maxCalls - rounds.calls, 1),
        maxSeconds: maxSeconds && Math.max(maxSeconds - (Date.now() - rounds.sinceMs) / 1_000, 0.001),
        // The command ends by its own limit, and is then refused; a verifier without an answer would let the agent stop.
        verifierTimeoutMs: (seconds + 30) * 1_000,
      };
      const onCall = ({ type, purpose }: { type: string; purpose: string }): void => {
        if (type === 'end' && purpose !== 'verify') rounds.calls += 1;
      };
      const maxReflections = Math.max(engine.maxReflections - rounds.sentBack, 0);
      ranked = openRanked?.({ input, settings, judges: { critic, verifiers }, before: rounds.ranking });
      const judges = ranked?.judges ?? { critic, verifiers };
      const gate = engine.gate({ input, ...judges, signal, onCall, settings: { maxReflections, budget } });
      return ranked?.rank(gate) ?? gate;
    },
    keep: (open) =>
      open === undefined || isLast()
        ? rm(file, { force: true })
        : writeFile(file, JSON.stringify({ ...rounds, sentBack: rounds.sentBack + 1, ranking: ranked?.ranking() })),
    note,
    onResult: (ended) => {
      result = ended;
      for (const { message } of ended.errors) note(message);
    },
  });
  await judge?.certify(result);
  // A new gate asks once more for a text that is thinking alone, whatever its rounds.
  if (answer !== undefined && 'decision' in answer && isLast()) {
    const files = await ranked?.end();
    const why = ['there is no answer, only thinking', ...(files === undefined ? [] : [files.message])];
    answer = { systemMessage: `reflect-engine: nobody accepted this (${why.join('; ')})` };
  }
  if (answer !== undefined && 'systemMessage' in answer)
    answer.systemMessage = [answer.systemMessage, ...told, ...(judge?.notes() ?? [])].join('\n');
  if (answer !== undefined) print(JSON.stringify(answer));
  return 0;
}

function roundsIn(text: string): Rounds | undefined {
  const read = parseJson(text) as Partial<Rounds> | null | undefined;
  const isCount = (key: keyof Rounds): boolean => Number.isSafeInteger(read?.[key]) && Number(read?.[key]) >= 0;
  if (!isCount('sentBack') || !isCount('calls') || !isCount('sinceMs')) return undefined;
  return { ...(read as Rounds), ranking: rankingIn(read?.ranking) };
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !way.startsWith('..') && !isAbsolute(way);
}
