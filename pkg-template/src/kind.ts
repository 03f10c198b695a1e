/** A value's kind, for a sentence. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return value === undefined ? 'nothing' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}
