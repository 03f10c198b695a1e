// Keep-best for a workspace: at each submission the files are kept, and at the end those of the best attempt are restored.

import { randomUUID } from 'node:crypto';
import { checkEngine, checkOptions } from '../check/checks.js';
import { isPlain } from '../check/kind.js';
import { overlay } from '../check/overlay.js';
import type { ReflectEngine } from '../engine/engine.js';
import type { Gate, GateTask, GateVerdict } from '../engine/gate.js';
import { describeError, ReflectError } from '../error.js';
import type { CallEvent, ReflectResult, Restoration } from '../types.js';
import { missingFolder, unreadableFolder } from './errors.js';
import { type RestorePlan, restoreTree } from './restore.js';
import { isAlive } from './scratch.js';
import {
  addRecord,
  compareTrees,
  endIndex,
  indexOf,
  keepTree,
  listRuns,
  openStore,
  readRecords,
  type Store,
} from './snapshots.js';

export interface KeepAttemptsOptions {
  /** The folder that the agent works in. It must belong to a git repository, of which nothing is changed. */
  folder: string;
  /** Called when a gate has ended, and first for what an earlier process began to restore and did not finish. */
  onRestore?: ((restoration: Restoration) => void) | undefined;
}

/**
 * The same engine, whose gates keep the files of `folder` at each `submit`. When a gate ends with an earlier draft, its files are restored,
 * and `result.workspace` says so. A file that another hand has changed meanwhile is never overwritten: then nothing is restored.
 *
 * Finishes first what a killed process had begun to restore. Rejects with `invalid_settings` where there is no git.
 */
export async function keepAttempts(engine: ReflectEngine, options: KeepAttemptsOptions): Promise<ReflectEngine> {
  checkEngine('keepAttempts', engine);
  checkOptions('keepAttempts', options, { folder: 'string', onRestore: 'function' });
  if (options.folder === undefined) throw missingFolder();
  const store = await openAttempts(options.folder, options.onRestore).catch((thrown: unknown) => {
    throw unreadableFolder(thrown);
  });
  const opened = <T, K extends Partial<GateTask<T>>>(task: K, run: string, open: (task: K) => Gate<T>): Gate<T> => {
    const attempts = new Attempts(store, run, options.onRestore);
    const { onCall } = task;
    const isOther = onCall !== undefined && typeof onCall !== 'function';
    const watch = (event: CallEvent): void => {
      attempts.watch(event);
      onCall?.(event);
    };
    return keptGate(open(isOther ? task : { ...task, onCall: watch }), attempts);
  };
  return overlay(engine as ReflectEngine, {
    gate: <T>(task: GateTask<T>) =>
      isPlain(task) ? opened<T, GateTask<T>>(task, randomUUID(), (task) => engine.gate(task)) : engine.gate(task),
    reopenGate: <T>(snapshot: string, task: Omit<GateTask<T>, 'input'>) =>
      isPlain(task)
        ? opened<T, typeof task>(task, runIn(snapshot) ?? randomUUID(), (task) => engine.reopenGate(snapshot, task))
        : engine.reopenGate(snapshot, task),
  });
}

/** The place of a folder's attempts. What a killed process had begun to restore is finished first. */
export async function openAttempts(folder: string, onRestore: KeepAttemptsOptions['onRestore']): Promise<Store> {
  const store = await openStore(folder);
  for (const restoration of await finishRestores(store)) onRestore?.(restoration);
  return store;
}

/** The same gate, whose submissions are kept, and whose snapshot names the run that they are kept in. */
function keptGate<T>(gate: Gate<T>, attempts: Attempts): Gate<T> {
  let isBusy = false;
  const submit: Gate<T>['submit'] = async (draft, submission) => {
    if (isBusy) throw new ReflectError('misuse', 'a draft is being judged: wait for its verdict');
    isBusy = true;
    try {
      await attempts.keep();
      const verdict: GateVerdict<T> = await gate.submit(draft, submission).catch((thrown: unknown) => {
        attempts.forget();
        throw thrown;
      });
      if (verdict.done) addRestoration(verdict.result, await attempts.settle(verdict.result));
      else await attempts.noteJudged();
      return verdict;
    } finally {
      isBusy = false;
    }
  };
  const ended = async (end: Promise<ReflectResult<T>>): Promise<ReflectResult<T>> => {
    const result = await end;
    return addRestoration(result, await attempts.settle(result));
  };
  return overlay(gate, {
    submit,
    end: () => ended(gate.end()),
    fail: (error: unknown) => ended(gate.fail(error)),
    get snapshot() {
      return `{"attempts":"${attempts.run}",${gate.snapshot.slice(1)}`;
    },
  });
}

