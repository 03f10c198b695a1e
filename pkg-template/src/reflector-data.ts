// The reflector's data types under the names that the package gives them.

export type {
  Added as AddedFacts,
  CanonicalModel,
  Conflict as FactConflict,
  Field as CanonicalField,
  FieldType,
  Missing as MissingField,
  Reason as ReflectionReason,
  Reflection,
  Refused as RefusedFact,
  Relation,
  Required,
  Resolution as FactResolution,
  ResolvedBy,
  Search,
  SearchKind,
  Side as ConflictSide,
  State as ReflectionState,
  Thin as ThinField,
  Tolerance,
} from './generated/reflect_engine.js';
