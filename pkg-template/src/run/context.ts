// What a verifier is told of the draft that it judges.

import type { VerifierContext, VerifyRun } from '../types.js';
import type { CallbackRace } from './race.js';
import type { Work } from './work.js';

/** Whoever knows what was done for a draft, and how long a verifier may take. */
export interface Worker {
  readonly verifierTimeoutMs: number;
  workOf(draftIndex: number): Work;
}

const KEYS: (keyof VerifierContext)[] = [
  'signal',
  'input',
  'messages',
  'toolCalls',
  'evidence',
  'draftIndex',
  'iteration',
  'callId',
  'idempotencyKey',
];

/** Makes each field when it is first read. */
class Fields implements VerifierContext {
  readonly #call: VerifyRun;
  readonly #turn: CallbackRace;
  readonly #worker: Worker;
  #work: Work | undefined;

  constructor(call: VerifyRun, turn: CallbackRace, worker: Worker) {
    this.#call = call;
    this.#turn = turn;
    this.#worker = worker;
  }

  #readWork(): Work {
    this.#work ??= this.#worker.workOf(this.#call.draftIndex);
    return this.#work;
  }

  get signal(): AbortSignal {
    return this.#turn.signal;
  }
  get input(): Work['input'] {
    return this.#readWork().input;
  }
  get messages(): Work['messages'] {
    return this.#readWork().messages;
  }
  get toolCalls(): Work['toolCalls'] {
    return this.#readWork().toolCalls;
  }
  get evidence(): Work['evidence'] {
    return this.#readWork().evidence;
  }
  /** For verifiers of ours, so it is no field that is shown. */
  get tools(): Work['tools'] {
    return this.#readWork().tools;
  }
  get draftIndex(): number {
    return this.#call.draftIndex;
  }
  get iteration(): number {
    return this.#call.draftIndex + 1;
  }
  get callId(): string {
    return this.#call.callId;
  }
  get idempotencyKey(): string {
    return this.#call.idempotencyKey;
  }
}

/** Getters of the prototype, shown as own fields that nobody can set: own getters cost more than the rest of the call. */
const OWN: ProxyHandler<Fields> = {
  get: (fields, key) => Reflect.get(fields, key),
  ownKeys: () => KEYS,
  getOwnPropertyDescriptor: (fields, key) =>
    KEYS.includes(key as never) ? { value: Reflect.get(fields, key), enumerable: true, configurable: true } : undefined,
  set: () => false,
  defineProperty: () => false,
  deleteProperty: () => false,
};

export function contextOf(call: VerifyRun, turn: CallbackRace, worker: Worker): VerifierContext {
  return new Proxy(new Fields(call, turn, worker), OWN);
}