export function addRestoration<R extends ReflectResult<unknown>>(result: R, workspace: Restoration): R {
  return Object.defineProperty(result, 'workspace', { value: workspace, enumerable: true, configurable: true });
}

function runIn(snapshot: unknown): string | undefined {
  return typeof snapshot === 'string' ? /"attempts":\s*"([0-9a-f-]{36})"/.exec(snapshot)?.[1] : undefined;
}

/** What is noted beside a tree. */
type Note =
  | { attempt: number; ignored: string[]; atMs: number }
  /** The same files once more, when the attempt was judged; `call` is the name of its draft. */
  | { judged: number; call: string | undefined }
  /** Before the first file is restored, by this process. */
  | { restore: number; of: number; process: number; owner: string }
  | { ended: true };

/** A process that has the number of an earlier one is another. */
const OWNER = randomUUID();
/** After this time nobody is restoring any more, also where another process has got the number. */
const MAX_RESTORE_MS = 600_000;

interface Attempt {
  tree: string;
  ignored: string[];
  atMs: number;
  call?: string | undefined;
  /** Paths that changed while it was judged, and its agent waited. */
  others: string[];
}

/** The attempts of one run, in this process or several. */
export class Attempts {
  readonly run: string;
  private readonly store: Store;
  private readonly onRestore: KeepAttemptsOptions['onRestore'];
  private tip: string | undefined;
  private readonly kept: (Attempt | undefined)[] = [];
  private loaded: Promise<void> | undefined;
  private settled: Promise<Restoration> | undefined;
  /** The call that gave the last draft. */
  private call: string | undefined;
  /** Why the last attempt could not be kept. */
  private fault: string | undefined;

  constructor(store: Store, run: string, onRestore?: KeepAttemptsOptions['onRestore']) {
    this.store = store;
    this.run = run;
    this.onRestore = onRestore;
  }

  /** Hears which draft a submission became. */
  watch({ type, purpose, callId }: CallEvent): void {
    if (type === 'end' && (purpose === 'answer' || purpose === 'revision')) this.call = callId;
  }

  /** Keeps the files as they are. Where they cannot be kept the draft is judged all the same. */
  async keep(): Promise<void> {
    this.call = undefined;
    this.fault = undefined;
    let attempt: Attempt | undefined;
    try {
      await (this.loaded ??= this.load());
      const made = await keepTree(this.store, await indexOf(this.store, this.run));
      attempt = { ...made, others: [] };
      const { tree, ...rest } = made;
      await this.add(tree, { attempt: this.kept.length + 1, ...rest });
    } catch (thrown) {
      this.fault = describeError(thrown);
    }
    this.kept.push(this.fault === undefined ? attempt : undefined);
  }

  /** Takes back the last attempt: its draft was refused. */
  forget(): void {
    this.kept.pop();
  }

  /** Notes what changed while the agent waited: that was another hand. */
  async noteJudged(call = this.call): Promise<void> {
    const attempt = this.kept.at(-1);
    if (attempt === undefined) return;
    attempt.call = call;
    try {
      const { tree } = await keepTree(this.store, await indexOf(this.store, this.run));
      await this.add(tree, { judged: this.kept.length, call });
      attempt.others = (await compareTrees(this.store, attempt.tree, tree)).map(({ path }) => path);
    } catch (thrown) {
      this.fault = describeError(thrown);
    }
  }

  /** Restores the files of the draft that a result returns, once. */
  settle({ trace: { draftIndex, drafts } }: ReflectResult<unknown>): Promise<Restoration> {
    const call = drafts.find(({ index }) => index === draftIndex)?.callId;
    const last = this.kept.at(-1);
    if (last !== undefined) last.call ??= this.call;
    const at = this.kept.findIndex((attempt) => attempt?.call !== undefined && attempt.call === call);
    return (this.settled ??= this.restore(at));
  }

  /** The files of the last draft stay. */
  settleLast(): Promise<Restoration> {
    return (this.settled ??= this.restore(this.kept.length - 1));
  }

