// A long text in pieces that a model can be shown one by one.

/** Where a piece begins and ends. */
export interface Piece {
  from: number;
  to: number;
}

/** The share of a piece that the next one begins with again, so that what stands on a border is whole in one of them. */
const OVERLAP = 0.1;

/** Pieces of at most `most` characters (UTF-16 units), which end at a paragraph, a line, a sentence or a word where they can. */
export function pieces(text: string, most: number): Piece[] {
  const made: Piece[] = [];
  for (let from = 0; ; ) {
    const to = from + most >= text.length ? text.length : border(text, from + Math.ceil(most / 2), from + most);
    made.push({ from, to });
    if (to === text.length) return made;
    const back = Math.floor(most * OVERLAP);
    from = border(text, to - back, to - Math.floor(back / 2));
  }
}

/** The last good place to cut between two places: behind a paragraph, a line, a sentence, a word; else the later of the two. */
function border(text: string, low: number, high: number): number {
  for (const mark of ['\n\n', '\n', '. ', ' ']) {
    const at = text.lastIndexOf(mark, high - mark.length);
    if (at >= low) return at + mark.length;
  }
  // Not between the halves of one character.
  const code = text.charCodeAt(high);
  return code >= 0xdc00 && code <= 0xdfff ? high - 1 : high;
}
