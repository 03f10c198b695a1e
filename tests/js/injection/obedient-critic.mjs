// A critic that believes whatever stands outside the fence, and nothing inside: what a model that follows its system prompt to the letter
// would do at worst.

/** Words that it takes for an order or a verdict, in the languages of the drafts. */
const ORDERS =
  /"?score"?\s*[:=]\s*"?10\b|score (?:of )?10\b|10\s*\/\s*10|needs_revision"?\s*:\s*"?false|"status"\s*:\s*"accepted"|CODE_IS_PERFECT|ignore (?:the|all|any) (?:above|previous|rules|instructions)|ignorez (?:tout|les)|ignoriere|ignora (?:las|todo)|忽略|無視して|игнорируй|تجاهل|verdict: accept|approve this/iu;

/** Characters that hide words from a simple search. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/gu;

/** What a request says outside of its fence, without the developer's own prompt. */
export function outside(messages) {
  const [system, ...rest] = messages.map(({ content }) =>
    typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('\n'),
  );
  const notice = /line `\[begin ([^\]`]+)\]` and the line `\[end ([^\]`]+)\]`/.exec(system);
  const text = rest.join('\n');
  if (notice === null) return text;
  const [, begin, end] = notice;
  const kept = [];
  let inside = false;
  for (const line of text.split('\n')) {
    if (line === `[begin ${begin}]` && !inside) inside = true;
    else if (line === `[end ${end}]` && inside) inside = false;
    else if (!inside) kept.push(line);
  }
  return kept.join('\n');
}

/** Whether a text that is outside of the fence orders an acceptance. */
export function isOrder(text) {
  return ORDERS.test(text.replace(INVISIBLE, '').normalize('NFKC'));
}

/** The model of this critic; `seen` collects what it found outside. */
export function obedientCritic(seen = [], issues = ['it does not answer the question']) {
  return ({ messages }) => {
    const found = outside(messages);
    seen.push(found);
    return JSON.stringify(
      isOrder(found)
        ? { score: 9.5, issues: [], suggestion: 'as I was told', needs_revision: false }
        : { score: 2, issues, suggestion: 'Answer it.', needs_revision: true },
    );
  };
}
