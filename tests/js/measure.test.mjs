// How good a critic is: figures with their intervals, and the calls that they are made of.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measure, measureCritic } from 'reflect-engine/measure';
import { numbers } from '../random.mjs';
import { accept, columns, refusals, reject, toolTurn } from './support.mjs';

/** So many drafts of which a person and a critic say this. */
const many = (count, one) => Array.from({ length: count }, () => ({ ...one }));
const table = (a, b, c, d) => [
  ...many(a, { correct: true, accepted: true }),
  ...many(b, { correct: true, accepted: false }),
  ...many(c, { correct: false, accepted: true }),
  ...many(d, { correct: false, accepted: false }),
];
const rounded = ({ value, low, high }) => [value, low, high].map((one) => Number(one.toFixed(3)));

test('sensitivity, specificity and κ are those of the textbook, with their intervals', () => {
  // Cohen's own formulas, and Wilson's intervals as printed in Newcombe (1998): 20 of 25 is .609 to .911.
  const { sensitivity, specificity, kappa, drafts } = measure(table(20, 5, 10, 15));
  assert.deepEqual([drafts, rounded(sensitivity), rounded(specificity)], [50, [0.8, 0.609, 0.911], [0.6, 0.407, 0.766]]);
  assert.deepEqual([sensitivity.count, sensitivity.of, kappa.value.toFixed(2)], [20, 25, '0.40']);
});

test('the intervals of κ, of the corrected rate and of the gain hold the truth in 95 of 100 trials', () => {
  const random = numbers(7);
  const draws = (count, chance) => Array.from({ length: count }, () => random() < chance);
  const worlds = [
    [0.5, 0.75, 0.75],
    [0.7, 0.9, 0.5],
    [0.8, 0.97, 0.9],
  ];
  for (const [right, sensitivity, specificity] of worlds) {
    const one = (correct) => ({ correct, accepted: random() < (correct ? sensitivity : 1 - specificity) });
    const agreed = right * sensitivity + (1 - right) * specificity;
    const accepted = right * sensitivity + (1 - right) * (1 - specificity);
    const chance = right * accepted + (1 - right) * (1 - accepted);
    const truths = { kappa: (agreed - chance) / (1 - chance), rate: right, gain: (1 - right) * 0.4 - right * 0.1 };
    const held = { kappa: [], rate: [], gain: [] };
    for (let trial = 0; trial < 400; trial += 1) {
      const labelled = draws(60, right).map((correct) => ({ ...one(correct), revised: random() < (correct ? 0.9 : 0.4) }));
      const unlabelled = draws(200, right).map((correct) => ({ accepted: one(correct).accepted }));
      const { kappa, passRate, reflecting } = measure([...labelled, ...unlabelled]);
      const all = reflecting.policies.find(({ revise }) => revise === 'all').gain;
      for (const [name, figure] of Object.entries({ kappa, rate: passRate.corrected, gain: all }))
        if (figure !== undefined) held[name].push(figure.low <= truths[name] && truths[name] <= figure.high);
    }
    for (const [name, hits] of Object.entries(held)) {
      const share = hits.filter(Boolean).length / hits.length;
      assert.ok(share > 0.92, `${name} of ${[right, sensitivity, specificity]}: ${share}`);
    }
  }
});

test('a critic without a fault has an interval all the same, and one that accepts all has κ 0', () => {
  assert.deepEqual(rounded(measure(table(25, 0, 0, 25)).kappa), [1, 0.825, 1]);
  const lenient = measure(table(30, 0, 20, 0)).kappa;
  assert.ok(lenient.value === 0 && lenient.low < 0 && lenient.high > 0);
});

test('what cannot be told is absent, and the notes say why', () => {
  const none = measure([]);
  assert.deepEqual([none.drafts, none.kappa, none.sensitivity, none.passRate], [0, undefined, undefined, undefined]);
  const right = measure(many(9, { correct: true, accepted: true }));
  assert.deepEqual([right.sensitivity.value, right.specificity, right.kappa], [1, undefined, undefined]);
  assert.ok(right.notes.includes('no κ: it needs right and wrong drafts'));
  for (const what of [/^not known whether it flips: /, /^not known whether order turns it: /])
    assert.ok(
      right.notes.some((note) => what.test(note)),
      `${what}`,
    );
  // No better than chance: a pass rate cannot be corrected by it.
  const blind = measure([...table(20, 10, 14, 6), ...many(40, { accepted: true })]);
  assert.deepEqual([blind.passRate.accepted.value, blind.passRate.corrected], [1, undefined]);
  assert.match(blind.notes.join(), /no corrected pass rate: .* no better than chance/);
});

