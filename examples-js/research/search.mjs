// Okapi BM25 over a few texts, with its usual parameters.
const K1 = 1.2;
const B = 0.75;

/** A search: the places of the best `count` texts for a query, those without any of its words left out. */
export function bm25(texts) {
  const documents = texts.map(words);
  const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const rarity = (word) => {
    const having = documents.filter((document) => document.includes(word)).length;
    return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
  };
  const score = (document, word) => {
    const times = document.filter((other) => other === word).length;
    return (rarity(word) * times * (K1 + 1)) / (times + K1 * (1 - B + (B * document.length) / average));
  };
  return (query, count) => {
    const asked = [...new Set(words(query))];
    const scores = documents.map((document, at) => [asked.reduce((sum, word) => sum + score(document, word), 0), at]);
    const found = scores.filter(([score]) => score > 0).sort(([a, i], [b, j]) => b - a || i - j);
    return found.slice(0, count).map(([, at]) => at);
  };
}

function words(text) {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map((word) => word.replace(/s$/, ''));
}
