// The data types of a reflector, generated from the Rust types.

export type {
  AddedFacts,
  CanonicalField,
  CanonicalModel,
  ConflictSide,
  FactConflict,
  FactRelation,
  FactSearch,
  FieldRequired,
  FieldTolerance,
  FieldType,
  MissingField,
  Reflection,
  ReflectionReason,
  ReflectionState,
  RefusedFact,
  SearchKind,
  SettledBy,
  ThinField,
} from '../generated/reflect_engine.js';