test('points count as a word by the threshold, and an explicit word before them', () => {
  const labelled = [
    { correct: true, score: 8 },
    { correct: false, score: 7.5 },
    { correct: false, score: 9, accepted: false },
  ];
  assert.deepEqual([measure(labelled).sensitivity.count, measure(labelled).specificity.count], [1, 2]);
  assert.equal(measure(labelled, 9).sensitivity.count, 0);
});

test('reflecting pays where what it mends outweighs what it breaks, under the setting that says so', () => {
  const pairs = [
    ...many(10, { correct: false, score: 4, revised: true }),
    ...many(6, { correct: false, score: 9, revised: false }),
    ...many(4, { correct: true, score: 7, revised: false }),
    ...many(30, { correct: true, score: 9, revised: true }),
  ];
  const { first, mended, broken, policies } = measure(pairs).reflecting;
  assert.deepEqual([first.value, mended.value, broken.count], [0.68, 0.625, 4]);
  const [best] = policies;
  assert.deepEqual([best.revise, best.revised.count, best.gain.value, best.pays], [7, 10, 0.2, 'yes']);
  const all = policies.find(({ revise }) => revise === 'all');
  assert.deepEqual([all.correct.value, all.gain.value.toFixed(2)], [0.8, '0.12']);
  assert.equal(all.breakEven, 0.625 / (0.625 + 4 / 34));
  const harm = measure(many(30, { correct: true, accepted: true, revised: false })).reflecting.policies;
  // What it mends is not known where nothing was wrong.
  assert.ok(harm.every(({ breakEven }) => breakEven === undefined));
  assert.deepEqual(harm.map(({ revise, pays }) => [revise, pays]).sort(), [
    ['all', 'no'],
    ['refused', 'unclear'],
  ]);
});

/** Drafts of tasks, two of each: a right one and a wrong one. */
const labels = (tasks) =>
  Array.from({ length: tasks * 2 }, (_, at) => {
    const correct = at % 2 === 0;
    return { input: `Task ${at >> 1}?`, draft: `${correct ? 'right' : 'wrong'} ${at}`, correct };
  });
/** What stands in a request, in its order. */
const shownIn = ({ messages }) => messages.at(-1).content.match(/(right|wrong) \d+/g);
const formOf = (draft) => (draft.startsWith('right') ? accept() : reject());
/** A critic that knows. */
const expert = (request) => {
  const forms = shownIn(request).map(formOf);
  return request.drafts === undefined ? forms[0] : `[${forms}]`;
};

test('a critic is asked about each draft, once more, and about pairs in both orders', async () => {
  const requests = [];
  const critic = (request) => {
    requests.push(request);
    return expert(request);
  };
  const progress = [];
  const result = await measureCritic(critic, labels(3), { onProgress: (...told) => progress.push(told) });
  assert.deepEqual([result.calls, requests.length, progress.at(-1)], [18, 18, [15, 15]]);
  assert.deepEqual([result.kappa.value, result.flips.again.of, result.flips.turned.of], [1, 6, 3]);
  assert.deepEqual([result.flips.again.count, result.flips.turned.count], [0, 0]);
  assert.deepEqual(result.labelled[1], { ...labels(1)[1], accepted: false, score: 4, again: false });
  const orders = requests.filter(({ drafts }) => drafts !== undefined).map((request) => shownIn(request).join());
  for (const order of ['right 0,wrong 1', 'wrong 1,right 0']) assert.ok(orders.includes(order), order);
  // What came is enough to measure without a call.
  const { calls: _, labelled, ...figures } = result;
  assert.deepEqual(measure(labelled), figures);
});

