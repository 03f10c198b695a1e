// Small tasks with an answer that can be checked exactly, made by a rule from a seed: nobody chose them to please. A third each of
// sums, lists of numbers to sort or letters to count, and sentences to put into JSON.

import { wholeNumbers } from '../../random.mjs';

const NAMES = ['Anna', 'Boris', 'Clara', 'David', 'Elena', 'Frank', 'Greta', 'Hugo', 'Irene', 'Jonas'];
const CITIES = ['Rome', 'Oslo', 'Lima', 'Cairo', 'Paris', 'Tokyo', 'Delhi', 'Quito', 'Vienna', 'Lagos'];
const WORDS = ['banana', 'letter', 'committee', 'elephant', 'mississippi', 'coffee', 'bookkeeper', 'tomato', 'assess', 'cheese'];

/**
 * @typedef {{ name: string, kind: 'sum' | 'sort' | 'count' | 'json', input: string, answer: unknown, given: unknown }} Item
 * @param {number} count how many
 * @returns {Item[]} the same for the same count and seed
 */
export function makeItems(count, seed = 1) {
  const next = wholeNumbers(seed);
  const makers = [sum, (at) => (at % 2 === 0 ? sort(next) : countLetters(next)), json];
  return Array.from({ length: count }, (_, at) => {
    const item = makers[at % 3](at % 3 === 1 ? (at - 1) / 3 : next, next);
    return { name: `${at + 1} ${item.kind}`, ...item };
  });
}

function sum(next) {
  const terms = Array.from({ length: 2 + next(2) }, () => 10 + next(90));
  return {
    kind: 'sum',
    input: `What is ${terms.join(' + ')}? Give only the number.`,
    answer: terms.reduce((total, term) => total + term, 0),
    given: terms,
  };
}

function sort(next) {
  const numbers = new Set();
  const length = 4 + next(2);
  while (numbers.size < length) numbers.add(1 + next(99));
  const given = [...numbers];
  return {
    kind: 'sort',
    input: `Sort these numbers from smallest to largest: ${given.join(', ')}. Give only the sorted numbers, with commas between them.`,
    answer: given.toSorted((a, b) => a - b),
    given,
  };
}

function countLetters(next) {
  const word = WORDS[next(WORDS.length)];
  const letters = [...new Set(word)].toSorted();
  const letter = letters[next(letters.length)];
  return {
    kind: 'count',
    input: `How many times does the letter "${letter}" occur in the word "${word}"? Give only the number.`,
    answer: word.split(letter).length - 1,
    given: word,
  };
}

function json(next) {
  const [name, age, city] = [NAMES[next(NAMES.length)], 18 + next(60), CITIES[next(CITIES.length)]];
  const married = next(2) === 1;
  const shapes = [
    { keys: 'name (a string) and age (a number)', answer: { name, age } },
    { keys: 'name (a string), age (a number) and city (a string)', answer: { name, age, city } },
    { keys: 'name (a string), age (a number) and married (a boolean)', answer: { name, age, married } },
  ];
  const { keys, answer } = shapes[next(shapes.length)];
  const sentence = `${name} is ${age} years old, lives in ${city} and is ${married ? '' : 'not '}married.`;
  return {
    kind: 'json',
    input: `Write a JSON object with the keys ${keys}. ${sentence} Give only the JSON.`,
    answer,
    given: answer,
  };
}
