/** The values of a file, each by `parse`: one JSON text, or an object a line, as the export of a store. */
export function valuesIn(text: string, parse: (text: string) => unknown): unknown {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isByLine = lines.every((line) => /^\{.*\}\s*$/s.test(line));
  return isByLine ? lines.map((line) => parse(line)) : parse(text);
}