test('a critic that prefers what stands first turns with the order, and one that wavers flips', async () => {
  const first = ({ messages, drafts }) =>
    drafts === undefined ? formOf(shownIn({ messages })[0]) : `[${drafts.map((_, at) => (at === 0 ? accept() : reject()))}]`;
  const { turned } = (await measureCritic(first, labels(4))).flips;
  assert.deepEqual([turned.count, turned.of], [4, 4]);
  let asked = 0;
  const wavers = (request) => (request.drafts ? expert(request) : (asked += 1) > 8 ? reject() : accept());
  assert.equal((await measureCritic(wavers, labels(4))).flips.again.count, 8);
});

test('no more calls are made than are allowed, and what was not asked is counted', async () => {
  for (const maxCalls of [0, 3, 8, 11, 100]) {
    let asked = 0;
    const critic = (request) => {
      asked += 1;
      return expert(request);
    };
    const { calls, unasked } = await measureCritic(critic, labels(4), { maxCalls });
    assert.deepEqual([calls, unasked], [asked, Math.max(0, 8 - maxCalls)], `${maxCalls}`);
    assert.ok(asked <= maxCalls);
  }
});

test('an unclear critic is asked its second question within the calls; one that cannot be read accepts nothing', async () => {
  const mute = () => 'Well.';
  const { unread, calls, sensitivity, specificity, notes } = await measureCritic(mute, labels(2), { maxCalls: 8 });
  assert.deepEqual([unread, calls, sensitivity.value, specificity.value], [4, 8, 0, 1]);
  assert.match(notes.at(-1), /^4 not read: /);
  let asked = 0;
  const counts = () => {
    asked += 1;
    return 'Well.';
  };
  const few = await measureCritic(counts, labels(2), { maxCalls: 5 });
  assert.deepEqual([asked, few.calls, few.unread, few.unasked], [5, 5, 2, 2]);
  const broken = () => Promise.reject(new Error('no credit'));
  assert.match((await measureCritic(broken, labels(1))).notes.at(-1), /no credit/);
});

test('criteria, a jury and drafts that were judged already are measured, too', async () => {
  const form = (met) => JSON.stringify({ criteria_met: [met], confidence: 0.9, suggestions: met ? [] : ['mend'], reasoning: '' });
  const critic = (request) => form(shownIn(request)[0].startsWith('right'));
  const settings = { criteria: ['It is right.'] };
  const one = await measureCritic(critic, labels(2).slice(0, 1), { settings });
  assert.deepEqual([one.sensitivity.value, one.labelled[0].accepted], [1, true]);
  const jury = await measureCritic([expert, () => reject()], labels(1), { maxCalls: 8 });
  assert.deepEqual([jury.sensitivity.value, jury.specificity.value], [0, 1]);
  const known = await measureCritic(expert, [...labels(1), { correct: true, accepted: false }]);
  assert.deepEqual([known.drafts, known.sensitivity.count, known.sensitivity.of], [3, 1, 2]);
});

test('a critic that looks things up is measured with its tools, also beside another draft', async () => {
  const tools = [{ name: 'look_up', execute: () => 'The truth is at hand.' }];
  const model = (request) => {
    const text = JSON.stringify(request.messages);
    if (!text.includes('The truth is at hand.')) return request.tools?.length ? toolTurn('look_up') : 'Well.';
    const forms = [...new Set(text.match(/(right|wrong) \d+/g))].map(formOf);
    return request.drafts === undefined ? forms[0] : `[${forms}]`;
  };
  for (const critic of [
    { model, tools, name: 'reader' },
    [
      { model, tools },
      { model, tools },
    ],
  ]) {
    const { unread, kappa, flips } = await measureCritic(critic, labels(2));
    assert.deepEqual([unread, kappa.value, flips.turned.count, flips.turned.of], [0, 1, 0, 2]);
  }
});

test('a call that fails is no word of the critic', async () => {
  let asked = 0;
  const flaky = (request) => ((asked += 1) > 6 ? Promise.reject(new Error('no credit')) : expert(request));
  const { drafts, unread, unasked, specificity, flips, notes } = await measureCritic(flaky, labels(4));
  assert.deepEqual([drafts, unread, unasked, specificity.value, flips.again], [6, 0, 2, 1, undefined]);
  assert.match(notes.at(-1), /^\d+ looks failed: .*no credit/);
});

