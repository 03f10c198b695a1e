// The data types of a reflector, generated from the Rust types.

export type {
  AddedFacts,
  CanonicalField,
  CanonicalModel,
  ConflictSide,
  FactConflict,
  FactRelation,
  FactResolution,
  FactSearch,
  FieldRequired,
  FieldTolerance,
  FieldType,
  MissingField,
  Reflection,
  ReflectionReason,
  ReflectionState,
  RefusedFact,
  ResolvedBy,
  SearchKind,
  ThinField,
} from './generated/reflect_engine.js';
