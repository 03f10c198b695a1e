import { canonicalModel, written as model } from './canonical-model.js';
import { ReflectError } from './error.js';
import { isOfFact } from './facts.js';
import type { ReflectorCore } from './generated/companions.js';
import { kindOf } from './kind.js';
import { companions } from './load/index.js';
import { plain, written } from './plain.js';
import type { AddedFacts, CanonicalModel, FactRelation, Reflection } from './reflector-data.js';
import type { Fact, FieldSettings, ModelOutline, ModelSettings, ReflectionOnce, ReflectorSettings } from './reflector-types.js';
import type { StandardSchema } from './standard-schema.js';
import { direct } from './trap.js';

/** Characters that one batch may have as JSON. */
const MAX_BATCH_CHARS = 256_000_000;

/** Whatever {@link canonicalModel} can make a model of. */
type ModelSource = CanonicalModel | ModelSettings | ModelOutline | StandardSchema | object;

/**
 * Is it complete, and does it agree with itself? (the Lazy Agent essay)
 *
 * Holds facts and says what is missing, what is thin, what is in conflict and what to search for next. It knows nothing of how good a
 * source is. Facts are indexed as they come: a batch costs by its own size.
 */
export class Reflector {
  /** The model with everything filled in. */
  readonly model: CanonicalModel;
  private core: ReflectorCore | undefined;

  /** Throws `invalid_settings` for a wrong model or setting, naming the key, what is allowed and what came. */
  constructor(source: ModelSource, settings: ReflectorSettings = {}) {
    this.model = canonicalModel(source);
    this.core = direct(() => companions().ReflectorCore.create(model(this.model), model(settings)));
  }

  /**
   * Takes a batch. A fact that is not right, or that its field cannot take, is refused with the reason; the others are taken. Throws
   * `invalid_input` when it is no list.
   */
  add(facts: readonly Fact[]): AddedFacts {
    const text = batch(facts);
    return JSON.parse(direct(() => this.live.add(text))) as AddedFacts;
  }

  /** Looks at what is known. Changes nothing. */
  reflect(): Reflection {
    return JSON.parse(direct(() => this.live.reflect())) as Reflection;
  }

  /**
   * Notes that a field was searched for, and gives whether that was fruitless: by your word, or when no fact came about it since the last
   * search that its source had not given before. After `maxFruitless` in a row the field is given up, and the state can no longer be
   * `complete` while it is wanted. Throws `invalid_input` for a path that is not in the model.
   */
  searched(path: string, fruitless?: boolean): boolean {
    return direct(() => this.live.searched(String(path), fruitless));
  }

  /**
   * An adjudicator holds a fact to be right, by its number in the order in which facts were given: the conflict in which it stands is
   * settled, until something comes that speaks against it and was not there before. Throws `invalid_input` when it stands in none.
   */
  resolve(fact: number): void {
    direct(() => this.live.resolve(Number(fact)));
  }

  /** Frees the memory at once; without it that happens some time after the last reference is gone. Not to be used afterwards. */
  free(): void {
    this.core?.free();
    this.core = undefined;
  }

  [Symbol.dispose](): void {
    this.free();
  }

  private get live(): ReflectorCore {
    if (this.core === undefined) throw new ReflectError('misuse', 'this reflector was freed');
    return this.core;
  }
}

/** Looks once at a whole set of facts. Throws as {@link Reflector} does. */
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
 * How two facts about a field stand to each other, in either order. Throws `invalid_settings` for a wrong field, `invalid_input` for a fact
 * that the field cannot take.
 */
export function relate(
  field: Omit<FieldSettings, 'path'>,
  a: Omit<Fact, 'path' | 'sourceId'>,
  b: Omit<Fact, 'path' | 'sourceId'>,
  settings: ReflectorSettings = {},
): FactRelation {
  const pair = batch([a, b].map((fact) => ({ sourceId: 'one', ...fact, path: 'field' })));
  const fields = model({ fields: [{ ...field, path: 'field' }] });
  return JSON.parse(direct(() => companions().relateFacts(fields, pair, model(settings)))) as FactRelation;
}

function batch(facts: readonly unknown[]): string {
  if (!Array.isArray(facts)) throw new ReflectError('invalid_input', `\`facts\` must be a list, got ${kindOf(facts)}`);
  const made = plain(facts, { maxChars: MAX_BATCH_CHARS, notes: true, numbers: isOfFact, read: isOfFact });
  if (made.cut) throw new ReflectError('invalid_input', `a batch of facts must not be larger than ${MAX_BATCH_CHARS} characters`);
  return written(made.value);
}