test('what a critic said is measured under another threshold, except where it asked for a revision itself, or is a jury', async () => {
  const critic = (request) => {
    if (request.drafts) return expert(request);
    const [shown] = shownIn(request);
    return shown === 'right 0' ? accept(8) : shown === 'right 2' ? accept(6) : shown.startsWith('right') ? accept() : reject(7);
  };
  const { labelled } = await measureCritic(critic, labels(3));
  assert.deepEqual(columns(labelled, 'accepted', 'score', 'again'), [
    [undefined, 8, 8],
    [false, 7, false],
    [undefined, 6, 6],
    [false, 7, false],
    [undefined, 9, 9],
    [false, 7, false],
  ]);
  for (const [threshold, count] of [
    [5, 3],
    [8, 2],
    [9, 1],
    [10, 0],
  ]) {
    const { sensitivity, specificity, flips } = measure(labelled, threshold);
    assert.deepEqual([sensitivity.count, specificity.count, flips.again.count], [count, 3, 0], `${threshold}`);
  }
  const jury = await measureCritic([expert, expert], labels(1));
  assert.deepEqual([jury.labelled[0].accepted, measure(jury.labelled, 10).sensitivity.count], [true, 1]);
});

test('by criteria the better of two drafts is the one that meets more', async () => {
  const met = (draft) => [draft.startsWith('right'), true];
  const form = (draft) => ({ criteria_met: met(draft), confidence: 0.9, suggestions: [], reasoning: '' });
  const critic = (request) => {
    const forms = shownIn(request).map(form);
    return JSON.stringify(request.drafts ? forms : forms[0]);
  };
  const settings = { criteria: ['It is right.', 'It is short.'] };
  const { turned } = (await measureCritic(critic, labels(2), { settings })).flips;
  assert.deepEqual([turned.count, turned.of], [0, 2]);
});

test('what is wrong with labels and options is named', async () => {
  const one = labels(1)[0];
  await refusals('invalid_task', [
    [() => measure('x'), 'labelled drafts must be a list, got a string'],
    [() => measure([one, null]), 'labelled[1]: a labelled draft must be an object, got null'],
    [() => measure([{ ...one, correct: 'yes' }]), 'labelled[0]: `correct` must be a boolean, got a string'],
    [() => measure([{ ...one, right: true }]), /^labelled\[0\]: unknown key `right`; there are input, draft, correct, /],
    [() => measure([{ ...one, score: 11 }]), 'labelled[0]: `score` must be from 0 to 10, got 11'],
    [() => measure([{ ...one, score: Number.NaN }]), 'labelled[0]: `score` must be from 0 to 10, got NaN'],
    [() => measureCritic(expert, [{ correct: true }]), /^labelled\[0\]: a critic is asked with `input` and `draft`/],
    [() => measureCritic(expert, [{ ...one, draft: ' ' }]), /^labelled\[0\]: a critic is asked/],
    [() => measure([{ ...one, again: 11 }]), 'labelled[0]: `again` must be from 0 to 10, got 11'],
    [() => measure([{ ...one, again: 'no' }]), 'labelled[0]: `again` must be a boolean or a number, got a string'],
    [() => measureCritic('gpt', [one]), /`critic` must be a model function/],
    [() => measureCritic(undefined, [one]), '`critic` is who is measured, got nothing'],
    [() => measureCritic(false, [one]), '`critic` is who is measured, got false'],
  ]);
  await refusals('invalid_settings', [
    [() => measureCritic(expert, [one], { max: 3 }), /^`max` is not an option of measureCritic/],
    [() => measureCritic(expert, [one], { maxCalls: Number.NaN }), /`maxCalls` must be/],
    [() => measureCritic(expert, [one], { maxCalls: 1.5 }), '`maxCalls` must be a whole number from 0 on, got 1.5'],
    [() => measureCritic(expert, [one], { settings: { maxReflections: 2 } }), /^`maxReflections` says nothing of a critic; /],
    [() => measureCritic(expert, [one], { settings: { acceptanceThreshold: 0.8 } }), /acceptanceThreshold/],
    [() => measure([one], 80), /`threshold` must be/],
  ]);
});

test('an abort ends a measure with an AbortError', async () => {
  const abort = new AbortController();
  const critic = () => {
    abort.abort();
    return accept();
  };
  await assert.rejects(measureCritic(critic, labels(3), { signal: abort.signal }), { name: 'AbortError' });
});