  private async restore(at: number): Promise<Restoration> {
    const restoration = await this.restoreAttempt(at, this.kept.at(-1));
    await endIndex(this.store, this.run);
    this.onRestore?.(restoration);
    return restoration;
  }

  private async restoreAttempt(at: number, last: Attempt | undefined): Promise<Restoration> {
    const [attempt, of, best] = [at + 1, this.kept.length, this.kept[at]];
    const place = { attempt, of, restored: false, changed: [] };
    if (best !== undefined && best === last) return { ...place, message: `the files are those of attempt ${attempt} of ${of}` };
    if (best === undefined || last === undefined)
      return { ...place, message: `not restored: an attempt could not be kept: ${this.fault ?? 'it is not there any more'}` };
    const plan = {
      from: last.tree,
      to: best,
      others: this.kept.slice(at).flatMap((one) => one?.others ?? []),
      begin: (now: string) => this.add(now, { restore: attempt, of, process: process.pid, owner: OWNER }),
    };
    return carryOut(this.store, this.run, plan, { attempt, of }, () => this.add(best.tree, { ended: true }));
  }

  private async add(tree: string, note: Note): Promise<void> {
    this.tip = await addRecord(this.store, this.run, tree, note, this.tip);
  }

  private async load(): Promise<void> {
    for (const { commit, tree, note } of await readRecords<Note>(this.store, this.run)) {
      this.tip = commit;
      const attempt = this.kept.at(-1);
      if ('attempt' in note) this.kept[note.attempt - 1] = { tree, ...note, others: [] };
      else if ('judged' in note && attempt !== undefined) {
        attempt.call = note.call;
        attempt.others = (await compareTrees(this.store, attempt.tree, tree)).map(({ path }) => path);
      }
    }
  }
}

/** Restores files, and says what became of it. */
async function carryOut(
  store: Store,
  run: string,
  plan: RestorePlan,
  { attempt, of }: Pick<Restoration, 'attempt' | 'of'>,
  end: () => Promise<unknown>,
): Promise<Restoration> {
  let changed: string[] = [];
  let fault: string;
  try {
    let hasBegun = false;
    const begin = async (now: string): Promise<void> => {
      await plan.begin(now);
      hasBegun = true;
    };
    const paths = await restoreTree(store, await indexOf(store, run), { ...plan, begin });
    if (hasBegun || paths.length === 0) await end();
    if (paths.length === 0) return { attempt, of, restored: true, changed, message: `restored: ${attempt} of ${of}` };
    changed = paths.map((path) => Buffer.from(path, 'latin1').toString());
    const more = changed.length > SHOWN ? ` and ${changed.length - SHOWN} more` : '';
    fault = `changed by another hand, or in the way: ${changed
      .slice(0, SHOWN)
      .map((path) => JSON.stringify(path))
      .join(', ')}${more}`;
  } catch (thrown) {
    fault = describeError(thrown);
  }
  const look = `git --git-dir=${JSON.stringify(store.repository)} ls-tree -r ${plan.to.tree}`;
  return {
    attempt,
    of,
    restored: false,
    changed,
    message: `not restored: ${attempt} of ${of} is the best (${fault}). Its files: ${look}`,
  };
}

/** Paths in a message. */
const SHOWN = 5;

/** Goes on with what processes had begun to restore that were killed. */
async function finishRestores(store: Store): Promise<Restoration[]> {
  const done: Restoration[] = [];
  for (const { run, note, atMs } of await listRuns<Note>(store)) {
    if (!('restore' in note)) continue;
    const isOwn = note.owner === OWNER;
    if (Date.now() - atMs < MAX_RESTORE_MS && (isOwn || (note.process !== process.pid && isAlive(note.process)))) continue;
    const records = await readRecords<Note>(store, run);
    const tip = records.at(-1);
    const best = records.find((record) => 'attempt' in record.note && record.note.attempt === note.restore);
    if (tip === undefined || best === undefined || !('attempt' in best.note)) continue;
    const to = { tree: best.tree, ...best.note };
    const plan = { from: tip.tree, to, others: [], begin: async () => {} };
    const end = (): Promise<unknown> => addRecord(store, run, best.tree, { ended: true }, tip.commit);
    const restoration = await carryOut(store, run, plan, { attempt: note.restore, of: note.of }, end);
    if (!restoration.restored) await end();
    done.push(restoration);
  }
  return done;
}
