import { describeWrongKind, isPromise } from '../check/kind.js';
import { copied } from '../check/plain.js';
import { ignored, ReflectError } from '../error.js';
import type { ReflectorCore } from '../generated/research.js';
import type { StandardSchema } from '../given-types.js';
import { Owned } from '../load/owned.js';
import { callCore } from '../load/trap.js';
import { callAndRead, PLAIN, toWire } from '../load/wire.js';
import type { Json } from '../types.js';
import { canonicalModel } from './canonical-model.js';
import { core, instance } from './core.js';
import { largeBatch, tooManyFacts, wrongContradictions, wrongSearchKind } from './errors.js';
import { FactReader, pairsOf } from './facts.js';
import type { AddedFacts, CanonicalModel, FactRelation, FactSearch, Reflection } from './reflector-data.js';
import type { Fact, FieldSettings, ModelOutline, ModelSettings, ReflectionOnce, ReflectorSettings } from './reflector-types.js';

/** Characters that one batch may have as JSON. */
const MAX_BATCH_CHARS = 256_000_000;
const MAX_FACTS = 1_000_000;
/**
 * Facts that cross at once. The core needs many times the length of a text to read it, and each of the small steps by which its memory grows
 * makes the host collect garbage: one text of 100,000 facts takes twice the time of 100 texts.
 */
const PART = 1_000;

/** Anything that {@link canonicalModel} takes. */
type ModelSource = CanonicalModel | ModelSettings | ModelOutline | StandardSchema | object;

/**
 * Is it complete, and does it agree with itself? (the Lazy Agent essay)
 *
 * Holds facts and says what is missing, what is thin, what is in conflict and what to search for next. It knows nothing about the quality
 * of a source. Facts are indexed as they come: the cost of a batch depends on its own size.
 */
export class Reflector extends Owned {
  /** @internal */
  static override readonly name: string = 'Reflector';
  /** The model with everything filled in. */
  readonly model: CanonicalModel;
  private readonly reader: FactReader;
  private factCount = 0;
  /** Those that were given, for `contradictions`. */
  private readonly facts: Json[] = [];

  /** Throws `invalid_settings` for a wrong model or setting, naming the key, what is allowed and what came. */
  constructor(source: ModelSource, settings: ReflectorSettings = {}) {
    const wanted = canonicalModel(source);
    const reader = new FactReader(wanted, settings);
    super(
      callCore(() => core().ReflectorCore.create(...toWire({ model: wanted, settings: reader.settings }))),
      'reflector',
    );
    this.model = wanted;
    this.reader = reader;
  }

  private get core(): ReflectorCore {
    return this.handle() as ReflectorCore;
  }

  /**
   * Takes a batch. A fact that is not valid, or that its field cannot take, is refused with the reason; the others are taken. Throws
   * `invalid_input` when it is not a list, or when `contradictions` returns no pairs of facts. It blocks for about 10 µs a fact.
   */
  add(facts: readonly Fact[]): AddedFacts {
    const parts = batch(this.reader, facts, this.factCount);
    this.factCount += facts.length;
    const added: AddedFacts = { taken: 0, refused: [] };
    for (const part of parts) {
      const { taken, refused } = callAndRead<AddedFacts>(instance, () => this.core.add(...toWire(part, PLAIN)));
      added.taken += taken;
      for (const one of refused) added.refused.push(one);
    }
    this.contradict(parts);
    return added;
  }

  /** Asks the user's function. */
  private contradict(parts: readonly Json[]): void {
    const { contradictions } = this.reader;
    if (contradictions === undefined) return;
    for (const part of parts) this.facts.push(...(part as Json[]));
    const pairs: unknown = contradictions(copied(this.facts) as unknown as Fact[]);
    if (isPromise(pairs)) {
      ignored(pairs);
      const form = 'must return pairs of facts at once, got a promise: a `ResearchLoop` waits for one';
      throw wrongContradictions(form);
    }
    const numbers = Float64Array.from(pairsOf(pairs, this.facts));
    callCore(() => this.core.contradict(numbers));
  }

  /** Reflects on the facts so far. Changes nothing. */
  reflect(): Reflection {
    return callAndRead<Reflection>(instance, () => this.core.reflect());
  }

  /**
   * Notes that a search was made (`reflect().next`, or its `kind` and `path`), and returns whether it was fruitless: as you say, or because
   * every new fact about the field since the last search repeats what its source, or one of the same origin, had said. After `maxFruitless`
   * fruitless searches in a row the field is given up, and while it is wanted the state cannot be `complete`. A conflict may be settled
   * once it was searched for (`verify`). Throws `invalid_input` for a path that is not in the model.
   */
  searched(search: Pick<FactSearch, 'kind' | 'path'>, fruitless?: boolean): boolean {
    const { kind, path } = (search ?? {}) as Partial<FactSearch>;
    if (kind !== 'find' && kind !== 'verify') {
      throw wrongSearchKind(kind);
    }
    return callCore(() => this.core.searched(kind === 'verify', String(path), fruitless));
  }

  /**
   * An adjudicator's choice: the fact that is right, by its number in the order in which facts were handed in. It settles the fact's
   * conflict until a new value contradicts it. Throws `invalid_input` when the fact is in no conflict, or in one that was not searched for
   * yet, or when `settle` leaves it to others.
   */
  resolve(fact: number): void {
    callCore(() => this.core.resolve(Number(fact)));
  }
}

/** Reflects once on a whole set of facts. Throws as {@link Reflector} does. */
export function reflect(source: ModelSource, facts: readonly Fact[], settings: ReflectorSettings = {}): ReflectionOnce {
  const reflector = new Reflector(source, settings);
  try {
    const { refused } = reflector.add(facts);
    return { ...reflector.reflect(), refused };
  } finally {
    reflector.free();
  }
}

/**
 * How two facts about a field relate to each other, in either order. Throws `invalid_settings` for a wrong field, `invalid_input` for a fact
 * that the field cannot take.
 */
export function relate(
  field: Omit<FieldSettings, 'path'>,
  a: Omit<Fact, 'path' | 'sourceId'>,
  b: Omit<Fact, 'path' | 'sourceId'>,
  settings: Pick<ReflectorSettings, 'normalise'> = {},
): FactRelation {
  const alone = canonicalModel({ fields: [{ ...field, path: 'field' }] });
  const reader = new FactReader(alone, settings);
  const [facts = []] = batch(
    reader,
    [a, b].map((fact) => ({ sourceId: 'one', ...fact, path: 'field' })),
  );
  return callAndRead<FactRelation>(instance, () => core().relateFacts(...toWire({ model: alone, facts }, PLAIN)));
}

/** A list of facts as plain ones, so many each, after so many that came before. Throws `invalid_input`. */
function batch(reader: FactReader, facts: readonly unknown[], before = 0): Json[] {
  if (!Array.isArray(facts)) throw new ReflectError('invalid_input', describeWrongKind('`facts`', 'a list', facts));
  const count = before + facts.length;
  if (count > MAX_FACTS) throw tooManyFacts(MAX_FACTS, count);
  const parts: Json[] = [];
  let left = MAX_BATCH_CHARS;
  for (let at = 0; at < facts.length; at += PART) {
    const made = reader.readFacts(facts.slice(at, at + PART), left);
    if (made.cut) throw largeBatch(MAX_BATCH_CHARS);
    left -= made.chars;
    parts.push(made.value);
  }
  return parts;
}
