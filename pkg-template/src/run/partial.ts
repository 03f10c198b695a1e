// Verifiers that see a draft while it is written, and may stop it. They never accept one.

import type { Call, CallError, Json, ModelCall, PartialCheck, VerifierVerdict } from '../types.js';
import { contextOf, type Worker } from './context.js';
import { CallbackRace, type Outcome } from './race.js';
import { follow, RunCancellation } from './signal.js';
import { ThinkingFilter } from './thinking.js';

/** A verifier is asked again when the text has grown by a hundredth: all that it reads is a hundred times the length of the draft. */
const GROWN = 1.01;

type Look = Call & { kind: 'verify' };

/** The reply of a call whose draft a verifier stopped. */
export interface StoppedReply {
  content: string;
  stopped: { verifier: string; verdict: VerifierVerdict };
}

/** Ends the call of a draft that a verifier stopped. */
export class StoppedDraft extends Error {
  /** Clients do not ask again after an abort. */
  override readonly name = 'AbortError';

  readonly #content: string;
  readonly #verifier: string;
  readonly #verdict: VerifierVerdict;

  constructor(
    /** What the model had written. */
    content: string,
    verifier: string,
    verdict: VerifierVerdict,
  ) {
    super(`the verifier \`${verifier}\` stopped the draft`);
    this.#content = content;
    this.#verifier = verifier;
    this.#verdict = verdict;
  }

  /** The reply of the call: the core knows by its mark that the draft has failed. */
  get reply(): Json {
    const stopped = { verifier: this.#verifier, verdict: { ...this.#verdict } };
    const reply: StoppedReply = { content: this.#content, stopped };
    return reply as unknown as Json;
  }
}

/** Shows one draft to the verifiers that may stop it, to one at a time. */
export class PartialChecks {
  /** What went wrong in a `partial`: it stops nothing, and is not asked again about this draft. */
  readonly faults: CallError[] = [];
  #filter = new ThinkingFilter();
  #raw = '';
  #text = '';
  /** Verifiers in working order, and the length of the text that each saw last. */
  readonly #seen = new Map<string, number>();
  #isBusy = false;
  readonly #ending = new RunCancellation();

  readonly #call: ModelCall;
  readonly #partials: ReadonlyMap<string, PartialCheck>;
  readonly #turn: CallbackRace;
  readonly #worker: Worker;
  readonly #readVerdict: (look: Look, outcome: Outcome) => VerifierVerdict | CallError | undefined;

  /** `turn` is the model's call; `readVerdict` reads one, and gives none where the draft may go on. */
  constructor(
    call: ModelCall,
    partials: ReadonlyMap<string, PartialCheck>,
    turn: CallbackRace,
    worker: Worker,
    readVerdict: (look: Look, outcome: Outcome) => VerifierVerdict | CallError | undefined,
  ) {
    this.#call = call;
    this.#partials = partials;
    this.#turn = turn;
    this.#worker = worker;
    this.#readVerdict = readVerdict;
  }

  /** Begins an attempt of the call, and returns where its pieces go. Late pieces of an earlier attempt are dropped. */
  attempt(): (delta: string) => void {
    follow(this.#turn.signal, this.#ending);
    const own = new ThinkingFilter();
    this.#filter = own;
    [this.#raw, this.#text] = ['', ''];
    for (const name of this.#partials.keys()) this.#seen.set(name, 0);
    return (delta) => {
      if (this.#filter !== own || this.#ending.ended) return;
      this.#raw += delta;
      this.#text += own.filterDelta(delta);
      this.#look();
    };
  }

  /** The model has given its reply: nobody waits for a verifier any more. */
  end(): void {
    this.#ending.end(new Error('the draft is whole'));
  }

  /** Asks the verifier that has waited longest. */
  #look(): void {
    while (!this.#isBusy && !this.#ending.ended) {
      const [name = '', length = 0] = [...this.#seen].sort(([, one], [, other]) => one - other)[0] ?? [];
      const partial = this.#partials.get(name);
      if (partial === undefined || this.#text.length <= length * GROWN) return;
      this.#isBusy = true;
      this.#seen.set(name, this.#text.length);
      let isAtOnce = true;
      const call = this.#call;
      const worker = this.#worker;
      const text = this.#text;
      const filter = this.#filter;
      const { callId, draftIndex, idempotencyKey } = call;
      const timeoutMs = worker.verifierTimeoutMs;
      const ids = { callId: `${callId}.${name}`, idempotencyKey: `${idempotencyKey}.${name}` };
      const look: Look = { kind: 'verify', verifier: name, draft: text, draftIndex, timeoutMs, ...ids };
      const turn = new CallbackRace();
      turn.start(
        () => partial(text, contextOf(look, turn, worker)),
        this.#ending,
        timeoutMs,
        (outcome) => {
          this.#isBusy = false;
          // A look at an earlier attempt says nothing of this one.
          if (filter === this.#filter) this.#take(look, outcome);
          if (!isAtOnce) this.#look();
          this.#ending.deadlines.rest();
        },
      );
      isAtOnce = false;
    }
  }

  #take(look: Look, outcome: Outcome): void {
    if (this.#ending.ended) return;
    const { verifier } = look;
    const verdict = this.#readVerdict(look, outcome);
    if (verdict === undefined) return;
    if ('passed' in verdict) return this.#turn.fail(new StoppedDraft(this.#raw, verifier, verdict));
    const { code, message } = verdict;
    this.faults.push({ code, message: `\`partial\` of verifier \`${verifier}\`: ${message}` });
    this.#seen.delete(verifier);
  }
}
